"""The frame of every conquest bot: which question is asked, and the answers that need no level."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property
from random import Random
from typing import Any

from wartable.bots.conquest import cards, moves
from wartable.bots.conquest.balance import raid, turn
from wartable.bots.conquest.scene import Scene, scene_of
from wartable.engine.driver import Decision
from wartable.engine.game import AnyGame
from wartable.engine.values import Seat
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.state import NOBODY, ConquestState
from wartable.games.conquest.core.tasks import Attacking, Claims, Fortifying, MovingIn, Reinforcing, SetUpPlacing, Step
from wartable.games.conquest.core.trading import may_trade, must_trade


class ConquestPolicy(ABC):
    """A player that answers each phase by a method; it remembers nothing between decisions."""

    @cached_property
    def _answers(self) -> Mapping[type[Step], Callable[[Scene], Decision]]:
        """What answers each step that every game of the family has."""
        return {
            Claims: self.claim,
            SetUpPlacing: self.set_up,
            Reinforcing: self._reinforce,
            Attacking: self.attack,
            MovingIn: self.occupy,
            Fortifying: self.fortify,
        }

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401, ARG002
        """Choose a legal action for the seat whose turn it is, with the reason in one sentence."""
        assert isinstance(state, ConquestState)  # noqa: S101 - the registry offers this player to no other game
        scene = scene_of(state, seat, rng)
        if isinstance(state, BalanceState) and (found := self._variant(scene)) is not None:
            return found
        return self._answers[type(state.agenda[0])](scene)

    def _reinforce(self, scene: Scene) -> Decision:
        if isinstance(scene.state, BalanceState):
            return self.place(scene)
        rules, state = scene.classic
        if may_trade(rules, state, scene.seat):
            forced = must_trade(rules, state, scene.seat)
            found = cards.best_set(scene)
            if found is not None and (forced or self.wants_trade(scene, found)):
                return moves.trade(scene, found, forced=forced)
        return self.place(scene)

    def _variant(self, scene: Scene) -> Decision | None:
        """Answer what only the Balance of Power variant asks; None for what all games of the family do."""
        state, entry = scene.state, scene.state.entry
        if state.phase == "reinforce":
            return turn.trade(scene) if state.to_place else turn.draft_over(scene)
        if entry is not None and scene.pos.owner[entry.source] == NOBODY:
            return raid.occupy(scene)
        own: Mapping[str, Callable[[Scene], Decision]] = {
            "capitals": self.capital,
            "buy": self.buy,
            "maneuver": self.maneuver,
        }
        answer = own.get(state.phase) or _VARIANT.get(state.phase)
        return answer(scene) if answer is not None else None

    def maneuver(self, scene: Scene) -> Decision:
        """Move before the draft as at the end of a turn."""
        return turn.maneuver(self.fortify(scene))

    def capital(self, scene: Scene) -> Decision:
        """Put the capital down."""
        return turn.capital(scene)

    def buy(self, scene: Scene) -> Decision:
        """Buy a special combat action, or go on."""
        return turn.buy(scene)

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


_VARIANT: Mapping[str, Callable[[Scene], Decision]] = {
    "neutral_reinforce": raid.reinforce,
    "neutral_attack": raid.attack,
    "collect": turn.collect,
    "give": turn.give,
}
"""Phases of the variant that every level answers alike."""
