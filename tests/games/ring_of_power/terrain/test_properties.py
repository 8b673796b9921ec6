"""What must hold on every table: no path through rock, none dearer than a move, planners whom the judge believes."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tests.games.ring_of_power.terrain.tables import box, crossing, ground, keep, pace, patient, river, road
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.around import around
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.paths import PathCost, PathFault, judge_path, judge_paths
from wartable.games.ring_of_power.terrain.plans import Plan, move_force, plan, shortened, stopped
from wartable.games.ring_of_power.terrain.reach import reach
from wartable.games.ring_of_power.terrain.retreat import judge_retreat, retreat_points
from wartable.games.ring_of_power.terrain.speeds import Pace

SIZE = 24
POINT = st.tuples(st.integers(0, 1000 * SIZE), st.integers(0, 1000 * SIZE))
KINDS = ["mountain", "woods", "hills", "marsh", "rocky", "pass", "cave_tunnel", "soft_sand", "lake"]
BOX = st.tuples(st.sampled_from(KINDS), st.integers(0, 20), st.integers(0, 20), st.integers(1, 8), st.integers(1, 8))
PACE = st.sampled_from(
    [
        pace(),
        pace("man", "swift", mounted=True),
        pace("chariot"),
        pace("hobbit", "stealth"),
        pace("dwarf", "miners", "heavy_armor"),
        pace("orc", "scouts"),
        pace("mumakil", "ponderous"),
        pace("flying"),
    ]
)


@st.composite
def tables(draw: st.DrawFn) -> Ground:
    areas = [
        box(kind, x, y, x + w, y + h, f"a{i}") for i, (kind, x, y, w, h) in enumerate(draw(st.lists(BOX, max_size=6)))
    ]
    waters = []
    if draw(st.booleans()):
        x = draw(st.integers(2, 22))
        at_ford = crossing(draw(st.sampled_from(["ford", "bridge", "shallows"])), x, draw(st.integers(2, 22)))
        kind = draw(st.sampled_from(["river", "stream"]))
        waters = [river([(x, 0), (x, SIZE)], 0.7, kind, crossings=[at_ford])]
    roads = [road([(0, draw(st.integers(1, 23))), (SIZE, draw(st.integers(1, 23)))])] if draw(st.booleans()) else []
    places = [keep(draw(st.integers(3, 21)), draw(st.integers(3, 21)), 2)] if draw(st.booleans()) else []
    return ground(*areas, waters=waters, roads=roads, places=places, size=(SIZE, SIZE))


@st.composite
def walks(draw: st.DrawFn) -> list[Point]:
    """Draw paths short enough to be moves, most of them."""
    points = [draw(POINT)]
    for _ in range(draw(st.integers(1, 4))):
        x, y = points[-1]
        points.append(
            (
                draw(st.integers(max(0, x - 4000), min(24_000, x + 4000))),
                draw(st.integers(max(0, y - 4000), min(24_000, y + 4000))),
            )
        )
    return points


def stands(table: Ground, mover: Pace, point: Point) -> bool:
    return not shapely.intersects(table.closed(mover), shapely.Point(point))


@patient(60)
@given(tables(), PACE, walks(), st.lists(POINT, max_size=3))
def test_an_accepted_path_keeps_every_rule(table: Ground, mover: Pace, points: list[Point], foes: list[Point]) -> None:
    verdict = judge_path(table, mover, points, around(foes))
    if isinstance(verdict, PathFault):
        return
    assert verdict.cost <= 1 + 1e-6
    assert verdict.length <= mover.fastest * (1 + 1e-6)
    assert math.isclose(verdict.length, sum(math.dist(a, b) for a, b in pairwise(points)), abs_tol=1e-3)
    line = shapely.LineString(points)
    if verdict.length and not verdict.crossing:
        assert not shapely.intersects(line, table.closed(mover))
    speeds = dict(zip(table.types, mover.speeds, strict=True))
    for leg in verdict.legs:
        assert speeds[leg.terrain] > 0 or verdict.crossing
    for foe in foes:
        if math.dist(points[0], foe) > 1000:
            assert line.distance(shapely.Point(foe)) >= 998 - 1e-6
            assert all(math.dist(corner, foe) > 1000 for corner in points[:-1] if corner != points[-1])


@patient(40)
@given(tables(), PACE, POINT, POINT, st.lists(POINT, max_size=3))
def test_plans_are_legal_and_end_where_they_say(
    table: Ground, mover: Pace, start: Point, goal: Point, foes: list[Point]
) -> None:
    who = around(foes)
    found = plan(table, mover, start, goal, who)
    if isinstance(found, PathFault):
        return
    assert judge_path(table, mover, found.points, who) == found.cost
    assert found.points[0] == start
    meets = any(math.dist(goal, foe) <= 1000 for foe in foes)
    assert found.end == goal or meets


@patient(25)
@given(tables(), PACE, POINT, st.data())
def test_what_lies_well_within_reach_has_a_plan(table: Ground, mover: Pace, start: Point, data: st.DataObject) -> None:
    known = reach(table, mover, start)
    costs = known.costs
    rows, columns = np.nonzero(costs < 0.93)
    if not len(rows) or not stands(table, mover, start):
        return
    pick = data.draw(st.integers(0, len(rows) - 1))
    window = known.window
    goal = (window.west + int(columns[pick]) * window.cell, window.south + int(rows[pick]) * window.cell)

    found = plan(table, mover, start, goal, None, known)
    assert isinstance(found, Plan)
    assert found.cost.cost <= costs[rows[pick], columns[pick]] * 1.15 + 0.05 or len(found.points) == 2


@patient(30)
@given(tables(), PACE, POINT, st.lists(POINT, max_size=2))
def test_outlines_hold_no_closed_ground(table: Ground, mover: Pace, start: Point, foes: list[Point]) -> None:
    known = reach(table, mover, start, around(foes))
    closed = table.closed(mover)
    for outline in known.outlines():
        area = shapely.Polygon(outline.outer, outline.holes).buffer(0)
        assert shapely.intersection(area, closed).area <= 0.02 * area.area + 200_000
        assert all(0 <= x <= table.size[0] and 0 <= y <= table.size[1] for x, y in outline.outer)


@patient(40)
@given(tables(), PACE, st.lists(POINT, min_size=2, max_size=4, unique=True), st.lists(POINT, max_size=3))
def test_cut_paths_are_legal_unless_something_else_is_wrong(
    table: Ground, mover: Pace, points: list[Point], foes: list[Point]
) -> None:
    who = around(foes)
    found = shortened(table, mover, stopped(points, who), who)

    if isinstance(found, PathFault):
        assert found.code in {"closed", "near_enemy", "immobile"}
    else:
        assert judge_path(table, mover, found.points, who) == found.cost


@patient(20)
@given(tables(), PACE, POINT, POINT, st.lists(POINT, min_size=1, max_size=12, unique=True), st.lists(POINT, max_size=2))
def test_force_moves_are_legal_for_everyone(
    table: Ground, mover: Pace, lead: Point, goal: Point, others: list[Point], foes: list[Point]
) -> None:
    starts = list(dict.fromkeys([lead, *others]))
    who = around(foes)
    moved = move_force(table, [mover] * len(starts), starts, [lead, goal], who)

    for start, each in zip(starts, moved.plans, strict=True):
        assert each.points[0] == start
        assert isinstance(judge_path(table, mover, each.points, who), PathCost)
    going = [each.end for each in moved.plans if len(each.points) > 1]
    assert len(set(going)) == len(going)


@patient(20)
@given(tables(), PACE, POINT, st.lists(POINT, min_size=1, max_size=3))
def test_default_retreats_are_retreats(table: Ground, mover: Pace, start: Point, victors: list[Point]) -> None:
    who = around(victors)
    found = retreat_points(table, mover, start, victors, who)

    if found.default is not None:
        assert isinstance(judge_retreat(table, mover, found.default.points, victors, who), PathCost)
        assert found.default.end in found.ends


@patient(30)
@given(tables(), PACE, st.lists(st.lists(POINT, min_size=1, max_size=4), min_size=1, max_size=6))
def test_judging_many_is_judging_each(table: Ground, mover: Pace, paths: list[list[Point]]) -> None:
    together = judge_paths(table, mover, paths)

    for one, points in zip(together, paths, strict=True):
        alone = judge_path(table, mover, points)
        assert type(one) is type(alone)
        if isinstance(one, PathCost) and isinstance(alone, PathCost):
            assert math.isclose(one.cost, alone.cost, abs_tol=1e-9)


@patient(40)
@given(tables(), st.lists(POINT, min_size=2, max_size=4))
def test_a_faster_figure_is_never_refused_what_a_slower_one_may(table: Ground, points: list[Point]) -> None:
    slow, fast = judge_path(table, pace(), points), judge_path(table, pace("man", "scouts", "swift", "tracker"), points)

    if isinstance(slow, PathCost):
        assert isinstance(fast, PathCost)
        assert fast.cost <= slow.cost + 1e-9


def test_a_table_of_nothing_is_clear_to_its_edge() -> None:
    table = ground(size=(SIZE, SIZE))

    assert table.kind((0, 0)) == table.kind((1000 * SIZE, 1000 * SIZE)) == "clear"
