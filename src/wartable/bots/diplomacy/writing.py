"""Drafts written down as orders."""

from __future__ import annotations

from wartable.bots.diplomacy.draft import Draft
from wartable.bots.diplomacy.table import Plan
from wartable.games.adjudication import orders
from wartable.games.adjudication.units import NOBODY


def plan_of(draft: Draft) -> Plan:
    """Return the orders of a draft."""
    carriers = {fleet: army for army, fleets in draft.carried.items() for fleet in fleets}
    return {unit: _order(draft, unit, carriers.get(unit, NOBODY)) for unit in draft.units}


def _order(draft: Draft, unit: int, carries: int) -> orders.MovementOrder:
    numbered, locations = draft.table.numbered, draft.table.ground.network.locations
    choice, written = draft.chosen[unit], numbered.unit[unit]
    if carries != NOBODY:
        return orders.Convoy(written, numbered.unit[carries], locations[draft.chosen[carries].place])
    if choice.helps != NOBODY:
        return _support(draft, unit, choice.helps)
    if choice.converts:
        return orders.Convert(written, orders.coast_of(locations[choice.place]))
    return (
        orders.Hold(written)
        if choice.place == numbered.location[unit]
        else orders.Move(written, locations[choice.place])
    )


def _support(draft: Draft, unit: int, helped: int) -> orders.MovementOrder:
    numbered = draft.table.numbered
    place = draft.chosen[helped].place
    if place == numbered.location[helped]:
        return orders.SupportHold(numbered.unit[unit], numbered.unit[helped])
    return orders.SupportMove(numbered.unit[unit], numbered.unit[helped], draft.table.ground.network.locations[place])
