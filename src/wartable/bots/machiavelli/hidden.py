"""Where hidden figures of Middle-earth may be, and what places are worth to them for the levels that think.

Both figures go by what is known of the other: sets of places, kept by the game for each of the two leaders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from wartable.games.adjudication.routes import bits
from wartable.games.machiavelli.lotr.rules import LotrRules
from wartable.games.machiavelli.lotr.state import LotrState
from wartable.games.machiavelli.state import Place
from wartable.games.ring_figures.kinds import BEARER, MOUNT_DOOM
from wartable.games.ring_figures.realm import steps_to, turns_to_doom
from wartable.games.ring_figures.tables import places_of

FAR: Final = 99
"""Steps to a place that cannot be reached."""
CAUGHT: Final = 8.0
"""What being caught costs where Mordor wins by it, in provinces farther from where the ring-bearer wants to be."""
Worth = Callable[[Place], float]
"""What it is worth to bring a figure to a place."""


def wary(rules: LotrRules, state: LotrState, walk: Worth) -> Worth:
    """Return what places are worth to the ring-bearer: those of a walk, less by how likely the riders may come."""
    riders = set(_riders(rules, state))

    def worth(place: Place) -> float:
        near = {place, *rules.wild.get(place, ())}
        return walk(place) - CAUGHT * len(riders & near) / max(1, len(riders))

    return worth


def _riders(rules: LotrRules, state: LotrState) -> Iterable[Place]:
    """Yield where the black riders may be, as the leader of the ring-bearer knows."""
    places, tables = places_of(rules), state.tables
    at = state.position.figures.get(BEARER)
    return (places[number] for number in bits(tables.bearer[places.index(at)])) if tables and at else ()


def chase(rules: LotrRules, state: LotrState) -> Worth | None:
    """Return what places are worth to black riders that want the ring-bearer: near to where it may be, if they know."""
    maybe = _believed(rules, state)
    total = sum(maybe.values())
    if not total:
        return None

    def worth(place: Place) -> float:
        steps = steps_to(rules.wild, [place])
        return -sum(weight * steps.get(other, FAR) for other, weight in maybe.items()) / total

    return worth


def _believed(rules: LotrRules, state: LotrState) -> Mapping[Place, float]:
    """Return how likely the ring-bearer is in each place, as Mordor knows: rather near to Mount Doom than far."""
    places, tables = places_of(rules), state.tables
    doom = turns_to_doom(rules) or {MOUNT_DOOM: 0}
    able = [places[number] for number, riders in enumerate(tables.mordor) if riders] if tables else []
    return {place: 1 / (1 + doom.get(place, FAR)) for place in able}
