"""The tasks of a phase: it opens, orders come in, votes are counted, orders are judged; then comes the next phase."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from wartable.engine.errors import Reason
from wartable.engine.values import Event, Seat
from wartable.games.adjudication.orders import AnyOrder, Power, Province
from wartable.games.diplomacy import adjudicate
from wartable.games.diplomacy.play import events as e
from wartable.games.diplomacy.play.actions import NOTHING_AHEAD, Orders
from wartable.games.diplomacy.play.advance import settled_ahead
from wartable.games.diplomacy.play.checks import refusal
from wartable.games.diplomacy.play.ending import by_vote, ending_of, proposals
from wartable.games.diplomacy.play.lasting import lasting_after, with_lasting
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.state import DiplomacyState, Ending, Fallen, Report
from wartable.games.diplomacy.play.tasks import CountVotes, JudgePhase, OpenPhase, PhaseTask, SendOrders
from wartable.games.diplomacy.play.telling import tell_result
from wartable.games.diplomacy.position import Phase, Position
from wartable.games.diplomacy.results import Verdict
from wartable.games.flow import run as flow
from wartable.games.flow.handler import Ask, Handler, skip
from wartable.games.flow.machine import Flow


class Run(flow.Run[Rules, DiplomacyState]):
    """A decision that is carried out."""

    def count(self) -> None:
        """Count nothing: the number of the phase tells questions apart."""


def missing_orders(_rules: Rules, state: DiplomacyState, _task: SendOrders) -> Ask:
    """Ask the seats whose orders are missing; all phases but movement are brief."""
    kind = state.position.phase.kind
    return Ask(tuple(map(Seat, state.waiting)), "orders", secret=True, brief=kind != "movement", about=f"orders.{kind}")


def take_in(run: Run, task: SendOrders, action: Orders) -> None:
    """Take a seat's orders in; when the last are there, what was judged before is history."""
    run.change(pending=_with(run.state.pending, run.seat, action))
    _plan(run, action)
    if run.state.waiting:
        run.push(task)
    else:
        run.change(last=())


def _with(items: tuple[Orders | None, ...], seat: int, item: Orders) -> tuple[Orders | None, ...]:
    return (*items[:seat], item, *items[seat + 1 :])


def _plan(run: Run, action: Orders) -> None:
    """Keep orders in advance: new ones replace those of before, and those of a movement phase always do."""
    ahead, seat = run.state.ahead, run.seat
    if action.ahead != NOTHING_AHEAD or run.state.position.phase.kind == "movement":
        run.change(ahead=(*ahead[:seat], action.ahead, *ahead[seat + 1 :]))


# --- before a movement phase is judged


def count_votes(run: Run, _task: CountVotes) -> None:
    """Note of whom nothing came, then end the game where all agree on it; else tell who voted, if ballots are open."""
    _note_missing(run)
    state = run.state
    ending = by_vote(run.rules, state)
    if ending is not None:
        run.change(ending=ending)
        return
    found = proposals(state) if run.rules.options.ballot == "open" else dict[frozenset[Power], tuple[Power, ...]]()
    told = tuple(power for power in state.powers if any(power in voters for voters in found.values()))
    if found and run.rules.options.draws == "chosen":
        for sharing, voters in found.items():
            run.say(e.DrawProposed(powers=voters, sharing=tuple(p for p in state.powers if p in sharing)))
    elif told:
        run.say(e.DrawVoted(powers=told))
    run.change(votes=told)


def _note_missing(run: Run) -> None:
    """Count movement phases in which nothing came, and declare civil disorder where they were too many."""
    state = run.state
    most, missed = run.rules.options.disorder_after, list(state.missed)
    for seat in state.asked:
        missed[seat] = 0 if _is_there(run, seat) else missed[seat] + 1
        if most and missed[seat] == most:
            run.say(e.DisorderBegan(seat=seat, power=state.powers[seat], missed=most))
    run.change(missed=tuple(missed))


def _is_there(run: Run, seat: int) -> bool:
    """Whether anything came from the player of a power in this phase: an order for any power, a vote or a concession.

    By versions of the rules before, votes and orders that stay secret were nothing.
    """
    options, pending = run.rules.options, run.state.pending
    if not options.since(options.votes_count_since):
        mine = pending[seat]
        return mine is not None and bool(mine.orders)
    given = (pending[one] for one in run.state.together(seat))
    return any(one is not None and one != type(one)() for one in given)


# --- judging


def judge_phase(run: Run, _task: JudgePhase) -> None:
    """Judge the phase, unless the game ends by a vote; then close the game, or open the next phase."""
    if run.state.ending is None:
        _judge(run)
    if run.state.ending is None:
        run.push(OpenPhase())
    else:
        close_game(run, run.state.ending)


def _judge(run: Run) -> None:
    """Judge the phase, and bring everything that follows from it up to date."""
    rules, state = run.rules, run.state
    given = orders_by_power(state)
    orders = with_lasting(rules, state, given)
    verdict = adjudicate.judge(rules.variant, state.position, orders, rules.rulings)
    if run.heard:
        run.say(*tell_result(rules, state, orders, verdict))
    run.change(
        position=verdict.next,
        last=(*state.last, Report(state.position.phase, verdict.result.judged)),
        lasting=lasting_after(state, given) if rules.rulings.perpetual_orders else state.lasting,
        held=held_after(rules, state.held, verdict),
        changed=state.position.phase.year if verdict.next.owners != state.position.owners else state.changed,
        pending=(None,) * state.seats,
        asked=(),
    )
    if run.heard:
        run.say(*centres_taken(state, verdict.next))
    note_fallen(run)
    run.change(ending=ending_of(rules, run.state))


def orders_by_power(state: DiplomacyState) -> Mapping[Power, Sequence[AnyOrder]]:
    """Return the orders given, by power; powers that gave none are not in it."""
    given = ((state.powers[seat], action.orders) for seat, action in enumerate(state.pending) if action)
    return {power: orders for power, orders in given if orders}


def held_after(rules: Rules, held: Mapping[Province, Power], verdict: Verdict) -> dict[Province, Power]:
    """Return who was last in each province of the land."""
    now = dict(held)
    for power, units in verdict.result.units.items():
        now.update((unit.province, power) for unit in units if rules.variant.provinces[unit.province].kind != "sea")
    return now


def centres_taken(state: DiplomacyState, after: Position) -> Iterator[Event]:
    """Yield what each power gained at a count."""
    before = state.position.owners
    for power in dict.fromkeys(after.owners.values()):
        taken = tuple(one for one, owner in after.owners.items() if owner == power and before.get(one) != power)
        if taken:
            losers = tuple(before.get(one, "") for one in taken)
            total, seat = len(after.centres(power)), state.seat_of(power)
            yield e.CentresTaken(seat=seat, power=power, centres=taken, losers=losers, total=total)


def note_fallen(run: Run) -> None:
    """Note the powers that have lost everything."""
    state, position = run.state, run.state.position
    standing = {power for power, units in position.units.items() if units}
    standing.update(position.owners.values(), (one.power for one in position.dislodged))
    known = {fallen.power for fallen in state.fallen}
    gone = [power for power in state.powers if power not in standing and power not in known]
    run.say(*(e.Eliminated(seat=state.seat_of(power), power=power) for power in gone))
    run.change(fallen=(*state.fallen, *(Fallen(power, state.number) for power in gone)))


# --- what comes next


def open_phase(run: Run, _task: OpenPhase) -> None:
    """Open the phase of the position that has been reached; orders in advance that settle it count as sent."""
    if run.state.position.phase.kind == "movement":
        run.change(ahead=(NOTHING_AHEAD,) * run.state.seats)
    rules, state = run.rules, run.state
    wanted = rules.to_decide(state.position)
    asked = tuple(seat for seat, power in enumerate(state.powers) if power in wanted and not state.in_disorder(seat))
    pending = tuple(
        settled_ahead(rules, state, seat, wanted[state.powers[seat]]) if seat in asked else None
        for seat in range(state.seats)
    )
    run.change(number=state.number + 1, asked=asked, pending=pending)
    run.push(*tasks_of(state.position.phase))
    waits = tuple(state.powers[seat] for seat in run.state.waiting)
    run.say(e.PhaseOpened(phase=state.position.phase, number=run.state.number, waits_for=waits))


def tasks_of(phase: Phase) -> tuple[PhaseTask, ...]:
    """Return what has to be done in a phase that is open."""
    votes = (CountVotes(),) if phase.kind == "movement" else ()
    return (SendOrders(), *votes, JudgePhase())


def close_game(run: Run, ending: Ending) -> None:
    """End the game: nothing stays pending, and what was secret is gone."""
    state = run.state
    seats = tuple(seat for seat, power in enumerate(state.powers) if power in ending.powers)
    run.say(e.Ended(kind=ending.kind, powers=ending.powers, seats=seats, reason=ending.reason))
    run.change(asked=(), pending=(None,) * state.seats, ahead=(NOTHING_AHEAD,) * state.seats)


def _explain(rules: Rules, state: DiplomacyState, _task: SendOrders, seat: Seat, action: Orders) -> Reason | None:
    return refusal(rules, state, seat, action)


FLOW = Flow(
    {
        OpenPhase: Handler(open_phase, title="Open the phase"),
        SendOrders: Handler(skip, missing_orders, take_in, _explain, (Orders,), title="Send orders"),
        CountVotes: Handler(count_votes, title="Count votes"),
        JudgePhase: Handler(judge_phase, title="Judge the phase"),
    },
    runs=Run,
)
"""How each task of a phase is handled."""
