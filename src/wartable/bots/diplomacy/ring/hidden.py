"""The hidden figures: the ring-bearer's way to Mount Doom, the riders' hunt, and their answer when it is seen.

Both go by what is known of the other: sets of places it may be in, kept by the game for each of the two leaders.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from wartable.bots.diplomacy.ring.places import FAR
from wartable.bots.diplomacy.ring.prizes import WON, prize
from wartable.bots.diplomacy.ring.scene import RingScene
from wartable.bots.diplomacy.ring.strikes import end_of, stay
from wartable.games.adjudication.orders import MovementOrder, Province
from wartable.games.adjudication.routes import bits
from wartable.games.ring_figures.courses import moves_of
from wartable.games.ring_figures.kinds import BEARER, MOUNT_DOOM, RIDERS
from wartable.games.ring_figures.realm import steps_to
from wartable.games.ring_figures.tables import places_of

SEEN: Final = 1.2
"""What being seen costs, in provinces farther from Mount Doom."""
FOUND: Final = 0.12
"""How likely each unit next to a place is taken to come there."""
CAUGHT: Final = 8.0
"""What being caught costs whoever does not win by it, for a loss of one game."""
CATCH: Final = 10.0
"""What catching is worth, for a gain of one game."""
KEEPS_OFF: Final = 0.02
"""What being near counts where catching would lose the game."""
STAYS: Final = 0.3
"""How likely the ring-bearer is taken to stay where it is."""


def hidden_orders(scene: RingScene) -> list[MovementOrder]:
    """Return the orders of hidden figures that the power leads."""
    found = [_walk(scene, scene.figures[BEARER])] if BEARER in scene.figures else []
    return [*found, _hunt(scene, scene.figures[RIDERS])] if RIDERS in scene.figures and scene.ring else found


def _orders(scene: RingScene, kind: str, start: Province) -> list[MovementOrder]:
    return [stay(kind, start), *moves_of(scene.on, kind, start)]


# The ring-bearer


def _walk(scene: RingScene, start: Province) -> MovementOrder:
    """Go to Mount Doom where that wins; else wait near it, unseen and away from the riders."""
    doom = "doom" in scene.ring_state.options.sudden_death
    wins = doom and prize(scene, caught=False) >= WON
    cost = -CAUGHT * min(0.0, prize(scene, caught=True))
    steps = steps_to(scene.on.wild, [MOUNT_DOOM]) if doom else {}
    riders = _riders(scene, start)

    def score(order: MovementOrder) -> float:
        place = end_of(order)
        if place == MOUNT_DOOM and doom:
            return -FAR if wins else FAR
        danger = cost * _come(scene, riders, place)
        return steps.get(place, 0) + SEEN * _seen(scene, order) + danger + 0.1 * scene.rng.random()

    return min(_orders(scene, BEARER, start), key=score)


def _riders(scene: RingScene, start: Province) -> list[Province]:
    """Return where the riders may be, as the leader of the ring-bearer knows."""
    places, tables = places_of(scene.on), scene.ring_state.tables
    return [places[number] for number in bits(tables.bearer[places.index(start)])] if tables else []


def _come(scene: RingScene, riders: list[Province], place: Province) -> float:
    """Return how likely the riders come to a place, if they like to: the share of their places next to it."""
    near = {place, *scene.on.wild.get(place, ())}
    return sum(rider in near for rider in riders) / max(1, len(riders))


def _seen(scene: RingScene, order: MovementOrder) -> float:
    """Return how likely the ring-bearer is seen if it goes so."""
    place = end_of(order)
    if place != order.unit.at and (scene.unit_in(place) >= 0 or place in _open_figures(scene)):
        return 1.0
    space = 1 << scene.ground.network.space_named[place]
    near = sum(bool(reach & space) for reach in scene.table.reach)
    return 1 - (1 - FOUND) ** near


def _open_figures(scene: RingScene) -> set[Province]:
    return {place for kind, place in scene.figures.items() if kind not in {BEARER, RIDERS}}


# The black riders


def _hunt(scene: RingScene, start: Province) -> MovementOrder:
    """Catch the ring-bearer where that wins, or else be near it; keep away where another would win by that."""
    maybe = _believed(scene)
    if not maybe:
        return stay(RIDERS, start)
    gain, total = prize(scene, caught=True), sum(maybe.values())
    nearness = 1.0 if gain >= 0 else KEEPS_OFF

    def score(order: MovementOrder) -> float:
        place = end_of(order)
        steps = steps_to(scene.on.wild, [place])
        far = sum(weight * steps.get(other, FAR) for other, weight in maybe.items())
        return (CATCH * gain * _meets(scene, maybe, place) - nearness * far) / total + 0.01 * scene.rng.random()

    return max(_orders(scene, RIDERS, start), key=score)


def _believed(scene: RingScene) -> Mapping[Province, float]:
    """Return how likely the ring-bearer is in each place, as Mordor knows: rather near to Mount Doom than far."""
    places, tables = places_of(scene.on), scene.ring_state.tables
    steps = steps_to(scene.on.wild, [MOUNT_DOOM])
    able = [places[number] for number, riders in enumerate(tables.mordor) if riders] if tables else []
    return {place: 1 / (1 + steps.get(place, FAR)) for place in able}


def _meets(scene: RingScene, maybe: Mapping[Province, float], place: Province) -> float:
    """Return how likely the ring-bearer ends in a place, times the sum of all likelihoods."""
    near = scene.on.wild.get(place, frozenset())
    comes = sum(weight / (1 + len(scene.on.wild[other])) for other, weight in maybe.items() if other in near)
    return STAYS * maybe.get(place, 0.0) + (1 - STAYS) * comes


def pursues(scene: RingScene) -> bool:
    """Whether the riders go to the ring-bearer that has been seen: where that wins or shares the game."""
    return prize(scene, caught=True) > 0
