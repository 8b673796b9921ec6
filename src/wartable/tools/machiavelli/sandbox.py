"""The sandbox of Machiavelli: any position with units, garrisons, marks and money comes with the request."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from wartable.engine.errors import WartableError
from wartable.engine.values import Event, Seat
from wartable.games.machiavelli.adjudicate.letters import read_letters, state_at
from wartable.games.machiavelli.adjudicate.moments import Moment
from wartable.games.machiavelli.adjudicate.phase import is_first
from wartable.games.machiavelli.adjudicate.textform import write_moment
from wartable.games.machiavelli.events import Told as EventTold
from wartable.games.machiavelli.play.desk import desk_of
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import SendYear
from wartable.games.machiavelli.rules import Rules, rules_of
from wartable.server.problems import Refused
from wartable.tools.files import Judging
from wartable.tools.machiavelli.judging import ADJUDICATOR, LOTR_ADJUDICATOR, MachiavelliAdjudicator, Told
from wartable.tools.machiavelli.wire import (
    StepLine,
    StepOffers,
    StepRead,
    StepReading,
    StepSituation,
    StepTold,
    StepWish,
)

_JUDGES: dict[str, MachiavelliAdjudicator] = {
    key: judge for judge in (ADJUDICATOR, LOTR_ADJUDICATOR) for key in judge.games
}


def judge_step(wish: StepWish) -> StepTold:
    """Judge a step; raises `Refused` saying what of the request cannot be read."""
    judge, asked = _JUDGES[wish.game], _judging(wish)
    try:
        told, text = judge.judge(asked)
        svg = judge.drawn(asked) if wish.picture else None
    except WartableError as error:
        raise _unreadable(error) from error
    assert isinstance(told, Told)  # noqa: S101 - the judges of this family tell no other
    rules, moment = judge.read(asked)
    state = judge.judged(state_at(judge.game, rules, moment), told.events)
    return StepTold(
        text=text,
        next_text=told.next_text,
        next=msgspec.to_builtins(told.next) if told.next else None,
        dice=told.dice,
        silent=told.silent,
        unread=told.unread,
        lines=tuple(_line(judge, rules, state, event) for event in told.events),
        view=_all_seen(judge, rules, moment, state),
        svg=svg,
    )


def _line(judge: MachiavelliAdjudicator, rules: Rules, state: MachiavelliState, event: Event) -> StepLine:
    """Return an event as a sentence, with its rule and who alone may know of it."""
    known = event if isinstance(event, EventTold) else None
    return StepLine(
        kind=str(event.__struct_config__.tag),
        text=judge.game.tell(event, (), rules.options),
        rule=known.why.rule if known and known.why else "",
        spaces=judge.game.told(state, event).spaces,
        only=known.private_to if known else (),
    )


def _all_seen(judge: MachiavelliAdjudicator, rules: Rules, moment: Moment, state: MachiavelliState) -> dict[str, Any]:
    """Return a position as the game shows it, with every power, and nothing secret."""
    seen = judge.game.view(replace(state, powers=tuple(rules.scenario.powers)), None)
    whole = {"position": moment.position, "dislodged": moment.dislodged, "last": state.last, "secret_accounts": False}
    found: dict[str, Any] = msgspec.to_builtins(replace(seen, **whole))
    return found


def offers(wish: StepSituation) -> StepOffers:
    """Return what every power may write in a position; raises `Refused` where it cannot be read."""
    judge = _JUDGES[wish.game]
    try:
        rules, moment = judge.read(_judging(wish))
    except WartableError as error:
        raise _unreadable(error) from error
    state = state_at(judge.game, rules, moment)
    view = _all_seen(judge, rules, moment, state)
    found = StepOffers(step=moment.step, position_text=write_moment(rules, moment), offers={}, view=view)
    if not state.agenda:
        return found
    seats = tuple(Seat(seat) for seat, power in enumerate(state.powers) if power in moment.position.powers)
    task = msgspec.structs.replace(state.agenda[0], seats=seats)
    if isinstance(task, SendYear):
        task = replace(task, opening=is_first(rules, moment.position))
    listed = judge.game.flow.handlers[type(task)].offers
    assert listed is not None  # noqa: S101 - powers decide in it
    asked = judge.led(replace(state, agenda=(task,)))
    return replace(
        found,
        offers={state.powers[seat]: tuple(listed(rules, asked, task, seat)) for seat in seats},
        desks=_desks(rules, moment),
    )


def _desks(rules: Rules, moment: Moment) -> dict[str, dict[str, Any]]:
    """Return what each power reckons with when it writes its money, treasuries of others included."""
    if moment.step != "campaign" or not rules.options.money:
        return {}
    known = rules_of(replace(rules.options, treasuries="open"))
    return {power: msgspec.to_builtins(desk_of(known, moment.position, power)) for power in moment.position.powers}


def readings(wish: StepReading) -> StepRead:
    """Return what every power wrote; raises `Refused` where the position cannot be read."""
    judge = _JUDGES[wish.game]
    try:
        rules, moment = judge.read(_judging(wish))
    except WartableError as error:
        raise _unreadable(error) from error
    letters = read_letters(judge.game, rules, moment, judge.without_reactions(wish.orders, {}))
    return StepRead(
        given={power: msgspec.to_builtins(orders) for power, orders in letters.given.items()}, unread=letters.unread
    )


def _judging(wish: StepSituation) -> Judging:
    position = wish.position if isinstance(wish.position, str | None) else msgspec.json.encode(wish.position).decode()
    usual = Judging(position=position, orders="", rules=wish.rules or None, options=wish.options)
    if not isinstance(wish, StepWish):
        return usual
    orders = wish.orders if isinstance(wish.orders, str) else msgspec.json.encode(wish.orders).decode()
    return replace(usual, orders=orders, dice=tuple(wish.dice), seed=wish.seed, lenient=wish.lenient)


def _unreadable(error: WartableError) -> Refused:
    return Refused(400, "adjudicate.unreadable", str(error))
