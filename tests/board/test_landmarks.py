"""Landmarks in the board format, and boards that are a part of another: what is read and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.board.boards import SMALL, squares
from wartable.board import BoardError, board_geometry, check_file, load_board, load_map, write_board
from wartable.board.library import FOLDERS, own_keys
from wartable.board.outlines.pack import pack
from wartable.board.peaks import ridge
from wartable.board.scenery import joined
from wartable.board.topology import encode

LANDMARKS = """\
ranges:
  high: {name: High Hills, touches: [ada, cor], along: [[ada, cor]]}
rivers:
  low: {name: Low Water, along: [[bel, cor]]}
bridges:
  - {between: [bel, cor], at: [100, 120], angle: 5}
ports:
  cor: {at: [205, 80]}
  dun: {at: [225, 80]}
paths:
  road:
    name: The Road
    steps: [{space: ada, at: [30, 30]}, {space: cor, at: [150, 40], roll: true}, {space: dun, at: [260, 50]}]
inscriptions:
  - {text: Narrow Sea, at: [215, 160], size: 8}
"""
BOARD = (
    SMALL.replace("plate: [240, 180]", "plate: [200, 180]")
    .replace("land: 2, sea_lane: 1", "land: 1, bridge: 1, sea_lane: 1")
    .replace("    bel: [ada, cor]\n    cor: [bel]\n", "    bel: [ada]\n  bridge:\n    bel: [cor]\n    cor: [bel]\n")
    .replace("[[[200, 80], [230, 80]]]", "[[[205, 80], [225, 80]]]")
    .replace("remove: [[bel, cor]]\n", "remove: [[ada, bel]]\n")
)
PART = """\
schema: wartable-board/1
key: west
title: The West alone
provenance: made for the tests
part: {of: small, regions: [west], spaces: [cor]}
canvas: {width: 220, height: 200}
counts: {spaces: 3, regions: 2, land: 1, bridge: 1, impassable: 1, bridges: 1, paths: 1, ranges: 1, ports: 0}
"""


def write(folder: Path, old: str = "", new: str = "") -> Path:
    """Write the board with its landmarks, one text replaced by another."""
    text = BOARD + LANDMARKS
    assert old in text
    place = folder / "small"
    place.mkdir(exist_ok=True)
    (place / "board.yaml").write_text(text.replace(old, new) if old else text, encoding="utf-8")
    (place / "outlines.json").write_bytes(encode(pack(squares(), thin_px=0.0)))
    return place / "board.yaml"


def write_part(folder: Path, old: str = "", new: str = "") -> Path:
    """Write the part of that board beside it, one text replaced by another."""
    write(folder)
    assert old in PART
    place = folder / "west"
    place.mkdir(exist_ok=True)
    (place / "board.yaml").write_text(PART.replace(old, new) if old else PART, encoding="utf-8")
    return place / "board.yaml"


def test_landmarks_are_read_as_written(tmp_path: Path) -> None:
    path = write(tmp_path)
    assert check_file(path) == ()
    board = load_board(path)
    assert [part.touches for part in board.ranges] == [("ada", "cor")]
    assert [(bridge.a, bridge.b, bridge.angle) for bridge in board.bridges] == [("bel", "cor", 5)]
    assert [step.roll for step in board.paths[0].steps] == [False, True, False]
    assert board.neighbours("bel") == ("ada", "cor")
    barrier = board.barrier("cor", "ada")
    assert barrier is not None
    assert barrier.words == "the High Hills lie between"


@pytest.mark.parametrize(
    ("old", "new", "where", "message"),
    [
        ("touches: [ada, cor]", "touches: [ada, corr]", "ranges.high.touches", 'no space "corr"; did you mean "cor"?'),
        ("along: [[ada, cor]]", "along: [[ada, bel]]", "ranges.high", "ada and bel have an open border of kind land"),
        ("along: [[ada, cor]]", "parts: [[ada, cor]]", "ranges.high.parts", "list them under along"),
        ("along: [[bel, cor]]", "along: [[ada, bel]]", "rivers.low.along", "a border of kind land; a river runs along"),
        ("along: [[bel, cor]]", "along: [[bel, dun]]", "rivers.low.along", "bel and dun have no border"),
        ("between: [bel, cor], at", "between: [ada, bel], at", "bridges[0]", "have no border of kind bridge"),
        ("at: [100, 120]", "at: [60, 60]", "bridges[bel, cor]", "put it on their border"),
        ("  cor: {at: [205, 80]}", "  ada: {at: [205, 80]}", "ports.ada", "no sea lane begins at ada"),
        ("cor: {at: [205, 80]}", "cor: {at: [195, 80]}", "ports.cor", "should lie in the water"),
        ("cor: {at: [205, 80]}", "cor: {at: [206, 80]}", "lanes[cor, dun]", "does not end at the port of cor"),
        (", {space: cor, at: [150, 40], roll: true}, {space: dun, at: [260, 50]}", "", "paths.road", "two steps"),
        ("space: dun, at: [260, 50]", "space: dunn, at: [260, 50]", "paths.road.steps", 'did you mean "dun"?'),
        ("space: dun, at: [260, 50]", "space: dun, at: [460, 50]", "paths.road.steps", "outside the canvas"),
        ("roll: true", "die: true", "paths.road", "die"),
    ],
)
def test_a_slip_is_named_with_what_would_be_right(tmp_path: Path, old: str, new: str, where: str, message: str) -> None:
    found = [finding for finding in check_file(write(tmp_path, old, new)) if finding.level == "error"]
    assert any(where in finding.where and message in finding.message for finding in found), found


def test_a_closed_border_that_nothing_explains_is_a_warning(tmp_path: Path) -> None:
    path = write(tmp_path, ", along: [[ada, cor]]", ", lines: [[[50, 50], [60, 60]]]")
    (finding,) = check_file(path)
    assert (finding.level, finding.where) == ("warning", "board.yaml: borders.impassable.ada")
    assert "nobody learns why" in finding.message


def test_a_river_without_a_bridge_is_closed(tmp_path: Path) -> None:
    path = write(tmp_path, "  - {between: [bel, cor], at: [100, 120], angle: 5}\n", "  []\n")
    closed = path.read_text(encoding="utf-8").replace("bridge: 1", "river: 1").replace("\n  bridge:\n", "\n  river:\n")
    path.write_text(closed, encoding="utf-8")
    assert [finding.message for finding in check_file(path)] == ["cor, dun cannot be reached from ada; join them"]


def test_landmarks_survive_writing(tmp_path: Path) -> None:
    for board in (load_board(write(tmp_path)), load_board("lotr-64"), load_board("lotr-42")):
        assert load_board(write_board(board, tmp_path / f"copy-{board.key}")) == board


def test_a_part_keeps_what_lies_within_and_leaves_the_rest_as_land(tmp_path: Path) -> None:
    path = write_part(tmp_path)
    assert check_file(path) == ()
    part = load_board(path)
    assert [space.id for space in part.spaces] == ["ada", "bel", "cor"]
    assert (part.lanes, part.ports) == ((), ())
    assert [step.space for step in part.paths[0].steps] == ["ada", "cor"]
    assert part.obstacles == (), "dun lies beyond the canvas"
    assert part.inscriptions != ()
    wide = load_board(write_part(tmp_path, "canvas: {width: 220, height: 200}\n"))
    assert [(land.id, land.kind) for land in wide.obstacles] == [("dun", "neutral")]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("of: small", "of: smal", 'the board "smal" cannot be read'),
        ("of: small", "of: west", "it is this one"),
        ("regions: [west]", "regions: [wast]", 'small has no region "wast"; did you mean "west"?'),
        ("spaces: [cor]", "spaces: [corr]", 'small has no space "corr"; did you mean "cor"?'),
        ("spaces: 3", "spaces: 4", "says 4, but the file has 3"),
        ("spaces: [cor]", "spaces: [dun]", "dun cannot be reached from ada"),
        ("provenance: made for the tests\n", "", "provenance"),
        ("/1", "/2", '"wartable-board/2" is not a kind of map file'),
    ],
)
def test_a_wrong_part_is_refused_with_the_reason(tmp_path: Path, old: str, new: str, message: str) -> None:
    path = write_part(tmp_path, old, new)
    assert message in " ".join(str(finding) for finding in check_file(path))
    with pytest.raises(BoardError):
        load_board(path)


def test_two_parts_of_each_other_are_refused(tmp_path: Path) -> None:
    path = write_part(tmp_path)
    other = tmp_path / "small" / "board.yaml"
    other.write_text(PART.replace("key: west", "key: small").replace("of: small", "of: west"), encoding="utf-8")
    assert any("is a part itself" in finding.message for finding in check_file(path))


def test_a_part_of_an_own_map_is_an_own_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_part(tmp_path)
    monkeypatch.setenv(FOLDERS, str(tmp_path))
    assert own_keys() == ("small", "west")
    assert len(load_map("west").board.spaces) == 3


def test_lines_that_meet_end_to_end_are_joined() -> None:
    a, b, c, d = (0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (2.0, 5.0)
    assert sorted(len(line) for line in joined([(a, b), (c, b), (c, d)])) == [4]
    fork = [(a, b), (b, c), (b, d)]
    assert joined(fork) == fork, "three lines at a point stay three"


def test_a_ridge_is_lower_at_its_ends_and_follows_its_line() -> None:
    peaks = ridge([((0.0, 50.0), (115.0, 50.0))], 1.0)
    assert len(peaks) == 11
    by_place = sorted(peaks)
    assert by_place[0][2] == by_place[-1][2] == 9.5
    assert all(high >= 11.5 for _, _, high in by_place[1:-1])
    assert all(abs(y - 0.4 * high - 50) < 0.2 for _, y, high in peaks)


def test_rivers_take_the_place_of_the_border_line(tmp_path: Path) -> None:
    geometry = board_geometry(load_board(write(tmp_path)))
    (river,) = geometry.rivers
    assert river.d.startswith("M")
    assert river.d not in geometry.lines.get("region", "")
    assert "closed" not in geometry.lines, "the range is drawn instead of a thick line"
