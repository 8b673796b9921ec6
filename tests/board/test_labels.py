from __future__ import annotations

from typing import Any

import shapely

from wartable.board.labels import along, beside, within


def test_a_name_stands_wholly_within_a_region_that_has_room_and_beside_one_that_has_none() -> None:
    wide: Any = shapely.box(0, 0, 300, 120)
    small: Any = shapely.box(0, 0, 20, 12)

    inside = [label for _, label in within("a", "Mirkwood", wide, 1.0)]
    outside = [label for _, label in within("b", "Mirkwood", small, 1.0)]

    assert {label.style for label in inside} == {"region", "tract"}
    assert all(wide.contains(label.box) for label in inside)
    assert {label.style for label in outside} == {"minor"}
    assert not any(small.contains(label.box) for label in outside)
    assert within("c", "Mirkwood", shapely.Polygon(), 1.0) == []


def test_a_name_beside_a_mark_or_along_a_line_does_not_lie_on_it() -> None:
    mark: Any = shapely.box(50, 50, 60, 60)
    line: Any = shapely.LineString([(0, 0), (400, 100)])

    cheap = [label for cost, label in beside("a", "Bree", mark.bounds, "place", 1.0) if cost < 0.4]
    on_river = [label for _, label in along("b", "Anduin", line, 4.0, 1.0)]

    assert len(cheap) > 4
    assert not any(mark.intersects(label.box) for label in cheap)
    assert len(on_river) > 10
    assert min(line.distance(label.box) for label in on_river) > 3.5
