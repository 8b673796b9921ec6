"""Plans: polylines that the judge accepts, found over the grid of a reach and pulled straight (section 5.3)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec
import numpy as np

from wartable.games.ring_of_power.terrain.around import GRAZE, Around, first_met, leaving
from wartable.games.ring_of_power.terrain.bill import prices
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.lanes import HOPS, Lane, step_prices
from wartable.games.ring_of_power.terrain.paths import PathCost, PathFault, judge_path
from wartable.games.ring_of_power.terrain.points import Point, point_array, rounded, squared
from wartable.games.ring_of_power.terrain.reach import Reach, reach
from wartable.games.ring_of_power.terrain.speeds import Pace

Path = tuple[Point, ...]


class Plan(msgspec.Struct, frozen=True, gc=False):
    """A path that the judge accepted, and its cost."""

    points: Path
    cost: PathCost

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.points[-1]


def plan(
    ground: Ground, pace: Pace, start: Point, goal: Point, who: Around | None = None, known: Reach | None = None
) -> Plan | PathFault:
    """Return a legal path to a goal: straight if it can be, else the cheapest known way round.

    Where the goal lies within an enemy's inch, the path ends as soon as contact is made (C13). `known` is the reach
    from `start`, if it was worked out already. The fault is the straight path's where no way leads there in one move.
    """
    who = who or Around()
    straight = judged(ground, pace, halted((start, goal), goal, who), who)
    if isinstance(straight, Plan):
        return straight
    known = known or reach(ground, pace, start, who)
    for lane in known.lanes[::-1]:
        found = _by(known, lane, goal, who)
        if isinstance(found, Plan):
            return found
    for crossing in known.crossings:
        if crossing.end == goal:
            return judged(ground, pace, (start, goal), who)
    return straight


def judged(ground: Ground, pace: Pace, points: Sequence[Point], who: Around) -> Plan | PathFault:
    """Return a path as a plan if it is legal, else its fault."""
    verdict = judge_path(ground, pace, points, who)
    return Plan(tuple(points), verdict) if isinstance(verdict, PathCost) else verdict


def halted(points: Sequence[Point], goal: Point, who: Around) -> Path:
    """Return a path cut where it makes contact, if its goal lies within the reach of an enemy."""
    meets = (squared(who.enemies, point_array([goal])) <= who.reach**2).any()
    return stopped(points, who) if meets else tuple(points)


def stopped(points: Sequence[Point], who: Around) -> Path:
    """Return a path cut where it first comes within the reach of an enemy: there contact ends the move (C13)."""
    corners = np.array(points, dtype=np.float64)
    met = first_met(corners, leaving(who, points[0]))
    if met is None:
        return tuple(points)
    segment, share = met
    along = corners[segment + 1] - corners[segment]
    step = 1 / max(float(np.hypot(*along)), 1.0)
    for ahead in (0.0, 0.7, 1.4, -1.0, -2.0, -4.0):
        spot = corners[segment] + min(max(share + ahead * step, 0), 1) * along
        end = _resting(rounded(*spot), who, meeting=ahead >= 0)
        if end is not None:
            return (*points[: segment + 1], end)
    return tuple(points[: segment + 1])


def _resting(spot: Point, who: Around, *, meeting: bool) -> Point | None:
    """Return the point by a spot where a figure may stop: within no enemy's reach deeper than rounding makes it.

    With `meeting` it makes contact there.
    """
    for east, north in ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0)):
        point = (spot[0] + east, spot[1] + north)
        apart = squared(who.enemies, point_array([point]))
        deep = np.maximum(who.reach - GRAZE + 0.5, 0)
        if (apart >= deep**2).all() and (not meeting or (apart <= who.reach**2).any()):
            return point
    return None


def _by(known: Reach, lane: Lane, goal: Point, who: Around) -> Plan | None:
    """Return the plan along a lane's way to the goal, pulled straight, if there is one and it is legal."""
    free = leaving(who, goal)
    longer = int(who.reach.max(initial=0)) // known.window.cell if len(free.reach) < len(who.reach) else 0
    nodes, costs = lane.last_steps(goal, free, HOPS + longer)
    if not len(nodes) or not np.isfinite(costs).any():
        return None
    way = lane.field.way_to(int(nodes[int(np.argmin(costs))]))
    ends: list[Point] = [(int(x), int(y)) for x, y in known.window.points(np.array(way)).tolist()]
    line = pulled(known.ground, lane.pace, (known.start, *ends, goal), free, paved=lane.paved)
    found = judged(known.ground, known.pace, halted(line, goal, who), who)
    return found if isinstance(found, Plan) else None


def pulled(ground: Ground, pace: Pace, points: Path, who: Around, *, paved: bool = False) -> Path:
    """Return a path with corners left out wherever the straight way is legal and no dearer.

    `paved` keeps it on the road, for the road's bonus.
    """
    who = leaving(who, points[0])
    corners = np.array(points, dtype=np.float64)
    run = np.concatenate([[0], np.cumsum(prices(ground, pace, corners[:-1], corners[1:], who))])
    kept, at = [0], 0
    while at < len(points) - 1:
        ahead = np.arange(at + 1, len(points))
        starts = np.broadcast_to(corners[at], (len(ahead), 2))
        costs = step_prices(ground, pace, starts, corners[ahead], who, paved=paved)
        fine = costs <= run[ahead] - run[at] + 1e-9
        at = int(ahead[fine][-1]) if fine.any() else at + 1
        kept.append(at)
    return tuple(points[number] for number in kept)


def shortened(
    ground: Ground, pace: Pace, points: Path, who: Around, known: PathFault | None = None
) -> Plan | PathFault:
    """Return a path cut where the move is used up, if that is all that is wrong with it.

    `known` is the fault of the whole path, if it was judged before.
    """
    found = known or judged(ground, pace, points, who)
    for margin in (1.0, 2.0, 4.0, 16.0):
        if isinstance(found, Plan) or found.code != "too_long":
            return found
        points = _spent(points, found, margin)
        found = judged(ground, pace, points, who)
    return found


def _spent(points: Path, fault: PathFault, margin: float) -> Path:
    """Cut a path a margin before the place where it has cost one move."""
    corners = [point for point, before in zip(points, (None, *points[:-1]), strict=True) if point != before]
    (ax, ay), (bx, by) = corners[fault.corner], fault.at or corners[fault.corner]
    share = margin / max(math.dist((ax, ay), (bx, by)), margin)
    return (*corners[: fault.corner + 1], rounded(bx + share * (ax - bx), by + share * (ay - by)))
