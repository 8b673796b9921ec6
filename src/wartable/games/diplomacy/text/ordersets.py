"""Several sets of orders sent in by one power: which of them count (DATC 4.D.1, 4.D.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from wartable.games.adjudication.orders import AnyOrder, Power
from wartable.games.diplomacy.rulings import DEFAULT, Rulings


def counted(
    sets: Sequence[Mapping[Power, Sequence[AnyOrder]]], rulings: Rulings | None = None
) -> dict[Power, list[AnyOrder]]:
    """Return the orders of each power that count, of sets in the order they were sent in.

    A set that has nothing of a power is none of its own, so that it takes nothing back.
    """
    rule = (rulings or DEFAULT).order_sets
    found: dict[Power, list[AnyOrder]] = {}
    for given in sets:
        for power, orders in given.items():
            if power not in found or rule == "last":
                found[power] = list(orders)
            elif rule == "combined":
                found[power] += orders
            else:
                found[power] = []
    return found
