"""How far units are from home, for removals by rule: steps over land and sea alike, coasts of one province as one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from wartable.games.diplomacy.orders import Location, Province, province_of
from wartable.games.diplomacy.variant import Variant

FAR = 1_000_000
"""Distance of a unit that cannot reach any of the centres in question."""


def distances(variant: Variant, centres: Iterable[Province]) -> Mapping[Province, int]:
    """Return the fewest steps from the nearest of some centres to each province that can be reached from them."""
    borders = _borders(_frozen(variant.army_borders), _frozen(variant.fleet_borders))
    found = dict.fromkeys(centres, 0)
    edge = list(found)
    while edge:
        edge = [place for one in edge for place in _new(borders.get(one, ()), found, found[one] + 1)]
    return found


def _new(places: Iterable[Province], found: dict[Province, int], steps: int) -> list[Province]:
    new = [place for place in places if place not in found]
    found.update(dict.fromkeys(new, steps))
    return new


_Frozen = tuple[tuple[Location, tuple[Location, ...]], ...]


def _frozen(borders: Mapping[Location, tuple[Location, ...]]) -> _Frozen:
    return tuple(borders.items())


@lru_cache(maxsize=16)
def _borders(army: _Frozen, fleet: _Frozen) -> dict[Province, frozenset[Province]]:
    found: dict[Province, set[Province]] = {}
    for one, others in (*army, *fleet):
        for other in others:
            here, there = province_of(one), province_of(other)
            found.setdefault(here, set()).add(there)
            found.setdefault(there, set()).add(here)
    return {place: frozenset(others - {place}) for place, others in found.items()}
