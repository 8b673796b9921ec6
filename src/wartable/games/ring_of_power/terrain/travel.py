"""Journeys of several turns: how many moves every place is away from a goal, and the next move on the way there."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from wartable.board.grid import Field, Mesh, Window, filled, meshed, spread
from wartable.engine.memory import Arrays, Remembered
from wartable.games.ring_of_power.charts import charts, mil
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain import geometry
from wartable.games.ring_of_power.terrain.around import Around
from wartable.games.ring_of_power.terrain.geometry import Floats, Ints, Mask, Shape
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.paths import crossings, prices
from wartable.games.ring_of_power.terrain.plans import Path, Plan, judged, plan, pulled, shortened, stopped
from wartable.games.ring_of_power.terrain.reach import reach, slowness_on
from wartable.games.ring_of_power.terrain.speeds import Pace

NODES = 60_000
"""Nodes that a whole table has at most; its cells are as small as that allows."""
FINEST = 200
CLOSE = 4
"""A journey begins and ends at nodes up to so many cells away."""
STEP = 20
"""Who halts at a stream stands so far from the bank."""
GAIN = 0.3
"""A crossing must bring the goal nearer by so many moves to be made."""
AHEAD = 60
"""Nodes of the way that are looked at for one move."""


@dataclass(frozen=True, eq=False)
class Steps(Arrays):
    """The steps of a table for a mover, and which nodes may be used."""

    mesh: Mesh
    usable: Mask


STEPS: Remembered[Steps] = Remembered(48 << 20)
"""Tables with the steps of a mover, up to 4.5 MB each: many goals are looked for by few sorts of movers."""


@dataclass(frozen=True, eq=False)
class Travel(Arrays):
    """Moves from everywhere on a table to the nearest of some goals, streams and shallows at a whole move each.

    Estimates: enemies are left out, roads give no bonus, a move's remainder at a stream is not lost. `ways` are open
    gates and breaches.
    """

    ground: Ground
    pace: Pace
    goals: tuple[Point, ...]
    ways: frozenset[str]
    field: Field

    def turns(self, point: Point) -> float:
        """Return how many moves a point is away, about; infinite where no way leads."""
        return float(self._near(point)[1].min(initial=np.inf))

    def way(self, point: Point) -> Path:
        """Return the way to the goal from node to node, without the point itself; empty where there is none."""
        nodes, costs = self._near(point)
        if not len(nodes):
            return ()
        first = int(nodes[int(np.argmin(costs))])
        line = self.field.window.points(np.array(self.field.way_to(first)[::-1])).tolist()
        last = min(self.goals, key=lambda goal: float(np.hypot(goal[0] - line[-1][0], goal[1] - line[-1][1])))
        return (*((int(x), int(y)) for x, y in line), last)

    def march(self, start: Point, who: Around | None = None) -> Plan | None:
        """Return the next move from a point towards the goal, or None where there is none to make.

        It goes as far along the way as one move, contact and enemies let it; at a stream or shallows it halts on the
        bank, and crosses with its next move.
        """
        who = who or Around(ways=self.ways)
        line = self.way(start)
        if not line:
            return None
        crossed = self._across(start, who)
        if crossed is not None:
            return crossed
        dry = self._to_water((start, *line[:AHEAD]), who)
        straight = pulled(self.ground, self.pace, dry, who)
        found = shortened(self.ground, self.pace, stopped(straight, who), who)
        if isinstance(found, Plan) and len(found.points) > 1:
            return found
        return self._round(start, dry, who)

    def _to_water(self, line: Path, who: Around) -> Path:
        """Return a way up to the bank of the first stream or shallows on it."""
        corners = np.array(line, dtype=np.float64)
        shut = np.isinf(prices(self.ground, self.pace, corners[:-1], corners[1:], Around(ways=who.ways)))
        if not shut.any():
            return line
        dry = line[: int(np.argmax(shut)) + 1]
        bank = self._bank(dry[-1])
        return dry if bank is None or bank == dry[-1] else (*dry, bank)

    def _bank(self, spot: Point) -> Point | None:
        """Return the place on the bank nearest to a point that stands before water."""
        here = shapely.Point(spot)
        water = min(self.ground.stretches, key=lambda one: geometry.apart(one.area.here, here), default=None)
        if water is None or not 0 < geometry.apart(water.area.here, here) <= CLOSE * self.field.window.cell:
            return None
        _, bank = geometry.nearest(here, water.area.here)
        away = (spot - bank) / geometry.apart(water.area.here, here)
        return geometry.rounded(*(bank + away * min(STEP, geometry.apart(water.area.here, here))))

    def _across(self, start: Point, who: Around) -> Plan | None:
        """Return the crossing that begins here and brings the goal nearer by more than the move it takes, if any."""
        now = self.turns(start)
        offered = crossings(self.ground, self.pace, start, who.ways)
        better = [each for each in offered if self.turns(each.end) + GAIN < now]
        for each in sorted(better, key=lambda one: self.turns(one.end)):
            found = judged(self.ground, self.pace, (start, each.end), who)
            if isinstance(found, Plan):
                return found
        return None

    def _round(self, start: Point, line: Path, who: Around) -> Plan | None:
        """Return the move that gets furthest along a way on which somebody stands."""
        known = reach(self.ground, self.pace, start, who)
        for spot in line[:0:-4]:
            found = plan(self.ground, self.pace, start, spot, who, known)
            if isinstance(found, Plan) and len(found.points) > 1:
                return found
        return None

    def _near(self, point: Point) -> tuple[Ints, Floats]:
        """Return nodes that a point is joined to, with moves to the goal by each of them."""
        costs = self.field.costs
        near = self.field.window.near(point, CLOSE)
        near = near[np.isfinite(costs[near])]
        nodes, steps = _joined(self.ground, self.pace, point, self.field.window, near, Around(ways=self.ways))
        return nodes, costs[nodes] + steps


def travel(
    ground: Ground,
    pace: Pace,
    goals: Sequence[Point],
    ways: Collection[str] = (),
    cell: int = 0,
    *,
    closed: Collection[Shape] = (),
) -> Travel:
    """Return how far everything is from the nearest of some goals, for a mover.

    A goal behind a closed gate is reached within 1 inch of it. `cell` is the distance of nodes, 0 for as small as a
    quick answer allows. `closed` are areas kept out of besides. Raises `ValueError` without a goal.
    """
    if not goals:
        raise ValueError("A journey needs a goal.")
    passed = frozenset(ways)
    shut = tuple(geometry.packed(area) for area in closed)
    key = (ground, pace, passed, cell, shut)
    steps = STEPS.get(key, lambda: _laid_out(ground, pace, passed, cell, shut))
    window = steps.mesh.window
    near = [(goal, nodes[steps.usable[nodes]]) for goal in goals for nodes in [window.near(goal, CLOSE)]]
    joined = [_joined(ground, pace, goal, window, nodes, Around(ways=passed)) for goal, nodes in near]
    nodes, first = (np.concatenate(each) for each in zip(*joined, strict=True))
    return Travel(ground, pace, tuple(goals), passed, spread(steps.mesh, nodes, np.maximum(first, 1e-9), np.inf))


def _laid_out(ground: Ground, pace: Pace, ways: frozenset[str], cell: int, closed: tuple[bytes, ...]) -> Steps:
    """Return the steps of a table for a mover."""
    width, height = ground.size
    # In fifties, so that a table has no more nodes than is quick.
    quick = max(FINEST, 50 * math.ceil(math.sqrt(width * height / NODES) / 50))
    window = Window.whole(ground.size, cell or quick)
    slowness = _with_waters(ground, pace, window)
    go = ~ground.shut_on(pace, ways, window.cell, crossing=True) & np.isfinite(slowness)
    for area in closed:
        go &= ~filled(geometry.grown(geometry.unpacked(area), window.cell / 2), window)
    return Steps(meshed(window, slowness, go), go.ravel())


def _with_waters(ground: Ground, pace: Pace, window: Window) -> Floats:
    """Return slowness with streams and shallows a whole move wide, and widened so that no step leads over them."""
    slow = slowness_on(ground, pace, window).copy()
    if pace.walks:
        for stretch in ground.stretches:
            length = shapely.intersection(stretch.middle.here, stretch.area.here).length
            if length:
                wet = filled(geometry.grown(stretch.area.here, window.cell / 2), window)
                closed = np.isinf(slow) | (wet & (slow < 1 / (stretch.area.here.area / length + window.cell)))
                slow[wet & closed] = 1 / (stretch.area.here.area / length + window.cell)
    return slow


def _joined(ground: Ground, pace: Pace, point: Point, window: Window, nodes: Ints, who: Around) -> tuple[Ints, Floats]:
    """Return those of some nodes from which a point is reached straight, else those within 1 inch of it, with costs."""
    there = window.points(nodes)
    ends = np.broadcast_to(np.array(point, dtype=np.float64), there.shape)
    steps = prices(ground, pace, there.astype(np.float64), ends, who)
    straight = np.isfinite(steps)
    if straight.any():
        return nodes[straight], steps[straight]
    beside = geometry.squared(there, geometry.point_array([point])) <= mil(charts().constants.contact) ** 2
    return nodes[beside], np.zeros(int(beside.sum()))
