"""What powers may decide at the start of a year, and why they are refused (machiavelli 11, 16)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import get_args

from msgspec.structs import replace

from wartable.engine.actions import Offer
from wartable.engine.chance import Randomness
from wartable.engine.errors import Reason
from wartable.games.machiavelli import basic, taxation
from wartable.games.machiavelli.adjustment import adjust, build_fault, cost_beside
from wartable.games.machiavelli.limits import REGULAR
from wartable.games.machiavelli.maps import named
from wartable.games.machiavelli.money_events import Refused
from wartable.games.machiavelli.orders import Adjustment, Build, Dismiss, UnitName
from wartable.games.machiavelli.play.actions import YearOrders
from wartable.games.machiavelli.play.choices import pick
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.play.tasks import SendYear
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import NOBODY, Account, Kind, Position, Power, UnitClass
from wartable.games.machiavelli.tables import tables


def adjusted(
    rules: Rules,
    position: Position,
    orders: dict[Power, tuple[Adjustment, ...]],
    *,
    opening: bool,
    only: Power = NOBODY,
) -> Outcome:
    """Carry out what all powers decided, or `only` one, by money or by cities."""
    if not rules.options.money:
        return basic.adjust(rules, position, orders)
    return adjust(rules, position, orders, opening=opening, only=only)


def refusal(rules: Rules, state: MachiavelliState, task: SendYear, seat: int, action: YearOrders) -> Reason | None:
    """Say why a seat may not decide so: what could not be done of it; None when all can."""
    power = state.powers[seat]
    named_twice = [order.unit for order in action.orders if not isinstance(order, Build)]
    if len(set(named_twice)) < len(named_twice):
        return Reason(code="order.twice", message="A unit is named twice; name it once.", rule="machiavelli 11")
    if task.opening and action.taxes:
        return Reason(code="order.tax", message="Nothing is taxed before the first spring.", rule="machiavelli 14")
    taxes = taxation.taxed(rules, state.position, {power: action.taxes})
    found = adjusted(rules, taxes.position, {power: action.orders}, opening=task.opening, only=power)
    for event in (*taxes.events, *found.events):
        if isinstance(event, Refused) and event.power == power and event.why is not None:
            why = event.why
            return Reason(code=f"order.{why.code}", message=f"{event.text}: {why.sentence}", rule=why.rule)
    return None


def builds(rules: Rules, position: Position, power: Power) -> Iterator[Build]:
    """Yield the units that a power may build as things stand."""
    rich = position
    if not rules.options.money:
        if len(position.of(power)) >= basic.units_allowed(rules, position, power):
            return
        rich = position.with_account(power, _with_money(position, power))
    for place in rules.board.counting:
        if position.cities.get(place) != power:
            continue
        for kind in ("A", "F", "G"):
            order = Build(UnitName(kind, place))
            if build_fault(rules, rich, power, order) is None:
                yield order


def special_builds(rules: Rules, position: Position, power: Power) -> Iterator[Build]:
    """Yield the special units that a power may raise as things stand (machiavelli 3.1, 18.5)."""
    if not rules.options.money:
        return
    for place in rules.board.counting:
        if position.cities.get(place) != power:
            continue
        for unit_class, kind in product(get_args(UnitClass), get_args(Kind)):
            order = Build(UnitName(kind, place), unit_class)
            if unit_class != REGULAR and build_fault(rules, position, power, order) is None:
                yield order


def _with_money(position: Position, power: Power) -> Account:
    """Return an account that no unit is too dear for."""
    return replace(position.accounts[power], treasury=max(one.cost for one in tables().units.values()))


def sample(rules: Rules, state: MachiavelliState, task: SendYear, seat: int, rng: Randomness) -> YearOrders:
    """Return a decision at random: what is wanted, as far as it can be done."""
    power, position = state.powers[seat], state.position
    orders: list[Adjustment] = [Dismiss(named(unit)) for unit in position.of(power) if not rng.randrange(12)]
    choices = list(builds(rules, position, power))
    for _ in range(3):
        if not choices:
            break
        order = pick(choices, rng)
        tried = YearOrders((*orders, order))
        if refusal(rules, state, task, seat, tried) is None:
            orders.append(order)
        choices.remove(order)
    taxable = () if task.opening else tuple(taxation.taxable(rules, position, power))
    taxes = (pick(taxable, rng),) if taxable and not rng.randrange(4) else ()
    found = YearOrders(tuple(orders), taxes)
    return found if refusal(rules, state, task, seat, found) is None else YearOrders()


def offers(rules: Rules, state: MachiavelliState, task: SendYear, seat: int) -> Iterator[Offer]:
    """Yield what may be built, disbanded and paid for, with the ducats it costs; always that nothing is decided."""
    power, position = state.powers[seat], state.position
    yield Offer(kind="nothing")
    own = position.of(power)
    for older, unit in enumerate(own):  # the oldest are paid first
        cost = cost_beside(own[:older], unit.unit_class) if rules.options.money else 0
        yield Offer(kind="maintain", source=str(named(unit)), least=cost, most=cost)
        yield Offer(kind="disband", source=str(named(unit)))
    if taxable := () if task.opening else tuple(taxation.taxable(rules, position, power)):
        yield Offer(kind="tax", targets=taxable)
    for order in builds(rules, position, power):
        cost = cost_beside((), order.unit_class) if rules.options.money else 0
        yield Offer(kind="build", source=str(order.unit), least=cost, most=cost)
    for order in special_builds(rules, position, power):
        cost = cost_beside(position.of(power), order.unit_class)
        yield Offer(kind="build", source=f"{order.unit_class} {order.unit}", least=cost, most=cost)


def default_year(_rules: Rules, _state: MachiavelliState, _task: SendYear, _seat: int) -> YearOrders:
    """Return what an absent player decides: nothing, so that the rules pay as far as money goes."""
    return YearOrders()
