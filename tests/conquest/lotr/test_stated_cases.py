"""Every stated case of Lord of the Rings Risk passes, and every rule and settlement is named by a case or a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from wartable.games.conquest.cases.form import Case, read_case_file
from wartable.games.conquest.cases.run import run_case
from wartable.games.conquest.lotr.data import Happening, lotr_data

HERE = Path(__file__).parent
FILES = sorted((HERE.parent / "cases" / "lotr").glob("*.json"))
CASES = [case for file in FILES for case in read_case_file(file) if isinstance(case, Case)]
SWITCHES = [
    f"T{number:02d}"
    for first, last in ((1, 8), (10, 19), (20, 24), (30, 35), (40, 40), (50, 55), (60, 62), (70, 72), (80, 86))
    for number in range(first, last + 1)
]
SETTLEMENTS = [f"L{number}" for number in range(1, 90)]
SIMULTANEOUS = [f"M{number:02d}" for number in range(1, 17)]
SECTIONS = [
    *(f"1.1.{point}" for point in range(1, 10)),
    *(f"1.2.{point}" for point in range(1, 8)),
    *("1.3", "1.4", "1.5", "2", "3", "6.1"),
    *("alliance", "team", "alliance-tweaked", "equal_turns", "sets_per_turn", "team_points_at_doom"),
    *(f"V{number}" for number in range(1, 7)),
]
CARDS = [f"card:{card.id}" for card in lotr_data().adventure if not isinstance(card, Happening)]
WORDS = re.compile(r"[\w:.-]*[\w]")
"""Rule numbers and other words in the text of a test."""


def test_every_file_is_read_whole() -> None:
    assert len(FILES) >= 19
    assert len(CASES) == sum(file.read_text(encoding="utf-8").count('"game": "lotr-risk"') for file in FILES)
    assert len({case.id for case in CASES}) == len(CASES)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_a_case_comes_out_as_it_says(case: Case) -> None:
    assert run_case(case).differences == ()


@pytest.mark.parametrize("rule", [*SWITCHES, *SETTLEMENTS, *SIMULTANEOUS, *SECTIONS, *CARDS])
def test_a_rule_is_named_by_a_case_or_a_test(rule: str) -> None:
    named = {name for case in CASES for name in case.rules}
    tested = {
        word
        for file in HERE.glob("test_*.py")
        if file.name != Path(__file__).name
        for word in WORDS.findall(file.read_text(encoding="utf-8"))
    }
    assert rule in named | tested
