"""The frame of every bot of Ring of Power: which decision is asked for, and orders followed move by move."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any

from wartable.bots.ring_of_power import simple_answers, voyages
from wartable.bots.ring_of_power.orders import Order, carried_out
from wartable.bots.ring_of_power.table import Table
from wartable.engine.driver import Decision
from wartable.engine.game import AnyGame
from wartable.engine.values import Seat
from wartable.games.ring_of_power.campaign import actions, agenda
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import world_of
from wartable.games.ring_of_power.play.handlers import player_asked


class RingPolicy(ABC):
    """A player that orders all its figures at the start of a movement and then moves them band by band.

    It keeps the orders of the movement under way, and which figures found no way; made anew it would give orders
    again to those who have not moved.
    """

    def __init__(self) -> None:
        self._key: object = None
        self._orders: Sequence[Order] = ()
        self._idle: set[int] = set()

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401, ARG002
        """Decide what is asked, with the reason in one sentence."""
        assert isinstance(state, RingState)  # noqa: S101 - the registry offers this player to no other game
        world = world_of(state.options)
        player = player_asked(world, state)
        assert player is not None  # noqa: S101 - it was asked
        table = Table(world, state, player, rng)
        task = state.agenda[0]
        if isinstance(task, agenda.Movement):
            return self._move(table)
        if isinstance(task, agenda.Declare):
            return self.declare(table)
        if isinstance(task, agenda.Clash):
            return self.choose(table, task)
        if isinstance(task, agenda.Retreat):
            why = f"{table.names()} falls back as far from the victors as one move leads."
            return Decision(actions.FallBack(), why)
        if isinstance(task, agenda.Arrive):
            return simple_answers.land(table, task)
        assert isinstance(task, agenda.Special)  # noqa: S101 - nothing else asks a player
        return simple_answers.consent(table, task)

    def _move(self, table: Table) -> Decision:
        beside = simple_answers.beside(table)
        if beside is not None:
            return beside
        for order in self._standing(table):
            figures = table.ready(order.figures, self._idle)
            if figures:
                action = self._following(table, order, figures)
                if action is not None:
                    ids = action.figures if isinstance(action, actions.Board) else dict(action.paths)
                    going = [one for one in figures if one.id in ids]
                    return Decision(action, f"{table.name(going)} {order.why}.")
                self._idle.update(one.id for one in figures)
        return Decision(actions.Done(), "Nobody else has anything better to do than to stay.")

    def _following(
        self, table: Table, order: Order, figures: tuple[Figure, ...]
    ) -> actions.Move | actions.Board | None:
        """Return how figures follow an order, or None where they cannot or better do not."""
        if order.verb in {"board", "land"}:
            return voyages.carried_out(table, order, figures)
        move = carried_out(table, order, figures)
        return move if move is not None and self.approves(table, order, move) else None

    def _standing(self, table: Table) -> Sequence[Order]:
        """Return the orders of this movement; enemies do not change while it lasts."""
        state = table.state
        foes = tuple((one.id, one.x, one.y) for one in state.figures if table.world.hostile(one.owner, table.player))
        key = (state.options, state.turn, table.player, foes)
        if key != self._key:
            self._key, self._idle = key, set()
            self._orders = self.orders(table)
        return self._orders

    @abstractmethod
    def orders(self, table: Table) -> Sequence[Order]:
        """Order every figure that is to move; the first order is carried out first."""

    def approves(self, table: Table, order: Order, move: actions.Move) -> bool:  # noqa: ARG002
        """Whether a move is to be made after a last look at what it leads to."""
        return True

    @abstractmethod
    def declare(self, table: Table) -> Decision:
        """Declare assaults and sallies."""

    def choose(self, table: Table, task: agenda.Clash) -> Decision:
        """Answer what a combat asks."""
        return simple_answers.usual(table, task)
