"""How far units are from centres, for removals by rule: over all borders alike, or as fleets sail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wartable.games.adjudication.orders import Location, Province, province_of
from wartable.games.diplomacy.variant import Variant

FAR = 1_000_000
"""Distance of a unit that cannot reach any of the centres in question."""


def distances(variant: Variant, centres: Iterable[Province]) -> Mapping[Province, int]:
    """Return the fewest steps from the nearest of some centres to each province, over land and sea alike.

    The coasts of one province are as one here.
    """
    return _steps(_borders(variant), centres)


def voyages(variant: Variant, centres: Iterable[Province]) -> Mapping[Location, int]:
    """Return the fewest steps of a fleet to the nearest of some centres from each location; any coast of it will do.

    A fleet never gets from one coast of a province to another without leaving it.
    """
    ends = set(centres)
    return _steps(variant.fleets, sorted(at for at in variant.fleets if province_of(at) in ends))


def _steps(borders: Mapping[str, frozenset[str]], starts: Iterable[str]) -> dict[str, int]:
    found = dict.fromkeys(starts, 0)
    edge, steps = set(found), 0
    while edge:
        steps += 1
        edge = set[str]().union(*[borders[place] for place in edge if place in borders]).difference(found)
        found.update(dict.fromkeys(edge, steps))
    return found


def _borders(variant: Variant) -> Mapping[Province, frozenset[Province]]:
    """Return which province borders which, by land or sea, put together at the first call and kept with the variant."""
    kept: dict[Province, frozenset[Province]] | None = vars(variant).get("borders")
    if kept is None:
        found: dict[Province, set[Province]] = {}
        for table in (variant.armies, variant.fleets):
            for here, others in table.items():
                found.setdefault(province_of(here), set()).update(province_of(other) for other in others)
        kept = vars(variant)["borders"] = {place: frozenset(others - {place}) for place, others in found.items()}
    return kept
