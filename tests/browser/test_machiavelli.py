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


def _nothing(desk: ItalyDesk) -> None:
    """Give no orders: units hold, and are paid."""
    expect(desk.panel).to_be_visible()


Plan = Mapping[str, Callable[[ItalyDesk], None]]
WISH = {
    "options": {
        "scenario": "expansion_of_states_1385",
        "first_year_famine": True,
        "plague": True,
        "treasuries": "open",
    },
    "seed": "italy 101",
}
"""Four powers, one of them a bot; famine strikes Pavia, where an army of Milan stands, plague a fleet of Venice."""


def _all(desk: ItalyDesk, plan: Plan) -> None:
    """Let the three players decide one after the other, each behind his own curtain."""
    for number in range(3):
        curtain = desk.page.get_by_role("dialog")
        if number:
            expect(curtain).to_be_visible()
        if curtain.count():
            desk.take_seat()
        plan.get(desk.power, _nothing)(desk)
        desk.be_ready()


def _florence_bids(desk: ItalyDesk) -> None:
    desk.go("florence", "romagna")
    expect(desk.order_of("Army Florence")).to_contain_text("moves to Romagna")
    desk.open_treasury()
    desk.type("BORROW 8 FOR 1")
    desk.bank("Borrow", 1)
    expect(desk.treasury.get_by_role("button", name=re.compile("1 year: owe 11"))).to_be_visible()
    desk.spend("Buy a garrison of nobody", "lucca/CITY")
    expect(desk.treasury).to_contain_text("Milan (army Bologna")
    expect(desk.treasury.get_by_role("table", name="Purse")).to_contain_text("Left after this campaign1")


def _tables_are_read(desk: ItalyDesk) -> None:
    """What the own places have to fear, with the throw of this year; Escape leads back to the board."""
    desk.page.get_by_role("button", name="Tables of famine and plague").click()
    tables = desk.page.get_by_role("region", name="Tables of disasters")
    expect(tables).to_contain_text(re.compile("Famine is rolled for and strikes .*Pavia"))
    tables.get_by_role("button", name="Plague").click()
    expect(tables.get_by_role("table", name="What your places have to fear")).to_contain_text(
        re.compile("[0-9] % ?[0-9]+ in")
    )
    assert serious_faults(desk.page) == []
    picture(desk.page, "machiavelli-tables")
    desk.page.keyboard.press("Escape")
    expect(tables).to_have_count(0)


def _milan_outbids(desk: ItalyDesk) -> None:
    desk.click("milan")
    desk.choice.get_by_role("button", name="Into city").click()
    expect(desk.order_of("Army Milan")).to_contain_text("goes into the city")
    desk.open_treasury()
    desk.type("BORROW 15 FOR 1")
    desk.spend("Buy a garrison of nobody", "lucca/CITY", more=1)
    desk.spend("Relieve famine", "pavia")
    expect(desk.page.get_by_role("list", name="Marks on the board")).to_contain_text("your money")
    assert serious_faults(desk.page) == []
    picture(desk.page, "machiavelli-treasury")


def _venice_borrows(desk: ItalyDesk) -> None:
    _tables_are_read(desk)
    desk.open_treasury()
    desk.bank("Borrow", 1)


def _florence_besieges(desk: ItalyDesk) -> None:
    expect(desk.verdict).to_contain_text("Expenses")
    desk.end_verdict()
    desk.order("romagna", "Besiege")
    expect(desk.order_of("Army Romagna")).to_contain_text("besieges the city")


def _venice_repays(desk: ItalyDesk) -> None:
    desk.end_verdict()
    desk.open_treasury()
    expect(desk.treasury).to_contain_text("due spring 1386")
    desk.treasury.get_by_role("button", name="Pay all 2").click()
    expect(desk.treasury.get_by_role("table", name="Purse")).to_contain_text(re.compile("To the bank.2"))


def _venice_sends_a_murderer(desk: ItalyDesk) -> None:
    desk.end_verdict()
    desk.open_treasury()
    desk.type("BORROW 12 FOR 2")
    desk.spend("Murder", "Milan")
    expect(desk.treasury).to_contain_text("each province of the victim may rebel")


@pytest.mark.slow
def test_a_year_on_one_screen(open_desk: Open) -> None:
    """A siege to its end, a conversion, bribes, a loan paid back, famine relieved, plague, a murder, the next year."""
    desk = ItalyDesk(open_desk())
    desk.sit("machiavelli", "me", "local", "easy", "local", **WISH)
    _all(desk, {})
    _all(desk, {"Florence": _florence_bids, "Milan": _milan_outbids, "Venice": _venice_borrows})
    expect(desk.verdict).to_be_visible()
    found = desk.view["position"]
    assert {(one["owner"], one["kind"]) for one in found["units"] if one["place"] == "lucca"} == {("milan", "G")}
    assert ("milan", "G") in {(one["owner"], one["kind"]) for one in found["units"] if one["place"] == "milan"}
    assert any(one["place"] == "pavia" for one in found["units"])
    assert not any(one["place"] == "dalmatia" for one in found["units"])
    expect(desk.verdict.get_by_role("button", name=re.compile("Famine, plague, storms"))).to_contain_text("entr")
    _all(desk, {"Florence": _florence_besieges, "Venice": _venice_repays})
    expect(desk.verdict).to_be_visible()
    assert "romagna" in [siege["place"] for siege in desk.view["position"]["sieges"]]
    assert "milan" in desk.view["position"]["accounts"]["venice"]["chits"]
    _all(desk, {"Florence": _florence_besieges, "Venice": _venice_sends_a_murderer})
    expect(desk.verdict).to_contain_text("Sieges")
    found = desk.view["position"]
    assert [one["owner"] for one in found["units"] if one["place"] == "romagna"] == ["florence"]
    assert [loan["principal"] for loan in found["accounts"]["venice"]["loans"]] == [12]
    assert "milan" not in found["accounts"]["venice"]["chits"]
    desk.page.get_by_role("tab", name="Results").click()
    expect(desk.powers).to_contain_text("the city falls")
    expect(desk.powers.get_by_role("region", name="The year")).to_contain_text("Income")
    assert serious_faults(desk.page) == []
    picture(desk.page, "machiavelli-verdict")
