"""Every page but the game: loads, does what it says, fits every size, is right for keys and screen readers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, expect

from tests.browser.conftest import patient
from tests.browser.site import SIZES, Trouble, be, faults, picture, watch
from tests.server.live import Live, Player, wait_for
from wartable.server.settings import STATIC, Settings

pytestmark = pytest.mark.browser
Newcomer = Callable[..., Page]
SMALL_TARGETS = """
[...document.querySelectorAll('main button, main a, nav a')]
  .filter((one) => one.offsetParent && getComputedStyle(one).display !== 'inline')
  .map((one) => [one.textContent.trim(), one.getBoundingClientRect().height])
  .filter(([, tall]) => tall < 43.5)
"""
"""Buttons and links, other than those within running text, that are lower than a thumb needs."""

SLOW = {"offline": False, "latency": 40, "downloadThroughput": 800_000, "uploadThroughput": 200_000}
"""Slow enough that things come one after the other, as they do over a line."""
SHIFTS = """self.shifted = 0;
new PerformanceObserver((list) => {
  for (const one of list.getEntries()) if (!one.hadRecentInput) self.shifted += one.value;
}).observe({type: 'layout-shift', buffered: true});"""
BROKEN = r"""(tables) => tables.flatMap((table) => {
  const [found, walker] = [[], document.createTreeWalker(table, NodeFilter.SHOW_TEXT)];
  for (let text; (text = walker.nextNode());)
    for (const word of text.data.matchAll(/\w+/g)) {
      const range = new Range();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (range.getClientRects().length > 1) found.push(word[0]);
    }
  return found;
})"""
"""Words of tables that begin on one line and go on in the next."""

PLAIN = {
    "/": "Take your seat",
    "/games": "Games",
    "/games/risk": "Classic Risk",
    "/games/lotr-risk": "Lord of the Rings Risk",
    "/odds": "Odds",
    "/learn": "Learn",
    "/learn/risk": "Classic Risk on one page",
    "/learn/diplomacy": "Diplomacy on one page",
    "/you": "You",
}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server with the built client."""
    assert (STATIC / "index.html").is_file(), "The browser client is not built: run `make web` first."
    database = f"sqlite:///{tmp_path_factory.mktemp('pages') / 'games.sqlite3'}"
    live = Live(Settings(database=database, bot_workers=0, bot_patience=600, long_sum=600, limits=False))
    yield live
    live.stop()


@pytest.fixture
def newcomer(chromium: Browser, site: Live) -> Iterator[Newcomer]:
    """Opens the page of somebody with cookies of their own; what the console complains about fails the test."""
    contexts: list[BrowserContext] = []
    trouble = Trouble()

    def open_page(**wishes: Any) -> Page:
        context = chromium.new_context(base_url=site.url, viewport={"width": 1440, "height": 900}, **wishes)
        contexts.append(context)
        return watch(patient(context), trouble)

    yield open_page
    for context in contexts:
        context.close()
    assert not trouble.said, trouble.said


@pytest.fixture
def page(newcomer: Newcomer) -> Page:
    return newcomer()


@pytest.fixture
def host(site: Live) -> Iterator[Player]:
    """Somebody who sets tables up through the API."""
    one = site.player()
    yield one
    one.close()


def lobby(page: Page, dialog_button: str = "Open a table") -> None:
    """Open a public table from the first page."""
    page.goto("/")
    page.get_by_role("button", name=dialog_button).click()
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_role("heading", name="Seats")).to_be_visible()


def finished(host: Player, *seats: str, **options: object) -> str:
    """Let bots play a short game; return its table."""
    table = host.table(*seats, options={"turn_limit": 4, **options}, title="Short war")["id"]
    wait_for(lambda: host.get(f"/api/tables/{table}")["status"] == "finished")
    return str(table)


@pytest.fixture(scope="module")
def ended(site: Live) -> str:
    """A game of bots that is over."""
    return finished(site.player(), "easy", "medium", "easy", "easy")


@pytest.mark.parametrize("path", PLAIN)
def test_a_newcomer_finds_every_page_usable(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_contain_text(PLAIN[path])
    expect(page.get_by_role("link", name="Wartable, home")).to_be_visible()


def test_an_address_that_leads_nowhere_says_so(page: Page) -> None:
    page.goto("/nowhere/at/all")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing is at this address")
    page.goto("/table/nosuchtable")
    expect(page.get_by_role("heading", level=1)).to_contain_text("table")
    page.goto("/seat/not-a-token")
    expect(page.get_by_role("alert")).to_contain_text("This seat link no longer works")


def test_play_now_starts_a_game_against_three_bots_in_one_click(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_text("New here? Your first turn is guided.")).to_be_visible()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#board-column")).to_be_visible()
    table = page.request.get(f"/api{page.url.split('/', 3)[3].join(['/', '']).replace('/table/', '/tables/')}").json()
    assert table["status"] == "running"
    assert [seat["kind"] for seat in table["seats"]] == ["human", "bot", "bot", "bot"]
    page.goto("/")
    expect(page.locator(".mine")).to_contain_text("1 waits for you")


def test_the_chips_change_what_play_now_starts(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="3 bots").click()
    page.get_by_role("button", name="Less").click()
    page.get_by_text("Easy", exact=True).click()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="2 bots, easy")).to_be_focused()
    page.get_by_role("button", name="rules").click()
    page.get_by_text("Classic", exact=True).click()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="All options").click()
    options = page.get_by_role("dialog", name="Classic Risk: all options")
    for group in ("Battle", "Cards"):
        options.locator("summary", has_text=group).click()
    options.get_by_label("Cards of the eliminated").uncheck()
    options.get_by_label("Cards", exact=True).select_option("off")
    expect(options.get_by_role("alert")).to_contain_text("Not saved yet")
    options.get_by_role("button", name="Go back to what was saved").click()
    options.get_by_role("button", name="Put all back").click()
    options.get_by_label("Fortification").select_option("chain")
    expect(options.get_by_text("Classic with 1 change")).to_be_visible()
    assert page.request.get("/api/tables").json() == []  # nothing is made before one says so
    options.get_by_role("button", name="Open a table for others too").click()
    page.wait_for_url("**/table/*")
    table = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert (table["status"], table["preset"]) == ("open", "classic")
    assert (table["changes"], table["options"]["fortify"]) == (1, "chain")
    assert [seat["level"] for seat in table["seats"]] == ["", "easy", "easy"]


def test_an_invited_friend_sits_down_and_both_see_the_game_begin(newcomer: Newcomer) -> None:
    page, friend = newcomer(), newcomer()
    lobby(page)
    expect(page.get_by_role("button", name="Start", exact=True)).to_have_attribute("aria-disabled", "true")
    expect(page.get_by_text("1 more player or bot is needed")).to_be_visible()
    friend.goto(page.get_by_label("Invitation link").input_value())
    friend.get_by_role("button", name="Sit here").first.click()
    name = friend.request.get("/api/me").json()["name"]
    expect(page.locator("ol", has=page.get_by_text("Leave seat"))).to_contain_text(name)
    friend.get_by_label("Say something").fill("<b>Hello</b> there")
    friend.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log")).to_contain_text("<b>Hello</b> there")
    assert page.get_by_role("log").locator("b", has_text="Hello").count() == 0
    page.get_by_role("button", name="Start", exact=True).click()
    for one in (page, friend):
        expect(one.locator("#board-column")).to_be_visible()


def test_a_private_table_opens_only_by_its_invitation(newcomer: Newcomer) -> None:
    page, friend = newcomer(), newcomer()
    page.goto("/")
    page.get_by_role("button", name="Join with a link").click()
    page.get_by_role("button", name="Open a private table").click()
    page.wait_for_url("**/table/*")
    link = page.get_by_label("Invitation link").input_value()
    assert "invite=" in link
    page.get_by_role("button", name="QR code").click()
    code = page.get_by_role("img", name="QR code of the invitation link")
    expect(code).to_have_js_property("complete", value=True)
    assert code.evaluate("image => image.naturalWidth") > 100
    expect(page.locator("button", has_text="Share")).to_have_count(page.evaluate("Number('share' in navigator)"))
    friend.goto(page.url)
    expect(friend.get_by_role("heading", level=1)).to_contain_text("private")
    friend.goto("/")
    friend.get_by_role("button", name="Join with a link").click()
    friend.get_by_label("Somebody sent you a link").fill("not a link")
    friend.get_by_role("button", name="Go to the table").click()
    expect(friend.get_by_role("alert")).to_contain_text("This is not a link to a table")
    friend.get_by_label("Somebody sent you a link").fill(link)
    friend.get_by_role("button", name="Go to the table").click()
    friend.get_by_role("button", name="Sit here").first.click()
    expect(friend.get_by_role("button", name="Leave seat")).to_be_visible()


def test_seats_take_bots_and_people_at_the_same_screen(page: Page) -> None:
    lobby(page)
    page.get_by_role("button", name="Add bot").first.click()
    page.get_by_text("Hard", exact=True).click()
    expect(page.get_by_text("bot, hard")).to_be_visible()
    page.get_by_role("button", name="Same screen").first.click()
    page.get_by_label("Name of the player at this screen").fill("<i>Jonas</i>")
    page.get_by_role("button", name="Add this player").click()
    expect(page.get_by_text("<i>Jonas</i>", exact=True)).to_be_visible()
    page.get_by_role("button", name="Remove seat 4").click()
    expect(page.locator("ol > li")).to_have_count(3)
    page.get_by_role("button", name="Free the seat of <i>Jonas</i>").click()
    page.get_by_role("button", name="Fill the free seat with a bot").click()
    expect(page.get_by_text("bot, medium")).to_be_visible()
    page.get_by_role("button", name="Delete the table").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete the table").click()
    expect(page.get_by_text("The table is deleted.")).to_be_visible()
    expect(page).to_have_url(re.compile("/$"))


def test_friends_at_the_same_screen_get_a_table_of_their_own(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Same screen").click()
    page.get_by_label("Name of player 2").fill("Ada")
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/table/*")
    expect(page.get_by_text("at the same screen")).to_have_count(2)
    expect(page.get_by_text("Ada", exact=True)).to_be_visible()


def test_options_say_what_differs_and_refuse_what_contradicts(page: Page) -> None:
    lobby(page)
    for group in ("Battle", "Cards"):
        page.locator("summary", has_text=group).click()
    page.get_by_label("Fortification").select_option("chain")
    expect(page.get_by_text("Simple with 1 change")).to_be_visible()
    page.get_by_label("Cards", exact=True).select_option("escalating")
    page.get_by_label("Cards of the eliminated").uncheck()
    expect(page.get_by_text("Simple with 3 changes")).to_be_visible()
    page.get_by_label("Cards", exact=True).select_option("off")
    expect(page.get_by_role("alert").filter(has_text="Not saved yet")).to_be_visible()
    page.get_by_label("Cards", exact=True).select_option("escalating")
    expect(page.get_by_text("Not saved yet")).to_have_count(0)
    saved = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert (saved["changes"], saved["options"]["fortify"], saved["options"]["seize_cards"]) == (3, "chain", False)
    page.get_by_text("Classic", exact=True).click()
    expect(page.get_by_text("All options as in Classic")).to_be_visible()
    expect(page.get_by_label("Cards", exact=True)).to_have_value("escalating")


def test_a_scenario_is_chosen_first_of_all_and_seats_follow_it(page: Page) -> None:
    war = "The War of the Ring"
    page.goto("/games/ring-of-power")
    offered = page.get_by_role("region", name="Scenario", exact=True).get_by_role("listitem")
    expect(offered.filter(has_text=war)).to_contain_text("120 by 72 inches, 24 turns")
    page.get_by_role("button", name="Open a table", exact=True).click()
    page.wait_for_url("**/table/*")

    scenarios = page.get_by_role("group", name="Scenario", exact=True)
    expect(scenarios.get_by_role("radio", name="Raid near Edoras")).to_be_checked()
    expect(page.get_by_role("button", name="Add a seat", exact=True)).to_have_count(0)
    scenarios.get_by_role("radio", name=war).check()
    page.get_by_role("button", name="Add a seat", exact=True).click()
    page.get_by_role("button", name="Fill 2 free seats with bots", exact=True).click()

    expect(page.get_by_text("for 2, 4 or 12 players, not 3")).to_be_visible()
    page.reload()
    expect(page.get_by_role("group", name="Scenario", exact=True).get_by_role("radio", name=war)).to_be_checked()


def test_guests_see_the_options_but_cannot_change_them(newcomer: Newcomer) -> None:
    page, guest = newcomer(), newcomer()
    lobby(page)
    guest.goto(page.url)
    guest.get_by_text("Battle", exact=True).click()
    expect(guest.get_by_text("Between two neighbouring territories")).to_be_visible()
    assert guest.locator("select").count() == 0
    assert guest.get_by_role("button", name="Start", exact=True).count() == 0


def test_a_finished_game_tells_how_it_went_and_proves_its_dice(
    page: Page, host: Player, site: Live, tmp_path: Path
) -> None:
    table = finished(host, "easy", "medium", "easy")
    be(page, host, site.url)
    page.goto(f"/table/{table}/result")
    expect(page.get_by_role("heading", level=1)).to_contain_text("won")
    expect(page.get_by_role("img", name="Territories, turns 1 to")).to_be_visible()
    page.get_by_text("Show as table").click()
    rows = page.locator("details table tbody tr")
    result = host.get(f"/api/tables/{table}/result")
    expect(rows).to_have_count(len(result["series"]["turns"]))
    page.get_by_role("tab", name="Armies").click()
    expect(page.get_by_role("heading", name="Armies over time")).to_be_visible()
    expect(page.locator(".dice tbody tr")).to_have_count(3)
    expect(page.locator(".dice")).to_contain_text("19 of 20 players average between")
    page.get_by_role("button", name="Check the dice").click()
    expect(page.get_by_role("status")).to_contain_text(
        re.compile(
            rf"All {result['rolls']} rolls match the seal, says the server\.\s*This browser was not there at the start"
        )
    )
    with page.expect_download() as download:
        page.get_by_role("link", name="Download record").click()
    download.value.save_as(tmp_path / "game.jsonl")
    lines = (tmp_path / "game.jsonl").read_text("utf-8").splitlines()
    assert len([json.loads(line) for line in lines]) > 10
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: table not in url)
    expect(page.locator("#board-column")).to_be_visible()


def test_a_turning_point_leads_to_the_board_of_that_moment(page: Page, host: Player) -> None:
    table = finished(host, "easy", "easy")
    page.goto(f"/table/{table}/result")
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**?at=0&play")
    expect(page.locator("#board-column")).to_be_visible()
    expect(page.get_by_text("Turn 1 of").first).to_be_visible()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()


def test_a_game_that_goes_on_has_no_result_yet(page: Page, host: Player) -> None:
    table = host.table("me", "easy")["id"]
    page.goto(f"/table/{table}/result")
    expect(page.get_by_role("heading", level=1)).to_contain_text("not over yet")


def test_odds_are_exact_and_live_in_the_address(page: Page) -> None:
    page.goto("/odds")
    expect(page.get_by_text("80 %")).to_be_visible()
    page.get_by_label("Attackers", exact=True).fill("3")
    page.get_by_label("Defenders", exact=True).fill("2")
    # Three against two, to the end: 65.6 %.
    expect(page.get_by_text("66 %")).to_be_visible()
    expect(page).to_have_url(re.compile("attackers=3&defenders=2"))
    page.get_by_text("Dice and modifiers").click()
    page.get_by_role("group", name="Defence: Dice at most").get_by_role("button", name="Less").click()
    expect(page.get_by_text("Defence: 1 die", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("defen[a-z_]*dice=1"))
    shared = page.url
    page.goto("/")
    page.goto(shared)
    expect(page.get_by_label("Attackers", exact=True)).to_have_value("3")
    expect(page.get_by_text("Defence: 1 die", exact=True)).to_be_visible()


def test_the_rules_of_a_variant_are_printed_on_one_sheet(page: Page) -> None:
    page.goto("/learn/risk?preset=classic")
    expect(page.get_by_text("Rules: Classic.")).to_be_visible()
    expect(page.locator("svg.picture use").first).to_be_attached()
    margin: Any = dict.fromkeys(("top", "bottom", "left", "right"), "10mm")

    assert page.pdf(format="A4", margin=margin).count(b"/Type /Page\n") == 1


def test_learning_shows_a_turn_in_five_steps_and_then_plays_it(page: Page) -> None:
    page.goto("/learn")
    for title in ("Reinforce", "Choose an attack", "See the price", "Move in", "Fortify and end"):
        expect(page.get_by_role("heading", name=title, level=3)).to_be_visible()
        if title == "See the price":
            expect(page.get_by_text("85 %")).to_be_visible()
        if title != "Fortify and end":
            page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Play it, with hints").click()
    page.wait_for_url("**/table/*")
    expect(page.locator("#board-column")).to_be_visible()


def test_name_colour_emblem_and_theme_are_kept(page: Page) -> None:
    page.goto("/you")
    page.get_by_label("Name").fill("<b>Mira</b>")
    page.get_by_role("button", name="Save name").click()
    expect(page.get_by_role("link", name="<b>Mira</b>")).to_be_visible()
    page.get_by_text("Jade", exact=True).click()
    page.get_by_text("Heron", exact=True).click()
    wait_for(lambda: page.request.get("/api/me").json()["avatar"] == "heron")
    me = page.request.get("/api/me").json()
    assert (me["name"], me["colour"], me["avatar"]) == ("<b>Mira</b>", 3, "heron")
    page.get_by_text("Dark", exact=True).click()
    page.get_by_text("Strong", exact=True).click()
    page.reload()
    root = page.locator("html")
    expect(root).to_have_attribute("data-theme", "dark")
    expect(root).to_have_attribute("data-patterns", "strong")
    page.get_by_label("Name").fill("   ")
    page.get_by_role("button", name="Save name").click()
    expect(page.get_by_role("alert")).to_contain_text("at least one letter")


def test_a_private_seat_link_brings_the_seat_to_another_browser(newcomer: Newcomer) -> None:
    page, elsewhere = newcomer(), newcomer()
    lobby(page)
    page.goto("/you")
    page.get_by_role("button", name="Show my seat links").click()
    link = page.get_by_label("Private link to your seat").input_value()
    elsewhere.goto(link)
    expect(elsewhere.get_by_role("button", name="Leave seat")).to_be_visible()


def test_the_filters_of_the_games_page_can_be_cleared(page: Page) -> None:
    page.goto("/games")
    page.get_by_role("button", name="Without dice").click()
    page.get_by_role("button", name="9", exact=True).click()
    page.get_by_role("button", name="Show all games").click()
    expect(page.get_by_role("link", name="Classic Risk")).to_be_visible()


def test_games_on_the_same_board_are_told_apart_by_their_pictures(page: Page) -> None:
    page.goto("/games")
    risk, balance = (page.locator(f"a[href='/games/{key}'] svg.picture") for key in ("risk", "balance-of-power"))
    expect(balance.locator("g text, g path").first).to_be_attached()
    expect(risk.locator("use").first).to_be_attached()
    assert risk.locator("g path").count() == 0
    assert balance.locator("use[fill='var(--p49)']").count() == 11, "the neutral army is grey"

    page.goto("/games/balance-of-power")
    board = page.get_by_role("img", name="The board of Balance of Power in the middle of a game")
    expect(board.locator("g")).to_have_count(41)
    assert board.locator("path.owned").count() == 2, "capitals have their owner's colour"


def test_the_page_of_a_game_lists_every_option_with_its_rule(page: Page, host: Player) -> None:
    page.goto("/games/risk")
    risk = next(game for game in host.get("/api/games") if game["key"] == "risk")
    for group in dict.fromkeys(option["group"] for option in risk["options"]):
        page.locator("summary", has=page.get_by_text(group, exact=True)).click()
    for option in risk["options"]:
        entry = page.locator("dl > div", has=page.get_by_text(option["label"], exact=True)).first
        expect(entry.get_by_role("link", name="Rule " + option["rule"].removeprefix("risk "))).to_be_visible()
    page.get_by_role("link", name="Rule D8").first.click()
    expect(page.locator("article.rule strong", has_text="D8")).to_be_in_viewport()


def test_without_a_server_the_page_says_so_and_recovers(page: Page) -> None:
    page.goto("/games")
    expect(page.get_by_role("link", name="Classic Risk")).to_be_visible()
    page.route("**/api/**", lambda route: route.abort())
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page.get_by_role("alert")).to_contain_text("The server cannot be reached")
    page.unroute("**/api/**")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Play now")).to_be_visible()


def test_a_page_that_an_update_took_away_is_loaded_anew(page: Page) -> None:
    page.goto("/games")
    expect(page.get_by_role("link", name="Classic Risk")).to_be_visible()
    build = '<script type="module" src="/assets/of-the-next-build.js"></script>'
    there: list[bool] = []

    def updated(route: Route) -> None:
        there.append(True)
        route.fulfill(content_type="text/html", body=build)

    page.route(re.compile(r"/assets/.*\.js$"), lambda route: route.continue_() if there else route.fulfill(status=404))
    page.route("/", updated, times=1)
    page.get_by_role("link", name="Learn", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn")
    expect(page).to_have_url(re.compile("/learn$"))


def test_keys_alone_start_a_game(page: Page) -> None:
    page.goto("/")
    expect(page.get_by_role("button", name="Play now")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page")).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Play now").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")


def test_the_first_page_is_small_asks_nothing_twice_and_stays_where_it_is(page: Page) -> None:
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", SLOW)
    page.add_init_script(SHIFTS)
    asked: list[str] = []
    done: dict[str, Request] = {}
    page.on("request", lambda request: asked.append(request.url) if "/api/" in request.url else None)
    page.on("requestfinished", lambda request: done.update({request.url: request}))

    page.goto("/", wait_until="commit")
    expect(page.get_by_role("button", name="Play now")).to_be_enabled()
    first = list(asked)
    page.wait_for_load_state("networkidle")
    # The browser is asked for sizes when all is here: asked while it loads, an answer once never came.
    came = {url: request.sizes()["responseBodySize"] for url, request in done.items()}

    assert sorted(first) == sorted(set(first))
    assert sum(came.values()) < 330_000
    assert sum(size for url, size in came.items() if "/api/boards/" in url) < 90_000
    assert max(size for url, size in came.items() if not url.endswith(".woff2")) < 40_000
    assert page.evaluate("self.shifted") < 0.01


def waits(page: Page, path: str) -> None:
    """Wait for what a page shows last."""
    page.goto(path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.wait_for_load_state("load")
    page.evaluate("document.fonts.ready")
    if path in {"/", "/learn"} or path.startswith("/games"):
        expect(page.locator("svg.picture use").first).to_be_attached()


@pytest.mark.parametrize("size", SIZES)
def test_every_page_fits_and_has_no_fault(newcomer: Newcomer, host: Player, site: Live, ended: str, size: str) -> None:
    page = newcomer(**({"has_touch": True, "is_mobile": True} if size == "phone" else {}))
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    host.put("/api/me", {"name": "Mira", "colour": 2, "avatar": "heron"})
    host.table("me", "medium", "easy", title="Sunday Risk", preset="classic")
    table = host.table("me", "medium", "open", "open", title="Evening table", preset="missions", start=False)["id"]
    host.post(f"/api/tables/{table}/chat", {"text": "Who brings the biscuits?"}, 201)
    be(page, host, site.url)
    pages = {
        **{path: path.strip("/").replace("/", "-") or "home" for path in PLAIN},
        f"/table/{table}": "lobby",
        f"/table/{ended}/result": "result",
    }
    for path, name in pages.items():
        waits(page, path)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            found = faults(page)
            assert not found, "\n".join([f"{name}, {theme}:", *found])
            assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{name} is wider than the window"
            picture(page, f"{name}-{size}-{theme}")


def test_every_part_of_the_site_is_at_the_foot_of_the_smallest_phone(newcomer: Newcomer) -> None:
    page = newcomer(has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/odds")
    foot = page.get_by_role("navigation", name="Site").filter(has=page.get_by_role("link", name="You"))
    expect(foot.get_by_role("link")).to_have_text(["Play", "Games", "Sandbox", "Odds", "Learn", "You"])
    cut = foot.get_by_role("link").evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length")
    assert cut == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.goto("/odds?game=ring-of-power")
    expect(page.get_by_role("combobox", name="Units and rules of")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    foot.get_by_role("link", name="Sandbox").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_tables_of_the_full_rules_keep_their_words_whole_on_a_phone(newcomer: Newcomer) -> None:
    page = newcomer(has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 390, "height": 844})
    for game in ("ring-of-power", "lotr-risk", "middle-earth-viii"):
        page.goto(f"/games/{game}")
        expect(page.locator(".rule table").first).to_be_visible()
        assert page.locator(".rule table").evaluate_all(BROKEN) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_first_visit_fits_a_phone(newcomer: Newcomer) -> None:
    page = newcomer(has_touch=True, is_mobile=True)
    page.set_viewport_size({"width": 390, "height": 844})
    waits(page, "/")
    expect(page.get_by_text("New here?")).to_be_visible()
    assert not faults(page)
    small = page.evaluate(SMALL_TARGETS)
    assert not small, f"too small for a thumb: {small}"
    picture(page, "first-visit-phone-light")


def test_the_rules_are_searched_and_their_words_explain_themselves(page: Page) -> None:
    page.goto("/learn/diplomacy")
    answers = page.locator("#questions")
    word = answers.get_by_role("button", name="convoy", exact=True).first
    word.focus()
    expect(page.get_by_role("tooltip")).to_contain_text("Fleets at sea carrying an army")
    page.keyboard.press("Escape")
    expect(page.get_by_role("tooltip")).to_be_hidden()
    search = page.get_by_role("searchbox", name="Search the rules")
    search.fill("support CUT")
    expect(page.get_by_role("link", name="6 Supports")).to_have_attribute("href", "/games/diplomacy#rule-6")
    expect(answers).to_be_hidden()
    search.fill("nothing like it")
    expect(page.get_by_role("status")).to_contain_text("Nothing in these rules")
    search.fill("failed attack")
    page.get_by_role("link", name="Does a failed attack cut support?").click()
    expect(answers).to_be_in_viewport()
    page.goto("/learn/diplomacy?find=stand-off")
    expect(search).to_have_value("stand-off")
    assert faults(page) == []
