"""The frame of every Diplomacy bot: which kind of phase it is, and the answers that need no level."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any

from wartable.bots.diplomacy import aftermath
from wartable.bots.diplomacy.reasons import aims, sentence
from wartable.bots.diplomacy.scene import Scene
from wartable.bots.diplomacy.table import Plan
from wartable.bots.diplomacy.votes import votes_for_draw
from wartable.engine.driver import Decision
from wartable.engine.game import AnyGame
from wartable.engine.values import Seat
from wartable.games.diplomacy.play.actions import Orders
from wartable.games.diplomacy.play.state import DiplomacyState


class DiplomacyPolicy(ABC):
    """A player that orders all units of a power at once; it remembers nothing between decisions."""

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401, ARG002
        """Choose orders for the phase, with the reason in one sentence."""
        assert isinstance(state, DiplomacyState)  # noqa: S101 - the registry offers this player to no other game
        scene = Scene(state, seat, rng)
        kind = state.position.phase.kind
        if kind == "movement":
            return self._move(scene)
        return aftermath.retreat(scene) if kind == "retreats" else self.adjust(scene)

    def _move(self, scene: Scene) -> Decision:
        plan = self.plan(scene)
        parts = aims(scene.table, scene.power, plan)
        draw = votes_for_draw(scene)
        if draw:
            parts.append("votes for a draw")
        return Decision(Orders(tuple(plan.values()), draw=draw), sentence(scene, parts))

    def adjust(self, scene: Scene) -> Decision:
        """Build or remove."""
        return aftermath.adjust(scene)

    @abstractmethod
    def plan(self, scene: Scene) -> Plan:
        """Order every unit in a movement phase."""
