"""Where armies sail: from port to port along the sea-lines, as far as the settlement says (ring-diplomacy Y04)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from wartable.games.adjudication.conditions import Passage
from wartable.games.adjudication.map import both_ways
from wartable.games.adjudication.orders import Location, Power, Province, UnitKind

SeaMoves: TypeAlias = Literal["any_port", "until_occupied", "one_line"]
Lines = Mapping[Province, Iterable[Province]]
Whose = Callable[[Province], Power]
"""Whose unit sails from a port."""


def crossings(
    lines: Lines, how: SeaMoves, kinds: Iterable[UnitKind], standing: Mapping[Location, Power], whose: Whose
) -> frozenset[Passage]:
    """Return the ways over the sea that are open while units stand so."""
    kinds = tuple(kinds)
    ways = both_ways(lines)
    return frozenset(
        (kind, start, end)
        for start in ways
        for end in _ends(ways, how, start, standing, whose(start))
        for kind in kinds
    )


def _ends(
    ways: Lines, how: SeaMoves, start: Province, standing: Mapping[Location, Power], whose: Power
) -> Iterator[Province]:
    """Yield the empty ports that a unit reaches from a port."""
    seen, edge = {start}, [start]
    while edge:
        here = edge.pop()
        for port in ways[here]:
            if port in seen:
                continue
            seen.add(port)
            if port not in standing:
                yield port
            if how == "any_port" or (how == "until_occupied" and standing.get(port, whose) == whose):
                edge.append(port)


def reasons(
    lines: Lines, kind: UnitKind, start: Province, standing: Mapping[Location, Power], name: Callable[[Province], str]
) -> Iterator[tuple[Passage, str]]:
    """Yield for each port why a unit might not sail there."""
    for port in both_ways(lines):
        if port == start:
            continue
        if port in standing:
            yield (kind, start, port), f"a unit stood in {name(port)} before the orders were carried out"
        else:
            yield (kind, start, port), "the sea-lines there do not go so far for an army, or a port between is occupied"
