"""The frame of every conquest bot: which question is asked, and the answers that need no level."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from wartable.bots.conquest import cards
from wartable.bots.conquest.balance import turn
from wartable.bots.conquest.knowledge import knowledge_of
from wartable.bots.conquest.scene import Scene, scene_of
from wartable.bots.conquest.simultaneous import rounds
from wartable.bots.conquest.simultaneous.desk import Desk
from wartable.bots.conquest.simultaneous.wits import MEDIUM, Wits
from wartable.engine.driver import Decision
from wartable.engine.game import AnyGame
from wartable.engine.values import Action, Seat
from wartable.games.conquest.core.game import ConquestGame
from wartable.games.conquest.core.state import ConquestState
from wartable.games.conquest.core.tasks import Attacking, Claims, Fortifying, MovingIn, Reinforcing, SetUpPlacing, Step

_FEW = 60
"""Most answers that are tried one by one."""


def best_at_once(game: ConquestGame[Any, Any, Any], state: ConquestState, seat: Seat) -> Decision:
    """Answer what only one game asks: by what leaves most at once, else as the rules do for whoever is absent."""
    legal, usual = game.legal(state, seat), game.default(state, seat)
    if not legal.listable or (legal.count() or _FEW + 1) > _FEW:
        return Decision(usual, "What the rules do for whoever has no plan.")

    def worth(action: Action) -> float:
        then = game.advance(state, seat, action)
        own = then.held[seat]
        return float(then.army_totals()[seat] + own.bit_count() + game.rules(then).income(then, seat))

    return Decision(max((usual, *legal), key=worth), "It leaves most armies, territories and income.")


class ConquestPolicy(ABC):
    """A player that answers each phase by a method; it remembers nothing between decisions."""

    wits: ClassVar[Wits] = MEDIUM
    """How far it thinks in simultaneous rounds."""

    @cached_property
    def _answers(self) -> Mapping[type[Step], Callable[[Scene], Decision]]:
        """What answers each step that every game of the family has."""
        return {
            Claims: self.claim,
            SetUpPlacing: self.set_up,
            Reinforcing: self.place,
            Attacking: self.attack,
            MovingIn: self.occupy,
            Fortifying: self.fortify,
        }

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401
        """Choose a legal action for the seat that is asked, with the reason in one sentence."""
        conquest: Any = game  # of the family: the registry offers this player to no other
        rules, known, asked = conquest.rules(state), knowledge_of(state.__class__), state.agenda[0].__class__
        if known.swift is not None and (swift := known.swift(self, rules, state, seat, rng)) is not None:
            return swift
        if asked in rounds.ANSWERS and known.rounds is not None:
            return rounds.ANSWERS[asked](self.wits, Desk(known, known.rounds, rules, state, seat, rng))
        scene = scene_of(rules, state, seat, rng, known)
        found = known.answers(self, scene)
        if found is None and (answer := self._answers.get(asked)) is not None:
            found = answer(scene)
        if found is None or not (known.sure or game.explain(state, seat, found.action) is None):
            return best_at_once(conquest, state, seat)
        return found

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
