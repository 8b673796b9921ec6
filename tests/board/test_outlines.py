"""Building and storing outlines: the projection, smoothing, packing and the file."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import msgspec
import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from tests.board.boards import squares
from wartable.board import BoardError
from wartable.board.outlines.build import build, contacts
from wartable.board.outlines.land import read_land
from wartable.board.outlines.pack import pack, polygons_of
from wartable.board.outlines.projection import projection_of
from wartable.board.outlines.recipe import (
    Addition,
    CellSpec,
    ConicSpec,
    Frame,
    LandSpec,
    LaneSpec,
    ProjectionSpec,
    Recipe,
    SeaSpec,
    read_recipe,
)
from wartable.board.topology import decode, encode

RECIPE = Path(__file__).parent.parent.parent / "tools" / "boards" / "classic.yaml"
PLAIN = ProjectionSpec(lon0=0, lon_bumps=(), lat_bumps=(), kx=10.0, ky=10.0, x0=100.0, y0=100.0, convergence=0.0)


def test_packed_outlines_share_their_borders_exactly() -> None:
    topology = pack(squares(), thin_px=0.0)
    restored = polygons_of(topology)
    assert all(restored[name][0].equals(shape[0]) for name, shape in squares().items())
    assert contacts(restored) == {("ada", "bel"): 90.0, ("ada", "cor"): 80.0, ("bel", "cor"): 60.0}
    shared = [names for names in topology.owners() if len(names) == 2]
    assert sorted(shared) == [("ada", "bel"), ("ada", "cor"), ("bel", "cor")], "each border is stored once"


def test_an_island_inside_another_space_is_the_same_arc_backwards() -> None:
    hole = shapely.box(40, 40, 60, 60)
    around = shapely.box(0, 0, 100, 100).difference(hole)
    assert isinstance(around, shapely.Polygon)
    topology = pack({"around": [around], "inside": [hole]}, thin_px=0.0)
    assert ("around", "inside") in topology.owners()
    assert contacts(polygons_of(topology)) == {("around", "inside"): 80.0}


def test_outlines_file_reads_back() -> None:
    topology = pack(squares())
    assert decode(encode(topology)) == topology


@given(st.binary(max_size=60))
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(BoardError, match="cannot be read"):
        decode(data)


@pytest.mark.parametrize(
    "text",
    [
        '{"format":"wartable-outlines/2","unit":0.1,"arcs":[],"spaces":{}}',
        '{"format":"wartable-outlines/1","unit":0.1,"arcs":[[1,2,3]],"spaces":{}}',
        '{"format":"wartable-outlines/1","unit":0.1,"arcs":[[1,2,3,4]],"spaces":{"a":[[[7]]]}}',
    ],
)
def test_damaged_outlines_are_refused(text: str) -> None:
    with pytest.raises(BoardError, match="wartable-outlines/1"):
        decode(text.encode())


def test_the_projection_never_folds() -> None:
    recipe = read_recipe(RECIPE)
    assert isinstance(recipe, Recipe)
    projection = projection_of(recipe.projection)
    places = np.column_stack([np.linspace(-169, 191, 721), np.full(721, 20.0)])
    assert (np.diff(projection.points(places)[:, 0]) > 0).all()
    places = np.column_stack([np.full(271, 20.0), np.linspace(-56, 79, 271)])
    assert (np.diff(projection.points(places)[:, 1]) < 0).all()


def _topojson(*rings: list[tuple[float, float]]) -> bytes:
    """One polygon per ring, quantised to hundredths of a degree."""
    arcs = [[(round(x * 100), round(y * 100)) for x, y in ring] for ring in rings]
    deltas = [[a[0], *((q[0] - p[0], q[1] - p[1]) for p, q in pairwise(a))] for a in arcs]
    land = {"geometries": [{"type": "MultiPolygon", "arcs": [[[i]] for i in range(len(arcs))]}]}
    whole = {
        "arcs": deltas,
        "transform": {"scale": [0.01, 0.01], "translate": [0, 0]},
        "objects": {"land": land},
    }
    return msgspec.json.encode(whole)


def test_land_across_the_date_line_stays_in_one_piece(tmp_path: Path) -> None:
    path = tmp_path / "land.json"
    path.write_bytes(_topojson([(170, 60), (-170, 60), (-170, 70), (170, 70), (170, 60)]))
    [piece] = read_land(path)
    assert piece.bounds == pytest.approx((170, 60, 190, 70))


def test_land_may_be_geojson_or_topojson_of_any_name(tmp_path: Path) -> None:
    square: list[tuple[float, float]] = [(0, 0), (10, 0), (10, 10), (0, 10), (0, 0)]
    feature = {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [square]}}
    topology = msgspec.json.decode(_topojson(square))
    named = {**topology, "objects": {"countries": topology["objects"]["land"]}}
    for data in ({"type": "FeatureCollection", "features": [feature]}, named):
        path = tmp_path / "land.json"
        path.write_bytes(msgspec.json.encode(data))
        assert [piece.bounds for piece in read_land(path)] == [(0, 0, 10, 10)]


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"type": "Feature"}', '{"objects": {"a": {}, "b": {}}}'])
def test_what_is_no_land_is_refused_by_the_name_of_its_file(tmp_path: Path, text: str) -> None:
    path = tmp_path / "land.json"
    path.write_text(text)
    with pytest.raises(BoardError, match=r"land\.json: this is no land"):
        read_land(path)


def _tiny_recipe(**changes: object) -> Recipe:
    recipe = Recipe(
        schema="wartable-outline-recipe/1",
        board="tiny",
        provenance="made for the tests",
        canvas=Frame(200, 200),
        projection=PLAIN,
        land=LandSpec(segmentize_deg=1.0, simplify_px=0.1, min_piece_px2=9, drop_boxes=((6, 6, 9, 9),), enlarge=()),
        cells=CellSpec(
            chaikin_rounds=2,
            segmentize_px=2.0,
            warp_px=0.0,
            waves=(),
            snap_px=0.01,
            small_piece_px2=50,
            sliver_px2=5,
            exclave_px2=20,
            contact_threshold_px=6,
        ),
        whole_pieces={"west": ((7.0, -7.0),)},
        labels={"west": (-3.0, 0.0), "east": (3.0, 0.0)},
        seeds={"west": ((-3.0, 2.0), (-3.0, -2.0)), "east": ((3.0, 2.0), (3.0, -2.0))},
        sea_lanes=(LaneSpec(("west", "east"), (((-1.0, 0.0), (1.0, 0.0)),)),),
    )
    return msgspec.structs.replace(recipe, **changes)


def _square(x: float, y: float, half: float) -> list[tuple[float, float]]:
    return [
        (x - half, y - half),
        (x + half, y - half),
        (x + half, y + half),
        (x - half, y + half),
        (x - half, y - half),
    ]


def test_a_square_is_cut_between_its_seeds(tmp_path: Path) -> None:
    path = tmp_path / "land.json"
    path.write_bytes(_topojson(_square(0, 0, 5), _square(7, -7, 1), _square(7.5, 7.5, 1)))
    built = build(_tiny_recipe(), path)
    areas = {name: sorted(round(p.area) for p in parts) for name, parts in built.outlines.items()}
    assert areas == {"west": [400, 5000], "east": [5000]}, "the far island goes whole to the west, one is dropped"
    assert contacts(built.outlines)["east", "west"] == pytest.approx(100, abs=0.5)
    assert built.labels["west"] == (70.0, 100.0)
    assert built.lanes == [[[(90.0, 100.0), (110.0, 100.0)]]]


def test_a_ring_that_crosses_itself_is_made_valid_before_it_is_cut(tmp_path: Path) -> None:
    """The land file of the scale 1:10m has such a ring, and a cut of it is refused."""
    path = tmp_path / "land.json"
    path.write_bytes(_topojson([(-5, -5), (5, 5), (5, -5), (-5, 5), (-5, -5)]))
    recipe = _tiny_recipe(whole_pieces={}, sea_lanes=())
    land = msgspec.structs.replace(recipe.land, prefilter=(-4, -9, 9, 9))
    built = build(msgspec.structs.replace(recipe, land=land), path).outlines
    areas = {name: round(sum(part.area for part in parts)) for name, parts in built.items()}
    assert areas == {"west": 1600, "east": 2500}, "two triangles of 2500 square pixels, the base of one cut off"


def test_a_whole_piece_that_is_not_there_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "land.json"
    path.write_bytes(_topojson(_square(0, 0, 5)))
    with pytest.raises(ValueError, match="no piece of land within"):
        build(_tiny_recipe(), path)


def test_the_conic_projection_keeps_its_parallels_and_its_middle() -> None:
    spec = ConicSpec(parallel_1=36, parallel_2=62, lon0=14, lat0=50, k=2220, x0=778, y0=868)
    projection = projection_of(spec)
    assert projection.point((14, 50)) == pytest.approx((778, 868))
    for latitude in (36, 62):
        west, east = projection.point((13.5, latitude)), projection.point((14.5, latitude))
        true = 2220 * np.cos(np.radians(latitude)) * np.radians(1.0)
        assert np.hypot(east[0] - west[0], east[1] - west[1]) == pytest.approx(true, rel=1e-3)


def test_seas_fill_the_canvas_and_share_the_coast(tmp_path: Path) -> None:
    path = tmp_path / "land.json"
    path.write_bytes(_topojson(_square(0, 0, 5)))
    seas = SeaSpec(2, 0.0, 5.0, {"north": ((0.0, 8.0), (-8.0, 2.0)), "south": ((0.0, -8.0), (-8.0, -2.0))})
    built = build(_tiny_recipe(whole_pieces={}, sea_lanes=(), seas=seas), path).outlines
    assert sum(part.area for parts in built.values() for part in parts) == pytest.approx(200 * 200)
    touching = contacts(built)
    assert set(touching) == {
        ("east", "north"), ("east", "south"), ("east", "west"), ("north", "south"), ("north", "west"), ("south", "west")
    }  # fmt: skip
    assert touching["east", "north"] == pytest.approx(100, abs=1), "half of three sides of 50, 100 and 50 pixels"
    assert contacts(polygons_of(pack(built))).keys() == touching.keys()


def test_an_addition_closes_a_strait_and_is_told_as_inner_water(tmp_path: Path) -> None:
    path = tmp_path / "land.json"
    path.write_bytes(_topojson(_square(-5, 0, 4), _square(5, 0, 4)))
    bridge = Addition("narrows", "The Narrows", ((-2.0, 1.0), (2.0, 1.0), (2.0, -1.0), (-2.0, -1.0)))
    recipe = _tiny_recipe(whole_pieces={}, sea_lanes=())
    land = msgspec.structs.replace(recipe.land, additions=(bridge,))
    built = build(msgspec.structs.replace(recipe, land=land), path)
    assert [part.area for part in built.waters["narrows"]] == [pytest.approx(20 * 20)]
    assert contacts(built.outlines)["east", "west"] == pytest.approx(20, abs=0.5)
