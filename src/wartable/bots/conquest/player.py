"""The frame of every conquest bot: which question is asked, and the answers that need no level."""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any

from wartable.bots.conquest import cards, moves
from wartable.bots.conquest.scene import Scene, scene_of
from wartable.engine.driver import Decision
from wartable.engine.game import AnyGame
from wartable.engine.values import Seat
from wartable.games.conquest.deck import may_trade, must_trade
from wartable.games.conquest.state import RiskState


class ConquestPolicy(ABC):
    """A player that answers each phase by a method; it remembers nothing between decisions."""

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401, ARG002
        """Choose a legal action for the seat whose turn it is, with the reason in one sentence."""
        assert isinstance(state, RiskState)  # noqa: S101 - the registry offers this player to no other game
        scene = scene_of(state, seat, rng)
        if state.phase == "reinforce":
            return self._reinforce(scene)
        if state.phase in ("claim", "setup"):
            return self.claim(scene) if state.phase == "claim" else self.set_up(scene)
        if state.phase == "attack":
            return self.attack(scene)
        return self.occupy(scene) if state.phase == "occupy" else self.fortify(scene)

    def _reinforce(self, scene: Scene) -> Decision:
        state = scene.state
        if may_trade(scene.rules, state):
            forced = must_trade(scene.rules, state)
            found = cards.best_set(scene)
            if found is not None and (forced or self.wants_trade(scene, found)):
                return moves.trade(scene, found, forced=forced)
        return self.place(scene)

    @abstractmethod
    def claim(self, scene: Scene) -> Decision:
        """Take a free space."""

    @abstractmethod
    def set_up(self, scene: Scene) -> Decision:
        """Place one starting army."""

    @abstractmethod
    def wants_trade(self, scene: Scene, found: cards.CardSet) -> bool:
        """Say whether to turn in a set though nobody must."""

    @abstractmethod
    def place(self, scene: Scene) -> Decision:
        """Place armies of the hand."""

    @abstractmethod
    def attack(self, scene: Scene) -> Decision:
        """Attack, or end the attacks."""

    @abstractmethod
    def occupy(self, scene: Scene) -> Decision:
        """Say how many move in."""

    @abstractmethod
    def fortify(self, scene: Scene) -> Decision:
        """Make the last move, or end the turn."""
