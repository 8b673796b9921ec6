"""The options of a table: presets, what differs, groups, search, what has no effect, and ways out of contradictions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.browser.conftest import patient
from tests.browser.site import SIZES, Trouble, be, picture, serious_faults, watch
from tests.engine.tiny_options import TRAVEL_GAME
from tests.server.live import Json, Live, Player, installed, wait_for

pytestmark = pytest.mark.browser
Lobby = Callable[..., Page]


@pytest.fixture
def travel() -> Iterator[str]:
    """The game with all kinds of options, installed for one test."""
    with installed(TRAVEL_GAME) as key:
        yield key


@pytest.fixture
def host(server: Live) -> Iterator[Player]:
    """Whoever makes the table."""
    one = server.player()
    yield one
    one.close()


@pytest.fixture
def lobby(chromium: Browser, server: Live, host: Player) -> Iterator[Lobby]:
    """Opens the lobby of a new table as its maker; what the console complains about fails the test."""
    contexts: list[BrowserContext] = []
    trouble = Trouble()

    def open_page(*seats: str, size: str = "wide", dark: bool = False, **table: Any) -> Page:
        wide, high = SIZES[size]
        phone = size == "phone"
        context = chromium.new_context(
            base_url=server.url,
            viewport={"width": wide, "height": high},
            color_scheme="dark" if dark else "light",
            has_touch=phone,
            is_mobile=phone,
        )
        contexts.append(context)
        page = watch(patient(context), trouble)
        made = host.table(*(seats or ("me", "easy")), start=False, **table)
        be(page, host, server.url)
        page.goto(f"/table/{made['id']}")
        expect(page.get_by_role("heading", name="Rules and options")).to_be_visible()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not trouble.said, trouble.said


def saved(page: Page) -> Json:
    """Return the table as the server has it."""
    found: Json = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    return found


def group(page: Page, title: str) -> Locator:
    """Return the fold of a group."""
    return page.locator("details", has=page.locator("summary > b", has_text=title))


def unfold(page: Page, *titles: str) -> None:
    for title in titles:
        group(page, title).locator("summary").click()


def row(page: Page, name: str) -> Locator:
    return page.locator(f"#option-{name}-row")


def test_presets_come_first_and_what_differs_is_listed_with_ways_back(lobby: Lobby) -> None:
    page = lobby()
    expect(page.get_by_text("All options as in Simple")).to_be_visible()
    unfold(page, "Battle", "Cards")
    page.get_by_label("Fortification").select_option("chain")
    page.get_by_label("Cards", exact=True).select_option("fixed")
    differs = page.get_by_role("region", name="What differs from the preset")
    expect(differs).to_contain_text("Simple with 2 changes")
    expect(differs.get_by_role("listitem")).to_have_count(2)
    expect(group(page, "Battle").locator("summary")).to_contain_text("1 changed")
    expect(row(page, "fortify")).to_contain_text("Simple has Between two neighbouring territories")

    differs.get_by_role("button", name="Put back Fortification").click()
    expect(differs).to_contain_text("Simple with 1 change")
    differs.get_by_role("button", name="Put all back").click()
    expect(differs).to_contain_text("All options as in Simple")
    wait_for(lambda: saved(page)["changes"] == 0)


def test_an_option_without_effect_is_disabled_and_says_why(lobby: Lobby) -> None:
    page = lobby()
    unfold(page, "Cards")
    seize = page.get_by_label("Cards of the eliminated")
    expect(seize).to_be_disabled()
    expect(row(page, "seize_cards")).to_contain_text("No effect: this game has no cards.")

    page.get_by_label("Cards", exact=True).select_option("fixed")

    expect(seize).to_be_enabled()
    expect(row(page, "seize_cards")).not_to_contain_text("No effect")


def test_a_contradiction_is_told_where_the_finger_is_and_a_button_settles_it(lobby: Lobby) -> None:
    page = lobby()
    search = page.get_by_role("searchbox", name="Search options")
    search.fill("new armies")
    page.get_by_label("New armies").select_option("cards_only")
    alert = row(page, "income").get_by_role("alert")
    expect(alert).to_be_visible()
    search.press("Escape")
    expect(alert).to_be_visible()  # though nobody unfolded its group
    expect(alert).to_contain_text("this game has no cards")
    expect(alert).to_contain_text("without a turn limit play may come to a standstill")
    start = page.get_by_role("button", name="Start", exact=True)
    expect(start).to_have_attribute("aria-disabled", "true")
    assert saved(page)["options"]["income"] == "whole_sum"

    alert.get_by_role("button", name="Cards: Sets grow").press("Enter")

    expect(page.get_by_role("alert")).to_have_count(0)
    expect(row(page, "income")).to_be_focused()
    expect(page.get_by_text("Simple with 3 changes")).to_be_visible()
    expect(start).not_to_have_attribute("aria-disabled", "true")
    settled = {"income": "cards_only", "cards": "escalating", "turn_limit": 20}
    wait_for(lambda: settled.items() <= saved(page)["options"].items())


def test_one_can_go_back_to_what_was_saved(lobby: Lobby) -> None:
    page = lobby(game="balance-of-power")
    unfold(page, "Board and set-up")
    page.get_by_label("Sites", exact=True).uncheck()
    expect(row(page, "sites").get_by_role("alert")).to_contain_text("there are no sites")
    page.get_by_role("button", name="Go back to what was saved").click()
    expect(page.get_by_label("Sites", exact=True)).to_be_checked()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_search_shows_what_speaks_of_a_word_and_escape_ends_it(lobby: Lobby) -> None:
    page = lobby()
    search = page.get_by_role("searchbox", name="Search options")
    search.fill("eliminated")
    expect(page.get_by_text("1 of 22 options")).to_be_visible()
    expect(row(page, "seize_cards")).to_be_visible()
    expect(page.locator("details")).to_have_count(1)
    search.fill("d11")
    expect(row(page, "fortify")).to_be_visible()
    search.fill("zzz")
    expect(page.get_by_text("No option matches.")).to_be_visible()
    search.press("Escape")
    expect(search).to_have_value("")
    expect(page.locator("details[open]")).to_have_count(0)


def test_sets_are_boxes_and_a_default_follows_the_seats(lobby: Lobby, travel: str) -> None:
    page = lobby("me", "random", game=travel)
    unfold(page, "Parts", "Units")
    parts = page.get_by_role("group", name="Parts")
    expect(parts.get_by_role("checkbox", name="leaders")).to_be_checked()
    parts.get_by_role("checkbox", name="The Ring").check()
    expect(page.get_by_role("region", name="What differs from the preset")).to_contain_text("leaders, The Ring")
    hand = page.get_by_role("group", name="Hand limit")
    expect(hand).to_contain_text("5")
    expect(row(page, "neutral")).not_to_contain_text("Only with 2 players")

    for _ in range(2):
        page.get_by_role("button", name="Add a seat", exact=True).click()
    page.get_by_role("button", name="Fill 2 free seats with bots", exact=True).click()

    expect(hand).to_contain_text("4")
    expect(row(page, "neutral")).to_contain_text("Only with 2 players.")
    expect(page.get_by_text("Short with 1 change")).to_be_visible()
    wait_for(lambda: saved(page)["options"]["parts"] == ["leaders", "ring"])


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", ["wide", "phone"])
def test_axe_finds_no_serious_fault(lobby: Lobby, size: str, dark: bool) -> None:  # noqa: FBT001 - a parameter
    page = lobby(size=size, dark=dark)
    unfold(page, "Armies", "Battle", "Cards")
    page.get_by_label("Fortification").select_option("chain")
    expect(page.get_by_text("Simple with 1 change")).to_be_visible()
    page.get_by_label("New armies").select_option("cards_only")
    expect(page.get_by_role("alert")).to_be_visible()
    picture(page, f"options-{size}-{'dark' if dark else 'light'}")
    assert serious_faults(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]


@pytest.mark.parametrize("size", ["wide", "phone"])
def test_with_every_group_open_nothing_is_wider_than_the_window(lobby: Lobby, size: str) -> None:
    """A hidden word reached far beyond the page: the radios of a row laid out their legend as if it were seen."""
    page = lobby("me", "medium", size=size, game="balance-of-power")
    for group in page.locator("details > summary").all():
        group.click()

    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
