"""Ways across the whole table, remembered: moves from everywhere to a goal, for a few typical ways to walk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.garrisons import doors
from wartable.games.ring_of_power.scenario import Place, Point
from wartable.games.ring_of_power.terrain.memory import Remembered
from wartable.games.ring_of_power.terrain.speeds import Pace
from wartable.games.ring_of_power.terrain.travel import Travel, travel

if TYPE_CHECKING:
    from wartable.games.ring_of_power.terrain.geometry import Floats, Ints

EVERY: Final = slice(None)
STEPS: Final = 2
"""Paces are alike that cross each sort of ground at the same share of their speed, in so many steps."""
JOURNEYS: Final[Remembered[Travel]] = Remembered(96 << 20)
"""Journeys looked for before: 0.5 MB each on the largest table, where both sides look at some 190 in a turn."""
COARSE: Final = 300
"""The least distance of nodes, in 1/1000 inch."""
WIDE: Final = 400
"""The same on large tables: less than half of the narrowest pass, or bots find no way over it."""
LARGE: Final = 60_000 * COARSE**2
"""Tables are large that have more square thousandths of an inch."""
FAST: Final = 12_000
"""The speed of typical paces in clear ground."""
CLOSE: Final = 2
"""Nodes so many cells away count as near."""


def typical(pace: Pace, steps: int = STEPS) -> Pace:
    """Return a pace that stands for all that take the same ways, with so many steps of speed."""
    fast = max(pace.speeds, default=0) or 1
    speeds = tuple(0 if not speed else max(1, round(steps * speed / fast)) * FAST // steps for speed in pace.speeds)
    return Pace(speeds, FAST if pace.road else 0, flies=pace.flies, sails=pace.sails)


def entries(world: World, place: Place) -> tuple[Point, ...]:
    """Return where one goes to get to a place: its gates if it has walls, else its middle."""
    return doors(world, place) if place.walled else (place.centre,)


def _journey(world: World, pace: Pace, goals: tuple[Point, ...], ways: frozenset[str], shut: frozenset[str]) -> Travel:
    closed = [world.shape(area) for area in sorted(shut)]
    return travel(world.ground, pace, goals, ways, _cell(world, pace), closed=closed)


def _cell(world: World, pace: Pace) -> int:
    """Return the distance of nodes: small tables need none as fine as a quick answer allows, but rivers are narrow."""
    width, height = world.ground.size
    return WIDE if width * height > LARGE and not pace.sails else COARSE


def journey(
    world: World,
    state: RingState,
    pace: Pace,
    goals: Sequence[Point],
    side: str,
    shut: frozenset[str] = frozenset(),
    steps: int = STEPS,
) -> Travel:
    """Return the ways from everywhere to some points, for a pace and a side whose gates are open to it.

    `shut` are areas, by id, that the figures may not enter; `steps` says how finely speeds are told apart.
    """
    closed = shut | {each.area for each in state.closed}
    asked = (world, typical(pace, steps), tuple(goals), _through(world, state, side), closed)
    found = JOURNEYS.get(asked, lambda: _journey(*asked))
    return replace(found, pace=pace)


def _through(world: World, state: RingState, side: str) -> frozenset[str]:
    """Return the open gates of places with more than one: those that one can march through."""
    held = [one.id for one in world.scenario.places if state.holder.get(one.id) == side and len(one.gates) > 1]
    return frozenset(world.ground.open_ways(held, ()))


def turns(found: Travel, point: Point) -> float:
    """Return how many moves a point is from the goal of a journey at its pace, about; infinite without a way."""
    nodes = found.field.window.near(point, CLOSE)
    return float(moves_of(found, nodes).min(initial=float("inf")))


def moves_of(found: Travel, nodes: Ints | slice = EVERY) -> Floats:
    """Return how many moves nodes are from the goal of a journey at its pace, about; infinite without a way."""
    fast = max(found.pace.speeds, default=0)
    costs = found.field.costs[nodes]
    return costs * FAST / fast if fast else np.full_like(costs, np.inf)
