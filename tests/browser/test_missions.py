"""Secret missions: shown on request, hidden from whoever sits down next, in no byte sent for another seat."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.ear import Ear
from tests.browser.site import serious_faults
from tests.browser.tables import Desk
from tests.browser.turns import Mouse, take_the_screen
from tests.server.live import Live
from wartable.engine.values import Seat

pytestmark = pytest.mark.browser

SHOW = re.compile("my mission$")


def secrets(server: Live, table_id: str) -> tuple[list[str], list[list[str]]]:
    """Every seat's mission in words, and the cards it holds as they stand in an answer."""
    table = server.services.hub.known(table_id)
    assert table is not None
    state = table.running().state
    views: list[Any] = [table.game.view(state, Seat(seat)) for seat in range(len(table.seats))]
    return [view.goal.mission for view in views], [[f'"{card.id}"' for card in view.cards.hand] for view in views]


def by_name(desk: Desk, mission: str) -> str:
    """A mission as people read it; the rules know players by their seats."""
    return re.sub(r"seat (\d)", lambda found: str(desk.table["seats"][int(found[1]) - 1]["name"]), mission)


def mission_shows(desk: Desk, mission: str) -> None:
    """Held down, the card is face up; let go, it is not even in the page."""
    assert mission not in desk.page.content()
    desk.button(SHOW).hover()
    desk.page.mouse.down()
    expect(desk.rail.get_by_role("button", name=mission)).to_contain_text("only you")
    desk.page.mouse.up()
    expect(desk.button(SHOW)).to_be_visible()
    assert mission not in desk.page.content()


def test_a_mission_stays_with_its_player_at_a_shared_screen(open_desk: Open, server: Live) -> None:
    desk = open_desk()
    table = desk.sit("me", "local", preset="missions", seed="m1")
    ear = Ear(desk.page, server)
    desk.page.reload(wait_until="domcontentloaded")
    (first, second), _ = secrets(server, table)
    assert (first, by_name(desk, first)) == ("Eliminate seat 2.", f"Eliminate {desk.table['seats'][1]['name']}.")
    assert by_name(desk, first) not in desk.page.content(), "whoever loads the page need not be its player"
    take_the_screen(desk)
    mission_shows(desk, by_name(desk, first))

    player = Mouse(desk)
    player.place_all()
    player.conquer_one()
    for button in ("End attacks", "End turn"):
        desk.button(button, exact=True).click()
    curtain = desk.page.get_by_role("dialog", name=re.compile("^Hand the screen to"))
    expect(curtain).to_be_visible()
    assert serious_faults(desk.page) == []
    _, (cards, _) = secrets(server, table)
    assert len(cards) == 1
    said = ear.new()
    assert first in said
    assert cards[0] in said
    assert second not in said
    assert not any(by_name(desk, secret) in desk.page.content() for secret in (first, second))
    desk.press("Tab", "Tab")
    expect(desk.button(SHOW)).to_have_count(0)

    take_the_screen(desk)
    mission_shows(desk, second)
    player.place_all()
    desk.page.get_by_role("slider", name="Moment of the game").fill("3")
    expect(desk.button("Back to now")).to_be_visible()
    desk.press("Escape")
    said = ear.new()
    assert second in said
    assert not any(secret in said for secret in (first, cards[0]))
    assert by_name(desk, first) not in desk.page.content()


def test_a_mission_is_shown_to_its_player_alone(open_desk: Open, server: Live) -> None:
    desk, watcher = open_desk(), open_desk()
    table = desk.sit("me", "random", "random", preset="missions", seed="m1")
    (mine, *others), _ = secrets(server, table)
    watcher.settle()
    ear = Ear(watcher.page, server)
    watcher.visit(f"/table/{table}")
    expect(watcher.page.get_by_text("You are watching").first).to_be_visible()
    desk.button("Show my mission").click()
    shown = desk.rail.get_by_role("button", name=mine)
    expect(shown).to_be_visible()
    shown.click()
    expect(shown).to_be_hidden()
    assert not any(by_name(desk, other) in desk.page.content() for other in others)
    desk.place_all()
    expect(watcher.rail.get_by_text(re.compile("^.+ places ")).first).to_be_visible()
    expect(watcher.button(SHOW)).to_have_count(0)
    said = ear.new()
    assert len(said) > 1000
    assert not any(secret in said for secret in (mine, *others))
