"""The exact judge of a path: what its parts cost, crossings of water, or why and where it is illegal (C5, C8-C13)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal, TypeAlias

import msgspec
import numpy as np
import shapely

from wartable.games.ring_of_power.charts import charts, mil
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain import geometry
from wartable.games.ring_of_power.terrain.around import Around, too_near, trespass
from wartable.games.ring_of_power.terrain.geometry import Floats, Ints, Mask, Shape
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
    found: list[Crossing] = []
    here = shapely.Point(start)
    for stretch in ground.stretches if pace.walks else ():
        wet = stretch.area.here
        if geometry.apart(wet, here) > mil(charts().constants.crossing_start):
            continue
        shut = geometry.near(ground.closed(pace, ways), wet, NEAR)
        # The water's edge where open ground lies beside it.
        bank = shapely.difference(shapely.boundary(wet), geometry.grown(shapely.difference(shut, wet), STEP))
        end = _landing(stretch, bank, start)
        if end is not None and _open(ground, pace, stretch, (start, end), ways):
            found.append(Crossing(stretch.id, stretch.terrain, end))
    return tuple(found)


def crossing_of(ground: Ground, pace: Pace, corners: Floats, ways: Collection[str]) -> Crossing | None:
    """Return the crossing that a path of two corners is, or None."""
    if len(corners) != 2:
        return None
    made = crossings(ground, pace, geometry.rounded(*corners[0]), ways)
    return next(
        (one for one in made if np.hypot(*(corners[1] - one.end)) <= NEAR and _dry(ground, pace, corners[1], ways)),
        None,
    )


def _landing(stretch: Stretch, bank: Shape, start: Point) -> Point | None:
    """Return the point of the other bank nearest to a point, a step beyond the water's edge."""
    far = _far_side(stretch, bank, start)
    if far.is_empty:
        return None
    _, landing = geometry.nearest(shapely.Point(start), far)
    _, middle = geometry.nearest(shapely.Point(landing), stretch.middle.here)
    out = landing - middle
    size = float(np.hypot(*out))
    return geometry.rounded(*(landing + out * (STEP / size))) if size else None


def _far_side(stretch: Stretch, bank: Shape, start: Point) -> Shape:
    """Return what of a bank lies beyond the water's middle line, as seen from a point."""
    _, middle = geometry.nearest(shapely.Point(start), stretch.middle.here)
    size = float(np.hypot(*(middle - start)))
    if not size:
        return shapely.Polygon()
    forward = (middle - start) / size
    sideways = np.array([-forward[1], forward[0]])
    span = 4 * geometry.apart(shapely.Point(middle), shapely.boundary(stretch.area.here)) + NEAR
    left, right = middle + forward - sideways * span, middle + forward + sideways * span
    return shapely.intersection(
        bank, geometry.polygon(np.array([left, right, right + forward * 2 * span, left + forward * 2 * span]))
    )


def _dry(ground: Ground, pace: Pace, spot: Floats, ways: Collection[str]) -> bool:
    return not shapely.intersects(ground.closed(pace, ways), shapely.Point(spot))


def _open(ground: Ground, pace: Pace, stretch: Stretch, ends: tuple[Point, Point], ways: Collection[str]) -> bool:
    """Whether nothing closed but the water itself lies between the two banks."""
    both = np.array(ends, dtype=np.float64)
    if not ground.on_table(both).all() or not _dry(ground, pace, both[1], ways):
        return False
    rest = shapely.difference(shapely.LineString(ends), geometry.grown(stretch.area.here, STEP))
    return not shapely.intersects(ground.closed(pace, ways), rest)


class Bill:
    """The parts of many segments in order along the way: ends, terrain, length and speed of each.

    `segment` tells which segment a part is of, `paved` which segments lie on road all along (Q61).
    """

    def __init__(self, ground: Ground, pace: Pace, starts: Floats, ends: Floats) -> None:
        """Price segments between rows of two arrays of shape (n, 2); none may be without length."""
        self.ground, self.pace = ground, pace
        layers = ground.layers(pace)
        self.segment, low, high = layers.cut(starts, ends)
        base, along = starts[self.segment], (ends - starts)[self.segment]
        self.low, self.high = base + low[:, None] * along, base + high[:, None] * along
        middle = (self.low + self.high) / 2
        self.kinds: Ints = layers.kinds_at(middle)
        self.lengths: Floats = np.hypot(*(self.high - self.low).T)
        self.speeds: Floats = np.asarray(pace.speeds, dtype=np.float64)[self.kinds]
        self._forgive(middle)
        bonus = pace.road > 0 and not (pace.flies or pace.sails)
        self.paved = ground.on_road(starts, ends) if bonus else np.zeros(len(starts), dtype=bool)

    def _forgive(self, middle: Floats) -> None:
        """Count a hair within closed ground as the open ground beside it: a corner may be rounded into it."""
        shut = np.flatnonzero(self.speeds == 0)
        if len(shut):
            closed = [speed == 0 for speed in self.pace.speeds]
            self.kinds[shut] = self.ground.layers(self.pace).open_near(middle[shut], closed)
            self.speeds[shut] = np.asarray(self.pace.speeds, dtype=np.float64)[self.kinds[shut]]
            self.speeds[self.speeds == 0] = min(speed for speed in (*self.pace.speeds, self.pace.road) if speed)

    def parts(self, first: int, after: int) -> slice:
        """Return which parts belong to the segments from `first` to before `after`."""
        low, high = np.searchsorted(self.segment, [first, after])
        return slice(int(low), int(high))

    def costs(self, first: int, after: int, who: Around) -> Floats:
        """Return what each part costs, in moves, where the segments named are one path."""
        part = self.parts(first, after)
        lengths, speeds = self.lengths[part], self.speeds[part]
        if self.paved[first:after].all():
            return lengths / float(self.pace.road)
        return lengths / (speeds.min() if who.mixed_terrain == "worst" else speeds)


def prices(ground: Ground, pace: Pace, starts: Floats, ends: Floats, who: Around) -> Floats:
    """Return what each segment costs by itself, in moves; infinite where it may not be gone.

    For planners: the road's bonus is left out, since it depends on the whole path.
    """
    found = np.zeros(len(starts))
    go = np.flatnonzero((starts != ends).any(axis=1))
    if not len(go):
        return found
    bill = Bill(ground, pace, starts[go], ends[go])
    found[go] = np.bincount(bill.segment, bill.lengths / bill.speeds, minlength=len(go))
    shut = shapely.intersects(ground.closed(pace, who.ways), geometry.segments(starts, ends)) | too_near(
        starts, ends, who
    )
    return np.where(shut, np.inf, found)


SLACK = 1e-6
"""A path may cost so much more than one move: sums of parts are rounded."""

Code: TypeAlias = Literal[
    "no_path", "not_a_point", "too_many_points", "off_table", "immobile",
    "closed", "near_enemy", "too_long", "taken", "inside", "too_short",
]  # fmt: skip


class Leg(msgspec.Struct, frozen=True, gc=False):
    """A part of a path in one type of terrain, and what share of a move it costs."""

    start: Point
    end: Point
    terrain: str
    cost: float


class PathCost(msgspec.Struct, frozen=True, gc=False):
    """A legal path: its cost in moves, at most one, its length in 1/1000 inch and its legs.

    `on_road`: the whole of it lies on road and has the bonus. `crossing`: the stream or shallows that it crosses.
    """

    cost: float
    length: float
    legs: tuple[Leg, ...]
    on_road: bool = False
    crossing: str = ""


class PathFault(msgspec.Struct, frozen=True, gc=False):
    """Why a path is illegal: a stable code, a sentence, the rule, and the place of the fault if it has one.

    `corner` is the number of the last corner before that place, repeated corners left out.
    """

    code: Code
    sentence: str
    rule: str
    at: Point | None = None
    corner: int = 0


def judge_path(ground: Ground, pace: Pace, points: Sequence[Point], who: Around | None = None) -> PathCost | PathFault:
    """Return the cost of a path, or its fault; the first point is where the figure stands.

    Anything may be given for points: what is no path is a fault, never an error. A path of one point stays.
    """
    return judge_paths(ground, pace, [points], who)[0]


def judge_paths(
    ground: Ground, pace: Pace, paths: Sequence[Sequence[Point]], who: Around | None = None
) -> list[PathCost | PathFault]:
    """Judge many paths at one pace in the same surroundings; that two may end on one point is not looked at."""
    who = who or Around()
    checked = [_corners(ground, points) for points in paths]
    verdicts: list[PathCost | PathFault] = [PathCost(0.0, 0.0, ()) if isinstance(c, np.ndarray) else c for c in checked]
    good = [(number, corners) for number, corners in enumerate(checked) if isinstance(corners, np.ndarray)]
    moving = [(number, corners) for number, corners in good if len(corners) > 1]
    for (number, _), verdict in zip(moving, _judged(ground, pace, [c for _, c in moving], who), strict=True):
        verdicts[number] = verdict
    for number, corners in good:
        if isinstance(verdicts[number], PathCost):
            verdicts[number] = _ended(ground, pace, corners, who) or verdicts[number]
    return verdicts


def _corners(ground: Ground, points: Sequence[Point]) -> Floats | PathFault:
    """Return the corners of a path without repeats, or why it is none."""
    try:
        count = len(points)
        if not count:
            return PathFault("no_path", "A path needs at least the point where the figure stands.", "C5")
        if count > geometry.MANY:
            return PathFault(
                "too_many_points", f"A path has at most {geometry.MANY} corners; this one has {count}.", "C5"
            )
        whole = all(len(point) == 2 and geometry.is_whole(point[0]) and geometry.is_whole(point[1]) for point in points)
    except (TypeError, ValueError):
        whole = False
    if not whole:
        return PathFault("not_a_point", "Each corner of a path is two whole numbers of 1/1000 inch.", "A5")
    corners = np.array(points, dtype=np.float64)
    off = ~ground.on_table(corners)
    if off.any():
        x, y = corners[int(np.argmax(off))]
        return PathFault("off_table", "The path leaves the table.", "C13", geometry.rounded(x, y))
    new: Mask = np.concatenate([[True], (corners[1:] != corners[:-1]).any(axis=1)])
    return corners[new]


def _judged(ground: Ground, pace: Pace, paths: Sequence[Floats], who: Around) -> list[PathCost | PathFault]:
    if not paths:
        return []
    if pace.fastest == 0:
        return [PathFault("immobile", "This figure cannot move.", "C15")] * len(paths)
    # A hair more than the move, so that what is too long is still found to be so.
    within = [_within(corners, pace.fastest * 1.001) for corners in paths]
    owner = np.repeat(np.arange(len(paths)), [len(corners) - 1 for corners in within])
    starts = np.concatenate([corners[:-1] for corners in within])
    ends = np.concatenate([corners[1:] for corners in within])
    # All segments of all paths are looked at together: a call of GEOS costs more than what it does for one segment.
    shut = ground.closed(pace, who.ways)
    blocked = shapely.intersects(shut, geometry.segments(starts, ends))
    bill = Bill(ground, pace, starts, ends)
    bounds = np.searchsorted(owner, np.arange(len(paths) + 1))
    verdicts: list[PathCost | PathFault] = []
    for corners, low, high in zip(within, bounds[:-1].tolist(), bounds[1:].tolist(), strict=True):
        hit = int(np.argmax(blocked[low:high]))
        if blocked[low + hit]:
            verdicts.append(_blocked(ground, pace, corners, who, hit))
            continue
        near = trespass(corners, who)
        verdicts.append(_near(corners, near) if near is not None else _priced(bill, low, high, who))
    return verdicts


def _priced(bill: Bill, first: int, after: int, who: Around) -> PathCost | PathFault:
    part, costs = bill.parts(first, after), bill.costs(first, after, who)
    total = float(costs.sum())
    if total > 1 + SLACK:
        # The place where the path has cost one whole move.
        run = np.cumsum(costs)
        last = int(np.argmax(run > 1))
        share = 1 - (run[last] - 1) / costs[last]
        x, y = (bill.low[part][last] + share * (bill.high[part][last] - bill.low[part][last])).tolist()
        segment = int(bill.segment[part][last])
        sentence = "The path is longer than one move; it could lead as far as here."
        return PathFault("too_long", sentence, "C5", geometry.rounded(x, y), segment - first)
    types = [bill.ground.types[int(kind)] for kind in bill.kinds[part]]
    ends = zip(bill.low[part].tolist(), bill.high[part].tolist(), types, costs.tolist(), strict=True)
    legs = tuple(Leg(geometry.rounded(*low), geometry.rounded(*high), kind, cost) for low, high, kind, cost in ends)
    return PathCost(total, float(bill.lengths[part].sum()), legs, bool(bill.paved[first:after].all()))


def _within(corners: Floats, length: float) -> Floats:
    """Cut a path where it is longer than any move, so that a path around the world takes no time to judge."""
    steps = np.hypot(*(corners[1:] - corners[:-1]).T)
    run = np.cumsum(steps)
    if run[-1] <= length:
        return corners
    last = int(np.argmax(run > length))
    share = 1 - (run[last] - length) / steps[last]
    return np.concatenate([corners[: last + 1], [corners[last] + share * (corners[last + 1] - corners[last])]])


def _near(corners: Floats, segment: int) -> PathFault:
    x, y = corners[segment]
    sentence = "The path comes within 1 inch of an enemy before its end; contact ends a move."
    return PathFault("near_enemy", sentence, "C13", geometry.rounded(x, y), segment)


def _blocked(ground: Ground, pace: Pace, corners: Floats, who: Around, segment: int) -> PathCost | PathFault:
    """Return the crossing that a path is, else the fault of entering closed ground, with the place."""
    crossed = crossing_of(ground, pace, corners, who.ways)
    if crossed is not None:
        near = trespass(corners, who)
        length = float(np.hypot(*(corners[1] - corners[0])))
        leg = Leg(geometry.rounded(*corners[0]), geometry.rounded(*corners[1]), crossed.terrain, 1.0)
        return PathCost(1.0, length, (leg,), crossing=crossed.id) if near is None else _near(corners, near)
    x, y = ground.entry(pace, who.ways, corners[segment], corners[segment + 1])
    return PathFault("closed", _closed_sentence(ground, pace, (x, y)), "C8-C11", geometry.rounded(x, y), segment)


def _closed_sentence(ground: Ground, pace: Pace, spot: tuple[float, float]) -> str:
    kind = int(ground.layers(pace).kinds_at(np.array([spot]))[0])
    if pace.speeds[kind] and not pace.flies:
        return "The path runs into a wall; only an open gate or breach lets it through."
    row = charts().terrain[ground.types[kind]]
    if row.ground == "crossing" and pace.walks:
        return f"{row.title}: a whole move leads from half an inch before one bank to the nearest point of the other."
    return f"{row.title} is closed to this figure."


def _ended(ground: Ground, pace: Pace, corners: Floats, who: Around) -> PathFault | None:
    """Return what is wrong with the point where a path ends: taken, or within a place that bars flyers."""
    end = geometry.rounded(*corners[-1])
    if end in who.taken:
        return PathFault("taken", "Another figure stands on the very point where the path ends.", "A7", end)
    if pace.flies and who.barred and ground.inside(end) in who.barred:
        return PathFault("inside", "A flyer may not end within walls that the enemy holds.", "Q29", end)
    return None
