"""Whole games on a small map, from the first army to the result: by keys alone, and by thumb on a phone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.board.lake import install_lake
from tests.browser.conftest import Open
from tests.browser.site import serious_faults
from tests.browser.tables import Desk
from tests.browser.turns import Keys, Thumb

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A map of twelve places, on which a game is short."""
    return install_lake(tmp_path / "boards", monkeypatch).id


def small_war(desk: Desk, board: str) -> None:
    """Sit down against a bot that defends with one die."""
    desk.sit("me", "random", options={"board": board, "defence_dice": 1, "starting_armies": 20})


def is_over(desk: Desk) -> None:
    expect(desk.dock.get_by_role("heading", name="You have won")).to_be_visible()
    expect(desk.page).to_have_title(re.compile("has won"))
    assert desk.api(f"/tables/{desk.table['id']}")["status"] == "finished"


def test_a_whole_game_by_keys_alone(open_desk: Open, lake: str) -> None:
    desk = open_desk()
    small_war(desk, lake)
    Keys(desk).whole_game()
    is_over(desk)
    expect(desk.dock.get_by_role("link", name="Result page")).to_be_visible()
    for _ in range(20):
        if desk.page.evaluate("document.activeElement.textContent.trim()") == "Result page":
            break
        desk.press("Tab")
    desk.press("Enter")
    expect(desk.page).to_have_url(re.compile(r"/result$"))
    expect(desk.page.get_by_role("heading", level=1)).to_contain_text("won")


def test_a_whole_game_by_thumb(open_desk: Open, lake: str) -> None:
    desk = open_desk(phone=True)
    small_war(desk, lake)
    Thumb(desk).whole_game()
    is_over(desk)
    assert serious_faults(desk.page) == []
    desk.dock.get_by_role("link", name="Result page").tap()
    expect(desk.page.get_by_role("heading", level=1)).to_contain_text("won")
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= 390
