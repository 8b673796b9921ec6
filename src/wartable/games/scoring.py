"""Scoring systems of the hobby, read from data: what a finished game of negotiation is worth to each seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from typing import Annotated, Literal

import msgspec

from wartable.board.fileformat import packaged
from wartable.engine.options import About
from wartable.engine.study import Scored

WHOLE = 100
"""Points of a game."""
USUAL = "draw_size"
"""The system that counts where a table says nothing else."""


class System(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A system: a sole winner takes all; otherwise points go by `shares`, `among` those who drew or all."""

    title: str
    line: str
    shares: Literal["equal", "squares", "count"]
    among: Literal["drawn", "all"]


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    systems: Mapping[str, System]


_WEIGHTS: Mapping[str, Callable[[int], int]] = {
    "equal": lambda _: 1,
    "squares": lambda owned: owned * owned,
    "count": lambda owned: owned,
}


@cache
def systems() -> Mapping[str, System]:
    """Return the systems by key, in the order of the file."""
    return packaged("data/scoring.yaml", _File).systems


def _titles() -> Mapping[str, str]:
    return {key: system.title for key, system in systems().items()}


Scoring = Annotated[
    Literal["draw_size", "sum_of_squares", "centre_count"],
    About(
        "Scoring",
        "By which system the points of a finished game count; those of the others are told as well.",
        choices=_titles,
        group="End",
    ),
]


def scored(owned: Sequence[int], best: Iterable[int], counts: str = USUAL) -> tuple[Scored, ...]:
    """Return the points of a finished game by every system, first by the one that counts at a table.

    `owned` is what each seat owns at the end (centres, cities), `best` the seats that share the first place.
    """
    first = frozenset(best)
    keys = sorted(systems(), key=lambda key: key != counts)
    return tuple(_scored(key, shares(systems()[key], owned, first), counts=key == counts) for key in keys)


def _scored(key: str, points: tuple[Fraction, ...], *, counts: bool) -> Scored:
    system = systems()[key]
    return Scored(key, system.title, system.line, tuple(map(float, points)), counts)


def shares(system: System, owned: Sequence[int], best: frozenset[int]) -> tuple[Fraction, ...]:
    """Return the exact points of each seat by one system; they add up to `WHOLE` where anybody is first."""
    seats = range(len(owned))
    counting = best if len(best) == 1 or system.among == "drawn" else frozenset(seats)
    weigh = _WEIGHTS["equal" if len(best) == 1 else system.shares]
    weights = [weigh(owned[seat]) if seat in counting else 0 for seat in seats]
    if not sum(weights):  # nobody owns anything that counts: those in the first place are alike
        weights = [int(seat in best) for seat in seats]
    total = sum(weights)
    return tuple(Fraction(WHOLE * weight, total) if total else Fraction(0) for weight in weights)
