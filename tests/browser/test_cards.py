"""Cards on a shared screen: earned by conquests, hidden from each other, traded when one likes and when one must."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.site import serious_faults
from tests.browser.tables import Desk
from tests.browser.turns import Mouse, asks

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEED = "c0"
"""Brings these five cards to who conquers one territory a turn, while the other only places."""
HAND = ["Siberia, cavalry", "Mongolia, infantry", "Siam, infantry", "Indonesia, artillery", "Wild card"]


def hand(desk: Desk) -> Locator:
    return desk.dock.get_by_role("group", name="Your cards").get_by_role("button")


def names(desk: Desk) -> list[str]:
    found: list[str] = hand(desk).evaluate_all("all => all.map(one => one.title)")
    return found


def round_of_two(player: Mouse) -> None:
    """The first player conquers a territory for a card; the second only places."""
    player.place_all()
    player.conquer_one()
    player.leave()
    asks(player.desk, re.compile("to place$"))
    expect(hand(player.desk)).to_have_count(0)  # the other's cards are not shown
    player.place_all()
    player.leave()


def test_cards_are_earned_and_traded(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "local", preset="classic", seed=SEED)
    player, trade = Mouse(desk), desk.dock.get_by_role("button", name=re.compile("^Trade for"))
    expect(desk.dock).to_contain_text("A conquest brings one.")
    for cards in range(1, 6):
        expect(trade).to_have_count(0 if cards <= 3 else 1)  # three of them make a set, which may wait
        round_of_two(player)
        expect(hand(desk)).to_have_count(cards)
    asks(desk, "Trade a set of cards")
    assert names(desk) == HAND
    assert serious_faults(desk.page) == []
    before = desk.view["to_place"]

    # With five cards nothing else may be done first.
    desk.press("e")
    expect(desk.dock.get_by_role("alert")).to_have_text("You hold 5 cards, so trade a set first.")

    # What is no set cannot be traded; a wild card completes any two.
    for card in ("Siberia, cavalry", "Mongolia, infantry", "Siam, infantry"):
        desk.button(card, exact=True).click()
    expect(desk.dock.get_by_role("button", name="No set")).to_have_attribute("aria-disabled", "true")
    for card in ("Siberia, cavalry", "Wild card"):
        desk.button(card, exact=True).click()
    expect(trade).to_have_text("Trade for 4")
    trade.click()

    mine = {space.name for space in desk.spaces() if space.mine}
    asks(desk, f"{before + 4} to place")
    expect(hand(desk)).to_have_count(2)
    assert names(desk) == ["Siberia, cavalry", "Indonesia, artillery"]
    name = desk.table["seats"][0]["name"]
    extra = next((f", and 2 armies in {space}" for space in ("Mongolia", "Siam") if space in mine), "")
    line = f"{name} trades Mongolia (infantry), Siam (infantry) and a wild card for 4 armies{extra}."
    expect(desk.rail.get_by_role("button", name=line, exact=True)).to_be_visible()

    # The others have seen these cards now, so the trade stands.
    desk.press("u")
    expect(desk.dock.get_by_role("alert")).to_have_text("Something hidden has been shown, so this stands.")
    player.place_all()
