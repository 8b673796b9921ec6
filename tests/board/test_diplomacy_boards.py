"""The boards of the simultaneous games: same provinces and borders as the rules, and marks that can be read."""

from __future__ import annotations

from itertools import combinations

import pytest
import shapely

from wartable.board import Board, load_board
from wartable.board.outlines.build import contacts
from wartable.board.outlines.pack import polygons_of
from wartable.games.adjudication.orders import province_of
from wartable.games.diplomacy.variant import Variant, load_variant

Pairs = set[tuple[str, str]]
TOKEN, SITE, LINE, LETTER = 12.5, 6.5, 12.5, 5.6
"""Screen pixels: radius of a unit and of a centre, height of a line, mean width of a letter."""


def pair(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


@pytest.fixture(params=["standard", "middle-earth-viii"])
def variant(request: pytest.FixtureRequest) -> Variant:
    return load_variant(request.param)


@pytest.fixture
def board(variant: Variant) -> Board:
    return load_board(variant.board)


def seas(board: Board) -> set[str]:
    return {space.id for space in board.spaces if space.kind == "sea"}


def fleet_pairs(variant: Variant) -> Pairs:
    return {pair(province_of(a), province_of(b)) for a, near in variant.fleets.items() for b in near}


def test_spaces_are_the_provinces_of_the_rules(variant: Variant, board: Board) -> None:
    entered = {code: facts for code, facts in variant.provinces.items() if facts.kind != "impassable"}
    assert {space.id: space.name for space in board.spaces} == {code: facts.name for code, facts in entered.items()}
    assert seas(board) == {code for code, facts in entered.items() if facts.kind == "sea"}
    coasts = {space.id: tuple(coast.id for coast in space.coasts) for space in board.spaces}
    assert coasts == {code: facts.coasts for code, facts in entered.items()}
    closed = {code for code, facts in variant.provinces.items() if facts.kind == "impassable"}
    assert closed <= {part.id for part in board.obstacles}


def test_sites_are_the_centres_and_fortresses_of_the_rules(variant: Variant, board: Board) -> None:
    assert {site.space for site in board.sites} == {code for code, facts in variant.provinces.items() if facts.centre}
    fortresses = {code for power in variant.powers.values() for code in power.fortresses}
    assert {site.space for site in board.sites if site.kind == "fortress"} == fortresses


def test_land_borders_are_where_armies_pass(variant: Variant, board: Board) -> None:
    armies = {pair(a, b) for a, near in variant.armies.items() for b in near}
    assert {(border.a, border.b) for border in board.borders if border.kind == "land"} == armies


def test_sea_and_coast_borders_are_where_fleets_pass(variant: Variant, board: Board) -> None:
    wet = {found for found in fleet_pairs(variant) if seas(board) & {*found}}
    assert {(border.a, border.b) for border in board.borders if border.kind in {"coast", "sea"}} == wet


def test_fleets_pass_along_a_coast_where_the_land_border_ends_at_the_sea(variant: Variant, board: Board) -> None:
    assert board.topology is not None
    owners, topology, water = board.topology.owners(), board.topology, seas(board)
    shore = {
        point
        for number, names in enumerate(owners)
        if len(names) == 2 and len(water & {*names}) == 1
        for point in topology.line(number)
    }
    spaces = {space.id for space in board.spaces}
    meeting = {
        pair(*names)
        for number, names in enumerate(owners)
        if len(names) == 2 and {*names} <= spaces - water
        for end in (topology.line(number)[0], topology.line(number)[-1])
        if end in shore
    }
    assert meeting == {found for found in fleet_pairs(variant) if not water & {*found}}


def test_stored_outlines_touch_exactly_where_the_board_says(board: Board) -> None:
    assert board.topology is not None
    spaces = {space.id for space in board.spaces}
    touching = {names: length for names, length in contacts(polygons_of(board.topology)).items() if {*names} <= spaces}
    assert set(touching) == {(border.a, border.b) for border in board.borders}
    assert min(touching.values()) >= 6, "no two spaces touch in a corner or a sliver"


def test_outlines_fill_the_canvas_without_overlap(board: Board) -> None:
    assert board.topology is not None
    shapes = [shape for parts in polygons_of(board.topology).values() for shape in parts]
    canvas = board.canvas.width * board.canvas.height
    assert sum(shape.area for shape in shapes) == pytest.approx(canvas, rel=1e-4)
    assert shapely.union_all(shapes).area == pytest.approx(canvas, rel=1e-4)


def name_box(board: Board, space: str) -> shapely.Polygon:
    (x, y), unit = board.space(space).label, board.canvas.unit
    lines = board.space(space).short.split("\n")
    half, high = max(map(len, lines)) * LETTER * unit / 2, len(lines) * LINE * unit / 2
    return shapely.box(x - half, y - high, x + half, y + high)


def hidden(shape: shapely.Polygon, cover: shapely.Polygon) -> float:
    return shape.intersection(cover).area / shape.area


def test_no_unit_covers_a_name_or_another_unit(board: Board) -> None:
    """Wherever units stand, every name stays readable and every unit is seen whole."""
    unit = board.canvas.unit
    places = {space.id: space.token for space in board.spaces}
    places |= {f"{space.id}/{coast.id}": coast.at for space in board.spaces for coast in space.coasts}
    discs = {place: shapely.Point(at).buffer(TOKEN * unit) for place, at in places.items()}
    names = {space.id: name_box(board, space.id) for space in board.spaces}
    covered = {
        (name, place): round(hidden(box, disc), 2)
        for name, box in names.items()
        for place, disc in discs.items()
        if hidden(box, disc) > 0.12
    }
    assert covered == {}
    crossing = [
        (one, other)
        for (one, a), (other, b) in combinations(discs.items(), 2)
        if one.partition("/")[0] != other.partition("/")[0] and a.intersects(b)
    ]
    assert crossing == []


def test_names_and_centres_keep_apart(board: Board) -> None:
    unit = board.canvas.unit
    names = {space.id: name_box(board, space.id) for space in board.spaces}
    crossed = [(a, b) for a, b in combinations(names, 2) if hidden(names[a], names[b]) > 0.06]
    assert crossed == []
    for site in board.sites:
        mark = shapely.Point(site.at).buffer(SITE * unit)
        assert hidden(mark, shapely.Point(board.space(site.space).token).buffer(TOKEN * unit)) < 0.2, site.id
        assert max(hidden(box, mark) for box in names.values()) < 0.1, site.id
