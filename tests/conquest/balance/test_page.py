"""The rules page of the variant: every rule by its number, every phase in short, every objective."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from wartable.games.conquest.balance.data import balance_data

PAGE = resources.files("wartable").joinpath("data/rules/balance-of-power.md").read_text(encoding="utf-8")
SHOWN = (
    "claim", "setup", "capital", "neutral_reinforce", "neutral_attack", "buy", "maneuver", "reinforce", "attack",
    "occupy", "collect", "fortify", "give", "over",
)  # fmt: skip


@pytest.mark.parametrize("number", range(1, 68))
def test_every_rule_has_its_number_on_the_page(number: int) -> None:
    assert len(re.findall(rf"^\*\*{number} ", PAGE, re.MULTILINE)) == 1


@pytest.mark.parametrize("phase", SHOWN)
def test_every_phase_has_a_reminder(phase: str) -> None:
    assert f"\n### {phase}\n" in PAGE


def test_every_action_stands_under_its_rule_with_its_price() -> None:
    for row in balance_data().shop.actions:
        name = "Draft" if row.key == "draft" else row.title
        assert f"**{row.rule} {name}, {row.cost}.**" in PAGE


def test_the_table_of_objectives_has_as_many_rows_as_each_class() -> None:
    table = PAGE.split("| basic | special |\n|---|---|\n")[1].split("\n\n")[0].splitlines()
    objectives = balance_data().objectives
    for kind in (objectives.basic, objectives.special):
        assert len(table) == sum(one.players != "two" for one in kind)


def test_stars_on_the_page_are_those_of_the_table() -> None:
    values = list(balance_data().stars.values.values())
    said = re.search(r"bring 2 armies, then ([\d, ]+) and, for 10\s+stars, (\d+)", PAGE)
    assert said is not None
    assert [2, *map(int, said[1].split(",")), int(said[2])] == values
