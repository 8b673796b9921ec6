"""A year of Machiavelli on one screen: orders by clicks, the treasury, the verdict told step by step."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.italy import ItalyDesk
from tests.browser.site import picture, serious_faults

pytestmark = pytest.mark.browser


def _nothing(desk: ItalyDesk) -> None:
    """Give no orders: units hold, and are paid."""
    expect(desk.panel).to_be_visible()


def _all_kinds_fit(desk: ItalyDesk) -> None:
    """A free port at home offers twelve kinds of units, and none: all of them stay on the page."""
    group = desk.panel.get_by_role("group", name=re.compile("^Raise in")).first
    group.evaluate("one => [...one.children, ...one.children].forEach(kind => one.append(kind.cloneNode(true)))")
    ends = group.evaluate("one => [one, one.closest('section')].map(box => box.getBoundingClientRect().right)")
    assert ends[0] <= ends[1]


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
    desk.spend("Buy an independent garrison", "lucca/CITY")
    expect(desk.treasury).to_contain_text("Milan (army Bologna")
    expect(desk.treasury.get_by_role("table", name="Purse")).to_contain_text("Left after this campaign1")
    spring = desk.treasury.get_by_role("table", name="Next spring").get_by_role("row", name=re.compile("^Provinces"))
    assert [int(cell) for cell in spring.get_by_role("cell").all_inner_texts()] == [3, 4]


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


def _retreats_are_listed(desk: ItalyDesk, unit: str) -> None:
    """Ways out by clicks, the best first; one is tried earlier, another is removed."""
    desk.click(unit)
    desk.choice.get_by_role("button", name="Choose where to").click()
    for place in ("como", "cremona"):
        desk.place(place)
    desk.choice.get_by_role("button", name="Disband it").click()
    desk.choice.get_by_role("button", name="Try Cremona earlier").click()
    desk.choice.get_by_role("button", name="Remove disband").click()
    assert desk.choice.get_by_role("listitem").all_inner_texts() == ["1. Cremona", "2. Como"]
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("Escape")
    expect(desk.panel).to_contain_text("retreats to Cremona or retreats to Como")


def _milan_outbids(desk: ItalyDesk) -> None:
    _retreats_are_listed(desk, "milan")
    desk.click("milan")
    desk.choice.get_by_role("button", name="Into city").click()
    expect(desk.order_of("Army Milan")).to_contain_text("goes into the city")
    desk.open_treasury()
    desk.type("BORROW 15 FOR 1")
    desk.spend("Buy an independent garrison", "lucca/CITY", more=1)
    desk.spend("Relieve famine", "pavia")
    expect(desk.page.get_by_role("list", name="Marks on the board")).to_contain_text("your money")
    assert serious_faults(desk.page) == []
    picture(desk.page, "machiavelli-treasury")
    desk.panel.get_by_role("button", name=re.compile("^Orders")).click()
    desk.order("lucca/CITY", "Come out")
    expect(desk.order_of("Garrison Lucca, if you buy it")).to_contain_text("comes out as army")


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


def _sandbox_is_tried(page: Page) -> None:
    """A position by clicks and by text, orders of two powers, money, reasons, and the way back by link."""
    page.goto("/sandbox/machiavelli")
    adjudicate = page.get_by_role("button", name="Adjudicate")
    verdict = page.get_by_role("region", name="Verdict")
    page.get_by_role("tab", name="Set up").click()
    page.get_by_label("The position as text").fill(
        "spring 1455 campaign\nMilan: A pavia, A como\ntreasury: 20\nAutonomous: G turin"
    )
    page.get_by_role("button", name="Use this position").click()
    expect(page.get_by_label("The position as text")).to_have_value(re.compile("controls: "))  # it has been read
    page.locator("label", has=page.get_by_role("radio", name="Famine")).click()
    page.locator('[data-unit="A pavia"]').click()
    expect(page.get_by_label("The position as text")).to_have_value(re.compile("famine: pavia"))
    page.get_by_role("tab", name="Orders").click()
    page.locator('[data-unit="A pavia"]').click()
    page.locator('[data-space="turin"]').first.click(force=True)
    page.get_by_label("Orders as text").fill(
        "Milan: E1: 9 G autonomous G turin\nVenice: BORROW 5 FOR 1\nMilan: A como - nowhere"
    )
    page.get_by_role("button", name="Read the orders").click()
    expect(page.get_by_text("Nothing was read")).to_be_visible()
    page.get_by_label("Orders as text").fill("Milan: E1: 9 G autonomous G turin\nVenice: BORROW 5 FOR 1")
    adjudicate.click()
    expect(verdict).to_contain_text("Milan: Army Pavia moves to Turin")
    expect(verdict).to_contain_text("Rule: machiavelli 12.2")
    expect(verdict.get_by_role("row", name=re.compile("^Milan"))).to_contain_text("20 → 11")
    assert serious_faults(page) == []
    page.get_by_role("tab", name="Share").click()
    link = page.get_by_label("Link to this sandbox")
    expect(link).to_have_value(re.compile(r"/sandbox/machiavelli#[\w-]{60,}$"))
    address = link.input_value()
    page.goto("/sandbox/lotr-machiavelli")
    expect(page.locator('[data-unit="Z minas_morgul"]')).to_be_visible()
    page.goto(address)
    expect(verdict).to_contain_text("moves to Turin")
    page.get_by_role("button", name="On to").click()
    expect(page.get_by_role("button", name="Line A Su1455, Summer 1455")).to_be_visible()


@pytest.mark.slow
def test_a_year_on_one_screen(open_desk: Open) -> None:
    """A siege to its end, a conversion, bribes, a loan paid back, famine relieved, plague, a murder, the next year."""
    desk = ItalyDesk(open_desk())
    desk.sit("machiavelli", "me", "local", "easy", "local", **WISH)
    _all(desk, {"Florence": _all_kinds_fit})
    _all(desk, {"Florence": _florence_bids, "Milan": _milan_outbids, "Venice": _venice_borrows})
    expect(desk.verdict).to_be_visible()
    found = desk.view["position"]
    assert {(one["owner"], one["kind"]) for one in found["units"] if one["place"] == "lucca"} == {("milan", "A")}
    assert ("milan", "G") in {(one["owner"], one["kind"]) for one in found["units"] if one["place"] == "milan"}
    assert any(one["place"] == "pavia" for one in found["units"])
    assert not any(one["place"] == "dalmatia" for one in found["units"])
    expect(desk.verdict.get_by_role("button", name=re.compile("Famine, plague"))).to_contain_text("entr")
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
    _sandbox_is_tried(desk.page)


def test_on_a_phone_a_refusal_is_seen_wherever_the_sheet_was_scrolled_and_moves_nothing(open_desk: Open) -> None:
    """The map comes out from under the sheet as well: a target in the south was covered wherever one pulled."""
    desk = ItalyDesk(open_desk(phone=True))
    desk.sit("machiavelli", "me", *["easy"] * 3, **WISH)
    sheet = desk.page.get_by_role("region", name="What to do")
    desk.button(re.compile("^Pay [0-9]")).tap()
    sheet.get_by_role("button", name=re.compile("^Treasury")).tap()
    desk.enter("Borrow", 20)
    desk.treasury.get_by_role("button", name="Add an expense").tap()
    desk.treasury.get_by_role("button", name="Disband an independent garrison").tap()
    desk.desk.still()
    lies = desk.page.locator('[data-space="naples"]').first
    before = lies.bounding_box()
    desk.place("bologna")
    expect(sheet.get_by_role("alert")).to_have_text("There is no target for it in Bologna.")
    expect(sheet.get_by_role("alert")).to_be_in_viewport(ratio=1)
    desk.desk.still()
    assert lies.bounding_box() == before
    line = sheet.get_by_label("Order in notation")
    line.fill("A florence - nowhere")
    line.press("Enter")
    expect(sheet.get_by_text("There is no place 'nowhere'")).to_be_in_viewport(ratio=1)
    assert before
    for _ in range(3):
        _pull_up(desk.page, 100)
    after = lies.bounding_box()
    assert after
    assert after["y"] <= before["y"] - 250
    sheet.get_by_role("button", name="Show less").tap()
    expect(sheet).to_contain_text("Disband an independent garrison: tap a lit place")
    sheet.get_by_role("button", name="Cancel").tap()
    expect(sheet).to_contain_text("0 of 3 ordered")


def test_money_may_be_written_twice_for_the_same(open_desk: Open) -> None:
    """The page broke down over the second line; a later gift takes the place of the earlier one."""
    desk = ItalyDesk(open_desk())
    desk.sit("machiavelli", "me", *["easy"] * 3, **WISH)
    desk.be_ready()
    expect(desk.panel.get_by_role("button", name=re.compile("^Treasury"))).to_be_visible()
    desk.open_treasury()
    for line in (
        "PAY 2 TO venice",
        "PAY 1 TO venice",
        "PAY 1 TO venice",
        *(f"E{n}: 3 F florence F pisa" for n in (1, 2)),
    ):
        desk.type(line)
    expect(desk.treasury.get_by_label(re.compile("^Ducats: Give Venice"))).to_have_value("1")
    expect(desk.treasury.get_by_role("button", name=re.compile("^Remove E[12]"))).to_have_count(2)
    expect(desk.panel.get_by_text("PAY 1 TO venice")).to_have_count(1)


def _pull_up(page: Page, pixels: int) -> None:
    """Pull the strip of the map above the sheet upwards with a finger."""
    sheet = page.get_by_role("region", name="What to do").bounding_box()
    assert sheet
    finger = {"x": 300.0, "y": sheet["y"] - 12}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [finger]})
    for part in (0.5, 1):
        moved = {**finger, "y": finger["y"] - pixels * part}
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [moved]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
