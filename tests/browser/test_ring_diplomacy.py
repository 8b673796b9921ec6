"""Ring diplomacy as it is played in the browser: a year of armies, and a game that the black riders end."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.orders import OrderDesk
from tests.browser.site import picture, serious_faults

pytestmark = pytest.mark.browser

Plan = Mapping[str, Callable[[OrderDesk], None]]

_POINTS = """async places => {
  const { spaces } = await (await fetch('/api/boards/lotr-65')).json();
  const drawn = document.querySelector('g[data-space] > use').getScreenCTM();
  return places.map(id => {
    const { x, y } = new DOMPoint(...spaces.find(one => one.id === id).token).matrixTransform(drawn);
    return [x, y];
  });
}"""
"""Where pieces stand in provinces, on the screen."""


def _phase(desk: OrderDesk, count: int, plan: Plan) -> None:
    """Let so many players decide one after the other, each behind a curtain."""
    for number in range(count):
        curtain = desk.page.get_by_role("dialog")
        if number:
            expect(curtain).to_be_visible()
        if curtain.count():
            desk.take_seat()
        expect(desk.button(re.compile("^I am ready"))).to_be_visible()
        if order := plan.get(desk.power):
            order(desk)
        desk.ready()


def _gondor_sails(desk: OrderDesk) -> None:
    desk.click("belfalas")
    expect(desk.page.locator('[data-mark="port"]').first).to_be_attached()
    desk.place("umbar")
    expect(desk.page.get_by_role("alert")).to_contain_text("Umbar is taken now, so no army can land there this turn.")
    desk.place("forodwaith")
    expect(desk.listed("belfalas")).to_contain_text("moves to Forodwaith")
    expect(desk.listed("belfalas")).to_contain_text("BEL - FOD")
    _drag(desk, "ithilien", "dead_marshes")
    expect(desk.listed("ithilien")).to_contain_text("moves to Dead Marshes")


def _drag(desk: OrderDesk, unit: str, to: str) -> None:
    """Drag a unit to the point of an empty province where a piece would stand, which is where its arrow ends."""
    mouse, (start, end) = desk.page.mouse, desk.page.evaluate(_POINTS, [unit, to])
    mouse.move(*start)
    mouse.down()
    mouse.move(*end, steps=5)
    mouse.up()


def _gondor_builds(desk: OrderDesk) -> None:
    desk.click("belfalas")
    desk.button("Build an army").click()
    expect(desk.listed("belfalas")).to_contain_text("An army is built")


def test_a_year_of_armies_on_one_screen(open_desk: Open) -> None:
    """Five powers, a way over the sea, two armies that bounce with the reason told, and a build."""
    desk = OrderDesk(open_desk(size=(1440, 1000)))
    desk.sit("ring-diplomacy", "me", *["local"] * 4, preset="basic", settings={"speed": "instant"})
    _phase(desk, 5, {"Gondor": _gondor_sails, "Mordor": lambda one: one.move("udun_vale", "dead_marshes")})
    expect(desk.bar).to_contain_text(re.compile("Fall|Autumn"))
    assert {"kind": "A", "at": "forodwaith"} in desk.view["units"]["gondor"]
    desk.page.get_by_role("tab", name="Results").click()
    desk.button(re.compile("^A ITH - DMA")).click()
    expect(desk.page.locator(".why").first).to_contain_text("Bounced: 1 against 1 by the army in Udun Vale")
    desk.page.get_by_role("tab", name="Powers").click()
    _phase(desk, 5, {})
    expect(desk.bar).to_contain_text(re.compile("Winter|builds"))
    _phase(desk, 1, {"Gondor": _gondor_builds})
    expect(desk.bar).to_contain_text("Spring")
    assert len(desk.view["units"]["gondor"]) == 5


def _good_hides(desk: OrderDesk) -> None:
    """The ring-bearer passes the army of Minhiriath unseen; on a shared screen it is shown only when asked for."""
    block = desk.page.get_by_role("region", name="The ring-bearer")
    expect(block).to_contain_text("Hidden on this screen")
    expect(desk.page.locator('[data-part="RB"]')).to_have_count(0)
    block.get_by_role("button", name=re.compile("^Show it")).click()
    block.get_by_role("button", name=re.compile("^Choose on the map")).click()
    desk.place("enedwaith")
    expect(block).to_contain_text("The Shire, goes to Enedwaith")
    expect(block).to_contain_text("nobody learns of it unless one comes")
    expect(desk.page.locator('[data-part="RB"]')).to_be_attached()


def _evil_hunts(desk: OrderDesk) -> None:
    """The Nazgul threaten to strike Ithilien, and the black riders come over the mountains."""
    assert desk.page.get_by_role("region", name="The ring-bearer").count() == 0
    desk.page.locator('[data-place="Z minas_morgul"]').evaluate("one => one.click()")
    desk.place("ithilien")
    expect(desk.page.locator('[data-mark="struck"]')).to_be_attached()
    block = desk.page.get_by_role("region", name="The black riders")
    block.get_by_role("button", name=re.compile("^Show it")).click()
    block.get_by_role("button", name=re.compile("^Choose on the map")).click()
    desk.place("dead_marshes")
    desk.button(re.compile("^Move to Dead Marshes through")).first.click()
    expect(block).to_contain_text("goes to Dead Marshes")


def _good_is_seen(desk: OrderDesk) -> None:
    block = desk.page.get_by_role("region", name="The ring-bearer")
    block.get_by_role("button", name=re.compile("^Show it")).click()
    expect(desk.page.locator('[data-mark="track"]')).to_be_attached()
    block.get_by_role("button", name=re.compile("^Choose on the map")).click()
    desk.place("gap_of_rohan")
    expect(block).to_contain_text("entering it shows the ring-bearer to all")


def _points_fit_a_phone(desk: OrderDesk) -> None:
    desk.page.set_viewport_size({"width": 390, "height": 844})
    desk.desk.visit(f"/table/{desk.desk.table['id']}/result")
    expect(desk.page.get_by_role("row", name="Good powers 100 100 100")).to_be_visible()
    assert desk.page.locator(".wide").evaluate("one => one.scrollWidth <= one.clientWidth"), "points are cut off"


def test_the_ring_bearer_is_seen_and_caught(open_desk: Open) -> None:
    """Two players; hidden moves, a strike with its retreat, the question to Mordor, and sudden death."""
    desk = OrderDesk(open_desk(size=(1440, 1000)))
    wish = {"preset": "two-player", "options": {"ring_steps": 2}, "pace": {"curtain": True}}
    desk.sit("ring-diplomacy", "me", "local", **wish, settings={"speed": "instant"})
    desk.take_seat()
    _good_hides(desk)
    desk.ready()
    desk.take_seat()
    _evil_hunts(desk)
    desk.ready()
    desk.take_seat()
    expect(desk.bar).to_contain_text("retreats")
    expect(desk.page.locator('[data-mark="struck"]')).to_be_attached()
    verdict = desk.page.get_by_role("region", name="The verdict, Spring 3000")
    expect(verdict).to_contain_text("Army Ithilien is struck.")
    desk.page.keyboard.press("ArrowRight")
    expect(verdict.get_by_role("button", name="5 Moves")).to_have_attribute("aria-pressed", "true")
    verdict.get_by_role("button", name="6 Seen").click()
    expect(verdict).to_contain_text("Nobody saw the ring-bearer.")
    verdict.get_by_role("button", name="Close").click()
    desk.click("ithilien!")
    desk.place("south_ithilien")
    expect(desk.listed("ithilien")).to_contain_text("retreats to South Ithilien")
    desk.ready()
    expect(desk.bar).to_contain_text(re.compile("Fall|Autumn"))
    _good_is_seen(desk)
    desk.ready()
    desk.take_seat()
    expect(desk.button(re.compile("^I am ready"))).to_be_visible()
    desk.ready()
    question = desk.page.get_by_role("region", name="What to do")
    expect(question).to_contain_text("The ring-bearer was seen in Gap of Rohan")
    expect(question).to_contain_text("The black riders are next to it, in Dead Marshes.")
    expect(desk.page.locator('[data-mark="seen"]')).to_contain_text(re.compile("seen (Fall|Autumn)"))
    expect(question).to_contain_text(
        "By supply centres the good powers would win: the good powers 10 and the evil powers 7."
    )
    expect(desk.bar).to_contain_text(re.compile("(Fall|Autumn) 3000 · the verdict"))
    expect(desk.page.get_by_role("region", name=re.compile("^The verdict, "))).to_contain_text("Mordor is asked")
    picture(desk.page, "ring-diplomacy-question")
    assert serious_faults(desk.page) == []
    desk.button("Send the riders").click()
    expect(desk.page.get_by_role("region", name="Your orders")).to_contain_text("have caught the ring-bearer")
    expect(desk.page.locator('[data-part="RB"]')).to_be_attached()
    expect(desk.page.locator('[data-mark="track"]')).to_be_attached()
    expect(desk.page.locator('[data-mark="riders"]')).to_be_attached()
    assert desk.view["ending"]["kind"] == "sudden_death"
    expect(desk.bar).not_to_contain_text("orders")
    expect(desk.page.get_by_role("columnheader", name="Orders")).to_have_count(0)
    picture(desk.page, "ring-diplomacy-end")
    _points_fit_a_phone(desk)


def test_the_sandbox_knows_figures_hidden_moves_and_stages(open_desk: Open) -> None:
    """A position from the game is tried out: the Nazgul ordered by clicks, hidden moves by text, and all judged."""
    desk = OrderDesk(open_desk(size=(1440, 1000)))
    desk.sit("ring-diplomacy", "local", *["me"], *["local"] * 3, settings={"speed": "instant"})
    desk.take_seat()
    desk.button(re.compile("^What if")).click()
    panel = desk.page.get_by_role("region", name="Orders and rules")
    expect(panel).to_contain_text("Nazgûl Minas Morgul")
    panel.get_by_role("button", name="Nazgûl Minas Morgul").click()
    desk.page.get_by_role("button", name="Move", exact=True).click()
    desk.page.get_by_role("button", name="Ithilien", exact=True).click()
    expect(panel).to_contain_text("Z minas_morgul - ithilien")
    expect(panel.get_by_role("button", name=re.compile("^Army Minas Morgul"))).to_contain_text("no order")
    panel.get_by_role("tab", name="Set up").click()
    panel.get_by_label("The position as text").fill(
        "spring 3000 movement\nbeside: Z udun_vale, RB emyn_muil, BRC nurn\nGondor: A ithilien"
    )
    panel.get_by_role("button", name="Use this position").click()
    panel.get_by_role("tab", name="Orders").click()
    expect(panel).to_contain_text("Nazgûl Udun Vale")
    panel.get_by_label("Orders as text").fill("Z UDU - ITH\nRB EMU - DMA")
    panel.get_by_role("button", name=re.compile("^Adjudicate")).click()
    expect(panel).to_contain_text("1. Ring-bearer and black riders")
    expect(panel).to_contain_text("Hidden moves")
    expect(panel).to_contain_text("2. Nazgul")
    expect(desk.page.locator('[data-mark="struck"]')).to_be_attached()
    assert serious_faults(desk.page) == []
