"""Counter-bribes, bodyguards and assassins: what is paid for by how likely it is to be needed, or to succeed."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from wartable.bots.machiavelli.deals import MARGIN, Purse, target_of
from wartable.bots.machiavelli.desk import Desk
from wartable.bots.machiavelli.prospect import Prospect
from wartable.bots.machiavelli.scene import Scene
from wartable.games.machiavelli import bribes
from wartable.games.machiavelli.assassination import chance
from wartable.games.machiavelli.control import counted
from wartable.games.machiavelli.expense_faults import expense_fault
from wartable.games.machiavelli.orders import Expense
from wartable.games.machiavelli.play.actions import CampaignOrders
from wartable.games.machiavelli.play.checks import MOST_EXPENSES
from wartable.games.machiavelli.state import Position, Power, Unit
from wartable.games.machiavelli.tables import tables

FEAR: Final = 0.1
"""The chance that another power with the means bribes the unit that would be missed most, or sends an assassin."""


def guarding(prospect: Prospect, scene: Scene, action: CampaignOrders) -> CampaignOrders:
    """Add a counter-bribe on the own unit that would be missed most, where somebody may well bribe it."""
    purse = Purse(scene, borrows=False)
    price = tables().ducats_in_steps_of
    if len(action.expenses) >= MOST_EXPENSES or purse.paying(action, price) is None or action.banking:
        return action
    whole = prospect.value(scene.position)
    missed = {unit: whole - prospect.value(_without(scene, unit)) for unit in scene.own}
    unit = max(missed, key=lambda one: (missed[one], -one.number), default=None)
    if unit is None or FEAR * _bribers(scene, unit) * missed[unit] <= price * 0.1:
        return action
    guard = Expense(len(action.expenses) + 1, price, "F", unit=target_of(unit))
    return replace(action, expenses=(*action.expenses, guard))


def shielding(desk: Desk, scene: Scene, action: CampaignOrders) -> CampaignOrders:
    """Add bodyguards where the murder that they may prevent costs more than they do."""
    options, price = scene.rules.options, tables().expenses["O"].ducats
    full = len(action.expenses) >= MOST_EXPENSES or action.banking
    if not (options.bodyguards and options.assassination) or full:
        return action
    if Purse(scene, borrows=False).paying(action, price) is None:
        return action
    guard = Expense(len(action.expenses) + 1, price, "O", victim=scene.power)
    guarded = replace(action, expenses=(*action.expenses, guard))
    whole, least = desk.worth(action), _sums(scene)[0]
    danger = FEAR * _murderers(scene, least) * chance(scene.rules, least)
    lost = whole - desk.worth(action, struck=frozenset((scene.power,)))
    return guarded if danger * lost > whole - desk.worth(guarded) else action


def _murderers(scene: Scene, ducats: int) -> int:
    """Return how many other powers have an assassin against this one, and may have the money for it."""
    accounts = scene.position.accounts
    return sum(
        scene.power in accounts[power].chits and accounts[power].treasury >= ducats
        for power in scene.position.powers
        if power not in scene.friends
    )


def _without(scene: Scene, unit: Unit) -> Position:
    """Return the position without a unit, with control as it is then."""
    return counted(scene.rules, scene.position.without(unit)).position


def _bribers(scene: Scene, unit: Unit) -> int:
    """Return how many other powers may have the money to have a unit disbanded, and reach it."""
    need = bribes.price(scene.rules, unit, "J")
    return sum(
        scene.position.accounts[power].treasury >= need
        and expense_fault(scene.rules, scene.position, power, Expense(1, need, "J", unit=target_of(unit))) is None
        for power in scene.position.powers
        if power not in scene.friends
    )


def murdering(desk: Desk, scene: Scene, action: CampaignOrders) -> CampaignOrders:
    """Add an assassin where the odds are worth the price: against a power whose orders stand in the way most."""
    if not scene.rules.options.money or len(action.expenses) >= MOST_EXPENSES or action.banking:
        return action
    purse = Purse(scene, borrows=False)
    found = desk.worth(action)
    best, choice = found + MARGIN, action
    for victim in _victims(desk, scene):
        struck = desk.worth(action, struck=frozenset((victim,)))
        for ducats in _sums(scene):
            if purse.paying(action, ducats) is None:
                break
            expense = Expense(len(action.expenses) + 1, ducats, "E", victim=victim)
            tried = replace(action, expenses=(*action.expenses, expense))
            odds = chance(scene.rules, ducats)
            value = desk.worth(tried) + odds * (struck - found)
            if value > best:
                best, choice = value, tried
    return choice


def _victims(desk: Desk, scene: Scene) -> list[Power]:
    """Return the powers near by, against whom there is an assassin."""
    near = {*desk.samples[0]} - scene.friends if desk.samples else set[Power]()
    chits = dict.fromkeys(scene.position.accounts[scene.power].chits)
    return [power for power in chits if power in near and power in scene.position.powers]


def _sums(scene: Scene) -> tuple[int, ...]:
    odds = tables().assassins
    table = odds.sixths if scene.rules.options.assassination_table == "sixths" else odds.dice_pool
    return tuple(table)[:3]
