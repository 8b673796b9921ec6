"""The linter: a right file passes, and each single slip is found at its place with what would be right."""

from __future__ import annotations

from pathlib import Path

import pytest
import shapely

from tests.board.boards import write_outlines, write_small
from wartable.board import BoardError, check_file, load_board
from wartable.board import __file__ as board_package

PACKAGED = Path(board_package).parent.parent / "data" / "boards"


@pytest.mark.parametrize("path", sorted(PACKAGED.glob("*/board.yaml")), ids=lambda path: path.parent.name)
def test_packaged_boards_have_no_fault(path: Path) -> None:
    assert check_file(path) == ()


def test_small_board_has_no_fault(tmp_path: Path) -> None:
    assert check_file(write_small(tmp_path)) == ()


SLIPS = {
    "one-sided": ("bel: [ada, cor]", "bel: [ada]", "borders.land.bel", "should list cor, because cor lists bel"),
    "unknown space": ("    ada: [bel]", "    ada: [bell]", "borders.land.ada", 'did you mean "bel"?'),
    "unknown region": ("Dun, region: east", "Dun, region: eastern", "spaces.dun.region", 'did you mean "east"?'),
    "unknown field": ("Ada, region: west,", "Ada, region: west, tokn: [1, 1],", "spaces.ada.tokn", '"token"'),
    "wrong form": ("token: [50, 50]", "token: [50]", "spaces.ada", "token"),
    "missing field": ("name: Cor, ", "", "spaces.cor", "name"),
    "wrong count": ("land: 2,", "land: 3,", "counts.land", "says 3, but the file has 2"),
    "unknown count": ("land: 2,", "lands: 2,", "counts.lands", 'did you mean "land"?'),
    "twice": ("  impassable:\n    ada: [cor]", "  impassable:\n    bel: [cor]", "borders.impassable.bel", "one kind"),
    "own neighbour": ("    ada: [bel]", "    ada: [ada, bel]", "borders.land.ada", "own neighbour"),
    "listed twice": ("    ada: [bel]", "    ada: [bel, bel]", "borders.land.ada", "2 times"),
    "key twice": ("  dun: {name", "  cor: {name", "small.yaml", "given twice"),
    "cut off": ("  sea_lane:\n    cor: [dun]\n    dun: [cor]\n", "", "borders", "dun cannot be reached from ada"),
    "lane nobody has": ("between: [cor, dun]", "between: [ada, bel]", "lanes[0]", "no border of kind sea_lane"),
    "lane kind": ("  sea_lane:\n", "  sealane:\n", "borders.sealane", 'did you mean "sea_lane"?'),
    "bad id": ("  ada: {name", "  Ada: {name", "spaces.Ada", "lower-case"),
    "wet land": (
        "Bel, region: west",
        "Bel, kind: sea, region: west",
        "borders.land.ada",
        "one is a sea, so list them under coast",
    ),
    "coast": ("token: [50, 50]}", "token: [50, 50], coasts: {nc: [50, 60]}}", "spaces.ada.coasts.nc", "such as NC"),
    "coast in the sea": ("token: [50, 50]}", "token: [50, 50], coasts: {NC: [5, 5]}}", "coasts.NC", "outline of ada"),
    "obstacle": (
        "editions:",
        "obstacles: {ada: {name: Ada, kind: lake}}\neditions:",
        "obstacles.ada",
        "a space as well",
    ),
    "no such obstacle": ("editions:", "obstacles: {fen: {name: Fen, kind: bog}}\neditions:", "obstacles.fen", "kind"),
    "obstacle nowhere": ("editions:", "obstacles: {fen: {name: Fen, kind: lake}}\neditions:", "outlines", "fen has no"),
    "other schema": ("board/1", "board/9", "schema", "wartable-board"),
    "outside": ("token: [50, 120]", "token: [50, 220]", "spaces.bel.token", "outside the canvas"),
    "token in the sea": ("token: [260, 80]", "token: [215, 150]", "spaces.dun.token", "outside the outline of dun"),
    "lane in the sea": ("[[200, 80], [230, 80]]", "[[200, 80], [215, 80]]", "lanes[cor, dun]", "ends 15 px from dun"),
    "no outlines": ("outlines.json", "outline.json", "outlines", "outline.json: No such file or directory"),
    "untrue border": (
        "  impassable:\n    ada: [cor]\n    cor: [ada]\n",
        "",
        "borders",
        "ada and cor touch along 80.0 px",
    ),
    "untrue gap": (
        "    cor: [bel]\n",
        "    cor: [bel, dun]\n    dun: [cor]\n",
        "borders.sea_lane.cor",
        "listed under land as well",
    ),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_finds_a_slip(tmp_path: Path, slip: str) -> None:
    old, new, where, said = SLIPS[slip]
    errors = [f for f in check_file(write_small(tmp_path, old, new)) if f.level == "error"]
    assert any(where in f.where and said in f.message for f in errors), errors


def test_finds_a_space_without_outline_and_an_outline_without_space(tmp_path: Path) -> None:
    path = write_small(tmp_path)
    write_outlines(tmp_path, {"dun": [], "dunn": [shapely.box(230, 30, 290, 130)]})
    said = [f.message for f in check_file(path)]
    assert said == ["dun has no outline", 'there is an outline for "dunn", which is no space or obstacle']


def test_finds_borders_that_do_not_touch(tmp_path: Path) -> None:
    path = write_small(tmp_path)
    write_outlines(tmp_path, {"bel": [shapely.box(10, 95, 95, 150)]})
    said = [f.message for f in check_file(path)]
    assert "ada and bel touch along 0.0 px on the picture; 6 can be seen" in said


def test_warns_of_names_in_a_wrong_place_and_of_crowded_tokens(tmp_path: Path) -> None:
    path = write_small(tmp_path, "token: [50, 50]", "token: [90, 50], label: [150, 60]")
    found = [(f.level, f.where) for f in check_file(path)]
    assert found == [("warning", "small.yaml: spaces.ada.label")]
    path = write_small(tmp_path, "token: [150, 80]", "token: [150, 80], label: [130, 30]")
    assert check_file(path) == ()
    path = write_small(tmp_path, "token: [50, 120]", "token: [50, 95], label: [50, 130]")
    assert check_file(path) == ()
    path = write_small(tmp_path, "token: [50, 120]", "token: [50, 92], label: [50, 130]")
    path.write_text(path.read_text().replace("token: [50, 50]", "token: [50, 70], label: [50, 30]"))
    [crowded] = check_file(path)
    assert crowded.message == "is 22 px from the token of bel; 26 keep them apart"


@pytest.mark.parametrize("text", ["", "a: [", "- 1", "schema: 5", "\x00", "schema: wartable-board/1"])
def test_answers_nonsense_with_a_finding(tmp_path: Path, text: str) -> None:
    path = tmp_path / "nonsense.yaml"
    path.write_text(text, encoding="utf-8")
    assert check_file(path)[0].level == "error"
    with pytest.raises(BoardError, match=r"nonsense\.yaml"):
        load_board(path)


def test_answers_a_missing_file_with_a_finding(tmp_path: Path) -> None:
    assert "cannot be read" in check_file(tmp_path / "none.yaml")[0].message


def test_checks_outline_recipes(tmp_path: Path) -> None:
    path = tmp_path / "recipe.yaml"
    path.write_text("schema: wartable-outline-recipe/1\nboard: small\n", encoding="utf-8")
    assert "provenance" in check_file(path)[0].message
    path.write_text("schema: wartable-shapes-recipe/1\nboard: small\nprovenance: mine\n", encoding="utf-8")
    assert "canvas" in check_file(path)[0].message
    recipes = sorted((Path(__file__).parents[2] / "tools" / "boards").glob("*.yaml"))
    assert len(recipes) >= 4
    assert {recipe.name: check_file(recipe) for recipe in recipes} == {recipe.name: () for recipe in recipes}
