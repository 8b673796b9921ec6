from __future__ import annotations

from random import Random

import numpy as np
import pytest
import shapely

from wartable.board.placing import Wanted, arrange


def mark(*places: tuple[float, float], costs: tuple[float, ...] = (), without: float = 100.0) -> Wanted:
    """Return a mark two wide and two high, that may stand with its corner at each of the places."""
    shapes = np.array([shapely.box(x, y, x + 2, y + 2) for x, y in places], dtype=object)
    return Wanted(np.array(costs or [float(n) for n in range(len(places))]), shapes, without)


def test_everybody_takes_his_cheapest_place_where_nobody_is_in_the_way() -> None:
    assert arrange([mark((0, 0), (5, 0)), mark((9, 0), (5, 0))]) == [0, 0]


def test_the_dearer_one_to_leave_out_goes_first() -> None:
    assert arrange([mark((0, 0), without=5), mark((1, 1), without=9)]) == [None, 0]


def test_one_moves_aside_so_that_all_find_room() -> None:
    """Greedily the first takes the middle and shuts out the others; a little dearer, it stands aside."""
    large = Wanted(np.array([0.0, 1.0]), np.array([shapely.box(0, 0, 9, 2), shapely.box(0, 3, 9, 5)], dtype=object), 50)

    assert arrange([large, mark((0, 0), without=40), mark((6, 0), without=40)]) == [1, 0, 0]


def test_a_place_is_left_empty_where_it_costs_more_than_nothing() -> None:
    assert arrange([mark((0, 0), costs=(7.0,), without=5.0)]) == [None]


def test_no_marks_and_marks_without_places_are_no_fault() -> None:
    assert arrange([]) == []
    nothing = Wanted(np.array([]), np.array([], dtype=object), 9.0)
    assert arrange([nothing, mark((0, 0))]) == [None, 0]


def test_turned_shapes_whose_bounds_meet_may_lie_beside_each_other() -> None:
    slope = [shapely.Polygon([(x, 0), (x + 1, 0), (x + 11, 10), (x + 10, 10)]) for x in (0, 3)]
    one, other = (Wanted(np.array([0.0]), np.array([shape], dtype=object), 9.0) for shape in slope)

    assert arrange([one, other]) == [0, 0]
    assert sorted(map(str, arrange([one, one]))) == ["0", "None"]


@pytest.mark.parametrize("seed", range(5))
def test_nothing_lies_on_anything_and_nobody_could_simply_do_better(seed: int) -> None:
    chance = Random(seed)
    marks = [
        mark(*[(chance.uniform(0, 14), chance.uniform(0, 14)) for _ in range(6)], without=chance.uniform(3, 9))
        for _ in range(30)
    ]

    found = arrange(marks)

    taken = {n: marks[n].shapes[place] for n, place in enumerate(found) if place is not None}
    for n, one in enumerate(marks):
        others = shapely.union_all([shape for other, shape in taken.items() if other != n])
        if n in taken:
            assert taken[n].intersection(others).area == pytest.approx(0)
        free = [cost for cost, shape in zip(one.costs, one.shapes, strict=True) if not shape.intersects(others)]
        place = found[n]
        assert min([*free, one.without]) >= (one.without if place is None else one.costs[place])
    assert found == arrange(marks)
