"""Faults that the client once had, each kept out by a test: focus, keys, names, requests, views."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.site import comes_true
from tests.browser.tables import Desk
from tests.browser.turns import asks, take_the_screen

pytestmark = pytest.mark.browser

SLOW = """const real = fetch;
let gate = Promise.resolve(), open;
window.hold = () => { gate = new Promise(done => { open = done; }); };
window.answer = () => open();
window.fetch = async (to, how) => {
  if (String(to).endsWith('/actions')) await gate;
  return real(to, how);
};"""
"""A server that takes its time over decisions: from `hold()` to `answer()`."""
BELL = """window.rung = [];
window.Notification = class {
  static permission = 'granted';
  static requestPermission() { return Promise.resolve('granted'); }
  constructor(title, more) { window.rung.push([title, more.body, more.tag]); }
  close() {}
};
Object.defineProperty(document, 'hidden', {get: () => window.away === true});"""
LONG = "Wilhelmina-Alexandrina von Hohenzollern-Sigmaringen the 2nd"


def heading(desk: Desk, name: str | re.Pattern[str]) -> Locator:
    return desk.page.get_by_role("heading", name=name)


def call(desk: Desk, method: str, path: str, body: Any) -> Any:
    script = """async ([method, path, body]) => (await fetch('/api' + path, {
      method, headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)})).json()"""
    return desk.page.evaluate(script, [method, path, body])


def inside(desk: Desk, one: Locator) -> bool:
    box, size = one.bounding_box(), desk.page.viewport_size
    assert box
    assert size
    return box["x"] >= 0 and box["x"] + box["width"] <= size["width"]


def test_a_refused_order_keeps_the_order_line_and_an_attack_shows_its_odds_first(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random")
    source = desk.place_all()
    near = {name for name, _ in source.foes}
    far = next(space for space in desk.spaces() if not space.mine and space.name not in near)
    desk.press("/")
    line = desk.page.get_by_role("textbox", name="Order", exact=True)
    line.fill(f"{source.name} > {far.name}")
    desk.press("Enter")
    expect(desk.page.locator(".orders")).to_contain_text("does not border")
    expect(line).to_be_focused()
    line.fill(f"{source.name} > {source.foes[0][0]}")
    desk.press("Enter")
    expect(line).to_be_hidden()
    asks(desk, f"{source.name} → {source.foes[0][0]}")  # nothing is rolled before its odds were seen


def test_enter_on_a_territory_agrees_with_the_dock(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random")
    chosen = desk.strongest()
    desk.page.locator(f'[data-place="{chosen.key}"]').focus()
    desk.press("Enter")
    desk.button(re.compile("^All to")).click()
    desk.page.locator(f'[data-place="{chosen.key}"]').focus()
    expect(heading(desk, "All armies placed")).to_be_visible()
    desk.press("Enter")
    expect(heading(desk, "Choose where to attack from")).to_be_visible()


def test_keys_wait_for_the_answer(open_desk: Open) -> None:
    desk = open_desk()
    desk.page.add_init_script(SLOW)
    desk.sit("me", "random")
    with desk.page.expect_response(re.compile("/actions$")):  # the news of it come by the stream as well, and sooner
        desk.place_all()
    desk.page.evaluate("hold()")
    desk.press("e", "e")
    desk.page.evaluate("answer()")
    expect(desk.page.get_by_text("Turn 2 · two players")).to_be_visible()


def test_a_double_click_decides_once(open_desk: Open) -> None:
    desk = open_desk()
    desk.page.add_init_script(SLOW)
    desk.sit("me", "random")
    desk.place_all()
    desk.page.evaluate("hold()")
    desk.button("End attacks").dblclick()
    desk.page.evaluate("answer()")
    expect(heading(desk, "One move, if you like")).to_be_visible()
    desk.page.wait_for_timeout(900)
    expect(heading(desk, "One move, if you like")).to_be_visible()


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_a_long_name_pushes_nothing_aside(open_desk: Open, phone: bool) -> None:  # noqa: FBT001 - a parameter
    desk = open_desk(phone=phone)
    desk.settle()
    call(desk, "PUT", "/me", {"name": LONG, "colour": 1, "avatar": ""})
    desk.sit("me", "local", preset="missions")
    take_the_screen(desk)
    pill = desk.page.locator(".pill .text").first
    expect(pill).to_be_visible()
    if not phone:
        expect(pill).to_have_attribute("title", f"Your turn, {LONG}")
    for name in ("More",) if phone else ("More", "Help and keys"):
        assert inside(desk, desk.button(name, exact=True))
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= (390 if phone else 1440)


def test_a_long_name_fits_the_curtain(open_desk: Open) -> None:
    desk = open_desk(phone=True)
    desk.settle()
    seats = [{"kind": "me"}, {"kind": "local", "name": LONG}]
    wish = {"game": "risk", "preset": "missions", "options": {"first_player": "seat_order"}, "start": True}
    table = call(desk, "POST", "/tables", {**wish, "seats": seats})
    desk.table = table
    desk.visit(f"/table/{table['id']}")
    take_the_screen(desk)
    expect(desk.dock).to_be_visible()
    place = next(offer for offer in offers(desk) if offer["kind"] == "place")["targets"][0]
    count = desk.view["to_place"]
    for action in ({"type": "place", "space": place, "count": count}, {"type": "end_attacks"}, {"type": "end_turn"}):
        call(desk, "POST", f"/tables/{table['id']}/actions", {"seat": 0, "action": action, "key": action["type"]})
    curtain = desk.page.get_by_role("dialog", name=re.compile("^Hand the screen to"))
    expect(curtain).to_be_visible()
    button = curtain.get_by_role("button")
    assert inside(desk, button)
    assert inside(desk, curtain.get_by_role("heading"))
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= 390


def offers(desk: Desk) -> list[dict[str, Any]]:
    found: dict[str, list[dict[str, Any]]] = desk.api(f"/tables/{desk.table['id']}/game")["update"]["offers"]
    return [offer for seat in found.values() for offer in seat]


def test_no_place_shows_a_nought(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random")
    desk.press("Home")
    expect(desk.page.get_by_text("Back to now")).to_be_visible()
    expect(desk.page.locator("[data-piece] .count")).to_have_count(0)
    desk.press("End")
    expect(desk.page.locator("[data-piece] .count")).to_have_count(42)


def test_the_rules_tab_speaks_of_what_is_in_force(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random")
    desk.page.get_by_role("tab", name="Rules").click()
    expect(desk.rail.get_by_text("You get one army for every 3 territories")).to_be_visible()
    assert "card" not in desk.rail.inner_text().lower()
    desk.sit("me", "random", preset="classic")
    desk.page.get_by_role("tab", name="Rules").click()
    expect(desk.rail.get_by_text("Cards are traded now")).to_be_visible()


def test_presets_and_options_are_named_for_players(open_desk: Open) -> None:
    desk = open_desk()
    desk.settle()
    desk.visit("/")
    desk.button("Simple rules").click()
    expect(desk.page.get_by_text("Engine", exact=True)).to_have_count(0)
    desk.visit("/games/risk")
    desk.page.get_by_text("Board and set-up", exact=True).click()
    expect(desk.page.locator("code", has_text="wartable import").first).to_be_visible()
    assert "`" not in desk.page.locator("main").inner_text()


def test_odds_are_asked_for_once(open_desk: Open) -> None:
    desk = open_desk()
    asked: list[str] = []
    desk.page.on("request", lambda request: asked.append(request.url) if "/forecasts" in request.url else None)
    desk.sit("me", "random")
    source = desk.place_all()
    before = len(asked)
    desk.page.locator(f'[data-place="{source.key}"]').focus()
    desk.press("Enter")
    expect(desk.page.locator(".chances text").first).to_be_visible()
    desk.page.wait_for_timeout(800)
    assert len(asked) - before == 1
    desk.press("Enter")
    expect(desk.button("Attack to the end")).to_be_visible()
    desk.page.wait_for_timeout(800)
    assert len(asked) - before == 1


def test_holding_places_five(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random", settings={"leisure": 1})
    chosen = desk.strongest()
    to_place = desk.view["to_place"]
    desk.still()
    desk.page.locator(f'[data-piece="{chosen.key}"]').hover()
    desk.page.mouse.down()
    expect(desk.button(f"Undo: {min(5, to_place)} to {chosen.name}")).to_be_visible()
    desk.page.mouse.up()
    desk.page.wait_for_timeout(300)
    expect(desk.button(f"Undo: {min(5, to_place)} to {chosen.name}")).to_be_visible()


def test_a_finished_game_is_seen_through_every_seat(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("random", "random", preset="missions", options={"turn_limit": 1})
    expect(heading(desk, re.compile("won"))).to_be_visible()
    view = desk.page.get_by_label("Seen by")
    expect(view).to_have_value("")
    expect(desk.rail.locator(".open dd")).to_have_count(2)
    desk.press("Home", "ArrowRight", "ArrowRight", "ArrowRight")
    expect(desk.page.get_by_text("Back to now")).to_be_visible()
    expect(desk.button(re.compile("mission$"))).to_have_count(0)
    view.select_option("1")
    expect(view).to_have_value("1")
    expect(desk.page.get_by_text("Back to now")).to_be_visible()
    desk.button(re.compile("^Show .* mission$")).click()
    expect(desk.page.locator(".secret .face")).to_contain_text(re.compile(r"[A-Z]\w+ .+\."))


def test_a_spectator_is_told_that_the_view_is_public(open_desk: Open) -> None:
    desk = open_desk()
    table = desk.sit("me", "random", preset="missions")
    other = open_desk()
    other.settle()
    other.visit(f"/table/{table}")
    expect(other.page.get_by_text("Public view")).to_be_visible()


def test_notifications_ring_only_when_asked_for(open_desk: Open) -> None:
    desk = open_desk()
    desk.page.add_init_script(BELL)
    desk.settle()
    desk.visit("/you")
    box = desk.page.get_by_label("Tell me when it is my turn")
    expect(box).not_to_be_checked()
    box.check()
    desk.page.get_by_label("Quiet hours").uncheck()
    desk.page.reload(wait_until="domcontentloaded")
    expect(box).to_be_checked()
    for notify, expected in ((False, 0), (True, 1)):
        desk.sit("me", "random", settings={"notify": notify, "quiet": False})
        desk.place_all()
        desk.press("e")
        expect(heading(desk, "One move, if you like")).to_be_visible()
        desk.page.evaluate("window.away = true")
        desk.press("e")
        expect(desk.page.get_by_text("Turn 2 · two players")).to_be_visible()
        comes_true(desk.page, f"rung.length === {expected}")
    rung = desk.page.evaluate("window.rung")
    assert rung[0][0] == "Classic Risk, turn 2: your turn"
    assert "to place" in rung[0][1].lower() or "place" in rung[0][1].lower()


def test_an_edition_names_its_own_neighbours(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random", options={"board": "world_2008"})
    desk.page.locator('[data-place="western_australia"]').focus()
    desk.page.locator('[data-piece="western_australia"]').hover(force=True)
    card = desk.page.get_by_role("tooltip")
    expect(card).to_contain_text("Borders")
    assert "New Guinea" not in card.inner_text()


def test_the_switch_of_the_theme_wins_over_the_system(open_desk: Open) -> None:
    desk = open_desk(dark=True)
    desk.settle()
    desk.visit("/")
    body = desk.page.locator("body")
    expect(body).to_have_css("background-color", "rgb(18, 22, 26)")
    desk.button("Light theme").click()
    expect(desk.button("Dark theme")).to_be_visible()
    expect(body).to_have_css("background-color", "rgb(239, 236, 228)")
