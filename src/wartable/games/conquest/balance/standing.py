"""Who is winning and who is losing: scores, and what parts equals (`balance-of-power 19` to 21)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

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


class Standing(NamedTuple):
    """The seats at the top and at the bottom; more than one each while a roll has to part them."""

    winning: tuple[int, ...]
    losing: tuple[int, ...]

    @property
    def to_roll(self) -> tuple[int, ...]:
        """Seats that roll a die each to be parted, ascending; empty where all is clear."""
        level = (*self.winning * (len(self.winning) > 1), *self.losing * (len(self.losing) > 1))
        return tuple(sorted(set(level)))


def standing_of(measures: Sequence[Measure | None]) -> Standing:
    """Return who is winning and who is losing among the seats still in the game (None: out of it)."""
    alive = [measure for measure in measures if measure is not None]
    best, worst = max(alive), min(alive)
    return Standing(
        tuple(seat for seat, measure in enumerate(measures) if measure == best),
        tuple(seat for seat, measure in enumerate(measures) if measure == worst),
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
    step = next((number for number, (low, high) in enumerate(zip(last, next_up, strict=True)) if low != high), None)
    if step == 0:
        return f"fewest territories and cities: {last.score} against {next_up.score}"
    level = f"level in {listed(_LEVEL[: len(_LEVEL) if step is None else step])}"
    return f"{level}; a die decides" if step is None else f"{level}, but {_PARTED[step]}"
