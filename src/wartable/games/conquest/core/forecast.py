"""What an attack will bring, exactly, and how lucky dice were."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from wartable.engine.told import Dice
from wartable.engine.values import DiceUse, Forecast, Seat
from wartable.games.conquest.core.actions import Attack
from wartable.games.conquest.core.battle import DIE
from wartable.games.conquest.core.events import Battle as BattleEvent
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.state import NOBODY, ConquestState
from wartable.games.conquest.core.words import dice
from wartable.odds import Battle, DiceRules, battle_odds, expected_losses
from wartable.odds.rules import Ones

_MEAN = (1 + DIE) / 2
_GUARDED_MEAN: Mapping[Ones, float] = {"rerolled": (2 + DIE) / 2, "raised": _MEAN + 1 / DIE}
"""What a die shows on average, and one that cannot show a 1: rolled again it shows 2 to 6, raised it shows 2 twice."""


def forecast_attack(
    rules: Rules,
    state: ConquestState,
    action: Attack,
    later: DiceRules | None = None,
    chips: tuple[str, ...] | None = None,
) -> Forecast:
    """Return the odds of an attack that is legal.

    `later` are the dice of the rolls after the first, where they differ; `chips` name what bears on it, as the
    number of dice does where none are given.

    Success is to conquer the target. `own_left` counts the armies that may move in, those that must stay behind
    not among them; `other_left` the defenders.
    """
    index = rules.board.index
    source, target = index[action.source], index[action.target]
    stay = rules.stay
    first = replace(rules.dice(state, source, target), attack_dice=action.dice)
    odds = battle_odds(
        Battle(
            state.armies[source] - stay,
            state.armies[target],
            stop=0 if action.until is None else action.until - stay,
            rolls=1 if action.until is None else None,
            rules=later or first,
            first=None if later in (None, first) else first,
        )
    )
    own: dict[int, float] = {}
    other: dict[int, float] = {}
    for ours, theirs, chance in odds.ends:
        own[ours] = own.get(ours, 0.0) + chance
        other[theirs] = other.get(theirs, 0.0) + chance
    return Forecast(
        chance=odds.conquered,
        own_loss=odds.attacker_losses,
        other_loss=odds.defender_losses,
        own_left=tuple(sorted(own.items())),
        other_left=tuple(sorted(other.items())),
        chips=_chips(rules, action) if chips is None else chips,
    )


def _chips(rules: Rules, action: Attack) -> tuple[str, ...]:
    """Name what differs from three dice against two."""
    chips: list[str] = []
    if action.dice < 3:
        chips.append(dice(action.dice, "attack"))
    if rules.plain.defence_dice != 2:
        chips.append(dice(rules.plain.defence_dice, "defence"))
    return tuple(chips)


def compared(event: BattleEvent) -> Dice:
    """Return the dice of a roll as they are compared."""
    return Dice(
        attack=event.attack,
        defence=event.defence,
        bonus=(
            _added(event.attack, event.attack_bonus, event.cap),
            _added(event.defence, event.defence_bonus, event.cap),
        ),
        pairs=event.pairs,
        lost=(event.attacker_loss, event.defender_loss),
    )


def _added(dice: tuple[int, ...], bonus: int, cap: int) -> int:
    """Return what is added to the highest die, which nothing may lift above a cap (0: there is none)."""
    return min(bonus, cap - dice[0]) if cap else bonus


def dice_of(event: BattleEvent) -> tuple[DiceUse, ...]:
    """Return the players' dice of a roll; what they bring is the armies that the other side lost."""
    dice = DiceRules(
        attack_bonus=event.attack_bonus,
        defence_bonus=event.defence_bonus,
        attack_protected=event.protected,
        ones="raised" if event.raised else "rerolled",
        cap=event.cap or None,
        pairs=event.pairs or None,
    )
    mean = expected_losses(
        len(event.attack),
        len(event.defence),
        dice,
        attackers=event.committed[0] or None,
        defenders=event.committed[1] or None,
    )
    return tuple(
        DiceUse(
            seat=Seat(side),
            sides=DIE,
            faces=faces,
            due=_MEAN * (len(faces) - guarded) + _GUARDED_MEAN[dice.ones] * guarded,
            gained=float(gained),
            expected=expected,
        )
        for side, faces, guarded, gained, expected in (
            (event.seat, event.attack, event.protected, event.defender_loss, mean.defender),
            (event.defender, event.defence, 0, event.attacker_loss, mean.attacker),
        )
        if side != NOBODY
    )
