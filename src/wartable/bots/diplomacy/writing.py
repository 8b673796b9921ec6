"""Drafts written down as orders."""

from __future__ import annotations

from wartable.bots.diplomacy.draft import Draft
from wartable.bots.diplomacy.table import Plan
from wartable.games.diplomacy.movement.muster import NOBODY
from wartable.games.diplomacy.orders import (
    Convert,
    Convoy,
    Hold,
    Move,
    MovementOrder,
    SupportHold,
    SupportMove,
    coast_of,
)


def plan_of(draft: Draft) -> Plan:
    """Return the orders of a draft."""
    carriers = {fleet: army for army, fleets in draft.carried.items() for fleet in fleets}
    return {unit: _order(draft, unit, carriers.get(unit, NOBODY)) for unit in draft.units}


def _order(draft: Draft, unit: int, carries: int) -> MovementOrder:
    muster, locations = draft.table.muster, draft.table.ground.network.locations
    choice, written = draft.chosen[unit], muster.units[unit]
    if carries != NOBODY:
        return Convoy(written, muster.units[carries], locations[draft.chosen[carries].place])
    if choice.helps != NOBODY:
        return _support(draft, unit, choice.helps)
    if choice.converts:
        return Convert(written, coast_of(locations[choice.place]))
    return Hold(written) if choice.place == muster.location[unit] else Move(written, locations[choice.place])


def _support(draft: Draft, unit: int, helped: int) -> MovementOrder:
    muster = draft.table.muster
    place = draft.chosen[helped].place
    if place == muster.location[helped]:
        return SupportHold(muster.units[unit], muster.units[helped])
    return SupportMove(muster.units[unit], muster.units[helped], draft.table.ground.network.locations[place])
