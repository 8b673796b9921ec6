"""Orders that mean the same on every board, read once and kept: holds, plain steps, convoys, and supports.

If the units such an order names stand where it says, what it asks for in numbers is known at once. Most are then legal
under all rulings, and have a known fate when nothing comes in their way; the others hang on the fleets at sea or on the
ruling about coasts that were left out, and on nothing else.
"""

from __future__ import annotations

from typing import TypeAlias

from wartable.games.diplomacy.movement.legality import CONVOY, HOLD, MOVE, SUPPORT
from wartable.games.diplomacy.movement.muster import ARMY, FLEET, NOBODY
from wartable.games.diplomacy.movement.network import Network, Standing
from wartable.games.diplomacy.movement.phrases import Phrases, phrases_of
from wartable.games.diplomacy.orders import AnyOrder, Convoy, Hold, Location, Move, SupportHold, SupportMove
from wartable.games.diplomacy.results import Why

Plain: TypeAlias = tuple[int, Standing, int, int, int, Why | None, int, Standing | None]
"""Where and how the unit stands; what it does; the space it aims at and the location it names, or `NOBODY`; the reason
if all goes well, or `None` for an order that is not legal on every board; where and how the unit it helps stands, or
`NOBODY` and `None`."""
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
            case Convoy():
                return self._convoy(order)
            case _:
                return None

    def _hold(self, order: Hold) -> Plain | None:
        standing = self.network.standing.get(order.unit)
        if standing is None:
            return None
        why = self.phrases.holds[(standing,)]
        return standing[0], standing, HOLD, NOBODY, NOBODY, why, NOBODY, None

    def _move(self, order: Move) -> Plain | None:
        standing = self.network.standing.get(order.unit)
        if standing is None:
            return None
        place = None if order.via else self._way(standing, order.to)
        if place is None:
            target = None if order.path else self._shore(standing, order.to)
            return None if target is None else (standing[0], standing, MOVE, target, target, None, NOBODY, None)
        why = self.phrases.moved_freely[standing, place]
        return standing[0], standing, MOVE, self.network.space_of[place], place, why, NOBODY, None

    def _convoy(self, order: Convoy) -> Plain | None:
        fleet, army = self.network.standing.get(order.unit), self.network.standing.get(order.of)
        if fleet is None or army is None or fleet[2] != FLEET or not self.network.sea >> fleet[0] & 1:
            return None
        target = self._shore(army, order.to)
        return None if target is None else (fleet[0], fleet, CONVOY, target, NOBODY, None, army[0], army)

    def _shore(self, army: Standing, to: Location) -> int | None:
        """Return the coastal space, named without a coast, where a convoy might bring an army."""
        space = self.network.number.get(to)
        if space is None or army[2] != ARMY or space == army[0]:
            return None
        return space if self.network.space_of[space] == space and self.network.coastal >> space & 1 else None

    def _split(self, fleet: Standing, to: Location) -> int | None:
        """Return the space with several coasts, named without one, that a fleet goes to."""
        space = self.network.number.get(to)
        if space is None or fleet[2] != FLEET or self.network.space_of[space] != space:
            return None
        near = self.network.steps[FLEET][fleet[1]] & self.network.split
        return space if near >> space & 1 else None

    def _way(self, standing: Standing, to: Location) -> int | None:
        """Return the location one step away that is named exactly."""
        _, location, kind = standing
        return self.network.way_named[kind][location].get(to)

    def _support(self, order: SupportHold | SupportMove, to: Location | None) -> Plain | None:
        standing, helped = self.network.standing.get(order.unit), self.network.standing.get(order.of)
        if standing is None or helped is None or standing[0] == helped[0]:
            return None
        if to is None:
            if not self._reaches(standing, helped[0]):
                return None
            why = self.phrases.supports_hold[standing, helped, 1]
            return standing[0], standing, SUPPORT, helped[0], NOBODY, why, helped[0], helped
        place = self._way(helped, to)
        if place is None:
            return self._doubtful_support(standing, helped, to)
        target = self.network.space_of[place]
        if not self._reaches(standing, target):
            return None
        why = self.phrases.supports_move[standing, helped, place, 1]
        return standing[0], standing, SUPPORT, target, place, why, helped[0], helped

    def _doubtful_support(self, standing: Standing, helped: Standing, to: Location) -> Plain | None:
        """Read a support for an army that goes by convoy, or for a fleet whose coast was left out."""
        target = self._shore(helped, to) if helped[2] == ARMY else self._split(helped, to)
        if target is None or not self._reaches(standing, target):
            return None
        return standing[0], standing, SUPPORT, target, target, None, helped[0], helped

    def _reaches(self, standing: Standing, space: int) -> bool:
        _, location, kind = standing
        return bool(self.network.steps[kind][location] >> space & 1)


def plain_orders_of(network: Network) -> PlainOrders:
    """Return what is known of a network's plain orders; it lives as long as the network."""
    known = vars(network)
    plain: PlainOrders | None = known.get("plain_orders")
    if plain is None:
        plain = known["plain_orders"] = PlainOrders(network)
    return plain
