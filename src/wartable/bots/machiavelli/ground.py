"""The map of a game as bots see it: where armies and fleets can go, whatever stands there."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from wartable.games.adjudication.conditions import PLAIN
from wartable.games.adjudication.network import network_of
from wartable.games.machiavelli.maps import CITY, place_of, small
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.rules import Rules, rules_of
from wartable.games.machiavelli.state import Kind, Place, Unit

FIELD: Final[tuple[Kind, ...]] = ("A", "F")
"""The kinds of units that stand in fields."""


class Ground:
    """Ways by kind of unit and location, as `provence/nc`; `reach` gives the places of those ways."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.ways = _ways(rules)
        self.reach: Mapping[Kind, Mapping[str, tuple[Place, ...]]] = {
            kind: {at: tuple(dict.fromkeys(map(place_of, near))) for at, near in ways.items()}
            for kind, ways in self.ways.items()
        }

    def from_unit(self, unit: Unit) -> tuple[Place, ...]:
        """Return the places that a unit in the field can step into; none for a garrison."""
        return () if unit.kind == "G" else self.reach[unit.kind].get(at_of(unit), ())


def _ways(rules: Rules) -> dict[Kind, dict[str, tuple[str, ...]]]:
    network = network_of(rules.map, PLAIN)
    names = ["" if one.endswith(f"/{CITY}") else "/".join(filter(None, small(one))) for one in network.locations]
    kinds = list(rules.map.kinds)
    return {
        kind: {
            at: tuple(names[way] for way in ways if names[way])
            for at, ways in zip(names, network.ways[kinds.index(kind)], strict=True)
            if at and ways
        }
        for kind in FIELD
    }


def at_of(unit: Unit) -> str:
    """Return the location of a unit, as `provence/nc`."""
    return f"{unit.place}/{unit.coast}" if unit.coast else unit.place


@lru_cache(16)
def ground_of(options: MachiavelliOptions) -> Ground:
    """Return the map of the games with some options."""
    return Ground(rules_of(options))
