"""The decisions of a seat in ring diplomacy: orders with those that stay secret."""

from __future__ import annotations

from wartable.games.adjudication.orders import AnyOrder
from wartable.games.diplomacy.play.actions import Orders


class RingOrders(Orders, frozen=True, tag="orders", omit_defaults=True):
    """Everything a seat decides in a phase; `secret` are moves of hidden figures and a call of the Dead.

    Nobody is told of those: not when they are judged, and not who gave them.
    """

    secret: tuple[AnyOrder, ...] = ()
