"""Orders made better one by one: each unit in turn tries what else it may do, with those that have to act with it."""

from __future__ import annotations

from typing import Final, TypeAlias

from msgspec.structs import replace

from wartable.bots.machiavelli.desk import Desk
from wartable.games.machiavelli.maps import named
from wartable.games.machiavelli.orders import (
    Advance,
    CampaignOrder,
    Convert,
    Disband,
    Hold,
    Support,
    SupportPower,
    Transport,
    UnitName,
)
from wartable.games.machiavelli.play.actions import CampaignOrders
from wartable.games.machiavelli.play.choices import UnitChoices

LEAST: Final = 1e-6
"""What a change must gain, so that rounding does not decide."""
Plan: TypeAlias = dict[UnitName, CampaignOrder]
"""An order for each own unit, and for those that are hired."""


def polish(desk: Desk, action: CampaignOrders, budget: int) -> CampaignOrders:
    """Try other orders for each unit in turn, and keep those that bring more; ends with so many trials or no gain."""
    position = desk.financed(action)
    choices = UnitChoices(desk.trial.rules, position)
    given = {order.unit: order for order in action.orders}
    plan: Plan = {name: Hold(name) for name in map(named, position.of(desk.power))} | given
    until, best, better = desk.trial.count + budget, desk.worth(_with(action, plan)), True
    while better:
        better = False
        for unit in position.of(desk.power):
            for order in choices.orders(unit):
                changed = _changed(plan, order)
                if changed is None:
                    continue
                if desk.trial.count >= until:
                    return _with(action, plan)
                value = desk.worth(_with(action, changed), best)
                if value > best + LEAST:
                    plan, best, better = changed, value, True
    return _with(action, plan)


def _with(action: CampaignOrders, plan: Plan) -> CampaignOrders:
    return replace(action, orders=tuple(plan.values()))


def _changed(plan: Plan, order: CampaignOrder) -> Plan | None:
    """Return a plan with another order, and what a helped unit has to do for it; None where it makes no sense."""
    if order == plan[order.unit] or isinstance(order, Disband | SupportPower):
        return None
    wanted = _wanted(order)
    if wanted is None:
        return {**plan, order.unit: order}
    other = wanted.unit
    if other not in plan:
        return None
    if isinstance(wanted, Hold):
        return None if isinstance(plan[other], Advance | Convert) else {**plan, order.unit: order}
    return {**plan, order.unit: order, other: wanted}


def _wanted(order: CampaignOrder) -> CampaignOrder | None:
    """Return what a helping order is for; None for orders that help nobody."""
    if isinstance(order, Transport):
        return Advance(order.of, order.to)
    if not isinstance(order, Support):
        return None
    if order.to:
        return Advance(order.of, order.to)
    return Convert(order.of, order.into) if order.into else Hold(order.of)
