"""Domination maps: read, written as our own files, drawn; faults named by file and line."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import TYPE_CHECKING

import pytest
import yaml

from wartable.board import BoardError, check_file, draw_board, load_board, write_map
from wartable.games.conquest.core.maprules import with_rules
from wartable.games.conquest.formats.domination import read_domination
from wartable.tools.conquest.maps import MAPS

if TYPE_CHECKING:
    from pathlib import Path

MAP = """\
; a map for the tests
name Two Isles
ver 1

[files]
pic isles_pic.png
map isles_map.gif
crd isles.cards

[continents]
North_Isle 3 yellow
South_Isle 2 blue

[countries]
1 Cold_Bay 1 40 30
2 High_Fell 1 70 34
3 St._Ann's 2 44 80
4 High_Fell 2 75 82

[borders]
1 2 3
2 1
3 1 4
4 3
"""
CARDS = """\
[cards]
Infantry 1
Cavalry 2
Cannon 3
Infantry 4
wildcard
wildcard

[missions]
0 0 0 1 * 0 Hold the north and one more
1 4 1 0 0 0 Beat PLAYER1
0 3 2 0 0 0 Hold three with two on each
"""


def write_isles(folder: Path, text: str = MAP, cards: str | None = CARDS) -> Path:
    path = folder / "isles.map"
    path.write_text(text, encoding="utf-8")
    if cards is not None:
        (folder / "isles.cards").write_text(cards, encoding="utf-8")
    return path


def test_reads_map_and_cards(tmp_path: Path) -> None:
    imported = read_domination(write_isles(tmp_path))
    board = imported.board
    assert (board.key, board.title) == ("isles", "Two Isles")
    assert [(s.id, s.name, s.region) for s in board.spaces] == [
        ("cold_bay", "Cold Bay", "north_isle"),
        ("high_fell", "High Fell", "north_isle"),
        ("st_ann_s", "St. Ann's", "south_isle"),
        ("high_fell_2", "High Fell", "south_isle"),
    ]
    assert imported.bonuses == {"north_isle": 3, "south_isle": 2}
    assert board.neighbours("cold_bay") == ("high_fell", "st_ann_s")
    assert [(card.symbol, card.space) for card in imported.cards] == [
        ("infantry", "cold_bay"),
        ("cavalry", "high_fell"),
        ("artillery", "st_ann_s"),
        ("infantry", "high_fell_2"),
    ]
    assert imported.wild_cards == 2
    assert [(m.eliminate, m.spaces, m.armies, m.regions) for m in imported.missions] == [
        (0, 0, 0, ("north_isle", "*")),
        (1, 4, 1, ()),
        (0, 3, 2, ()),
    ]
    assert imported.missions[0].text == "Hold the north and one more"
    assert imported.notes == ()


def test_written_files_are_a_right_board(tmp_path: Path) -> None:
    imported = read_domination(write_isles(tmp_path))
    path = write_map(with_rules(imported.board, imported.rules), tmp_path / "made")
    assert load_board(path) == imported.board
    assert [f for f in check_file(path) if f.level == "error"] == []
    rules = yaml.safe_load((path.parent / "rules.yaml").read_text(encoding="utf-8"))
    assert rules["bonuses"] == {"north_isle": 3, "south_isle": 2}
    assert rules["cards"] == {
        "symbols": {"infantry": ["cold_bay", "high_fell_2"], "cavalry": ["high_fell"], "artillery": ["st_ann_s"]},
        "wild": 2,
    }


def test_tokens_are_spread_until_they_do_not_overlap(tmp_path: Path) -> None:
    spaces = read_domination(write_isles(tmp_path)).board.spaces
    (x, y), (u, v) = spaces[0].token, spaces[1].token
    assert ((x - u) ** 2 + (y - v) ** 2) ** 0.5 >= 2 * 13


def test_imported_boards_draw(tmp_path: Path) -> None:
    ET.fromstring(draw_board(read_domination(write_isles(tmp_path)).board))


def test_one_way_borders_become_two_way_and_are_told(tmp_path: Path) -> None:
    imported = read_domination(write_isles(tmp_path, MAP.replace("4 3\n", "")))
    assert imported.board.neighbours("high_fell_2") == ("st_ann_s",)
    assert "made two-way" in imported.notes[0]
    assert MAPS.check(tmp_path / "isles.map")[0].level == "note"


def test_a_missing_cards_file_is_told(tmp_path: Path) -> None:
    imported = read_domination(write_isles(tmp_path, cards=None))
    assert imported.cards == ()
    assert "isles.cards" in imported.notes[0]


FAULTS = {
    "too short": (MAP.replace("North_Isle 3 yellow", "North_Isle"), CARDS, r"isles\.map, line 11: .*name bonus"),
    "no number": (MAP.replace("3 yellow", "three yellow"), CARDS, r"line 11: the bonus .*\"three\""),
    "order": (MAP.replace("3 St._Ann's", "5 St._Ann's"), CARDS, r"line 17: country 5 should be number 3"),
    "continent": (MAP.replace("Ann's 2 44", "Ann's 3 44"), CARDS, r"line 17: there is no continent 3"),
    "border": (MAP.replace("1 2 3\n", "1 2 9\n"), CARDS, r"line 21: there is no country 9; .* 1 to 4"),
    "itself": (MAP.replace("1 2 3\n", "1 1\n"), CARDS, r"line 21: country 1 borders itself"),
    "section": (MAP.replace("[borders]", "[border]"), CARDS, r"line 20: there is no section \[border\]"),
    "empty": ("[files]\n", None, r"isles\.map has no \[countries\]"),
    "card kind": (MAP, CARDS.replace("Cannon 3", "Catapult 3"), r"isles\.cards, line 4: .*Cannon"),
    "card place": (MAP, CARDS.replace("Cannon 3", "Cannon 30"), r"isles\.cards, line 4: there is no country 30"),
    "mission": (MAP, CARDS.replace("0 3 2 0 0 0", "0 3 two 0 0 0"), r"isles\.cards, line 12: .*\"two\""),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_names_file_and_line_of_a_fault(tmp_path: Path, fault: str) -> None:
    text, cards, said = FAULTS[fault]
    path = write_isles(tmp_path, text, cards)
    with pytest.raises(BoardError, match=said):
        read_domination(path)
    assert MAPS.check(path)[0].level == "error"


def test_refuses_other_files(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"ends in \.map"):
        read_domination(tmp_path / "isles.txt")
    with pytest.raises(BoardError, match="cannot be read"):
        read_domination(tmp_path / "isles.map")
