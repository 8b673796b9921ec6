"""Votes on the clock, seats taken over, sides by lot, anonymous play and the game master, in the browser."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.site import be, comes_true, serious_faults
from tests.server.clockwork import DAY, Timed, clock, sit
from tests.server.live import wait_for
from tests.server.tap import MARK
from tests.server.test_masters import Led
from tests.server.test_sides import FIVE, Company
from wartable.server.settings import STATIC


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    server = Timed(f"sqlite:///{tmp_path_factory.mktemp('seats')}/games.sqlite3", static=STATIC)
    yield server
    server.stop()


def test_a_vote_on_the_clock_is_asked_on_the_first_page_and_in_the_game(timed: Timed, open_desk: Open) -> None:
    players = [timed.player() for _ in range(5)]
    table = sit(players, game="diplomacy", pace={"seconds": DAY, "pause": "majority", "longest_pause": 3 * DAY})
    players[1].post(f"/api/tables/{table}/pause", {"paused": True})
    page = open_desk(base_url=timed.url).page
    be(page, players[0], timed.url)

    page.goto("/")
    votes = page.get_by_role("region", name="Votes")
    expect(votes).to_contain_text("1 of 3 agrees")
    expect(page).to_have_title("(1) Wartable")
    expect(page.get_by_role("button", name="1 game waiting for you, 1 vote")).to_be_visible()
    expect(page.locator('link[rel="icon"]')).to_have_attribute("href", "/icon-news.svg")
    assert serious_faults(page) == []
    votes.get_by_role("button", name="Refuse").click()
    expect(votes).to_be_hidden()
    assert clock(players[0], table)["refused"] == [0]

    page.goto(f"/table/{table}")
    page.get_by_role("group", name="Vote").get_by_role("button", name="I agree").click()
    players[2].post(f"/api/tables/{table}/pause", {"paused": True})
    expect(page.get_by_text("The clock is paused. It runs again")).to_be_visible()


def test_a_free_seat_is_seen_whole_before_it_is_taken(timed: Timed, open_desk: Open) -> None:
    players = [timed.player() for _ in range(5)]
    table = sit(players, game="diplomacy", pace={"seconds": DAY, "offer": 1})
    timed.skip(DAY)
    for player in players[:4]:
        player.post(f"/api/tables/{table}/back")
    timed.skip(DAY - 3600)
    page = open_desk(phone=True, base_url=timed.url).page
    newcomer = timed.player()
    newcomer.me()
    be(page, newcomer, timed.url)
    page.goto(f"/table/{table}?free=4")

    seat = page.get_by_role("region", name="Free seat")
    expect(seat.get_by_role("heading", name="Turkey is free")).to_be_visible()
    for told in ("3 centres", "at least 12 hours", "missed 1 deadline", "start again with you", "4 people"):
        expect(seat).to_contain_text(told)
    ringed = page.locator("[data-unit]:has(> .ring)")
    expect(ringed).to_have_count(3)
    assert set(ringed.evaluate_all("all => all.map(one => one.dataset.unit)")) == {"F ANK", "A CON", "A SMY"}
    assert serious_faults(page) == []
    seat.get_by_role("button", name="Look around").click()
    expect(seat).to_be_hidden()
    expect(ringed).to_have_count(0)
    page.get_by_role("button", name="See this seat").click()
    seat.get_by_role("button", name="Take this seat").click()

    expect(page.get_by_text("You play Turkey. This turn closes")).to_be_visible()
    expect(page.get_by_role("button", name="I am ready")).to_be_visible()
    assert clock(players[0], table)["deadline"] == timed.time.millis + DAY * 500


def test_sides_are_wished_for_on_the_page_and_drawn_when_the_game_starts(timed: Timed, open_desk: Open) -> None:
    company = Company(timed)
    page = open_desk(phone=True, dark=True, base_url=timed.url).page
    be(page, company.players[0], timed.url)
    page.goto(company.path.removeprefix("/api").replace("tables", "table"))

    page.get_by_label("Who plays which side").select_option(label="By lot")
    expect(page.get_by_text("Sides are drawn by lot when the game starts.")).to_be_visible()
    expect(page.get_by_text("Lots come from the sealed dice")).to_be_visible()
    assert page.get_by_role("button", name="Move Turkey up").count() == 0
    page.get_by_label("Who plays which side").select_option(label="By lists of preferences")
    wished = page.get_by_role("region", name="What you would like to play")
    expect(wished).to_contain_text("Without a list you get a side that is left over.")
    for place in range(4, 0, -1):
        wished.get_by_role("button", name="Move Turkey up").click()
        expect(wished.get_by_role("listitem").nth(place - 1)).to_contain_text("Turkey")
        expect(wished).to_contain_text("Saved. Nobody else sees your list before the end.")
    assert serious_faults(page) == []
    for seat, side in enumerate(FIVE[:4], 1):
        company.wish(seat, side)
    page.get_by_role("button", name="Start", exact=True).click()

    expect(page.get_by_role("banner")).to_contain_text("Spring 1901")
    assert [player.get(company.path)["my_seats"] for player in company.players] == [[4], [0], [1], [2], [3]]
    page.get_by_role("navigation", name="This game").get_by_role("button", name="Log").click()
    expect(page.locator("#log")).to_contain_text("Person A plays Turkey")


TOLD = """() => {
  window.told = [];
  window.Notification = class {
    static permission = 'granted';
    constructor(title, more) { window.told.push([title, more.body]); }
    close() {}
  };
  Object.defineProperty(Document.prototype, 'hidden', { get: () => true });
  localStorage.setItem('wartable.settings', '{"notify": true, "quiet": false, "leisure": 20, "speed": "instant"}');
}"""
"""A browser that notifies, whose page is out of sight: what it is told is kept."""


def test_no_page_title_notice_or_stream_of_an_anonymous_table_names_a_player(timed: Timed, open_desk: Open) -> None:
    company = Company(timed, sides={"give": "lot", "anonymous": True}, press={"mode": "full"}, pace={"seconds": DAY})
    given, hidden = company.start(), [f"Person {letter}" for letter in "BCDE"]
    other = company.players[1]
    looks = (company.players[0], timed.player())
    desks = [open_desk(base_url=timed.url, extra_http_headers={MARK: name}) for name in ("side", "watcher")]
    shown = list[str]()
    for desk, player in zip(desks, looks, strict=True):
        player.me()
        be(desk.page, player, timed.url)
        desk.page.add_init_script(f"({TOLD})()")
        desk.page.goto(f"/table/{company.id}")
        expect(desk.page.get_by_role("banner")).to_contain_text("Spring 1901")

    side, press = FIVE[given[1]], f"{company.path}/press/letters"
    letter = {"seat": given[1], "to": [given[0]], "text": "Shall we talk?", "key": "a"}
    other.post(press, letter, 201)
    other.post(press, {**letter, "to": [], "text": "Peace to all.", "key": "b"}, 201)
    other.post(f"{company.path}/pause", {"paused": True})
    other.put("/api/me", {"name": "Person B", "colour": 5, "avatar": "fox"})
    comes_true(desks[0].page, f"window.told.some(([title]) => title === '{side} wrote to you')")
    expect(desks[0].page.get_by_role("group", name="Vote")).to_contain_text(side)
    for desk in desks:
        for tab in desk.page.get_by_role("tab").all():
            tab.click()
            expect(tab).to_have_attribute("aria-selected", "true")
            shown.append(desk.page.content())
        shown.append(str(desk.page.evaluate("[document.title, ...window.told]")))
        desk.page.goto("/")
        expect(desk.page.get_by_role("heading", name="Your games")).to_be_visible()
        shown.append(desk.page.content())
    shown += [timed.tap.new(name) for name in ("side", "watcher")]

    assert side in shown[-2]
    assert side in shown[-1]
    for name in hidden:
        assert [text[max(0, text.find(name) - 200) :][:300] for text in shown if name in text] == []


def test_a_game_master_leads_on_the_page_and_every_player_reads_why(timed: Timed, open_desk: Open) -> None:
    led = Led(timed, pace={"seconds": DAY}, press={"mode": "full"})
    led.start()
    led.text(4, "F ANK - BLA")
    page, reader = open_desk(base_url=timed.url).page, open_desk(phone=True, dark=True, base_url=timed.url).page
    for one, player in ((page, led.master), (reader, led.players[0])):
        be(one, player, timed.url)
        one.goto(f"/table/{led.id}")
    desk = page.get_by_role("region", name="Game master", exact=True)
    before = clock(led.master, led.id)["deadline"]

    desk.get_by_role("button", name="Give more time").click()
    desk.get_by_role("region", name="Give more time").get_by_role("button", name="hour").first.click()
    wait_for(lambda: clock(led.master, led.id)["deadline"] > before)
    desk.get_by_role("button", name="Close the phase").click()
    asked = page.get_by_role("dialog", name="Close this phase?")
    expect(asked).to_contain_text("Still waiting for")
    asked.get_by_role("button", name="Close the phase").click()
    expect(page.get_by_role("banner")).to_contain_text("Autumn 1901")

    desk.get_by_role("button", name="Correct…").click()
    part = desk.get_by_role("region", name="Correct the last decisions")
    part.get_by_label("Whose decision").select_option(label="Turkey")
    orders = part.get_by_label("Should be, in notation")
    orders.fill(orders.input_value().replace("F ANK - BLA", "F ANK - CON"))
    part.get_by_role("button", name="What changes?").click()
    expect(part).to_contain_text("What changes:")
    expect(part.get_by_role("button", name="Correct and tell all")).to_be_disabled()
    part.get_by_label("Note for all (required)").fill("I misread a mail.")
    assert serious_faults(page) == []
    part.get_by_role("button", name="Correct and tell all").click()
    expect(part).to_be_hidden()

    desk.get_by_role("button", name="Replace…").click()
    part = desk.get_by_role("region", name="Replace a player")
    part.get_by_label("Whose seat").select_option(label="Turkey, Person E")
    expect(part.get_by_role("button", name="Replace and tell all")).to_be_disabled()
    part.get_by_label("Note for all (required)").fill("They asked for it.")
    part.get_by_role("button", name="Replace and tell all").click()
    link = part.get_by_label("Link to the free seat")
    expect(link).to_have_value(re.compile(rf"/table/{led.id}\?.*take=4\."))
    assert led.players[4].get(led.path)["my_seats"] == []
    timed.player().post(f"{led.path}/take", {"code": link.input_value().partition("take=")[2]})

    reader.get_by_role("navigation", name="This game").get_by_role("button", name="Log").click()
    for told in (
        "The game master extends", "closes the turn. Not ready", "corrects what Turkey decided", "I misread a mail.",
        "replaces the player of Turkey", "They asked for it.", "Turkey has a player again.",
    ):  # fmt: skip
        expect(reader.locator("#log")).to_contain_text(told)
    assert serious_faults(reader) == []


def test_what_was_said_while_one_was_away_is_marked_until_it_is_read(timed: Timed, open_desk: Open) -> None:
    players = [timed.player() for _ in range(2)]
    table = sit(players, game="risk")
    players[1].post(f"/api/tables/{table}/chat", {"text": "Are you there?", "key": "a"}, 201)
    page = open_desk(base_url=timed.url).page
    be(page, players[0], timed.url)
    page.goto("/")

    expect(page.get_by_text("1 message", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="messages in 1 game")).to_be_visible()
    expect(page.locator('link[rel="icon"]')).to_have_attribute("href", "/icon-news.svg")
    page.goto(f"/table/{table}")
    chat = page.get_by_role("tab", name="Chat")
    expect(chat).to_contain_text("1")
    chat.click()
    expect(page.get_by_text("Are you there?")).to_be_visible()
    expect(chat).not_to_contain_text("1")
    wait_for(lambda: players[0].snapshot(table)["heard"])
    page.goto("/")
    expect(page.get_by_role("heading", name="Your games")).to_be_visible()
    expect(page.get_by_text("1 message", exact=True)).to_have_count(0)
