"""Orders that mean the same on every board: holds, plain steps, and supports for those, read once and kept.

Most orders of a game are of this sort. If the units such an order names stand where it says, it is legal under all
rulings, and what it asks for in numbers is known at once, with the fate it has when nothing comes in its way.
"""

from __future__ import annotations

from typing import TypeAlias

from wartable.games.diplomacy.movement.legality import HOLD, MOVE, SUPPORT
from wartable.games.diplomacy.movement.muster import NOBODY
from wartable.games.diplomacy.movement.network import Network, Standing
from wartable.games.diplomacy.movement.phrases import Phrases, phrases_of
from wartable.games.diplomacy.orders import AnyOrder, Hold, Location, Move, SupportHold, SupportMove
from wartable.games.diplomacy.results import Why

Plain: TypeAlias = tuple[Standing, Standing, int, int, int, Why]
"""How the unit stands, and how the one it helps (or itself again); what it does; the space it aims at and the location
it names, or `NOBODY`; and the reason if all goes well."""
KEPT = 1 << 15
"""Orders kept for one map; then all are forgotten, so that memory stays flat."""


class PlainOrders(dict[AnyOrder, Plain | None]):
    """The plain orders of one map that were met so far; none for those that were met and are not plain."""

    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network
        self.phrases: Phrases = phrases_of(network.variant)

    def __missing__(self, order: AnyOrder) -> Plain | None:
        """Read an order and keep it; `None` for one whose meaning hangs on the board or the rulings."""
        if len(self) >= KEPT:
            self.clear()
        found = self[order] = self._read(order)
        return found

    def _read(self, order: AnyOrder) -> Plain | None:
        match order:
            case Hold():
                return self._hold(order)
            case Move():
                return self._move(order)
            case SupportHold():
                return self._support(order, None)
            case SupportMove():
                return self._support(order, order.to)
            case _:
                return None

    def _hold(self, order: Hold) -> Plain | None:
        standing = self.network.standing.get(order.unit)
        if standing is None:
            return None
        why = self.phrases.holds[(standing,)]
        return standing, standing, HOLD, NOBODY, NOBODY, why

    def _move(self, order: Move) -> Plain | None:
        standing = self.network.standing.get(order.unit)
        place = None if standing is None or order.via else self._way(standing, order.to)
        if standing is None or place is None:
            return None
        why = self.phrases.moved_freely[standing, place]
        return standing, standing, MOVE, self.network.space_of[place], place, why

    def _way(self, standing: Standing, to: Location) -> int | None:
        """Return the location one step away that is named exactly."""
        _, location, kind = standing
        return self.network.way_named[kind][location].get(to)

    def _support(self, order: SupportHold | SupportMove, to: Location | None) -> Plain | None:
        standing, helped = self.network.standing.get(order.unit), self.network.standing.get(order.of)
        if standing is None or helped is None or standing[0] == helped[0]:
            return None
        place = NOBODY if to is None else self._way(helped, to)
        if place is None:
            return None
        target = helped[0] if place == NOBODY else self.network.space_of[place]
        _, location, kind = standing
        if not self.network.steps[kind][location] >> target & 1:
            return None
        if place == NOBODY:
            why = self.phrases.supports_hold[standing, helped, 1]
        else:
            why = self.phrases.supports_move[standing, helped, place, 1]
        return standing, helped, SUPPORT, target, place, why


def plain_orders_of(network: Network) -> PlainOrders:
    """Return what is known of a network's plain orders; it lives as long as the network."""
    known = vars(network)
    plain: PlainOrders | None = known.get("plain_orders")
    if plain is None:
        plain = known["plain_orders"] = PlainOrders(network)
    return plain
