"""Streams and shallows: a whole move, from within half an inch of a bank to the nearest point of the other (C10)."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec
import numpy as np
import shapely

from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.geometry import (
    Floats,
    Shape,
    apart,
    common,
    edge,
    grown,
    near,
    nearest,
    nothing,
    polygon,
    rounded,
    touch,
    without,
)
from wartable.games.ring_of_power.terrain.ground import Ground, Stretch
from wartable.games.ring_of_power.terrain.speeds import Pace

NEAR = 50
"""A move may end so far, in 1/1000 inch, from the nearest point of the other bank."""
STEP = 3
"""A figure lands so far from the water's edge, to be out of the water when its point is rounded."""


class Crossing(msgspec.Struct, frozen=True, gc=False):
    """A crossing that takes a figure its whole move: the water, its terrain, and where the figure lands."""

    id: str
    terrain: str
    end: Point


def crossings(ground: Ground, pace: Pace, start: Point, ways: Collection[str] = ()) -> tuple[Crossing, ...]:
    """Return the crossings of streams and shallows that begin at a point; none for flyers and ships."""
    if not pace.walks:
        return ()
    return tuple(_from(ground, pace, start, ways))


def crossing_of(ground: Ground, pace: Pace, corners: Floats, ways: Collection[str]) -> Crossing | None:
    """Return the crossing that a path of two corners is, or None."""
    if len(corners) != 2:
        return None
    made = crossings(ground, pace, rounded(*corners[0]), ways)
    return next(
        (one for one in made if np.hypot(*(corners[1] - one.end)) <= NEAR and _dry(ground, pace, corners[1], ways)),
        None,
    )


def _from(ground: Ground, pace: Pace, start: Point, ways: Collection[str]) -> Iterator[Crossing]:
    here = shapely.Point(start)
    for stretch in ground.stretches:
        if apart(stretch.area, here) > mil(ground.rules.constants.crossing_start):
            continue
        end = _landing(stretch, _bank(ground, pace, stretch, ways), start)
        if end is not None and _open(ground, pace, stretch, (start, end), ways):
            yield Crossing(stretch.id, stretch.terrain, end)


def _bank(ground: Ground, pace: Pace, stretch: Stretch, ways: Collection[str]) -> Shape:
    """Return the water's edge where open ground lies beside it."""
    shut = near(ground.closed(pace, ways), stretch.area, NEAR)
    return without(edge(stretch.area), grown(without(shut, stretch.area), STEP))


def _landing(stretch: Stretch, bank: Shape, start: Point) -> Point | None:
    """Return the point of the other bank nearest to a point, a step beyond the water's edge."""
    far = _far_side(stretch, bank, start)
    if far.is_empty:
        return None
    _, landing = nearest(shapely.Point(start), far)
    _, middle = nearest(shapely.Point(landing), stretch.middle)
    out = landing - middle
    size = float(np.hypot(*out))
    return rounded(*(landing + out * (STEP / size))) if size else None


def _far_side(stretch: Stretch, bank: Shape, start: Point) -> Shape:
    """Return what of a bank lies beyond the water's middle line, as seen from a point."""
    _, middle = nearest(shapely.Point(start), stretch.middle)
    size = float(np.hypot(*(middle - start)))
    if not size:
        return nothing()
    forward = (middle - start) / size
    sideways = np.array([-forward[1], forward[0]])
    span = 4 * apart(shapely.Point(middle), edge(stretch.area)) + NEAR
    left, right = middle + forward - sideways * span, middle + forward + sideways * span
    return common(bank, polygon(np.array([left, right, right + forward * 2 * span, left + forward * 2 * span])))


def _dry(ground: Ground, pace: Pace, spot: Floats, ways: Collection[str]) -> bool:
    return not touch(ground.closed(pace, ways), shapely.Point(spot))


def _open(ground: Ground, pace: Pace, stretch: Stretch, ends: tuple[Point, Point], ways: Collection[str]) -> bool:
    """Whether nothing closed but the water itself lies between the two banks."""
    both = np.array(ends, dtype=np.float64)
    if not ground.on_table(both).all() or not _dry(ground, pace, both[1], ways):
        return False
    rest = without(shapely.LineString(ends), grown(stretch.area, STEP))
    return not touch(ground.closed(pace, ways), rest)
