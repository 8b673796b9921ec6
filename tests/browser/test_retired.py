"""A table by rules that are gone opens as a page to look at: picture, seats, log, end, dice and record."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.site import be, serious_faults
from tests.server.live import Live, Player
from wartable.engine.record import load
from wartable.server.schema import tables

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("retired")]


@pytest.fixture(scope="module")
def host(server: Live) -> Player:
    return server.player()


@pytest.fixture(scope="module")
def over(server: Live, host: Player) -> str:
    """A game of Classic Risk that bots have played to its end, and whose log has more than one page."""
    table, _ = host.long_game(300, 12)
    retire(server, table)
    return table


@pytest.fixture(scope="module")
def on(server: Live, host: Player) -> str:
    """A game of Diplomacy that waits for its first orders."""
    table = str(
        host.table("me", *["random"] * 6, game="diplomacy", options={"last_year": 1905}, title="Club game")["id"]
    )
    host.wait_turn(table, 0)
    host.act(table, 0, {"type": "orders"})
    host.wait_turn(table, 0)
    letter: dict[str, object] = {"seat": 0, "to": [], "text": "Good morning to all.", "key": "a"}
    host.post(f"/api/tables/{table}/press/letters", letter, 201)
    host.post(f"/api/tables/{table}/press/letters", {**letter, "text": "And good night.", "key": "b"}, 201)
    retire(server, table)
    return table


def retire(server: Live, table: str) -> None:
    """Keep a table as a server that stops does, and let it be of a version of the rules that nobody knows."""
    server.run(server.services._keeper.finish(600))
    change = tables.update().where(tables.c.id == table).values(rules_version="0")
    with server.services.store.write_engine.begin() as connection:
        connection.execute(change)
    server.services.hub._tables.pop(table, None)


def look(page: Page, name: str) -> None:
    folder = os.environ.get("WARTABLE_SCREENSHOTS")
    if folder:
        page.screenshot(path=Path(folder) / f"{name}.png", full_page=True)


@pytest.mark.slow
@pytest.mark.parametrize(("phone", "dark"), [(False, False), (True, True)], ids=["desktop", "phone"])
def test_a_game_that_is_over_shows_how_it_ended(
    server: Live, open_desk: Open, host: Player, over: str, tmp_path: Path, *, phone: bool, dark: bool
) -> None:
    desk = open_desk(phone=phone, dark=dark)
    page = desk.page
    be(page, host, server.url)
    desk.visit(f"/table/{over}/result")

    expect(page.get_by_text("This game was played by version 0 of its rules.")).to_be_visible()
    expect(page.get_by_text("It is shown as it stood on")).to_be_visible()
    expect(page.get_by_text(host.get(f"/api/tables/{over}/result")["sentence"])).to_be_visible()
    picture = page.get_by_role("img", name="The position at the end")
    drawn = host.http.get(f"/api/tables/{over}/picture", params={"theme": "dark" if dark else "light"}).text
    expect(picture.locator("svg text", has_text="Brazil").first).to_be_visible()
    assert picture.evaluate("one => one.shadowRoot.querySelector('svg > style').textContent") in drawn
    expect(page.get_by_role("list", name="Players").get_by_role("listitem")).to_have_count(3)
    expect(page.get_by_role("region", name="Dice of each player")).to_be_visible()
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_role("status").locator(".good")).to_be_visible()
    log = page.get_by_role("region", name="Log")
    earlier, lines = page.get_by_role("button", name="Show earlier turns"), log.get_by_role("listitem")
    while earlier.count():
        shown = lines.count()
        earlier.click()
        expect(lines).not_to_have_count(shown)  # until then the button of the last page is still there
    expect(log.get_by_role("heading").last).to_have_text("Turn 1")
    expect(page.get_by_role("link", name="New game of Classic Risk")).to_have_attribute("href", "/games/risk")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download record").first.click()
    download.value.save_as(tmp_path / "game.jsonl")
    header = json.loads((tmp_path / "game.jsonl").read_text("utf-8").splitlines()[0])
    assert header["rules_version"] == "0"
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious_faults(page) == []
    look(page, f"retired-over-{'phone' if phone else 'desktop'}")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_game_that_was_on_says_who_was_waited_for_and_offers_nothing_to_do(
    server: Live, open_desk: Open, host: Player, on: str, *, phone: bool
) -> None:
    desk = open_desk(phone=phone)
    page = desk.page
    be(page, host, server.url)
    desk.visit("/")
    row = page.get_by_role("region", name="Your games").get_by_role("link", name="Club game")
    expect(row).to_contain_text("Read only")
    look(page, f"retired-list-{'phone' if phone else 'desktop'}")
    row.click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Club game")
    expect(page.get_by_text("nobody can play on")).to_be_visible()
    expect(page.get_by_text("Waiting for: Austria")).to_be_visible()
    expect(page.get_by_role("img", name="The position in turn")).to_be_visible()
    expect(page.get_by_text("Last year")).to_be_visible()
    letters = page.get_by_role("region", name="Letters", exact=True).get_by_role("article")
    expect(letters).to_have_count(2)
    page.get_by_label("Search letters").fill("NIGHT good")
    expect(letters).to_have_count(1)
    expect(letters).to_contain_text("Austria to everybody")
    assert page.get_by_role("main").get_by_role("button").count() == 0
    assert load(host.http.get(f"/api/tables/{on}/record").text.replace('"0"', '"2"', 1)).ending.seed == ""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert serious_faults(page) == []
    look(page, f"retired-on-{'phone' if phone else 'desktop'}")
