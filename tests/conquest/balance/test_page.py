"""The rules page of the variant: every rule by its number, every phase in short, every objective."""

from __future__ import annotations

import re
from importlib import resources

import pytest

from wartable.games.conquest.balance.data import balance_data
from wartable.games.conquest.balance.objectives import pools

PAGE = resources.files("wartable").joinpath("data/rules/balance-of-power.md").read_text(encoding="utf-8")
SHOWN = (
    "claim", "setup", "capital", "neutral_reinforce", "neutral_attack", "buy", "maneuver", "reinforce", "attack",
    "occupy", "collect", "fortify", "give", "over",
)  # fmt: skip


@pytest.mark.parametrize("number", range(1, 69))
def test_every_rule_has_its_number_on_the_page(number: int) -> None:
    assert len(re.findall(rf"^\*\*{number} ", PAGE, re.MULTILINE)) == 1


@pytest.mark.parametrize("phase", SHOWN)
def test_every_phase_has_a_reminder(phase: str) -> None:
    assert f"\n### {phase}\n" in PAGE


def test_every_action_stands_under_its_rule_with_its_price() -> None:
    for row in balance_data().shop.actions:
        name = "Draft" if row.key == "draft" else row.title
        price = str(row.cost) if row.cost == row.balanced else f"{row.balanced} (text: {row.cost})"
        assert f"**{row.rule} {name}, {price}.**" in PAGE


COLUMNS = {2: 1, 3: 2, 4: 3, 5: 3, 6: 3}


@pytest.mark.parametrize("seats", COLUMNS)
def test_the_table_of_fitted_numbers_is_that_of_the_game(seats: int) -> None:
    table = PAGE.split("| printed | two players | three | four to six |\n|---|---|---|---|\n")[1].split("\n\n")[0]
    said = sorted(int(row.split("|")[1 + COLUMNS[seats]]) for row in table.splitlines())
    laid = [one for some in pools(balance_data().objectives, seats, variant=True, fitted=True) for one in some]
    assert said == sorted(one.count for one in laid if one.what not in {"region", "capitals"} and one.count > 1)


def test_the_table_of_objectives_has_as_many_rows_as_each_class() -> None:
    table = PAGE.split("| basic | special |\n|---|---|\n")[1].split("\n\n")[0].splitlines()
    objectives = balance_data().objectives
    for kind in (objectives.basic, objectives.special):
        assert len(table) == sum(one.origin != "fitted" for one in kind)


def test_stars_on_the_page_are_those_of_the_table() -> None:
    values = list(balance_data().stars.values.values())
    said = re.search(r"bring 2 armies, then ([\d, ]+) and, for 10\s+stars, (\d+)", PAGE)
    assert said is not None
    assert [2, *map(int, said[1].split(",")), int(said[2])] == values
