"""Diplomats in fog: they are sent where most enemies may stand unseen near to own cities, with money to spare."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from wartable.bots.machiavelli.deals import Purse
from wartable.bots.machiavelli.scene import Scene
from wartable.games.machiavelli.adjustment import cost_of
from wartable.games.machiavelli.expense_faults import expense_fault
from wartable.games.machiavelli.optional.fog import least
from wartable.games.machiavelli.orders import Expense
from wartable.games.machiavelli.play.actions import CampaignOrders
from wartable.games.machiavelli.play.checks import MOST_EXPENSES
from wartable.games.machiavelli.state import AUTONOMOUS, SEASONS, Place

MOST: Final = 2
"""Diplomats that a power has at once."""
REACH: Final = 3
"""Steps from own cities within which unseen enemies matter."""
NEARER: Final = 0.6
"""What an enemy counts a step farther away from the own cities."""
HOME: Final = 2.0
"""How much more likely units are where another power has its home."""
LEAST: Final = 0.5
"""Enemies that a diplomat must be likely to show, each counted by how near it is."""


def watching(scene: Scene, action: CampaignOrders) -> CampaignOrders:
    """Add a diplomat where it shows most, if next year's units can be paid beside it; none when they are found out."""
    position, options = scene.position, scene.rules.options
    sent = sum(one.power == scene.power for one in position.extra.diplomats)
    full = len(action.expenses) >= MOST_EXPENSES or sent >= MOST
    if not (options.fog and options.money) or full or position.season == SEASONS[-1]:
        return action
    news = _news(scene)
    place = max(news, key=lambda one: (news[one], one), default="")
    if not place or news[place] < LEAST:
        return action
    price, purse = least(position, scene.power, place), Purse(scene, borrows=False)
    spent = sum(one.ducats for one in action.expenses)
    spare = purse.cash + purse.income - spent - cost_of(scene.own)
    if spare < price or purse.paying(action, price) is None:
        return action
    return replace(action, expenses=(*action.expenses, Expense(len(action.expenses) + 1, price, "P", place)))


def _news(scene: Scene) -> Mapping[Place, float]:
    """Return by place how many enemies a diplomat there is likely to show, each counted by how near it is."""
    unseen = _unseen(scene)
    found = {place: sum(unseen.get(near, 0.0) for near in scene.board.around(place)) for place in scene.board.provinces}
    return {place: worth for place, worth in found.items() if worth and _works(scene, place)}


def _works(scene: Scene, place: Place) -> bool:
    order = Expense(1, least(scene.position, scene.power, place), "P", place)
    return expense_fault(scene.rules, scene.position, scene.power, order) is None


def _unseen(scene: Scene) -> Mapping[Place, float]:
    """Return by place that is not seen how likely an enemy stands there, times how much that matters."""
    seen = {*scene.position.extra.sights.get(scene.power, ())}
    dark = [place for place in scene.board.provinces if place not in seen and place not in scene.rules.scenario.out]
    likely = {place: HOME if _is_home_of_others(scene, place) else 1.0 for place in dark}
    units = scene.state.position.units  # how many there are is known, though not where
    enemies = sum(one.owner not in scene.friends | {AUTONOMOUS} and one.place not in seen for one in units)
    steps, total = _steps(scene), sum(likely.values())
    return {place: enemies * likely[place] / total * NEARER ** (steps[place] - 1) for place in dark if place in steps}


def _is_home_of_others(scene: Scene, place: Place) -> bool:
    holder = scene.position.countries.get(scene.rules.scenario.country_of.get(place, ""))
    return holder is not None and holder in scene.position.powers and holder not in scene.friends


def _steps(scene: Scene) -> Mapping[Place, int]:
    """Return how many steps places are from own cities, as far as that matters."""
    found = {place: 0 for place, holder in scene.position.cities.items() if holder == scene.power}
    for step in range(1, REACH + 1):
        reached = {near for place in found for near in scene.board.around(place)}
        found |= {place: step for place in reached if place not in found}
    return found
