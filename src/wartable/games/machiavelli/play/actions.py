"""The decisions of a seat: all its orders of a campaign with its money, its retreats, its units of the year."""

from __future__ import annotations

from typing import TypeAlias

from wartable.engine.values import Action
from wartable.games.machiavelli.optional.shifting import Shift
from wartable.games.machiavelli.orders import Adjustment, Banking, CampaignOrder, Expense, Retreat
from wartable.games.machiavelli.state import Place, Power


class Ahead(Action, frozen=True, kw_only=True, omit_defaults=True):
    """Base of orders with retreats in advance: for units that may be dislodged, in the order of preference.

    Where they name a way that is open to every unit of the power, it is not asked for retreats (machiavelli 8).
    """

    retreats: tuple[Retreat, ...] = ()


class Voting(Ahead, frozen=True, kw_only=True, omit_defaults=True):
    """Base of orders with a vote: for a `draw`, of the powers in `draw_of` or of all that survive, or a concession."""

    draw: bool = False
    draw_of: tuple[Power, ...] = ()
    concede_to: Power = ""


class CampaignOrders(Voting, frozen=True, tag="campaign", omit_defaults=True):
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


class ShiftOrders(Action, frozen=True, tag="shifts", omit_defaults=True):
    """The units that a power shifts after a campaign, two at most (machiavelli 14, strategic movement)."""

    orders: tuple[Shift, ...] = ()


class Excommunicate(Action, frozen=True, tag="excommunicate"):
    """The Papacy bars a power from letters (machiavelli 14)."""

    power: Power


class Forgive(Action, frozen=True, tag="forgive"):
    """The Papacy lets a power write letters again (machiavelli 14)."""

    power: Power


class Refrain(Action, frozen=True, tag="pass"):
    """The Papacy excommunicates and forgives nobody."""


class Heed(Action, frozen=True, tag="heed"):
    """A power does not ignore an excommunication."""


class Ignore(Action, frozen=True, tag="ignore"):
    """A power votes to ignore an excommunication, or writes to the excommunicated (machiavelli 14)."""


Ban: TypeAlias = Excommunicate | Forgive | Refrain | Heed | Ignore
"""What is said about excommunication."""
Orders: TypeAlias = CampaignOrders | RetreatOrders | YearOrders | ShiftOrders
"""Any of them."""
