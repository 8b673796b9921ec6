"""The decisions of a seat in Middle-earth: those of Machiavelli with orders for figures, and fleets to begin with."""

from __future__ import annotations

from typing import TypeAlias

from wartable.games.adjudication.orders import Call, Hold, Move
from wartable.games.machiavelli.play.actions import CampaignOrders, RetreatOrders, YearOrders
from wartable.games.machiavelli.state import Place

FigureOrder: TypeAlias = Hold | Move | Call
"""What figures are ordered: to stay or go, and the Dead to come."""


class LotrOrders(CampaignOrders, frozen=True, tag="campaign", omit_defaults=True):
    """Everything a power writes for a campaign; those of `figures` that are hidden nobody is ever told."""

    figures: tuple[FigureOrder, ...] = ()


class LotrRetreats(RetreatOrders, frozen=True, tag="retreats", omit_defaults=True):
    """Where dislodged units go, and the Nazgul where the Great Eagles drove it off; empty: it stays."""

    nazgul: Place = ""


class LotrYear(YearOrders, frozen=True, tag="year", omit_defaults=True):
    """Units of the year; before the first spring also `fleets`, home ports that begin with a fleet for the army."""

    fleets: tuple[Place, ...] = ()
