"""How far provinces are from centres, for removals by rule: steps over borders, the coasts of one province as one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from wartable.games.diplomacy.orders import Location, Province, UnitKind, province_of
from wartable.games.diplomacy.variant import Variant

FAR = 1_000_000
"""Distance of a unit that cannot reach any of the centres in question."""
Borders = Mapping[Province, frozenset[Province]]


def distances(
    variant: Variant, centres: Iterable[Province], kinds: tuple[UnitKind, ...] = ("A", "F")
) -> Mapping[Province, int]:
    """Return the fewest steps from the nearest of some centres to each province that can be reached from them.

    `kinds` says whose borders may be walked: those of armies, of fleets, or of both.
    """
    borders = _borders(variant, kinds)
    found = dict.fromkeys(centres, 0)
    edge = list(found)
    while edge:
        edge = [place for one in edge for place in _new(borders.get(one, frozenset()), found, found[one] + 1)]
    return found


def _new(places: Iterable[Province], found: dict[Province, int], steps: int) -> list[Province]:
    new = [place for place in places if place not in found]
    found.update(dict.fromkeys(new, steps))
    return new


def _borders(variant: Variant, kinds: tuple[UnitKind, ...]) -> Borders:
    """Return who borders whom, put together at the first call and kept with the variant."""
    kept: dict[tuple[UnitKind, ...], Borders] = vars(variant).setdefault("borders", {})
    if kinds not in kept:
        tables = [variant.armies if kind == "A" else variant.fleets for kind in kinds]
        kept[kinds] = _merged(tables)
    return kept[kinds]


def _merged(tables: Iterable[Mapping[Location, frozenset[Location]]]) -> Borders:
    found: dict[Province, set[Province]] = {}
    for table in tables:
        for here, others in table.items():
            found.setdefault(province_of(here), set()).update(province_of(other) for other in others)
    return {place: frozenset(others - {place}) for place, others in found.items()}
