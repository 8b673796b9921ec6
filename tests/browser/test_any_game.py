"""A game without a page of its own plays all the same: tables, notation, log, history, the next player's curtain."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.tables import Desk
from tests.engine.tiny_hidden import PostGame
from tests.games.flow.allied import ALLIED
from tests.games.flow.hands import Attack, HandGame
from wartable.engine import registry
from wartable.server import catalogue

pytestmark = pytest.mark.browser


@pytest.fixture
def posts() -> Iterator[None]:
    """A third-party game, installed for one test."""
    registry.register(PostGame())
    catalogue.forget()
    yield
    registry.unregister(PostGame.key)
    catalogue.forget()


def asked(desk: Desk) -> None:
    expect(desk.page.get_by_label("Order", exact=True)).to_be_visible()


@pytest.mark.usefixtures("posts")
def test_a_game_without_a_page_is_played_by_notation(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random", game="tiny-posts", preset="cards", plain=True)
    asked(desk)
    expect(desk.page.get_by_role("row", name=re.compile("^Turn "))).to_be_visible()
    order = desk.page.get_by_label("Order", exact=True)
    desk.dock.get_by_role("button", name="Strike…").click()
    expect(order).to_have_value("strike ")  # what it leaves open is written, not refused
    order.fill("stike 1 -")
    desk.press("Enter")
    expect(desk.dock.get_by_role("alert")).to_be_visible()
    before = desk.page.locator(".log li").count()
    order.fill("pass")
    desk.press("Enter")
    expect(order).to_have_value("")
    asked(desk)
    desk.dock.get_by_role("button", name="Pass").click()
    expect(desk.page.locator(".log li")).not_to_have_count(before)
    slider = desk.page.get_by_role("slider", name="Moment of the game")
    slider.fill("0")
    expect(desk.button("Back to now")).to_be_visible()


@pytest.fixture
def hands() -> Iterator[None]:
    """A game of attacks that may be answered with a card."""
    registry.register(HandGame())
    catalogue.forget()
    yield
    registry.unregister(HandGame.key)
    catalogue.forget()


@pytest.mark.usefixtures("hands")
def test_what_is_asked_out_of_turn_is_answered_in_the_dock_of_the_frame(open_desk: Open) -> None:
    desk = open_desk()
    desk.settle()
    desk.lay("me", "local", game="tiny-hands", preset="plain", plain=True)
    desk.visit(f"/table/{desk.table['id']}")
    curtain = desk.page.get_by_role("dialog", name=re.compile("^Hand the screen to"))
    curtain.get_by_role("button").click()
    expect(curtain).to_have_count(0)  # a curtain that is still fading takes the key away from the line of orders
    answers = desk.dock.get_by_role("group", name="Your answers")
    expect(desk.page.get_by_label("Order", exact=True)).to_be_visible()
    expect(answers).to_have_count(0)
    desk.page.get_by_label("Order", exact=True).fill(HandGame().format(Attack(1)))
    desk.press("Enter")
    curtain.get_by_role("button").click()
    expect(answers).to_be_visible()
    expect(desk.dock).to_contain_text("Answer the attack")
    answers.get_by_role("button", name="Pass").click()
    expect(answers).to_have_count(0)
    expect(desk.page.get_by_label("Order", exact=True)).to_be_visible()


@pytest.mark.usefixtures("hands")
def test_an_answer_is_settled_in_advance_and_taken_back(open_desk: Open) -> None:
    desk = open_desk()
    desk.settle()
    desk.lay("me", "local", game="tiny-hands", preset="plain", plain=True)
    desk.visit(f"/table/{desk.table['id']}")
    curtain = desk.page.get_by_role("dialog", name=re.compile("^Hand the screen to"))
    curtain.get_by_role("button").click()
    expect(curtain).to_have_count(0)
    desk.page.get_by_label("Order", exact=True).fill(HandGame().format(Attack(1)))
    desk.press("Enter")
    curtain.get_by_role("button").click()
    desk.dock.get_by_role("checkbox", name="Pass until my next turn").click()
    expect(desk.dock.get_by_role("group", name="Your answers")).to_have_count(0)  # it has answered this question too
    curtain.get_by_role("button").click()
    expect(curtain).to_have_count(0)
    menu = desk.page.get_by_role("dialog", name="This game")
    block = menu.get_by_role("checkbox", name="Play a block on the first attack on me for one answer")
    for settled in (False, True):
        desk.button("More").click()
        expect(block).to_be_checked(checked=settled)
        expect(menu.get_by_role("checkbox", name="Pass until my next turn")).not_to_be_checked()
        block.click()
        expect(block).to_be_checked(checked=not settled)
        desk.press("Escape")


@pytest.fixture
def allied() -> Iterator[None]:
    """A game of two sides, each with two seats."""
    registry.register(ALLIED)
    catalogue.forget()
    yield
    registry.unregister(ALLIED.key)
    catalogue.forget()


@pytest.mark.usefixtures("allied")
def test_allies_stand_together_among_the_players(open_desk: Open) -> None:
    desk = open_desk()
    desk.settle()
    desk.lay("me", "local", "local", "local", game=ALLIED.key, preset="around", plain=True)
    names = [seat["name"] for seat in desk.api(f"/tables/{desk.table['id']}")["seats"]]
    desk.visit(f"/table/{desk.table['id']}")
    rows = desk.page.get_by_role("complementary", name="Players and log").get_by_role("row")
    for row, seats in enumerate([(0, 2), (0,), (2,), (1, 3), (1,), (3,)], 1):  # a side, and who is of it
        for seat in seats:
            expect(rows.nth(row)).to_contain_text(names[seat])
    expect(rows).to_have_count(7)
