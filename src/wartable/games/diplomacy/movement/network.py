"""A variant's map compiled once to integers: spaces, locations, and who may step where as bitmasks.

A *space* holds one unit: a province, or a slot of its own inside one (`MIL/CITY`). A *location* is where a unit of one
kind stands: a space, or a coast of it (`STP/SC`). Locations are numbered so that every space has the same number as
the location that is the whole of it; coasts come after. A set of spaces is an int with one bit for each.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import TypeAlias

from wartable.games.diplomacy.conditions import Passage
from wartable.games.diplomacy.movement.routes import Seas
from wartable.games.diplomacy.orders import Location, Power, Province, Unit, UnitKind, province_of
from wartable.games.diplomacy.variant import ProvinceFacts, Variant

Standing: TypeAlias = tuple[int, int, int]
"""Where and as what a unit stands: its space, its location, and its kind (0 army, 1 fleet)."""
NONE: frozenset[Passage] = frozenset()
KEPT = 32
"""Networks with other ways than the map's that are kept for one variant."""


class Network:
    """The map as the adjudicator sees it; build one with `network_of`.

    All attributes are read only. Those that differ by kind of unit hold armies first, fleets second: `ways` are the
    locations one step from each location, `steps` the same as a set of spaces, `way_named` the same by exact name, and
    `exits` their spaces and names in the order of the alphabet; `at_sea` is the set of a sea space alone, by space, and
    nothing for land; `unit` is a unit of the kind at each location, and
    `standing` its space, location and kind in numbers.
    """

    def __init__(
        self, variant: Variant, passages: frozenset[Passage] = NONE, closed: frozenset[Passage] = NONE
    ) -> None:
        self.variant = variant
        self.spaces: tuple[Location, ...] = tuple(_spaces(variant.provinces))
        coasts = tuple(f"{code}/{coast}" for code, facts in variant.provinces.items() for coast in facts.coasts)
        self.locations: tuple[Location, ...] = self.spaces + coasts
        self.number: dict[Location, int] = {code: number for number, code in enumerate(self.locations)}
        self.space_of: tuple[int, ...] = tuple(
            number if number < len(self.spaces) else self.number[province_of(code)]
            for number, code in enumerate(self.locations)
        )
        self.space_named: dict[Location, int] = {code: self.space_of[number] for code, number in self.number.items()}
        self.province: tuple[Province, ...] = tuple(province_of(code) for code in self.spaces)
        self.powers: tuple[Power, ...] = tuple(variant.powers)
        self._learn_kinds()
        self._learn_borders(passages, closed)

    def _learn_kinds(self) -> None:
        facts = [self.variant.provinces[code] for code in self.province]
        self.sea = mask(number for number, fact in enumerate(facts) if fact.kind == "sea")
        self.at_sea = tuple(1 << number if fact.kind == "sea" else 0 for number, fact in enumerate(facts))
        self.coastal = mask(number for number, fact in enumerate(facts) if fact.kind == "coastal")
        self.land = mask(number for number, fact in enumerate(facts) if fact.kind in {"inland", "coastal"})
        self.split = mask(number for number, fact in enumerate(facts) if fact.coasts and "/" not in self.spaces[number])

    def _learn_borders(self, passages: frozenset[Passage], closed: frozenset[Passage]) -> None:
        armies = _ways(self.locations, self.number, self.variant.armies, passages, closed, "A")
        fleets = _ways(self.locations, self.number, self.variant.fleets, passages, closed, "F")
        self.ways = armies, fleets
        self.steps = self._steps(armies), self._steps(fleets)
        self.fleet_ways = fleets
        self.way_named = self._named(armies), self._named(fleets)
        self.exits = self._exits(armies), self._exits(fleets)
        self.unit = tuple(Unit("A", code) for code in self.locations), tuple(Unit("F", code) for code in self.locations)
        self.standing: dict[Unit, Standing] = {
            unit: (self.space_of[location], location, kind)
            for kind, units in enumerate(self.unit)
            for location, unit in enumerate(units)
        }
        shores = [0] * len(self.spaces)
        for location, ways in enumerate(fleets):
            shores[self.space_of[location]] |= mask(self.space_of[way] for way in ways) & self.sea
        self.seas = Seas(tuple(shores))

    def _steps(self, ways: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
        return tuple(mask(self.space_of[way] for way in reach) for reach in ways)

    def _named(self, ways: tuple[tuple[int, ...], ...]) -> tuple[dict[Location, int], ...]:
        return tuple({self.locations[way]: way for way in reach} for reach in ways)

    def _exits(self, ways: tuple[tuple[int, ...], ...]) -> tuple[tuple[tuple[int, Location], ...], ...]:
        names = [sorted(self.locations[way] for way in reach) for reach in ways]
        return tuple(tuple((self.space_named[name], name) for name in found) for found in names)

    def two_steps(self, kind: int, location: int) -> int:
        """Return the spaces a unit of a kind (0 army, 1 fleet) reaches in exactly two steps, its own left out."""
        found = 0
        for way in self.ways[kind][location]:
            found |= self.steps[kind][way]
        return found & ~(1 << self.space_of[location])


def network_of(variant: Variant, passages: frozenset[Passage] = NONE, closed: frozenset[Passage] = NONE) -> Network:
    """Return a variant's network; it is compiled once and lives as long as the variant.

    `passages` are ways open in this phase only, `closed` those that are not; networks with them are kept for the 32
    last used sets.
    """
    known = vars(variant)
    if not (passages or closed):
        network: Network | None = known.get("network")
        if network is None:
            network = known["network"] = Network(variant)
        return network
    if "networks" not in known:
        known["networks"] = lru_cache(KEPT)(partial(Network, variant))
    found: Network = known["networks"](passages, closed)
    return found


def mask(spaces: Iterable[int]) -> int:
    """Return the set of spaces as an int."""
    found = 0
    for space in spaces:
        found |= 1 << space
    return found


def _spaces(provinces: Mapping[Province, ProvinceFacts]) -> Iterator[Location]:
    for code, facts in provinces.items():
        yield code
        yield from (f"{code}/{slot}" for slot in facts.slots)


def _ways(
    locations: tuple[Location, ...],
    number: Mapping[Location, int],
    borders: Mapping[Location, frozenset[Location]],
    passages: frozenset[Passage],
    closed: frozenset[Passage],
    kind: UnitKind,
) -> tuple[tuple[int, ...], ...]:
    ends = {here: set(borders.get(here, ())) for here in locations}
    for one, start, end in passages:
        if one == kind:
            ends[start].add(end)
    for one, start, end in closed:
        if one == kind:
            ends[start].discard(end)
    return tuple(tuple(sorted(number[end] for end in ends[here])) for here in locations)
