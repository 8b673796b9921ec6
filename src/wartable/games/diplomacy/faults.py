"""What is wrong with a map of Diplomacy that could be read: names that lead nowhere, and what nobody could play on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from wartable.engine.words import hint, listed
from wartable.games.adjudication.orders import Unit, province_of
from wartable.games.diplomacy.rulings import PRESETS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from wartable.games.adjudication.orders import Location, Power, Province
    from wartable.games.diplomacy.variant import PowerFacts, Variant

_CLOSED_TO = {"A": ("sea", "armies"), "F": ("inland", "fleets")}
"""The kind of province that a kind of unit never enters, and what such units are called."""


def read_unit(text: str) -> Unit:
    """Read `F STP/SC` as written in variant files."""
    kind, at = text.split()
    return Unit(kind, at)


def variant_faults(variant: Variant) -> list[str]:
    """Say everything that is wrong with a variant: references that lead nowhere, borders and units that cannot be."""
    faults = [*_of_borders(variant), *_of_rules(variant)]
    for power, facts in variant.powers.items():
        faults += _of_power(variant, power, facts)
    return faults


def _of_borders(variant: Variant) -> Iterator[str]:
    known = variant.provinces
    named = {place for table in (variant.armies, variant.fleets) for place in table}
    for code in sorted({province_of(place) for place in named} - set(known)):
        yield f"the border names {code}, which is no province. {hint(code, known)}"
    for place in sorted(place for place in named if "/" in place and not _has_part(variant, place)):
        yield f"the border names {place}, a coast that is not there"
    for kind, field in (("A", "army_borders"), ("F", "fleet_borders")):
        listed: Mapping[Location, Sequence[Location]] = getattr(variant, field)
        yield from (f"{field}: {one} borders on itself" for one, others in listed.items() if one in others)
        used = sorted({place for one, others in listed.items() for place in (one, *others)})
        yield from (f"{field}: {fault}" for place in used if (fault := _of_place(variant, kind, place)))


def _of_place(variant: Variant, kind: str, place: Location) -> str:
    """Say why units of a kind can never be at a place that exists; empty where they can."""
    facts = variant.provinces.get(province_of(place))
    closed, units = _CLOSED_TO[kind]
    if facts is None:
        return ""
    if facts.kind == closed:
        return f"{place} is {'a sea' if closed == 'sea' else 'inland'}, where no {units} go"
    if kind == "F" and facts.coasts and "/" not in place:
        return f"{place} has coasts of its own; say which: {', '.join(f'{place}/{coast}' for coast in facts.coasts)}"
    return ""


def _of_rules(variant: Variant) -> Iterator[str]:
    if variant.rulings not in PRESETS:
        yield f"rulings: there are no rulings {variant.rulings!r}. {hint(variant.rulings, PRESETS)}"
    if not variant.calendar.seasons or variant.calendar.seasons[0].kind != "movement":
        yield "calendar: a year begins with a movement phase"


def _of_power(variant: Variant, power: Power, facts: PowerFacts) -> Iterator[str]:
    yield from (f"{power}: home {code} is no centre" for code in facts.home if not _is_centre(variant, code))
    yield from (f"{power}: fortress {code} is no home centre" for code in facts.fortresses if code not in facts.home)
    yield from (f"{power}: country {code} is no province" for code in facts.country if code not in variant.provinces)
    for text in facts.units:
        if text.count(" ") != 1:
            yield f"{power}: {text!r} is no unit; write its kind and where it stands, such as 'A PAR'"
        elif not variant.map.can_stand(unit := read_unit(text)):
            yield f"{power}: {text!r} cannot stand there{_why_not(variant, unit)}"


def _why_not(variant: Variant, unit: Unit) -> str:
    """Say why a unit cannot stand where it does, if that is known."""
    if unit.province not in variant.provinces:
        return f": there is no province {unit.province}. {hint(unit.province, variant.provinces)}"
    if unit.kind not in variant.map.steps:
        return f": there is no kind of unit {unit.kind}. {hint(unit.kind, variant.map.steps)}"
    why = _of_place(variant, unit.kind, unit.at) if unit.kind in _CLOSED_TO else ""
    return f": {why}" if why else ""


def unplayable(variant: Variant) -> list[str]:
    """Say what makes a map that can be read no good to begin a game on.

    A map is held against it where it is checked and brought in, and not where it is read: games go on on older ones.
    """
    homes, places = _by_power(variant, "home"), _by_power(variant, "units")
    found = [
        f"{code} is a home centre of {listed(powers)}; a centre has one owner at the start"
        for code, powers in homes.items()
        if len(powers) > 1
    ]
    found += [
        f"{len(powers)} units begin in {place}, of {listed(sorted(set(powers)))}; a province holds one"
        for place, powers in places.items()
        if len(powers) > 1
    ]
    centres = sum(facts.centre for facts in variant.provinces.values())
    if variant.victory.centres > centres:
        found.append(f"victory: asks for {variant.victory.centres} centres, and the map has {centres}")
    return found


def _by_power(variant: Variant, field: Literal["home", "units"]) -> Mapping[str, list[Power]]:
    """Return the powers that name a centre as their home, or have a unit in a place, by centre or place."""
    found: dict[str, list[Power]] = {}
    for power, facts in variant.powers.items():
        named = facts.home if field == "home" else (_taken(variant, read_unit(text)) for text in facts.units)
        for place in named:
            found.setdefault(place, []).append(power)
    return found


def _taken(variant: Variant, unit: Unit) -> Location:
    """Return what a unit takes up: its province, or the slot in it that holds a unit of its own."""
    facts = variant.provinces.get(unit.province)
    return unit.at if facts is not None and unit.at.partition("/")[2] in facts.slots else unit.province


def _has_part(variant: Variant, place: Location) -> bool:
    """Whether a province has the coast or slot that is named, or is not known at all."""
    province, _, part = place.partition("/")
    facts = variant.provinces.get(province)
    return facts is None or part in (*facts.coasts, *facts.slots)


def _is_centre(variant: Variant, code: Province) -> bool:
    facts = variant.provinces.get(code)
    return facts is not None and facts.centre
