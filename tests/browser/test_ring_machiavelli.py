"""A year of Lord of the Rings Machiavelli on one screen, by clicks, to the end that the black riders bring."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.italy import ItalyDesk
from tests.browser.site import picture, serious_faults

pytestmark = pytest.mark.browser

Plan = Mapping[str, Callable[[ItalyDesk], None]]
GOOD, EVIL = "Good side", "Evil side"
WISH = {"options": {"first_year_famine": True, "ring_steps": 2}, "seed": "ring 520"}
"""Two players; famine strikes Mithlond, where an army stands, and plague the garrison of nobody in Fornost."""


def _sit(desk: ItalyDesk, name: str) -> None:
    """Take the seat of a side, behind its curtain unless it is on the screen already."""
    curtain = desk.page.get_by_role("dialog", name=re.compile("^Hand the screen to"))
    shown = desk.page.locator("tr.mine", has_text=name)
    expect(curtain.or_(shown).first).to_be_visible()
    if curtain.count():
        desk.take_seat()
    expect(shown).to_be_visible()


def _phase(desk: ItalyDesk, plan: Plan) -> None:
    """Let those whom the plan names decide one after the other; who has the screen begins if he is asked."""
    for name, decide in plan.items():
        _sit(desk, name)
        desk.end_verdict()
        decide(desk)
        desk.be_ready()


def _hidden(desk: ItalyDesk, name: str, to: str) -> None:
    """Lead a hidden figure, which a shared screen shows only when it is asked to."""
    block = desk.page.get_by_role("region", name=name)
    expect(block).to_contain_text("Hidden on this screen")
    block.get_by_role("button", name="Show it").click()
    block.get_by_role("button", name=re.compile("^Choose on the map")).click()
    desk.place(to)


def _figure(desk: ItalyDesk, name: str, to: str) -> None:
    desk.order_of(name).click()
    desk.place(to)


def _raise(desk: ItalyDesk, place: str, what: str) -> None:
    """Raise an elite unit by the buttons of a city."""
    desk.panel.get_by_role("group", name=f"Raise in {place}").get_by_role("button", name=what).click()


def _good_raises(desk: ItalyDesk) -> None:
    _raise(desk, "West Rohan", "Cavalry, garrison")
    expect(desk.panel).to_contain_text("cavalry, garrison, 3 ducats")
    expect(desk.panel.get_by_role("table", name="What the year costs")).to_contain_text("Left for three campaigns5")


def _good_in_spring(desk: ItalyDesk) -> None:
    desk.click("minas_tirith")
    desk.choice.get_by_role("button", name="Into city").click()
    desk.go("minhiriath", "the_shire")
    desk.go("lebennin", "lamedon")
    _hidden(desk, "The ring-bearer", "enedwaith")
    expect(desk.page.locator('[data-part="RB"]')).to_be_attached()
    desk.open_treasury()
    desk.spend("Relieve famine", "mithlond")
    expect(desk.treasury.get_by_role("table", name="Purse")).to_contain_text("Left after this campaign2")


def _evil_in_spring(desk: ItalyDesk) -> None:
    assert desk.page.get_by_role("region", name="The ring-bearer").count() == 0
    expect(desk.page.locator('[data-part="RB"]')).to_have_count(0)
    desk.go("minas_morgul", "gorgoroth")
    desk.order("minas_morgul/CITY", "Come out")
    desk.go("udun_vale", "dead_marshes")
    _figure(desk, "Nazgûl Minas Morgul", "minas_tirith")
    _hidden(desk, "The black riders", "dead_marshes")
    desk.open_treasury()
    desk.bank("Borrow", 1)


def _nazgul_goes(desk: ItalyDesk) -> None:
    """The Great Eagles drove the Nazgul off."""
    expect(desk.order_of("Nazgûl Minas Morgul")).to_contain_text("stays")
    _figure(desk, "Nazgûl Minas Morgul", "ithilien")
    expect(desk.order_of("Nazgûl Minas Morgul")).to_contain_text("retreats to Ithilien")


def _good_in_summer(desk: ItalyDesk) -> None:
    desk.order("the_shire", "Besiege")
    _hidden(desk, "The ring-bearer", "gap_of_rohan")


def _evil_in_summer(desk: ItalyDesk) -> None:
    desk.go("minas_morgul", "south_ithilien")
    expect(desk.order_of("Worg riders Minas Morgul")).to_contain_text("moves to South Ithilien through Ithilien")
    _figure(desk, "Nazgûl Ithilien", "lamedon")
    expect(desk.page.locator('[data-mark="struck"]')).to_be_attached()
    desk.open_treasury()
    desk.treasury.get_by_role("button", name="Pay all 2").click()


def _good_retreats(desk: ItalyDesk) -> None:
    desk.click("lamedon!")
    desk.place("vale_of_erech")
    expect(desk.order_of("Army Lamedon")).to_contain_text("retreats to Vale of Erech")


def _good_in_fall(desk: ItalyDesk) -> None:
    desk.order("the_shire", "Besiege")
    _hidden(desk, "The ring-bearer", "west_rohan")
    desk.open_treasury()
    desk.enter("Borrow", 22)
    desk.spend("Buy an independent garrison", "ithilien/CITY", more=1)
    desk.spend("Murder", "")
    assert serious_faults(desk.page) == []
    picture(desk.page, "ring-machiavelli-treasury")


def _evil_in_fall(desk: ItalyDesk) -> None:
    _hidden(desk, "The black riders", "gap_of_rohan")
    desk.open_treasury()
    expect(desk.treasury).to_contain_text("you may owe 25 more")
    desk.enter("Borrow", 8)
    desk.spend("Buy an independent garrison", "ithilien/CITY")
    desk.panel.get_by_role("button", name=re.compile("^Orders")).click()
    desk.order("ithilien/CITY", "Come out")
    expect(desk.order_of("Garrison Ithilien, if you buy it")).to_contain_text("comes out as army")


def _question(desk: ItalyDesk, place: str, riders: str) -> Locator:
    """What is asked where the ring-bearer was seen."""
    _sit(desk, EVIL)
    asked = desk.page.get_by_role("region", name="What to do")
    expect(asked).to_contain_text(f"The ring-bearer was seen in {place}")
    expect(asked).to_contain_text(f"The black riders are next to it, in {riders}.")
    return asked


@pytest.mark.slow
def test_a_year_on_one_screen(open_desk: Open) -> None:
    """Elite units, figures, money, a siege to its end, disasters, a murder tried, and the Ring caught."""
    desk = ItalyDesk(open_desk())
    desk.sit("lotr-machiavelli", "me", "local", **WISH)
    _phase(desk, {GOOD: _good_raises, EVIL: lambda one: _raise(one, "Minas Morgul", "Worg riders, garrison")})
    _phase(desk, {EVIL: _evil_in_spring, GOOD: _good_in_spring})
    _phase(desk, {EVIL: _nazgul_goes})
    _phase(desk, {EVIL: _evil_in_summer, GOOD: _good_in_summer})
    _question(desk, "Gap of Rohan", "Dead Marshes").get_by_role("button", name="Leave them").click()
    _phase(desk, {GOOD: _good_retreats})
    _phase(desk, {GOOD: _good_in_fall, EVIL: _evil_in_fall})
    asked = _question(desk, "West Rohan", "Gap of Rohan")
    picture(desk.page, "ring-machiavelli-question")
    asked.get_by_role("button", name="Send the riders").click()
    expect(desk.panel).to_contain_text("Evil side has won")
    expect(desk.panel).to_contain_text("Of the evil powers Evil side has most cities: 7.")
    position = desk.view["position"]
    assert position["cities"]["the_shire"] == "gondor", "the siege ended"
    assert ("G", "minas_tirith") in {(unit["kind"], unit["place"]) for unit in position["units"]}, (
        "it went into the city"
    )
    assert position["cities"]["ithilien"] == "gondor", "the higher bribe bought the garrison"
    assert "mordor" not in position["accounts"]["gondor"].get("chits", ()), "the murder was tried"
    assert not any(unit["place"] == "fornost" for unit in position["units"]), "the plague took the garrison"
    assert {"mithlond", "vale_of_erech"} <= {unit["place"] for unit in position["units"]}
    picture(desk.page, "ring-machiavelli-end")
