"""What the pages on Diplomacy say of the games: worked cases, tables and printed output are those of the code."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from wartable.cli.app import run
from wartable.engine.options import build, describe
from wartable.games.adjudication.orders import AnyOrder, Power, Waive
from wartable.games.adjudication.results import MovementResult
from wartable.games.diplomacy.adjudicate import judge
from wartable.games.diplomacy.play.middle_earth_options import MiddleEarthOptions
from wartable.games.diplomacy.play.standard_options import StandardOptions
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.text.notation import read_order
from wartable.games.diplomacy.variant import (
    Calendar,
    PowerFacts,
    ProvinceFacts,
    Season,
    Variant,
    Victory,
    load_variant,
)

ROOT = Path(__file__).resolve().parents[2]
RULES = ROOT / "src" / "wartable" / "data" / "rules"
MIDDLE_EARTH = load_variant("middle-earth-viii")
PAGE = (RULES / "middle-earth-viii.md").read_text(encoding="utf-8")
SETTLEMENTS = re.findall(r"^\*\*(S\d+) (.+?)(?=^$)", PAGE, re.DOTALL | re.MULTILINE)
PRINTED = re.compile(r"^```console\n\$ (wartable adjudicate [^\n]+)\n(.+?)^```", re.DOTALL | re.MULTILINE)


def rows(text: str, start: str) -> list[list[str]]:
    """Cells of the table rows whose first cell matches."""
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if re.match(rf"\| {start} \|", line)
    ]


def read_case(variant: Variant, text: str) -> dict[Power, list[AnyOrder]]:
    """Read `Rohan: A HDE H. Arnor: A ENE - HDE, A ISE S A ENE - HDE`."""
    given: dict[Power, list[AnyOrder]] = {}
    for part in text.split(". "):
        power, _, orders = part.partition(": ")
        given[power.casefold()] = [read_order(variant, order) for order in orders.split(", ")]
    return given


def judged(variant: Variant, text: str) -> MovementResult:
    """Judge a case in which every unit there is has an order."""
    given = read_case(variant, text)
    units = {
        power: tuple(order.unit for order in orders if not isinstance(order, Waive)) for power, orders in given.items()
    }
    result = judge(variant, Position(variant.first_phase, units, {}), given).result
    assert isinstance(result, MovementResult)
    return result


@pytest.mark.parametrize("row", rows(PAGE, r"[FCV]\d+b?"), ids=lambda row: row[0])
def test_a_worked_case_of_the_page_comes_out_as_it_says(row: list[str]) -> None:
    _, orders, succeeds, dislodged, _ = row

    result = judged(MIDDLE_EARTH, orders)

    done = {str(one.order) for one in result.judged if one.result in {"moves", "converts"}}
    assert done == set(succeeds.split(", ")) - {"-"}
    assert {str(one.unit) for one in result.dislodged} == set(dislodged.split(", ")) - {"-"}


def test_all_worked_cases_are_there() -> None:
    assert [row[0] for row in rows(PAGE, r"[FCV]\d+b?")] == [
        *("F1", "F2", "F3", "F3b", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12"),
        *(f"C{number}" for number in range(1, 9)),
        *("V1", "V2"),
    ]


def test_all_settlements_are_there_each_with_its_option() -> None:
    assert [number for number, _ in SETTLEMENTS] == [f"S{number}" for number in range(1, 14)]
    assert all("*Option*" in text for _, text in SETTLEMENTS)


def test_every_doubtful_point_of_a_table_is_a_row_of_the_page_on_diplomacy() -> None:
    page = (RULES / "diplomacy.md").read_text(encoding="utf-8")
    table = page[page.index("## How doubtful points are settled") : page.index("## What is settled by ourselves")]
    points = {
        field.rule.removeprefix("DATC ") for field in describe(StandardOptions) if field.group == "Doubtful points"
    }

    assert points == set(re.findall(r"^\|[^|]+\((4\.[A-E]\.\d)\) \|", table, re.MULTILINE))


def test_the_table_of_fortresses_is_that_of_the_data() -> None:
    names = {code: facts.name for code, facts in MIDDLE_EARTH.provinces.items()}
    for facts in MIDDLE_EARTH.powers.values():
        (row,) = rows(PAGE[PAGE.index("## 3 Fortresses") :], facts.name)[:1]
        assert row[1] == ", ".join(names[code] for code in facts.fortresses)
        assert set(row[2].split(", ")) == {names[code] for code in facts.home if code not in facts.fortresses}


def test_options_named_by_the_settlements_are_there() -> None:
    named = [name for _, text in SETTLEMENTS for name in re.findall(r"`(\w+=\w+)`", text)]

    for setting in named:
        name, _, value = setting.partition("=")
        build(MiddleEarthOptions, {name: {"true": True, "false": False}.get(value, value)})
    assert "fortress_needs_owner=true" in named
    assert "routes=any_own_breaks" in named


def test_settlements_name_every_other_choice_of_the_options_that_cite_them() -> None:
    told = dict(SETTLEMENTS)
    for field in describe(MiddleEarthOptions):
        for number in re.findall(r"\bS\d+", field.rule):
            values = [value for value, _ in field.choices] or ["true", "false"]
            others = [value for value in values if value != str(field.default).lower()]
            assert [value for value in others if f"`{field.name}={value}`" not in told[number]] == []


def test_every_field_of_a_variant_file_is_told() -> None:
    page = (ROOT / "docs" / "add-a-variant.md").read_text(encoding="utf-8")
    told = set(re.findall(r"\w+", page[page.index("## Every field") : page.index("## As a game")]))

    kinds = (Variant, PowerFacts, ProvinceFacts, Calendar, Season, Victory)
    assert {field for kind in kinds for field in kind.__struct_fields__} - told == set()


def test_the_figures_of_the_board_are_those_of_the_data() -> None:
    armies = {frozenset((one, other)) for one, others in MIDDLE_EARTH.armies.items() for other in others}
    fleets = {frozenset((one, other)) for one, others in MIDDLE_EARTH.fleets.items() for other in others}

    assert (
        f"{len(MIDDLE_EARTH.provinces)} spaces, {len(armies)} borders for armies and {len(fleets)} for fleets"
        in " ".join(PAGE.split())
    )


def printed() -> list[tuple[str, str]]:
    pages = sorted((ROOT / "docs").rglob("*.md"))
    return [found for page in pages for found in PRINTED.findall(page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("line", "output"), printed(), ids=lambda text: str(len(text)))
def test_what_adjudicate_prints_in_the_pages_is_what_it_prints(
    line: str, output: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)

    assert run(shlex.split(line)[1:]) == 0
    assert capsys.readouterr().out == output


def test_the_reason_quoted_is_printed() -> None:
    page = (ROOT / "docs" / "adjudication.md").read_text(encoding="utf-8")
    quoted = " ".join(line.removeprefix("> ") for line in page.splitlines() if line.startswith("> "))

    assert quoted.startswith("Stays: its convoy would decide over itself.")
    assert any(quoted in output for _, output in printed())
