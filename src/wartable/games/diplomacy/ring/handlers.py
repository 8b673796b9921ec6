"""The tasks of a phase of ring diplomacy: orders with secret ones, judging, the riders' answer, the end of a turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from wartable.engine.chance import Draw
from wartable.engine.errors import Reason
from wartable.engine.values import Event, Seat
from wartable.games.adjudication.orders import AnyOrder, Call, Power, Waive
from wartable.games.adjudication.results import Judged
from wartable.games.diplomacy import adjudicate
from wartable.games.diplomacy.play import events as e
from wartable.games.diplomacy.play import handlers as usual
from wartable.games.diplomacy.play.actions import NOTHING_AHEAD, Orders
from wartable.games.diplomacy.play.lasting import lasting_after, with_lasting
from wartable.games.diplomacy.play.rules import Rules
from wartable.games.diplomacy.play.state import Report
from wartable.games.diplomacy.play.tasks import CountVotes, JudgePhase, OpenPhase, SendOrders
from wartable.games.diplomacy.play.telling import tell_result
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.results import Verdict
from wartable.games.diplomacy.ring.actions import RingOrders
from wartable.games.diplomacy.ring.checks import refusal
from wartable.games.diplomacy.ring.ending import ring_ending, sudden_death
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.knowledge import learned
from wartable.games.diplomacy.ring.parts import as_ring, completed, map_of, parts_of
from wartable.games.diplomacy.ring.state import RingState, Sighting, trodden
from wartable.games.diplomacy.ring.tasks import EndTurn
from wartable.games.flow.handler import Ask, Handler, skip
from wartable.games.flow.machine import Flow
from wartable.games.ring_figures.actions import Pursue
from wartable.games.ring_figures.events import BearerElected, BearerLeft, BearerSeen, EaglesLeft, RidersCame
from wartable.games.ring_figures.figures import HIDDEN, Figures
from wartable.games.ring_figures.kinds import BEARER, EAGLES, RIDERS
from wartable.games.ring_figures.tables import first_tables, of_new_leader
from wartable.games.ring_figures.tasks import AskRiders, Elect

Run = usual.Run


def state_of(run: Run) -> RingState:
    """Return the state that a decision has led to so far."""
    return cast("RingState", run.state)


# --- orders


def missing_orders(_rules: Rules, state: RingState, _task: SendOrders) -> Ask:
    """Ask the players whose orders are missing; all phases but movement are brief."""
    kind = state.position.phase.kind
    seats = tuple(map(Seat, state.leaders_of(state.waiting)))
    return Ask(seats, "orders", secret=True, brief=kind != "movement", about=f"orders.{kind}")


def take_in(run: Run, task: SendOrders, action: Orders) -> None:
    """Take the orders of a player in, power by power."""
    state = state_of(run)
    whole = completed(run.rules, state, as_ring(action))
    pending, ahead = list(state.pending), list(state.ahead)
    for number, part in parts_of(run.rules, state, run.seat, whole).items():
        pending[number] = part
        if part.ahead != NOTHING_AHEAD or state.position.phase.kind == "movement":
            ahead[number] = part.ahead
    run.change(pending=tuple(pending), ahead=tuple(ahead))
    if state_of(run).waiting:
        run.push(task)
    else:
        run.change(last=())


def _explain(rules: Rules, state: RingState, _task: SendOrders, seat: Seat, action: Orders) -> Reason | None:
    return refusal(rules, state, seat, action)


# --- judging


def judge_phase(run: Run, _task: JudgePhase) -> None:
    """Judge the phase, unless the game ends by a vote; then close the game, or go on to what follows."""
    seen = _judge(run) if state_of(run).ending is None else False
    if (ending := run.state.ending) is not None:
        usual.close_game(run, ending)
        return
    run.push(*_then(run, seen=seen), OpenPhase())


def _then(run: Run, *, seen: bool) -> Iterator[AskRiders | EndTurn | Elect]:
    """Yield what comes before the next phase opens."""
    state = state_of(run)
    on, at = map_of(run.rules), figures_of(state.position).at
    mordor = state.powers.index("mordor")
    if seen and RIDERS in at and "mordor" in on.living(state.position) and not state.in_disorder(mordor):
        yield AskRiders()
    if state.position.phase.kind != "retreats" and on.settings.advanced:
        yield EndTurn()
    if BEARER in at and state.controller not in state.survivors:
        yield Elect()


def _judge(run: Run) -> bool:
    """Judge the phase, and bring everything that follows from it up to date; returns whether RB was seen."""
    rules, state = run.rules, state_of(run)
    given = _orders(state)
    orders = with_lasting(rules, state, given)
    verdict = adjudicate.judge(rules.variant, state.position, orders, rules.rulings)
    figures = figures_of(verdict.next)
    seen = BEARER in figures.seen and state.position.phase.kind != "adjustments"
    told = _public(verdict.result.judged)
    if run.heard:
        run.say(*_told(run, orders, verdict))
    run.change(
        position=_plain(run, verdict.next, figures),
        last=(*state.last, Report(state.position.phase, told)),
        lasting=lasting_after(state, _open(given)) if rules.rulings.perpetual_orders else state.lasting,
        held=usual.held_after(rules, state.held, verdict),
        changed=state.position.phase.year if verdict.next.owners != state.position.owners else state.changed,
        pending=(None,) * state.seats,
        asked=(),
    )
    if state.position.phase.kind == "movement":
        run.change(trail=trodden(state.trail, state.position.phase, figures))
    _learn(run, state, figures, verdict.result.judged, seen=seen)
    if run.heard:
        run.say(*usual.centres_taken(state, verdict.next))
    usual.note_fallen(run)
    _let_figures_leave(run)
    run.change(ending=ring_ending(rules, state_of(run)))
    return seen


def _plain(run: Run, position: Position, figures: Figures) -> Position:
    """Return a position without the marks of what was just seen."""
    if not map_of(run.rules).settings.advanced:
        return position
    return replace(position, marks=Figures(figures.at).marks())


def _orders(state: RingState) -> dict[Power, list[AnyOrder]]:
    """Return the orders given, by power, those of hidden figures under a name of their own."""
    found: dict[Power, list[AnyOrder]] = {}
    for number, action in enumerate(state.pending):
        if action is None:
            continue
        for order in (*action.orders, *action.secret):
            hidden = order in action.secret and not isinstance(order, Call)
            found.setdefault(HIDDEN if hidden else state.powers[number], []).append(order)
    return found


def _open(given: dict[Power, list[AnyOrder]]) -> dict[Power, list[AnyOrder]]:
    """Return the orders that everybody sees."""
    return {
        power: [order for order in orders if not isinstance(order, Call)]
        for power, orders in given.items()
        if power != HIDDEN
    }


def _public(judged: Sequence[Judged]) -> tuple[Judged, ...]:
    """Return the orders that everybody sees: no moves of hidden figures, and the Dead only when they came."""
    return tuple(
        one for one in judged if one.power != HIDDEN and not (isinstance(one.order, Call) and one.result != "spent")
    )


def _told(run: Run, orders: Mapping[Power, Sequence[AnyOrder]], verdict: Verdict) -> Iterator[Event]:
    """Yield what happened, without what is hidden."""
    struck = [one.order for one in verdict.result.judged if one.result == "struck"]
    units = {order.unit for order in struck if not isinstance(order, Waive)}
    for event in tell_result(run.rules, run.state, orders, verdict):
        if isinstance(event, e.OrdersRevealed):
            if event.power == HIDDEN or not (judged := _public(event.judged)):
                continue
            yield replace(event, judged=judged)
        elif isinstance(event, e.Dislodged) and event.unit in units:
            yield replace(event, by="mordor")
        else:
            yield event


def _learn(run: Run, before: RingState, figures: Figures, judged: Sequence[Judged], *, seen: bool) -> None:
    """Note where the ring-bearer was seen, and what all may conclude from the phase."""
    if before.tables is None or before.position.phase.kind == "adjustments" or BEARER not in figures.at:
        return
    on = map_of(run.rules)
    if RIDERS in figures.at:
        run.change(tables=learned(on, before.tables, before.position, figures, judged))
    if seen:
        riders = RIDERS in figures.seen
        place = figures.at[BEARER]
        run.say(BearerSeen(place=place, riders=riders))
        run.change(seen=Sighting(place, before.position.phase, riders))


def _let_figures_leave(run: Run) -> None:
    """Take off what nobody leads any more (ring-diplomacy Y20, Y31)."""
    on, state = map_of(run.rules), state_of(run)
    figures = figures_of(state.position)
    gone: list[str] = []
    if BEARER in figures.at and not any(on.side(power) == "good" for power in state.survivors):
        gone += [BEARER, RIDERS]
        run.say(BearerLeft())
        run.change(controller="", tables=None, seen=None)
    if EAGLES in figures.at and not on.leads_eagles(state.position):
        gone.append(EAGLES)
        run.say(EaglesLeft())
    if gone:
        run.change(position=replace(state.position, marks=figures.without(*gone).marks()))


# --- the Ring


def wanted_leader(rules: Rules, state: RingState, _task: Elect) -> Draw | None:
    """Ask chance which good power leads the ring-bearer; nothing where all good powers are one player's."""
    able = _able(rules, state)
    if state.players < len(state.powers) or len(able) < 2:
        return None
    return Draw("the leader of the ring-bearer", len(able), audience=())


def _able(rules: Rules, state: RingState) -> tuple[Power, ...]:
    return tuple(power for power in state.survivors if map_of(rules).side(power) == "good")


def elect(run: Run, _task: Elect) -> None:
    """Let the only one lead the ring-bearer who can; nobody where there is none."""
    able = _able(run.rules, state_of(run))
    _elected(run, able[0] if able else "")


def drawn(run: Run, _task: Elect, index: int) -> None:
    """Let the power lead the ring-bearer that was drawn."""
    _elected(run, _able(run.rules, state_of(run))[index])


def _elected(run: Run, power: Power) -> None:
    state = state_of(run)
    run.say(BearerElected(again=bool(state.controller)))
    run.change(controller=power)
    if state.controller and state.tables is not None:
        run.change(tables=of_new_leader(map_of(run.rules), state.tables, figures_of(state.position)))


def asked_riders(_rules: Rules, state: RingState, _task: AskRiders) -> Ask:
    """Ask whoever leads Mordor, wherever the black riders are."""
    leader = state.leaders[state.powers.index("mordor")]
    return Ask((Seat(leader),), "reaction", secret=True, brief=True, about="riders")


def pursue(run: Run, _task: AskRiders, answer: Pursue) -> None:
    """Move the black riders to where the ring-bearer was seen, or leave them where they are."""
    state = state_of(run)
    figures = figures_of(state.position)
    if not answer.go:
        return
    place = figures.at[BEARER]
    moved = figures.moved(**{RIDERS: place})
    tables = first_tables(map_of(run.rules), moved) if state.tables else None
    run.say(RidersCame(place=place))
    run.change(
        position=replace(state.position, marks=moved.marks()),
        tables=tables,
        seen=replace(state.seen, riders=True) if state.seen else None,
        trail=(*state.trail[:-1], replace(state.trail[-1], riders=place)) if state.trail else (),
    )


def pursuits(rules: Rules, state: RingState, _task: AskRiders, _seat: Seat) -> tuple[Pursue, ...]:
    """Return what Mordor may answer: to go only where the black riders are next to the ring-bearer."""
    at = figures_of(state.position).at
    near = at[BEARER] in map_of(rules).wild.get(at[RIDERS], frozenset())
    return (Pursue(go=False), Pursue(go=True)) if near else (Pursue(go=False),)


def end_turn(run: Run, _task: EndTurn) -> None:
    """End the game where the Ring decides it."""
    state = state_of(run)
    ending = sudden_death(run.rules, state)
    if ending is not None:
        run.change(ending=ending, agenda=())
        usual.close_game(run, ending)


def open_phase(run: Run, task: OpenPhase) -> None:
    """Open the phase of the position that has been reached."""
    usual.open_phase(run, task)
    pending = tuple(None if given is None else as_ring(given) for given in run.state.pending)
    run.change(pending=pending)


FLOW = Flow(
    {
        Elect: Handler(elect, wanted_leader, drawn, title="Draw the leader of the ring-bearer"),
        OpenPhase: Handler(open_phase, title="Open the phase"),
        SendOrders: Handler(skip, missing_orders, take_in, _explain, (RingOrders,), title="Send orders"),
        CountVotes: Handler(usual.count_votes, title="Count votes"),
        JudgePhase: Handler(judge_phase, title="Judge the phase"),
        AskRiders: Handler(
            skip,
            asked_riders,
            pursue,
            asks_for=(Pursue,),
            every=pursuits,
            prompt="Say whether the black riders go to the ring-bearer",
            title="Pursue the ring-bearer",
            rule="ring-diplomacy Y33",
        ),
        EndTurn: Handler(end_turn, title="End the turn"),
    },
    runs=Run,
)
"""How each task of a game is handled."""
