"""The reason for the orders of a campaign, in one sentence."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.games.machiavelli.maps import place_of
from wartable.games.machiavelli.orders import Advance, Besiege, Borrow, Convert, Expense
from wartable.games.machiavelli.play.actions import CampaignOrders
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.tables import tables

WHY_SHIFTS = "Shifts units to where there is more to hold and to do."


def why_campaign(rules: Rules, action: CampaignOrders) -> str:
    """Say what units and ducats are for."""
    parts = [*_orders(rules, action), *_money(rules, action)]
    sentence = "; ".join(parts) or "holds what it has"
    return f"{sentence[0].upper()}{sentence[1:]}."


def _orders(rules: Rules, action: CampaignOrders) -> Iterator[str]:
    sieges = [rules.place(order.unit.place) for order in action.orders if isinstance(order, Besiege)]
    going = [rules.place(place_of(order.to)) for order in action.orders if isinstance(order, Advance)]
    inside = [rules.place(one.unit.place) for one in action.orders if isinstance(one, Convert) and one.into == "G"]
    for verb, places in (("besieges", sieges), ("goes to", going), ("garrisons", inside)):
        if places:
            yield f"{verb} {', '.join(places)}"


def _money(rules: Rules, action: CampaignOrders) -> Iterator[str]:
    for loan in action.banking:
        if isinstance(loan, Borrow):
            yield f"borrows {loan.ducats} ducats"
    for one in action.expenses:
        yield f"spends {one.ducats} on {_aim(rules, one)}"


def _aim(rules: Rules, one: Expense) -> str:
    title = tables().expenses[one.letter].title
    where = rules.power(one.victim) if one.victim else rules.place(one.unit.place if one.unit else one.place)
    return f"{title[0].lower()}{title[1:]}: {where}"
