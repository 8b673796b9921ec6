"""How each task of a game in Middle-earth is handled: those of Machiavelli, with figures and the Ring."""

from __future__ import annotations

from wartable.games.flow.handler import Handler, asks, skip
from wartable.games.flow.machine import Flow
from wartable.games.machiavelli.lotr import checks, choices, turn
from wartable.games.machiavelli.lotr.actions import LotrOrders, LotrRetreats, LotrYear
from wartable.games.machiavelli.lotr.tasks import LotrSendOrders, LotrSendRetreats, LotrSendYear
from wartable.games.machiavelli.play import flow as usual
from wartable.games.machiavelli.play import turn as usual_turn
from wartable.games.machiavelli.play.tasks import (
    Move,
    OpenCampaign,
    OpenYear,
    SendOrders,
    SendRetreats,
    SendYear,
    Settle,
)
from wartable.games.ring_figures.actions import Pursue
from wartable.games.ring_figures.tasks import AskRiders, Elect

_KEPT = {task: row for task, row in usual.FLOW.handlers.items() if task not in {SendOrders, SendRetreats, SendYear}}

FLOW = Flow(
    {
        Elect: Handler(
            turn.elect,
            turn.wanted_leader,
            turn.drawn,
            title="Draw the leader of the ring-bearer",
            rule="ring-diplomacy Y31",
        ),
        **_KEPT,
        OpenYear: _KEPT[OpenYear]._replace(run=turn.open_year),
        LotrSendYear: Handler(
            skip,
            asks("orders", secret=True, brief=True, about="orders.year"),
            turn.take_year,
            checks.year_refusal,
            (LotrYear,),
            offers=choices.year_offers,
            sample=choices.year_sample,
            default=choices.default_year,
            prompt="Pay, disband and raise units",
            title="Units of the year",
            rule="machiavelli 11, 18.4, 18.5",
        ),
        OpenCampaign: _KEPT[OpenCampaign]._replace(run=turn.open_campaign),
        LotrSendOrders: Handler(
            skip,
            asks("orders", secret=True, about="orders.campaign"),
            usual_turn.take_orders,
            checks.campaign_refusal,
            (LotrOrders,),
            offers=choices.offers,
            sample=choices.sample,
            default=choices.default_orders,
            prompt="Order units and figures, and write payments and expenses",
            title="Orders of a campaign",
            rule="machiavelli 2.2, 4, 12, 18.5",
        ),
        Move: _KEPT[Move]._replace(run=turn.move, rule="machiavelli 5, 6, 7, 18.5"),
        AskRiders: Handler(
            skip,
            turn.asked_riders,
            turn.pursue,
            asks_for=(Pursue,),
            every=turn.pursuits,
            prompt="Say whether the black riders go to the ring-bearer",
            title="Pursue the ring-bearer",
            rule="ring-diplomacy Y33",
        ),
        LotrSendRetreats: Handler(
            skip,
            asks("orders", secret=True, brief=True, about="orders.retreats"),
            turn.take_retreats,
            checks.retreat_refusal,
            (LotrRetreats,),
            offers=choices.retreat_offers,
            sample=choices.retreat_sample,
            default=choices.default_retreats,
            prompt="Retreat dislodged units",
            title="Retreats",
            rule="machiavelli 8",
        ),
        Settle: _KEPT[Settle]._replace(run=turn.settle, rule="machiavelli 9, 18.7"),
    },
    runs=turn.Run,
)
"""The year in Middle-earth."""
