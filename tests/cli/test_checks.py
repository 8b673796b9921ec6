from __future__ import annotations

import json
from pathlib import Path

from tests.board.boards import write_small
from tests.cli.conftest import ROOT, Wartable

CLASSIC = ROOT / "src" / "wartable" / "data" / "boards" / "classic" / "board.yaml"


def test_the_classic_board_is_sound(wartable: Wartable) -> None:
    said = wartable("check", CLASSIC)

    assert said.status == 0
    assert "error" not in said.out


def test_a_broken_board_is_status_1_and_says_where(wartable: Wartable, tmp_path: Path) -> None:
    broken = tmp_path / "board.yaml"
    broken.write_text(CLASSIC.read_text().replace("[alaska, ", "[alasca, ", 1))
    (tmp_path / "outlines.json").write_bytes((CLASSIC.parent / "outlines.json").read_bytes())

    said = wartable("check", broken)
    found = json.loads(wartable("check", broken, "--json").out)

    assert said.status == 1
    assert "alasca" in said.out
    assert said.err.count("\n") == 1
    assert any(finding["level"] == "error" for finding in found[str(broken)])


def test_a_board_whose_key_is_in_use_is_warned_of(wartable: Wartable, tmp_path: Path) -> None:
    board = write_small(tmp_path)
    assert "cannot be the key" not in wartable("check", board).out
    board.write_text(board.read_text().replace("key: small", "key: classic", 1))

    said = wartable("check", board)

    assert said.status == 0
    assert "warning: small.yaml: key: 'classic' cannot be the key of an own board" in said.out
    assert "cannot be the key" not in wartable("check", CLASSIC).out


def test_a_missing_file_is_a_finding(wartable: Wartable, tmp_path: Path) -> None:
    said = wartable("check", tmp_path / "none.yaml")

    assert said.status != 0
    assert "none.yaml" in said.out + said.err


def test_conform_reports_each_preset(wartable: Wartable, pig: str) -> None:
    said = wartable("conform", pig, "--games", 3, "--seed", 5)
    reports = json.loads(wartable("conform", pig, "--games", 3, "--seed", 5, "--json").out)

    assert said.status == 0
    assert said.out.count("kept every promise") == 2
    assert [report["preset"] for report in reports] == ["standard", "long"]
    assert all(report["finished"] == 3 for report in reports)


def test_conform_breaks_off_games_that_go_on(wartable: Wartable, pig: str) -> None:
    (report, *_) = json.loads(wartable("conform", pig, "--games", 3, "--limit", 4, "--json").out)
    assert (report["finished"], report["decisions"]) == (0, 12)


def test_conform_of_one_preset(wartable: Wartable, pig: str) -> None:
    assert wartable("conform", pig, "--games", 2, "--preset", "long").out.count("kept every promise") == 1
    assert wartable("conform", pig, "--preset", "short").status == 2


def test_conform_names_the_numbers_of_seats_left_out(wartable: Wartable) -> None:
    said = wartable("conform", "risk", "--games", 1, "--preset", "engine", "--option", "goal=territories",
                    "--option", "territories=18_with_two")  # fmt: skip

    assert said.status == 0
    assert "\n  not played with 2 seats: 2 players begin with up to 21 territories each" in said.out


def test_what_lies_beside_a_board_is_looked_through_with_it(wartable: Wartable, tmp_path: Path) -> None:
    board = write_small(tmp_path)
    whole = board.rename(board.with_name("board.yaml"))
    rules = whole.with_name("rules.yaml")
    rules.write_text("schema: wartable-map-rules/1\nboard: small\nbonuses: {west: 2, easst: 1}\n")

    assert 'rules.yaml: bonuses.easst: there is no such region; did you mean "east"?' in wartable("check", whole).out
    whole.write_text(whole.read_text().replace("name: Ada", "nam: Ada"))
    assert "the board beside it has faults" in wartable("check", rules).out


def test_a_folder_is_told_which_file_in_it_is_meant(wartable: Wartable, tmp_path: Path) -> None:
    said = wartable("check", tmp_path)
    assert (said.status, said.out) == (2, "")
    assert said.err == f"wartable: {tmp_path} is a folder; name the file in it, as {tmp_path / 'board.yaml'}.\n"


def test_a_wrong_count_hides_nothing_and_a_wrong_word_names_those_there_are(wartable: Wartable, tmp_path: Path) -> None:
    board = write_small(tmp_path)
    right = board.read_text()
    board.write_text(right.replace("land: 2,", "land: 3,").replace("token: [50, 50]", "token: [50, 120]"))
    told = wartable("check", board).out
    assert "counts.land: says 3" in told
    assert "spaces.ada.token: lies outside" in told
    board.write_text(f"style: parchement\n{right}")
    assert "small.yaml: 'parchement' cannot stand at style. Did you mean parchment?" in wartable("check", board).out
