"""Votes on the clock, seats taken over, sides by lot, anonymous play and the game master, in the browser."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.site import be, serious_faults
from tests.server.clockwork import DAY, Timed, clock, sit
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
    expect(page.get_by_text("The clock rests. It goes on by itself")).to_be_visible()


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
    for told in ("3 centres", "at least 12 hours", "missed 1 deadline", "begin anew with you", "4 are people"):
        expect(seat).to_contain_text(told)
    assert serious_faults(page) == []
    seat.get_by_role("button", name="Look around").click()
    expect(seat).to_be_hidden()
    page.get_by_role("button", name="See this seat").click()
    seat.get_by_role("button", name="Take this seat").click()

    expect(page.get_by_text("You play Turkey. This turn closes")).to_be_visible()
    expect(page.get_by_role("button", name="I am ready")).to_be_visible()
    assert clock(players[0], table)["deadline"] == timed.time.millis + DAY * 500
