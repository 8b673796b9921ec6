"""Units put on the map one after another: each must be able to stand there, where none stands yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wartable.engine.errors import BadData
from wartable.engine.words import capitalised
from wartable.games.adjudication.orders import Province, Unit
from wartable.games.adjudication.words import a_kind, place_words
from wartable.games.diplomacy.variant import Variant


def check_units(variant: Variant, units: Iterable[Unit]) -> None:
    """Raise `BadData` with every unit that cannot stand where it is put, and what would be right."""
    if faults := list(_faults(variant, units)):
        raise BadData("\n".join(faults))


def _faults(variant: Variant, units: Iterable[Unit]) -> Iterator[str]:
    taken: dict[Province, Unit] = {}
    for unit in units:
        if not variant.map.can_stand(unit):
            yield _cannot_stand(variant, unit)
        if unit.province in taken:
            yield f"{unit} cannot stand where {taken[unit.province]} stands."
        taken[unit.province] = unit


def _cannot_stand(variant: Variant, unit: Unit) -> str:
    facts, place = variant.provinces[unit.province], place_words(variant.map, unit.province)
    known = variant.map.kinds.get(unit.kind)
    if known is None or not known.afloat:
        kind = capitalised(a_kind(variant.map, unit)) if unit.kind != "A" else "an army"
        on_coast = unit.at != unit.province and unit.province in variant.map.steps.get(unit.kind, {})
        return f"{unit}: {kind} {f'in {place} stands on no coast' if on_coast else f'cannot stand in {place}'}."
    if facts.coasts:
        named = " or ".join(f"{unit.province}/{coast}" for coast in facts.coasts)
        return f"{unit}: a fleet in {place} stands on one of its coasts, {named}."
    return f"{unit}: a fleet cannot stand in {place}{': it has no coast' if facts.kind == 'inland' else ''}."
