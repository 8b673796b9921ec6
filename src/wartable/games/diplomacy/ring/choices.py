"""What a player may order in ring diplomacy: the units of all powers he leads, figures, hidden moves and the Dead."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.errors import NotListable
from wartable.engine.values import Action
from wartable.games import voting
from wartable.games.adjudication.orders import AnyOrder, Call, Disband, Hold, Move, Unit, UnitKind
from wartable.games.diplomacy.phases.due import Due
from wartable.games.diplomacy.play.choices import HOLDS, PowerChoices
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.ring.actions import RingOrders
from wartable.games.diplomacy.ring.checks import refusal
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.parts import map_of
from wartable.games.diplomacy.ring.reach import hidden_units
from wartable.games.diplomacy.ring.ringmap import RingMap
from wartable.games.diplomacy.ring.state import RingState
from wartable.games.ring_figures.courses import moves_of
from wartable.games.ring_figures.figures import HIDDEN
from wartable.games.ring_figures.kinds import BEARER, DEAD, FIGURES, NAZGUL, RIDERS

CALLS = 4
"""The Dead are called by chance once in so many movements."""


def calls_of(on: RingMap, position: Position) -> tuple[Call, ...]:
    """Return the calls of the Dead that Gondor may make, while they have not come."""
    if position.phase.kind != "movement" or not figures_of(position).dead:
        return ()
    return tuple(
        Call(Unit(DEAD, unit.at))
        for power, units in position.units.items()
        if on.side(power) == "good"
        for unit in units
    )


class RingPowerChoices(PowerChoices):
    """What one power may order, the Nazgul or the Great Eagles among its units; hidden figures under their own name."""

    @cached_property
    def due(self) -> Due:
        """What it has to decide."""
        if self._power != HIDDEN:
            return super().due
        moving = self._position.phase.kind == "movement"
        return Due(units=hidden_units(figures_of(self._position), (BEARER, RIDERS)) if moving else ())

    @cached_property
    def units(self) -> tuple[tuple[AnyOrder, ...], ...]:
        """The possible orders of each unit that may be ordered now."""
        return tuple(self._orders_of(orders) for orders in self._with_figures())

    def _with_figures(self) -> Iterator[tuple[Unit | None, tuple[AnyOrder, ...]]]:
        plain = super().units
        if not self.due.units:
            yield from ((None, orders) for orders in plain)
            return
        yield from zip(self.due.units, plain, strict=True)

    def _orders_of(self, listed: tuple[Unit | None, tuple[AnyOrder, ...]]) -> tuple[AnyOrder, ...]:
        unit, orders = listed
        if unit is not None and unit.kind in FIGURES:
            return (Hold(unit), *moves_of(self._ring_map(), unit.kind, unit.at))
        return tuple(order for order in orders if not _ends_nazgul(order))

    def _ring_map(self) -> RingMap:
        assert isinstance(self._variant, RingMap)  # noqa: S101 - made for no other map
        return self._variant

    def _order(self, unit: Unit, rng: Randomness) -> AnyOrder:
        if unit.kind not in FIGURES:
            return super()._order(unit, rng)
        if rng.randrange(HOLDS) == 0:
            return Hold(unit)
        every = tuple(moves_of(self._ring_map(), unit.kind, unit.at))
        return every[rng.randrange(len(every))] if every else Hold(unit)

    def offers(self) -> Iterator[Offer]:
        """Yield the offers, each target once, whatever ways lead there."""
        for offer in super().offers():
            yield Offer(
                kind=offer.kind,
                source=offer.source,
                targets=tuple(dict.fromkeys(offer.targets)),
                note=offer.note,
                most=offer.most,
            )


def _ends_nazgul(order: AnyOrder) -> bool:
    return isinstance(order, Disband) and order.unit.kind == NAZGUL


class RingChoices:
    """The legal decisions of one player; samples order every unit and figure, and never vote."""

    listable = False

    def __init__(self, rules: Rules, state: RingState, seat: int) -> None:
        self._rules, self._state, self._seat = rules, state, seat
        numbers = [number for number in state.led(seat) if number in state.asked and state.pending[number] is None]
        self._powers = {
            state.powers[number]: RingPowerChoices(rules.variant, state.position, rules.rulings, state.powers[number])
            for number in numbers
        }

    def __contains__(self, action: object) -> bool:
        return isinstance(action, RingOrders) and refusal(self._rules, self._state, self._seat, action) is None

    def __iter__(self) -> Iterator[Action]:
        raise NotListable("There are too many sets of orders to list; sample them, or look at the structure.")

    def count(self) -> int:
        """Return in how many ways the units can be ordered, hidden figures and the Dead apart."""
        found = 1
        for power in self._powers.values():
            found *= power.count()
        return found

    def sample(self, rng: Randomness) -> RingOrders:
        """Return orders for every unit and figure."""
        orders = tuple(order for power in self._powers.values() for order in power.sample(rng))
        secret: list[AnyOrder] = [moves[rng.randrange(len(moves))] for moves in self._hidden().values()]
        calls = self._calls()
        if calls and rng.randrange(CALLS) == 0:
            secret.append(calls[rng.randrange(len(calls))])
        return RingOrders(orders, secret=tuple(secret))

    def _hidden(self) -> dict[UnitKind, tuple[AnyOrder, ...]]:
        """Return the orders for hidden figures that a power of the player leads."""
        if self._state.position.phase.kind != "movement":
            return {}
        at, on = figures_of(self._state.position).at, map_of(self._rules)
        leaders = {BEARER: self._state.controller, RIDERS: "mordor"}
        return {
            kind: (Hold(Unit(kind, at[kind])), *moves_of(on, kind, at[kind]))
            for kind, leader in leaders.items()
            if kind in at and leader in self._powers
        }

    def _calls(self) -> tuple[Call, ...]:
        """Return the calls of the Dead that Gondor may make."""
        return calls_of(map_of(self._rules), self._state.position) if "gondor" in self._powers else ()

    def structure(self) -> tuple[Offer, ...]:
        """Return the offers, power by power, then hidden figures, the Dead, and votes."""
        return tuple(self._offers())

    def _offers(self) -> Iterator[Offer]:
        for power in self._powers.values():
            yield from power.offers()
        for orders in self._hidden().values():
            hold, *moves = orders
            source = str(hold).removesuffix(" H")
            yield Offer(kind="hold", source=source)
            yield Offer(kind="move", source=source, targets=tuple(m.to for m in moves if isinstance(m, Move)))
        if calls := self._calls():
            yield Offer(kind="call", source=DEAD, targets=tuple(call.unit.at for call in calls))
        if self._state.position.phase.kind == "movement":
            yield from self._votes()

    def _votes(self) -> Iterator[Offer]:
        found = voting.offers(self._rules.options, self._state.survivors, tuple(self._powers))
        yield from (offer for offer in found if offer.kind == "draw" or len(self._state.led(self._seat)) == 1)
