"""A further conquest game, of the examples, is played in the browser without a line of client code of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.tables import Desk
from tests.browser.turns import Mouse, asks, take_the_screen
from tests.examples import capitals
from wartable.engine import registry
from wartable.server import catalogue

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
def installed() -> Iterator[None]:
    """The game of the examples, installed for one test."""
    registry.register(capitals.CAPITALS)
    catalogue.forget()
    yield
    registry.unregister(capitals.CAPITALS.key)
    catalogue.forget()


def choose(desk: Desk, capital: str) -> None:
    """Choose a capital in secret, and be ready."""
    answers = desk.dock.get_by_role("group", name="Your answers")
    answers.get_by_role("combobox").select_option(capital)
    answers.get_by_role("button", name="Capital").click()
    expect(desk.dock.get_by_role("status")).to_contain_text(capital.capitalize())
    desk.dock.get_by_role("button", name="I am ready").click()


def test_capitals_are_chosen_in_secret_militia_is_called_up_and_the_game_is_won(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "local", game="capitals", preset="standard", plain=True)
    take_the_screen(desk)
    choose(desk, "alberta")
    assert desk.view["capitals"] == []
    take_the_screen(desk)
    choose(desk, "alaska")
    expect(desk.page.locator(".log")).to_contain_text("The capitals are Alberta of")

    asks(desk, re.compile(r"^\d+ to place$"))
    desk.click("alberta")
    desk.button(re.compile("^All to")).click()
    desk.button("Done, on to attacks").click()
    mouse = Mouse(desk)
    mouse.choose("alberta")
    mouse.choose_target("alaska")
    mouse.attack()
    desk.dock.get_by_role("button", name="Call up").click()
    expect(desk.page.locator(".log")).to_contain_text("calls up 2 militia in Alaska.")
    mouse.move_in()
    asks(desk, re.compile("won$"))
    assert desk.api(f"/tables/{desk.table['id']}/game")["update"]["outcome"]["winners"] == [0]


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_secret_choice_fits_the_page(open_desk: Open, *, phone: bool) -> None:
    desk = open_desk(phone=phone)
    desk.sit("me", "easy", game="capitals", preset="standard", plain=True)
    choose(desk, "alberta")
    asks(desk, re.compile(r"^\d+ to place$"))
    assert desk.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
