"""A year of Machiavelli on one screen: orders by clicks, the treasury, the verdict told step by step."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.italy import ItalyDesk
from tests.browser.site import picture, serious_faults

pytestmark = pytest.mark.browser

Plan = Mapping[str, Callable[[ItalyDesk], None]]
WISH = {
    "options": {"scenario": "expansion_of_states_1385", "first_year_famine": True, "treasuries": "open"},
    "seed": "italy 1",
}
"""Four powers; famine strikes Pavia, where an army of Milan stands."""


def _all(desk: ItalyDesk, plan: Plan) -> None:
    """Let the four players decide one after the other, each behind his own curtain."""
    for _ in range(4):
        desk.take_seat()
        plan.get(desk.power, lambda _: None)(desk)
        desk.be_ready()


def _florence_bids(desk: ItalyDesk) -> None:
    desk.go("florence", "romagna")
    expect(desk.order_of("Army Florence")).to_contain_text("moves to Romagna")
    desk.open_treasury()
    desk.bank("Borrow", 9)
    expect(desk.treasury.get_by_role("button", name=re.compile("1 year: owe 11"))).to_be_visible()
    desk.spend("Buy a garrison of nobody", "lucca/CITY")
    expect(desk.treasury).to_contain_text("Milan (army Bologna")
    expect(desk.treasury.get_by_role("table", name="Purse")).to_contain_text("Left after this campaign1")


def _milan_outbids(desk: ItalyDesk) -> None:
    desk.click("milan")
    desk.choice.get_by_role("button", name="Into city").click()
    expect(desk.order_of("Army Milan")).to_contain_text("goes into the city")
    desk.open_treasury()
    desk.bank("Borrow", 15)
    desk.spend("Buy a garrison of nobody", "lucca/CITY", more=1)
    desk.spend("Relieve famine", "pavia")
    expect(desk.page.get_by_role("list", name="Marks on the board")).to_contain_text("your bribe")
    assert serious_faults(desk.page) == []
    picture(desk.page, "machiavelli-treasury")


def _venice_borrows(desk: ItalyDesk) -> None:
    desk.open_treasury()
    desk.bank("Borrow", 1)


def _florence_besieges(desk: ItalyDesk) -> None:
    expect(desk.verdict).to_contain_text("Expenses")
    desk.button("To the end").click()
    expect(desk.verdict).to_have_count(0)
    desk.order("romagna", "Besiege")
    expect(desk.order_of("Army Romagna")).to_contain_text("besieges the city")


def _venice_repays(desk: ItalyDesk) -> None:
    desk.button("To the end").click()
    desk.open_treasury()
    expect(desk.treasury).to_contain_text("due spring 1386")
    desk.treasury.get_by_role("button", name="Pay all 2").click()
    expect(desk.treasury.get_by_role("table", name="Purse")).to_contain_text(re.compile("To the bank.2"))


@pytest.mark.slow
def test_a_year_on_one_screen(open_desk: Open) -> None:
    """A siege to its end, a conversion, a bribe outbid, a loan paid back, a famine relieved, and the year after."""
    desk = ItalyDesk(open_desk())
    desk.sit("machiavelli", "me", *["local"] * 3, **WISH)
    _all(desk, {})
    _all(desk, {"Florence": _florence_bids, "Milan": _milan_outbids, "Venice": _venice_borrows})
    found = desk.view["position"]
    assert {(one["owner"], one["kind"]) for one in found["units"] if one["place"] == "lucca"} == {("milan", "G")}
    assert ("milan", "G") in {(one["owner"], one["kind"]) for one in found["units"] if one["place"] == "milan"}
    assert any(one["place"] == "pavia" for one in found["units"])
    _all(desk, {"Florence": _florence_besieges, "Venice": _venice_repays})
    assert [siege["place"] for siege in desk.view["position"]["sieges"]] == ["romagna"]
    _all(desk, {"Florence": _florence_besieges})
    desk.take_seat()
    expect(desk.verdict).to_contain_text("Sieges")
    found = desk.view["position"]
    assert found["cities"]["romagna"] == "florence"
    assert found["accounts"]["venice"].get("loans", []) == []
    desk.page.get_by_role("tab", name="Results").click()
    expect(desk.powers).to_contain_text("the city falls")
    expect(desk.powers.get_by_role("region", name="The year")).to_contain_text("Income")
    assert serious_faults(desk.page) == []
    picture(desk.page, "machiavelli-verdict")
