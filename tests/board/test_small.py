"""Boards for small pictures: few points, the same borders on both sides, nothing lost but what is too small to see."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from wartable.board.geometry import board_geometry
from wartable.board.library import load_board
from wartable.board.small import WIDE, small_geometry

BOARDS = ("classic", "diplomacy", "italy", "lotr-42", "middle-earth-viii")
Place = tuple[float, float]


def rings(path: str) -> list[list[Place]]:
    """Return the points of each part of path data in absolute coordinates."""
    found: list[list[Place]] = []
    for part in re.findall("M[^M]+", path):
        numbers = [float(one) for one in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", part)]
        steps = list(zip(numbers[::2], numbers[1::2], strict=True))
        points = [steps[0]]
        for x, y in steps[1:]:
            points.append((points[-1][0] + x, points[-1][1] + y))
        found.append(points)
    return found


@pytest.mark.parametrize("key", BOARDS)
def test_every_space_is_still_there_where_it_was(key: str) -> None:
    board = load_board(key)
    whole, small = board_geometry(board), small_geometry(board)
    off = max(board.canvas.width, board.canvas.height) / WIDE + 1

    for space, other in zip(whole.spaces, small.spaces, strict=True):
        assert space.id == other.id
        main, few = rings(space.d)[0], rings(other.d)[0]
        assert len(few) >= 3, space.id
        for axis in (0, 1):
            for edge in (min, max):
                assert edge(p[axis] for p in few) == pytest.approx(edge(p[axis] for p in main), abs=off), space.id


@pytest.mark.parametrize("key", BOARDS)
def test_neighbours_meet_at_the_very_points_where_their_border_is_drawn(key: str) -> None:
    small = small_geometry(load_board(key))
    points = {point for space in small.spaces for ring in rings(space.d) for point in ring}
    points |= {point for part in small.obstacles for ring in rings(part.d) for point in ring}

    drawn = [point for kind in ("inside", "region") for ring in rings(small.lines.get(kind, "")) for point in ring]

    assert drawn
    assert set(drawn) <= points


def test_a_board_without_outlines_keeps_its_discs() -> None:
    board = load_board("classic")
    bare = replace(board, topology=None)

    assert [space.d for space in small_geometry(bare).spaces] == [space.d for space in board_geometry(bare).spaces]
