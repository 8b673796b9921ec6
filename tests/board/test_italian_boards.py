"""The boards of Italy: same provinces, cities and borders as the rules of Machiavelli, and room for every token."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
import shapely

from tests.board.test_diplomacy_boards import TOKEN, Pairs, hidden, name_box, pair, seas
from wartable.board import Board, load_board
from wartable.board.outlines.build import contacts
from wartable.board.outlines.pack import polygons_of
from wartable.games.machiavelli import board as rules
from wartable.games.machiavelli.data import board_named

GARRISON = 10.0
"""Screen pixels: radius of the tower of a garrison, which stands on its city."""


@pytest.fixture(params=["italy", "italy-1995"])
def facts(request: pytest.FixtureRequest) -> rules.Board:
    return board_named(request.param)


@pytest.fixture
def board(facts: rules.Board) -> Board:
    return load_board(facts.picture)


def place(location: str) -> str:
    return location.partition("/")[0]


def pairs(borders: dict[str, tuple[str, ...]]) -> Pairs:
    return {pair(place(one), place(other)) for one, near in borders.items() for other in near}


def drawn(board: Board, *kinds: str) -> Pairs:
    return {(border.a, border.b) for border in board.borders if border.kind in kinds}


def discs(board: Board) -> dict[str, shapely.Polygon]:
    return {space.id: shapely.Point(space.token).buffer(TOKEN * board.canvas.unit) for space in board.spaces}


def towers(board: Board) -> dict[str, shapely.Polygon]:
    return {site.space: shapely.Point(site.at).buffer(GARRISON * board.canvas.unit) for site in board.sites}


def test_spaces_are_the_provinces_of_the_rules(facts: rules.Board, board: Board) -> None:
    assert {space.id: space.name for space in board.spaces} == {at: one.name for at, one in facts.provinces.items()}
    assert seas(board) == {at for at, one in facts.provinces.items() if one.kind == "sea"}


def test_sites_are_the_cities_and_fortresses_of_the_rules(facts: rules.Board, board: Board) -> None:
    cities = {at: one.city for at, one in facts.provinces.items() if one.city}
    fortresses = {at for at, city in cities.items() if city.kind == "fortress"}
    assert {site.space: site.kind for site in board.sites} == {
        at: "fortress" if at in fortresses else "centre" for at in cities
    }
    ports = {at for at, city in cities.items() if city.port}
    assert {port.space for port in board.ports} == ports - seas(board), "Venice of 1995 lies in the water itself"


def test_borders_are_those_of_the_rules(facts: rules.Board, board: Board) -> None:
    armies, fleets = pairs(dict(facts.army_borders)), pairs(dict(facts.fleet_borders))
    wet = {found for found in fleets if seas(board) & {*found}}
    assert drawn(board, "coast", "sea") == wet
    assert drawn(board, "land", "sea_lane") == armies | (fleets - wet)
    assert drawn(board, "land") <= armies | fleets


def test_stored_outlines_touch_exactly_where_the_board_says(board: Board) -> None:
    assert board.topology is not None
    spaces = {space.id for space in board.spaces}
    touching = {names: length for names, length in contacts(polygons_of(board.topology)).items() if {*names} <= spaces}
    assert set(touching) == drawn(board, "land", "coast", "sea")
    assert min(touching.values()) >= 6, "no two spaces touch in a corner or a sliver"


def test_a_garrison_stands_beside_the_unit_in_the_field(facts: rules.Board, board: Board) -> None:
    """The interface guide 1: the tower stands on its city; army and fleet stand at the token of their province."""
    apart = (TOKEN + GARRISON) * board.canvas.unit
    for site in board.sites:
        if not facts.provinces[site.space].fills:
            assert dist(site.at, board.space(site.space).token) >= apart, site.id
            assert dist(site.at, board.space(site.space).token) <= 2 * apart, site.id


def test_no_two_tokens_lie_on_each_other(facts: rules.Board, board: Board) -> None:
    alone = {at for at, one in facts.provinces.items() if one.fills}
    marks = {f"{at} field": disc for at, disc in discs(board).items()}
    marks |= {f"{at} city": tower for at, tower in towers(board).items() if at not in alone}
    over = [(one, other) for one, other in combinations(marks, 2) if hidden(marks[one], marks[other]) > 0.02]
    assert over == []


def test_tokens_leave_the_names_free(facts: rules.Board, board: Board) -> None:
    names = {space.id: name_box(board, space.id) for space in board.spaces}
    covered = {
        (name, at): round(hidden(box, mark), 2)
        for name, box in names.items()
        for marks in (discs(board), towers(board))
        for at, mark in marks.items()
        if hidden(box, mark) > 0.12 and not (name == at and facts.provinces[at].fills)
    }
    assert covered == {}
