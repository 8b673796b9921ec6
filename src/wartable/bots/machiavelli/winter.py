"""The units of a year: whom to pay, whom to send home, whom to raise, with what is due to the bank kept back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from wartable.bots.machiavelli.prospect import Prospect
from wartable.bots.machiavelli.scene import Scene
from wartable.bots.machiavelli.spending import upkeep
from wartable.games.machiavelli.adjustment import cost_beside, cost_of
from wartable.games.machiavelli.banking import credit
from wartable.games.machiavelli.basic import units_allowed
from wartable.games.machiavelli.maps import named
from wartable.games.machiavelli.orders import Adjustment, Build, Dismiss, UnitName
from wartable.games.machiavelli.play.actions import YearOrders
from wartable.games.machiavelli.play.tasks import SendYear
from wartable.games.machiavelli.play.years import builds, refusal
from wartable.games.machiavelli.state import Position, Unit, UnitClass, space_of
from wartable.games.machiavelli.tables import tables

GAIN: Final = -0.25
"""What a new unit must be worth beyond its price, in cities: less than that, for it brings more in later years."""
STRONG: Final[UnitClass] = "elite_mercenaries"
"""The class of special units that is worth its money: as strong as two, for the price of two."""


def year(scene: Scene, prospect: Prospect, task: SendYear, *, borrows: bool) -> YearOrders:
    """Pay for the units that have most to do, and raise those that are worth most beyond their price."""
    money = scene.rules.options.money
    due = _due(scene, borrows=borrows)
    orders: list[Adjustment] = [] if task.opening or not money else upkeep(scene, due)
    position = _after(scene, orders, opening=task.opening)
    while True:
        found = _best(scene, prospect, task, position, orders, due)
        if found is None:
            return YearOrders(tuple(orders))
        orders.append(found)
        position = _raised(scene, position, found)


def outlook(scene: Scene, prospect: Prospect, orders: list[Adjustment], *, opening: bool) -> float:
    """Return what the position is worth after orders for the units of a year."""
    position = _after(scene, orders, opening=opening)
    for order in orders:
        if isinstance(order, Build):
            position = _raised(scene, position, order)
    return prospect.value(position)


def _due(scene: Scene, *, borrows: bool) -> int:
    """Return what the bank collects before the next income; for who borrows less what it would lend for that."""
    position = scene.position
    due = sum(loan.owed for loan in position.accounts[scene.power].loans if loan.year <= position.year)
    return max(0, due - credit(scene.rules, position, scene.power)) if borrows else due


def _after(scene: Scene, orders: list[Adjustment], *, opening: bool) -> Position:
    """Return the position after units are paid and sent home."""
    gone = {order.unit for order in orders if isinstance(order, Dismiss)}
    away = tuple(unit for unit in scene.own if named(unit) in gone)
    position = scene.position.without(*away) if away else scene.position
    if not scene.rules.options.money:
        return position
    cost = cost_of(position.of(scene.power))
    account = position.accounts[scene.power]
    left = max(0, account.treasury - cost) if opening else account.treasury - cost
    return position.with_account(scene.power, replace(account, treasury=left))


def _raised(scene: Scene, position: Position, order: Build) -> Position:
    """Return the position with a unit more, paid for."""
    at = order.unit
    unit = Unit(scene.power, at.kind, at.place, at.coast, order.unit_class, position.born + 1)
    account = position.accounts[scene.power]
    cost = cost_beside(position.of(scene.power), order.unit_class) if scene.rules.options.money else 0
    paid = replace(account, treasury=account.treasury - cost)
    return replace(position, units=(*position.units, unit), born=position.born + 1).with_account(scene.power, paid)


def _best(
    scene: Scene, prospect: Prospect, task: SendYear, position: Position, orders: list[Adjustment], due: int
) -> Build | None:
    """Return the unit to be raised next; None where none is worth its price."""
    before, purse = prospect.value(position), position.accounts[scene.power].treasury - due
    values: dict[Build, float] = {}
    for order in _able(scene, position, purse):
        values[order] = prospect.value(_raised(scene, position, order)) - before
    for order in sorted(values, key=lambda one: (-values[one], str(one))):
        if values[order] <= GAIN:
            return None
        if refusal(scene.rules, scene.state, task, scene.seat, YearOrders((*orders, order))) is None:
            return order
    return None


def _able(scene: Scene, position: Position, purse: int) -> Iterator[Build]:
    """Yield what may be raised with so many ducats, or with so many cities."""
    money = scene.rules.options.money
    if not money and len(position.of(scene.power)) >= units_allowed(scene.rules, scene.position, scene.power):
        return
    for one in builds(scene.rules, scene.position, scene.power):
        for order in _coasts(scene, one):
            if _free(scene, position, order) and (not money or tables().cost("regular") <= purse):
                yield order
                if money and order.unit.kind != "G" and tables().cost(STRONG) <= purse:
                    yield replace(order, unit_class=STRONG)


def _coasts(scene: Scene, order: Build) -> Iterator[Build]:
    """Yield a fleet on each coast of its province."""
    coasts = scene.board.provinces[order.unit.place].coasts if order.unit.kind == "F" else ()
    if not coasts:
        yield order
    for coast in coasts:
        yield replace(order, unit=UnitName("F", order.unit.place, coast))


def _free(scene: Scene, position: Position, order: Build) -> bool:
    """Whether nobody stands there, and no unit was raised in the province."""
    place = order.unit.place
    if any(unit.place == place and unit.number > scene.position.born for unit in position.units):
        return False
    return position.at(place, space_of(order.unit.kind)) is None
