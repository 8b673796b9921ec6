from __future__ import annotations

import json
from pathlib import Path

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
