"""Letters as two people write them beside the map, in private and to all; unread ones counted, drafts kept."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.italy import ItalyDesk
from tests.browser.site import comes_true, picture, serious_faults
from tests.browser.tables import BEGIN, Desk

pytestmark = pytest.mark.browser


BARE = """() => {
  const dock = document.querySelector('#own-orders').getBoundingClientRect();
  return [...document.querySelectorAll('[data-piece]')].every(one => one.getBoundingClientRect().bottom <= dock.top);
}"""
"""Whether no piece lies under one's own orders at the foot of the board."""
MASTER = """async table => { await fetch(`/api/tables/${table}/master`, {
  method: 'PUT', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({seat: 'mine'})}); }"""


def _gather(host: Desk, *others: Desk) -> None:
    """Begin a game of five powers, those that nobody has come for played by bots."""
    host.settle()
    bots = ["easy"] * (4 - len(others))
    rule = {"mode": "full", "receipts": True}
    host.lay("me", *["open"] * len(others), *bots, game="diplomacy", preset="", plain=True, start=False, press=rule)
    for seat, other in enumerate(others, start=1):
        other.settle()
        other.take(host.table["id"], seat)
    host.page.evaluate(BEGIN, host.table["id"])


def _open(page: Page, *, phone: bool = False) -> None:
    """Open the letters, in the rail or from the bar at the foot of a phone."""
    if phone:
        page.get_by_role("navigation", name="This game").get_by_role("button", name="Press").click()
    else:
        page.get_by_role("tab", name="Press").click()


def test_two_powers_write_to_each_other_and_nobody_else_reads_it(open_desk: Open) -> None:
    austria, england, france, watcher = open_desk(), open_desk(phone=True, dark=True), open_desk(), open_desk()
    _gather(austria, england, france)
    watcher.settle()
    for desk in (austria, england, france, watcher):
        desk.visit(f"/table/{austria.table['id']}")
    _open(austria.page)
    austria.button("New letter").click()
    expect(austria.page.get_by_text("Everybody will read this.")).to_be_visible()
    austria.button("England", exact=True).click()
    expect(austria.page.get_by_text("England and you will read this.")).to_be_visible()
    austria.page.keyboard.type("Leave me Trieste, and")  # goes into the letter, and is no key of the game
    expect(austria.page.get_by_label("Your letter")).to_have_value("Leave me Trieste, and")
    austria.button("Quote an order").click()
    austria.page.get_by_label("Order to quote").fill("f lon-nth")
    austria.page.get_by_label("Order to quote").press("Enter")
    expect(austria.page.get_by_label("Your letter")).to_have_value("Leave me Trieste, and [F LON - NTH] ")
    expect(austria.page.locator('[data-order="quote 1 F LON - NTH"]')).to_have_count(1)
    austria.button("Send to England").click()
    expect(austria.page.get_by_role("log", name="Letters")).to_contain_text("Leave me Trieste")

    place = england.page.get_by_role("navigation", name="This game").get_by_role("button", name="Press")
    expect(place).to_contain_text("1")
    _open(england.page, phone=True)
    england.page.get_by_role("list", name="Conversations").get_by_role("button").first.click()
    expect(england.page.get_by_text("Only Austria and you read this.")).to_be_visible()
    expect(england.page.get_by_role("log", name="Letters")).to_contain_text("Leave me Trieste")
    expect(austria.page.get_by_text("Read by England")).to_be_visible()
    comes_true(austria.page, BARE)
    england.button("Quote 1, England: F LON - NTH").click()
    expect(england.page.locator('[data-order="quote 1 F LON - NTH"].chosen')).to_have_count(1)
    england.button("Make it my order").click()
    expect(england.page.locator('[data-order="F LON - NTH"]')).to_have_count(1)
    england.page.get_by_label("Your letter").fill("Agreed.")
    picture(england.page, "press-phone")
    assert serious_faults(england.page) == []
    england.page.get_by_label("Your letter").press("Control+Enter")
    expect(austria.page.get_by_role("log", name="Letters")).to_contain_text("Agreed.")
    picture(austria.page, "press-desktop")
    assert serious_faults(austria.page) == []

    _open(france.page)
    expect(france.page.get_by_text("Nothing written yet.")).to_be_visible()
    _open(watcher.page)
    watcher.page.get_by_role("list", name="Conversations").get_by_role("button", name="Spectators").click()
    watcher.page.get_by_label("Your letter").fill("Trieste will fall.")
    watcher.button("Send", exact=True).click()
    expect(watcher.page.get_by_role("log", name="Letters")).to_contain_text("Trieste will fall.")
    for desk in (france, watcher):
        assert "Leave me Trieste" not in desk.page.locator("aside").inner_text()
    assert "fall" not in france.page.locator("aside").inner_text()


def test_a_draft_is_kept_and_the_list_counts_what_is_unread(open_desk: Open) -> None:
    austria, england = open_desk(), open_desk()
    _gather(austria, england)
    table = austria.table["id"]
    austria.visit(f"/table/{table}")
    _open(austria.page)
    austria.button("New letter").click()
    austria.page.get_by_label("Your letter").fill("To all: good luck.")
    austria.button("Send to all").click()
    expect(austria.page.get_by_role("log", name="Letters")).to_contain_text("good luck")
    austria.page.get_by_label("Your letter").fill("And one thing more")
    expect(austria.page.get_by_text("Draft kept at")).to_be_visible()
    austria.visit(f"/table/{table}")
    _open(austria.page)
    expect(austria.page.get_by_role("list", name="Conversations")).to_contain_text("Begun: And one thing more")
    austria.page.get_by_placeholder("Search letters").fill("luck good")
    expect(austria.page.get_by_role("list", name="Letters found").get_by_role("button")).to_have_count(1)

    england.visit("/")
    expect(england.page.get_by_text("1 letter", exact=True)).to_be_visible()
    expect(england.button(re.compile("letters in 1 game"))).to_be_visible()
    england.visit(f"/table/{table}")
    expect(england.page.get_by_role("tab", name="Press")).to_contain_text("1")


def test_a_host_chooses_who_writes_to_whom(open_desk: Open) -> None:
    desk = open_desk()
    desk.settle()
    desk.lay("me", "open", game="diplomacy", preset="", plain=True, start=False)
    desk.visit(f"/table/{desk.table['id']}")

    desk.page.get_by_label("Who may write to whom").select_option("none")

    expect(desk.page.get_by_label("When the game is over")).to_have_count(0)
    stored = "async table => (await (await fetch(`/api/tables/${table}`)).json()).press.mode === 'none'"
    desk.page.wait_for_function(stored, arg=desk.table["id"])


def test_a_side_and_the_game_master_write_to_each_other_at_a_table_without_letters(open_desk: Open) -> None:
    master, austria = open_desk(), open_desk(phone=True, dark=True)
    master.settle()
    master.lay("open", *["easy"] * 4, game="diplomacy", preset="", plain=True, start=False, press={"mode": "none"})
    table = master.table["id"]
    master.page.evaluate(MASTER, table)
    austria.settle()
    austria.take(table, 0)
    master.page.evaluate(BEGIN, table)
    austria.visit(f"/table/{table}")
    _open(austria.page, phone=True)
    austria.button("Write to the game master").click()
    expect(austria.page.get_by_text("Only the game master and you read this, after the game, too.")).to_be_visible()
    austria.page.get_by_label("Your letter").fill("May I have a day more?")
    picture(austria.page, "press-master-phone")
    assert serious_faults(austria.page) == []
    austria.button("Send to the game master").click()
    expect(austria.page.get_by_role("log", name="Letters")).to_contain_text("May I have a day more?")

    master.visit(f"/table/{table}")
    expect(master.page.get_by_role("tab", name="Press")).to_contain_text("1")
    _open(master.page)
    expect(master.page.get_by_text("Only Austria and you read this, after the game, too.")).to_be_visible()
    expect(master.page.get_by_role("tab", name="Press")).not_to_contain_text("1")
    master.page.get_by_label("Your letter").fill("You may.")
    master.button("Send to Austria").click()
    expect(austria.page.get_by_role("log", name="Letters")).to_contain_text("You may.")
    master.button("New letter").click()
    master.button("Austria", exact=True).click()
    picture(master.page, "press-master")
    assert serious_faults(master.page) == []
    master.page.get_by_role("tab", name="Table").click()
    master.button("Enter orders").click()
    master.page.get_by_label("As they were sent, in notation").fill("A VIE - GAL; A BUD - GAL; F TRI - ALB")
    expect(master.page.get_by_text("The table must be told why.")).to_be_visible()
    master.page.get_by_label("Austria is ready").uncheck()
    master.page.get_by_label("Note for all (required)").fill("Sent by mail.")
    picture(master.page, "master-enters")
    assert serious_faults(master.page) == []
    master.button("Enter and tell all").click()
    expect(master.page.get_by_text("Entered: A VIE - GAL")).to_be_visible()
    austria.visit(f"/table/{table}")
    expect(austria.page.locator('[data-order="A VIE - GAL"]')).to_have_count(1)
    master.button("Close the phase").click()
    master.page.get_by_role("dialog").get_by_role("button", name="Close the phase").click()
    happened = master.page.get_by_role("region", name="What happened")
    expect(happened.get_by_role("button", name=re.compile("^Army Vienna: Bounced"))).to_be_visible()


def test_orders_of_machiavelli_are_quoted_by_line_and_on_the_board(open_desk: Open) -> None:
    italy = ItalyDesk(open_desk())
    italy.sit("machiavelli", "me", *["easy"] * 7, preset="basic", press={"mode": "full"})
    desk, page = italy.desk, italy.page
    units = desk.api(f"/tables/{desk.table['id']}/game")["update"]["view"]["position"]["units"]
    army = next(unit for unit in units if unit["kind"] == "A" and unit["owner"] != "autonomous")
    named = f"A {army['place']}"
    _open(page)
    desk.button("New letter").click()
    page.get_by_label("Your letter").fill("Stay, please:")
    desk.button("Quote an order").click()
    page.get_by_label("Order to quote").fill(f"{named} h")
    page.get_by_label("Order to quote").press("Enter")
    expect(page.get_by_label("Your letter")).to_have_value(f"Stay, please: [{named} H] ")
    expect(page.locator(f'[data-order="quote 1 {named} H"], [data-order$="{named} H"]')).to_have_count(1)
    desk.button("Quote an order").click()
    italy.click(army["place"])
    desk.button("besieges").click()
    expect(page.get_by_label("Your letter")).to_have_value(re.compile(rf"\[{named} H\] \[{named} B\]"))
    picture(page, "press-machiavelli")
    assert serious_faults(page) == []
    desk.button("Send to all").click()
    expect(page.get_by_role("log", name="Letters").get_by_role("button", name=re.compile("Quote 2,"))).to_be_visible()


@pytest.mark.parametrize(
    ("game", "piece"), [("lotr-machiavelli", "{at}/Z"), ("ring-diplomacy", "Z {at}")], ids=["machiavelli", "diplomacy"]
)
def test_figures_are_quoted_by_line_and_on_the_board_each_number_in_sight(
    open_desk: Open, game: str, piece: str
) -> None:
    orders = ItalyDesk(open_desk())
    orders.sit(game, "me", *["easy"] * 4, press={"mode": "full"})
    desk, page = orders.desk, orders.page
    if game == "lotr-machiavelli":
        orders.be_ready()  # the fleets to begin with are chosen first
        expect(page.get_by_role("region", name="Your orders")).to_be_visible()
        orders.end_verdict()
    view = desk.api(f"/tables/{desk.table['id']}/game")["update"]["view"]
    at = view.get("position", view)["figures"]["Z"]
    _open(page)
    desk.button("New letter").click()
    desk.button("Quote an order").click()
    page.get_by_label("Order to quote").fill(f"Z {at} h")
    page.get_by_label("Order to quote").press("Enter")
    letter = page.get_by_label("Your letter")
    expect(letter).to_have_value(re.compile(r"^\[Z \w+ H\] $"))
    desk.button("Quote an order").click()
    orders.click(piece.format(at=at))
    expect(desk.button("supports")).to_have_count(0)
    desk.button(re.compile("^(moves|holds)$")).first.click()
    borders = desk.api(f"/boards/{view['board']}")["borders"]
    near = next(other if one == at else one for one, other in borders if at in (one, other))
    orders.place(near)
    expect(letter).to_have_value(re.compile(r"^\[Z \w+ H\] \[Z \w+ - \w+\] $"))
    picture(page, f"press-figures-{game}")
    desk.button("Send to all").click()
    expect(page.get_by_role("log", name="Letters").get_by_role("button", name=re.compile("Quote 2,"))).to_be_visible()


POSTED = """async ([path, body]) => (await fetch(`/api/tables/${path}`, {
  method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(body)})).status"""


def test_the_letters_of_a_game_that_is_over_are_read_beside_its_result(open_desk: Open) -> None:
    host, other, stranger = open_desk(), open_desk(), open_desk(phone=True)
    host.settle()
    rule = {"mode": "full"}
    host.lay("me", "open", game="lotr-machiavelli", preset="", plain=True, start=False, press=rule)
    table = host.table["id"]
    other.settle()
    other.take(table, 1)
    host.page.evaluate(BEGIN, table)
    letter = {"seat": 0, "to": [1], "text": "Shall we share Rohan?", "key": "a"}
    assert host.page.evaluate(POSTED, [f"{table}/press/letters", letter]) == 201
    assert other.page.evaluate(POSTED, [f"{table}/resign", {"seat": 1}]) == 200
    host.visit(f"/table/{table}/result")
    host.page.get_by_role("link", name="Read the letters").click()
    letters = host.page.get_by_role("region", name="Letters of the game")
    expect(letters).to_be_in_viewport()
    expect(letters).to_contain_text("Shall we share Rohan?")
    letters.get_by_label("Search letters").fill("Gondor")
    expect(letters.get_by_text("No letter contains these words.")).to_be_visible()
    stranger.settle()
    stranger.visit(f"/table/{table}/result")
    expect(stranger.page.get_by_role("region", name="Letters of the game")).to_contain_text("Shall we share Rohan?")
    picture(stranger.page, "result-letters")
    assert serious_faults(stranger.page) == []
