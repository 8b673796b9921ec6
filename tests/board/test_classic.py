"""The classic board: its data, and that the stored picture tells the truth about its borders."""

from __future__ import annotations

import shapely

from wartable.board import load_board
from wartable.board.outlines.build import contacts
from wartable.board.outlines.pack import polygons_of


def test_has_the_numbers_of_the_classic_game() -> None:
    board = load_board("classic")
    kinds = [border.kind for border in board.borders]
    assert len(board.spaces) == 42
    assert len(kinds) == 83
    assert kinds.count("land") == 58
    assert kinds.count("sea_lane") == 25
    assert {r.id: len(board.members(r.id)) for r in board.regions} == {
        "north_america": 9,
        "south_america": 4,
        "europe": 7,
        "africa": 6,
        "asia": 12,
        "australia": 4,
    }


def test_stored_outlines_touch_exactly_where_there_are_land_borders() -> None:
    board = load_board("classic")
    assert board.topology is not None
    touching = contacts(polygons_of(board.topology))
    assert {pair for pair, length in touching.items() if length >= 6} == {
        (border.a, border.b) for border in board.borders if border.kind == "land"
    }
    assert min(touching.values()) >= 6, "no two spaces touch in a corner or a sliver"


def test_outlines_are_valid_polygons_without_overlap() -> None:
    board = load_board("classic")
    assert board.topology is not None
    shapes = [shape for parts in polygons_of(board.topology).values() for shape in parts]
    assert all(shape.is_valid for shape in shapes)
    joined = shapely.union_all(shapes)
    assert abs(joined.area - sum(shape.area for shape in shapes)) < 0.01


def test_editions_change_one_border_each() -> None:
    board = load_board("classic")
    assert "middle_east" not in board.edition("anniversary_1999").neighbours("east_africa")
    world = board.edition("world_2008")
    assert world.border("western_australia", "new_guinea") is None
    assert world.space("ukraine").name == "Russia"
    assert world.title == "Classic world, world edition of 2008"
    assert board.edition("classic") == board
