"""How a game goes on: orders come in, and when the last are there phases are judged until somebody is asked again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from wartable.engine.values import Event
from wartable.games.diplomacy import adjudicate
from wartable.games.diplomacy.orders import AnyOrder, Power, Province
from wartable.games.diplomacy.phases.due import due
from wartable.games.diplomacy.play import events as e
from wartable.games.diplomacy.play.actions import NOTHING_AHEAD, Orders
from wartable.games.diplomacy.play.advance import settled_ahead
from wartable.games.diplomacy.play.ending import by_vote, ending_of
from wartable.games.diplomacy.play.lasting import lasting_after, with_lasting
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.state import DiplomacyState, Ending, Fallen, Report
from wartable.games.diplomacy.play.telling import tell_result
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.results import Verdict

Tell = list[Event] | None
"""Where events go; None where nobody listens."""


def take_in(rules: Rules, state: DiplomacyState, seat: int, action: Orders, tell: Tell) -> DiplomacyState:
    """Take a seat's orders in; with the last ones the phase is judged, and others after it that wait for nobody."""
    state = replace(state, pending=_with(state.pending, seat, action))
    state = _planned(state, seat, action)
    return state if state.waiting else _go_on(rules, state, tell)


def _with(items: tuple[Orders | None, ...], seat: int, item: Orders) -> tuple[Orders | None, ...]:
    return (*items[:seat], item, *items[seat + 1 :])


def _planned(state: DiplomacyState, seat: int, action: Orders) -> DiplomacyState:
    """Keep orders in advance: new ones replace those of before, and those of a movement phase always do."""
    if action.ahead == NOTHING_AHEAD and state.position.phase.kind != "movement":
        return state
    return replace(state, ahead=(*state.ahead[:seat], action.ahead, *state.ahead[seat + 1 :]))


def _go_on(rules: Rules, state: DiplomacyState, tell: Tell) -> DiplomacyState:
    state = replace(state, last=())
    while True:
        if state.position.phase.kind == "movement":
            state = _count_votes(rules, _note_missing(rules, state, tell), tell)
        if state.ending is None:
            state = _judge(rules, state, tell)
        if state.ending is not None:
            return _close(state, tell)
        state = open_phase(rules, state, tell)
        if state.waiting:
            return state


# --- before a movement phase is judged


def _note_missing(rules: Rules, state: DiplomacyState, tell: Tell) -> DiplomacyState:
    """Count movement phases without any order, and declare civil disorder where they were too many."""
    most, missed = rules.options.disorder_after, list(state.missed)
    for seat in state.asked:
        action = state.pending[seat]
        missed[seat] = 0 if action is not None and action.orders else missed[seat] + 1
        if tell is not None and most and missed[seat] == most:
            tell.append(e.DisorderBegan(seat=seat, power=state.powers[seat], missed=most))
    return replace(state, missed=tuple(missed))


def _count_votes(rules: Rules, state: DiplomacyState, tell: Tell) -> DiplomacyState:
    """End the game where all agree on it; else tell who voted, if ballots are open."""
    ending = by_vote(rules, state)
    if ending is not None:
        return replace(state, ending=ending)
    voters = tuple(state.powers[seat] for seat in state.asked if _votes_draw(state.pending[seat]))
    told = voters if rules.options.ballot == "open" else ()
    if told and tell is not None:
        tell.append(e.DrawVoted(powers=told))
    return replace(state, votes=told)


def _votes_draw(action: Orders | None) -> bool:
    return action is not None and action.draw


# --- judging


def _judge(rules: Rules, state: DiplomacyState, tell: Tell) -> DiplomacyState:
    """Judge the phase, and bring everything that follows from it up to date."""
    given = _orders(state)
    orders = with_lasting(rules, state, given)
    verdict = adjudicate.judge(rules.variant, state.position, orders, rules.rulings)
    if tell is not None:
        tell_result(rules, state, orders, verdict, tell)
    after = replace(
        state,
        position=verdict.next,
        last=(*state.last, Report(state.position.phase, verdict.result.judged)),
        lasting=lasting_after(state, given) if rules.rulings.perpetual_orders else state.lasting,
        held=_held(rules, state.held, verdict),
        changed=state.position.phase.year if verdict.next.owners != state.position.owners else state.changed,
        pending=(None,) * state.seats,
        asked=(),
    )
    if tell is not None:
        _tell_centres(state, verdict.next, tell)
    after = _without_fallen(after, tell)
    return replace(after, ending=ending_of(rules, after))


def _orders(state: DiplomacyState) -> Mapping[Power, Sequence[AnyOrder]]:
    """Return the orders given, by power; powers that gave none are not in it."""
    given = ((state.powers[seat], action.orders) for seat, action in enumerate(state.pending) if action)
    return {power: orders for power, orders in given if orders}


def _held(rules: Rules, held: Mapping[Province, Power], verdict: Verdict) -> dict[Province, Power]:
    """Return who was last in each province of the land."""
    now = dict(held)
    for power, units in verdict.result.units.items():
        now.update((unit.province, power) for unit in units if rules.variant.provinces[unit.province].kind != "sea")
    return now


def _tell_centres(state: DiplomacyState, after: Position, tell: list[Event]) -> None:
    before = state.position.owners
    for power in dict.fromkeys(after.owners.values()):
        taken = tuple(one for one, owner in after.owners.items() if owner == power and before.get(one) != power)
        if taken:
            losers = tuple(before.get(one, "") for one in taken)
            total, seat = len(after.centres(power)), state.seat_of(power)
            tell.append(
                e.CentresTaken(seat=seat, power=power, centres=taken, losers=losers, total=total),
            )


def _without_fallen(state: DiplomacyState, tell: Tell) -> DiplomacyState:
    """Note the powers that have lost everything."""
    position = state.position
    standing = {power for power, units in position.units.items() if units}
    standing.update(position.owners.values(), (one.power for one in position.dislodged))
    known = {fallen.power for fallen in state.fallen}
    gone = [power for power in state.powers if power not in standing and power not in known]
    if tell is not None:
        tell.extend(e.Eliminated(seat=state.seat_of(power), power=power) for power in gone)
    return replace(state, fallen=(*state.fallen, *(Fallen(power, state.number) for power in gone)))


# --- what comes next


def open_phase(rules: Rules, state: DiplomacyState, tell: Tell) -> DiplomacyState:
    """Open the phase of the position that has been reached; orders in advance that settle it count as sent."""
    if state.position.phase.kind == "movement":
        state = replace(state, ahead=(NOTHING_AHEAD,) * state.seats)
    wanted = due(rules.variant, state.position)
    asked = tuple(seat for seat, power in enumerate(state.powers) if power in wanted and not state.in_disorder(seat))
    pending = tuple(
        settled_ahead(rules, state, seat, wanted[state.powers[seat]]) if seat in asked else None
        for seat in range(state.seats)
    )
    state = replace(state, number=state.number + 1, asked=asked, pending=pending)
    if tell is not None:
        waits = tuple(state.powers[seat] for seat in state.waiting)
        tell.append(e.PhaseOpened(phase=state.position.phase, number=state.number, waits_for=waits))
    return state


def _close(state: DiplomacyState, tell: Tell) -> DiplomacyState:
    """End the game: nothing stays pending, and what was secret is gone."""
    ending: Ending | None = state.ending
    if tell is not None and ending is not None:
        seats = tuple(seat for seat, power in enumerate(state.powers) if power in ending.powers)
        tell.append(e.Ended(kind=ending.kind, powers=ending.powers, seats=seats, reason=ending.reason))
    none = (None,) * state.seats
    return replace(state, asked=(), pending=none, ahead=(NOTHING_AHEAD,) * state.seats)
