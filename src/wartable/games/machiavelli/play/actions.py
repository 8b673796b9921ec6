"""The decisions of a seat: all its orders of a campaign with its money, its retreats, its units of the year."""

from __future__ import annotations

from typing import TypeAlias

from wartable.engine.values import Action
from wartable.games.machiavelli.orders import Adjustment, Banking, CampaignOrder, Expense, Retreat
from wartable.games.machiavelli.state import Place, Power


class CampaignOrders(Action, frozen=True, tag="campaign", omit_defaults=True):
    """Everything a power writes for a campaign (machiavelli 2.2).

    Units without an order hold. `orders` may be for units that the power tries to buy. `allow` are the powers whose
    fleets it lets through straits that it holds.
    """

    orders: tuple[CampaignOrder, ...] = ()
    banking: tuple[Banking, ...] = ()
    expenses: tuple[Expense, ...] = ()
    allow: tuple[Power, ...] = ()


class RetreatOrders(Action, frozen=True, tag="retreats", omit_defaults=True):
    """Where the dislodged units of a power go; those without an order disband (machiavelli 8)."""

    orders: tuple[Retreat, ...] = ()


class YearOrders(Action, frozen=True, tag="year", omit_defaults=True):
    """What a power pays for, disbands and raises at the start of a year (machiavelli 11).

    `taxes` are cities that pay once more, where there is taxation (machiavelli 14).
    """

    orders: tuple[Adjustment, ...] = ()
    taxes: tuple[Place, ...] = ()


Orders: TypeAlias = CampaignOrders | RetreatOrders | YearOrders
"""Any of them."""
