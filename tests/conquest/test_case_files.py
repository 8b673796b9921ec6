"""Files of stated cases: ours pass, and a file that is wrong is told what is wrong with it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

from wartable.engine.cases import CaseResult
from wartable.games.conquest.balance.cases import CASES as BALANCE_CASES
from wartable.games.conquest.cases.run import run_file
from wartable.games.conquest.classic.cases import CASES as RISK_CASES
from wartable.games.conquest.lotr.cases import CASES as LOTR_CASES
from wartable.games.conquest.simultaneous.cases import FACTS as ROUND_FACTS
from wartable.games.conquest.simultaneous.cases import STEP_KINDS

HERE = Path(__file__).parent / "cases"
ROOT = Path(__file__).parents[2]
GOOD: dict[str, Any] = {
    "id": "attack-1",
    "game": "risk",
    "seats": 2,
    "before": {"rest": [1, 1], "territories": {"brazil": [0, 4]}, "step": "attack"},
    "steps": [{"seat": 0, "attack": {"from": "brazil", "to": "peru", "dice": 3}}, {"dice": [1, 1, 1, 6]}],
    "expect": {"territories": {"brazil": [0, 3]}},
}


def written(folder: Path, *cases: object, schema: str = "conquest-cases/1") -> Path:
    path = folder / "some.json"
    path.write_bytes(msgspec.json.encode({"schema": schema, "cases": cases}))
    return path


def result(folder: Path, **changes: object) -> CaseResult:
    """Run the good case with some of it changed."""
    (found,) = run_file(written(folder, {**GOOD, **changes}))
    return found


@pytest.mark.parametrize("name", ["risk", "balance"])
def test_all_cases_of_a_game_pass(name: str) -> None:
    found = list(run_file(HERE / f"{name}.json"))
    assert len(found) >= 25
    assert [one for one in found if one.differences] == []


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"game": "chess"}, "chess"),
        ({"game": "diplomacy"}, "reads no cases"),
        ({"preset": "klassic"}, "classic"),
        ({"options": {"attack_dices": 2}}, "attack_dice"),
        ({"seats": 9}, "2 to 6 players"),
        ({"before": {"rest": [1, 1], "terr": {}}}, "territories"),
        ({"before": {"rest": [1, 1], "territories": {"brasil": [0, 4]}}}, "brazil"),
        ({"before": {"territories": {"brazil": [0, 4]}}}, "rest"),
        ({"before": {"rest": [5, 1]}}, "seat 5"),
        ({"before": {"rest": [1, 1], "turn": 5}}, "before: turn: there is no seat 5"),
        ({"before": {"rest": [1, 1], "territory_cards": {"9": ["brazil"]}}}, "territory_cards: there is no seat 9"),
        ({"steps": [{"seat": 9, "end": "attack"}]}, "there is no seat 9"),
        ({"steps": [{"seat": "x", "end": "attack"}]}, "seat: Expected `int`"),
        ({"expect": {"income": {"9": {"total": 3}}}}, "expect: income: there is no seat 9"),
        ({"expect": {"hidden": {"0": ["missions.9"]}}}, "missions.9: there is no seat 9"),
        ({"before": {"rest": [1, 1], "step": "atack"}}, "attack"),
        ({"steps": [{"seat": 0, "atack": {}}]}, "attack"),
        ({"steps": [{"seat": 0, "attack": {"from": "brazil"}}]}, "`to`"),
        ({"steps": [{"seat": 0, "attack": {"from": "brazil", "to": "per", "dice": 3}}]}, "peru"),
        ({"steps": [{"seat": 1, "end": "attak"}]}, "attack"),
        ({"steps": [{"dice": [6]}]}, "no dice are due"),
        ({"steps": [{"draw": ["peru"]}]}, "no card is due"),
        ({"steps": [{"seat": 0, "attack": {"from": "brazil", "to": "peru"}}, {"dice": [7, 1, 1, 1]}]}, "step 2"),
        ({"expect": {"teritories": {}}}, "territories"),
        ({"expect": {"territories": {"brazil": [0]}}}, "territories"),
    ],
)
def test_what_is_wrong_with_a_case_is_said(tmp_path: Path, changes: dict[str, Any], told: str) -> None:
    found = result(tmp_path, **changes)
    assert found.id == "attack-1"
    assert any(told in line for line in found.differences), found.differences


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"expect": {"territories": {"brazil": [0, 4]}}}, "territories brazil: expected [0,4], found [0,3]"),
        ({"expect": {"ended": True}}, "ended: expected true, found false"),
        ({"expect": {"asked": {"seats": [1]}}}, "asked seats: expected [1], found [0]"),
        ({"expect": {"attackable": {"brazil": ["peru"]}}}, "attackable brazil: expected"),
        ({"expect": {"hidden": {"0": ["missions.1"]}}}, "nothing to change"),
        ({"expect": {"hidden": {"0": ["hats.1"]}}}, "none of"),
        ({"steps": [{"seat": 0, "attack": {"from": "brazil", "to": "egypt"}}]}, "Egypt"),
        ({"steps": [{"seat": 0, "attack": {"from": "brazil", "to": "peru"}, "refused": "D7"}]}, "allowed, and D7"),
        ({"steps": [{"seat": 0, "attack": {"from": "brazil", "to": "egypt"}, "refused": "D8"}]}, "D8 must refuse"),
        ({"expect": {"refused_options": "D4"}}, "the options are accepted"),
    ],
)
def test_what_differs_is_said(tmp_path: Path, changes: dict[str, Any], told: str) -> None:
    assert any(told in line for line in result(tmp_path, **changes).differences)


def test_a_case_without_a_field_is_named_by_its_number(tmp_path: Path) -> None:
    first, second = run_file(written(tmp_path, {"id": "x"}, GOOD))
    assert "case 1 (x)" in first.differences[0]
    assert "game" in first.differences[0]
    assert second.differences == ()


def test_a_misspelt_field_of_a_case_is_refused(tmp_path: Path) -> None:
    found = result(tmp_path, step=[])
    assert "steps" in found.differences[0]


@pytest.mark.parametrize("text", ["", "{", "7", '{"schema": "conquest-cases/1"}', '{"schema": "x/1", "cases": [1]}'])
def test_a_file_that_is_none_fails_as_a_whole(tmp_path: Path, text: str) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text)
    (found,) = run_file(path)
    assert found.id == "broken.json"
    assert "broken.json" in found.differences[0]


def test_a_refused_step_changes_nothing(tmp_path: Path) -> None:
    attack = {"from": "brazil", "to": "peru", "dice": 3}
    steps = [{"seat": 0, "attack": {**attack, "to": "egypt"}, "refused": "D7"}, *GOOD["steps"]]
    assert result(tmp_path, steps=steps).differences == ()


def test_steps_and_facts_are_those_of_the_game() -> None:
    assert "buy" not in RISK_CASES.steps
    assert "piles" not in RISK_CASES.facts


def test_the_example_of_the_guide_passes() -> None:
    assert [one for one in run_file(ROOT / "examples" / "conquest" / "cases.json") if one.differences] == []


@pytest.mark.parametrize(
    ("row", "reader"),
    [("Balance of Power", BALANCE_CASES), ("Lord of the Rings Risk", LOTR_CASES)],
)
@pytest.mark.parametrize("part", ["steps", "facts"])
def test_the_guide_names_every_step_and_fact(row: str, reader: Any, part: str) -> None:
    text = (ROOT / "docs" / "conquest-cases.md").read_text(encoding="utf-8").split(f"<!-- {part} -->")[1]
    rows = {
        line.split("|")[1].strip(): set(re.findall("`([a-z_]+)`", line))
        for line in text.splitlines()[:8]
        if "`" in line
    }
    rounds = set(STEP_KINDS if part == "steps" else ROUND_FACTS)
    common = set(getattr(RISK_CASES, part)) - rounds
    assert rows["simultaneous rounds"] == rounds
    assert rows["all"] - {"refused_options"} == common
    assert rows[row] == set(getattr(reader, part)) - common - rounds
