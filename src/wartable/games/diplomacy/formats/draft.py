"""A map being read from a file of another program, until it is whole enough to be a variant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

import msgspec

from wartable.engine.errors import BadData
from wartable.games.adjudication.orders import Location, Power, Province, UnitKind
from wartable.games.diplomacy.faults import variant_faults
from wartable.games.diplomacy.variant import (
    BuildSites,
    Calendar,
    PowerFacts,
    ProvinceFacts,
    Season,
    Variant,
    Victory,
)

USUAL_YEAR = (
    Season("spring", "movement"),
    Season("spring", "retreats"),
    Season("fall", "movement"),
    Season("fall", "retreats", counts=True),
    Season("winter", "adjustments"),
)
"""The calendar of every map in these formats."""


class Imported(msgspec.Struct, frozen=True):
    """A variant made from a file, and what of the file it does not hold."""

    variant: Variant
    notes: tuple[str, ...] = ()


class DraftPower(msgspec.Struct):
    """A power as read so far."""

    name: str
    adjective: str
    home: list[Province] = []
    units: dict[Province, str] = {}


def no_borders() -> dict[UnitKind, set[tuple[Location, Location]]]:
    """Return no borders for either kind of unit."""
    return {"A": set(), "F": set()}


class Draft(msgspec.Struct):
    """A map as read so far; borders are pairs of locations, from either end or both."""

    provinces: dict[Province, ProvinceFacts] = {}
    powers: dict[Power, DraftPower] = {}
    neutral: dict[Province, None] = {}
    borders: dict[UnitKind, set[tuple[Location, Location]]] = msgspec.field(default_factory=no_borders)
    first_year: int = 1901
    victory: int = 0
    builds: BuildSites = "home"
    notes: list[str] = []


def finish(draft: Draft, key: str, title: str, source: str) -> Imported:
    """Make a variant of a draft; raises `BadData` with everything that is wrong with it."""
    centres = {*draft.neutral, *(home for power in draft.powers.values() for home in power.home)}
    unknown = sorted(centres - set(draft.provinces))
    if unknown:
        message = f"{title}: these centres are no places of the map: {', '.join(unknown)}."
        raise BadData(message)
    if not draft.powers:
        message = f"{title} has no powers."
        raise BadData(message)
    variant = Variant(
        schema="wartable-variant/1",
        key=slug(key),
        title=title,
        provenance=source,
        powers={power: _power(facts) for power, facts in draft.powers.items()},
        calendar=Calendar(draft.first_year, USUAL_YEAR),
        victory=Victory(centres=draft.victory or len(centres) // 2 + 1),
        provinces={code: _with_centre(facts, code in centres) for code, facts in draft.provinces.items()},
        army_borders=_listed(draft.borders["A"]),
        fleet_borders=_listed(draft.borders["F"]),
        builds=draft.builds,
    )
    if faults := variant_faults(variant):
        raise BadData("\n".join(f"{title}: {fault}" for fault in faults))
    return Imported(variant, (*_one_sided(draft), *draft.notes))


def slug(text: str) -> str:
    """Return a name as a key: small letters, digits and hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", text.casefold()).strip("-") or "map"


def _power(facts: DraftPower) -> PowerFacts:
    return PowerFacts(facts.name, facts.adjective, tuple(dict.fromkeys(facts.home)), tuple(facts.units.values()))


def _with_centre(facts: ProvinceFacts, centre: bool) -> ProvinceFacts:  # noqa: FBT001 - a field of the facts
    return msgspec.structs.replace(facts, centre=centre)


def _listed(pairs: Iterable[tuple[Location, Location]]) -> Mapping[Location, tuple[Location, ...]]:
    """List every border once, under the end that comes first in the alphabet."""
    found: dict[Location, list[Location]] = {}
    for one, other in sorted({(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]}):
        found.setdefault(one, []).append(other)
    return {one: tuple(others) for one, others in found.items()}


def _one_sided(draft: Draft) -> list[str]:
    """Note borders that the file states from one end only; a variant has them from both."""
    return [
        f"{one} borders {other} for {'armies' if kind == 'A' else 'fleets'} only by one side of the file"
        for kind, pairs in draft.borders.items()
        for one, other in sorted(pairs)
        if (other, one) not in pairs and one != other
    ]
