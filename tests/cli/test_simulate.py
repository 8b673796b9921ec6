from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Wartable

QUICK = ("simulate", "risk", "--seats", "easy,random,random", "--option", "turn_limit=8")


def test_the_same_seed_gives_the_same_bytes_whatever_the_jobs(wartable: Wartable) -> None:
    first = wartable(*QUICK, "--games", 20, "--json")
    again = wartable(*QUICK, "--games", 20, "--json")
    shared = wartable(*QUICK, "--games", 20, "--json", "--jobs", 2)

    assert first.status == 0
    assert first.out == again.out == shared.out


def test_a_wrong_number_of_seats_is_told_with_the_scenarios_that_have_as_many(wartable: Wartable) -> None:
    for seats, said in (
        (5, "5 were named. For 5 choose --option scenario=balance_of_power_1454_five, or "),
        (20, "20 were named.\n"),
    ):
        told = wartable("simulate", "machiavelli", "--seats", ",".join(["easy"] * seats), "--games", 1)
        assert told.status == 2
        assert said in told.err


def test_another_seed_gives_another_result(wartable: Wartable) -> None:
    one = json.loads(wartable(*QUICK, "--games", 6, "--json").out)
    two = json.loads(wartable(*QUICK, "--games", 6, "--json", "--seed", 8).out)

    assert one["decisions"] != two["decisions"]


def test_the_report_adds_up(wartable: Wartable) -> None:
    report = json.loads(wartable(*QUICK, "--games", 12, "--rotate", "--json").out)

    assert report["finished"] == report["games"] == 12
    assert [line["name"] for line in report["policies"]] == ["easy", "random"]
    assert [line["fair"] for line in report["policies"]] == [0.3333, 0.6667]
    assert sum(line["wins"]["count"] for line in report["by_seat"]) >= 12
    assert report["options"]["turn_limit"] == 8
    for line in (*report["policies"], *report["by_seat"]):
        assert line["wins"]["low"] <= line["wins"]["share"] <= line["wins"]["high"]


def test_the_text_says_the_same(wartable: Wartable) -> None:
    said = wartable(*QUICK, "--games", 4)

    assert said.out.startswith("risk: 4 of 4 games finished, seed 1, seats easy, random, random\n")
    assert "seat 3 (random)" in said.out
    assert "turns" in said.out
    assert said.err == ""


def test_records_replay_and_verify(wartable: Wartable, tmp_path: Path) -> None:
    plain = wartable(*QUICK, "--games", 3, "--json")
    recorded = wartable(*QUICK, "--games", 3, "--json", "--records", tmp_path / "kept")
    files = sorted((tmp_path / "kept").iterdir())

    assert recorded.out == plain.out
    assert [file.name for file in files] == [f"risk-{number:06}.jsonl" for number in range(3)]
    for file in files:
        said = wartable("verify", file)
        assert said.status == 0
        assert "match the seal" in said.out


def test_a_game_of_another_package(wartable: Wartable, pig: str) -> None:
    report = json.loads(wartable("simulate", pig, "--seats", "random,random", "--games", 5, "--json").out)

    assert report["finished"] == 5
    assert {one["reason"] for one in report["endings"]} == {"50 points reached"}
    assert sum(one["games"]["count"] for one in report["endings"]) == 5


def test_a_report_names_what_seats_play_and_with_what_grade_games_ended(wartable: Wartable) -> None:
    """Seats of a scenario differ: who won, how completely and after how long is told of the sides."""
    words = ("simulate", "ring-of-power", "--seats", "easy,easy", "--games", 3, "--option", "scenario=moria-passage")
    report = json.loads(wartable(*words, "--json").out)
    sides = {"seat 1 (Goblins, easy)", "seat 2 (The Fellowship, easy)"}

    assert {line["name"] for line in report["by_seat"]} == sides
    assert sum(one["games"]["count"] for one in report["endings"]) == 3
    for one in report["endings"]:
        assert one["grade"] in {"major", "minor", "draw"}
        assert set(one["winners"]) < sides or one["grade"] == "draw"
        assert 1 <= one["turns"]["least"] <= one["turns"]["most"] <= 10
    said = wartable(*words).out
    assert all(f"({one['grade']}, " in said and one["reason"].rstrip(".") in said for one in report["endings"])


@pytest.mark.slow
def test_every_level_plays_the_same_game_again_in_another_process(wartable: Wartable) -> None:
    words = ("simulate", "risk", "--seats", "hard,medium,easy", "--games", 4, "--seed", 7, "--json")

    assert wartable(*words).out == wartable(*words, "--jobs", 2).out
