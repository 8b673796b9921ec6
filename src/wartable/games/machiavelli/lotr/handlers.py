"""How each task of a game in Middle-earth is handled: those of Machiavelli, with figures and the Ring."""

from __future__ import annotations

from wartable.games.flow.handler import Handler, skip
from wartable.games.flow.machine import Flow
from wartable.games.machiavelli.lotr import checks, choices, turn
from wartable.games.machiavelli.lotr.actions import LotrOrders, LotrRetreats, LotrYear
from wartable.games.machiavelli.lotr.tasks import LotrSendOrders, LotrSendRetreats, LotrSendYear
from wartable.games.machiavelli.play import handlers as usual
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
        LotrSendYear: usual.FLOW.handlers[SendYear]._replace(
            takes=turn.take_year,
            explains=checks.year_refusal,
            asks_for=(LotrYear,),
            offers=choices.year_offers,
            sample=choices.year_sample,
            default=choices.default_year,
            rule="machiavelli 11, 18.4, 18.5",
        ),
        OpenCampaign: _KEPT[OpenCampaign]._replace(run=turn.open_campaign),
        LotrSendOrders: usual.FLOW.handlers[SendOrders]._replace(
            explains=checks.campaign_refusal,
            asks_for=(LotrOrders,),
            offers=choices.offers,
            sample=choices.sample,
            default=choices.default_orders,
            prompt="Order units and figures, and write payments and expenses",
            rule="machiavelli 2.2, 4, 12, 18.5",
        ),
        Move: _KEPT[Move]._replace(run=turn.move, rule="machiavelli 5, 6, 7, 18.5"),
        AskRiders: Handler(
            skip,
            turn.asked_riders,
            turn.pursue,
            asks_for=(Pursue,),
            offers=turn.pursuit_offers,
            every=turn.pursuits,
            prompt="Say whether the black riders go to the ring-bearer",
            title="Pursue the ring-bearer",
            rule="ring-diplomacy Y33",
        ),
        LotrSendRetreats: usual.FLOW.handlers[SendRetreats]._replace(
            takes=turn.take_retreats,
            explains=checks.retreat_refusal,
            asks_for=(LotrRetreats,),
            offers=choices.retreat_offers,
            sample=choices.retreat_sample,
            default=choices.default_retreats,
        ),
        Settle: _KEPT[Settle]._replace(run=turn.settle, rule="machiavelli 9, 18.7"),
    },
    runs=turn.Run,
)
"""The year in Middle-earth."""
