"""The frame of the better bots of ring diplomacy: powers in turn, retreats, builds, the riders, and hidden orders."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from wartable.bots.diplomacy import aftermath
from wartable.bots.diplomacy.reasons import aims, sentence
from wartable.bots.diplomacy.ring.hidden import hidden_orders, pursues
from wartable.bots.diplomacy.ring.places import FAR
from wartable.bots.diplomacy.ring.scene import RingScene
from wartable.bots.diplomacy.votes import votes_for_draw
from wartable.engine.driver import Decision
from wartable.engine.game import AnyGame
from wartable.engine.values import Seat
from wartable.games.adjudication.network import mask
from wartable.games.adjudication.orders import AnyOrder, Call, Move, MovementOrder, Retreat, Unit
from wartable.games.diplomacy.play.actions import Orders
from wartable.games.diplomacy.ring.actions import RingOrders
from wartable.games.diplomacy.ring.state import RingState
from wartable.games.ring_figures.actions import Pursue
from wartable.games.ring_figures.kinds import EAGLES, FIGURES, NAZGUL
from wartable.games.ring_figures.realm import steps_to
from wartable.games.ring_figures.tasks import AskRiders


class RingPlan(NamedTuple):
    """The orders of a power in a movement phase, figures that all see among them, and perhaps a call of the Dead."""

    orders: Sequence[MovementOrder]
    calls: Sequence[Call] = ()


class _Part(NamedTuple):
    """What is decided for one power, and why."""

    orders: Sequence[AnyOrder]
    why: str
    secret: Sequence[AnyOrder] = ()


class RingPolicy(ABC):
    """A player that orders all units of all its powers at once; it remembers nothing between decisions."""

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401
        """Choose orders for the phase, or the riders' answer, with the reason in one sentence."""
        assert isinstance(state, RingState)  # noqa: S101 - the registry offers this player to no other game
        if state.agenda and isinstance(state.agenda[0], AskRiders):
            able = Pursue(go=True) in game.legal(state, seat)
            return _answer(RingScene(state, state.powers.index("mordor"), rng), able=able)
        numbers = [number for number in state.led(seat) if number in state.asked and state.pending[number] is None]
        scenes = [RingScene(state, number, rng) for number in numbers]
        parts: list[_Part] = []
        for scene in scenes:
            parts.append(self._part(scene, [order for part in parts for order in part.orders]))
        movement = state.position.phase.kind == "movement"
        draw = movement and all(votes_for_draw(scene) for scene in scenes)
        why = "; ".join(part.why.removesuffix(".") for part in parts) + (", and votes for a draw." if draw else ".")
        orders = tuple(order for part in parts for order in part.orders)
        return Decision(
            RingOrders(orders, draw=draw, secret=tuple(order for part in parts for order in part.secret)), why
        )

    def _part(self, scene: RingScene, before: Sequence[AnyOrder]) -> _Part:
        kind = scene.state.position.phase.kind
        if kind == "movement":
            return self._move(scene, before)
        decided = aftermath.retreat(scene) if kind == "retreats" else aftermath.adjust(scene)
        assert isinstance(decided.action, Orders)  # noqa: S101 - they decide nothing else
        return _Part([*decided.action.orders, *_nazgul_retreats(scene)], decided.why)

    def _move(self, scene: RingScene, before: Sequence[AnyOrder]) -> _Part:
        spaces = scene.ground.network.space_named
        taken = mask({spaces[order.to] for order in before if isinstance(order, Move)})
        plan = self.plan(scene, taken)
        orders = [scene.on.completed(scene.state.position, order) for order in plan.orders]
        return _Part(orders, _why(scene, plan.orders), [*hidden_orders(scene), *plan.calls])

    @abstractmethod
    def plan(self, scene: RingScene, taken: int) -> RingPlan:
        """Order every unit in a movement phase, and figures that all see; `taken` are spaces left to friends."""


def _answer(scene: RingScene, *, able: bool) -> Decision:
    if able and pursues(scene):
        return Decision(Pursue(go=True), "Mordor would win with the ring-bearer caught.")
    return Decision(Pursue(go=False), "The black riders bide their time.")


def _nazgul_retreats(scene: RingScene) -> list[Retreat]:
    """Let the Nazgul retreat to where most can be reached from."""
    if not scene.nazgul_retreats:
        return []
    steps = steps_to(scene.on.wild, scene.standing("good"))
    best = min(scene.nazgul_retreats, key=lambda place: (steps.get(place, FAR), place))
    return [Retreat(Unit(NAZGUL, scene.figures[NAZGUL]), best)]


def _why(scene: RingScene, orders: Sequence[MovementOrder]) -> str:
    """Say what orders are after that all see; of hidden figures and the Dead nothing is said."""
    units = {scene.unit_in(order.unit.at): order for order in orders if order.unit.kind not in FIGURES}
    parts = aims(scene.table, scene.power, units) if units else []
    return sentence(scene, [*parts, *(_figure(scene, order) for order in orders if order.unit.kind in FIGURES)])


def _figure(scene: RingScene, order: MovementOrder) -> str:
    place = scene.rules.place(order.to if isinstance(order, Move) else order.unit.at)
    if order.unit.kind == EAGLES:
        return f"guards {place} with the Great Eagles"
    if isinstance(order, Move) and scene.unit_in(order.to) >= 0:
        return f"strikes at {place} with the Nazgul"
    return f"sends the Nazgul to {place}" if isinstance(order, Move) else "keeps the Nazgul back"
