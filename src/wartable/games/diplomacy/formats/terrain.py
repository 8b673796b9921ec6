"""Places of a `.map` file with what they abut, turned into provinces and borders: its letter case says for whom."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from wartable.engine.errors import BadData
from wartable.games.adjudication.map import Terrain as ProvinceKind
from wartable.games.adjudication.orders import Location, Province, coast_of, province_of
from wartable.games.diplomacy.formats.draft import Draft
from wartable.games.diplomacy.variant import ProvinceFacts

_KINDS: Mapping[str, ProvinceKind] = {
    "LAND": "inland",
    "COAST": "coastal",
    "PORT": "coastal",
    "WATER": "sea",
    "SHUT": "impassable",
}
_FOR_FLEETS = frozenset({"WATER", "COAST", "PORT"})
_FOR_ARMIES = frozenset({"LAND", "COAST", "PORT"})


class Terrain(msgspec.Struct, frozen=True):
    """One place or coast: LAND, COAST, WATER, PORT or SHUT, what it abuts as written, and whether fleets stay out."""

    kind: str
    abuts: tuple[str, ...]
    no_fleets: bool = False


def lay_out(
    draft: Draft, names: Mapping[Province, tuple[str, tuple[str, ...]]], terrain: Mapping[Location, Terrain]
) -> None:
    """Put the provinces and borders of a file into a draft; raises `BadData` for a place without terrain."""
    for code, (name, aliases) in names.items():
        here = [place for place in terrain if province_of(place) == code]
        if not here:
            message = f"{name} ({code}) has a name but no terrain."
            raise BadData(message)
        coasts = tuple(coast_of(place) for place in here if coast_of(place))
        facts = terrain.get(code) or terrain[here[0]]
        if facts.kind == "PORT":
            draft.notes.append(f"{name} is a port there: fleets in it do not convoy here")
        draft.provinces[code] = ProvinceFacts(name, _KINDS[facts.kind], coasts=coasts, aliases=aliases)
    for place, facts in terrain.items():
        for word in facts.abuts:
            _border(draft, terrain, place, word)


def _border(draft: Draft, terrain: Mapping[Location, Terrain], place: Location, word: str) -> None:
    """Add the border from a place to one it abuts: `VEN` for both kinds, `ven` for armies, `Ven` for fleets only."""
    there = word.upper()
    if province_of(there) not in draft.provinces or province_of(place) not in draft.provinces:
        missing = there if province_of(there) not in draft.provinces else place
        message = f"{missing} is named in a border but has no name of its own."
        raise BadData(message)
    fleets_only = word[:1].isupper() and word[1:].islower()
    if not coast_of(place) and not fleets_only and _takes(terrain, place, _FOR_ARMIES):
        base = province_of(there)
        if _takes(terrain, base, _FOR_ARMIES):
            draft.borders["A"].add((place, base))
    if not word.islower() and _takes_fleet(terrain, place) and _takes_fleet(terrain, there):
        draft.borders["F"].add((place, there))


def _takes(terrain: Mapping[Location, Terrain], place: Location, kinds: frozenset[str]) -> bool:
    facts = terrain.get(place)
    return facts is not None and facts.kind in kinds


def _takes_fleet(terrain: Mapping[Location, Terrain], place: Location) -> bool:
    facts = terrain.get(place)
    return facts is not None and facts.kind in _FOR_FLEETS and not facts.no_fleets
