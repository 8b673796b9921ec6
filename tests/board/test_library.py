"""The library of boards: found by key, bound to their content by id, refused with the reason."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.board.lake import install_lake, lake, use_folder
from wartable.board import BoardError, OwnMap, board_keys, check_file, load_board, load_map, write_board
from wartable.board.library import FOLDERS, OWN, install, own_keys
from wartable.board.load import packaged_boards
from wartable.games.conquest.core.data import printed_tables
from wartable.games.conquest.core.maprules import border_bonuses, map_rules, proposed_rules, with_rules


def test_own_boards_stand_beside_those_of_the_package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = install_lake(tmp_path, monkeypatch)

    assert board_keys() == (*packaged_boards(), "lake_country")
    assert load_map("lake_country") == load_map(made.id) == made
    assert load_board("lake_country") == load_board(made.id) == made.board
    assert load_board("classic").key == "classic"


def test_folders_are_those_named_or_the_usual_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(FOLDERS, f"{tmp_path / 'one'}:{tmp_path / 'two'}")
    assert OWN.folders() == (tmp_path / "one", tmp_path / "two")
    assert own_keys() == ()
    monkeypatch.setenv(FOLDERS, "")
    assert OWN.folders() == ()
    with pytest.raises(BoardError, match="names no folder"):
        install(lake())
    monkeypatch.delenv(FOLDERS)
    assert OWN.folders()[0].name == "boards"


def changed(made: OwnMap, **rules: object) -> OwnMap:
    return with_rules(made.board, msgspec.structs.replace(map_rules(made), **rules))


def test_the_id_follows_what_decides_a_game_and_nothing_else() -> None:
    made = lake()
    board = made.board
    moved = msgspec.structs.replace(board, title="Other", spaces=tuple(_renamed(space) for space in board.spaces))
    fewer = msgspec.structs.replace(board, borders=board.borders[1:])
    fewer_missions = changed(made, missions=map_rules(made).missions[:-1])

    assert with_rules(moved, map_rules(made)).id == made.id
    others = {with_rules(fewer, map_rules(made)).id, changed(made, wild=2).id, fewer_missions.id}
    others.add(changed(made, bonuses=map_rules(made).bonuses | {"the_isles": 9}).id)
    assert len({made.id, *others}) == 5


def _renamed(space: object) -> object:
    return msgspec.structs.replace(space, name="X", token=(1.0, 2.0))  # type: ignore[type-var]


def test_a_map_that_changed_is_not_taken_for_what_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_lake(tmp_path, monkeypatch)
    rules = tmp_path / "lake_country" / "rules.yaml"
    rules.write_text(rules.read_text().replace("the_isles: 3", "the_isles: 30"))

    assert map_rules(load_map("lake_country")).bonuses["the_isles"] == 30
    with pytest.raises(BoardError, match="lake_country has changed since this was begun"):
        load_map("lake_country@000000000000")


def test_a_replaced_map_stays_for_the_games_played_on_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = install_lake(tmp_path, monkeypatch)
    new = changed(old, wild=5)

    with pytest.raises(BoardError, match="There is a board lake_country already, Lake Country"):
        install(new)
    install(old)
    install(new, replace=True)

    assert own_keys() == ("lake_country",)
    assert load_map("lake_country") == new
    assert map_rules(load_map(old.id)) == map_rules(old)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["lake_country", old.id]


def test_a_board_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_lake(tmp_path, monkeypatch)
    for name in ("lake_contry", "atlantis@0123456789ab", "../lake_country", "", "@"):
        with pytest.raises(BoardError, match="there is no board"):
            load_map(name)
    with pytest.raises(BoardError, match='did you mean "lake_country"'):
        load_board("lake_contry")


@pytest.mark.parametrize("key", ["classic", "world_2008", "Lake", "../lake", "a b", ""])
def test_keys_that_cannot_be_used(key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_folder(tmp_path, monkeypatch)
    made = with_rules(msgspec.structs.replace(lake().board, key=key), map_rules(lake()))
    with pytest.raises(BoardError, match="cannot be the key"):
        install(made)
    assert list(tmp_path.iterdir()) == []


def test_a_board_without_rules_gets_some(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    board = lake().board
    write_board(board, use_folder(tmp_path, monkeypatch) / board.key)

    rules = map_rules(load_map(board.key))

    assert rules == proposed_rules(board)
    assert rules.bonuses == {"north_shore": 2, "east_hills": 2, "south_marsh": 2, "the_isles": 2}
    assert sorted(map(list(rules.symbols.values()).count, ("infantry", "cavalry", "artillery"))) == [4, 4, 4]


def test_border_bonuses_are_the_table_of_the_classic_map() -> None:
    assert border_bonuses(load_board("classic")) == printed_tables().bonuses["border_weighted"].regions


FAULTS = {
    "schema": ("wartable-map-rules/1", "wartable-map-rules/9", "schema: is"),
    "board": ("board: lake_country", "board: sea_country", 'board: is "sea_country" but'),
    "field": ("cards:", "crads:", "crads"),
    "region": ("the_isles: 3", "the_aisles: 3", r"bonuses.the_aisles: there is no such region; did you mean"),
    "region left out": (", the_isles: 3", "", "bonuses.the_isles: is missing"),
    "below nothing": ("the_isles: 3", "the_isles: -3", "bonuses.the_isles: is -3"),
    "symbol": ("cavalry:", "calvary:", "cards.symbols.calvary: there is no such symbol"),
    "space": ("infantry: [alder_point", "infantry: [elder_point", 'no space "elder_point"'),
    "two cards": ("infantry: [alder_point", "infantry: [lamp_isle, alder_point", "lamp_isle is on 2 cards"),
    "wild": ("wild: 1", "wild: -1", "cards.wild: is -1"),
    "mission region": ("regions: [north_shore", "regions: [noth_shore", r"missions\[0\].regions: there is no region"),
    "mission spaces": ("spaces: 8", "spaces: 80", r"missions\[4\].spaces: asks for 80 spaces; there are 12"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_of_a_rules_file_are_named(fault: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_lake(tmp_path, monkeypatch)
    path = tmp_path / "lake_country" / "rules.yaml"
    assert check_file(path) == ()
    old, new, said = FAULTS[fault]
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))

    with pytest.raises(BoardError, match=said):
        load_map("lake_country")
    if fault != "schema":
        assert {finding.level for finding in check_file(path)} == {"error"}


def test_boards_that_cannot_be_played_on_are_refused() -> None:
    board = lake().board
    empty = msgspec.structs.replace(board.regions[0], id="nowhere")
    with pytest.raises(BoardError, match="no space belongs to the region nowhere"):
        with_rules(msgspec.structs.replace(board, regions=(*board.regions, empty)), proposed_rules(board))
    with pytest.raises(BoardError, match="cannot be reached from alder_point"):
        with_rules(msgspec.structs.replace(board, borders=board.borders[:4]), proposed_rules(board))
