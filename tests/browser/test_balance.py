"""The Balance of Power variant in the browser: whole games with shop, neutral army, objectives; a phone; watching."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.commander import Commander
from tests.browser.conftest import Open
from tests.browser.site import serious_faults
from tests.browser.tables import Desk
from tests.browser.turns import asks

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHORT = {"objectives_needed": 1, "turn_limit": 4}
"""Options by which a game is over when somebody has collected an objective, and at the latest after four turns."""


def sit(desk: Desk, *seats: str, preset: str = "two-player", **wish: Any) -> None:
    desk.sit(*seats, game="balance-of-power", preset=preset, **wish)


def has_won(desk: Desk) -> None:
    expect(desk.dock.get_by_role("heading", name="You have won")).to_be_visible()
    expect(desk.dock).to_contain_text("Collected an objective with their own capital in hand.")
    expect(desk.page).to_have_title(re.compile("has won"))
    assert desk.api(f"/tables/{desk.table['id']}")["status"] == "finished"


class Shopper(Commander):
    """Looks round in the shop before the first purchase, and once asks for an action that cannot be bought."""

    looked = asked_closed = False

    def buy(self) -> None:
        if not self.looked:
            self.look_round()
            self.looked = True
        if not self.asked_closed and self.closed().count():
            self.ask_for_what_is_closed()
            self.asked_closed = True
        super().buy()

    def closed(self) -> Locator:
        shop = self.desk.page.get_by_role("list", name="Special combat actions")
        return shop.locator("button[aria-disabled=true]")

    def look_round(self) -> None:
        desk, page = self.desk, self.desk.page
        expect(page.get_by_role("tab", name="Actions")).to_have_attribute("aria-selected", "true")
        assert serious_faults(page) == []
        shop = page.get_by_role("list", name="Special combat actions")
        expect(shop.get_by_role("listitem")).to_have_count(15)
        self.choose_and_step_back()
        self.write_what_is_not_sold()
        desk.press("t")  # the list of places tells what lies there
        expect(page.get_by_role("cell", name=re.compile("[Cc]ity")).first).to_be_visible()
        expect(page.get_by_role("cell", name="The neutral army").first).to_be_visible()
        desk.press("t")
        page.get_by_role("tab", name="Objectives").click()
        expect(page.get_by_role("list", name="Objectives").get_by_role("listitem")).to_have_count(8)
        page.get_by_role("tab", name="Actions").click()

    def ask_for_what_is_closed(self) -> None:
        closed = self.closed().first
        title = closed.locator("b").inner_text()
        expect(closed).to_contain_text(re.compile(r"costs \d+|No |There |Every |already"))
        closed.click(force=True)
        expect(self.desk.dock.get_by_role("alert").get_by_role("link")).to_have_text(re.compile(r"^Rule \d"))
        expect(self.desk.dock.get_by_role("heading", name=title)).to_be_hidden()

    def write_what_is_not_sold(self) -> None:
        desk = self.desk
        desk.press("/")
        line = desk.page.get_by_role("textbox", name="Order", exact=True)
        expect(line).to_be_focused()
        desk.page.keyboard.type("buy cookies")
        desk.press("Enter")
        expect(desk.page.locator(".orders")).to_contain_text("There is no action 'cookies'.")
        desk.press("Escape")
        expect(line).to_be_hidden()

    def choose_and_step_back(self) -> None:
        shop = self.desk.page.get_by_role("list", name="Special combat actions")
        ware = shop.locator("button:not([aria-disabled])").first
        title = ware.locator("b").inner_text()
        ware.click()
        asks(self.desk, title)
        self.desk.press("Escape", "Escape")
        asks(self.desk, "Buy actions, or go on")


def test_a_duel_with_the_neutral_army_between(open_desk: Open) -> None:
    desk = open_desk()
    sit(desk, "me", "random", options={**SHORT, "objective_numbers": "printed"}, seed="s1")  # fitted ones take longer
    player = Shopper(desk, wishes=("Neutral attack", "Recon mission"), attacks=4)
    player.set_up()
    player.whole_game()
    has_won(desk)
    assert player.asked_closed
    assert {"raided", "bought Neutral attack", "bought Recon mission", "collected"} <= set(player.done)
    expect(desk.rail.get_by_role("button", name=re.compile("^The neutral army took ")).first).to_be_visible()
    expect(desk.rail.get_by_role("button", name=re.compile("^You send a recon mission")).first).to_be_visible()

    desk.press("Home")  # time travel: the board of the first moment, before anybody held anything
    expect(desk.page.get_by_role("list", name="Steps of the turn")).to_contain_text("Set up")
    assert not any(space.mine for space in desk.spaces())
    desk.press("End")
    expect(desk.dock.get_by_role("link", name="Result page")).to_be_visible()


@pytest.mark.strength  # the third whole game of this variant by mouse: the duel and that of the literal preset stay
def test_four_players_without_a_neutral_army(open_desk: Open) -> None:
    desk = open_desk(dark=True)
    sit(desk, "me", "random", "random", "random", preset="many", options=SHORT, seed="s2")
    player = Commander(desk, wishes=("Bombardment", "Improved attack", "Maneuver"), attacks=4)
    player.set_up()
    player.whole_game()
    has_won(desk)
    assert {"bought Bombardment", "collected"} <= set(player.done)
    assert "raided" not in player.done
    assert serious_faults(desk.page) == []


def test_a_phone_commands_the_neutral_army_and_others_watch(open_desk: Open) -> None:
    desk, guest = open_desk(phone=True), open_desk()
    sit(desk, "me", "random", seed="s2")
    desk.button("Claim the rest for me").tap()
    desk.button("Place the rest for me").tap()
    asks(desk, "Place your capital")
    desk.tap(Commander(desk).ready()[0])
    asks(desk, "2 to place for the neutral army")
    assert serious_faults(desk.page) == []
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= 390
    desk.button(re.compile("^Done, without 2 armies")).tap()
    asks(desk, "Choose where the neutral army attacks from")
    desk.button("Players", exact=True).tap()
    expect(desk.page.get_by_role("list", name="Objectives").get_by_role("listitem")).to_have_count(8)
    expect(desk.page.get_by_text("Neutral army: 75 armies in 6 territories.")).to_be_visible()
    desk.button("Back to the board").tap()
    desk.dock.get_by_role("button", name="End neutral attack").tap()
    asks(desk, re.compile(r"^\d+ to place$"))

    guest.settle()
    guest.visit(f"/table/{desk.table['id']}")
    expect(guest.page.get_by_text("You are watching").first).to_be_visible()
    held = [space.text for space in guest.spaces() if "held by the neutral army, 15 armies" in space.text]
    assert len(held) == 3
    assert all("Site" in text or "site" in text for text in held)
    assert guest.page.get_by_role("tab", name="Actions").is_visible()
