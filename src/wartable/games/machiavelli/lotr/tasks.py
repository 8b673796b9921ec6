"""What a game in Middle-earth has still to do: the tasks of Machiavelli with its own answers, and those of the Ring."""

from __future__ import annotations

from typing import TypeAlias

from wartable.engine.values import Seat
from wartable.games.machiavelli.lotr.actions import LotrOrders, LotrRetreats, LotrYear
from wartable.games.machiavelli.play.tasks import (
    Assassinate,
    EndCampaign,
    Finance,
    Income,
    Move,
    OpenCampaign,
    OpenYear,
    RollDisaster,
    SendOrders,
    SendRetreats,
    SendYear,
    Settle,
    Unrest,
)
from wartable.games.ring_figures.tasks import AskRiders, Elect


class LotrSendOrders(SendOrders, frozen=True, tag="send_orders"):
    """Powers write payments, expenses, orders for units and for figures in secret."""

    given: tuple[tuple[Seat, LotrOrders], ...] = ()


class LotrSendRetreats(SendRetreats, frozen=True, tag="send_retreats"):
    """Powers say in secret where their dislodged units go, and Mordor where the Nazgul does."""

    given: tuple[tuple[Seat, LotrRetreats], ...] = ()


class LotrSendYear(SendYear, frozen=True, tag="send_year"):
    """Powers say in secret which units they pay for, disband and raise, and which ports begin with fleets."""

    given: tuple[tuple[Seat, LotrYear], ...] = ()


LotrTask: TypeAlias = (
    OpenYear
    | RollDisaster
    | Income
    | LotrSendYear
    | OpenCampaign
    | LotrSendOrders
    | Finance
    | Assassinate
    | Unrest
    | Move
    | LotrSendRetreats
    | EndCampaign
    | Settle
    | AskRiders
    | Elect
)
"""Everything that can be on the agenda."""
