"""What money may be spent on in a campaign, and how much of it: worth is weighed by trials, prices by the rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from msgspec.structs import replace

from wartable.bots.machiavelli.desk import Desk
from wartable.bots.machiavelli.prospect import LAST, lasting
from wartable.bots.machiavelli.scene import Scene
from wartable.games.machiavelli import bribes
from wartable.games.machiavelli.accounts import owed
from wartable.games.machiavelli.banking import credit, interest_of
from wartable.games.machiavelli.expense_faults import expense_fault
from wartable.games.machiavelli.income import lines
from wartable.games.machiavelli.maps import named, place_of
from wartable.games.machiavelli.optional import hiring
from wartable.games.machiavelli.orders import (
    Advance,
    Borrow,
    CampaignOrder,
    Convert,
    Expense,
    Letter,
    Support,
    SupportPower,
    Target,
    Transport,
    UnitName,
)
from wartable.games.machiavelli.play.actions import CampaignOrders
from wartable.games.machiavelli.play.checks import MOST_EXPENSES
from wartable.games.machiavelli.play.choices import UnitChoices
from wartable.games.machiavelli.rebels import at_home
from wartable.games.machiavelli.state import AUTONOMOUS, SEASONS, Place, Unit
from wartable.games.machiavelli.tables import tables

MARGIN: Final = 0.12
"""What an expense must gain in cities beyond its price, for it may fail."""
MOST: Final = 9
"""Units of others that are thought of at once."""
DEBT: Final = 0.6
"""Part of a year's income that may be owed."""
TRIALS: Final = 200
"""Trials spent on what money is for in a campaign."""
FOLLOWING: Final = 2
"""Own units that are tried as those that go where the money opened the way."""


class Deal(NamedTuple):
    """An expense, and the order that goes with it: for an own unit, or for one of nobody that is hired."""

    expense: Expense
    order: CampaignOrder | None = None


class Purse:
    """What a power may spend in this campaign: its treasury less what the bank collects before the next income."""

    def __init__(self, scene: Scene, *, borrows: bool) -> None:
        self.scene = scene
        position, rules = scene.position, scene.rules
        self.account = position.accounts[scene.power]
        due = sum(loan.owed for loan in self.account.loans if loan.year <= position.year)
        self.cash = self.account.treasury - due
        self.income = sum(line.ducats for line in lines(rules, position, scene.power))
        self.credit = credit(rules, position, scene.power) if borrows else 0
        self.repays = lasting(scene) > LAST

    def _debt(self, loan: int) -> int:
        return owed(self.account) + loan + interest_of(loan, 1)

    def paying(self, action: CampaignOrders, ducats: int) -> CampaignOrders | None:
        """Return an action that can pay so much more, by a loan where that has to be; None where it cannot."""
        spent = sum(one.ducats for one in action.expenses) + ducats
        loan = spent - self.cash
        if loan <= 0:
            return action
        if loan > self.credit or (self.repays and self._debt(loan) > DEBT * self.income):
            return None
        return replace(action, banking=(Borrow(loan, 1),))

    def saved(self, action: CampaignOrders) -> CampaignOrders:
        """Return an action that borrows what the bank collects now and the treasury has not."""
        position = self.scene.position
        now = SEASONS.index(position.season)
        due = sum(
            loan.owed
            for loan in self.account.loans
            if loan.year < position.year or (loan.year == position.year and SEASONS.index(loan.season) <= now)
        )
        short = due - self.account.treasury
        return replace(action, banking=(Borrow(short, 1),)) if 0 < short <= self.credit else action


def spending(desk: Desk, scene: Scene, action: CampaignOrders, *, wide: bool) -> CampaignOrders:
    """Add the expenses that bring most, one after the other, as long as they are worth their price."""
    if not scene.rules.options.money:
        return action
    purse = Purse(scene, borrows=wide)
    action, best = purse.saved(action), desk.worth(action)
    left: list[Deal] = list(dict.fromkeys(_deals(scene, action, wide=wide)))
    until = desk.trial.count + TRIALS
    while left and len(action.expenses) < MOST_EXPENSES and desk.trial.count < until:
        found = _gaining(desk, purse, action, best, left, until)
        if not found:
            break
        best, action, taken = max(found, key=lambda one: one.value)
        left = [one.deal for one in found if not _same(one.deal.expense, taken.expense)]
    return action


class Gain(NamedTuple):
    """An action with one deal more, and what it is worth."""

    value: float
    action: CampaignOrders
    deal: Deal


def _gaining(
    desk: Desk, purse: Purse, action: CampaignOrders, best: float, deals: list[Deal], until: int
) -> list[Gain]:
    """Return the deals that gain more than their price beside an action, as far as trials go."""
    found: list[Gain] = []
    for deal in deals:
        if desk.trial.count >= until:
            break
        tried = _tried(purse, action, deal)
        value = desk.worth(tried, best) if tried is not None else best
        if tried is not None and value > best + MARGIN:
            found.append(Gain(value, tried, deal))
    return found


def _same(one: Expense, other: Expense) -> bool:
    return (one.place, one.unit) == (other.place, other.unit)


def _tried(purse: Purse, action: CampaignOrders, deal: Deal) -> CampaignOrders | None:
    paying = purse.paying(action, deal.expense.ducats)
    if paying is None:
        return None
    expense = replace(deal.expense, number=len(action.expenses) + 1)
    orders = action.orders
    if deal.order is not None:
        mover = deal.order.unit
        orders = (*(one for one in orders if one.unit != mover), deal.order)
    return replace(paying, orders=orders, expenses=(*action.expenses, expense))


# --- what there is to pay for


def _deals(scene: Scene, action: CampaignOrders, *, wide: bool) -> Iterator[Deal]:
    """Yield what could work: relief, peace, units of others, and with a `wide` view rebels and higher bids."""
    for one in _plain(scene, wide=wide):
        if _works(scene, one):
            yield Deal(one)
            if one.letter in "CDJ":
                place = one.unit.place if one.unit else one.place
                yield from (Deal(one, order) for order in _following(scene, place))
    if scene.rules.options.autonomous_units:
        yield from (deal for deal in _hires(scene, action) if _works(scene, deal.expense))


def _works(scene: Scene, one: Expense) -> bool:
    return expense_fault(scene.rules, scene.position, scene.power, one) is None


def _following(scene: Scene, place: Place) -> list[Advance]:
    """Return the steps of own units into a place."""
    found = [
        order
        for unit in scene.own
        for to in scene.steps(unit)
        if place_of(to) == place and scene.legal(order := Advance(named(unit), to))
    ]
    return found[:FOLLOWING]


def _plain(scene: Scene, *, wide: bool) -> Iterator[Expense]:
    position, prices = scene.position, tables().expenses
    mine = {unit.place for unit in scene.own}
    if position.season == SEASONS[0]:
        yield from (Expense(1, prices["A"].ducats, "A", place) for place in position.famine if place in mine)
    for place in sorted({one.place for one in position.rebellions if one.against == scene.power}):
        yield Expense(1, prices["B"].ducats, "B", place)
    for unit in _targets(scene):
        for letter in _letters(unit):
            yield from (Expense(1, ducats, letter, unit=target_of(unit)) for ducats in _bids(scene, unit, letter, wide))
    if wide:
        yield from _uprisings(scene)


def _letters(unit: Unit) -> tuple[Letter, ...]:
    """Return the bribes that buy a unit or have it disbanded."""
    if unit.owner != AUTONOMOUS:
        return ("K", "J")
    return ("H", "G") if unit.kind == "G" else ("M",)


def _bids(scene: Scene, unit: Unit, letter: Letter, wide: bool) -> tuple[int, ...]:  # noqa: FBT001 - one of two levels
    price = bribes.price(scene.rules, unit, letter)
    return (price, price + tables().ducats_in_steps_of) if wide and letter == "H" else (price,)


def target_of(unit: Unit) -> Target:
    """Return a unit as an expense names it."""
    return Target(unit.owner, unit.kind, unit.place)


def _targets(scene: Scene) -> list[Unit]:
    """Return the units of others that are worth a thought: near to own units, those in cities first."""
    own = {unit.place for unit in scene.own}
    near = {there for place in own for there in scene.board.around(place)}
    counting = set(scene.board.counting)
    found = [
        unit
        for unit in scene.position.units
        if unit.owner not in scene.friends and unit.place in near and (unit.kind != "G" or unit.place in counting)
    ]
    held = scene.position.cities
    found.sort(
        key=lambda unit: (
            unit.owner != AUTONOMOUS,
            held.get(unit.place) != scene.power,
            unit.place not in counting,
            unit.place,
            unit.kind,
        )
    )
    return found[:MOST]


def _uprisings(scene: Scene) -> Iterator[Expense]:
    """Yield rebellions in provinces of others that an own unit can step into."""
    near = sorted({place_of(to) for unit in scene.own for to in scene.steps(unit)})
    for place in near:
        holder = scene.position.provinces.get(place)
        if holder and holder not in scene.friends and place in scene.board.counting:
            letter: Letter = "D" if at_home(scene.rules, scene.position, place) else "C"
            yield Expense(1, tables().expenses[letter].ducats, letter, place)


def _hires(scene: Scene, action: CampaignOrders) -> Iterator[Deal]:
    """Yield the units of nobody that may be hired, each with an order: those that help nobody else than own units."""
    plan = {order.unit: order for order in action.orders}
    choices = UnitChoices(scene.rules, scene.position)
    for unit in _targets(scene):
        for order in choices.orders(unit) if unit.owner == AUTONOMOUS else ():
            ducats = hiring.price(order)
            if ducats is not None and _fits(order, plan):
                yield Deal(Expense(1, ducats, "L", unit=target_of(unit)), order)


def _fits(order: CampaignOrder, plan: Mapping[UnitName, CampaignOrder]) -> bool:
    """Whether an order helps what own units do; those that help nobody always fit."""
    if not isinstance(order, Support | Transport):
        return not isinstance(order, SupportPower)
    helped = plan.get(order.of)
    if order.to:
        return helped == Advance(order.of, order.to)
    return helped is not None and not isinstance(helped, Advance | Convert)
