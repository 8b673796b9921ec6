"""Retreats: where a beaten figure may flee, and where it flees unless its owner says otherwise (H, Q14, Q15, Q77)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.around import Around, beside_box
from wartable.games.ring_of_power.terrain.geometry import Ints, Mask, Shape, point_array, spots, squared
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.paths import PathCost, PathFault, judge_path
from wartable.games.ring_of_power.terrain.plans import Path, Plan, moved, plan
from wartable.games.ring_of_power.terrain.reach import reach
from wartable.games.ring_of_power.terrain.speeds import Pace

FULL = 0.05
"""An end point serves if the path to it costs no more than so much less than the dearest that could be found."""
TRIES = 12
"""End points tried for the default before the figure is held to be trapped."""


@dataclass(frozen=True, eq=False)
class Retreat:
    """End points that one figure may flee to, the best first, and the plan to the default; no plan: it is trapped.

    `least` is what the path to a chosen end must cost at the least, so that the retreat is a full move.
    """

    ends: tuple[Point, ...]
    least: float
    default: Plan | None


def retreat_points(
    ground: Ground,
    pace: Pace,
    start: Point,
    victors: Sequence[Point] | Ints,
    who: Around,
    bases: Sequence[Point] | Ints = (),
    shut: Shape | None = None,
) -> Retreat:
    """Return where a beaten figure may end: a full move away, further from every victor, out of reach of every enemy.

    `victors` are the points of the victorious figures, `who.enemies` those of all enemies, `shut` where it may not go
    by rules of the scenario. The default maximises the distance to the nearest victor; among equals the one nearest to
    a friendly base counts, then the south-western.
    """
    shut = shut or shapely.Polygon()
    known = reach(ground, pace, start, who)
    costs = known.costs.ravel()
    nodes = np.flatnonzero(np.isfinite(costs))
    points, costs = known.window.points(nodes), costs[nodes]
    fit = _fit(points, start, point_array(victors), who) & ~shapely.intersects(shut, spots(points.astype(np.float64)))
    points, costs = points[fit], costs[fit]
    if not len(points):
        return Retreat((), 0.0, None)
    least = float(costs.max()) - FULL
    points = points[costs >= least]
    safety, home = _nearest(points, point_array(victors)), _nearest(points, point_array(bases))
    points = points[np.lexsort((points[:, 1], points[:, 0], home, -safety))]
    ends = tuple((int(x), int(y)) for x, y in points.tolist())
    plans = (plan(ground, pace, start, end, who, known) for end in ends[:TRIES])
    allowed = (found for found in plans if isinstance(found, Plan) and not _strays(found.points, shut))
    return Retreat(ends, least, next(allowed, None))


def judge_retreat(
    ground: Ground,
    pace: Pace,
    points: Sequence[Point],
    victors: Sequence[Point] | Ints,
    who: Around,
    least: float = 0.0,
    shut: Shape | None = None,
) -> PathCost | PathFault:
    """Return the cost of a retreat that its owner chose, or its fault: that of its path, or of its end (H).

    `least` is that of `retreat_points`; grids being rough, a tenth of a move less will do.
    """
    verdict = judge_path(ground, pace, points, who)
    if isinstance(verdict, PathFault):
        return verdict
    end = points[-1]
    if not _fit(point_array([end]), points[0], point_array(victors), who)[0]:
        sentence = "A retreat ends further from every victor than it began, and more than 1 inch from every enemy."
        return PathFault("near_enemy", sentence, "H", end)
    if verdict.cost < least - 2 * FULL:
        return PathFault("too_short", "A retreat is a full move; this path is shorter than it could be.", "H", end)
    if shut is not None and _strays(points, shut):
        return PathFault("closed", "The path leads where a rule of the scenario forbids it.", "4", end)
    return verdict


def retreat_force(
    ground: Ground,
    paces: Sequence[Pace],
    starts: Sequence[Point],
    victors: Sequence[Point] | Ints,
    who: Around,
    bases: Sequence[Point] | Ints = (),
    shut: Sequence[Shape] = (),
) -> list[Plan | None]:
    """Return the default retreat of every figure of a beaten force, together where they can; None: trapped (Q15).

    The figure nearest to the victors goes first; the others flee beside it where that is a retreat for them, else
    each by itself. No two end on one point. `shut` says for each where it may not go by rules of the scenario.
    """
    closed = shut or [shapely.Polygon()] * len(starts)
    foes = point_array(victors)
    order = [int(number) for number in np.argsort(_nearest(point_array(starts), foes), kind="stable")]
    found: dict[int, Plan | None] = {}
    model: Path = ()
    taken = set(who.taken)
    for number in order:
        here = who.beside(taken)
        chosen = _along(ground, paces[number], starts[number], model, foes, here, closed[number])
        if chosen is None:
            chosen = retreat_points(ground, paces[number], starts[number], foes, here, bases, closed[number]).default
        model = model or (chosen.points if chosen else ())
        taken.add(chosen.end if chosen else starts[number])
        found[number] = chosen
    return [found[number] for number in range(len(starts))]


def _along(ground: Ground, pace: Pace, start: Point, model: Path, foes: Ints, who: Around, shut: Shape) -> Plan | None:
    """Return the retreat beside the one who fled first, if it is one."""
    if not model:
        return None
    points = moved(model, start)
    verdict = judge_retreat(ground, pace, points, foes, who, shut=shut)
    return Plan(points, verdict) if isinstance(verdict, PathCost) else None


def _strays(points: Sequence[Point], shut: Shape) -> bool:
    """Whether a path leads into an area that rules of the scenario shut."""
    return bool(shapely.intersects(shut, shapely.LineString((*points, points[-1]))))


def _fit(points: Ints, start: Point, victors: Ints, who: Around) -> Mask:
    """Return which points are further from every victor than the start, not taken, and out of reach of all enemies.

    One after another leaves fewer points for the next: those nearest to the start rule out most.
    """
    before = squared(victors, point_array([start]))
    near = np.argsort(before, kind="stable")
    left = np.arange(len(points))
    close = beside_box(who, points)
    for others, least in ((victors[near], before[near]), (who.enemies[close], who.reach[close] ** 2)):
        for other, square in zip(others, least, strict=True):
            left = left[squared(points[left], other) > square]
    found = np.zeros(len(points), dtype=bool)
    here, taken = (each[:, 0] * (1 << 32) + each[:, 1] for each in (points[left], point_array(list(who.taken))))
    found[left] = ~np.isin(here, taken)
    return found


def _nearest(points: Ints, others: Ints) -> Ints:
    """Return squared distances to the nearest of others; 0 where there is none."""
    if not len(others):
        return np.zeros(len(points), dtype=np.int64)
    return np.asarray(squared(points[:, None], others[None]).min(axis=1))
