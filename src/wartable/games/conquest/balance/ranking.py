"""Who is winning and who is losing: scores, and what parts equals (`balance-of-power 19` to 21)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from wartable.engine.words import listed


class Measure(NamedTuple):
    """What a seat is judged by, in the order of weight; more is always winning."""

    score: int
    """Territories and cities; capitals do not count."""
    cards: int
    """Cards, not stars."""
    armies: int
    """Armies on the map, a tank counted as those it was formed from."""
    rolls: tuple[int, ...] = ()
    """Dice rolled by those who were level in everything else, each roll parting those the last one left level."""


class Ranking(NamedTuple):
    """The seats at the top and at the bottom; more than one each while a roll has to part them."""

    winning: tuple[int, ...]
    losing: tuple[int, ...]


def to_roll(measures: Sequence[Measure | None]) -> tuple[int, ...]:
    """Return the seats that roll a die each because they are level, ascending; none where the order is clear.

    Dice rolled earlier in the turn still count. Only those among the level who have rolled least roll again.
    """
    found = set[int]()
    for level in standing_of(measures):
        dice = {seat: len(measure.rolls) for seat in level if (measure := measures[seat]) is not None}
        if len(dice) > 1:
            found |= {seat for seat, count in dice.items() if count == min(dice.values())}
    return tuple(sorted(found))


def standing_of(measures: Sequence[Measure | None]) -> Ranking:
    """Return who is winning and who is losing among the seats still in the game (None: out of it)."""
    alive = {seat: measure for seat, measure in enumerate(measures) if measure is not None}
    return Ranking(_first(alive, max), _first(alive, min))


def _first(alive: Mapping[int, Measure], extreme: Callable[..., Any]) -> tuple[int, ...]:
    """Return the seats at one end; dice part those level in all else as far as both of two have rolled."""
    end = extreme(measure[:-1] for measure in alive.values())
    level = {seat: measure.rolls for seat, measure in alive.items() if measure[:-1] == end}
    return tuple(
        seat
        for seat, mine in level.items()
        if all(extreme(mine[: len(other)], other[: len(mine)]) == mine[: len(other)] for other in level.values())
    )


_PARTED = ("", "fewer cards", "fewer armies", "the lower roll")
_LEVEL = ("territories and cities", "cards", "armies")


def why_losing(measures: Sequence[Measure | None]) -> str:
    """Say in a few words why the losing seat is losing: what parts it from the next above it.

    Empty where only one seat is left.
    """
    order = sorted(measure for measure in measures if measure is not None)
    if len(order) < 2:
        return ""
    last, next_up = order[0], order[1]
    pending = len(standing_of(measures).losing) > 1
    parted = (number for number, (low, high) in enumerate(zip(last, next_up, strict=True)) if low != high)
    step = None if pending else next(parted, None)
    if step == 0:
        return f"fewest territories and cities: {last.score} against {next_up.score}"
    level = f"level in {listed(_LEVEL[: len(_LEVEL) if step is None else step])}"
    return f"{level}; a die decides" if step is None else f"{level}, but {_PARTED[step]}"
