"""The easy level of ring diplomacy: moves towards centres, supports where two want the same, and plain figures."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from wartable.bots.diplomacy.ring.figures import hidden_orders, open_orders
from wartable.bots.diplomacy.ring.places import worth_of
from wartable.engine.driver import Decision
from wartable.engine.game import AnyGame
from wartable.engine.values import Seat
from wartable.games.adjudication.orders import (
    AnyOrder,
    Build,
    Disband,
    Hold,
    Move,
    Power,
    Province,
    Retreat,
    SupportHold,
    SupportMove,
    Unit,
)
from wartable.games.adjudication.possible import Choices
from wartable.games.diplomacy.phases.due import Due, due
from wartable.games.diplomacy.play.rules import Rules, rules_of
from wartable.games.diplomacy.ring.actions import RingOrders
from wartable.games.diplomacy.ring.choices import RingPowerChoices
from wartable.games.diplomacy.ring.parts import map_of
from wartable.games.diplomacy.ring.state import RingState
from wartable.games.ring_figures.actions import Pursue
from wartable.games.ring_figures.kinds import FIGURES, NAZGUL

LAZY: Final = 8
"""One unit of so many stays where it is."""
AGE: Final = 12
"""Years after which it votes for a draw."""


class RingEasy:
    """Beginners' play for all powers that a player leads; it remembers nothing."""

    def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ANN401
        """Choose orders for the phase, with the reason in one sentence."""
        assert isinstance(state, RingState)  # noqa: S101 - the registry offers this player to no other game
        rules = rules_of(state.options)
        if any(isinstance(action, Pursue) for action in _few(game, state, seat)):
            return _pursue(game, state, seat)
        numbers = [number for number in state.led(seat) if number in state.asked and state.pending[number] is None]
        orders: list[AnyOrder] = []
        secret: list[AnyOrder] = []
        for number in numbers:
            mine = _Power(rules, state, state.powers[number], rng)
            orders += mine.orders()
            secret += mine.secret()
        old = state.position.phase.year - rules.variant.calendar.first_year >= AGE
        draw = old and state.position.phase.kind == "movement" and rules.options.draws != "off"
        names = " and ".join(rules.power(state.powers[number]) for number in numbers)
        why = f"{names} goes for the centres that are nearest." if orders else f"{names} has nothing to order."
        return Decision(RingOrders(tuple(orders), draw=draw, secret=tuple(secret)), why)


def _few(game: AnyGame, state: RingState, seat: Seat) -> tuple[Any, ...]:
    """Return the legal actions where they are few enough to list."""
    legal = game.legal(state, seat)
    return tuple(legal) if legal.listable else ()


def _pursue(game: AnyGame, state: RingState, seat: Seat) -> Decision:
    """Catch the ring-bearer where that wins: with no fewer centres than anybody else."""
    centres = {power: len(state.position.centres(power)) for power in state.survivors}
    mine = max((centres.get(state.powers[number], 0) for number in state.led(seat)), default=0)
    go = Pursue(go=True)
    if go in _few(game, state, seat) and mine == max(centres.values(), default=0):
        return Decision(go, "Mordor catches the ring-bearer, as it has most centres.")
    return Decision(Pursue(go=False), "The black riders bide their time.")


class _Power:
    """One power that is to decide."""

    def __init__(self, rules: Rules, state: RingState, power: Power, rng: Random) -> None:
        self.rules, self.state, self.power, self.rng = rules, state, power, rng
        self.on, self.position = map_of(rules), state.position
        self.due: Due = due(self.on, self.position).get(power, Due())
        self.worth = worth_of(self.on, self.position, power)

    def orders(self) -> list[AnyOrder]:
        """Return the orders of the phase."""
        if self.due.retreats:
            return self._retreats()
        if self.due.builds:
            return self._builds()
        if self.due.removals:
            return self._removals()
        return self._moves()

    def secret(self) -> list[AnyOrder]:
        """Return the orders that nobody sees."""
        if self.position.phase.kind != "movement":
            return []
        return hidden_orders(self.on, self.state, self.power, self.rng)

    def _moves(self) -> list[AnyOrder]:
        units = [unit for unit in self.due.units if unit.kind not in FIGURES]
        self.rng.shuffle(units)
        choices = Choices(self.on.numbered(self.position, self.rules.rulings), self.rules.rulings)
        goals: dict[Province, Unit] = {}
        found: list[AnyOrder] = [self._order(unit, choices, goals) for unit in units]
        goes = {order.to for order in found if isinstance(order, Move)}
        return [*found, *open_orders(self.on, self.state, self.power, goes, self.rng)]

    def _order(self, unit: Unit, choices: Choices, goals: dict[Province, Unit]) -> AnyOrder:
        """Let a unit go where it likes; one that finds its goal taken helps to get there."""
        if self.rng.randrange(LAZY) == 0:
            return Hold(unit)
        own = {one.at for one in self.position.units.get(self.power, ())} - {unit.at}
        every = list(choices.orders(unit))
        moves = {order.to: order for order in every if isinstance(order, Move) and order.to not in own}
        scores = {place: self.worth[place] * self.rng.uniform(0.5, 1.0) for place in moves}
        scores[unit.at] = self.worth[unit.at] * 0.8
        best = max(scores, key=lambda place: (scores[place], place))
        if best in goals:
            return next((order for order in every if self._helps(order, goals[best], best)), Hold(unit))
        if best == unit.at:
            return Hold(unit)
        goals[best] = unit
        return moves[best]

    def _helps(self, order: AnyOrder, helped: Unit, place: Province) -> bool:
        if isinstance(order, SupportMove):
            return order.of == helped and order.to == place
        return isinstance(order, SupportHold) and order.of == helped and helped.at == place

    def _retreats(self) -> list[AnyOrder]:
        taken: set[Province] = set()
        found: list[AnyOrder] = []
        for lost in self.due.retreats:
            places = [place for place in lost.retreats if place not in taken]
            best = max(places, key=lambda place: (self.worth[place], place), default="")
            taken |= {best} if lost.unit.kind != NAZGUL else set()
            if best:
                found.append(Retreat(lost.unit, best))
            elif lost.unit.kind != NAZGUL:
                found.append(Disband(lost.unit))
        return found

    def _builds(self) -> list[AnyOrder]:
        """Build elite units first, where places are worth most."""
        choices = RingPowerChoices(self.on, self.position, self.rules.rulings, self.power)
        sites = sorted(choices.sites, key=lambda site: -self.worth[site[0]])
        special = self.on.powers[self.power].special
        there = [unit.kind for unit in self.position.units.get(self.power, ())]
        found: list[AnyOrder] = []
        for _, builds in sites[: self.due.builds]:
            able = [one for one in builds if there.count(one.unit.kind) < special.get(one.unit.kind, 99)]
            able = [one for one in able if one.unit.kind != "F"] or able
            elite = [one for one in able if one.unit.kind in special]
            chosen: Build = (elite or able)[self.rng.randrange(len(elite or able))]
            there.append(chosen.unit.kind)
            found.append(chosen)
        return found

    def _removals(self) -> list[AnyOrder]:
        special = self.on.powers[self.power].special
        units = [unit for unit in self.position.units.get(self.power, ()) if self.on.supplied((unit,))]
        units.sort(key=lambda unit: (unit.kind in special, self.worth[unit.at], str(unit)))
        return [Disband(unit) for unit in units[: self.due.removals]]
