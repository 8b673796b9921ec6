"""One roll of a battle: the dice asked for, and what they settle; `wartable.odds` computes what they promise."""

from __future__ import annotations

from functools import lru_cache
from operator import gt
from typing import NamedTuple

import msgspec

from wartable.engine.chance import Roll
from wartable.odds import DiceRules

DIE = 6
"""Faces of a die."""


class Toss(msgspec.Struct, frozen=True, eq=False, gc=False):
    """One roll about to be made: what is asked of chance, and how it will be settled."""

    request: Roll
    dice: DiceRules
    attackers: int
    """Armies that the attacker commits."""
    defenders: int
    hand: int
    """Dice of the attacker, which come first."""


@lru_cache(maxsize=1 << 12)
def toss_of(dice: DiceRules, attackers: int, defenders: int) -> Toss:
    """Return the roll to which the sides commit these armies.

    A protected die that is rolled until it shows no 1 is asked for as a die of five faces; each counts one more.
    """
    hand = attackers + dice.attack_extra
    guarded = min(dice.attack_protected, hand) if dice.ones == "rerolled" else 0
    rest = hand - guarded + max(defenders, dice.defence_least) + dice.defence_extra
    return Toss(
        request=Roll("battle", (DIE - 1,) * guarded + (DIE,) * rest),
        dice=dice,
        attackers=attackers,
        defenders=defenders,
        hand=hand,
    )


class Exchange(NamedTuple):
    """A roll settled: both hands from the highest die, and the armies that attacker and defender lose."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    attacker_loss: int
    defender_loss: int


@lru_cache(maxsize=1 << 14)
def exchange(toss: Toss, faces: tuple[int, ...]) -> Exchange:
    """Settle a roll (`risk D9`).

    Hands are sorted from the highest and compared in pairs; a tie costs the attacker, each pair costs one army, and
    nobody loses more than he committed. Remembered, for the same few thousand rolls come again and again.
    """
    shown = _guarded(toss, faces)
    attack, defence = sorted(shown[: toss.hand], reverse=True), sorted(shown[toss.hand :], reverse=True)
    ours, theirs = _lifted(toss.dice, attack, defence)
    killed = sum(map(gt, ours, theirs))
    lost = min(len(ours), len(theirs)) - killed
    return Exchange(tuple(attack), tuple(defence), min(lost, toss.attackers), min(killed, toss.defenders))


def _guarded(toss: Toss, faces: tuple[int, ...]) -> tuple[int, ...]:
    """Read the protected dice, which come first and are the attacker's: none of them shows 1."""
    guarded = min(toss.dice.attack_protected, toss.hand)
    if not guarded:
        return faces
    read = [face + 1 if toss.dice.ones == "rerolled" else max(2, face) for face in faces[:guarded]]
    return (*read, *faces[guarded:])


def _lifted(dice: DiceRules, attack: list[int], defence: list[int]) -> tuple[list[int], list[int]]:
    """Add the points on the highest dice, up to the cap if there is one, and leave out what is not compared."""
    if dice.attack_bonus == dice.defence_bonus == 0 and dice.cap is None:
        return attack[: dice.pairs], defence
    cap = dice.cap or 2 * DIE
    ours = [min(attack[0] + dice.attack_bonus, cap), *attack[1 : dice.pairs]]
    return ours, [min(defence[0] + dice.defence_bonus, cap), *defence[1:]]
