"""How each task of a game is handled."""

from __future__ import annotations

from wartable.games.flow.handler import Handler, asks, skip
from wartable.games.flow.machine import Flow
from wartable.games.machiavelli.play import bans, campaigns, checks, murders, optional, turn, years
from wartable.games.machiavelli.play.actions import (
    CampaignOrders,
    Excommunicate,
    Forgive,
    Heed,
    Ignore,
    Refrain,
    RetreatOrders,
    ShiftOrders,
    YearOrders,
)
from wartable.games.machiavelli.play.tasks import (
    AskHeed,
    AskPope,
    Assassinate,
    EndCampaign,
    Finance,
    FindDiplomats,
    Income,
    Move,
    OpenBans,
    OpenCampaign,
    OpenShifts,
    OpenYear,
    RollDisaster,
    SendOrders,
    SendRetreats,
    SendShifts,
    SendYear,
    Settle,
    SpreadPlague,
    TellFortune,
    Unrest,
)

FLOW = Flow(
    {
        OpenYear: Handler(turn.open_year, title="Open the year", rule="machiavelli 2.1"),
        RollDisaster: Handler(
            turn.come_disaster,
            turn.disaster_dice,
            turn.roll_disaster,
            title="Roll for a disaster",
            rule="machiavelli 13",
        ),
        Income: Handler(turn.earn, turn.income_dice, turn.earn, title="Income", rule="machiavelli 10"),
        SendYear: Handler(
            skip,
            asks("orders", secret=True, brief=True, about="orders.year"),
            turn.take_year,
            years.refusal,
            (YearOrders,),
            offers=years.offers,
            sample=years.sample,
            default=years.default_year,
            prompt="Pay, disband and raise units",
            title="Units of the year",
            rule="machiavelli 11",
        ),
        OpenCampaign: Handler(turn.open_campaign, title="Open the campaign", rule="machiavelli 2.2"),
        OpenBans: Handler(bans.open_bans),
        AskPope: Handler(
            skip,
            asks("vote", brief=True, about="bans.sentence"),
            bans.take_sentence,
            bans.sentence_refusal,
            (Excommunicate, Forgive, Refrain),
            offers=bans.sentence_offers,
            every=bans.sentences,
            prompt=bans.pope_prompt,
            title="Sentence of the Papacy",
            rule="machiavelli 14",
        ),
        AskHeed: Handler(
            skip,
            asks("vote", secret=True, brief=True, about="bans.heed"),
            bans.take_answers,
            asks_for=(Heed, Ignore),
            offers=bans.heed_offers,
            every=bans.answers,
            prompt=bans.heed_prompt,
            title="Who ignores an excommunication",
            rule="machiavelli 14",
        ),
        SendOrders: Handler(
            skip,
            asks("orders", secret=True, about="orders.campaign"),
            turn.take_orders,
            checks.campaign_refusal,
            (CampaignOrders,),
            offers=campaigns.offers,
            sample=campaigns.sample,
            default=campaigns.default_orders,
            prompt="Order units, and write payments and expenses",
            title="Orders of a campaign",
            rule="machiavelli 2.2, 4, 12",
        ),
        Finance: Handler(
            murders.finance, murders.finance_dice, murders.finance, title="Bank and expenses", rule="machiavelli 12"
        ),
        Assassinate: Handler(
            murders.strike, murders.attempt_dice, murders.strike, title="Assassinations", rule="machiavelli 12.4"
        ),
        Unrest: Handler(
            murders.rise,
            murders.unrest_dice,
            murders.rise,
            title="Unrest after assassinations",
            rule="machiavelli 12.4",
        ),
        Move: Handler(turn.move, title="Carry out the orders", rule="machiavelli 5, 6, 7"),
        SendRetreats: Handler(
            skip,
            asks("orders", secret=True, brief=True, about="orders.retreats"),
            turn.take_retreats,
            checks.retreat_refusal,
            (RetreatOrders,),
            offers=campaigns.retreat_offers,
            sample=campaigns.retreat_sample,
            default=campaigns.default_retreats,
            prompt="Retreat dislodged units",
            title="Retreats",
            rule="machiavelli 8",
        ),
        OpenShifts: Handler(optional.open_shifts),
        SendShifts: Handler(
            skip,
            asks("orders", secret=True, brief=True, about="orders.shifts"),
            optional.take_shifts,
            optional.shift_refusal,
            (ShiftOrders,),
            offers=optional.shift_offers,
            sample=optional.shift_sample,
            default=optional.no_shifts,
            prompt="Shift up to two units through own provinces",
            title="Strategic movement",
            rule="machiavelli 14",
        ),
        TellFortune: Handler(
            optional.tell_fortune,
            optional.fortune_dice,
            optional.tell_fortune,
            title="Random events",
            rule="machiavelli 14",
        ),
        SpreadPlague: Handler(
            optional.spread, optional.spread_dice, optional.spread, title="Spreading plague", rule="machiavelli 14"
        ),
        FindDiplomats: Handler(
            optional.hunt, optional.hunt_dice, optional.hunt, title="Diplomats found out", rule="machiavelli 14"
        ),
        EndCampaign: Handler(turn.end_campaign, title="End the campaign", rule="machiavelli 13.3"),
        Settle: Handler(turn.settle, title="Count countries and powers", rule="machiavelli 9"),
    },
    runs=turn.Run,
)
"""The year of Machiavelli."""
