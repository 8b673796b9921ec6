"""Places, units and powers in words, as sentences about a game name them."""

from __future__ import annotations

from wartable.games.adjudication.map import Map
from wartable.games.adjudication.orders import Location, Power, Unit, coast_of, province_of

COASTS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast", "CITY": "city"}
"""What the marks of coasts and slots stand for."""


def place_words(on: Map, location: Location) -> str:
    """Return a location in full: `Spain`, `Spain (north coast)`; a code the map does not know stays as it is."""
    area = on.provinces.get(province_of(location))
    name = area.name if area else province_of(location)
    coast = coast_of(location)
    return f"{name} ({COASTS.get(coast, coast)})" if coast else name


def kind_words(on: Map, unit: Unit) -> str:
    """Return `army`, `fleet` or whatever the map calls the kind, after the name of a class: `elite army`.

    A class that is many is named alone: `cavalry`.
    """
    kind, of_class = on.kinds.get(unit.kind), on.classes.get(unit.unit_class)
    name = kind.name if kind else unit.kind
    if of_class is None:
        return name
    return of_class.name if of_class.many else f"{of_class.name} {name}"


def _is_many(on: Map, unit: Unit) -> bool:
    known = on.classes.get(unit.unit_class) or on.kinds.get(unit.kind)
    return known is not None and known.many


def a_kind(on: Map, unit: Unit) -> str:
    """Return `an army`, `a fleet`, or the name alone of a kind that is many: `cavalry`."""
    name = kind_words(on, unit)
    if _is_many(on, unit):
        return name
    return f"{'an' if name[:1] in 'aeiou' else 'a'} {name}"


def is_or_are(on: Map, unit: Unit) -> str:
    """Return the verb that goes with a unit: the army `is`, the elite archers `are`."""
    return "are" if _is_many(on, unit) else "is"


def has_or_have(on: Map, unit: Unit) -> str:
    """Return the verb that goes with a unit: the army `has`, the elite archers `have`."""
    return "have" if is_or_are(on, unit) == "are" else "has"


def it_or_they(on: Map, unit: Unit) -> str:
    """Return the pronoun of a unit: the army is `it`, the elite archers `they`."""
    return "they" if is_or_are(on, unit) == "are" else "it"


def unit_words(on: Map, unit: Unit) -> str:
    """Return a unit in full: `the army in Munich`, `the fleet in Spain (north coast)`."""
    return f"the {kind_words(on, unit)} in {place_words(on, unit.at)}"


def power_words(on: Map, power: Power) -> str:
    """Return the name of a power; an id the map does not know stays as it is."""
    return on.powers.get(power, power)
