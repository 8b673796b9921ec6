"""Steps between water and land: no wall lies between, and there is footing on the bank (A7, C11, Q69)."""

from __future__ import annotations

import numpy as np

from wartable.engine.errors import Reason
from wartable.games.ring_of_power.campaign.muster import open_to
from wartable.games.ring_of_power.campaign.run import name_of
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.reasons import reason
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.around import Around


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
