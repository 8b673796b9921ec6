"""The letters of what stands beside ordinary units, and what they are called."""

from __future__ import annotations

from collections.abc import Mapping

from wartable.games.adjudication.map import Borders, UnitType, both_ways
from wartable.games.adjudication.orders import Province, UnitKind

NAZGUL, EAGLES, BEARER, RIDERS, DEAD = "Z", "GEG", "RB", "BRC", "DEAD"
FIGURES = (NAZGUL, EAGLES, BEARER, RIDERS)
"""What stands beside ordinary units."""
MOUNT_DOOM: Province = "mount_doom"
FIGURE_KINDS: Mapping[UnitKind, UnitType] = {
    NAZGUL: UnitType("Nazgul", beside=True, many=True),
    EAGLES: UnitType("Great Eagles", beside=True, many=True),
    BEARER: UnitType("Ring-bearer", beside=True),
    RIDERS: UnitType("black riders", beside=True, many=True),
    DEAD: UnitType("Dead", beside=True, called=True, many=True),
}
"""Their rows in the table of kinds of a map."""


def together(one: Borders, other: Borders) -> dict[Province, tuple[Province, ...]]:
    """Return borders by land and over mountains as one table."""
    return {place: (*one.get(place, ()), *other.get(place, ())) for place in dict.fromkeys((*one, *other))}


def wild_of(land: Borders, mountains: Borders) -> Mapping[Province, frozenset[Province]]:
    """Return the provinces next to each other by land or over mountains."""
    found = both_ways(land)
    for place, ends in both_ways(mountains).items():
        found[place] = found.get(place, frozenset()) | ends
    return found
