"""A map compiled once to integers: spaces, locations, and who may step where as bitmasks.

A *space* holds one unit: a province, or a slot of its own inside one (`MIL/CITY`). A *location* is where a unit of one
kind stands: a space, or a coast of it (`STP/SC`). Locations are numbered so that every space has the same number as
the location that is the whole of it; coasts come after. A set of spaces is an int with one bit for each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import TypeAlias

from wartable.games.adjudication.conditions import PLAIN, Conditions, Passage
from wartable.games.adjudication.map import Area, Map, UnitType, province_slots
from wartable.games.adjudication.orders import Location, Province, Unit, UnitKind, province_of
from wartable.games.adjudication.routes import ConvoyRoutes

Standing: TypeAlias = tuple[int, int, int]
"""Where and as what a unit stands: its space, its location, and the number of its kind in the table of kinds."""
Ways: TypeAlias = tuple[tuple[int, ...], ...]
KEPT = 32
"""Networks with other ways than the map's that are kept for one map."""


class Network:
    """The map as the adjudicator sees it; build one with `network_of`.

    All attributes are read only. Those that differ by kind of unit go by its number in the table of kinds: `ways` are
    the locations one step from each location, `steps` the same as a set of spaces, `helps` the spaces where a unit may
    give support, `way_named` the ways by exact name, and `exits` their spaces and names in the order of the alphabet;
    `walks`, `strides` and `walk_exits` are `ways`, `steps` and `exits` without crossings;
    `unit` is a unit of the kind at each location, `habitat` the spaces it may stand in. `standing` is the space,
    location and kind of every unit there can be, in numbers, whatever its class. `carrying` are the spaces where fleets
    carry, and `at_sea` each of them alone, by space, and nothing for others; `carries` is whether units of each kind
    do, and `converts` whether any unit may become another kind.
    """

    def __init__(self, on: Map, ways: Conditions = PLAIN) -> None:
        self.map = on
        self.kinds: tuple[UnitType, ...] = tuple(on.kinds.values())
        self.carries = tuple(kind.carries for kind in self.kinds)
        self.converts = any(kind.becomes for kind in self.kinds)
        self.letters: dict[UnitKind, int] = {letter: number for number, letter in enumerate(on.kinds)}
        self.spaces: tuple[Location, ...] = tuple(province_slots(on.provinces))
        coasts = tuple(f"{code}/{coast}" for code, area in on.provinces.items() for coast in area.coasts)
        self.locations: tuple[Location, ...] = self.spaces + coasts
        self.number: dict[Location, int] = {code: number for number, code in enumerate(self.locations)}
        self.space_of: tuple[int, ...] = tuple(
            number if number < len(self.spaces) else self.number[province_of(code)]
            for number, code in enumerate(self.locations)
        )
        self.space_named: dict[Location, int] = {code: self.space_of[number] for code, number in self.number.items()}
        self.province: tuple[Province, ...] = tuple(province_of(code) for code in self.spaces)
        self._learn_areas([on.provinces[code] for code in self.province])
        self._learn_borders(ways)
        self._learn_units()

    def _learn_areas(self, areas: list[Area]) -> None:
        self.sea = mask(number for number, area in enumerate(areas) if area.kind == "sea")
        self.carrying = mask(number for number, area in enumerate(areas) if area.kind == "sea" or area.harbour)
        self.at_sea = tuple(1 << number & self.carrying for number in range(len(areas)))
        self.coastal = mask(number for number, area in enumerate(areas) if area.kind == "coastal")
        self.split = mask(number for number, area in enumerate(areas) if area.coasts and "/" not in self.spaces[number])

    def _learn_borders(self, ways: Conditions) -> None:
        firm = [self._ways(kind, ways.passages, ways.closed) for kind in self.letters]
        self.ways: list[Ways] = firm
        if ways.crossings:
            self.ways = [self._ways(kind, ways.passages | ways.crossings, ways.closed) for kind in self.letters]
        self.steps = [self._masks(found) for found in self.ways]
        self.walks = firm
        self.strides = [self._masks(found) for found in firm] if ways.crossings else self.steps
        self.helps = self.steps
        if ways.crossings or self.map.supports:
            self.helps = [
                tuple(mask(self.space_of[way] for way in found) | self._helped(kind, here) for here, found in per_place)
                for kind, per_place in zip(self.letters, map(enumerate, firm), strict=True)
            ]
        self.way_named = [tuple({self.locations[way]: way for way in reach} for reach in found) for found in self.ways]
        self.exits = [tuple(self._exits(reach) for reach in found) for found in self.ways]
        self.walk_exits = self.exits
        if ways.crossings:
            self.walk_exits = [tuple(self._exits(reach) for reach in found) for found in firm]
        self.seas = ConvoyRoutes(self._shores())

    def _ways(self, kind: UnitKind, passages: Iterable[Passage], closed: Iterable[Passage]) -> Ways:
        steps = self.map.steps[kind]
        ends = {here: set(steps.get(here, ())) for here in self.locations}
        for _, start, end in (one for one in passages if one[0] == kind):
            ends[start].add(end)
        for _, start, end in (one for one in closed if one[0] == kind):
            ends[start].discard(end)
        return tuple(tuple(sorted(self.number[end] for end in ends[here])) for here in self.locations)

    def _helped(self, kind: UnitKind, here: int) -> int:
        """Return the spaces in which the map lets a unit help beside those it may enter."""
        return mask(self.space_named[place] for place in self.map.supports.get(kind, {}).get(self.locations[here], ()))

    def _masks(self, ways: Ways) -> tuple[int, ...]:
        return tuple(mask(self.space_of[way] for way in reach) for reach in ways)

    def _exits(self, reach: tuple[int, ...]) -> tuple[tuple[int, Location], ...]:
        return tuple((self.space_named[name], name) for name in sorted(self.locations[way] for way in reach))

    def _shores(self) -> tuple[int, ...]:
        """Return the sea spaces next to each space, for units that go afloat."""
        shores = [0] * len(self.spaces)
        for facts, steps in zip(self.kinds, self.steps, strict=True):
            for location, spaces in enumerate(steps) if facts.afloat else ():
                shores[self.space_of[location]] |= spaces & self.carrying
        return tuple(shores)

    def _learn_units(self) -> None:
        self.unit = [tuple(Unit(letter, code) for code in self.locations) for letter in self.letters]
        self.habitat = [mask(self.space_named[at] for at in self.map.steps[letter]) for letter in self.letters]
        self.standing: dict[Unit, Standing] = {}
        for kind, units in enumerate(self.unit):
            for location, unit in enumerate(units):
                standing = self.space_of[location], location, kind
                for unit_class in ("", *self.map.classes):
                    self.standing[Unit(unit.kind, unit.at, unit_class)] = standing

    def unit_at(self, unit: Unit, kind: int, place: int) -> Unit:
        """Return a unit as it stands elsewhere, perhaps as another kind; it keeps its class."""
        found = self.unit[kind][place]
        return Unit(found.kind, found.at, unit.unit_class) if unit.unit_class else found

    def two_steps(self, kind: int, location: int) -> int:
        """Return the spaces a unit of a kind reaches in exactly two steps without crossings, its own left out."""
        found = 0
        for way in self.walks[kind][location]:
            found |= self.strides[kind][way]
        return found & ~(1 << self.space_of[location])


def network_of(on: Map, conditions: Conditions = PLAIN) -> Network:
    """Return a map's network with the ways that conditions open and close; it is compiled once and lives as the map.

    Networks with ways other than the map's are kept for the 32 last used sets.
    """
    known = vars(on)
    if not (conditions.passages or conditions.crossings or conditions.closed):
        network: Network | None = known.get("network")
        if network is None:
            network = known["network"] = Network(on)
        return network
    if "networks" not in known:
        known["networks"] = lru_cache(KEPT)(_compiler(on))
    found: Network = known["networks"](conditions.passages, conditions.crossings, frozenset(conditions.closed))
    return found


def _compiler(on: Map) -> Callable[[frozenset[Passage], frozenset[Passage], frozenset[Passage]], Network]:
    """Return what makes networks of a map; it is asked with values that can be told apart, which reasons cannot."""

    def compiled(passages: frozenset[Passage], crossings: frozenset[Passage], closed: frozenset[Passage]) -> Network:
        shut: Mapping[Passage, str] = dict.fromkeys(closed, "")
        return Network(on, Conditions(passages=passages, crossings=crossings, closed=shut))

    return compiled


def mask(spaces: Iterable[int]) -> int:
    """Return the set of spaces as an int."""
    found = 0
    for space in spaces:
        found |= 1 << space
    return found
