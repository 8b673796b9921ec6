"""The answers of a campaign to what is asked of it."""

from __future__ import annotations

import msgspec

from wartable.engine.game import Inquiry
from wartable.engine.values import Seat
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.deeds import beside_marching
from wartable.games.ring_of_power.play.inquiries import questions
from wartable.games.ring_of_power.play.inquiries.battles import prospect
from wartable.games.ring_of_power.play.inquiries.reaching import reachable
from wartable.games.ring_of_power.play.inquiries.retreats import judged
from wartable.games.ring_of_power.play.inquiries.way import way_of


def answer(world: World, state: RingState, seat: Seat | None, inquiry: Inquiry) -> msgspec.Struct | None:
    """Return the answer to a question; raises `IllegalAction` for one without sense."""
    match inquiry:
        case questions.AskReach():
            return reachable(world, state, inquiry)
        case questions.AskWay():
            return way_of(world, state, inquiry)
        case questions.AskBattle():
            return prospect(world, state, seat, inquiry)
        case questions.AskRetreat():
            return judged(world, state, inquiry)
        case questions.AskDeeds():
            return beside_marching(world, state, inquiry.figures)
        case _:
            message = f"{type(inquiry).__name__} is no question of this game."
            raise TypeError(message)
