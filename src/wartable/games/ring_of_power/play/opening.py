"""How a campaign begins: figures put up, and the agenda run to its first question or dice."""

from __future__ import annotations

from functools import lru_cache

from wartable.games.ring_of_power.campaign import agenda
from wartable.games.ring_of_power.campaign.muster import roster
from wartable.games.ring_of_power.campaign.options import RingOptions
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import seating, world_of
from wartable.games.ring_of_power.play import machine


@lru_cache(maxsize=16)
def begun(options: RingOptions, seats: int) -> RingState:
    """Return the first state. A lobby asks for it again and again, and figures take a while to find their places.

    Raises `BadOptions` for a number of seats that does not fit.
    """
    world = world_of(options)
    seating(world, seats)
    figures = roster(world)
    state = RingState(
        options=options,
        seats=seats,
        figures=figures,
        next_id=len(figures) + 1,
        control=tuple((place.id, place.owner) for place in world.scenario.places),
        points=(0,) * len(world.scenario.order),
        agenda=(agenda.BeginTurn(),),
    )
    opened: RingState = machine.FLOW.begun(world, state)
    return opened
