from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.board.lake import LAKE, MAPS, use_folder
from tests.cli.conftest import Wartable, without_files

IMPORTED = "Lake Country: 12 spaces, 4 regions, 18 borders."


@pytest.fixture(autouse=True)
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for the user's boards."""
    return use_folder(tmp_path / "boards", monkeypatch)


def test_a_map_comes_in_and_is_played_on(wartable: Wartable, library: Path, tmp_path: Path) -> None:
    said = wartable("import", LAKE)
    assert said.status == 0
    assert said.out.splitlines()[0] == IMPORTED
    assert str(library / "lake_country") in said.out
    assert "wartable play risk --option board=lake_country" in said.out

    board = ("--option", "board=lake_country")
    played = ("simulate", "risk", "--seats", "easy,easy,easy", "--games", 2, "--seed", 4, *board)
    assert json.loads(wartable(*played, "--json", "--records", tmp_path).out) == json.loads(
        wartable(*played, "--json", "--jobs", 2).out
    )
    stored = min(tmp_path.glob("*.jsonl"))
    assert "match the seal" in wartable("verify", stored).out
    assert "takes Heron Isle" in wartable("replay", stored).out
    assert (
        "every promise" in wartable("conform", "risk", "--games", 1, "--preset", "classic", "--limit", 1500, *board).out
    )
    assert "Lake Country" in wartable("games", "risk").out
    assert wartable("map", "lake_country", "-o", tmp_path / "lake.svg").status == 0
    assert wartable("map", "risk", "--record", stored, "-o", tmp_path / "end.svg").status == 0
    assert "Heron" in (tmp_path / "end.svg").read_text()


def test_a_folder_is_no_file_to_import(wartable: Wartable, tmp_path: Path) -> None:
    said = wartable("import", tmp_path)
    assert (said.status, said.err) == (
        2,
        f"wartable: {tmp_path} is a folder; name the file in it, as {tmp_path / 'board.yaml'}.\n",
    )


def test_a_record_carries_its_board_and_one_that_does_not_names_it_where_it_is_gone(
    wartable: Wartable, library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wartable("import", LAKE)
    wartable("simulate", "risk", "--seats", "easy,easy", "--games", 1, "--option", "board=lake_country",
             "--records", tmp_path)  # fmt: skip
    stored = min(tmp_path.glob("*.jsonl"))
    monkeypatch.setattr("wartable.board.library.OWN.known", {})  # as in a new process
    rules = library / "lake_country" / "rules.yaml"
    rules.write_text(rules.read_text().replace("the_isles: 3", "the_isles: 4"))

    older = without_files(stored)
    said = wartable("verify", older)
    assert (said.status, said.out) == (1, ""), said.err
    assert "The board lake_country has changed since this was begun" in said.err

    for file in rules.parent.iterdir():
        file.unlink()
    assert 'There is no board "lake_country" here' in wartable("verify", older).err

    assert wartable("verify", stored).status == 0
    assert wartable("map", "risk", "--record", stored, "-o", tmp_path / "end.svg").status == 0


def test_a_record_with_another_board_than_it_was_played_on_is_refused(
    wartable: Wartable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wartable("import", LAKE)
    wartable("simulate", "risk", "--seats", "easy,easy", "--games", 1, "--option", "board=lake_country",
             "--records", tmp_path)  # fmt: skip
    stored = min(tmp_path.glob("*.jsonl"))
    whole = stored.read_text()
    for old, new, told in (
        ("the_isles: 3", "the_isles: 4", "What lies beside it makes the board lake_country@"),
        ('"rules.yaml"', '"../rules.yaml"', "no names of files"),
    ):
        monkeypatch.setattr("wartable.board.library.OWN.known", {})
        assert old in whole
        stored.write_text(whole.replace(old, new))
        said = wartable("verify", stored)
        assert said.status == 1
        assert told in said.err


def test_key_and_cards_can_be_named(wartable: Wartable, library: Path, tmp_path: Path) -> None:
    bare = tmp_path / "bare.map"
    bare.write_text(LAKE.read_text().replace("crd lake_country.cards\n", ""))

    assert "it names no cards file" in wartable("import", bare).out
    said = wartable("import", bare, "--key", "lake", "--cards", MAPS / "lake_country.cards")

    assert said.out.startswith(IMPORTED)
    assert sorted(path.name for path in library.iterdir()) == ["bare", "lake"]
    assert "eliminate" in (library / "lake" / "rules.yaml").read_text()


def test_a_board_file_comes_in_with_or_without_its_rules(wartable: Wartable, library: Path) -> None:
    wartable("import", LAKE)
    board = library / "lake_country" / "board.yaml"
    assert IMPORTED in wartable("import", board, "--key", "copy").out
    (board.parent / "rules.yaml").unlink()
    assert "bonuses and cards were proposed" in wartable("import", board, "--key", "plain").out
    assert "missions: []" in (library / "plain" / "rules.yaml").read_text()


def test_what_is_there_is_replaced_only_on_request(wartable: Wartable, library: Path, tmp_path: Path) -> None:
    wartable("import", LAKE)
    other = tmp_path / "lake_country.map"
    other.write_text(LAKE.read_text().replace("The_Isles 3", "The_Isles 4"))

    said = wartable("import", other)
    assert said.status == 1
    assert "There is a board lake_country already" in said.err
    assert wartable("import", LAKE).status == 0, "the same again changes nothing"
    assert wartable("import", other, "--replace").status == 0
    assert len(list(library.iterdir())) == 2


@pytest.mark.parametrize(
    ("words", "status", "told"),
    [
        ((Path(__file__),), 2, "FILE.map"),
        (("none.map",), 1, "none.map cannot be read"),
        (("board.yaml", "--cards", "x.cards"), 2, "only a .map file has cards"),
        ((LAKE, "--key", "classic"), 1, "cannot be the key"),
        ((LAKE, "--cards", "none.cards"), 1, "none.cards cannot be read"),
    ],
)
def test_misuse_is_one_line(wartable: Wartable, words: tuple[object, ...], status: int, told: str) -> None:
    said = wartable("import", *words)
    assert said.status == status
    assert told in said.err
    assert said.err.count("\n") == 1


def test_a_faulty_board_is_not_imported(wartable: Wartable, library: Path, tmp_path: Path) -> None:
    wartable("import", LAKE)
    faulty = tmp_path / "faulty.yaml"
    faulty.write_text((library / "lake_country" / "board.yaml").read_text().replace("region: east_hills", "region: up"))

    said = wartable("import", faulty, "--key", "faulty")

    assert said.status == 1
    assert 'there is no region "up"' in said.out
    assert not (library / "faulty").exists()
