"""Cases of movement, sieges, conversion, straits, retreats, control and victory, and a case for each further statement.

The id of a case in `statements.json` begins with the section of rules/machiavelli.md that it is for.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from wartable.games.machiavelli.cases.run import run_file

DATA = Path(__file__).parent / "data"


@pytest.mark.parametrize(("name", "count"), [("campaigns", 90), ("statements", 36)])
def test_every_case_passes(name: str, count: int) -> None:
    found = list(run_file(DATA / f"{name}.json"))

    assert [(one.id, one.differences) for one in found if one.differences] == []
    assert len(found) == count


def test_a_case_that_states_what_is_not_so_fails(tmp_path: Path) -> None:
    text = (
        (DATA / "campaigns.json")
        .read_text("utf-8")
        .replace('["milan A pavia"]}, "words"', '["milan G pavia"]}, "words"')
    )
    (tmp_path / "wrong.json").write_text(text, "utf-8")

    first = next(run_file(tmp_path / "wrong.json"))

    assert first.differences == ("units: expected milan G pavia; found milan A pavia",)


def test_an_unknown_place_is_named(tmp_path: Path) -> None:
    case = '{"id": "x", "theme": "movement", "before": {"units": ["milan A paris"]}}'
    (tmp_path / "odd.json").write_text(f'{{"schema": "machiavelli-cases/1", "cases": [{case}]}}', "utf-8")

    (found,) = run_file(tmp_path / "odd.json")

    assert "'paris'" in found.differences[0]
