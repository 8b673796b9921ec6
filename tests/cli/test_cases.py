"""`wartable cases`: files of every family, told apart by what they say they are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

RISK = Path(__file__).parents[1] / "conquest" / "cases" / "risk.json"


def test_cases_are_run_by_the_schema_of_their_file(wartable: Any) -> None:
    said = wartable("cases", RISK, "--only", "attack-01")
    assert (said.status, said.out) == (0, "1 passed, 0 failed\n")


def test_a_schema_that_nobody_reads_is_refused_by_name(tmp_path: Path, wartable: Any) -> None:
    path = tmp_path / "other.json"
    path.write_text('{"schema": "conquest-case/1", "cases": []}', encoding="utf-8")
    said = wartable("cases", path)
    assert said.status == 2
    assert "Did you mean conquest-cases/1?" in said.err
