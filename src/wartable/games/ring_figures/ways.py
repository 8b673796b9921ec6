"""Moves over two provinces: through which one a unit gets somewhere (ring-diplomacy Y12)."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.games.adjudication.map import Map
from wartable.games.adjudication.orders import Province, UnitKind


def between(on: Map, kind: UnitKind, start: Province, end: Province) -> Iterator[Province]:
    """Yield the provinces through which a unit gets somewhere in two steps, in the order of the map."""
    steps = on.steps[kind]
    if start != end:
        yield from (way for way in on.provinces if way in steps.get(start, ()) and end in steps.get(way, ()))
