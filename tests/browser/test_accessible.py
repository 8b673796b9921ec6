"""Pages without a fault that axe-core knows, each game's page of bounded size, and a focus that is never lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.site import comes_true, faults
from tests.server.live import Live, Player
from wartable.engine import registry

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("accessible")]

PATHS = (
    "/games/ring-of-power",
    "/games/diplomacy",
    "/learn/balance-of-power",
    "/learn/middle-earth-viii",
    "/learn/ring-of-power",
    "/odds?game=lotr-risk",
    "/odds?game=ring-of-power",
    "/sandbox",
    "/sandbox/machiavelli",
    "/nowhere/at/all",
    "/table/nosuchtable",
)
"""Kinds of pages that `test_pages.py` does not look at."""

SEATS = {"lotr-machiavelli": 5, "machiavelli": 8, "middle-earth-viii": 8, "ring-diplomacy": 5, "diplomacy": 7}
MOST = 240_000
"""Bytes of scripts that a game may fetch, compressed; those of all families together are 330,000."""

WHOLE = """
document.querySelectorAll('a.skip').length > 1
  && [...document.querySelectorAll('a.skip')].every((one) => document.querySelector(one.getAttribute('href')))
"""
"""Whether a page has all that its first links lead to: the side of the orders comes last."""
FOCUS = "document.activeElement !== null && document.activeElement !== document.body"


@pytest.fixture(scope="module")
def host(server: Live) -> Player:
    player = server.player()
    player.me()
    return player


def clean(page: Page, name: str) -> None:
    found = faults(page)
    assert not found, "\n".join([f"{name}:", *found])


def begun(host: Player, game: str) -> str:
    """Begin a game with everybody at one screen; return its table."""
    info = next(one for one in host.get("/api/games") if one["key"] == game)
    seats: int = SEATS.get(game) or info["seats"][0]
    level = info["bots"][0]["key"] if info["bots"] else "local"
    return str(host.table("me", *[level] * (seats - 1), game=game)["id"])


def test_no_kind_of_page_and_no_dialog_has_a_fault(open_desk: Open) -> None:
    desk = open_desk()
    page = desk.page
    for path in PATHS:
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        clean(page, path)
    page.goto("/")
    for opener in ("Join with a link", "Same screen", "Open a table"):
        page.get_by_role("button", name=opener).click()
        expect(page.get_by_role("dialog")).to_be_visible()
        clean(page, opener)
        page.keyboard.press("Escape")
        expect(page.get_by_role("button", name=opener)).to_be_focused()


@pytest.mark.parametrize("game", list(registry.keys()))
def test_the_page_of_a_game_has_no_fault_and_fetches_no_other_family(
    open_desk: Open, host: Player, server: Live, game: str
) -> None:
    desk = open_desk()
    page = desk.page
    came: dict[str, int] = {}
    page.on("requestfinished", lambda request: came.update({request.url: request.sizes()["responseBodySize"]}))
    page.context.add_cookies([{"name": "wartable", "value": host.http.cookies["wartable"], "url": server.url}])

    page.goto(f"/table/{begun(host, game)}")
    expect(page.locator("#board-column")).to_be_visible()
    comes_true(page, WHOLE)
    clean(page, game)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    clean(page, f"{game}, help")

    scripts = sum(size for url, size in came.items() if url.endswith(".js"))
    assert 60_000 < scripts < MOST


def test_the_focus_of_who_plays_by_keys_stays_near_what_goes_away(open_desk: Open) -> None:
    page = open_desk().page
    page.goto("/learn")
    page.get_by_role("button", name="Next").focus()
    for _ in range(4):  # the last press takes the button away
        page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Next")).to_have_count(0)
    comes_true(page, FOCUS)
    assert page.evaluate("document.activeElement.closest('section') !== null")

    page.get_by_role("link", name="Odds", exact=True).first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Odds")
    comes_true(page, FOCUS)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('main') !== null"), "the next Tab goes on within the new page"

    page.get_by_role("button", name="No other game waits for you").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="No other game waits for you")).to_be_focused()


def test_the_focus_is_where_it_was_when_a_button_can_be_pressed_again(open_desk: Open) -> None:
    page = open_desk().page
    page.goto("/odds")
    expect(page.get_by_text("80 %")).to_be_visible()
    page.evaluate(
        """() => {
          const button = document.querySelector('main button:not(:disabled)');
          button.id = 'probe';
          button.focus();
        }"""
    )
    page.keyboard.press("Shift")
    page.evaluate("document.getElementById('probe').disabled = true")
    comes_true(page, f"{FOCUS} && document.activeElement.id !== 'probe'")
    page.evaluate("document.getElementById('probe').disabled = false")
    comes_true(page, "document.activeElement.id === 'probe'")
