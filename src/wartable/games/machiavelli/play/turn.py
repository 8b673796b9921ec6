"""The tasks of a year, in their order: income, units, then three campaigns of money, orders, retreats and their end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product
from typing import ClassVar, TypeAlias

from msgspec.structs import replace

from wartable.engine.chance import Roll
from wartable.engine.values import Event, Seat
from wartable.games.flow import run as flow
from wartable.games.machiavelli import control, disasters, ending, income, steps, taxation
from wartable.games.machiavelli.events import Reason, Told
from wartable.games.machiavelli.money_events import Disaster, MoneyMoved, Raised
from wartable.games.machiavelli.optional import bans, fog, homes, plague, trade
from wartable.games.machiavelli.optional.hiring import commanded
from wartable.games.machiavelli.optional.teams import sides_of, together
from wartable.games.machiavelli.play import fog as fog_view
from wartable.games.machiavelli.play import voted
from wartable.games.machiavelli.play.actions import CampaignOrders, RetreatOrders, YearOrders
from wartable.games.machiavelli.play.ahead import settled
from wartable.games.machiavelli.play.events import CampaignOpened, Ended, OrdersRevealed, Retreated
from wartable.games.machiavelli.play.state import Ending, EndKind, MachiavelliState, Report
from wartable.games.machiavelli.play.tasks import (
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
    SendYear,
    Settle,
    SpreadPlague,
    TellFortune,
)
from wartable.games.machiavelli.play.years import adjusted
from wartable.games.machiavelli.results import CampaignResult
from wartable.games.machiavelli.retreating import RetreatsResult
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import AUTONOMOUS, SEASONS, Position, Power

Given: TypeAlias = Sequence[tuple[Seat, CampaignOrders]]
_ROLLED: dict[Disaster, Callable[[Rules, Position, Sequence[int]], Outcome]] = {
    "famine": disasters.famine,
    "plague": disasters.plague,
    "storm": disasters.storms,
}


class Run(flow.Run[Rules, MachiavelliState]):
    """A decision that is carried out."""

    def take(self, *outcomes: Outcome) -> None:
        """Go on from the position that steps led to, and tell what they tell."""
        for outcome in outcomes:
            self.change(position=outcome.position)
            self.tell_steps(outcome.events)

    def tell_steps(self, events: Iterable[Event]) -> None:
        """Tell the events of a step, each to those who may know of it."""
        if self.heard:
            self.say(*(self._addressed(event) for event in events))

    def _addressed(self, event: Event) -> Event:
        """Return an event with the seats that may know it: money is its power's own business where it is secret."""
        powers = self._told_to(event)
        if powers is None:
            return event
        return replace(
            event, audience=tuple(Seat(seat) for seat in map(self.state.seat_of, powers) if seat is not None)
        )

    def _told_to(self, event: Event) -> tuple[Power, ...] | None:
        """Return the powers that may know of an event; None: all."""
        if isinstance(event, Told) and event.private_to:
            return event.private_to
        secret = self.rules.options.treasuries == "secret"
        if isinstance(event, MoneyMoved) and secret and not isinstance(event, Raised):
            return (event.power,)
        return fog.witnesses(self.rules, self.state.position, event) if self.rules.options.fog else None

    blank: ClassVar[CampaignOrders] = CampaignOrders()
    """What a power orders that sends nothing."""

    def won(self) -> Ending | None:
        """Return the end that a campaign has brought; two that have the same may only raise what wins."""
        return _won(self)

    def count_control(self) -> None:
        """Let control be as the units have it."""
        self.take(control.counted(self.rules, self.state.position))


def living(state: MachiavelliState) -> tuple[Seat, ...]:
    """Return the seats whose powers are in the game."""
    powers = state.position.powers
    return tuple(Seat(seat) for seat, power in enumerate(state.powers) if power in powers)


def writers(run: Run) -> tuple[Seat, ...]:
    """Return the seats that have something to write for a campaign: without money those that have a unit."""
    state = run.state
    seats = living(state)
    return seats if run.rules.options.money else tuple(one for one in seats if state.position.of(state.powers[one]))


# --- the year


def open_year(run: Run, task: OpenYear) -> None:
    """Begin a year; the first one with what the scenario gives."""
    rules, position = run.rules, run.state.position
    if not task.opening:
        position = replace(position, year=position.year + 1, season="spring").with_extra(plague=())
        run.change(position=position)
    fixed = task.opening and any(start.treasury is not None for start in rules.scenario.powers.values())
    then: list[RollDisaster | Income | TellFortune | SendYear] = []
    if rules.options.money and not fixed:
        if disasters.famine_due(rules, position):
            then.append(RollDisaster("famine"))
        then.append(Income(task.opening))
        if rules.options.random_events and not task.opening:
            then.append(TellFortune())
    if not fixed and (rules.options.money or not task.opening):
        then.append(SendYear(living(run.state), opening=task.opening))
    run.push(*then, OpenCampaign())


def disaster_dice(rules: Rules, _state: MachiavelliState, task: RollDisaster) -> Roll | None:
    """Ask for the dice that a disaster still needs."""
    dice = disasters.dice_wanted(rules, task.faces)
    return Roll(task.disaster, dice) if dice else None


def roll_disaster(run: Run, task: RollDisaster, faces: tuple[int, ...]) -> None:
    """Add the faces that fell; with all of them the disaster comes."""
    run.push(replace(task, faces=(*task.faces, *faces)))


def come_disaster(run: Run, task: RollDisaster) -> None:
    """Let a disaster come, whose dice are all there."""
    run.take(_ROLLED[task.disaster](run.rules, run.state.position, task.faces))
    run.count_control()


def income_dice(rules: Rules, state: MachiavelliState, _task: Income) -> Roll | None:
    """Ask for the dice of variable income."""
    dice = income.income_dice(rules, state.position)
    return Roll("variable income", dice) if dice else None


def earn(run: Run, task: Income, faces: tuple[int, ...] = ()) -> None:
    """Pay every power its income."""
    run.take(income.income(run.rules, run.state.position, faces, opening=task.opening))
    run.take(trade.paid(run.rules, run.state.position))


def take_year(run: Run, task: SendYear, given: Sequence[tuple[Seat, YearOrders]]) -> None:
    """Disband, pay and raise units."""
    state = run.state
    run.take(taxation.taxed(run.rules, state.position, {state.powers[seat]: action.taxes for seat, action in given}))
    orders = {state.powers[seat]: action.orders for seat, action in given}
    run.take(adjusted(run.rules, run.state.position, orders, opening=task.opening))
    run.count_control()


# --- a campaign


def open_campaign(run: Run, _task: OpenCampaign) -> None:
    """Open a campaign and ask for orders who can give some."""
    position = run.state.position
    run.say(CampaignOpened(year=position.year, season=position.season))
    bans_due = (OpenBans(),) if run.rules.options.excommunication != "none" else ()
    if asked := writers(run):
        run.push(*bans_due, SendOrders(asked))
    else:
        take_orders(run, None, ())


def take_orders(run: Run, _task: SendOrders | None, given: Given) -> None:
    """Take all orders in, unless all have voted for an end: money first, then the units."""
    if _end_by_vote(run, given):
        return
    state = run.state
    by_seat = {seat: voted.without_vote(action) for seat, action in given}
    powers = state.powers
    allowed = tuple((powers[seat], other) for seat, action in given for other in action.allow)
    run.change(
        orders=tuple(by_seat.get(Seat(seat), run.blank) for seat in range(len(powers))),
        position=bans.over(run.rules, replace(state.position, allowed=allowed)),
        struck=(),
    )
    run.push(*((Finance(),) if run.rules.options.money else ()), Move())


def _end_by_vote(run: Run, given: Given) -> bool:
    """End the game where all agree on it; else tell who voted, if ballots are open."""
    found = voted.agreed(run.rules, run.state, given)
    if found is not None:
        end(run, found)
    elif run.rules.options.ballot == "open":
        run.say(*voted.told(run.rules, run.state, given))
    return found is not None


def move(run: Run, _task: Move) -> None:
    """Carry out the orders, and ask those whose units are dislodged."""
    state = run.state
    run.count_control()
    written = {power: action.orders for power, action in zip(state.powers, state.orders, strict=True)}
    hired = commanded(run.state.position, written)
    run.take(Outcome(hired.position, hired.events))
    moved = steps.move(run.rules, run.state.position, hired.orders, frozenset(state.struck))
    position = moved.position
    if run.rules.options.fog:
        position = position.with_extra(sights=fog.sights(run.rules, run.state.position))
    run.change(
        position=position,
        orders=(),
        dislodged=moved.result.dislodged,
        last=Report(position.year, position.season, moved.result.judged),
    )
    if run.heard:
        run.say(*revealed(run.state, moved.result))
    run.tell_steps(moved.events)
    choosing = {one.unit.owner for one in moved.result.dislodged if one.retreats}
    seats = tuple(Seat(seat) for seat, power in enumerate(state.powers) if power in choosing)
    _ask_who_retreats(run, state, seats)


def _ask_who_retreats(run: Run, before: MachiavelliState, seats: Sequence[Seat]) -> None:
    """Ask those whose units are dislodged and who have not said in advance where they go (machiavelli 8)."""
    dislodged = run.state.dislodged
    plans = {seat: settled(before.orders[seat].retreats, dislodged, before.powers[seat]) for seat in seats}
    given = tuple((seat, plan) for seat, plan in plans.items() if plan is not None)
    asked = tuple(seat for seat, plan in plans.items() if plan is None)
    shifts = (OpenShifts(),) if run.rules.options.strategic_movement else ()
    if asked:
        run.push(SendRetreats(asked, given), *shifts, EndCampaign())
    else:
        take_retreats(run, None, given)
        run.push(*shifts, EndCampaign())


def revealed(state: MachiavelliState, result: CampaignResult) -> Iterator[Event]:
    """Yield the orders of each power with what became of them."""
    position = state.position
    viewers = range(len(state.powers)) if state.options.fog else (None,)
    for viewer, (seat, power) in product(viewers, (*enumerate(state.powers), (None, AUTONOMOUS))):
        judged = tuple(one for one in fog_view.judged_seen(state, viewer, result.judged) if one.power == power)
        if judged:
            told = OrdersRevealed(year=position.year, season=position.season, seat=seat, power=power, judged=judged)
            yield told if viewer is None else replace(told, audience=(Seat(viewer),))


def take_retreats(run: Run, _task: SendRetreats | None, given: Sequence[tuple[Seat, RetreatOrders]]) -> None:
    """Carry out the retreats."""
    state = run.state
    orders = {state.powers[seat]: action.orders for seat, action in given}
    done = steps.fall_back(run.rules, state.position, state.dislodged, orders)
    run.change(position=done.position, dislodged=())
    if run.heard:
        run.tell_steps(_retreats_told(state, done.result))
    run.tell_steps(done.events)


def _retreats_told(state: MachiavelliState, result: RetreatsResult) -> Iterator[Event]:
    position = state.position
    for one in result.judged:
        if one.after is not None:
            why = Reason(one.why.code, one.why.sentence, {}, one.why.rule)
            yield Retreated(year=position.year, season=position.season, unit=one.unit, why=why)


def end_campaign(run: Run, _task: EndCampaign) -> None:
    """Let the season end: famine, plague and storms, then who is out and who has won."""
    rules, position = run.rules, run.state.position
    then: list[RollDisaster | SpreadPlague | FindDiplomats] = []
    if plague.spreads(rules, position):
        then.append(SpreadPlague())
    if position.season == SEASONS[0]:
        run.take(steps.starved(rules, position))
        run.count_control()
        if disasters.plague_due(rules, position):
            then.append(RollDisaster("plague"))
    if position.season == SEASONS[-1] and run.state.position.storms:
        run.take(disasters.storms_break(rules, run.state.position))
        run.count_control()
    if disasters.storms_due(rules, position):
        then.append(RollDisaster("storm"))
    if rules.options.fog and position.season == SEASONS[-1]:
        then.append(FindDiplomats())
    run.push(*then, Settle())


def settle(run: Run, _task: Settle) -> None:
    """Count countries and powers, end the game where somebody has won, or go on with the next campaign."""
    rules = run.rules
    last = run.state.position.season == SEASONS[-1]
    if last:
        run.take(steps.after_fall(rules, run.state.position))
        run.take(homes.counted(rules, run.state.position))
    if last or rules.options.control_timing == "immediate":
        before = run.state.position.powers
        run.take(ending.settle(rules, run.state.position))
        after = run.state.position.powers
        gone = tuple(power for power in before if power not in after and power in run.state.powers)
        run.change(fallen=(*run.state.fallen, *gone))
        found = run.won()
        if found is not None:
            end(run, found)
            return
    position = run.state.position
    if last:
        run.push(OpenYear())
    else:
        following = SEASONS[SEASONS.index(position.season) + 1]
        run.change(position=replace(position, season=following, allowed=()))
        run.push(OpenCampaign())


def end(run: Run, ending: Ending) -> None:
    """End the game, and say so."""
    run.change(ending=ending, agenda=())
    run.say(Ended(kind=ending.kind, powers=ending.powers, reason=ending.reason))


def _won(run: Run) -> Ending | None:
    rules, position = run.rules, run.state.position
    playing = tuple(power for power in position.powers if power in run.state.powers)
    sides = sides_of(rules.options, run.state.powers)
    left = [side for side in sides if any(power in playing for power in side)]
    if len(left) < 2:
        return _alone(run, left[0] if left else ())
    own = {power: ending.standing_of(rules, position, power) for power in playing}
    standings = {side[0]: together(own, side) for side in left}
    won = ending.winner(rules, standings, position.target) if rules.wins_now(position) else None
    if won is not None:
        run.change(position=replace(position, target=won.target))
    if won is not None and won.power:
        have, side = standings[won.power], next(side for side in left if side[0] == won.power)
        reason = f"{_named(rules, side)} {_has(side)} {have.cities} cities and {have.homes} home countries"
        wins = f"{position.target} cities" if position.target else f"{rules.goal.homes} home countries"
        return Ending("victory", side, f"{reason}; {wins} win.")
    limit = rules.options.last_year
    if limit and position.season == SEASONS[-1] and position.year >= rules.scenario.first_year + limit - 1:
        most = max(one.cities for one in standings.values())
        best = tuple(power for side in left if standings[side[0]].cities == most for power in side)
        names = _named(rules, best)
        return Ending("last_year", best, f"{position.year} was the last year; {names} with {most} cities.")
    return None


def _named(rules: Rules, powers: Sequence[Power]) -> str:
    return " and ".join(map(rules.power, powers))


def _has(powers: Sequence[Power]) -> str:
    return "has" if len(powers) == 1 else "have"


def _alone(run: Run, left: tuple[Power, ...]) -> Ending:
    kind: EndKind = "alone" if left else "nobody"
    if left:
        return Ending(kind, left, f"{_named(run.rules, left)} alone {'is' if len(left) == 1 else 'are'} left.")
    return Ending(kind, run.state.fallen[-1:], "Nobody is left.")
