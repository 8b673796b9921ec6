"""Orders that mean the same on every board, read once and kept: holds, plain steps, convoys, and supports.

If the units such an order names stand where it says, what it asks for in numbers is known at once. Most are then legal
under all rulings, and have a known reason when nothing comes in their way; the others hang on the fleets at sea or on
the ruling about coasts that were left out, and on nothing else.
"""

from __future__ import annotations

from typing import TypeAlias

from wartable.games.adjudication.network import Network, Standing
from wartable.games.adjudication.orders import AnyOrder, Convoy, Hold, Location, Move, SupportHold, SupportMove
from wartable.games.adjudication.phrases import Phrases, phrases_of
from wartable.games.adjudication.results import Why
from wartable.games.adjudication.units import NOBODY, Units

HOLD, MOVE, SUPPORT, CONVOY, CONVERT = range(5)
"""What a unit does."""
Task: TypeAlias = tuple[int, int, int, int, Why | None, AnyOrder | None]
"""What a unit does; the space it aims at; the location it names; the space of the unit it helps; the reason if all goes
well, where that is known; the order. What there is not is `NOBODY`, or `None`.

A move that is more than a plain step, so that its way is still to be decided, has its own space for that of the unit it
helps.
"""
IDLE: Task = (HOLD, NOBODY, NOBODY, NOBODY, None, None)
"""The task of a unit without an order."""
Compiled: TypeAlias = tuple[int, Standing, int, Standing | None, Task]
"""The space of the unit, and how it stands there; the same of the unit it helps, or `NOBODY` and `None`; its task."""
KEPT = 1 << 15
"""Orders kept for one map; then all are forgotten, so that memory stays flat."""


class CompiledOrders(dict[AnyOrder, Compiled | None]):
    """The orders of one map that were met so far; none for those whose meaning hangs on more than who stands where."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network
        self.phrases: Phrases = phrases_of(network.map)

    def __missing__(self, order: AnyOrder) -> Compiled | None:
        """Read an order and keep it; `None` for one whose meaning hangs on the board or the rulings."""
        if len(self) >= KEPT:
            self.clear()
        found = self[order] = self._read(order)
        return found

    def _read(self, order: AnyOrder) -> Compiled | None:
        if not isinstance(order, Hold | Move | SupportHold | SupportMove | Convoy):
            return None
        standing = self.network.standing.get(order.unit)
        if standing is None:
            return None
        if isinstance(order, Hold):
            task = HOLD, NOBODY, NOBODY, NOBODY, self.phrases.holds[(standing,)], order
            return standing[0], standing, NOBODY, None, task
        if isinstance(order, Move):
            return self._move(order, standing)
        helped = self.network.standing.get(order.of)
        if helped is None:
            return None
        return self._help(order, standing, helped)

    def _help(self, order: SupportHold | SupportMove | Convoy, standing: Standing, helped: Standing) -> Compiled | None:
        if isinstance(order, Convoy):
            task = self._convoy(order, standing, helped)
        elif standing[0] == helped[0]:
            task = None
        else:
            task = self._support(order, standing, helped)
        return None if task is None else (standing[0], standing, helped[0], helped, task)

    def _move(self, order: Move, standing: Standing) -> Compiled | None:
        place = None if order.via or order.path else self._way(standing, order.to)
        if place is not None:
            why = self.phrases.moved_freely[standing, place]
            task = MOVE, self.network.space_of[place], place, NOBODY, why, order
            return standing[0], standing, NOBODY, None, task
        target = None if order.path else self._shore(standing, order.to)
        if target is None:
            return None
        return standing[0], standing, NOBODY, None, (MOVE, target, target, standing[0], None, order)

    def _convoy(self, order: Convoy, fleet: Standing, army: Standing) -> Task | None:
        if not self.network.kinds[fleet[2]].carries or not self.network.carrying >> fleet[0] & 1:
            return None
        target = self._shore(army, order.to)
        return None if target is None else (CONVOY, target, NOBODY, army[0], None, order)

    def _shore(self, army: Standing, to: Location) -> int | None:
        """Return the coastal space, named without a coast, where a convoy might bring an army."""
        space = self.network.number.get(to)
        if space is None or not self.network.kinds[army[2]].carried or space == army[0]:
            return None
        return space if self.network.space_of[space] == space and self.network.coastal >> space & 1 else None

    def _split(self, fleet: Standing, to: Location) -> int | None:
        """Return the space with several coasts, named without one, that a fleet goes to."""
        space = self.network.number.get(to)
        _, location, kind = fleet
        if space is None or not self.network.kinds[kind].afloat or self.network.space_of[space] != space:
            return None
        near = self.network.steps[kind][location] & self.network.split
        return space if near >> space & 1 else None

    def _way(self, standing: Standing, to: Location) -> int | None:
        """Return the location one step away that is named exactly."""
        _, location, kind = standing
        return self.network.way_named[kind][location].get(to)

    def _support(self, order: SupportHold | SupportMove, standing: Standing, helped: Standing) -> Task | None:
        _, location, kind = standing
        reach = self.network.helps[kind][location]
        if isinstance(order, SupportHold):
            why = self.phrases.supports_hold[standing, helped, 1]
            return (SUPPORT, helped[0], NOBODY, helped[0], why, order) if reach >> helped[0] & 1 else None
        place = self._way(helped, order.to)
        if place is None:
            # It is for an army that goes by convoy, or for a fleet whose coast was left out.
            carried = self.network.kinds[helped[2]].carried
            target = self._shore(helped, order.to) if carried else self._split(helped, order.to)
            if target is None or not reach >> target & 1:
                return None
            return SUPPORT, target, target, helped[0], None, order
        target = self.network.space_of[place]
        why = self.phrases.supports_move[standing, helped, place, 1]
        return (SUPPORT, target, place, helped[0], why, order) if reach >> target & 1 else None


def compiled_orders_of(network: Network) -> CompiledOrders:
    """Return what is known of a network's orders; it lives as long as the network."""
    known = vars(network)
    compiled: CompiledOrders | None = known.get("compiled_orders")
    if compiled is None:
        compiled = known["compiled_orders"] = CompiledOrders(network)
    return compiled


class _AllowedOrders(dict[AnyOrder, Compiled | None]):
    """The orders of one board where some may not be given; none for those, which are read for what is wrong."""

    def __init__(self, units: Units) -> None:
        super().__init__()
        self._units = units
        self._every = compiled_orders_of(units.network)

    def __missing__(self, order: AnyOrder) -> Compiled | None:
        """Look an order up, and keep it unless it may not be given."""
        found = self._every[order]
        if found is not None and isinstance(order, Move | SupportMove):
            mover = self._units.at[found[0] if isinstance(order, Move) else found[2]]
            if mover != NOBODY and self._units.why_barred(mover, found[4][1]):
                found = None
        self[order] = found
        return found


class _NothingCompiled(dict[AnyOrder, Compiled | None]):
    """What is known of orders where nobody stands on the board."""

    def __missing__(self, order: AnyOrder) -> None:
        """No order is compiled there."""


def compiled_for(units: Units) -> dict[AnyOrder, Compiled | None]:
    """Return what is known of the orders on a board; where some may not be given it lives as long as the units."""
    if not units.owner:
        return _NothingCompiled()
    if not units.barred:
        return compiled_orders_of(units.network)
    known = vars(units)
    if "allowed_orders" not in known:
        known["allowed_orders"] = _AllowedOrders(units)
    allowed: _AllowedOrders = known["allowed_orders"]
    return allowed
