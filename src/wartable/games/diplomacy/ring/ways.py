"""Moves over two provinces: which way one goes that names no province between (ring-diplomacy Y12)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from wartable.games.adjudication.orders import AnyOrder, Move, Power, Province
from wartable.games.diplomacy.position import Position
from wartable.games.ring_figures.realm import steps_of
from wartable.games.ring_figures.ways import between

if TYPE_CHECKING:
    from wartable.games.diplomacy.ring.ringmap import RingMap


def completed(on: RingMap, position: Position, order: AnyOrder) -> AnyOrder:
    """Return a move with the province between where it needs one and names none; any other order as it is.

    A border comes before two provinces by land, and those come before the sea. Of several ways it is the first in the
    order of the map where no unit of another power stands between, else the first.
    """
    if not isinstance(order, Move) or order.path or order.via or order.unit.kind not in on.map.kinds:
        return order
    if steps_of(on, order.unit.kind) < 2 or order.to in on.map.steps[order.unit.kind].get(order.unit.at, ()):
        return order
    ways = tuple(between(on.map, order.unit.kind, order.unit.at, order.to))
    if not ways:
        return order
    owner = _owner(position, order)
    free = [way for way in ways if _whose(position, way) in {"", owner}]
    return replace(order, path=((free or ways)[0],))


def _owner(position: Position, order: Move) -> Power:
    if order.unit.kind == "Z":
        return "mordor"
    return _whose(position, order.unit.at)


def _whose(position: Position, place: Province) -> Power:
    return next((power for power, units in position.units.items() if any(unit.at == place for unit in units)), "")
