"""A question put to a bot in a simultaneous round: the game's course, the state, and the table laid out when needed."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import Any

from wartable.board.compiled import bits
from wartable.bots.conquest.knowledge import Knowledge
from wartable.bots.conquest.scene import Scene
from wartable.bots.conquest.simultaneous.outlook import Outlook, RoundLore
from wartable.bots.conquest.simultaneous.table import Plan, Table
from wartable.games.conquest.core.rules import Rules
from wartable.games.conquest.simultaneous.actions import Order, Orders
from wartable.games.conquest.simultaneous.orders import refusal
from wartable.games.conquest.simultaneous.state import affairs_of, leaders_at

PATIENCE = 20
"""Rounds after which the easy level dares more and guards all its borders, so that its games come to an end."""
PATIENT, IMPATIENCE = 12, 0.03
"""Rounds after which, and how much a round, the losses of others count for more: so that games come to an end."""
CARD = 0.5
"""What the card of a first conquest adds to each space that could be it, in units."""


class Desk:
    """What a bot looks at when orders, targets or withdrawals are asked for."""

    def __init__(
        self, known: Knowledge, lore: RoundLore, rules: Rules, state: Any, seat: int, rng: Random  # noqa: ANN401
    ) -> None:  # fmt: skip
        self.known, self.lore, self.rules, self.state = known, lore, rules, state
        self.course = lore.course
        self.seat, self.rng = seat, rng

    @cached_property
    def scene(self) -> Scene:
        """The question as bots of games in turns see it."""
        known, rules, state, seat = self.known, self.rules, self.state, self.seat
        ground = known.ground(rules, state, seat)
        lore = known.lore(ground, rules, state, seat)
        return Scene(state, known.position(ground, lore.field, state, seat), ground, seat, self.rng, lore)

    @property
    def seats(self) -> list[int]:
        """The seats that are still in the game."""
        return [seat for seat, alive in enumerate(self.state.alive) if alive]

    @property
    def late(self) -> bool:
        """Whether the game has gone on for so long that the easy level is to bring it to an end."""
        return bool(self.state.turn >= PATIENCE)

    @cached_property
    def outlook(self) -> Outlook:
        """What the rest of the game lets things be worth."""
        card = CARD if self.state.cards.hands else 0.0
        return self.lore.outlook(self.scene, card)

    @cached_property
    def table(self) -> Table:
        """The armies as they stand, and what places are worth."""
        scene, state = self.scene, self.state
        found = Table(
            scene.ground, self.course.march_ways(self.rules, state), scene.pos.owner, state.armies, self.seats
        )
        found.bounce = state.options.battles == "bounce"
        found.rivalry = min(1.0, found.rivalry + IMPATIENCE * max(0, state.turn - PATIENT))
        for space, owner in enumerate(found.owner):
            if state.armies[space] and owner >= 0:
                leaders = leaders_at(state, space)
                found.guard[space] = self.course.bonus(self.rules, state, space, leaders, stayed=True)
        wishes = [scene.lore.wish(space) for space in range(len(state.armies))]
        lures = self.lore.lures(scene)
        found.outlook, found.extra = self.outlook, {**dict.fromkeys(self.seats, lures), self.seat: wishes}
        return found

    # --- the board at hand

    def name(self, space: int) -> str:
        """Return the name of a space."""
        return self.rules.name(space)

    def front(self) -> list[int]:
        """Return the own spaces next to others', or all own ones where there are none."""
        own, ways = self.state.held[self.seat], self.course.march_ways(self.rules, self.state)
        return [space for space in bits(own) if ways[space] & ~own] or list(bits(own))

    def spent(self, space: int) -> int:
        """Return how many armies of a space have fought in this round."""
        return affairs_of(self.state).spent(space)

    def orders(self, plan: Plan) -> Orders:
        """Return a plan as it is written, with leaders; what cards forbid is left out."""
        names = self.rules.id
        written = tuple(Order(names(source), names(target), units) for source, target, units in plan)
        if not self._allowed(written):
            legal: tuple[Order, ...] = ()
            for order in written:
                legal = (*legal, order) if self._allowed((*legal, order)) else legal
            written = legal
        return self.lore.led(self, Orders(written))

    def _allowed(self, orders: tuple[Order, ...]) -> bool:
        return refusal(self.course, self.rules, self.state, self.seat, Orders(orders)) is None
