"""Where figures are put down: formations of rosters, and free points around a place for those that arrive."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from math import cos, radians, sin
from typing import TYPE_CHECKING

import numpy as np

from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.scenario import Formation, Point
from wartable.games.ring_of_power.terrain.around import around
from wartable.games.ring_of_power.terrain.paths import PathCost, judge_paths
from wartable.games.ring_of_power.terrain.points import square

if TYPE_CHECKING:
    from wartable.games.ring_of_power.campaign.world import World
    from wartable.games.ring_of_power.terrain.speeds import Pace

APART = 900
"""Distance of neighbours in a group that is put down by itself, in 1/1000 inch: near enough to be one force (D1)."""
RINGS = 12
"""Rings of points that are tried around a middle."""


def formed(formation: Formation, count: int) -> tuple[Point, ...]:
    """Return the points of a formation. Raises `ValueError` where single points are given, but not one for each."""
    if formation.shape == "points":
        if len(formation.points) != count:
            message = f"{count} figures need {count} points, and {len(formation.points)} are given"
            raise ValueError(message)
        return formation.points
    x, y = formation.anchor
    gap = formation.spacing
    if formation.shape == "block":
        columns = max(formation.columns, 1)
        return tuple((x + gap * (n % columns), y + gap * (n // columns)) for n in range(count))
    angle = radians(formation.heading)
    return tuple((round(x + n * gap * cos(angle)), round(y + n * gap * sin(angle))) for n in range(count))


def rings(middle: Point) -> Iterator[Point]:
    """Yield points around a middle, nearest first, on a lattice of triangles; the middle is the first."""
    yield middle
    height = APART * 0.866
    for ring in range(1, RINGS + 1):
        spots = [
            (round(middle[0] + APART * (column + row / 2)), round(middle[1] + height * row))
            for row in range(-ring, ring + 1)
            for column in range(-ring, ring + 1)
            if max(abs(row), abs(column), abs(row + column)) == ring
        ]
        yield from sorted(spots, key=lambda spot: (square(spot, middle), spot))


def free_points(
    world: World,
    middle: Point,
    count: int,
    pace: Pace,
    taken: Sequence[Point],
    enemies: Sequence[Point] = (),
    *,
    outside: str = "",
    straight: bool = False,
) -> tuple[Point, ...]:
    """Return up to `count` points near a middle on which a figure may stand: open to it, free, not beside an enemy.

    `outside` names a place in which none of them lies; `straight` asks for no wall or water between it and the middle.
    """
    blocked = frozenset(taken)
    spots = [spot for spot in rings(middle) if spot not in blocked]
    on_table = world.ground.on_table(np.array(spots, dtype=np.float64))
    inside = [spot for spot, fits in zip(spots, on_table.tolist(), strict=True) if fits]
    near = mil(world.constants.contact)
    if outside:
        inside = [spot for spot in inside if world.distance(outside, spot) > 0]
    clear = (spot for spot in inside if all(square(spot, enemy) > near**2 for enemy in enemies))
    steady = (spot for spot in clear if stands(world, pace, spot))
    return tuple(islice((spot for spot in steady if not straight or _leads(world, pace, middle, spot)), count))


def stands(world: World, pace: Pace, spot: Point) -> bool:
    """Whether the ground under a point is open: whether a step of nothing costs nothing there."""
    beside = (spot[0] + 1 if spot[0] < world.scenario.table.width else spot[0] - 1, spot[1])
    return _leads(world, pace, beside, spot)


def _leads(world: World, pace: Pace, start: Point, end: Point) -> bool:
    """Whether a straight way on open ground leads from one point to another, within a move."""
    (verdict,) = judge_paths(world.ground, pace, [(start, end)], around())
    return isinstance(verdict, PathCost) and not verdict.crossing
