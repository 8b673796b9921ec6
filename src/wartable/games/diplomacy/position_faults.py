"""What is wrong with a position as such: units where they cannot stand, two in one place, and the like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wartable.engine.words import capitalised
from wartable.games.adjudication.words import place_words, unit_words
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.variant import Variant


def position_faults(variant: Variant, position: Position) -> Iterator[str]:
    """Yield a sentence for everything that no course of the game could lead to."""
    crowd = Counter(unit.province for units in position.units.values() for unit in units)
    yield from (f"{place_words(variant.map, at)} holds {count} units." for at, count in crowd.items() if count > 1)
    dislodged = [one.unit for one in position.dislodged]
    for unit in (*(unit for units in position.units.values() for unit in units), *dislodged):
        if not variant.map.can_stand(unit):
            yield f"{capitalised(unit_words(variant.map, unit))} cannot stand there."
    for province in position.owners:
        facts = variant.provinces.get(province)
        if facts is None or not facts.centre:
            yield f"{place_words(variant.map, province)} is no supply centre."
    if position.dislodged and position.phase.kind != "retreats":
        yield "There are dislodged units, but this is no retreat phase."
