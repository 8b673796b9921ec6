"""The judge of paths: costs, and a clear fault with its place for everything that is no move (C5, C8-C13)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tests.games.ring_of_power.terrain.tables import (
    area,
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
)
from wartable.engine.errors import BadData
from wartable.games.ring_of_power.scenario import Water
from wartable.games.ring_of_power.terrain.around import around
from wartable.games.ring_of_power.terrain.paths import PathCost, judge_path, judge_paths

MAN = pace()
OPEN = ground()
ROCKS = ground(box("mountain", 10, 0, 20, 20), box("woods", 20, 0, 30, 30))


def test_to_stay_costs_nothing() -> None:
    assert judge_path(OPEN, MAN, path((5, 5))) == PathCost(0.0, 0.0, ())
    assert judge_path(OPEN, MAN, path((5, 5), (5, 5), (5, 5))) == PathCost(0.0, 0.0, ())


@pytest.mark.parametrize(
    ("points", "code"),
    [
        ([], "no_path"),
        (None, "not_a_point"),
        ("abc", "not_a_point"),
        (7, "not_a_point"),
        ([(1,)], "not_a_point"),
        ([(1, 2, 3)], "not_a_point"),
        ([("1", "2")], "not_a_point"),
        ([(math.nan, 0)], "not_a_point"),
        ([(0, 0), (math.inf, 0)], "not_a_point"),
        ([(0, 0), (0.5, 0)], "not_a_point"),
        ([(0, 0), (10**40, 0)], "not_a_point"),
        ([(True, False)], "not_a_point"),
        ([(0, 0), (-1, 0)], "off_table"),
        ([(0, 0), (0, 30_001)], "off_table"),
        ([(i % 2, 0) for i in range(100_000)], "too_many_points"),
    ],
)
def test_what_is_no_path_is_a_fault_and_never_an_error(points: Any, code: str) -> None:
    assert fault(judge_path(OPEN, MAN, points)).code == code


def test_whole_floats_and_numpys_numbers_are_points_too() -> None:
    points: Any = [(0.0, 0.0), (np.int64(5000), np.int32(0))]

    assert cost(judge_path(OPEN, MAN, points)) == pytest.approx(0.5)


def test_a_path_may_cross_itself_and_costs_its_length() -> None:
    loop = path((5, 5), (7, 7), (7, 5), (5, 7))

    assert cost(judge_path(OPEN, MAN, loop)) == pytest.approx((2 * math.sqrt(8) + 2) / 10)


def test_one_whole_move_is_legal_and_a_thousandth_more_is_not() -> None:
    """Statements C1, C5."""
    assert cost(judge_path(OPEN, MAN, path((5, 5), (15, 5)))) == pytest.approx(1)
    found = fault(judge_path(OPEN, MAN, path((5, 5), (15.001, 5))))
    assert (found.code, found.at, found.rule) == ("too_long", at(15, 5), "C5")


def test_a_path_around_the_world_is_cut_before_it_is_priced() -> None:
    zigzag = [(0 if i % 2 else 40_000, 15 * i) for i in range(1999)]

    assert fault(judge_path(ROCKS, MAN, [(0, 0), *zigzag])).code in {"too_long", "closed"}


def test_the_place_of_a_fault_is_where_it_happens() -> None:
    found = fault(judge_path(ROCKS, MAN, path((8, 10), (14, 10))))

    assert found.code == "closed"
    assert found.at is not None
    assert abs(found.at[0] - 10_000) <= 2
    assert "Mountain" in found.sentence


@pytest.mark.parametrize(("depth", "legal"), [(-1, True), (0, True), (1, False), (2, False), (50, False)])
def test_rock_is_not_passed_by_a_hair(depth: int, legal: bool) -> None:  # noqa: FBT001
    """Statement C9."""
    tall = ground(box("mountain", 10, 10, 20, 20))

    along = judge_path(tall, MAN, [(12_000, 10_000 + depth), (18_000, 10_000 + depth)])
    assert isinstance(along, PathCost) == legal


def test_a_corner_of_rock_is_not_cut() -> None:
    tall = ground(box("mountain", 10, 10, 20, 20))
    touching = judge_path(tall, MAN, [(9_000, 11_000), (11_000, 9_000)])

    assert isinstance(touching, PathCost)
    assert fault(judge_path(tall, MAN, [(9_000, 11_010), (11_010, 9_000)])).code == "closed"


def test_rock_at_the_tables_edge_leaves_no_hair_to_pass_along_it() -> None:
    north = ground(box("mountain", 10, 20, 20, 30))

    assert fault(judge_path(north, MAN, path((9, 30), (19, 30)))).code == "closed"


def test_along_the_border_of_two_grounds_the_higher_precedence_counts() -> None:
    """Statement A6."""
    table = ground(box("woods", 10, 0, 20, 30), box("hills", 0, 0, 10, 30))
    on_the_line = judge_path(table, MAN, path((10, 5), (10, 12)))

    assert isinstance(on_the_line, PathCost)
    assert {leg.terrain for leg in on_the_line.legs} == {"woods"}
    assert on_the_line.cost == pytest.approx(1)


def test_legs_tell_the_terrain_on_the_way() -> None:
    table = ground(box("woods", 10, 0, 12, 30))
    found = judge_path(table, MAN, path((8, 5), (14, 5)))

    assert isinstance(found, PathCost)
    assert [(leg.terrain, leg.start, leg.end) for leg in found.legs] == [
        ("clear", at(8, 5), at(10, 5)),
        ("woods", at(10, 5), at(12, 5)),
        ("clear", at(12, 5), at(14, 5)),
    ]
    assert sum(leg.cost for leg in found.legs) == pytest.approx(found.cost)


def test_mixed_terrain_may_be_settled_as_the_slowest() -> None:
    """Settlement Q3."""
    table = ground(box("woods", 10, 0, 40, 30))
    half = path((5, 10), (12, 10))

    assert cost(judge_path(table, MAN, half)) == pytest.approx(0.5 + 2 / 7)
    assert cost(judge_path(table, MAN, half, around(mixed_terrain="worst"))) == pytest.approx(1)


def test_immobile_figures_may_only_stay() -> None:
    still = pace("man", "immobile")

    assert fault(judge_path(OPEN, still, path((5, 5), (6, 5)))).code == "immobile"
    assert cost(judge_path(OPEN, still, path((5, 5)))) == 0


def test_flyers_pass_over_everything_but_do_not_end_in_an_enemys_keep() -> None:
    """Statement C12, settlement Q29."""
    table = ground(box("mountain", 10, 0, 20, 30), places=[keep(30, 10, 2)])
    flyer = pace("flying")

    assert cost(judge_path(table, flyer, path((8, 10), (28, 10)))) == pytest.approx(1)
    end = path((20, 10), (30, 10))
    assert cost(judge_path(table, flyer, end)) == pytest.approx(0.5)
    assert fault(judge_path(table, flyer, end, around(barred=["keep"]))).code == "inside"


def test_ships_sail_on_navigable_water_alone() -> None:
    """Statement C12, settlement Q69."""
    anduin = river([(20, 0), (20, 30)], width=2, crossings=[crossing("bridge", 20, 15)], navigable=True)
    table = ground(waters=[anduin, river([(0, 25), (19, 25)], width=2, kind="stream")])
    ship = pace("ship")

    assert cost(judge_path(table, ship, path((20, 10), (20, 22)))) == pytest.approx(1)
    assert fault(judge_path(table, ship, path((20, 10), (24, 10)))).code == "closed"
    assert fault(judge_path(table, ship, path((10, 25), (12, 25)))).code == "closed"


def test_falls_stop_ships() -> None:
    falls = Water(id="falls", type="falls", polygon=tuple(path((18, 14), (22, 14), (22, 16), (18, 16))))
    table = ground(waters=[river([(20, 0), (20, 30)], width=2, navigable=True), falls])

    assert fault(judge_path(table, pace("ship"), path((20, 10), (20, 20)))).code == "closed"


@pytest.mark.parametrize("kind", ["ford", "bridge"])
def test_rivers_are_passed_at_fords_and_bridges_alone(kind: str) -> None:
    table = ground(waters=[river([(20, 0), (20, 30)], crossings=[crossing(kind, 20, 15)])])

    assert cost(judge_path(table, MAN, path((18, 15), (22, 15)))) == pytest.approx(0.4)
    assert fault(judge_path(table, MAN, path((18, 10), (22, 10)))).code == "closed"


def test_a_ford_is_only_where_there_is_water() -> None:
    table = ground(
        box("woods", 0, 0, 40, 30), waters=[river([(20, 0), (20, 30)], crossings=[crossing("ford", 20, 15, 3)])]
    )

    assert [table.kind(at(x, 15)) for x in (18, 20, 22)] == ["woods", "ford", "woods"]


def test_walls_let_through_gates_that_are_open_and_breaches() -> None:
    """Statement C11."""
    table = ground(places=[keep(20, 15, 3, gates=[(17, 15)], weak=[[(22.9, 14.2), (22.9, 15.8)]])])
    by_gate, by_breach, over = path((15, 15), (19, 15)), path((21, 15), (25, 15)), path((20, 19), (20, 16))

    shut = around()
    assert {fault(judge_path(table, MAN, p, shut)).code for p in (by_gate, by_breach, over)} == {"closed"}
    held = around(ways=table.open_ways(held=["keep"]))
    assert cost(judge_path(table, MAN, by_gate, held)) == pytest.approx(0.4)
    assert fault(judge_path(table, MAN, by_breach, held)).code == "closed"
    breached = around(ways=table.open_ways(broken=["keep:weak:0"]))
    assert cost(judge_path(table, MAN, by_breach, breached)) == pytest.approx(0.4)
    assert fault(judge_path(table, MAN, by_gate, breached)).code == "closed"
    assert fault(judge_path(table, MAN, over, held)).code == "closed"
    assert table.inside(at(20, 15)) == "keep"
    assert table.inside(at(20, 19)) == ""


def test_a_way_that_is_not_there_cannot_be_open() -> None:
    with pytest.raises(KeyError, match="keep:gate:7"):
        OPEN.open_ways(broken=["keep:gate:7"])


def test_contact_ends_a_move_at_one_inch() -> None:
    """Statement C13, settlement Q2."""
    enemy = around([at(10, 5)])

    assert cost(judge_path(OPEN, MAN, path((5, 5), (9, 5)), enemy)) == pytest.approx(0.4)
    deeper = fault(judge_path(OPEN, MAN, path((5, 5), (9.01, 5)), enemy))
    assert (deeper.code, deeper.rule) == ("near_enemy", "C13")
    assert fault(judge_path(OPEN, MAN, path((5, 5), (9, 5), (9, 8)), enemy)).code == "near_enemy"
    assert fault(judge_path(OPEN, MAN, path((5, 5.9), (14, 5.9)), enemy)).code == "near_enemy"
    assert cost(judge_path(OPEN, MAN, path((5, 6.001), (14, 6.001)), enemy)) == pytest.approx(0.9)


def test_contact_may_be_settled_as_free() -> None:
    """Settlement Q2."""
    assert cost(
        judge_path(OPEN, MAN, path((5, 5), (14, 5)), around([at(10, 5)], contact_move="free"))
    ) == pytest.approx(0.9)


def test_who_begins_beside_an_enemy_may_only_walk_away() -> None:
    enemy = around([at(10, 5)])

    assert cost(judge_path(OPEN, MAN, path((9.2, 5), (5, 5)), enemy)) == pytest.approx(0.42)
    assert fault(judge_path(OPEN, MAN, path((9.2, 5), (9.5, 5)), enemy)).code == "near_enemy"
    assert fault(judge_path(OPEN, MAN, path((9.2, 5), (7, 5), (9.2, 5.3)), enemy)).code == "near_enemy"


def test_edge_to_edge_bases_keep_each_other_further_off() -> None:
    enemy = around([at(10, 5)], radii=[750], radius=500)

    assert cost(judge_path(OPEN, MAN, path((5, 5), (7.75, 5)), enemy)) == pytest.approx(0.275)
    assert fault(judge_path(OPEN, MAN, path((5, 5), (8.5, 5)), enemy)).code == "near_enemy"


def test_no_two_figures_end_on_one_point() -> None:
    """Statement A7, settlement Q79."""
    friend = around(taken=[at(8, 5)])

    found = fault(judge_path(OPEN, MAN, path((5, 5), (8, 5)), friend))
    assert (found.code, found.at) == ("taken", at(8, 5))
    assert cost(judge_path(OPEN, MAN, path((5, 5), (9, 5)), friend)) == pytest.approx(0.4)


def test_many_paths_are_judged_as_each_would_be() -> None:
    paths: list[Any] = [
        path((8, 22), (14, 22)),
        path((8, 10), (14, 10)),
        [],
        path((5, 5)),
        path((22, 5), (28, 5)),
        path((5, 5), (5, 25)),
    ]

    assert judge_paths(ROCKS, MAN, paths) == [judge_path(ROCKS, MAN, each) for each in paths]


@pytest.mark.parametrize(
    ("corners", "says"),
    [
        ([(0, 0), (5, 5)], "2 corners"),
        ([(0, 0), (5, 5), (5, 0), (0, 5)], "crosses itself"),
        ([(0, 0), (5, 5), (9, 9)], "crosses itself"),
    ],
)
def test_areas_that_are_none_are_named(corners: list[tuple[float, float]], says: str) -> None:
    with pytest.raises(BadData, match=f"^bog.*{says}"):
        ground(area("marsh", corners, "bog"))


def test_terrain_that_is_not_in_the_chart_is_named() -> None:
    with pytest.raises(BadData, match=r"bog is of the terrain quicksand"):
        ground(box("quicksand", 0, 0, 5, 5, "bog"))


def test_later_areas_of_one_type_and_higher_precedence_lie_on_top() -> None:
    table = ground(box("pass", 12, 0, 14, 30), box("mountain", 10, 0, 20, 30), box("woods", 0, 0, 40, 30))

    assert [table.kind(at(x, 5)) for x in (5, 11, 13)] == ["woods", "mountain", "pass"]
    assert cost(judge_path(table, MAN, path((13, 5), (13, 12)))) == pytest.approx(1)
