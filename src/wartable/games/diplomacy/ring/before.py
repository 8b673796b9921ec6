"""The stage before a movement: figures go, the Nazgul strikes, and the Dead take what attacks (ring-diplomacy Y22)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wartable.games.adjudication.stages import OrdersOf, Prepared
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.ring_figures.strike import staged

if TYPE_CHECKING:
    from wartable.games.diplomacy.ring.ringmap import RingMap


def prepared(on: RingMap, position: Position, orders: OrdersOf, rulings: Rulings) -> Prepared:
    """Return what is left to judge when figures have gone, the Nazgul has struck, and the Dead have come."""
    conditions = on.conditions(position, rulings)
    given = {power: [on.completed(position, order) for order in those] for power, those in orders.items()}
    if not on.settings.advanced:
        return Prepared(position.units, given, conditions)
    return staged(on.errand(position, rulings), given, conditions)
