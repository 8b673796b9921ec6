"""A board that is higher than wide: at full height beside a desk on wide windows, above the dock on others."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import FloatRect, expect

from tests.browser.conftest import Open
from tests.browser.tables import Desk
from wartable.board import load_board
from wartable.board.library import FOLDERS, install
from wartable.games.conquest.core.maprules import proposed_rules, with_rules

pytestmark = pytest.mark.browser
KEY = "tall_land"


@pytest.fixture
def tall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Middle-earth as a map of one's own; returns its id."""
    from msgspec.structs import replace  # noqa: PLC0415 - here only

    monkeypatch.setenv(FOLDERS, str(tmp_path))
    board = replace(load_board("lotr-64"), key=KEY)
    made = with_rules(board, proposed_rules(board))
    install(made)
    return made.id


def sit(desk: Desk, board: str) -> None:
    desk.sit("me", "random", options={"board": board})
    desk.place_all()


def box(desk: Desk, selector: str) -> FloatRect:
    found = desk.page.locator(selector).first.bounding_box()
    assert found is not None
    return found


def test_a_wide_window_has_the_board_at_full_height_and_decisions_beside_it(open_desk: Open, tall: str) -> None:
    desk = open_desk()
    sit(desk, tall)
    land, dock, history = box(desk, ".board"), box(desk, ".dock"), box(desk, ".history")
    assert land["height"] > 840
    assert dock["x"] >= land["x"] + land["width"], "nothing floats over land"
    assert history["x"] >= land["x"] + land["width"]
    assert dock["y"] + dock["height"] <= history["y"]


def test_rivers_bridges_and_sites_are_drawn_and_told_and_no_path_where_nobody_walks_it(
    open_desk: Open, tall: str
) -> None:
    desk = open_desk()
    sit(desk, tall)
    assert desk.page.locator(".landmarks .river").count() == 13
    assert desk.page.locator(".landmarks .deck").count() == 18
    assert desk.page.locator(".trails .step").count() == 0
    desk.page.locator('[data-piece="rhudaur"]').hover()
    expect(desk.page.get_by_role("tooltip")).to_contain_text("Rivendell, stronghold")
    expect(desk.page.get_by_role("tooltip")).to_contain_text("At the foot of the northern Misty Mountains")


def test_a_phone_keeps_the_dock_below_the_board(open_desk: Open, tall: str) -> None:
    desk = open_desk(phone=True)
    sit(desk, tall)
    expect(desk.page.locator(".stage.tall")).to_have_count(0)
    assert box(desk, ".dock")["width"] > 380
