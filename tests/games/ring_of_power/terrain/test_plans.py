"""Reach, plans, journeys, force moves and retreats: everything they propose, the judge accepts."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import pytest

from tests.games.ring_of_power.terrain.tables import (
    at,
    box,
    cost,
    crossing,
    fault,
    ground,
    keep,
    pace,
    path,
    river,
    road,
)
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.around import around
from wartable.games.ring_of_power.terrain.geometry import forces
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.paths import SLACK, PathCost, PathFault, judge_path
from wartable.games.ring_of_power.terrain.plans import Plan, move_force, plan, pulled, shortened, stopped
from wartable.games.ring_of_power.terrain.reach import Outline, Reach, reach
from wartable.games.ring_of_power.terrain.retreat import judge_retreat, retreat_force, retreat_points
from wartable.games.ring_of_power.terrain.travel import travel

MAN = pace()
OPEN = ground()
WALL = ground(box("mountain", 14, 4, 16, 30))


def cost_at(found: Reach, point: Point) -> float:
    """Return the least cost of getting to a point, about; infinite where it is out of reach."""
    least = min(float(lane.last_steps(point, found.who)[1].min(initial=math.inf)) for lane in found.lanes)
    return least if least <= 1 + SLACK else math.inf


def span(outline: Outline) -> tuple[int, int, int, int]:
    xs, ys = zip(*outline.outer, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def surface(outline: Outline) -> float:
    return ring(outline.outer) - sum(ring(hole) for hole in outline.holes)


def ring(corners: Sequence[Point]) -> float:
    x, y = np.array(corners, dtype=np.float64).T
    return abs(float((x * np.roll(y, 1) - y * np.roll(x, 1)).sum())) / 2


# Reach


def test_the_reach_on_open_ground_is_a_disc() -> None:
    (outline,) = reach(OPEN, MAN, at(20, 15)).outlines()

    assert not outline.holes
    assert surface(outline) == pytest.approx(math.pi * 10_000**2, rel=0.01)
    assert all(
        abs(side - exact) < 50 for side, exact in zip(span(outline), (10_000, 5_000, 30_000, 25_000), strict=True)
    )


def test_costs_are_never_too_low_and_at_most_three_percent_too_high() -> None:
    found = reach(OPEN, MAN, at(20.03, 15.07))
    rng = np.random.default_rng(4)
    for angle, share in zip(rng.uniform(0, 2 * math.pi, 40), rng.uniform(0.15, 0.97, 40), strict=True):
        spot = at(20.03 + 10 * share * math.cos(angle), 15.07 + 10 * share * math.sin(angle))
        assert share - 1e-3 <= cost_at(found, spot) <= share * 1.03 + 0.01


def test_the_reach_ends_at_rock_at_the_table_and_at_an_enemys_inch() -> None:
    enemy = around([at(8, 8)])
    (outline,) = reach(WALL, MAN, at(10, 10), enemy).outlines()

    west, south, east, _ = span(outline)
    assert (west, south) == (0, 0) or west <= 300
    assert 0 <= south <= 200
    assert outline.holes, "the enemy's inch is left out"
    hole = np.array(outline.holes[0])
    assert np.hypot(*(hole - at(8, 8)).T).max() <= 1001
    beyond = [point for point in outline.outer if 14_002 < point[0] < 15_998 and point[1] > 4_002]
    assert not beyond
    assert east <= 20_000


def test_a_river_bounds_the_reach_and_a_ford_opens_it() -> None:
    stone = river([(20, 0), (20, 30)])
    dry = reach(ground(waters=[stone]), MAN, at(15, 15))
    ford = river([(20, 0), (20, 30)], crossings=[crossing("ford", 20, 15)])
    wet = reach(ground(waters=[ford]), MAN, at(15, 15))

    assert cost_at(dry, at(22, 15)) == math.inf
    assert cost_at(wet, at(22, 15)) == pytest.approx(0.7, abs=0.03)
    assert max(span(outline)[2] for outline in dry.outlines()) <= 19_502
    assert max(span(outline)[2] for outline in wet.outlines()) == pytest.approx(25_000, abs=300)


def test_a_road_reaches_further_than_the_field_beside_it() -> None:
    table = ground(roads=[road([(0, 15), (40, 15)])])
    found = reach(table, MAN, at(10, 15))

    assert cost_at(found, at(21, 15)) == pytest.approx(11 / 12, abs=0.02)
    assert cost_at(found, at(21, 17)) == math.inf
    assert isinstance(plan(table, MAN, at(10, 15), at(21.9, 15)), Plan)


def test_crossings_are_part_of_the_reach() -> None:
    table = ground(waters=[river([(20, 0), (20, 30)], kind="stream")])
    found = reach(table, MAN, at(19.2, 15))

    assert [each.id for each in found.crossings] == ["stream"]
    assert isinstance(plan(table, MAN, at(19.2, 15), found.crossings[0].end), Plan)


def test_who_cannot_move_reaches_nothing() -> None:
    found = reach(OPEN, pace("man", "immobile"), at(5, 5))

    assert found.outlines() == ()
    assert cost_at(found, at(6, 5)) == math.inf


# Plans


def test_a_plan_is_straight_where_that_is_legal() -> None:
    found = plan(OPEN, MAN, at(5, 5), at(12, 8))

    assert isinstance(found, Plan)
    assert found.points == (at(5, 5), at(12, 8))


def test_a_plan_goes_round_rock_by_little_more_than_the_shortest_way() -> None:
    found = plan(WALL, MAN, at(12, 6), at(18, 6))
    shortest = 2 * math.hypot(2, 2) + 2

    assert isinstance(found, Plan)
    assert shortest <= found.cost.length / 1000 <= shortest * 1.08
    assert found.points[-1] == at(18, 6)
    assert len(found.points) <= 6


def test_what_is_too_far_is_refused_with_the_reason() -> None:
    found = plan(WALL, MAN, at(12, 20), at(18, 20))

    assert isinstance(found, PathFault)
    assert found.code == "closed"


def test_a_plan_into_contact_stops_at_one_inch() -> None:
    enemy = around([at(12, 5), at(12, 6)])
    found = plan(OPEN, MAN, at(5, 5), at(12, 5), enemy)

    assert isinstance(found, Plan)
    assert math.hypot(found.end[0] - 12_000, found.end[1] - 5_000) == pytest.approx(1000, abs=2)


def test_a_plan_goes_round_enemies_who_are_not_its_goal() -> None:
    enemy = around([at(10, 5)])
    found = plan(OPEN, MAN, at(6, 5), at(14, 5), enemy)

    assert isinstance(found, Plan)
    assert found.end == at(14, 5)
    assert found.cost.length < 8_700


def test_pulling_keeps_a_way_that_is_cheaper_than_the_straight_one() -> None:
    table = ground(box("marsh", 10, 5, 20, 30))
    bent = (at(9, 6), at(10, 4.9), at(20, 4.9), at(21, 6))

    assert pulled(table, pace("spider"), bent, around()) == (at(9, 6), at(21, 6))
    assert len(pulled(table, MAN, bent, around())) > 2


def test_paths_are_cut_where_the_move_is_used_up_or_contact_is_made() -> None:
    table = ground(box("woods", 10, 0, 40, 30))
    cut = shortened(table, MAN, (at(5, 10), at(30, 10)), around())

    assert isinstance(cut, Plan)
    assert cut.end[0] == pytest.approx(13_500, abs=5)
    assert cut.cost.cost > 0.999
    assert stopped((at(5, 10), at(20, 10)), around([at(10, 10)]))[-1] == at(9, 10)
    assert stopped((at(5, 10), at(20, 10)), around([at(10, 20)]))[-1] == at(20, 10)


# Journeys


def test_a_journey_tells_turns_and_each_march_brings_it_nearer() -> None:
    table = ground(box("mountain", 14, 0, 16, 26), box("woods", 20, 0, 40, 30))
    way = travel(table, MAN, [at(30, 5)])
    here, turns = at(5, 5), 0
    assert 4.8 < way.turns(here) < 6.5
    while here != at(30, 5):
        move = way.march(here)
        assert move is not None
        assert isinstance(judge_path(table, MAN, move.points), PathCost)
        assert way.turns(move.end) < way.turns(here)
        here, turns = move.end, turns + 1
        assert turns < 9
    assert turns <= 7


def test_a_journey_crosses_streams_by_whole_moves() -> None:
    table = ground(waters=[river([(20, 0), (20, 30)], kind="stream")])
    way = travel(table, MAN, [at(25, 15)])
    here, crossed, moves = at(10, 15), 0, 0
    assert way.turns(here) == pytest.approx(2.4, abs=0.35)
    while here != at(25, 15) and moves < 8:
        move = way.march(here)
        assert move is not None
        crossed += move.cost.crossing == "stream"
        here, moves = move.end, moves + 1
    assert (crossed, here) == (1, at(25, 15))
    assert moves <= 4


def test_a_journey_to_a_shut_gate_leads_to_within_an_inch_of_it() -> None:
    table = ground(places=[keep(20, 15, 3, gates=[(17, 15)])])

    assert travel(table, MAN, [at(17, 15)]).turns(at(7, 15)) == pytest.approx(0.9, abs=0.15)
    assert travel(table, MAN, [at(20, 15)]).turns(at(7, 15)) == math.inf
    inside = travel(table, MAN, [at(20, 15)], ways=["keep:gate:0"])
    assert inside.turns(at(7, 15)) == pytest.approx(1.3, abs=0.1)


def test_a_journey_needs_a_goal_and_may_have_none_to_make() -> None:
    with pytest.raises(ValueError, match="needs a goal"):
        travel(OPEN, MAN, [])
    walled = travel(ground(box("mountain", 10, 0, 12, 30)), MAN, [at(30, 5)])
    assert walled.turns(at(5, 5)) == math.inf
    assert walled.march(at(5, 5)) is None


# Force moves


def block(x: float, y: float, columns: int, rows: int) -> list[Point]:
    return [at(x + 0.9 * i, y + 0.9 * j) for j in range(rows) for i in range(columns)]


def test_a_force_keeps_its_shape_on_open_ground_at_the_slowest_pace() -> None:
    """Statement D3."""
    starts = block(5, 5, 5, 4)
    paces = [MAN] * 19 + [pace("orc")]
    moved = move_force(OPEN, paces, starts, [starts[7], (starts[7][0] + 7000, starts[7][1] + 3000)])

    assert [each.end for each in moved.plans] == [(x + 7000, y + 3000) for x, y in starts]
    assert moved.plans[0].cost.cost == pytest.approx(math.hypot(7, 3) / 8)


def test_a_force_filters_through_a_gap_and_nobody_ends_in_rock_or_on_a_friend() -> None:
    table = ground(box("mountain", 14, 0, 15, 14), box("mountain", 14, 16, 15, 30))
    starts = block(9, 13, 4, 5)
    lead = starts[9]
    moved = move_force(table, [MAN] * 20, starts, [lead, at(14.5, 15), at(18, 15)])

    check_force(table, moved.plans, starts)
    through = sum(each.end[0] > 15_000 for each in moved.plans)
    assert through >= 12
    assert not moved.left


def test_a_force_stops_at_contact() -> None:
    starts = block(5, 5, 6, 2)
    foes = around([at(14, 5 + i) for i in range(3)])
    moved = move_force(OPEN, [MAN] * 12, starts, [starts[0], (starts[0][0] + 9000, starts[0][1])], foes)

    for each in moved.plans:
        assert isinstance(judge_path(OPEN, MAN, each.points, foes), PathCost)
    nearest = min(math.hypot(e.end[0] - x, e.end[1] - y) for e in moved.plans for x, y in foes.enemies.tolist())
    assert nearest == pytest.approx(1000, abs=2)


def test_those_who_cannot_go_at_all_stay_and_are_named() -> None:
    table = ground(
        box("mountain", 4, 4, 6, 4.5),
        box("mountain", 4, 5.5, 6, 6),
        box("mountain", 3.5, 4, 4.4, 6),
        box("mountain", 5.6, 4, 6, 6),
    )
    moved = move_force(table, [MAN, MAN], [at(5, 8), at(5, 5)], [at(5, 8), at(5, 14)])

    assert moved.left == (1,) or moved.plans[1].cost.length < 600


def check_force(table: Ground, plans: Sequence[Plan], starts: Sequence[Point]) -> None:
    assert [each.points[0] for each in plans] == list(starts)
    assert len({each.end for each in plans}) == len(plans)
    for each in plans:
        assert isinstance(judge_path(table, MAN, each.points), PathCost)


# Retreats


def test_a_retreat_leads_a_full_move_straight_away_on_open_ground() -> None:
    """Statement H."""
    foe = [at(20, 15)]
    found = retreat_points(OPEN, MAN, at(19, 15), foe, around(foe))

    assert found.default is not None
    assert found.default.cost.cost > 0.9
    assert found.default.end[0] < 9_400
    assert isinstance(judge_retreat(OPEN, MAN, found.default.points, foe, around(foe), found.least), PathCost)


def test_a_retreat_is_further_from_every_victor_and_off_every_enemy() -> None:
    """Statement H."""
    victors = [at(20, 15), at(18, 16)]
    enemies = around([*victors, at(12, 15)])
    found = retreat_points(WALL, MAN, at(19, 15), victors, enemies)

    assert found.ends
    for x, y in found.ends:
        assert all(math.hypot(x - vx, y - vy) > math.hypot(19_000 - vx, 15_000 - vy) for vx, vy in victors)
        assert all(math.hypot(x - ex, y - ey) > 1000 for ex, ey in enemies.enemies.tolist())


def test_ties_go_to_the_nearest_base() -> None:
    """Statement H."""
    foe = [at(20, 15)]
    table = ground(box("mountain", 0, 0, 19.5, 30), box("mountain", 20.5, 0, 40, 30))
    here = at(20, 15)
    north = retreat_points(table, MAN, here, foe, around(foe), [at(20, 30)])
    south = retreat_points(table, MAN, here, foe, around(foe), [at(20, 0)])

    assert north.default is not None
    assert south.default is not None
    assert (north.default.end[1] > 15_000, south.default.end[1] < 15_000) == (True, True)


def test_the_trapped_stay() -> None:
    """Statement H, settlement Q15."""
    corner = ground(box("mountain", 2, 0, 3, 3), box("mountain", 0, 2, 3, 3))
    found = retreat_points(corner, MAN, at(0, 0), [at(1, 1)], around([at(1, 1)]))

    assert (found.ends, found.default) == ((), None)
    assert retreat_force(corner, [MAN], [at(0, 0)], [at(1, 1)], around([at(1, 1)])) == [None]


def test_retreats_that_are_none_are_refused() -> None:
    foe = [at(20, 15)]
    who = around(foe)
    known = retreat_points(OPEN, MAN, at(19, 15), foe, who)

    assert fault(judge_retreat(OPEN, MAN, path((19, 15), (18, 15)), foe, who, known.least)).code == "too_short"
    assert fault(judge_retreat(OPEN, MAN, path((19, 15), (25, 15)), foe, who)).code == "near_enemy"
    assert cost(judge_retreat(OPEN, MAN, path((19, 15), (9, 15)), foe, who, known.least)) == pytest.approx(1)


def test_a_force_flees_together() -> None:
    starts = block(15, 14, 3, 3)
    foes = [at(18.5, 15)]
    who = around(foes)
    plans = retreat_force(OPEN, [MAN] * 9, starts, foes, who)

    ends = [each.end for each in plans if each is not None]
    assert len(set(ends)) == 9
    assert set(forces(np.array(ends), np.zeros(9, dtype=np.int64)).tolist()) == {0}
    for each in plans:
        assert each is not None
        assert isinstance(judge_retreat(OPEN, MAN, each.points, foes, who), PathCost)


def test_a_reach_knows_its_figure() -> None:
    assert isinstance(reach(OPEN, MAN, at(5, 5)), Reach)


def test_a_path_there_and_back_is_cut_where_it_is_spent() -> None:
    cut = shortened(OPEN, MAN, (at(5, 5), at(5, 5), at(11, 5), at(5, 5), at(11, 5)), around())

    assert isinstance(cut, Plan)
    assert cut.points[:2] == (at(5, 5), at(11, 5))
    assert cut.end[0] == pytest.approx(7_000, abs=5)


def test_where_the_slowest_ground_counts_reach_and_plans_follow_it() -> None:
    table = ground(box("woods", 10, 0, 40, 30))
    worst = around(mixed_terrain="worst")
    found = reach(table, MAN, at(5, 10), worst)

    assert cost_at(found, at(9, 10)) == pytest.approx(0.4, abs=0.01)
    assert cost_at(found, at(11.5, 10)) == pytest.approx(6.5 / 7, abs=0.03)
    assert cost_at(found, at(12.5, 10)) == math.inf
    assert cost_at(reach(table, MAN, at(5, 10)), at(12.5, 10)) < 0.9
    island = ground(box("woods", 10, 9, 14, 11))
    across = plan(island, MAN, at(8, 10), at(16, 10), worst)
    assert isinstance(across, Plan)
    assert {leg.terrain for leg in across.cost.legs} == {"clear"}
