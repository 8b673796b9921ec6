"""Where the hidden figures may be, as far as what was shown tells: sets of places, worked on from turn to turn.

A table says for each place of the ring-bearer, as a set of places in bits, where the black riders may be then. All
hold the table of what everybody knows; whoever leads a figure holds one in which its true place is known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

import msgspec

from wartable.games.adjudication.routes import bits

Table: TypeAlias = tuple[int, ...]
"""For each place of the ring-bearer the places of the black riders; none where the ring-bearer cannot be."""


class Shown(msgspec.Struct, frozen=True):
    """What all saw of a phase.

    `stood` are the places where something stood at its start, `entered` those that something entered, hidden figures
    left out. `bearer` is where the ring-bearer was seen, or -1; `riders` whether the black riders were seen there.
    """

    stood: int
    entered: int
    bearer: int = -1
    riders: bool = False


def known(places: int, bearer: int, riders: int) -> Table:
    """Return the table of whoever knows where both are."""
    return tuple(1 << riders if place == bearer else 0 for place in range(places))


def after(table: Table, ways: Sequence[int], shown: Shown) -> Table:
    """Return where the figures may be after a phase; `ways` are for each place those a figure gets to, itself too."""
    found = [0] * len(table)
    spread = _Spread(ways)
    for start, riders in enumerate(table):
        for place in bits(ways[start]) if riders else ():
            found[place] |= _riders(spread, start, place, riders, shown)
    return tuple(found)


class _Spread:
    """Where the black riders get to from a set of places."""

    def __init__(self, ways: Sequence[int]) -> None:
        self.ways = ways
        self._known: dict[int, int] = {}

    def of(self, places: int) -> int:
        """Return the places that they get to."""
        found = self._known.get(places)
        if found is None:
            found = 0
            for place in bits(places):
                found |= self.ways[place]
            self._known[places] = found
        return found


def _riders(spread: _Spread, start: int, place: int, riders: int, shown: Shown) -> int:
    """Return where the black riders may be after it if the ring-bearer went from a start to a place."""
    here = 1 << place
    open_cause = bool(shown.entered & here) or (start != place and bool(shown.stood & here))
    there, away = riders & here, riders & ~here
    if shown.bearer < 0:
        if open_cause:
            return 0
        met = there if start == place else 0
        return (spread.of(away) & ~here) | spread.of(met)
    if shown.bearer != place:
        return 0
    left = spread.of(there) if start != place else 0
    came = spread.of(riders) if open_cause else left | (spread.of(away) & here)
    return came & here if shown.riders else came & ~here


def with_riders(table: Table, riders: int) -> Table:
    """Return what is left of a table for whoever knows where the black riders are."""
    return tuple(where & 1 << riders for where in table)


def with_bearer(table: Table, bearer: int) -> Table:
    """Return what is left of a table for whoever knows where the ring-bearer is."""
    return tuple(where if place == bearer else 0 for place, where in enumerate(table))


def pairs(table: Table) -> list[tuple[int, int]]:
    """Return all pairs of places that a table allows."""
    return [(bearer, rider) for bearer, where in enumerate(table) for rider in bits(where)]


def ways_of(places: Sequence[str], next_to: Mapping[str, frozenset[str]], steps: int) -> tuple[int, ...]:
    """Return for each place the places in so many steps, itself too."""
    number = {place: index for index, place in enumerate(places)}
    near = [sum(1 << number[end] for end in {place, *next_to.get(place, ())}) for place in places]
    reach = list(near)
    for _ in range(steps - 1):
        reach = [_together(near, where) for where in reach]
    return tuple(reach)


def _together(near: Sequence[int], places: int) -> int:
    found = 0
    for place in bits(places):
        found |= near[place]
    return found
