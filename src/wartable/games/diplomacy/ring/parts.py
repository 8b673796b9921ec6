"""What a player decides for several powers, parted into what each of them decides (ring-diplomacy Y06)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from wartable.games.adjudication.orders import AnyOrder, Build, Call, Disband, Power, Waive
from wartable.games.diplomacy.phases.due import Due, due
from wartable.games.diplomacy.play.actions import Ahead, Orders
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.ring.actions import RingOrders
from wartable.games.diplomacy.ring.ringmap import RingMap
from wartable.games.diplomacy.ring.state import RingState
from wartable.games.ring_figures.kinds import BEARER, RIDERS

_O = TypeVar("_O", bound=AnyOrder)


def map_of(rules: Rules) -> RingMap:
    """Return the map of a game of ring diplomacy."""
    assert isinstance(rules.variant, RingMap)  # noqa: S101 - its options make no other
    return rules.variant


def as_ring(action: Orders) -> RingOrders:
    """Return orders with those for hidden figures and calls among the secret ones."""
    secret = tuple(order for order in action.orders if _is_secret(order))
    open_ = tuple(order for order in action.orders if not _is_secret(order))
    more = action.secret if isinstance(action, RingOrders) else ()
    return RingOrders(open_, action.draw, action.concede_to, action.ahead, action.draw_of, (*more, *secret))


def _is_secret(order: AnyOrder) -> bool:
    return isinstance(order, Call) or (not isinstance(order, Waive) and order.unit.kind in {BEARER, RIDERS})


def completed(rules: Rules, state: RingState, action: RingOrders) -> RingOrders:
    """Return orders with the provinces between of moves over two."""
    on = map_of(rules)
    return replace(
        action,
        orders=tuple(on.completed(state.position, order) for order in action.orders),
        secret=tuple(on.completed(state.position, order) for order in action.secret),
    )


def parts_of(rules: Rules, state: RingState, seat: int, action: RingOrders) -> dict[int, RingOrders]:
    """Return the orders of each power that a player leads and that is asked; those of nobody go to the first."""
    numbers = [number for number in state.led(seat) if number in state.asked and state.pending[number] is None]
    if len(numbers) < 2 and len(state.led(seat)) < 2:
        return dict.fromkeys(numbers, action)
    owner = _Owner(rules, state, [state.powers[number] for number in numbers])
    return {
        number: RingOrders(
            owner.mine(number, action.orders),
            action.draw,
            action.concede_to,
            Ahead(owner.mine(number, action.ahead.retreats), owner.mine(number, action.ahead.adjustments)),
            action.draw_of,
            owner.mine(number, action.secret),
        )
        for number in numbers
    }


class _Owner:
    """Tells whose of several powers an order is."""

    def __init__(self, rules: Rules, state: RingState, powers: list[Power]) -> None:
        self._on, self._state, self._powers = map_of(rules), state, powers
        self._due = due(rules.variant, state.position)

    def mine(self, number: int, orders: Iterable[_O]) -> tuple[_O, ...]:
        """Return the orders of one power."""
        power = self._state.powers[number]
        builds = dict.fromkeys(self._powers, 0)
        found: list[_O] = []
        for order in orders:
            whose = self._whose(order, builds)
            if isinstance(order, Build | Waive):
                builds[whose] += 1
            if whose == power:
                found.append(order)
        return tuple(found)

    def _whose(self, order: AnyOrder, builds: dict[Power, int]) -> Power:
        position = self._state.position
        if isinstance(order, Waive):
            room = (one for one in self._powers if builds[one] < self._due.get(one, Due()).builds)
            return next(room, self._powers[0])
        if isinstance(order, Call):
            return self._first("gondor")
        if order.unit.kind == BEARER:
            return self._first(self._state.controller)
        if order.unit.kind == RIDERS:
            return self._first("mordor")
        if isinstance(order, Build):
            return self._first(*(one for one in self._powers if position.owners.get(order.unit.at) == one))
        lost = (one.power for one in position.dislodged if one.unit == order.unit)
        stands = (
            power
            for power in self._powers
            if order.unit in self._on.ordered(position, power)
            or (isinstance(order, Disband) and order.unit in position.units.get(power, ()))
        )
        return self._first(*lost, *stands)

    def _first(self, *powers: Power) -> Power:
        return next((power for power in powers if power in self._powers), self._powers[0])
