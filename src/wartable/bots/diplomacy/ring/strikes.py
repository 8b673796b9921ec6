"""Whom the Nazgul strike and what the Great Eagles guard: what a strike gains, measured by drafts with and without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple

from wartable.bots.diplomacy.draft import Draft
from wartable.bots.diplomacy.ring.places import FAR
from wartable.bots.diplomacy.ring.scene import RingScene
from wartable.bots.diplomacy.worth import Worth
from wartable.games.adjudication.orders import Hold, Move, MovementOrder, Province, Unit
from wartable.games.adjudication.units import NOBODY
from wartable.games.diplomacy.ring.ringmap import MORDOR
from wartable.games.ring_figures.courses import moves_of
from wartable.games.ring_figures.kinds import EAGLES, NAZGUL
from wartable.games.ring_figures.realm import steps_to

HURT: Final = 0.35
"""What it gains by itself that a unit is driven off, for each point of its strength."""
GUARDED: Final = 0.35
"""How likely the Great Eagles are taken to guard a place in their reach."""
WAVER: Final = 0.25
"""How far gains are blurred, so that strikes and guards cannot be foreseen."""
OTHERS: Final = 0.4
"""What a good unit of somebody else is worth guarding, beside one's own."""


class Strike(NamedTuple):
    """A move of the Nazgul at a unit, and what it gains Mordor if nobody guards the unit, in centres."""

    gain: float
    move: Move
    victim: int


def strikes(scene: RingScene) -> list[Strike]:
    """Return the strikes that the Nazgul can make, the best first."""
    start = scene.figures.get(NAZGUL, "")
    if not start or MORDOR not in scene.on.living(scene.state.position):
        return []
    worth = Worth(scene.table, MORDOR)
    plain = _drafted(scene, worth, NOBODY)
    found = [
        Strike(_drafted(scene, worth, victim) - plain + HURT * scene.table.attack[victim], move, victim)
        for move in moves_of(scene.on, NAZGUL, start)
        if (victim := scene.unit_in(move.to)) != NOBODY and may_strike(scene, victim)
    ]
    return sorted(found, key=lambda strike: (-strike.gain, strike.move.to))


def _drafted(scene: RingScene, worth: Worth, victim: int) -> float:
    """Return what Mordor's draft is worth when a unit has been struck, by what places were worth before."""
    return Draft(worth.over(scene.table_with(victim)), Random(0)).total


def may_strike(scene: RingScene, victim: int) -> bool:
    """Whether the Nazgul would strike a unit: not one of Mordor or its friends, nor one that the rules spare."""
    owner = scene.table.numbered.owner[victim]
    if scene.on.settings.nazgul_spares == "evil" and scene.on.side(owner) == "evil":
        return False
    return owner not in scene.friends.get(MORDOR, (MORDOR,))


def stay(kind: str, place: Province) -> Hold:
    """Return the order of a figure that stays."""
    return Hold(Unit(kind, place))


def end_of(order: MovementOrder) -> Province:
    """Return where a figure with an order ends."""
    return order.to if isinstance(order, Move) else order.unit.at


def guardable(scene: RingScene) -> Iterator[MovementOrder]:
    """Yield what the Great Eagles may be ordered."""
    start = scene.figures[EAGLES]
    yield stay(EAGLES, start)
    yield from moves_of(scene.on, EAGLES, start)


def strike(scene: RingScene, able: Sequence[Strike]) -> Strike | None:
    """Choose a strike: much gained, and not where the Great Eagles can be, but not to be foreseen."""
    guarded = {end_of(order) for order in guardable(scene)} if EAGLES in scene.figures else set[Province]()

    def promise(one: Strike) -> float:
        safe = 1 - GUARDED * (one.move.to in guarded)
        return one.gain * safe * scene.rng.uniform(1 - WAVER, 1 + WAVER)

    return max(able, key=promise, default=None)


def lurk(scene: RingScene) -> MovementOrder:
    """Bring the Nazgul near to units that it may strike later, without striking any now."""
    start = scene.figures[NAZGUL]
    numbered = scene.table.numbered
    foes = [unit.at for number, unit in enumerate(numbered.unit) if may_strike(scene, number)]
    steps = steps_to(scene.on.wild, foes)
    free: list[MovementOrder] = [stay(NAZGUL, start)]
    free += [move for move in moves_of(scene.on, NAZGUL, start) if scene.unit_in(move.to) == NOBODY]
    return min(free, key=lambda order: (steps.get(end_of(order), FAR), end_of(order)))


def guards(scene: RingScene, able: Sequence[Strike]) -> list[tuple[float, MovementOrder]]:
    """Return what the Great Eagles can guard that the Nazgul may strike, with what that saves, the best first."""
    threats = {one.move.to: one for one in able}
    found: list[tuple[float, MovementOrder]] = []
    for order in guardable(scene):
        one = threats.get(end_of(order))
        if one is None:
            continue
        owner = scene.table.numbered.owner[one.victim]
        if scene.on.side(owner) == "good":
            found.append((one.gain * (1.0 if owner in scene.team else OTHERS), order))
    return sorted(found, key=lambda pair: (-pair[0], end_of(pair[1])))


def guard(scene: RingScene, able: Sequence[Strike]) -> MovementOrder:
    """Choose what to guard, the more likely the more it saves; without a threat come near to own units in front."""
    known = guards(scene, able)
    if known:
        weights = [max(0.01, saved) ** 2 for saved, _ in known]
        return scene.rng.choices([order for _, order in known], weights)[0]
    own = {unit.at for power in scene.team for unit in scene.state.position.units.get(power, ())}
    steps = steps_to(scene.on.wild, [scene.figures[NAZGUL]]) if NAZGUL in scene.figures else {}

    def distance(order: MovementOrder) -> tuple[bool, int, Province]:
        return end_of(order) not in own, steps.get(end_of(order), FAR), end_of(order)

    return min(guardable(scene), key=distance)
