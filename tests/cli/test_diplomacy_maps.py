"""Maps of Diplomacy of one's own: brought in from a file, played on, and kept apart from Risk."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.board.lake import use_folder
from tests.cli.conftest import Wartable, without_files
from tests.games.diplomacy.rest.test_formats import ADJACENCY, VARIANTS, package
from wartable.board import load_board
from wartable.games.diplomacy import library
from wartable.games.diplomacy.formats.diagram import board_drawn, diagram
from wartable.games.diplomacy.formats.write import write_variant
from wartable.games.diplomacy.variant import load_variant
from wartable.tools.diplomacy.adjudicator import facts
from wartable.tools.diplomacy.mapfiles import maps

DUEL = """
VICTORY 3
UNOWNED MID
RED (RED) WST
A WST
BLUE (BLUE) EST
A EST
West = wst
Middle = mid
East = est
LAND WST ABUTS MID
LAND MID ABUTS WST EST
LAND EST ABUTS MID
"""
PLAY = ("simulate", "diplomacy", "--games", 1, "--option", "map=duel", "--option", "last_year=1903")


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Empty folders for the user's boards and maps; returns that of the maps."""
    use_folder(tmp_path / "boards", monkeypatch)
    monkeypatch.setenv(library.FOLDERS, str(tmp_path / "variants"))
    monkeypatch.setattr(library.OWN, "known", {})
    return tmp_path / "variants"


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """A map of three provinces as other programs write it."""
    file = tmp_path / "duel.map"
    file.write_text(DUEL)
    return file


def test_a_map_of_another_program_is_checked_comes_in_and_is_played_on(
    wartable: Wartable, own: Path, duel: Path, tmp_path: Path
) -> None:
    assert wartable("check", duel).out == f"{duel}: no fault found.\n"
    said = wartable("import", duel)
    assert "Duel: 2 powers, 3 provinces, 3 centres" in said.out, said.err
    assert "wartable play diplomacy --option map=duel" in said.out
    assert (own / "duel" / "variant.yaml").is_file()
    assert "Duel" in wartable("games", "diplomacy").out

    report = json.loads(wartable(*PLAY, "--seats", "easy,easy", "--records", tmp_path, "--json").out)
    assert report["options"]["map"].startswith("duel@")
    stored = min(tmp_path.glob("*.jsonl"))
    assert wartable("verify", stored).status == 0
    assert wartable("map", "duel", "-o", tmp_path / "duel.svg").status == 0
    assert wartable("map", "diplomacy", "--record", stored, "-o", tmp_path / "end.svg").status == 0
    assert "Middle" in (tmp_path / "end.svg").read_text()
    assert "Diplomacy has 2 seats" in wartable(*PLAY, "--seats", "easy,easy,easy").err


def test_phases_are_judged_on_a_map_that_came_in_by_its_key(wartable: Wartable, duel: Path, tmp_path: Path) -> None:
    wartable("import", duel)
    orders = tmp_path / "orders.txt"
    orders.write_text("Red:\nA WST - MID\n\nBlue:\nF EST HOLD\n")

    said = wartable("adjudicate", "--game", "duel", "--orders", orders)

    assert said.status == 0, said.err
    assert "A WST - MID" in said.out
    assert said.out == wartable("adjudicate", "--game", duel, "--orders", orders).out
    assert "did you mean duel?" in wartable("adjudicate", "--game", "dule", "--orders", orders).err
    assert facts("duel").title == "Duel", "the sandbox has it too"
    assert "duel" in {one.key for one in maps()}


@pytest.mark.parametrize("key", ["standard", "machiavelli", "Duel"])
def test_a_key_that_no_import_takes_is_warned_of(wartable: Wartable, duel: Path, tmp_path: Path, key: str) -> None:
    file = tmp_path / "own.yaml"
    wartable("variant", duel, "-o", file)
    file.write_text(file.read_text().replace("key: duel", f"key: {key}"))

    said = wartable("check", file)

    assert said.status == 0
    assert f"warning: own.yaml: key: '{key}' cannot be the key of an own map" in said.out
    assert f"'{key}' cannot be the key of an own map" in wartable("import", file).err
    assert wartable("import", file, "--key", "own").status == 0


def test_a_board_of_diplomacy_is_not_offered_for_risk(wartable: Wartable, duel: Path, tmp_path: Path) -> None:
    wartable("import", duel)
    assert "Duel" not in wartable("games", "risk").out
    said = wartable("simulate", "risk", "--seats", "easy,easy", "--games", 1, "--option", "board=duel")
    assert (said.status, said.err) == (2, "wartable: Duel is a board of Diplomacy; choose another.\n")

    said = wartable("import", tmp_path / "boards" / "duel" / "board.yaml", "--key", "drawn")
    assert "no board for Risk" in said.out
    assert "play risk" not in said.out


def test_packages_of_jdip_and_our_own_files_come_in(wartable: Wartable, own: Path, tmp_path: Path) -> None:
    package(tmp_path)
    (tmp_path / "variants.xml").write_text(VARIANTS)
    (tmp_path / "isles_adjacency.xml").write_text(ADJACENCY)
    for file in ("variants.xml", "isles.zip"):
        said = wartable("import", tmp_path / file, "--key", "isles", "--replace")
        assert said.status == 0, said.err
    strait = tmp_path / "europe.yaml"
    strait.write_text(write_variant(load_variant("standard")))
    assert "'standard' cannot be the key of an own map" in wartable("import", strait).err
    assert wartable("import", strait, "--key", "europe").status == 0
    assert sorted(path.name for path in own.iterdir()) == ["europe", "isles"]


def test_a_game_goes_on_on_the_map_it_was_begun_on(
    wartable: Wartable, own: Path, duel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wartable("import", duel)
    wartable(*PLAY, "--seats", "easy,easy", "--records", tmp_path)
    stored = min(tmp_path.glob("*.jsonl"))
    duel.write_text(DUEL.replace("VICTORY 3", "VICTORY 2"))
    assert "There is a map duel already" in wartable("import", duel).err
    assert wartable("import", duel, "--replace").status == 0
    monkeypatch.setattr(library.OWN, "known", {})
    assert wartable("verify", stored).status == 0, "what was replaced lies beside it"

    for folder in own.glob("duel@*"):
        (folder / library.FILE).unlink()
    monkeypatch.setattr(library.OWN, "known", {})
    assert "The map duel has changed since this was begun" in wartable("verify", without_files(stored)).err

    shutil.rmtree(own)
    shutil.rmtree(tmp_path / "boards")
    monkeypatch.setattr("wartable.board.library.OWN.known", {})
    assert wartable("verify", stored).status == 0, "a record carries its map and the board of it"
    assert wartable("map", "diplomacy", "--record", stored, "-o", tmp_path / "end.svg").status == 0
    stored.write_text(stored.read_text().replace("centres: 3", "centres: 2"))
    monkeypatch.setattr(library.OWN, "known", {})
    assert "makes the map duel@" in wartable("verify", stored).err


def test_a_wrong_map_names_its_fault(wartable: Wartable, duel: Path) -> None:
    duel.write_text(DUEL.replace("LAND EST ABUTS MID", "LAND EST ABUTS NIX"))
    for command in ("check", "import"):
        said = wartable(command, duel)
        assert said.status == 1
        assert "NIX" in said.out + said.err


def test_a_map_is_drawn_on_the_board_that_has_its_borders_else_as_a_diagram() -> None:
    standard = load_variant("standard")
    assert board_drawn(standard) == "diplomacy"
    drawn = diagram(standard, "europe")
    assert drawn == diagram(standard, "europe")
    assert [space.id for space in drawn.spaces] == sorted(space.id for space in load_board("diplomacy").spaces)
    assert drawn.border("BRE", "ENG") is not None
    assert drawn.point("STP/NC") != drawn.point("STP/SC")
    spots = [space.token for space in drawn.spaces]
    assert min(abs(a[0] - b[0]) + abs(a[1] - b[1]) for n, a in enumerate(spots) for b in spots[:n]) > 80


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ("BLUE (BLUE) EST", "BLUE (BLUE) EST WST", "WST is a home centre of red and blue"),
        ("A EST", "A EST\nA WST", "2 units begin in WST, of blue and red; a province holds one"),
        ("VICTORY 3", "VICTORY 30", "asks for 30 centres, and the map has 3"),
    ],
)
def test_a_map_that_no_game_can_begin_on_is_neither_sound_nor_brought_in(
    wartable: Wartable, own: Path, duel: Path, right: str, wrong: str, said: str
) -> None:
    duel.write_text(DUEL.replace(right, wrong))
    for command in ("check", "import", "variant"):
        told = wartable(command, duel)
        assert told.status == 1
        assert said in told.out + told.err
    assert not own.exists()


def test_a_board_that_a_map_cannot_be_drawn_on_is_refused(wartable: Wartable, own: Path, duel: Path) -> None:
    """The table could be begun, its units lay in a corner of the world, and it was lost with the next start."""
    written = duel.with_suffix(".yaml")
    wartable("variant", duel, "-o", written)
    assert "special" not in written.read_text()
    plain = written.read_text()
    written.write_text(f"{plain}board: classic\n")
    for command in ("check", "import"):
        told = wartable(command, written)
        assert "board: classic has no WST, MID, EST; name a board with all its provinces" in told.out + told.err
    assert not own.exists()
    written.write_text(f"{plain}board: clasic\n")
    assert "there is no board clasic here, so its borders are drawn as a diagram" in wartable("check", written).out


def test_a_later_unit_that_takes_the_place_of_another_is_noted(wartable: Wartable, duel: Path) -> None:
    duel.write_text(DUEL.replace("A EST", "F EST\nA EST"))
    assert "note: duel.map: Blue: A EST takes the place of F EST" in wartable("check", duel).out


def test_the_orders_on_a_map_that_nobody_has_drawn_are_drawn_on_its_diagram(
    wartable: Wartable, duel: Path, tmp_path: Path
) -> None:
    orders, picture = tmp_path / "orders.txt", tmp_path / "orders.svg"
    orders.write_text("Red: A WST - MID")
    told = wartable("adjudicate", "--game", duel, "--orders", orders, "--map", picture)
    assert told.status == 0, told.err
    assert 'class="order ' in picture.read_text()
