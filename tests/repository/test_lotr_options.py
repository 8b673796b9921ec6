"""A reader of the LotR notes finds every option that they name: the table is checked against the option type."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from wartable.engine.errors import BadOptions
from wartable.engine.options import build, describe
from wartable.games.conquest.lotr.options import LotrOptions

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
TABLE: dict[str, list[dict[str, Any]]] = import_module("lotr_risk_docs").table()
ROWS = [(row["says"], name, values) for rows in TABLE.values() for row in rows for name, values in row["sets"].items()]
FIELDS = {field.name: field for field in describe(LotrOptions)}


@pytest.mark.parametrize(("says", "name", "values"), ROWS)
def test_what_the_table_names_can_be_chosen(says: str, name: str, values: list[Any]) -> None:
    assert says
    assert name in FIELDS
    assert [FIELDS[name].wrong(value) for value in values] == [""] * len(values)


def test_every_option_is_in_the_table() -> None:
    assert set(FIELDS) - {name for _, name, _ in ROWS} == set()


def test_every_value_that_can_be_chosen_by_name_is_in_the_table() -> None:
    told = {(name, value) for _, name, values in ROWS for value in values if isinstance(value, str)}
    choices = {(name, value) for name, field in FIELDS.items() if field.kind == "choice" for value, _ in field.choices}

    # What differs between the editions in words alone, and what is left at its default, need not be set by anybody.
    assert choices - told == {
        ("deal_mode", "alignment"),
        ("amount", "one_group"),
        ("mission_or_card", "both"),
        ("reward_timing", "after_combat_and_fortify"),
        ("sides", "none"),
    }


def test_a_table_that_names_what_there_is_not_would_be_found() -> None:
    with pytest.raises(BadOptions, match="sea_rule"):
        build(LotrOptions, {"sea_rule": "every_port"})
