"""The cases of the digest, and random boards that two resolvers judged alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from wartable.games.diplomacy.ring.cases import run_ring_file

DATA = Path(__file__).parent / "data"


@pytest.mark.parametrize(("name", "count"), [("cases", 30), ("boards", 110)])
def test_every_case_passes(name: str, count: int) -> None:
    found = list(run_ring_file(DATA / f"{name}.json"))

    assert len(found) == count
    assert [(one.id, one.differences) for one in found if one.differences] == []


def test_a_case_that_states_what_is_not_so_fails(tmp_path: Path) -> None:
    text = (
        (DATA / "cases.json").read_text("utf-8").replace('"A mithlond - umbar": "moves"', '"A mithlond - umbar": "cut"')
    )
    (tmp_path / "wrong.json").write_text(text, "utf-8")

    first = next(run_ring_file(tmp_path / "wrong.json"))

    assert first.differences[0].startswith("A mithlond - umbar: expected cut, found moves")


def test_a_misspelt_field_and_an_unknown_option_are_named(tmp_path: Path) -> None:
    file = tmp_path / "odd.json"
    file.write_text(
        '{"cases": [{"units": {}, "revealt": {}}, {"units": {}, "options": {"sea_move": "one_line"}}]}', "utf-8"
    )

    misspelt, unknown = run_ring_file(file)

    assert "revealed" in misspelt.differences[0]
    assert "sea_moves" in unknown.differences[0]
