"""The answers of a campaign to what is asked of it, and whether a retreat is one (H)."""

from __future__ import annotations

import msgspec

from wartable.engine.errors import IllegalAction
from wartable.engine.game import Inquiry
from wartable.engine.values import Seat
from wartable.games.ring_of_power.campaign.actions import FallBack
from wartable.games.ring_of_power.campaign.agenda import Retreat
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play import retreating
from wartable.games.ring_of_power.play.inquiries import questions
from wartable.games.ring_of_power.play.inquiries.battles import prospect
from wartable.games.ring_of_power.play.inquiries.questions import AskRetreat
from wartable.games.ring_of_power.play.inquiries.team import Fault, told
from wartable.games.ring_of_power.play.inquiries.way import reachable, way_of
from wartable.games.ring_of_power.play.reasons import reason
from wartable.games.ring_of_power.play.suggestions import beside_marching


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """The first fault of a retreat, or None where it may be made."""

    fault: Fault | None = None


def judged(world: World, state: RingState, asked: AskRetreat) -> Judged:
    """Judge paths of a retreat; raises `IllegalAction` where nobody retreats now."""
    task = state.agenda[0] if state.agenda else None
    if not isinstance(task, Retreat):
        raise IllegalAction(reason("not_now", "Nobody retreats now.", "H"))
    whole = retreating.explain(world, state, task, FallBack(paths=asked.paths))
    if whole is None:
        return Judged()
    for number, path in asked.paths:
        fault = retreating.explain(world, state, task, FallBack(paths=((number, path),)))
        if fault is not None and fault.code != "ring.apart":  # without those who carry with him
            return Judged(fault=told(fault, number, path[-1] if path else None))
    return Judged(fault=told(whole))


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
