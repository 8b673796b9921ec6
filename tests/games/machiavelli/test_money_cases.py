"""The stated cases of the year and the money, and that one which states what is not so fails."""

from __future__ import annotations

from pathlib import Path

from wartable.games.machiavelli.cases.run import run_file

CASES = Path(__file__).parent / "data" / "money.json"


def test_every_case_of_the_year_and_the_money_passes() -> None:
    found = list(run_file(CASES))

    assert len(found) == 69
    assert [(one.id, one.differences) for one in found if one.differences] == []


def test_a_case_that_states_what_is_not_so_fails_and_says_what_was_found(tmp_path: Path) -> None:
    swaps = {
        "bribes-01": ('{"owner": "venice"}', '{"owner": "florence"}'),
        "income-01": ('"total": 16', '"total": 17'),
        "loans-01": ('"owed": 23', '"owed": 22'),
        "adjustment-01": ('"treasury": 0}', '"treasury": 1}'),
        "famine-01": ('"struck": ["capua", ', '"struck": ['),
        "assassination-01": ('"success": true', '"success": false'),
        "rebels-11": ('"treasury": {"venice": 3}', '"treasury": {"venice": 4}'),
    }
    lines = CASES.read_text("utf-8").splitlines()
    for number, line in enumerate(lines):
        for case, (old, new) in swaps.items():
            if f'"id": "{case}"' in line:
                assert old in line
                lines[number] = line.replace(old, new)
    (tmp_path / "wrong.json").write_text("\n".join(lines), "utf-8")

    assert {one.id for one in run_file(tmp_path / "wrong.json") if one.differences} == set(swaps)


def test_a_fact_that_nothing_reads_is_named(tmp_path: Path) -> None:
    text = CASES.read_text("utf-8").replace('"expect": {"owed": 23', '"expect": {"intrest": 8, "owed": 23')
    (tmp_path / "odd.json").write_text(text, "utf-8")

    (failed,) = (one for one in run_file(tmp_path / "odd.json") if one.differences)

    assert failed.differences == ("intrest is stated, and nothing reads that",)
