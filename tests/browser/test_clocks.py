"""Clocks in the browser: chosen in the lobby, counted down in the game and in lists, closed by time or by the maker."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.site import be, serious_faults
from tests.server.clockwork import DAY, Timed, sit
from wartable.server.settings import STATIC


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Timed]:
    server = Timed(f"sqlite:///{tmp_path_factory.mktemp('clocks')}/games.sqlite3", static=STATIC)
    yield server
    server.stop()


def test_a_phase_is_counted_down_and_ends_by_the_clock(timed: Timed, open_desk: Open) -> None:
    player = timed.player()
    table = player.table("me", *["random"] * 4, game="diplomacy", start=False)["id"]
    page = open_desk(base_url=timed.url).page
    be(page, player, timed.url)
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="A day", exact=True).click()
    expect(page.get_by_text("1 day for each turn, 12 hours for retreats, 12 hours for builds.")).to_be_visible()
    page.get_by_role("button", name="Sunday").click()
    expect(page.get_by_text("Turns close only from Monday to Saturday")).to_be_visible()
    page.get_by_role("button", name="Sunday").click()
    page.get_by_label("Time for retreats", exact=True).fill("6")
    expect(page.get_by_text("6 hours for retreats")).to_be_visible()
    expect(page.get_by_role("button", name="Own", exact=True)).to_be_visible()
    means = page.get_by_role("region", name="What this means")
    expect(means.get_by_role("listitem")).to_have_count(5)
    expect(means).to_contain_text("Spring retreats, if there are any")
    expect(means).to_contain_text("A year of the game")
    assert serious_faults(page) == []

    page.get_by_role("button", name="Start", exact=True).click()
    bar = page.get_by_role("banner")
    expect(bar.get_by_role("timer")).to_have_text(re.compile(r"^(1 d 0 h|23 h \d\d min) left$"))
    expect(bar).to_contain_text("Spring 1901")
    timed.skip(DAY - 1800)
    page.reload()
    expect(bar.get_by_role("timer")).to_have_text(re.compile(r"^only (30|2\d) min"))
    assert serious_faults(page) == []

    timed.skip(1800)
    expect(page.get_by_text("You are a moment late. After another miss the rules decide.")).to_be_visible()
    timed.skip(DAY / 2)

    expect(bar).to_contain_text("1901", timeout=60_000)
    expect(bar).not_to_contain_text("Spring 1901", timeout=60_000)
    page.goto("/")
    row = page.get_by_role("link", name=re.compile("Diplomacy"))
    expect(row.get_by_role("timer").first).to_have_text(re.compile(r"left$"))


def test_the_maker_of_a_table_without_a_clock_closes_a_turn(timed: Timed, open_desk: Open) -> None:
    players = [timed.player() for _ in range(5)]
    table = sit(players, game="diplomacy")
    waited = [seat["name"] for seat in players[0].get(f"/api/tables/{table}")["seats"]]
    page = open_desk(phone=True, base_url=timed.url).page
    be(page, players[0], timed.url)
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Close the turn…", exact=True).click()
    dialog = page.get_by_role("dialog", name="Close this turn?")
    for name in waited[1:]:
        expect(dialog).to_contain_text(name)

    dialog.get_by_role("button", name="Close the turn", exact=True).click()

    expect(dialog).to_be_hidden()
    expect(page.get_by_role("banner")).not_to_contain_text("Spring 1901", timeout=60_000)
    assert players[1].snapshot(table)["update"]["turn"] == 1
    page.get_by_role("button", name="What happened").click()
    expect(page.get_by_text("You had given no orders, so the rules decided for you.")).to_be_visible()
    page.get_by_role("button", name="Log", exact=True).click()
    expect(page.get_by_role("button", name="Austria gave no orders: its units hold. by the rules")).to_be_visible()


def test_all_agree_to_a_pause_and_whoever_is_away_comes_back(timed: Timed, open_desk: Open) -> None:
    players = [timed.player(), timed.player()]
    pace = {"seconds": 3600, "misses": 1, "absent": "rules", "holidays": 3}
    table = sit(players, pace=pace, options={"first_player": "seat_order"})
    timed.skip(3600)
    page = open_desk(base_url=timed.url).page
    be(page, players[0], timed.url)
    page.goto(f"/table/{table}")
    expect(
        page.get_by_text(re.compile("^You missed 1 deadline; the rules decide for you when your turn ends"))
    ).to_be_visible()
    page.get_by_role("button", name="I am back", exact=True).click()
    expect(page.get_by_text("You missed 1 deadline")).to_be_hidden()
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Pause the clock", exact=True).click()
    expect(page.get_by_text("1 of 2 want to pause the clock")).to_be_visible()

    players[1].post(f"/api/tables/{table}/pause", {"paused": True})

    expect(page.get_by_role("dialog").get_by_role("timer")).to_have_text(re.compile("^paused"))
    page.get_by_role("button", name="Resume the clock", exact=True).click()
    players[1].post(f"/api/tables/{table}/pause", {"paused": False})
    expect(page.get_by_role("dialog").get_by_role("timer")).to_have_text(re.compile("left$"))
    page.get_by_role("button", name="Go on holiday").click()
    expect(page.get_by_role("dialog").get_by_role("timer")).to_have_text(re.compile("^paused"))
    page.keyboard.press("Escape")
    expect(page.get_by_text("The clock is paused.", exact=False).first).to_be_visible()
    players[1].post(f"/api/tables/{table}/pause", {"paused": True})
    expect(page.get_by_text("asks to pause the clock: 1 of 2 agree, 1 is missing.")).to_be_visible()
    assert serious_faults(page) == []
    page.get_by_role("button", name="I am back from holiday").click()
    page.get_by_role("button", name="I agree", exact=True).click()
    expect(page.get_by_role("banner").get_by_role("timer")).to_have_text(re.compile("^paused"))
