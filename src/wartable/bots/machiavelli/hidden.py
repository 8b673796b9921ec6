"""Where the black riders may be, and what places are worth to a ring-bearer that keeps away from them.

It goes by what its leader knows: sets of places that the game keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from wartable.games.adjudication.routes import bits
from wartable.games.machiavelli.lotr.rules import LotrRules
from wartable.games.machiavelli.lotr.state import LotrState
from wartable.games.machiavelli.state import Place
from wartable.games.ring_figures.kinds import BEARER
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
