"""The map that the adjudicator judges on: fields and cities as spaces of their own, kinds and classes of units.

A province whose city may hold a garrison has a slot beside it: `pavia` is the field, `pavia/CITY` the city. Garrisons
convert out of the city into the field, and field units into the city, by moves between the two. Where the city fills
its province there is no slot, and the garrison stands in the place itself. Coasts are written large there, as the
adjudicator names them in words: `provence/NC`.

Source: rules/machiavelli.md 3, 4, 5.1, 5.11.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wartable.games.adjudication import orders as plain
from wartable.games.adjudication.conditions import Traits
from wartable.games.adjudication.map import Area, Map, UnitClass, UnitType
from wartable.games.machiavelli.board import Board, Province
from wartable.games.machiavelli.orders import UnitName
from wartable.games.machiavelli.state import Place, Unit

CITY = "CITY"
"""The slot of a garrison."""
ELITE = Traits(attack=2, hold=2, hold_moving=2, defend=2, prevent=2, support=2)
FAST = Traits(steps=2)
UNCUT = "a garrison's support is not cut"
KINDS: Mapping[str, UnitType] = {
    "A": UnitType("army", carried=True, becomes={"G": CITY}),
    "F": UnitType("fleet", afloat=True, carries=True, becomes={"G": CITY}),
    "G": UnitType("garrison", becomes={"A": "", "F": ""}, traits=Traits(uncut=UNCUT)),
}
CLASSES: Mapping[str, UnitClass] = {
    "citizen_militia": UnitClass("citizen militia"),
    "elite_mercenaries": UnitClass("elite mercenary", ELITE),
    "elite_professionals": UnitClass("elite professional", ELITE),
    "trolls_orcs": UnitClass("trolls and orcs", ELITE, many=True),
    "mumakil": UnitClass("mumakil", ELITE, many=True),
    "worg_riders": UnitClass("worg riders", FAST, many=True),
    "uruk_hai": UnitClass("Uruk-hai", FAST, many=True),
    "elite_archers": UnitClass("elite archers", ELITE, many=True),
    "cavalry": UnitClass("cavalry", FAST, many=True),
    "ents": UnitClass("Ents", ELITE, many=True),
}
"""Classes of units by their id; what they cost stands in the tables."""


def strength_of(unit: Unit) -> int:
    """Return what a unit counts by its class (machiavelli 3.1)."""
    return CLASSES[unit.unit_class].traits.attack if unit.unit_class in CLASSES else 1


def steps_of(unit: Unit) -> int:
    """Return how many provinces a unit goes in a campaign: an army of some classes two (machiavelli 18.5)."""
    return CLASSES[unit.unit_class].traits.steps if unit.kind == "A" and unit.unit_class in CLASSES else 1


def may_sail(unit_class: str) -> bool:
    """Whether units of a class can be fleets: peoples of Middle-earth cannot (machiavelli 18.5)."""
    return not (unit_class in CLASSES and CLASSES[unit_class].many)


def make_map(
    board: Board, walled: Iterable[Place], out: Iterable[Place], powers: Mapping[str, str], *, coastal_transport: bool
) -> Map:
    """Return the map of a board; `walled` are the cities that may hold a garrison, `out` places not in play."""
    gone, within = set(out), set(walled)
    slots = [place for place in within - gone if not board.provinces[place].fills]
    return Map(
        provinces={
            place: _area(facts, slot=place in slots, harbour=coastal_transport)
            for place, facts in board.provinces.items()
            if place not in gone
        },
        borders={
            "A": _borders(board.army_borders, gone),
            "F": _borders(board.fleet_borders, gone),
            "G": {f"{place}/{CITY}": (place,) for place in sorted(slots)},
        },
        powers=powers,
        kinds=KINDS,
        classes=CLASSES,
    )


def _area(facts: Province, *, slot: bool, harbour: bool) -> Area:
    kind = "coastal" if facts.fills else facts.kind
    harbour = (harbour and kind == "coastal") or (facts.fills and facts.kind == "sea")
    return Area(facts.name, kind, tuple(map(str.upper, facts.coasts)), (CITY,) if slot else (), harbour)


def _borders(borders: Mapping[str, tuple[str, ...]], gone: set[Place]) -> dict[str, tuple[str, ...]]:
    return {
        large(one): tuple(large(other) for other in others if place_of(other) not in gone)
        for one, others in borders.items()
        if place_of(one) not in gone
    }


def place_of(at: str) -> Place:
    """Return the place of a location: `provence` of `provence/nc`."""
    return at.partition("/")[0]


def large(at: str) -> str:
    """Return a location as the adjudicator writes it: `provence/NC` for `provence/nc`."""
    place, slash, coast = at.partition("/")
    return f"{place}{slash}{coast.upper()}"


def small(at: str) -> tuple[Place, str]:
    """Return place and coast of a location of the adjudicator; a city has no coast."""
    place, _, coast = at.partition("/")
    return place, "" if coast == CITY else coast.lower()


def location(board: Board, unit: Unit | UnitName) -> str:
    """Return where a unit stands for the adjudicator."""
    if unit.kind == "G" and not board.provinces[unit.place].fills:
        return f"{unit.place}/{CITY}"
    return f"{unit.place}/{unit.coast.upper()}" if unit.coast else unit.place


def piece(board: Board, unit: Unit) -> plain.Unit:
    """Return a unit as the adjudicator has it."""
    return plain.Unit(unit.kind, location(board, unit), "" if unit.unit_class == "regular" else unit.unit_class)


def pieces(board: Board, units: Iterable[Unit]) -> dict[str, list[plain.Unit]]:
    """Return units by their owner, as the adjudicator has them."""
    found: dict[str, list[plain.Unit]] = {}
    for unit in units:
        found.setdefault(unit.owner, []).append(piece(board, unit))
    return found


def named(position_unit: Unit) -> UnitName:
    """Return a unit as orders name it."""
    return UnitName(position_unit.kind, position_unit.place, position_unit.coast)
