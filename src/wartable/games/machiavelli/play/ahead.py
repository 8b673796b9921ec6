"""Retreats in advance: whether they settle what a power has to decide after a movement (machiavelli 8)."""

from __future__ import annotations

from collections.abc import Sequence

from wartable.games.machiavelli.maps import place_of
from wartable.games.machiavelli.orders import Retreat
from wartable.games.machiavelli.play.actions import RetreatOrders
from wartable.games.machiavelli.results import Dislodged
from wartable.games.machiavelli.state import Power


def settled(plans: Sequence[Retreat], dislodged: Sequence[Dislodged], power: Power) -> RetreatOrders | None:
    """Return the retreats of a power by what it wrote in advance; None where that leaves a unit without a way."""
    own = [one for one in dislodged if one.unit.owner == power and one.retreats]
    chosen = [_first(one, plans) for one in own]
    found = tuple(order for order in chosen if order is not None)
    return RetreatOrders(found) if len(found) == len(own) else None


def _first(one: Dislodged, plans: Sequence[Retreat]) -> Retreat | None:
    """Return the first plan for a unit that is open to it, or that it disbands."""
    for plan in plans:
        if (plan.unit.kind, plan.unit.place) == (one.unit.kind, one.unit.place):
            ways = [way for way in one.retreats if plan.to in {way, place_of(way)}]
            if ways or not plan.to:
                return Retreat(one.name, ways[0] if ways else "")
    return None
