"""Where the easy level sends figures: strikes, guards, the walk to Mount Doom, the hunt, and the Dead."""

from __future__ import annotations

from random import Random
from typing import Final

from wartable.bots.diplomacy.ring.places import FAR
from wartable.games.adjudication.orders import AnyOrder, Call, Hold, Move, Power, Province, Unit
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.ringmap import RingMap
from wartable.games.diplomacy.ring.state import RingState
from wartable.games.ring_figures.courses import moves_of
from wartable.games.ring_figures.kinds import BEARER, DEAD, EAGLES, MOUNT_DOOM, NAZGUL, RIDERS
from wartable.games.ring_figures.realm import steps_to

CROWD: Final = 2
"""So many evil units next to a good one make it call the Dead."""


def open_orders(on: RingMap, state: RingState, power: Power, goes: set[Province], rng: Random) -> list[AnyOrder]:
    """Return the orders for the Nazgul or the Great Eagles, if a power leads them; `goes` is where its units go."""
    at = figures_of(state.position).at
    if NAZGUL in at and power == "mordor":
        return [_strike(on, state, at[NAZGUL], goes, rng)]
    if EAGLES in at and power == on.leads_eagles(state.position):
        return [_guard(on, state, at[EAGLES], rng)]
    return []


def _strike(on: RingMap, state: RingState, start: Province, goes: set[Province], rng: Random) -> AnyOrder:
    """Strike a good unit, best one where an own unit goes."""
    good = _places(on, state, "good")
    scores = {move: 2 * (move.to in good) + (move.to in goes) + rng.random() for move in moves_of(on, NAZGUL, start)}
    best = max(scores, key=lambda move: scores[move])
    return best if scores[best] > 1 else Hold(Unit(NAZGUL, start))


def _guard(on: RingMap, state: RingState, start: Province, rng: Random) -> AnyOrder:
    """Guard a good unit that the Nazgul could strike, one of the leader's own if there is one."""
    at = figures_of(state.position).at
    reach = {move.to for move in moves_of(on, NAZGUL, at[NAZGUL])} if NAZGUL in at else set[Province]()
    good, own = _places(on, state, "good"), {u.at for u in state.position.units.get("gondor", ())}
    moves: list[AnyOrder] = [Hold(Unit(EAGLES, start)), *moves_of(on, EAGLES, start)]

    def score(order: AnyOrder) -> float:
        place = order.to if isinstance(order, Move) else start
        return (place in reach) * (2 * (place in good) + (place in own)) + rng.random()

    return max(moves, key=score)


def _places(on: RingMap, state: RingState, side: str) -> set[Province]:
    return {unit.at for power, units in state.position.units.items() if on.side(power) == side for unit in units}


def hidden_orders(on: RingMap, state: RingState, power: Power, rng: Random) -> list[AnyOrder]:
    """Return the orders for hidden figures that a power leads, and a call of the Dead."""
    at = figures_of(state.position)
    found: list[AnyOrder] = []
    if BEARER in at.at and power == state.controller:
        found.append(_walk(on, state, at.at[BEARER], rng))
    if RIDERS in at.at and power == "mordor":
        found.append(_hunt(on, state, at.at[RIDERS]))
    if at.dead and power == "gondor" and (call := _call(on, state, rng)):
        found.append(call)
    return found


def _walk(on: RingMap, state: RingState, start: Province, rng: Random) -> AnyOrder:
    """Walk to Mount Doom while ahead in centres, over places where nobody stands; else wander where nobody is near."""
    standing = _places(on, state, "good") | _places(on, state, "evil") | {MOUNT_DOOM}
    ahead = _is_ahead(state)
    if ahead:
        standing.discard(MOUNT_DOOM)
    steps = steps_to(on.wild, [MOUNT_DOOM])
    evil = _places(on, state, "evil")
    moves: list[AnyOrder] = [Hold(Unit(BEARER, start)), *moves_of(on, BEARER, start)]

    def score(order: AnyOrder) -> float:
        place = order.to if isinstance(order, Move) else start
        danger = 10 * (isinstance(order, Move) and place in standing) + len(evil & on.armies.get(place, frozenset()))
        return danger + (3 * steps.get(place, FAR) if ahead else 0) + rng.random()

    return min(moves, key=score)


def _is_ahead(state: RingState) -> bool:
    mine = {state.powers[number] for number in state.led(state.leaders[state.powers.index(state.controller)])}
    sizes = {power: len(state.position.centres(power)) for power in state.survivors}
    return max((sizes.get(power, 0) for power in mine), default=0) >= max(sizes.values(), default=0)


def _hunt(on: RingMap, state: RingState, start: Province) -> AnyOrder:
    """Go to where the ring-bearer is near on the whole, of all places where it may be."""
    if state.tables is None:
        return Hold(Unit(RIDERS, start))
    places = list(on.provinces)
    maybe = [place for number, place in enumerate(places) if state.tables.mordor[number]]
    moves: list[AnyOrder] = [Hold(Unit(RIDERS, start)), *moves_of(on, RIDERS, start)]

    def score(order: AnyOrder) -> float:
        steps = steps_to(on.wild, [order.to if isinstance(order, Move) else start])
        return sum(steps.get(place, FAR) for place in maybe)

    return min(moves, key=score)


def _call(on: RingMap, state: RingState, rng: Random) -> Call | None:
    """Call the Dead where most evil units stand next to a good one, if they are several."""
    evil = _places(on, state, "evil")
    crowds = {place: len(evil & on.armies.get(place, frozenset())) for place in sorted(_places(on, state, "good"))}
    best = max(crowds, key=lambda place: crowds[place], default="")
    if not best or crowds[best] < CROWD or rng.randrange(2):
        return None
    return Call(Unit(DEAD, best))
