"""The sandbox of Machiavelli: any position with units, garrisons, marks and money comes with the request."""

from __future__ import annotations

from typing import TypeVar

import msgspec
from msgspec.structs import replace

from wartable.engine.errors import WartableError
from wartable.engine.values import Seat
from wartable.games.machiavelli.adjudicate.letters import state_at
from wartable.games.machiavelli.adjudicate.textform import write_moment
from wartable.server.problems import Refused
from wartable.tools.files import Judging
from wartable.tools.machiavelli.judging import ADJUDICATOR, LOTR_ADJUDICATOR, MachiavelliAdjudicator, Told
from wartable.tools.machiavelli.wire import StepOffers, StepSituation, StepTold, StepWish

_JUDGES: dict[str, MachiavelliAdjudicator] = {
    key: judge for judge in (ADJUDICATOR, LOTR_ADJUDICATOR) for key in judge.games
}
T = TypeVar("T", StepTold, StepOffers)


def judge_step(wish: StepWish) -> StepTold:
    """Judge a step; raises `Refused` saying what of the request cannot be read."""
    judge, asked = _JUDGES[wish.game], _judging(wish)
    try:
        told, text = judge.judge(asked)
        svg = judge.drawn(asked) if wish.picture else None
    except WartableError as error:
        raise _unreadable(error) from error
    assert isinstance(told, Told)  # noqa: S101 - the judges of this family tell no other
    after = msgspec.to_builtins(told.next) if told.next else None
    return StepTold(
        text=text,
        next_text=told.next_text,
        next=after,
        dice=told.dice,
        silent=told.silent,
        unread=told.unread,
        svg=svg,
    )


def offers(wish: StepSituation) -> StepOffers:
    """Return what every power may write in a position; raises `Refused` where it cannot be read."""
    judge = _JUDGES[wish.game]
    try:
        rules, moment = judge.read(_judging(wish))
    except WartableError as error:
        raise _unreadable(error) from error
    state = state_at(judge.game, rules, moment)
    found = StepOffers(step=moment.step, position_text=write_moment(rules, moment), offers={})
    if not state.agenda:
        return found
    seats = tuple(Seat(seat) for seat, power in enumerate(state.powers) if power in moment.position.powers)
    task = msgspec.structs.replace(state.agenda[0], seats=seats)
    handler = judge.game.flow.handlers[type(task)]
    listed = handler.offers
    assert listed is not None  # noqa: S101 - powers decide in it
    asked = replace(state, agenda=(task,))
    return replace(found, offers={state.powers[seat]: tuple(listed(rules, asked, task, seat)) for seat in seats})


def _judging(wish: StepSituation) -> Judging:
    position = wish.position if isinstance(wish.position, str | None) else msgspec.json.encode(wish.position).decode()
    usual = Judging(position=position, orders="", rules=wish.rules or None, options=wish.options)
    if not isinstance(wish, StepWish):
        return usual
    orders = wish.orders if isinstance(wish.orders, str) else msgspec.json.encode(wish.orders).decode()
    return replace(usual, orders=orders, dice=tuple(wish.dice), seed=wish.seed, lenient=wish.lenient)


def _unreadable(error: WartableError) -> Refused:
    return Refused(400, "adjudicate.unreadable", str(error))
