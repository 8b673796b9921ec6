"""Why a seat's decision is refused: before it is in, so that nobody loses a turn to a slip."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from wartable.engine.errors import Reason
from wartable.games.machiavelli import orders
from wartable.games.machiavelli.assassination import attempt_fault
from wartable.games.machiavelli.banking import province_fault
from wartable.games.machiavelli.bribes import FREE_ONLY
from wartable.games.machiavelli.expense_faults import unit_of, victim_of
from wartable.games.machiavelli.maps import place_of
from wartable.games.machiavelli.play import voted
from wartable.games.machiavelli.play.actions import CampaignOrders, RetreatOrders
from wartable.games.machiavelli.play.fog import position_seen
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import SendOrders, SendRetreats
from wartable.games.machiavelli.reading import Refusal, reader_of
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import AUTONOMOUS, KIND_NAMES, Kind, Place, Position, Power
from wartable.games.machiavelli.tables import is_apart, tables

MOST_EXPENSES = 4
"""Expenses of a power in a campaign (machiavelli 12.2)."""
_ON_UNITS = "FGHIJKLM"
_BOUGHT = "HKLM"
"""Expenses that let a power order a unit of another, or of nobody."""


def campaign_refusal(
    rules: Rules, state: MachiavelliState, _task: SendOrders, seat: int, action: CampaignOrders
) -> Reason | None:
    """Say why a seat may not send these orders; None when it may."""
    power = state.powers[seat]
    faults = _campaign(rules, position_seen(rules, state, seat), power, action)
    return next(chain(faults, voted.refusals(rules, state, power, action)), None)


def _campaign(rules: Rules, position: Position, power: Power, action: CampaignOrders) -> Iterator[Reason]:
    yield from _twice(rules, action.orders)
    yield from _orders(rules, position, power, action)
    yield from _expenses(rules, position, power, action.expenses)
    yield from _banking(rules, position, power, action.banking)
    yield from _plans(rules, position, power, action)
    for other in action.allow:
        if other == power or other not in position.powers:
            yield _reason("passage", f"Leave to pass goes to another power in the game, not to {other!r}.", "5.10")


def _plans(rules: Rules, position: Position, power: Power, action: CampaignOrders) -> Iterator[Reason]:
    """Check retreats in advance: for own units in fields, to a place that there is."""
    own = {(unit.kind, unit.place) for unit in position.of(power) if unit.kind != "G"}
    for plan in action.retreats:
        if (plan.unit.kind, plan.unit.place) not in own:
            yield _reason("plan", f"{plan.unit} is no army or fleet of yours that could have to retreat.", "8")
        elif plan.to not in {"", orders.CITY} and place_of(plan.to) not in rules.board.provinces:
            yield _reason("plan", f"There is no place {plan.to!r} to retreat to.", "8")


def _reason(code: str, message: str, rule: str) -> Reason:
    return Reason(code=f"order.{code}", message=message, rule=f"machiavelli {rule}")


def _twice(rules: Rules, given: Iterable[orders.CampaignOrder | orders.Retreat]) -> Iterator[Reason]:
    counts: Counter[tuple[Place, Kind]] = Counter((order.unit.place, order.unit.kind) for order in given)
    for (place, kind), count in counts.items():
        if count > 1:
            message = f"The {KIND_NAMES[kind]} in {rules.place(place)} has {count} orders; give it one."
            yield _reason("twice", message, "4")


def _orders(rules: Rules, position: Position, power: Power, action: CampaignOrders) -> Iterator[Reason]:
    """Check orders for own units, and for those that the power tries to buy as if it owned them."""
    bids = {(one.unit.kind, one.unit.place) for one in action.expenses if one.unit and one.letter in _BOUGHT}
    bought = [unit for unit in position.units if (unit.kind, unit.place) in bids and unit.owner != power]
    reader = reader_of(rules, position)
    hoped = {(unit.kind, unit.place): unit.owner for unit in bought}
    for order in action.orders:
        owner = hoped.get((order.unit.kind, order.unit.place), power)
        found = reader.read(owner, order)
        if isinstance(found, Refusal) and not found.void:
            why = found.why
            code = f"order.{why.code.removeprefix('illegal.')}"
            yield Reason(code=code, message=why.sentence.removeprefix("Illegal: "), rule=why.rule)


def _expenses(rules: Rules, position: Position, power: Power, given: tuple[orders.Expense, ...]) -> Iterator[Reason]:
    if given and not rules.options.money:
        yield _reason("no_money", "There is no money in this game.", "16")
    if len(given) > MOST_EXPENSES:
        yield _reason("expenses", f"{len(given)} expenses; {MOST_EXPENSES} at most in a campaign.", "12.2")
    if len({one.number for one in given}) < len(given) or any(not 1 <= one.number <= MOST_EXPENSES for one in given):
        yield _reason("numbers", f"Expenses are numbered from 1 to {MOST_EXPENSES}, each number once.", "12.2")
    for one in given:
        yield from _expense(rules, position, power, one)


def _expense(rules: Rules, position: Position, power: Power, one: orders.Expense) -> Iterator[Reason]:
    """Check one expense: ducats, and a target of its kind that is there and is not to be spared."""
    option = tables().expenses[one.letter].option
    if option and not getattr(rules.options, option):
        yield _reason("expense", f"There is no expense {one.letter} in this game.", "14")
    if one.ducats < 1:
        yield _reason("ducats", f"{one} is no sum; spend 3 ducats or more.", "12.2")
    victim = victim_of(position, one)
    if victim and (spared := rules.spares(position, power, victim)):
        yield _reason("spared", f"Nothing is to be spent against {rules.power(victim)}, as {spared}.", "12.2")
    if one.letter in _ON_UNITS:
        yield from _on_unit(position, power, one)
    elif one.letter == "E":
        why = attempt_fault(rules, position, power, one)
        if why is not None:
            yield Reason(code=f"order.{why.code}", message=why.sentence, rule=why.rule)
    elif one.letter == "O":
        if one.victim not in position.powers:
            yield _reason("target", f"{one} names no power in the game.", "14")
    elif one.place not in rules.board.provinces or one.place in rules.scenario.out or not rules.is_land(one.place):
        yield _reason("target", f"{one} names no province.", "12.2")


def _on_unit(position: Position, power: Power, one: orders.Expense) -> Iterator[Reason]:
    """Check that an expense on a unit names one that is there, and that it may be for."""
    target = unit_of(position, one.unit)
    if target is None or one.unit is None:
        yield _reason("target", f"{one} names no unit that is there.", "12.2")
    elif one.letter != "F" and is_apart(target):
        yield _reason("target", f"{one} is for a unit that cannot be bribed.", "12.2")
    elif one.letter in FREE_ONLY and one.unit.owner != AUTONOMOUS:
        yield _reason("target", f"{one} is for independent units.", "12.2")
    elif one.letter in "IJK" and one.unit.owner in {AUTONOMOUS, power}:
        yield _reason("target", f"{one} is for units of other powers.", "12.2")


def _banking(rules: Rules, position: Position, power: Power, given: tuple[orders.Banking, ...]) -> Iterator[Reason]:
    if given and not rules.options.money:
        yield _reason("no_money", "There is no money in this game.", "16")
    chits = Counter(position.accounts[power].chits)
    for one in given:
        if isinstance(one, orders.GiveChit):
            if not chits[one.against] or one.to in {power, one.against} or one.to not in position.powers:
                yield _reason("chit", f"You cannot do this: {one}.", "12.4")
            chits[one.against] -= 1
        elif isinstance(one, orders.GiveProvince):
            why = province_fault(rules, position, power, one)
            if why is not None:
                yield Reason(code=f"order.{why.code}", message=why.sentence, rule=why.rule)
        else:
            yield from _sum(rules, position, power, one)


def _sum(rules: Rules, position: Position, power: Power, one: orders.Pay | orders.Borrow) -> Iterator[Reason]:
    """Check a payment or a loan."""
    if one.ducats < 1:
        yield _reason("ducats", f"{one} is no sum of ducats.", "12.1")
    if isinstance(one, orders.Borrow) or one.to == orders.BANK:
        if not rules.options.loans:
            yield _reason("no_loans", "The bank lends nothing in this game.", "12.1")
    elif one.to == power or one.to not in position.powers:
        yield _reason("payee", f"{one} names no other power in the game.", "12.1")


def retreat_refusal(
    rules: Rules, state: MachiavelliState, _task: SendRetreats, seat: int, action: RetreatOrders
) -> Reason | None:
    """Say why a seat may not retreat so; None when it may."""
    return next(_retreats(rules, state, state.powers[seat], action), None)


def _retreats(rules: Rules, state: MachiavelliState, power: Power, action: RetreatOrders) -> Iterator[Reason]:
    yield from _twice(rules, action.orders)
    own = {(one.unit.kind, one.unit.place): one for one in state.dislodged if one.unit.owner == power}
    for order in action.orders:
        one = own.get((order.unit.kind, order.unit.place))
        if one is None:
            yield _reason("not_dislodged", f"{order.unit} is no dislodged unit of yours.", "8")
        elif order.to and order.to not in one.retreats:
            open_to = ", ".join(one.retreats) or "nowhere, so it is lost"
            yield Reason(
                code="order.retreat",
                message=f"{order.unit} cannot retreat there. It may go to: {open_to}.",
                rule="machiavelli 8",
                fix=one.retreats,
            )
