"""Loading boards and asking them questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.board.boards import write_small
from wartable.board import BoardError, bits, board_keys, load_board, write_board

if TYPE_CHECKING:
    from pathlib import Path

CLASSIC = load_board("classic")


def test_names_what_is_packaged_when_asked_for_more() -> None:
    assert "classic" in board_keys()
    with pytest.raises(BoardError, match=r'no board "clasic".*classic'):
        load_board("clasic")


def test_an_edition_has_a_key_of_its_own() -> None:
    world = load_board("classic@world_2008")
    assert world == CLASSIC.edition("world_2008")
    assert world is load_board("classic@world_2008"), "read once"
    assert "classic@world_2008" not in board_keys()
    with pytest.raises(BoardError, match="not 'world_2009'"):
        load_board("classic@world_2009")


def test_refuses_a_file_with_every_fault_named(tmp_path: Path) -> None:
    path = write_small(tmp_path, "region: east, token: [150, 80]", "region: north, token: [150, 80]")
    with pytest.raises(BoardError, match=r"spaces\.cor\.region"):
        load_board(path)


def test_written_boards_read_back_as_the_same_value(tmp_path: Path) -> None:
    known = [load_board(key) for key in ("classic", "diplomacy", "middle-earth-viii")]
    for board in (*known, load_board(write_small(tmp_path))):
        assert load_board(write_board(board, tmp_path / board.key)) == board


def test_neighbours_leave_out_closed_borders(tmp_path: Path) -> None:
    board = load_board(write_small(tmp_path))
    assert board.neighbours("ada") == ("bel",)
    border = board.border("cor", "ada")
    assert border is not None
    assert border.kind == "impassable"
    assert not border.open
    with pytest.raises(BoardError, match="no space 'eve'"):
        board.neighbours("eve")


def test_an_edition_changes_borders_lanes_and_names(tmp_path: Path) -> None:
    board = load_board(write_small(tmp_path)).edition("second")
    assert board.neighbours("bel") == ("ada",)
    assert board.neighbours("dun") == ("ada", "cor")
    assert board.space("bel").name == "Bela"
    assert board.space("bel").also == ("Bel",)
    with pytest.raises(BoardError, match="second"):
        board.edition("third")


def test_compiled_numbers_agree_with_names() -> None:
    compiled = CLASSIC.compile()
    assert compiled is CLASSIC.compile()
    for i, space in enumerate(compiled.ids):
        assert tuple(sorted(compiled.ids[n] for n in compiled.neighbours[i])) == CLASSIC.neighbours(space)
        assert compiled.names(compiled.neighbour_masks[i]) == tuple(compiled.ids[n] for n in compiled.neighbours[i])
        assert compiled.region_ids[compiled.region_of[i]] == CLASSIC.space(space).region
    assert compiled.names(compiled.mask(["brazil", "peru"])) == ("peru", "brazil")
    assert compiled.around(compiled.mask(["madagascar"])) == compiled.mask(["east_africa", "south_africa"])


@given(st.integers(0, CLASSIC.compile().everything), st.integers(0, 41))
def test_components_are_what_walking_finds(mask: int, start: int) -> None:
    compiled = CLASSIC.compile()
    walked = {start} if mask >> start & 1 else set()
    while more := {n for i in walked for n in compiled.neighbours[i] if mask >> n & 1} - walked:
        walked |= more
    assert set(bits(compiled.component(start, mask))) == walked


def test_a_piece_is_drawn_at_a_space_or_at_one_of_its_coasts() -> None:
    board = load_board("diplomacy")
    assert board.point("STP") == board.space("STP").token
    assert board.point("STP/NC") == next(coast.at for coast in board.space("STP").coasts if coast.id == "NC")
    with pytest.raises(BoardError, match="STP on the board diplomacy has NC, SC, not 'EC'"):
        board.point("STP/EC")
    with pytest.raises(BoardError, match="PAR on the board diplomacy has no coasts, not 'NC'"):
        board.point("PAR/NC")
