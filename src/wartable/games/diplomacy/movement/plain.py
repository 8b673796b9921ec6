"""Orders that mean the same on every board: holds, plain steps, and supports for those, read once and kept.

Most orders of a game are of this sort. If the units such an order names stand where it says, it is legal under all
rulings, and what it asks for in numbers is known at once, with the reason it gets when nothing comes in its way.
"""

from __future__ import annotations

from typing import TypeAlias

from wartable.games.diplomacy.movement.legality import HOLD, MOVE, SUPPORT
from wartable.games.diplomacy.movement.muster import NOBODY
from wartable.games.diplomacy.movement.network import Network
from wartable.games.diplomacy.movement.phrases import Phrases, phrases_of
from wartable.games.diplomacy.orders import AnyOrder, Hold, Location, Move, SupportHold, SupportMove, Unit
from wartable.games.diplomacy.results import Why

Plain: TypeAlias = tuple[int, int, int, int, int, int, int, int, int, Why]
"""Space, location and kind of the unit; what it does; space, location and kind of the unit it helps, or `NOBODY`; the
space it aims at and the location it names, or `NOBODY`; and the reason if all goes well."""
KEPT = 1 << 15
"""Orders kept for one map; then all are forgotten, so that memory stays flat."""


class PlainOrders:
    """The plain orders of one map that were met so far; `UNREAD` stands for one that was not."""

    UNREAD: Plain = (-1, -1, -1, -1, -1, -1, -1, -1, -1, Why("", "", {}))

    def __init__(self, network: Network) -> None:
        self.network = network
        self.phrases: Phrases = phrases_of(network.variant)
        self.known: dict[AnyOrder, Plain | None] = {}

    def learn(self, order: AnyOrder) -> Plain | None:
        """Read an order and keep it; `None` for one whose meaning hangs on the board or the rulings."""
        if len(self.known) >= KEPT:
            self.known.clear()
        found = self.known[order] = self._read(order)
        return found

    def _read(self, order: AnyOrder) -> Plain | None:
        match order:
            case Hold():
                return self._hold(order)
            case Move():
                return self._move(order)
            case SupportHold():
                return self._support(order.unit, order.of)
            case SupportMove():
                return self._support(order.unit, order.of, order.to)
            case _:
                return None

    def _standing(self, unit: Unit) -> tuple[int, int, int] | None:
        """Return space, location and kind of a unit on the map."""
        location = self.network.number.get(unit.at)
        return None if location is None else (self.network.space_of[location], location, int(unit.kind == "F"))

    def _hold(self, order: Hold) -> Plain | None:
        if (found := self._standing(order.unit)) is None:
            return None
        why = self.phrases.holds(found[2], found[1], ordered=True)
        return *found, HOLD, NOBODY, NOBODY, NOBODY, NOBODY, NOBODY, why

    def _way(self, standing: tuple[int, int, int], to: Location) -> int | None:
        """Return the location one step away that is named exactly."""
        _, location, kind = standing
        return self.network.way_named[kind][location].get(to)

    def _move(self, order: Move) -> Plain | None:
        found = self._standing(order.unit)
        place = None if order.via or found is None else self._way(found, order.to)
        if found is None or place is None:
            return None
        why = self.phrases.moved_freely(found[2], found[1], place)
        return *found, MOVE, NOBODY, NOBODY, NOBODY, self.network.space_of[place], place, why

    def _support(self, unit: Unit, of: Unit, to: Location | None = None) -> Plain | None:
        found, helped = self._standing(unit), self._standing(of)
        if found is None or helped is None or found[0] == helped[0]:
            return None
        place = NOBODY if to is None else self._way(helped, to)
        if place is None:
            return None
        target = helped[0] if place == NOBODY else self.network.space_of[place]
        space, location, kind = found
        if not self.network.steps[kind][location] >> target & 1:
            return None
        if place == NOBODY:
            why = self.phrases.supports_hold(kind, location, helped[2], helped[1], 1)
        else:
            why = self.phrases.supports_move(kind, location, helped[2], helped[1], place, 1)
        return space, location, kind, SUPPORT, *helped, target, place, why


def plain_orders_of(network: Network) -> PlainOrders:
    """Return what is known of a network's plain orders; it lives as long as the network."""
    known = vars(network)
    plain: PlainOrders | None = known.get("plain_orders")
    if plain is None:
        plain = known["plain_orders"] = PlainOrders(network)
    return plain
