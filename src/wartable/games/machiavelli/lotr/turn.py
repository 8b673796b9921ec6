"""The tasks of a year in Middle-earth: those of Machiavelli with figures, the riders' answer, and the Ring's leader."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar

from msgspec.structs import replace

from wartable.engine.actions import Offer
from wartable.engine.chance import Draw
from wartable.engine.values import Seat
from wartable.games.adjudication import orders as plain
from wartable.games.adjudication.results import Dislodged
from wartable.games.flow.handler import Ask
from wartable.games.machiavelli import steps
from wartable.games.machiavelli.lotr.actions import LotrOrders, LotrRetreats, LotrYear
from wartable.games.machiavelli.lotr.campaign import came, judge, stood
from wartable.games.machiavelli.lotr.ends import last_year, sudden_death
from wartable.games.machiavelli.lotr.events import FiguresWent
from wartable.games.machiavelli.lotr.position import moved
from wartable.games.machiavelli.lotr.rules import MORDOR, lotr_rules
from wartable.games.machiavelli.lotr.state import Footstep, LotrState, Sighting, as_lotr_state
from wartable.games.machiavelli.lotr.tasks import LotrSendOrders, LotrSendRetreats, LotrSendYear
from wartable.games.machiavelli.play import turn as usual
from wartable.games.machiavelli.play.actions import CampaignOrders
from wartable.games.machiavelli.play.ahead import settled
from wartable.games.machiavelli.play.events import CampaignOpened
from wartable.games.machiavelli.play.state import Ending, Report
from wartable.games.machiavelli.play.tasks import EndCampaign, Move, OpenCampaign, OpenYear, SendYear, Settle
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Place, Position, Power
from wartable.games.ring_figures.actions import Pursue
from wartable.games.ring_figures.events import BearerElected, BearerLeft, BearerSeen, EaglesLeft, RidersCame
from wartable.games.ring_figures.figures import Figures
from wartable.games.ring_figures.kinds import BEARER, EAGLES, NAZGUL, RIDERS
from wartable.games.ring_figures.showing import nazgul_retreats, shown
from wartable.games.ring_figures.tables import after_phase, first_tables, of_new_leader
from wartable.games.ring_figures.tasks import AskRiders, Elect


class Run(usual.Run):
    """A decision that is carried out."""

    blank: ClassVar[CampaignOrders] = LotrOrders()

    def won(self) -> Ending | None:
        """Return the end that the Ring brings, or else that of cities (18.7)."""
        rules, state = lotr_rules(self.rules), state_of(self)
        return sudden_death(rules, state) or last_year(rules, state_of(self), super().won())


def state_of(run: usual.Run) -> LotrState:
    """Return the state that a decision has led to so far."""
    return as_lotr_state(run.state)


# --- the year


def open_year(run: Run, task: OpenYear) -> None:
    """Begin a year; the tasks of powers are those of this game."""
    usual.open_year(run, task)
    agenda = tuple(
        LotrSendYear(one.seats, opening=one.opening) if type(one) is SendYear else one for one in run.state.agenda
    )
    run.change(agenda=agenda)


def take_year(run: Run, task: LotrSendYear, given: Sequence[tuple[Seat, LotrYear]]) -> None:
    """Let chosen ports begin with fleets, then disband, pay and raise units (18.4)."""
    state = run.state
    ports = {(state.powers[seat], place) for seat, action in given for place in action.fleets if task.opening}
    units = tuple(
        replace(unit, kind="F") if (unit.owner, unit.place) in ports and unit.kind == "A" else unit
        for unit in state.position.units
    )
    run.change(position=replace(state.position, units=units))
    usual.take_year(run, task, given)


# --- a campaign


def open_campaign(run: Run, _task: OpenCampaign) -> None:
    """Open a campaign and ask everybody for orders."""
    position = run.state.position
    run.say(CampaignOpened(year=position.year, season=position.season))
    run.push(LotrSendOrders(usual.living(run.state)))


def move(run: Run, _task: Move) -> None:
    """Carry out the orders, show what was seen, and ask those whose units or figures are driven off."""
    run.count_control()
    rules, state = lotr_rules(run.rules), state_of(run)
    pairs = tuple(zip(state.powers, state.orders, strict=True))
    struck = frozenset(state.struck)
    found = judge(
        rules,
        state.position,
        {power: action.orders for power, action in pairs},
        {power: action.figures for power, action in pairs},
        struck,
    )
    after = steps.moved(rules, found.campaign, struck)
    run.change(
        position=after.position,
        orders=(),
        dislodged=found.campaign.dislodged,
        last=Report(state.position.year, state.position.season, found.campaign.judged),
        went=found.told,
        trail=_trodden(state, found.figures),
    )
    if run.heard:
        run.say(*usual.revealed(run.state, found.campaign))
        if found.told:
            run.say(FiguresWent(year=state.position.year, season=state.position.season, judged=found.told))
    run.tell_steps(after.events)
    _learn(run, found.figures, found.stood, found.entered, moving=True)
    _ask_who_retreats(run, state, seen=BEARER in found.figures.seen)


def _trodden(state: LotrState, figures: Figures) -> tuple[Footstep, ...]:
    if BEARER not in figures.at:
        return state.trail
    step = Footstep(state.position.year, state.position.season, figures.at[BEARER], figures.at.get(RIDERS, ""))
    return (*state.trail, step)


def _ask_who_retreats(run: Run, before: LotrState, *, seen: bool) -> None:
    """Ask Mordor for its riders where the ring-bearer was seen, then those whose units or Nazgul have to retreat.

    Who has said in advance where its units go is not asked, but Mordor is where the Nazgul has to retreat.
    """
    state = state_of(run)
    choosing = {one.unit.owner for one in state.dislodged if one.retreats}
    if state.position.driven:
        choosing.add(MORDOR)
    plans = {Seat(seat): _planned(before, state, seat) for seat, power in enumerate(state.powers) if power in choosing}
    given = tuple((seat, plan) for seat, plan in plans.items() if plan is not None)
    asked = tuple(seat for seat, plan in plans.items() if plan is None)
    retreats = (LotrSendRetreats(asked, given),) if asked else ()
    run.push(*_riders(run, seen=seen), *retreats, EndCampaign())
    if given and not asked:
        take_retreats(run, LotrSendRetreats(()), given)
    elif not asked:
        usual.take_retreats(run, None, ())


def _planned(before: LotrState, state: LotrState, seat: int) -> LotrRetreats | None:
    """Return the retreats that a seat wrote in advance; None where it has still something to decide."""
    power = state.powers[seat]
    plan = settled(before.orders[seat].retreats, state.dislodged, power)
    nazgul = power == MORDOR and bool(state.position.driven)
    return None if plan is None or nazgul else LotrRetreats(plan.orders)


def _riders(run: Run, *, seen: bool) -> tuple[AskRiders, ...]:
    state = state_of(run)
    able = MORDOR in state.position.powers and MORDOR in state.powers and RIDERS in state.position.figures
    return (AskRiders(),) if seen and able else ()


def take_retreats(run: Run, task: LotrSendRetreats, given: Sequence[tuple[Seat, LotrRetreats]]) -> None:
    """Carry out the retreats of units and of the Nazgul; whoever comes to the ring-bearer shows it."""
    before = state_of(run)
    figures = _nazgul_retreats(run, before, {before.powers[seat]: action for seat, action in given})
    usual.take_retreats(run, task, given)
    left = {one.unit.number: one.unit.place for one in before.dislodged}
    units = {unit.place for unit in run.state.position.units if left.get(unit.number, unit.place) != unit.place}
    entered = units | came(before.position.there, figures)
    seen = BEARER in figures.at and figures.at[BEARER] in entered
    figures = shown(figures) if seen else figures
    run.change(position=replace(moved(run.state.position, figures), driven=()))
    _learn(run, figures, stood(before.position), entered, moving=False)
    run.push(*_riders(run, seen=seen))


def _nazgul_retreats(run: Run, state: LotrState, given: dict[Power, LotrRetreats]) -> Figures:
    """Return the figures after the retreat of the Nazgul; without an order it stays."""
    figures, ways = state.position.there, state.position.driven
    if not ways:
        return figures
    driven = Dislodged(MORDOR, plain.Unit(NAZGUL, figures.at[NAZGUL]), "", ways)
    to = given[MORDOR].nazgul if MORDOR in given else ""
    orders = {MORDOR: [plain.Retreat(driven.unit, to)]} if to else {}
    after, judged = nazgul_retreats(run.rules.map, figures, driven, orders)
    if run.heard:
        run.say(FiguresWent(year=state.position.year, season=state.position.season, judged=tuple(judged)))
    return after


def _learn(run: Run, figures: Figures, stood: Iterable[Place], entered: Iterable[Place], *, moving: bool) -> None:
    """Note where the ring-bearer was seen, and what all may conclude."""
    state = state_of(run)
    if state.tables is not None and BEARER in figures.at:
        run.change(tables=after_phase(lotr_rules(run.rules), state.tables, figures, stood, entered, moving=moving))
    if BEARER in figures.seen:
        riders, place = RIDERS in figures.seen, figures.at[BEARER]
        run.say(BearerSeen(place=place, riders=riders))
        run.change(seen=Sighting(place, state.position.year, state.position.season, riders))


def settle(run: Run, task: Settle) -> None:
    """Count countries and powers, then see who leads the figures of the fallen."""
    usual.settle(run, task)
    if run.state.ending is not None:
        return
    _let_figures_leave(run)
    state = state_of(run)
    fallen = state.tables is not None and state.controller not in state.position.powers
    if BEARER in state.position.figures and fallen:
        run.push(Elect())


def _let_figures_leave(run: Run) -> None:
    """Take off what nobody leads any more (ring-diplomacy Y20, Y31)."""
    rules, position = lotr_rules(run.rules), state_of(run).position
    gone: list[str] = []
    if BEARER in position.figures and not _able(rules, position):
        gone += [BEARER, RIDERS]
        run.say(BearerLeft())
        run.change(controller="", tables=None, seen=None)
    if EAGLES in position.figures and not rules.leads_eagles(moved(position, position.there.without(*gone))):
        gone.append(EAGLES)
        run.say(EaglesLeft())
    if gone:
        run.change(position=moved(position, position.there.without(*gone)))


# --- the Ring


def _able(rules: Rules, position: Position) -> tuple[Power, ...]:
    return tuple(power for power in position.powers if lotr_rules(rules).side(power) == "good")


def wanted_leader(rules: Rules, state: LotrState, _task: Elect) -> Draw | None:
    """Ask chance which good power leads the ring-bearer."""
    able = _able(rules, state.position)
    return Draw("the leader of the ring-bearer", len(able), audience=()) if len(able) > 1 else None


def elect(run: Run, _task: Elect) -> None:
    """Let the only one lead the ring-bearer who can."""
    able = _able(run.rules, run.state.position)
    _elected(run, able[0] if able else "")


def drawn(run: Run, _task: Elect, index: int) -> None:
    """Let the power lead the ring-bearer that was drawn."""
    _elected(run, _able(run.rules, run.state.position)[index])


def _elected(run: Run, power: Power) -> None:
    state = state_of(run)
    run.say(BearerElected(again=bool(state.controller)))
    run.change(controller=power)
    if state.controller and state.tables is not None:
        run.change(tables=of_new_leader(lotr_rules(run.rules), state.tables, state.position.there))


def asked_riders(_rules: Rules, state: LotrState, _task: AskRiders) -> Ask:
    """Ask Mordor, wherever the black riders are."""
    return Ask((Seat(state.powers.index(MORDOR)),), "reaction", secret=True, brief=True, about="riders")


def pursuits(rules: Rules, state: LotrState, _task: AskRiders, _seat: Seat) -> tuple[Pursue, ...]:
    """Return what Mordor may answer: to go only where the black riders are next to the ring-bearer."""
    at = state.position.figures
    near = at[BEARER] in lotr_rules(rules).wild.get(at[RIDERS], frozenset())
    return (Pursue(go=False), Pursue(go=True)) if near else (Pursue(go=False),)


def pursuit_offers(rules: Rules, state: LotrState, task: AskRiders, seat: Seat) -> Iterator[Offer]:
    """Yield each answer that Mordor may give, as it is written."""
    for answer in pursuits(rules, state, task, seat):
        kind, source = str(answer).split()
        yield Offer(kind=kind, source=source)


def pursue(run: Run, _task: AskRiders, answer: Pursue) -> None:
    """Move the black riders to where the ring-bearer was seen, or leave them where they are."""
    state = state_of(run)
    if not answer.go:
        return
    place = state.position.figures[BEARER]
    figures = state.position.there.moved(**{RIDERS: place})
    run.say(RidersCame(place=place))
    run.change(
        position=moved(state.position, figures),
        tables=first_tables(lotr_rules(run.rules), figures) if state.tables else None,
        seen=replace(state.seen, riders=True) if state.seen else None,
        trail=(*state.trail[:-1], replace(state.trail[-1], riders=place)) if state.trail else (),
    )
