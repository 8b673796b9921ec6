"""Every stated fact of the collected cases and random boards, under the default rulings and all others they name."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from wartable.games.diplomacy.cases.files import run_file

DATA = Path(__file__).parents[1] / "data"


@pytest.mark.parametrize(("file", "number"), [("cases.json", 132), ("fuzz.jsonl", 400)])
def test_every_case_comes_out_as_stated(file: str, number: int) -> None:
    outcomes = list(run_file(DATA / file))

    assert len(outcomes) == number
    assert [outcome for outcome in outcomes if outcome.differences] == []


def test_a_wrong_statement_is_noticed(tmp_path: Path) -> None:
    cases = msgspec.json.decode((DATA / "cases.json").read_bytes())
    cases["cases"] = [case for case in cases["cases"] if case["id"] == "6.A.11"]
    cases["extra"] = []
    cases["cases"][0]["result"]["A VIE - TYR"] = "moves"
    (tmp_path / "cases.json").write_bytes(msgspec.json.encode(cases))

    (outcome,) = run_file(tmp_path / "cases.json")

    assert any("A VIE - TYR" in line for line in outcome.differences)


def test_recorded_games_come_out_as_played() -> None:
    games = Path(__file__).parents[5] / "shared" / "datc" / "real_games.jsonl"
    if not games.is_file():
        pytest.skip("the recorded games lie beside the repository only where it is developed")

    outcomes = list(run_file(games))

    assert len(outcomes) == 30
    assert [outcome for outcome in outcomes if outcome.differences] == []
