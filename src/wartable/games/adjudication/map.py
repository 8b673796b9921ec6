"""A map as the adjudicator takes it: areas, who may step where, and the kinds and classes of units, all as tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from wartable.games.adjudication.conditions import ORDINARY, Traits
from wartable.games.adjudication.orders import Location, Power, Province, Unit, UnitKind

Terrain: TypeAlias = Literal["inland", "coastal", "sea", "impassable"]
Borders: TypeAlias = Mapping[Location, Iterable[Location]]
"""Where a unit may step from each location; written once, under either end, and open both ways."""


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A province: its name, its terrain, its coasts where it has several.

    `slots` are places in it that hold a unit of their own, beside the one in the province itself: the city of
    `MIL/CITY`. `harbour` is true for a coast where a fleet carries armies as one at sea does.
    """

    name: str
    kind: Terrain
    coasts: tuple[str, ...] = ()
    slots: tuple[str, ...] = ()
    harbour: bool = False


class UnitType(msgspec.Struct, frozen=True):
    """A kind of unit: how it is called, how it travels, and what it may turn into.

    A kind that is `afloat` lies at sea or on a coast, on a certain one where a province has several. One that is
    `carried` goes by convoy over fleets that are ordered to carry it, those of a kind that `carries`. `becomes` gives
    for each kind it may convert to the slot where that stands, which is empty for the province itself: a conversion
    into another space of the province is a move, and has to fight for it.
    """

    name: str
    afloat: bool = False
    carried: bool = False
    carries: bool = False
    becomes: Mapping[UnitKind, str] = {}
    traits: Traits = ORDINARY
    beside: bool = False
    """Whether it stands beside other units, in nobody's way: it takes no space, and stages move it."""
    called: bool = False
    """Whether it is nowhere until it is called to a place, and gone again afterwards."""
    many: bool = False
    """Whether its name is that of a people or of many (`cavalry`), which goes without an article."""


class UnitClass(msgspec.Struct, frozen=True):
    """A class of units beside their kind, such as elite: its traits, and how many of it a power may have (0: any).

    A unit keeps its class when it moves, retreats and converts.
    """

    name: str
    traits: Traits = ORDINARY
    limit: int = 0
    many: bool = False
    """Whether its name is that of a people or of many, and says it all: `cavalry`, and not `cavalry army`."""


KINDS: Mapping[UnitKind, UnitType] = {
    "A": UnitType("army", carried=True),
    "F": UnitType("fleet", afloat=True, carries=True),
}
"""Armies and fleets, as most games have them."""


def armies_and_fleets() -> Mapping[UnitKind, UnitType]:
    """Return the usual table of kinds."""
    return KINDS


class Map(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """A map: provinces, borders by kind of unit, names of powers, and the tables of kinds and classes.

    `supports` are places a kind of unit may help in beside those it may enter, one way: a garrison's the field around.
    """

    provinces: Mapping[Province, Area]
    borders: Mapping[UnitKind, Borders]
    powers: Mapping[Power, str] = {}
    kinds: Mapping[UnitKind, UnitType] = msgspec.field(default_factory=armies_and_fleets)
    classes: Mapping[str, UnitClass] = {}
    supports: Mapping[UnitKind, Borders] = {}

    @cached_property
    def steps(self) -> Mapping[UnitKind, Mapping[Location, frozenset[Location]]]:
        """Where each kind of unit may step from every location it may stand in; an island has no way out."""
        return {kind: self._steps(kind) for kind in self.kinds}

    def _steps(self, kind: UnitKind) -> dict[Location, frozenset[Location]]:
        found = both_ways(self.borders.get(kind, {}))
        if not self.kinds[kind].afloat:
            land = (code for code, area in self.provinces.items() if area.kind in {"inland", "coastal"})
            found = dict.fromkeys(land, frozenset[Location]()) | found
        return found

    def can_stand(self, unit: Unit) -> bool:
        """Whether a unit of its kind can be at its location at all."""
        return unit.at in self.steps.get(unit.kind, {})

    def traits(self, unit: Unit) -> Traits:
        """Return what a unit has by its class, or else by its kind."""
        known = self.classes.get(unit.unit_class) if unit.unit_class else None
        return self.kinds[unit.kind].traits if known is None else known.traits

    @cached_property
    def uniform(self) -> bool:
        """Whether all units have the traits of ordinary ones, whatever they are."""
        traits = [kind.traits for kind in self.kinds.values()] + [one.traits for one in self.classes.values()]
        return all(one == ORDINARY for one in traits)

    def converted(self, unit: Unit, into: UnitKind, coast: str = "") -> Unit | None:
        """Return what a unit becomes by converting into a kind; nothing where its own does not turn into that."""
        slot = self.kinds[unit.kind].becomes.get(into)
        if slot is None:
            return None
        part = slot or (coast if self.kinds[into].afloat else "")
        return Unit(into, f"{unit.province}/{part}" if part else unit.province, unit.unit_class)


def both_ways(borders: Borders) -> dict[Location, frozenset[Location]]:
    """Return for each place the places it borders."""
    found: dict[Location, set[Location]] = {}
    for one, others in borders.items():
        for other in others:
            found.setdefault(one, set()).add(other)
            found.setdefault(other, set()).add(one)
    return {place: frozenset(others) for place, others in found.items()}


def province_slots(provinces: Mapping[Province, Area]) -> Iterator[Location]:
    """Yield all spaces: every province, and after it the slots in it."""
    for code, area in provinces.items():
        yield code
        yield from (f"{code}/{slot}" for slot in area.slots)
