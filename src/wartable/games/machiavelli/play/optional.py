"""The tasks that optional rules add to a year: shifts, plague that spreads, fortune (machiavelli 14)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness, Roll
from wartable.engine.errors import Reason
from wartable.engine.values import Seat
from wartable.games.machiavelli.maps import named
from wartable.games.machiavelli.optional import fog, fortune, plague, shifting
from wartable.games.machiavelli.play.actions import ShiftOrders
from wartable.games.machiavelli.play.choices import pick
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import FindDiplomats, OpenShifts, SendShifts, SpreadPlague, TellFortune
from wartable.games.machiavelli.play.turn import Run, living
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Power


def open_shifts(run: Run, _task: OpenShifts) -> None:
    """Ask the powers that can shift a unit."""
    rules, position = run.rules, run.state.position
    able = {unit.owner for unit in position.units if shifting.goals(rules, position, unit)}
    seats = tuple(seat for seat in living(run.state) if run.state.powers[seat] in able)
    if seats:
        run.push(SendShifts(seats))


def take_shifts(run: Run, _task: SendShifts, given: Sequence[tuple[Seat, ShiftOrders]]) -> None:
    """Carry out the shifts, those of the power with most cities first."""
    state = run.state
    run.take(shifting.shifted(run.rules, state.position, {state.powers[seat]: action.orders for seat, action in given}))
    run.count_control()


def shift_refusal(
    rules: Rules, state: MachiavelliState, _task: SendShifts, seat: int, action: ShiftOrders
) -> Reason | None:
    """Say why a seat may not shift so; None when it may."""
    return next(_faults(rules, state, state.powers[seat], action), None)


def _faults(rules: Rules, state: MachiavelliState, power: Power, action: ShiftOrders) -> Iterator[Reason]:
    if len(action.orders) > shifting.MOST:
        message = f"{len(action.orders)} shifts; {shifting.MOST} at most after a campaign."
        yield Reason(code="order.shifts", message=message, rule=shifting.RULE)
    for unit, count in Counter(order.unit for order in action.orders).items():
        if count > 1:
            yield Reason(code="order.twice", message=f"{unit} is shifted twice; shift it once.", rule=shifting.RULE)
    for order in action.orders:
        why = shifting.shift_fault(rules, state.position, power, order)
        if why is not None:
            yield Reason(code=f"order.{why.code}", message=why.sentence, rule=why.rule)


def shift_offers(rules: Rules, state: MachiavelliState, _task: SendShifts, seat: int) -> Iterator[Offer]:
    """Yield where each unit may be shifted; always that nothing is."""
    position = state.position
    yield Offer(kind="nothing")
    for unit in position.of(state.powers[seat]):
        if ways := shifting.goals(rules, position, unit):
            yield Offer(kind="shift", source=str(named(unit)), targets=ways)


def shift_sample(rules: Rules, state: MachiavelliState, _task: SendShifts, seat: int, rng: Randomness) -> ShiftOrders:
    """Return up to two shifts at random."""
    position, found = state.position, list[shifting.Shift]()
    for unit in position.of(state.powers[seat]):
        ways = shifting.goals(rules, position, unit)
        if ways and len(found) < shifting.MOST and not rng.randrange(3):
            found.append(shifting.Shift(named(unit), pick(ways, rng)))
    return ShiftOrders(tuple(found))


def no_shifts(_rules: Rules, _state: MachiavelliState, _task: SendShifts, _seat: int) -> ShiftOrders:
    """Return what an absent player shifts: nothing."""
    return ShiftOrders()


def spread_dice(rules: Rules, state: MachiavelliState, _task: SpreadPlague) -> Roll | None:
    """Ask for a die for each neighbour of a struck province."""
    dice = plague.dice(rules, state.position)
    return Roll("spreading plague", dice) if dice else None


def spread(run: Run, _task: SpreadPlague, faces: tuple[int, ...] = ()) -> None:
    """Let the plague go on."""
    run.take(plague.spread(run.rules, run.state.position, faces))
    run.count_control()


def hunt_dice(rules: Rules, state: MachiavelliState, _task: FindDiplomats) -> Roll | None:
    """Ask for a die for each power."""
    dice = fog.hunted(rules, state.position)
    return Roll("diplomats", dice) if dice else None


def hunt(run: Run, _task: FindDiplomats, faces: tuple[int, ...] = ()) -> None:
    """See which diplomats are found out."""
    if faces:
        run.take(fog.found_out(run.rules, run.state.position, faces))


def fortune_dice(rules: Rules, state: MachiavelliState, _task: TellFortune) -> Roll | None:
    """Ask for a die for each power."""
    dice = fortune.dice(rules, state.position)
    return Roll("random events", dice) if dice else None


def tell_fortune(run: Run, _task: TellFortune, faces: tuple[int, ...] = ()) -> None:
    """Let chance bring money, or take it."""
    if faces:
        run.take(fortune.told(run.state.position, faces))
