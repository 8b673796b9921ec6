"""Every numbered statement of the rules is cited by a test or a case, and every fault others stumbled over has a test.

Statements are numbered as in the digest of the rules: `5.4`, steps of a list `2.2.6`; those of section 17 are vectors.
A test cites at the beginning of its docstring, `12.1, 13.3: ...` or `2.2 step 6; ...`; a case in its `sections`, or
by the number that its id begins with.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
LAST = {"2.1": 3, "2.2": 13, "5": 11, "9": 4, "12": 4, "13": 3, "17": 16}
"""The last number below each heading that has numbered statements."""
EVERY = {
    *(f"{head}.{number}" for head, last in LAST.items() for number in range(1, last + 1)),
    *("3", "3.1", "4", "6", "7", "8", "10", "11", "14", "15", "16"),
}
NUMBER = r"\d{1,2}(?:\.\d{1,2}){0,2}"
FIRST = re.compile(rf"(?:Digest )?({NUMBER}(?: step \d+)?(?:(?:, |; | and ){NUMBER}(?: step \d+)?)*)(?=[ .,:;]|$)")
VECTOR = re.compile(r"vectors? (\d+)(?: and (\d+))? of section 17")

FAULTS = {
    "support is cut by a unit of one's own": "support_cut-04",
    "a garrison that comes out against an army": "7-against-a-holder",
    "a supported garrison that comes out against an army": "conversion-13",
    "a retreat into the rebelling city": "19.3-retreat-into-rebels",
    "rebels put down by a garrison": "rebels-05",
    "rebels put down by a siege": "6-rebels-besieged",
    "elimination and a home country in one campaign": "elimination-04",
    "an elite unit that holds against one attacker": "19.3-elite-holds",
    "exchange of places": "movement-01",
    "exchange of a garrison and an army": "conversion-11",
    "a bought unit obeys its buyer": "test_a_bought_unit_obeys_its_buyer_in_the_same_campaign",
    "a loan of fall is due in fall": "test_a_loan_is_called_in_the_same_season_and_not_a_campaign_later",
    "a fleet besieges a city without port": "4-fleet-besieges-ports",
    "an army enters Venice": "venice-01",
    "a tie at the first place": "victory-04",
    "elimination comes after retreats": "test_a_power_is_out_after_its_retreats_and_not_before",
    "a besieged garrison comes out with rebels": "19.3-besieged-with-rebels",
    "another order ends a siege": "siege-08",
    "a power without units through bribes": "test_a_power_that_loses_its_units_to_bribes_plays_on",
    "orders for a unit that is to be bought": "test_orders_for_a_unit_that_is_to_be_bought_are_taken",
    "treasuries can be hidden": "test_treasuries_orders_and_expenses_of_others_are_hidden",
    "a strait is open to one's own fleets": "straits-02",
    "a fleet with two coasts": "movement-07",
    "one new unit in each province": "test_each_province_raises_one_unit_a_year",
    "a chain of bounces": "19.3-chain-of-bounces",
    "lines 2, 11 and 12 of the tables strike": "test_the_lowest_and_the_highest_lines_can_strike",
    "each country throws its own die": "test_every_country_rolls_its_own_dice",
    "a garrison is given up only in a siege that runs": (
        "test_garrisons_that_were_under_siege_are_given_up_and_no_others"
    ),
}
"""What users of other programs asked for or stumbled over (19.3), with the test or case that would catch it."""


def cited(text: str) -> Iterator[str]:
    """Yield the statements that a docstring cites."""
    if match := FIRST.match(text):
        for one in re.split(r", |; | and ", match[1]):
            yield one.replace(" step ", ".")
    for numbers in VECTOR.findall(text):
        yield from (f"17.{number}" for number in numbers if number)


def written() -> Iterator[tuple[str, str]]:
    """Yield the name and the docstring of every test of this folder."""
    for path in sorted(HERE.glob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield node.name, " ".join((ast.get_docstring(node) or "").split())


def cases() -> Iterator[tuple[str, list[str]]]:
    """Yield the id of every case with the statements that it cites."""
    for path in sorted((HERE / "data").glob("*.json")):
        for case in json.loads(path.read_text(encoding="utf-8"))["cases"]:
            yield case["id"], [*case.get("sections", ()), case["id"].partition("-")[0]]


def citations() -> set[str]:
    """Return what is cited; a statement is, too, where a letter of it is: `12.2 B`."""
    found = {one.partition(" ")[0] for _, sections in cases() for one in sections}
    return found | {one for _, text in written() for one in cited(text)}


def test_every_statement_is_cited() -> None:
    assert sorted(EVERY - citations()) == []


def test_citations_are_read_from_the_beginning_of_a_docstring() -> None:
    assert list(cited("12.1, 13.3: 16 of 30 are right.")) == ["12.1", "13.3"]
    assert list(cited("2.2 step 6; who was murdered already, vector 10 of section 17")) == ["2.2.6", "17.10"]
    assert list(cited("Units are paid as 11 says.")) == []


@pytest.mark.parametrize("fault", FAULTS)
def test_every_fault_of_other_programs_has_a_test(fault: str) -> None:
    """19.3: what was fixed over and over, bugs left open, and defects found by reading."""
    assert FAULTS[fault] in {name for name, _ in written()} | {name for name, _ in cases()}
