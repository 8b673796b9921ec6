"""Steps between water and land, and moves by boats that a special rule gives to figures (C11, Q69)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from wartable.engine.errors import Reason
from wartable.games.ring_of_power.campaign.deployment import open_to
from wartable.games.ring_of_power.campaign.figures import near
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.run import name_of
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.reasons import reason
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.special.conditions import boats
from wartable.games.ring_of_power.terrain.around import Around
from wartable.games.ring_of_power.terrain.paths import PathFault, judge_path
from wartable.games.ring_of_power.terrain.speeds import Pace


def step_fault(world: World, one: Figure, start: Point, end: Point, who: Around) -> Reason | None:
    """Say why a figure cannot step from one point to the other, one of them on the water; None when it can."""
    if world.ground.parted(start, [end], who.ways).any():
        return reason("walled", f"A wall keeps {name_of(world, one)} from the water there.", "C11")
    return None


def landing_fault(world: World, one: Figure, water: Point, bank: Point, who: Around) -> Reason | None:
    """Say why a figure cannot step from the water onto a point of the bank; None when it can."""
    on_table = world.ground.on_table(np.array([bank], dtype=np.float64)).all()
    if not on_table or not open_to(world, one, bank, who.ways) or bank in who.taken:
        return reason("no_footing", f"{name_of(world, one)} cannot land there.", "A7, C8, Q69")
    return step_fault(world, one, water, bank, who)


ASHORE = 3
"""Points of a way by boat at the least: on land, on the water, on land again."""


def sailed(
    scene: Scene, team: Sequence[Figure], paths: Sequence[tuple[int, tuple[Point, ...]]], who: Around
) -> Reason | None:
    """Say why figures cannot go by boat as they want; None when they can."""
    for one, (_, path) in zip(team, paths, strict=True):
        fault = _fault(scene, one, path, who)
        if fault is not None:
            return fault
    return None


def _fault(scene: Scene, one: Figure, path: Sequence[Point], who: Around) -> Reason | None:
    world = scene.world
    name = name_of(world, one)
    distance = boats(scene, one)
    if not distance:
        return reason("no_boat", f"{name} has no boat here.", "4")
    step = world.constants.contact
    if len(path) < ASHORE or not near(path[0], path[1], step) or not near(path[-1], path[-2], step):
        message = f"{name} goes by boat from the bank onto the water and back to a bank, each within 1 inch."
        return reason("no_bank", message, "4")
    on_water = judge_path(world.ground, boat_pace(world, distance), path[1:-1], who)
    if isinstance(on_water, PathFault):
        return reason(on_water.code, f"{name}, by boat: {on_water.sentence}", on_water.rule)
    return step_fault(world, one, path[0], path[1], who) or landing_fault(world, one, path[-2], path[-1], who)


def boat_pace(world: World, distance: int) -> Pace:
    """Return a pace along navigable water alone, of so many 1/1000 inch a move."""
    rows = world.charts.terrain.values()
    return Pace(tuple(distance if row.water else 0 for row in rows), 0, sails=True)
