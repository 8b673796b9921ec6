"""Set-ups that people play themselves, three at one screen: claiming the map, or one army each in turn; then turn 1."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.board.lake import install_lake
from tests.browser.conftest import Open
from tests.browser.site import serious_faults
from tests.browser.tables import Desk
from tests.browser.turns import Mouse

pytestmark = pytest.mark.browser

SEATS = 3
ARMIES = 6
"""Starting armies of each: four territories on a map of twelve, and two more armies."""


@pytest.fixture
def lake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A map of twelve places, soon filled."""
    return install_lake(tmp_path / "boards", monkeypatch).id


def sit_three(desk: Desk, board: str, setup: str) -> list[str]:
    desk.sit("me", "local", "local", options={"board": board, "setup": setup, "starting_armies": ARMIES})
    return [seat["name"] for seat in desk.table["seats"]]


def asks(desk: Desk, name: str, title: str) -> None:
    """Whose move it is and what is asked stand in the pill, the title and the dock."""
    expect(desk.page.get_by_text(f"Your turn, {name}").first).to_be_visible()
    expect(desk.page).to_have_title(re.compile(f"^Your turn, {name}"))
    expect(desk.dock.get_by_role("heading", name=title)).to_be_visible()


def place_in_turn(desk: Desk, names: list[str], each: int) -> None:
    """Every seat in turn puts an army on its strongest border, until none is left."""
    for number in range(each * SEATS):
        name = names[number % SEATS]
        asks(desk, name, f"{each - number // SEATS} to place")
        space = desk.strongest()
        desk.click(space.key)
        expect(desk.rail.get_by_text(f"{name} places 1 army in {space.name}.").first).to_be_visible()


def first_turn(desk: Desk, names: list[str]) -> None:
    """All armies are out and the first seat begins: place, attack, end, and the next seat is asked."""
    asks(desk, names[0], "3 to place")
    assert desk.view["totals"] == [ARMIES] * SEATS
    player = Mouse(desk)
    player.place_all()
    player.conquer_one()
    for button in ("End attacks", "End turn"):
        desk.button(button, exact=True).click()
    asks(desk, names[1], "3 to place")


def test_a_phone_comes_as_near_as_the_height_of_the_map_allows_where_it_is_claimed(open_desk: Open) -> None:
    desk, stranger = open_desk(phone=True), open_desk(phone=True)
    desk.sit("me", "easy", options={"setup": "claim"})
    stranger.page.goto(f"/table/{desk.table['id']}")
    for page in (desk.page, stranger.page):
        expect(page.get_by_role("button", name=re.compile("^Overview of the board"))).to_be_visible()


def test_the_map_is_claimed_in_turn(open_desk: Open, lake: str) -> None:
    desk = open_desk()
    names = sit_three(desk, lake, "claim")
    asks(desk, names[0], "Claim a territory")
    expect(desk.page.get_by_role("button", name=re.compile("nobody holds it"))).to_have_count(12)
    assert serious_faults(desk.page) == []
    free = desk.spaces()
    for number, space in enumerate(free):
        name = names[number % SEATS]
        asks(desk, name, "Claim a territory")
        if number == 1:
            desk.click(free[0].key)
            expect(desk.dock.get_by_role("alert")).to_contain_text(free[0].name)
        desk.click(space.key)
        expect(desk.rail.get_by_text(f"{name} claims {space.name}.")).to_be_visible()
    place_in_turn(desk, names, 2)
    first_turn(desk, names)


def test_armies_are_placed_in_turn(open_desk: Open, lake: str) -> None:
    desk = open_desk()
    names = sit_three(desk, lake, "turns")
    asks(desk, names[0], "2 to place")
    foe = next(space for space in desk.spaces() if not space.mine)
    desk.click(foe.key)
    expect(desk.dock.get_by_role("alert")).to_contain_text(foe.name)
    place_in_turn(desk, names, 2)
    first_turn(desk, names)
