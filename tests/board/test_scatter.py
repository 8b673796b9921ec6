from __future__ import annotations

from typing import Any

import shapely

from wartable.board.scatter import Scatter, grown, strewn


def test_glyphs_stand_in_their_shape_clear_of_its_edge_and_of_what_lies_above_it() -> None:
    wood: Any = shapely.box(0, 0, 200, 100)
    lake: Any = shapely.box(80, 20, 120, 80)
    scatter = Scatter("tree", 14.0, 10.5, 12.0, 15.0, 0.42)

    spots = list(strewn(scatter, wood, lake))

    assert len(spots) > 50
    assert spots == list(strewn(scatter, wood, lake))
    for x, y, high in spots:
        middle: Any = shapely.Point(x, y - high / 2)
        assert wood.contains(middle)
        assert min(wood.boundary.distance(middle), lake.distance(middle)) > 0.42 * high


def test_peaks_of_a_broad_range_are_larger_and_stand_farther_apart() -> None:
    scatter = Scatter("peak", 15.5, 10.5, 18.0, 25.0)

    broad, narrow = (grown(scatter, 1.0, shapely.box(0, 0, 900, wide)) for wide in (400, 40))

    assert narrow == scatter == grown(scatter, 1.0, None)
    assert (broad.low, broad.apart) > (1.5 * scatter.low, 2 * scatter.apart)
