"""Plans: polylines that the judge accepts, found over the grid of a reach, for one figure or a force as one (D3)."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TypeAlias

import msgspec
import numpy as np

from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.around import GRAZE, Around, first_met, leaving
from wartable.games.ring_of_power.terrain.geometry import point_array, rounded, squared
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.paths import PathCost, PathFault, judge_path, judge_paths, prices
from wartable.games.ring_of_power.terrain.reach import HOPS, Lane, Reach, reach, step_prices
from wartable.games.ring_of_power.terrain.speeds import Pace, slowest

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
    # The point is rounded to whole thousandths: a step further it may still make contact, a step back it only stops.
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
        # Cut a path a margin before the place where it has cost one move.
        corners = [point for point, before in zip(points, (None, *points[:-1]), strict=True) if point != before]
        (ax, ay), (bx, by) = corners[found.corner], found.at or corners[found.corner]
        share = margin / max(math.dist((ax, ay), (bx, by)), margin)
        points = (*corners[: found.corner + 1], rounded(bx + share * (ax - bx), by + share * (ay - by)))
        found = judged(ground, pace, points, who)
    return found


SEARCHES = 3
"""Figures for which a way of their own is looked for; the others follow the leader or stay."""
QUEUE = 500
"""Distance, in 1/1000 inch, at which figures line up that find the leader's place taken."""
STEP = 20
"""Who runs into closed ground stops so far before it."""
_RANKS = 24
Judged: TypeAlias = tuple[Path, PathCost | PathFault]


class March(msgspec.Struct, frozen=True):
    """The moves of a force: a legal plan for each member; those of `left` found no way and stay."""

    plans: tuple[Plan, ...]
    left: tuple[int, ...]


def move_force(
    ground: Ground,
    paces: Sequence[Pace],
    starts: Sequence[Point],
    path: Sequence[Point],
    who: Around | None = None,
) -> March:
    """Move a force by its leader's path, everybody at the slowest pace of all (D3).

    `starts` are where the members stand, `path` begins where the leader does. Each member goes the same way beside
    the leader; where it cannot, it follows in the leader's track or finds a way of its own; where contact is made or
    the move is used up, it stops. `who.taken` are points of figures of others. Raises `ValueError` for nobody.
    """
    who = who or Around()
    pace = slowest(paces)
    walk = _Walk(ground, pace, path, who, starts, [stopped(moved(path, start), who) for start in starts])
    (ax, ay), (bx, by) = path[0], path[-1]
    # Those in front of the path's direction set out first.
    order = sorted(range(len(starts)), key=lambda i: -(starts[i][0] * (bx - ax) + starts[i][1] * (by - ay)))
    found = {number: walk.go(number) for number in order}
    plans = tuple(found[number] for number in range(len(starts)))
    return March(plans, tuple(i for i, each in enumerate(plans) if len(each.points) == 1 and len(set(path)) > 1))


def moved(path: Sequence[Point], start: Point) -> Path:
    """Return a path moved so that it begins at another point."""
    east, north = start[0] - path[0][0], start[1] - path[0][1]
    return tuple((x + east, y + north) for x, y in path)


class _Walk:
    """The ways that are left to members whom the path beside the leader leads into something."""

    def __init__(
        self,
        ground: Ground,
        pace: Pace,
        path: Sequence[Point],
        who: Around,
        starts: Sequence[Point],
        beside: Sequence[Path],
    ) -> None:
        self.ground, self.pace, self.path, self.who, self.starts = ground, pace, tuple(path), who, starts
        self.ends: set[Point] = set(who.taken)
        self.searches = SEARCHES
        self.beside, self.verdicts = beside, judge_paths(ground, pace, beside, who)
        self.options = self._options()

    def _options(self) -> dict[int, list[Judged]]:
        """Return for members who are blocked the ways in the leader's track and up to the obstacle, all judged at once.

        A track joins the leader's path at the latest corner that can be reached straight.
        """
        faults = [(i, found) for i, found in enumerate(self.verdicts) if isinstance(found, PathFault)]
        blocked = [number for number, fault in faults if fault.code == "closed"]
        tracks = self._tracks(blocked)
        ways = [(i, stopped((*tracks[i], self.beside[i][-1]), self.who)) for i in blocked if i in tracks]
        ways += [(i, stopped(tracks[i], self.who)) for i in blocked if i in tracks]
        ways += [(i, _until(self.beside[i], self.verdicts[i])) for i in blocked]
        found: dict[int, list[Judged]] = {number: [] for number in blocked}
        judgements = judge_paths(self.ground, self.pace, [points for _, points in ways], self.who.beside(()))
        for (number, points), verdict in zip(ways, judgements, strict=True):
            found[number].append((points, verdict))
        return found

    def _tracks(self, blocked: Sequence[int]) -> dict[int, Path]:
        found: dict[int, Path] = {}
        alone = Around(ways=self.who.ways)
        for corner in range(len(self.path) - 1, -1, -1):
            left = [number for number in blocked if number not in found]
            starts = point_array([self.starts[number] for number in left]).astype(np.float64)
            ends = np.broadcast_to(np.array(self.path[corner], dtype=np.float64), starts.shape)
            straight = np.isfinite(prices(self.ground, self.pace, starts, ends, alone))
            found |= {
                number: (self.starts[number], *self.path[corner:])
                for number, free in zip(left, straight, strict=True)
                if free
            }
        return found

    def go(self, number: int) -> Plan:
        """Return the best way for a member, and note where it ends; the plan of one point where there is none."""
        found = self._way(number) or Plan((self.starts[number],), PathCost(0.0, 0.0, ()))
        self.ends.add(found.end)
        return found

    def _way(self, number: int) -> Plan | None:
        """Return the way of a member: beside the leader, in its track, its own, as far as it goes, or none."""
        beside, verdict = self.beside[number], self.verdicts[number]
        if isinstance(verdict, PathCost):
            return self._queued(Plan(beside, verdict))
        if verdict.code != "closed":
            return self._cut(beside, verdict)
        *tracks, ahead = self.options[number]
        cut = (self._cut(*track) for track in tracks)
        return next(filter(None, cut), None) or self._own(self.starts[number], beside) or self._cut(*ahead)

    def _own(self, start: Point, beside: Path) -> Plan | None:
        self.searches -= 1
        if self.searches < 0:
            return None
        found = plan(self.ground, self.pace, start, beside[-1], self.who.beside(self.ends))
        return found if isinstance(found, Plan) else None

    def _cut(self, points: Path, verdict: PathCost | PathFault) -> Plan | None:
        """Return a path as far as the move lets it."""
        if len(points) < 2:
            return None
        if isinstance(verdict, PathCost):
            return self._queued(Plan(points, verdict))
        if verdict.code not in {"too_long", "taken"}:
            return None
        known = verdict if verdict.code == "too_long" else None
        found = shortened(self.ground, self.pace, points, self.who.beside(()), known)
        return self._queued(found) if isinstance(found, Plan) else None

    def _queued(self, found: Plan) -> Plan | None:
        """Return a plan, a little shorter where somebody stands at its end."""
        points = found.points
        for _ in range(_RANKS):
            if points[-1] not in self.ends:
                short = found if points is found.points else judged(self.ground, self.pace, points, self.who)
                return short if isinstance(short, Plan) and len(points) > 1 else None
            points = less(points, QUEUE)
        return None


def _until(points: Path, verdict: PathCost | PathFault) -> Path:
    """Return the straight beginning of a path up to a step before the place where it fails."""
    place = verdict.at if isinstance(verdict, PathFault) else None
    if place is None or len(points) < 2:
        return points[:1]
    first, far = points[0], points[1]
    length = math.dist(first, far)
    share = max(min(math.dist(first, place), length) - STEP, 0.0) / length
    return first, (round(first[0] + share * (far[0] - first[0])), round(first[1] + share * (far[1] - first[1])))


def less(points: Path, by: float) -> Path:
    """Return a path shortened by a length; at least its first point is left."""
    *before, last = points
    while before:
        length = math.dist(last, before[-1])
        if length > by:
            (ax, ay), share = before[-1], 1 - by / length
            return (*before, (round(ax + share * (last[0] - ax)), round(ay + share * (last[1] - ay))))
        by -= length
        last = before.pop()
    return (last,)
