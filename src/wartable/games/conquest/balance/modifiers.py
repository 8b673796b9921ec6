"""From what is in force at a battle to the dice that are rolled, in the order of `balance-of-power 57`."""

from __future__ import annotations

import msgspec

from wartable.games.conquest.balance.effects import MOST_EXTRA
from wartable.games.conquest.core.words import dice
from wartable.odds import DiceRules
from wartable.odds.rules import Ones

PAIRS = 2
"""Most pairs compared, whatever dice are rolled (`balance-of-power 53`)."""
THIRD_PAIR = 3
MOST_ATTACKERS = 3
ROUGH_ATTACKERS = 2
LEAST_DEFENCE = 2


class Modifiers(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """What bears on one roll; numbers are dice unless said otherwise."""

    dice: int = MOST_ATTACKERS
    """Armies the attacker means to commit."""
    rough: bool = False
    """The target is rough terrain (`balance-of-power 5`)."""
    neutral: bool = False
    """The neutral army defends (`balance-of-power 27`)."""
    special_forces: bool = False
    """The attacker may send three into rough terrain (`balance-of-power 50`)."""
    attack_bought: int = 0
    """Purchases of improved attack (`balance-of-power 41`)."""
    defence_bought: int = 0
    """Purchases of improved defense (`balance-of-power 42`)."""
    attack_reward: int = 0
    """A reward's die in the first roll of an attack (`balance-of-power 59`)."""
    defence_reward: int = 0
    """A reward's die in the first roll of a defence."""
    protected: int = 0
    """Attack dice that cannot show 1: recon missions against a site (`balance-of-power 38`)."""
    ones: Ones = "rerolled"
    """What that means."""
    attack_bonus: int = 0
    """Points on the attacker's highest die (`balance-of-power 52`, 63)."""
    defence_bonus: int = 0
    """Points on the defender's highest die."""
    fortress: bool = False
    """One of these points is a fortress's (`balance-of-power 68`)."""
    third_pair: bool = False
    """Three pairs are compared where both sides roll three dice (`balance-of-power 53`)."""
    cap: int | None = None
    """The most that points lift a die to; none lets a 6 become 7 or 8 (`balance-of-power 57`)."""


def most_attackers(*, rough: bool, special_forces: bool) -> int:
    """Return the most armies that may be committed to one roll."""
    return ROUGH_ATTACKERS if rough and not special_forces else MOST_ATTACKERS


def dice_rules(clash: Modifiers) -> DiceRules:
    """Return the dice of a roll.

    The order is: numbers of dice, protected dice, sorting, points on the highest die. Nobody loses more armies than
    he committed, so extra dice improve a roll and never kill a third army.
    """
    return DiceRules(
        attack_dice=min(clash.dice, most_attackers(rough=clash.rough, special_forces=clash.special_forces)),
        defence_dice=LEAST_DEFENCE,
        defence_least=LEAST_DEFENCE if clash.rough or clash.neutral else 0,
        attack_extra=min(clash.attack_bought, MOST_EXTRA) + clash.attack_reward,
        defence_extra=min(clash.defence_bought, MOST_EXTRA) + clash.defence_reward,
        attack_protected=clash.protected,
        ones=clash.ones,
        attack_bonus=clash.attack_bonus,
        defence_bonus=clash.defence_bonus,
        cap=clash.cap,
        pairs=THIRD_PAIR if clash.third_pair else PAIRS,
    )


class NearbyBonus(msgspec.Struct, frozen=True):
    """What lifts the highest die of one side of a battle."""

    airfields: int
    """Airfields that the side controls in the battle's space or beside it."""
    tanks: int
    """Tanks that it controls there, an attacker's beside the source counted in."""
    fortress: bool = False
    """Whether the battle's space is a fortress, which helps who defends it (`balance-of-power 68`)."""


def attack_bonus(own: NearbyBonus, target_tanks: int) -> int:
    """Return the attacker's points: one from airfields, one from tanks (`balance-of-power 52`, 63, 64, 66).

    A single tank gives nothing against a space that holds two or more.
    """
    helpless = own.tanks == 1 and target_tanks >= 2
    return (own.airfields > 0) + (own.tanks > 0 and not helpless)


def defence_bonus(own: NearbyBonus) -> int:
    """Return the defender's points: one from airfields or a fortress, one from tanks."""
    return (own.airfields > 0 or own.fortress) + (own.tanks > 0)


def chips(clash: Modifiers) -> tuple[str, ...]:
    """Name everything that is in force at a roll in a word or two, in the order of `balance-of-power 57`."""
    most = most_attackers(rough=clash.rough, special_forces=clash.special_forces)
    capped = clash.rough and clash.dice == most < MOST_ATTACKERS
    known = (
        (clash.dice < most, dice(clash.dice, "attack")),
        (clash.rough, "rough terrain: two attack, two defend" if capped else "rough terrain: two dice defend"),
        (clash.rough and clash.special_forces, "special forces"),
        (clash.neutral, "neutral army: two dice defend"),
        (clash.attack_bought, f"improved attack +{_extra(clash.attack_bought)}"),
        (clash.defence_bought, f"improved defense +{_extra(clash.defence_bought)}"),
        (clash.attack_reward, "attack die, first roll"),
        (clash.defence_reward, "defense die, first roll"),
        (clash.protected, f"recon: {clash.protected} without a 1"),
        (clash.attack_bonus, f"attack +{clash.attack_bonus} on the highest"),
        (clash.fortress, "fortress"),
        (clash.defence_bonus, f"defense +{clash.defence_bonus} on the highest"),
        (clash.third_pair, "three pairs"),
    )
    return tuple(words for holds, words in known if holds)


def _extra(bought: int) -> str:
    return dice(min(bought, MOST_EXTRA))
