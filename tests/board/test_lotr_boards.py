"""Middle-earth in 64 and 42 territories: the printed board's figures, and a picture that is true and can be read."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import cos, radians, sin

import pytest
import shapely

from wartable.board import Board, BoardGeometry, Picture, board_geometry, draw_board, load_board
from wartable.board.landmarks import Pair
from wartable.board.model import CLOSED, TOUCHING
from wartable.board.outlines.build import contacts
from wartable.board.outlines.pack import polygons_of
from wartable.board.scenery import name_box

LARGE, SMALL = load_board("lotr-64"), load_board("lotr-42")
SIZES = {
    "arnor": 11,
    "eriador": 7,
    "rhovanion": 8,
    "rohan": 7,
    "mirkwood": 5,
    "rhun": 4,
    "gondor": 10,
    "mordor": 6,
    "haradwaith": 6,
}
BORDERS = {
    "lotr-64": {"land": 78, "bridge": 18, "sea_lane": 5, "river": 22, "impassable": 37},
    "lotr-42": {"land": 54, "bridge": 15, "sea_lane": 2},
}
TOKEN, SITE, BRIDGE, STEP = 13.0, 10.2, 8.0, 3.9
"""Screen pixels: radius of a token and of the marks of a site, a bridge and a step."""
LETTER = 0.82
"""Width of a letter of a region's name, spaced, in parts of its size."""
WORTH = 11.0, 8.5
"""Half the width and the height of what a region is worth, in screen pixels."""


@pytest.fixture(params=["lotr-64", "lotr-42"])
def board(request: pytest.FixtureRequest) -> Board:
    return load_board(request.param)


@pytest.fixture
def geometry(board: Board) -> BoardGeometry:
    return board_geometry(board)


def pairs(board: Board, *kinds: str) -> set[Pair]:
    return {(border.a, border.b) for border in board.borders if border.kind in kinds}


def connected(board: Board, *kinds: str) -> bool:
    near: dict[str, set[str]] = {space.id: set() for space in board.spaces}
    for a, b in pairs(board, *kinds):
        near[a].add(b)
        near[b].add(a)
    reached, fresh = set[str](), {board.spaces[0].id}
    while fresh:
        reached |= fresh
        fresh = {other for space in fresh for other in near[space]} - reached
    return len(reached) == len(board.spaces)


def test_regions_have_the_printed_sizes() -> None:
    """lotr-risk 1.2: nine regions of 64 territories, six of 42."""
    assert {region.id: len(LARGE.members(region.id)) for region in LARGE.regions} == SIZES
    north = {"arnor", "eriador", "rhovanion", "rohan", "mirkwood", "rhun"}
    assert {region.id: len(SMALL.members(region.id)) for region in SMALL.regions} == {r: SIZES[r] for r in north}


def test_borders_of_each_kind_are_as_many_as_printed(board: Board) -> None:
    for kind, count in BORDERS[board.key].items():
        assert len(pairs(board, kind)) == count, kind


def test_every_territory_is_reached_by_land_alone(board: Board) -> None:
    assert connected(board, "land", "bridge")


def test_strongholds_and_sites_of_power_never_share_a_territory(board: Board) -> None:
    places = {kind: [s.space for s in board.sites if s.kind == kind] for kind in ("stronghold", "site_of_power")}
    assert [len(spaces) for spaces in places.values()] == ([11, 22] if board is LARGE else [6, 16])
    everywhere = [space for spaces in places.values() for space in spaces]
    assert len({*everywhere}) == len(everywhere)


def test_the_small_board_is_the_north_of_the_large_one() -> None:
    inside = {space.id for space in SMALL.spaces}
    assert SMALL.spaces == tuple(space for space in LARGE.spaces if space.id in inside)
    assert SMALL.borders == tuple(border for border in LARGE.borders if {border.a, border.b} <= inside)
    assert all(SMALL.outline(space) == LARGE.outline(space) for space in inside)
    assert {part.id for part in SMALL.obstacles} & {"minas_tirith", "udun_vale", "harad"} == {
        "minas_tirith",
        "udun_vale",
    }, "land beyond the border is drawn as far as the canvas goes"


def test_the_way_of_the_fellowship_ends_where_each_edition_says() -> None:
    """lotr-risk 1.5: 18 steps to Mount Doom, or 14 to the Dead Marshes; dice decide at the same places."""
    (large,), (small,) = LARGE.paths, SMALL.paths
    assert [step.space for step in large.steps][:3] == ["the_shire", "buckland", "old_forest"]
    assert (len(large.steps), large.steps[-1].space) == (18, "mount_doom")
    rolls = ["moria", "lorien", "dead_marshes", "minas_morgul", "gorgoroth", "mount_doom"]
    assert [step.space for step in large.steps if step.roll] == rolls
    assert small.steps == large.steps[:14]
    assert small.steps[-1].space == "dead_marshes"


def test_every_closed_border_says_why(board: Board) -> None:
    for border in board.borders:
        barrier = board.barrier(border.a, border.b)
        if border.kind in CLOSED:
            assert barrier is not None, border
            assert barrier.kind == ("river" if border.kind == "river" else "range")
        else:
            assert barrier is None, border


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        ("moria", "lorien", "the southern Misty Mountains lie between"),
        ("eregion", "lorien", "the southern Misty Mountains lie between"),
        ("esgaroth", "eastern_mirkwood", "the Running River lies between and has no bridge here"),
        ("west_rohan", "minas_tirith", "the White Mountains lie between"),
    ],
)
def test_a_refusal_can_name_what_lies_between(one: str, other: str, words: str) -> None:
    for a, b in ((one, other), (other, one)):
        barrier = LARGE.barrier(a, b)
        assert barrier is not None
        assert barrier.words == words


def test_nothing_lies_between_lands_that_are_open_or_apart() -> None:
    assert LARGE.barrier("minas_tirith", "ithilien") is None, "a bridge"
    assert LARGE.barrier("forlindon", "khand") is None, "far from each other"


def test_ranges_tell_who_lies_at_their_foot() -> None:
    """lotr-risk card:under_the_mountains: from one territory beside a range to another beside it."""
    touched = {part.id: part.touches for part in LARGE.ranges}
    assert len(touched) == 13
    assert {"moria", "dunland", "fangorn"} <= {*touched["misty_mountains_south"]}
    for part in LARGE.ranges:
        assert {space for pair in part.along for space in pair} <= {*part.touches}, part.id
    inside = {space.id for space in SMALL.spaces}
    assert {space for part in SMALL.ranges for space in part.touches} <= inside


def test_stored_outlines_touch_exactly_where_the_board_says(board: Board) -> None:
    assert board.topology is not None
    spaces = {space.id for space in board.spaces}
    touching = {
        names: length
        for names, length in contacts(polygons_of(board.topology)).items()
        if {*names} <= spaces and length > 0.05
    }
    assert set(touching) == pairs(board, *TOUCHING)
    assert min(touching.values()) >= 18, "every border can be seen"


def test_four_lands_meet_in_a_point_only_where_the_printed_board_has_it() -> None:
    assert LARGE.topology is not None
    corners = {names for names, length in contacts(polygons_of(LARGE.topology)).items() if length <= 0.05}
    assert corners == {
        ("anduin_valley", "north_mirkwood"),
        ("carrock", "eastern_mirkwood"),
        ("dead_marshes", "minas_tirith"),
        ("gap_of_rohan", "ithilien"),
        ("evendim_hills", "fornost"),
        ("north_downs", "tower_hills"),
    }


def test_rivers_run_along_every_river_and_under_every_bridge(board: Board) -> None:
    spaces = {space.id for space in board.spaces}
    along = {tuple(sorted(pair)) for river in board.rivers for pair in river.along if spaces.issuperset(pair)}
    assert along == pairs(board, "river", "bridge")
    assert {tuple(sorted((bridge.a, bridge.b))) for bridge in board.bridges} == pairs(board, "bridge")


def discs(board: Board) -> dict[str, shapely.Polygon]:
    found: dict[str, shapely.Polygon] = {f"token {s.id}": shapely.Point(s.token).buffer(TOKEN) for s in board.spaces}
    found |= {f"site {s.id}": shapely.Point(s.at).buffer(SITE) for s in board.sites}
    found |= {f"bridge {b.a} {b.b}": shapely.Point(b.at).buffer(BRIDGE) for b in board.bridges}
    return found | {f"port {p.space}": shapely.Point(p.at).buffer(SITE) for p in board.ports}


def test_tokens_sites_bridges_ports_and_names_hide_each_other_nowhere(board: Board) -> None:
    marks = discs(board)
    marks |= {f"name {space.id}": shapely.box(*name_box(space, 1.0)) for space in board.spaces}
    crossing = [(one, other) for (one, a), (other, b) in combinations(marks.items(), 2) if a.intersection(b).area > 7]
    assert crossing == []


def test_plates_of_regions_cover_no_token_name_or_site(board: Board) -> None:
    marks = discs(board) | {f"name {space.id}": shapely.box(*name_box(space, 1.0)) for space in board.spaces}
    for region in board.regions:
        (x, y), half = region.plate, (len(region.name) + 3) * 5.9 / 2 + 8
        plate = shapely.box(x - half, y - 10.5, x + half, y + 10.5)
        assert [name for name, mark in marks.items() if mark.intersects(plate)] == [], region.id


def test_tokens_and_sites_lie_well_inside_their_outlines(board: Board) -> None:
    assert board.topology is not None
    land = {name: shapely.MultiPolygon(parts) for name, parts in polygons_of(board.topology).items()}
    places = [(s.id, s.token) for s in board.spaces] + [(s.space, s.at) for s in board.sites]
    for space, at in places:
        assert land[space].contains(shapely.Point(at).buffer(9)), space


def test_steps_of_the_path_lie_in_their_territories_and_beside_the_tokens(board: Board) -> None:
    assert board.topology is not None
    land = {name: shapely.MultiPolygon(parts) for name, parts in polygons_of(board.topology).items()}
    tokens = [shapely.Point(space.token).buffer(TOKEN) for space in board.spaces]
    for step in board.paths[0].steps:
        spot = shapely.Point(step.at)
        assert land[step.space].buffer(1).contains(spot), step.space
        assert not any(token.intersects(spot.buffer(STEP)) for token in tokens), step.space


def test_ridges_leave_no_gap_that_would_look_a_pass(board: Board, geometry: BoardGeometry) -> None:
    assert board.topology is not None
    closed = pairs(board, "impassable")
    peaks = shapely.MultiPoint([(x, y - 0.4 * high) for part in geometry.ranges for x, y, high in part.peaks])
    for number, owners in enumerate(board.topology.owners()):
        if tuple(sorted(owners)) in closed:
            line = shapely.LineString(board.topology.line(number))
            assert max(peaks.distance(line.interpolate(at)) for at in range(0, int(line.length), 4)) < 12, owners


def test_trees_and_hills_hide_nothing(board: Board, geometry: BoardGeometry) -> None:
    marks = [*discs(board).values(), *(shapely.box(*name_box(space, 1.0)) for space in board.spaces)]
    whole = shapely.union_all(marks)
    assert {part.kind for part in geometry.scatter} == {"forest", "hills", "marsh"}
    for part in geometry.scatter:
        assert len(part.marks) > 5
        for x, y, high in part.marks:
            assert not whole.intersects(shapely.Point(x, y - high / 2).buffer(3)), (part.kind, x, y)


def test_the_edge_of_the_canvas_is_no_coast(board: Board, geometry: BoardGeometry) -> None:
    assert "edge" in geometry.lines
    drawn = draw_board(board)
    assert 'href="#line-coast"' in drawn
    assert 'href="#line-edge"' not in drawn


def test_lanes_run_from_port_to_port_over_water(board: Board) -> None:
    assert board.topology is not None
    land = shapely.union_all([part for parts in polygons_of(board.topology).values() for part in parts])
    ports = {port.space: port.at for port in board.ports}
    assert {frozenset((lane.a, lane.b)) for lane in board.lanes} == {*map(frozenset, pairs(board, "sea_lane"))}
    for lane in board.lanes:
        (line,) = lane.lines
        assert (line[0], line[-1]) == (ports[lane.a], ports[lane.b])
        assert shapely.LineString(line).intersection(land).length < 1


def test_a_bare_map_has_tints_and_large_names_and_a_position_has_not(board: Board) -> None:
    bare, held = draw_board(board), draw_board(board, Picture(owners={"moria": 1}))
    for mark in ('class="title"', 'class="scatter"', "#C97B66"):
        assert mark in bare
        assert mark not in held
    for drawn in (bare, held):
        assert drawn.count('class="port"') == len(board.ports)
        assert drawn.count('href="#bridge"') == len(board.bridges)
        assert drawn.count('class="river"') == len(board.rivers)


def test_the_marker_divides_the_path_into_behind_and_ahead(board: Board) -> None:
    (path,) = board.paths
    drawn = draw_board(board, Picture(steps={path.id: 5}))
    assert drawn.count('class="way behind"') == 4
    assert drawn.count('class="way"') == len(path.steps) - 1 - 4
    assert drawn.count('class="bearer"') == 1
    assert 'class="bearer"' not in draw_board(board)


def test_legs_of_the_path_meet_at_the_steps(geometry: BoardGeometry) -> None:
    (path,) = geometry.paths
    for leg, (start, end) in zip(path.legs, pairwise(path.steps), strict=True):
        assert leg.startswith(f"M{start.at[0]:g} {start.at[1]:g}C")
        assert leg.endswith(f" {end.at[0]:g} {end.at[1]:g}")


def test_what_a_region_is_worth_is_on_the_map_and_under_no_token(board: Board) -> None:
    """Pages write it after the region's name, whose letters are as wide as `Titles.svelte` says."""
    for region in board.regions:
        assert region.title
        (x, y), angle = region.title.at, radians(region.title.angle)
        along = len(region.name) * region.title.size * LETTER / 2 + WORTH[0] + 1
        at = x + along * cos(angle), y + along * sin(angle)
        reach = WORTH[0] + TOKEN, WORTH[1] + TOKEN
        hidden = [
            s.id for s in board.spaces if all(abs(a - b) < far for a, b, far in zip(at, s.token, reach, strict=True))
        ]
        assert hidden == [], region.id
        assert WORTH[0] < at[0] < board.canvas.width - 1.5 * WORTH[0], region.id
