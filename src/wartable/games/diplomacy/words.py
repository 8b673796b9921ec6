"""Places, units and powers in words, as sentences about a game name them."""

from __future__ import annotations

from wartable.games.diplomacy.orders import Location, Power, Unit, coast_of, province_of
from wartable.games.diplomacy.variant import Variant

COASTS = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}
"""What the marks of coasts stand for."""


def place_words(variant: Variant, location: Location) -> str:
    """Return a location in full: `Spain`, `Spain (north coast)`; a code the map does not know stays as it is."""
    facts = variant.provinces.get(province_of(location))
    name = facts.name if facts else province_of(location)
    coast = coast_of(location)
    return f"{name} ({COASTS.get(coast, coast)})" if coast else name


def season_words(variant: Variant, season: str) -> str:
    """Return what players call a season, with a capital: `Autumn`; one the calendar does not know stays as it is."""
    called = next((step.called for step in variant.calendar.seasons if step.season == season), "")
    return (called or season).capitalize()


def kind_words(unit: Unit) -> str:
    """Return `army` or `fleet`."""
    return "army" if unit.kind == "A" else "fleet"


def unit_words(variant: Variant, unit: Unit) -> str:
    """Return a unit in full: `the army in Munich`, `the fleet in Spain (north coast)`."""
    return f"the {kind_words(unit)} in {place_words(variant, unit.at)}"


def power_words(variant: Variant, power: Power) -> str:
    """Return the name of a power; an id the variant does not know stays as it is."""
    facts = variant.powers.get(power)
    return facts.name if facts else power


def capitalised(sentence: str) -> str:
    """Return a sentence with its first letter large and the others left alone."""
    return sentence[:1].upper() + sentence[1:]
