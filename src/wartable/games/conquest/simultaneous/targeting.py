"""Targets of a battle as they are asked for: what is offered, named at random, and named for the absent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.errors import Reason
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.core.words import dice as dice_words
from wartable.games.conquest.simultaneous import aims
from wartable.games.conquest.simultaneous.actions import NameTargets
from wartable.games.conquest.simultaneous.battle import GROUP, Battle, Targets
from wartable.games.conquest.simultaneous.fighting import clash_of, ends_of, targets_of
from wartable.games.conquest.simultaneous.hooks import Hooks

AnyHooks = Hooks[Any, Any]


def refusal(game: AnyHooks, _rules: object, state: Any, seat: int, action: NameTargets) -> Reason | None:  # noqa: ANN401
    """Say why a side may not name these targets; None where it may (`lotr-risk M07` to `M09`, `M14`)."""
    if len({target for target, _ in action.dice}) < len(action.dice):
        return game.refuse("battle.twice", "Name each target once, with all its dice.", "M06")
    targets = Targets(tuple(sorted(action.dice)), action.bonus)
    return aims.refusal(clash_of(state).battle, seat, targets, game.book)


def unused(state: Any, seat: int, action: NameTargets) -> Iterator[str]:  # noqa: ANN401
    """Yield what a side leaves unused: dice, and a bonus that no group gets (`lotr-risk M14`)."""
    battle = clash_of(state).battle
    targets, cap = targets_of(action), battle.cap(seat)
    if targets.total < cap:
        yield f"You have {dice_words(cap)} and aim {targets.total}."
    if battle.side(seat).bonus and targets.bonus is None:
        yield f"No group gets your +{battle.side(seat).bonus}: name one."


def prompt(_game: object, rules: Rules, state: Any, seat: int) -> str:  # noqa: ANN401 - a state of a game of the family
    """Return what is asked before a round."""
    clash = clash_of(state)
    cap = clash.battle.cap(seat)
    return (
        f"Name targets in {where(rules, state)}: {cap} dice" if cap > 1 else f"Name a target in {where(rules, state)}"
    )


def where(rules: Rules, state: Any) -> str:  # noqa: ANN401 - a state of a game of the family
    """Return what the place of the battle at hand is called."""
    names = [rules.name(rules.board.index[end]) for end in ends_of(rules, clash_of(state)) if end]
    return names[0] if len(names) == 1 else f"the border of {names[0]} and {names[1]}"


def withdraw_prompt(_game: object, rules: Rules, state: Any, _seat: int) -> str:  # noqa: ANN401 - a state of a game of the family
    """Return what is asked after a round."""
    return f"Fight on in {where(rules, state)}, or withdraw"


def offers(_game: object, _rules: object, state: Any, seat: int) -> Iterator[Offer]:  # noqa: ANN401 - a state of a game of the family
    """Offer everybody else as a target, by seat counted from 0, with the most dice that may be aimed at one."""
    battle = clash_of(state).battle
    targets = tuple(str(player) for player in battle.players if player != seat)
    side = battle.side(seat)
    yield Offer(
        kind="targets", targets=targets, least=1, most=battle.cap(seat), note=f"+{side.bonus}" if side.bonus else ""
    )


def default(_game: object, _rules: object, state: Any, seat: int) -> NameTargets:  # noqa: ANN401 - a state of a game of the family
    """Return what is named for the absent: all at the strongest, attackers at whoever acts as defender."""
    battle = clash_of(state).battle
    others = [side for side in battle.sides if side.player != seat]
    strongest = max(others, key=lambda side: side.units).player
    target = strongest if seat == battle.acting or battle.acting is None else battle.acting
    return _all_at(battle, seat, target)


def _all_at(battle: Battle, seat: int, target: int) -> NameTargets:
    return NameTargets(((target, battle.cap(seat)),), target if battle.side(seat).bonus else None)


def sample(_game: object, _rules: object, state: Any, seat: int, rng: Randomness) -> NameTargets:  # noqa: ANN401 - a state of a game of the family
    """Return targets at random: mostly all dice, at one or several."""
    battle = clash_of(state).battle
    others = [player for player in battle.players if player != seat]
    dice = dict[int, int]()
    cap = battle.cap(seat)
    if seat == battle.acting:
        if not rng.randrange(2):
            return _all_at(battle, seat, others[rng.randrange(len(others))])
        while cap >= GROUP and others:
            count = GROUP + rng.randrange(cap - GROUP + 1)
            dice[others.pop(rng.randrange(len(others)))] = count
            cap -= count
    else:
        for _ in range(cap if rng.randrange(4) else 1 + rng.randrange(cap)):
            target = others[rng.randrange(len(others))]
            dice[target] = dice.get(target, 0) + 1
    if not dice:
        return _all_at(battle, seat, others[rng.randrange(len(others))])
    groups = sorted(dice.items())
    bonus = groups[rng.randrange(len(groups))][0] if battle.side(seat).bonus else None
    return NameTargets(tuple(groups), bonus)
