"""What places are worth to a power of ring diplomacy, and how far figures are from one another."""

from __future__ import annotations

from typing import Final

from wartable.games.adjudication.orders import Power, Province
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.ring.ringmap import RingMap

NEUTRAL: Final = 1.1
"""Worth of a centre that nobody owns."""
FOREIGN: Final = 1.0
ALLIED: Final = 0.4
"""Worth of a centre of a power of the same side."""
LOST_HOME: Final = 1.4
GUARD: Final = 0.4
"""Worth of standing in an own centre for each foreign unit next to it, up to two."""
SPREAD: Final = 0.3
"""Share of its worth that a place hands to each neighbour."""
ROUNDS: Final = 5
FAR: Final = 99


def worth_of(on: RingMap, position: Position, power: Power) -> dict[Province, float]:
    """Return what it is worth to a power to have a unit in each province: about 1 for a centre to be taken."""
    foes = {unit.at for other, units in position.units.items() if other != power for unit in units}
    bare = {
        place: _centre(on, position, power, place, foes) if facts.centre else 0.0
        for place, facts in on.provinces.items()
    }
    near, total, fade = bare, dict(bare), 1.0
    for _ in range(ROUNDS):
        fade *= 0.5
        near = {
            place: SPREAD * (near[place] + sum(near[way] for way in on.armies.get(place, ()))) for place in on.provinces
        }
        total = {place: total[place] + fade * near[place] for place in on.provinces}
    return total


def _centre(on: RingMap, position: Position, power: Power, place: Province, foes: set[Province]) -> float:
    owner = position.owners.get(place, "")
    if owner == power:
        return LOST_HOME if place in foes else GUARD * min(2, len(foes & on.armies[place]))
    if not owner:
        return NEUTRAL
    if place in on.powers[power].home:
        return LOST_HOME
    return ALLIED if on.side(owner) == on.side(power) else FOREIGN
