"""Two people in two browsers: one gives up, both play again, somebody starts the table of another."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.site import PICTURES, be
from tests.browser.tables import Desk
from tests.server.clockwork import sit
from tests.server.live import Live, Player, wait_for


@pytest.fixture
def pair(server: Live, open_desk: Open) -> tuple[tuple[Player, Desk], tuple[Player, Desk]]:
    """Two players with a browser each, the second on a phone in the dark."""
    one, two = server.player(), server.player()
    desks = open_desk(), open_desk(phone=True, dark=True)
    for player, desk in zip((one, two), desks, strict=True):
        player.me()
        player.table("me", "open", start=False, private=True)  # who has no table is no player yet
        be(desk.page, player, server.url)
    return (one, desks[0]), (two, desks[1])


def shot(page: Page, name: str) -> None:
    """Take a picture for people to look at, where they want some."""
    if PICTURES in os.environ:
        page.screenshot(path=Path(os.environ[PICTURES]) / f"together-{name}.png")


def test_a_duel_that_is_given_up_is_over_for_both_and_played_again_by_both(
    pair: tuple[tuple[Player, Desk], tuple[Player, Desk]],
) -> None:
    (one, here), (two, there) = pair
    table = sit([one, two])
    names = [seat["name"] for seat in one.get(f"/api/tables/{table}")["seats"]]
    here.page.goto(f"/table/{table}")
    there.page.goto(f"/table/{table}")
    expect(here.page.locator("#board-column")).to_be_visible()

    there.page.get_by_role("button", name="More").click()
    there.page.get_by_role("button", name="Resign…").click()
    expect(there.page.get_by_role("dialog")).to_contain_text(f"{names[0]} wins, and the game is over.")
    shot(there.page, "resign")
    there.page.get_by_role("button", name="Resign", exact=True).click()

    expect(here.page.get_by_role("heading", name="You have won")).to_be_visible()
    expect(here.page.locator(".banner")).to_have_text(f"{names[1]} resigns, and the game is over.")
    expect(here.page.locator("#log")).to_contain_text(f"{names[1]} resigns, and the game is over.")
    shot(here.page, "won")

    here.page.get_by_role("button", name="Play again").click()
    expect(here.page.get_by_text(f"kept for {names[1]}")).to_be_visible()
    shot(here.page, "asked")
    new = here.page.url.rsplit("/", 1)[1]
    assert new != table
    assert two.get(f"/api/tables/{new}")["my_seats"] == []
    there.page.goto(f"/table/{table}/result")
    expect(there.page.get_by_text(f"{names[0]} asks you to play again.")).to_be_visible()
    shot(there.page, "invited")
    there.page.goto("/")
    row = there.page.locator(f'a[href="/table/{new}"]')
    expect(row).to_contain_text("Invitation")
    shot(there.page, "home")
    there.page.goto(f"/table/{table}/result")
    there.page.get_by_role("button", name="Join the new game").click()

    there.page.wait_for_url(f"**/table/{new}")
    for desk in (here, there):
        expect(desk.page.locator("#board-column")).to_be_visible()
    assert two.get(f"/api/tables/{new}")["my_seats"] == [1]


def test_the_invitation_is_seen_at_once_by_who_looks_at_the_result(
    pair: tuple[tuple[Player, Desk], tuple[Player, Desk]],
) -> None:
    (one, here), (two, _) = pair
    table = sit([one, two])
    one.post(f"/api/tables/{table}/resign", {"seat": 0})
    here.page.goto(f"/table/{table}/result")
    expect(here.page.get_by_role("button", name="Play again")).to_be_visible()

    two.post(f"/api/again/{table}", status=201)

    expect(here.page.get_by_role("button", name="Join the new game")).to_be_visible()
    expect(here.page.get_by_role("list", name="Places")).to_contain_text("you, resigned")


def test_whoever_sits_down_may_start(pair: tuple[tuple[Player, Desk], tuple[Player, Desk]]) -> None:
    (one, _), (_, there) = pair
    table = one.table("me", "open", "open", start=False)["id"]
    there.page.goto(f"/table/{table}")
    expect(there.page.get_by_text("Anyone who sits here starts the game")).to_be_hidden()
    there.page.get_by_role("button", name="Sit here").first.click()
    expect(there.page.get_by_text("Free seats are removed when the game starts.")).to_be_visible()
    shot(there.page, "start")
    there.page.get_by_role("button", name="Start").click()

    expect(there.page.locator("#board-column")).to_be_visible()


def test_the_log_leads_back_to_the_first_move(server: Live, open_desk: Open) -> None:
    host = server.player()
    table = host.table("random", "random", "random", options={"turn_limit": 40})["id"]
    host.wait_over(table)
    assert host.snapshot(table)["log_start"] > 0
    desk = open_desk()
    desk.page.goto(f"/table/{table}")
    more = desk.page.get_by_role("button", name="Show earlier turns")
    expect(more).to_be_visible()
    while more.is_visible():
        more.click()
        wait_for(lambda: not more.is_visible() or more.is_enabled())

    expect(desk.page.locator("#log")).to_contain_text("Turn 1 ·")
    expect(desk.page.locator("#log")).to_contain_text("The map is dealt")
