"""Mountains and waves: inside their shapes, away from what they would hide, the same at every drawing."""

from __future__ import annotations

from math import dist

import pytest
import shapely

from wartable.board import board_geometry, draw_board, load_board
from wartable.board.outlines.pack import polygons_of
from wartable.board.outlines.recipe import Frame, ShapesRecipe
from wartable.board.outlines.shapes import build_shapes
from wartable.board.peaks import inside, peaks

BOARD = load_board("middle-earth-viii")
SQUARE = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0), (0.0, 0.0))
HOLE = ((40.0, 40.0), (60.0, 40.0), (60.0, 60.0), (40.0, 60.0), (40.0, 40.0))


def test_inside_means_inside_the_ring_and_outside_its_holes() -> None:
    assert inside((SQUARE, HOLE), 20, 50)
    assert not inside((SQUARE, HOLE), 50, 50)
    assert not inside((SQUARE,), 120, 50)


def test_mountains_fill_their_shape_without_a_pass() -> None:
    made = peaks(((SQUARE,),), 1.0)
    assert made == peaks(((SQUARE,),), 1.0)
    assert [y for _, y, _ in made] == sorted(y for _, y, _ in made), "those in front are drawn last"
    feet = shapely.MultiPoint([(x, y) for x, y, _ in made])
    assert shapely.Polygon(SQUARE).buffer(8).contains(feet)
    gaps = [(x, y) for x in range(8, 95, 6) for y in range(8, 95, 6) if feet.distance(shapely.Point(x, y)) > 14]
    assert gaps == [], "no gap is wider than a mountain"


def test_waves_lie_on_open_water() -> None:
    assert BOARD.topology is not None
    shapes = {name: shapely.MultiPolygon(parts) for name, parts in polygons_of(BOARD.topology).items()}
    land = shapely.union_all([shapes[s.id] for s in BOARD.spaces if s.kind != "sea"])
    waves = board_geometry(BOARD).waves
    assert len(waves) > 20
    assert min(land.distance(shapely.Point(at)) for at in waves) > 35
    assert min(dist(at, space.label) for at in waves for space in BOARD.spaces) > 12


def test_only_parchment_has_a_frame_and_grain_and_a_phone_has_neither() -> None:
    wide, narrow = draw_board(BOARD), draw_board(BOARD, width=390)
    assert all(mark in wide for mark in ('class="frame"', "feTurbulence", 'class="wave"'))
    assert not any(mark in narrow for mark in ('class="frame"', "feTurbulence", 'class="wave"', "<text"))
    assert 'class="frame"' not in draw_board(load_board("diplomacy"))
    assert narrow.count('href="#peak"') * 3 <= wide.count('href="#peak"') + 30, "ridges at wider pitch"


def test_geometry_tells_the_browser_of_seas_coasts_obstacles_and_sites() -> None:
    europe, middle_earth = board_geometry(load_board("diplomacy")), board_geometry(BOARD)
    spaces = {space.id: space for space in europe.spaces}
    assert spaces["NTH"].kind == "sea"
    assert [coast.id for coast in spaces["STP"].coasts] == ["NC", "SC"]
    assert {site.kind for site in middle_earth.sites} == {"centre", "fortress"}
    assert {part.kind for part in europe.obstacles} == {"neutral", "mountains"}
    assert {part.kind: bool(part.peaks) for part in middle_earth.obstacles} == {"mountains": True, "lake": False}
    assert {part.kind for part in middle_earth.decorations} == {"water", "island"}
    assert set(europe.lines) == {"coast", "inside", "sea", "edge"}
    assert (europe.style, middle_earth.style) == ("atlas", "parchment")


def _recipe(**shapes: tuple[tuple[float, float], ...]) -> ShapesRecipe:
    waves = ((0.02, 0.013, 0.3, 0.6), (0.06, 0.05, 1.0, 0.4))
    return ShapesRecipe(
        "wartable-shapes-recipe/1", "tiny", "for tests", Frame(100, 100), 2, 2.0, 4.0, 14.0, waves, shapes
    )


def test_shapes_that_cannot_be_spaces_are_refused_by_name() -> None:
    square = ((10.0, 10.0), (50.0, 10.0), (50.0, 50.0), (10.0, 50.0))
    recipe = _recipe(
        line=square[:2],
        bow=(square[0], square[2], square[1], square[3]),
        square=square,
        cover=tuple((x + 30, y) for x, y in square),
        off=tuple((x + 60, y) for x, y in square),
    )
    with pytest.raises(ValueError, match="line has 2 corners") as refused:
        build_shapes(recipe)
    assert str(refused.value).split("; ")[1:] == [
        "bow is no simple shape: Self-intersection[30 30]",
        "off lies partly off the canvas of 100 by 100",
        "square and cover cover each other, and neighbours share their corners exactly",
        "cover and off cover each other, and neighbours share their corners exactly",
    ]


def test_shapes_wander_inside_and_stay_straight_on_the_edge() -> None:
    west = ((0.0, 0.0), (50.0, 0.0), (60.0, 50.0), (50.0, 100.0), (0.0, 100.0))
    east = ((50.0, 0.0), (100.0, 0.0), (100.0, 100.0), (50.0, 100.0), (60.0, 50.0))
    made = polygons_of(build_shapes(_recipe(west=west, east=east)))
    whole = shapely.union_all([*made["west"], *made["east"]])
    assert whole.equals(shapely.box(0, 0, 100, 100)), "no gap, and the corners of the canvas are kept"
    border = made["west"][0].intersection(made["east"][0])
    assert border.length > 102, "the border wanders"
