"""Ducats and units: relief of famine, garrisons of nobody, and what is paid for, disbanded and raised in a year."""

from __future__ import annotations

from typing import Final

from wartable.bots.machiavelli.scene import Scene
from wartable.games.machiavelli import bribes
from wartable.games.machiavelli.adjustment import cost_of
from wartable.games.machiavelli.basic import units_allowed
from wartable.games.machiavelli.expense_faults import expense_fault
from wartable.games.machiavelli.maps import named
from wartable.games.machiavelli.orders import Adjustment, Build, Dismiss, Expense, Maintain, Target
from wartable.games.machiavelli.play.actions import YearOrders
from wartable.games.machiavelli.play.checks import MOST_EXPENSES
from wartable.games.machiavelli.play.tasks import SendYear
from wartable.games.machiavelli.play.years import builds, refusal
from wartable.games.machiavelli.state import AUTONOMOUS, Place, Unit
from wartable.games.machiavelli.tables import tables

INSIDE: Final = 0.3
"""What a garrison is worth beside a unit in the field of the same place."""


def expenses(scene: Scene) -> tuple[Expense, ...]:
    """Return what to spend in a campaign: relief of the own units first, then the nearest garrisons of nobody."""
    if not scene.rules.options.money:
        return ()
    left, found = scene.position.accounts[scene.power].treasury, list[Expense]()
    for one in (*_reliefs(scene), *_purchases(scene)):
        numbered = Expense(len(found) + 1, one.ducats, one.letter, one.place, one.victim, one.unit)
        if len(found) < MOST_EXPENSES and one.ducats <= left and _works(scene, numbered):
            found.append(numbered)
            left -= one.ducats
    return tuple(found)


def _works(scene: Scene, one: Expense) -> bool:
    return expense_fault(scene.rules, scene.position, scene.power, one) is None


def _starving(scene: Scene) -> list[Place]:
    """Return the places with famine where own units are; it takes units after spring only."""
    if scene.position.season != "spring":
        return []
    return sorted({unit.place for unit in scene.own} & {*scene.position.famine})


def _reliefs(scene: Scene) -> list[Expense]:
    return [Expense(1, tables().expenses["A"].ducats, "A", place) for place in _starving(scene)]


def _purchases(scene: Scene) -> list[Expense]:
    garrisons = [
        unit
        for unit in scene.position.units
        if unit.owner == AUTONOMOUS and unit.kind == "G" and unit.place in scene.board.counting
    ]
    priced = [(bribes.price(scene.rules, unit, "H"), unit) for unit in garrisons if not _besieging(scene, unit)]
    return [
        Expense(1, ducats, "H", unit=Target(unit.owner, unit.kind, unit.place))
        for ducats, unit in sorted(priced, key=lambda one: (one[0], one[1].place))
    ]


def _besieging(scene: Scene, garrison: Unit) -> bool:
    """Whether an own unit besieges it already, and so gets the city for nothing."""
    there = scene.position.at(garrison.place)
    return there is not None and there.owner == scene.power


# --- the year


def year(scene: Scene, task: SendYear) -> YearOrders:
    """Keep the units that find most to do as far as money goes, and raise more where they are nearest to a goal."""
    money = scene.rules.options.money
    orders: list[Adjustment] = [] if task.opening or not money else upkeep(scene)
    room = _room(scene, orders)
    for order in _wanted(scene):
        tried = YearOrders((*orders, order))
        if room <= 0:
            break
        if refusal(scene.rules, scene.state, task, scene.seat, tried) is None:
            orders.append(order)
            room -= 1
    return YearOrders(tuple(orders))


def _by_use(scene: Scene) -> list[Unit]:
    return sorted(scene.own, key=lambda unit: (-_use(scene, unit), unit.number))


def _use(scene: Scene, unit: Unit) -> float:
    if unit.kind == "G":
        return INSIDE + len(scene.threats(unit.place))
    return scene.worth(unit.kind, named(unit).at) + int(scene.guarded(unit))


def upkeep(scene: Scene, kept: int = 0) -> list[Adjustment]:
    """Pay for the units that have most to do, as far as money goes beside what is kept; send the others home."""
    left, found, paid = scene.position.accounts[scene.power].treasury - kept, list[Adjustment](), list[Unit]()
    for unit in _by_use(scene):
        able = cost_of((*paid, unit)) <= left
        found.append(Maintain(named(unit)) if able else Dismiss(named(unit)))
        paid += [unit] if able else []
    return found


def _room(scene: Scene, orders: list[Adjustment]) -> int:
    """Return how many regular units may be raised: as many as there are cities for, or ducats beside relief."""
    if not scene.rules.options.money:
        return units_allowed(scene.rules, scene.position, scene.power) - len(scene.own)
    kept = [unit for unit in scene.own if Dismiss(named(unit)) not in orders]
    relief = tables().expenses["A"].ducats * min(MOST_EXPENSES, len(_starving(scene)))
    left = scene.position.accounts[scene.power].treasury - cost_of(kept) - relief
    return left // tables().cost("regular")


def _wanted(scene: Scene) -> list[Build]:
    """Return what may be built, the most useful first; a garrison only where an enemy is near."""
    able = [
        one
        for one in builds(scene.rules, scene.position, scene.power)
        if one.unit.kind != "G" or scene.threats(one.unit.place)
    ]
    return sorted(able, key=lambda one: (-_promise(scene, one), str(one)))


def _promise(scene: Scene, order: Build) -> float:
    kind, place = order.unit.kind, order.unit.place
    danger = 0.3 * len(scene.threats(place))
    return INSIDE + danger if kind == "G" else scene.best_worth(kind, place) + danger
