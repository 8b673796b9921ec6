"""Many tabs of one browser: they share one stream, and whatever becomes of the tab that keeps it, the others go on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Open
from tests.browser.site import let_page_run_until
from tests.browser.tables import Desk
from tests.server.live import Live, wait_for
from wartable.server.table import Table

pytestmark = pytest.mark.browser

NO_WORKER = "delete window.SharedWorker;"
"""Browsers without shared workers, as on some phones: there one of the tabs keeps the stream."""
WAYS = pytest.mark.parametrize("script", ["", NO_WORKER], ids=["worker", "leader"])


def tabs(desk: Desk, script: str, tables: list[str], count: int) -> list[Page]:
    """Open so many tabs in one browser, the tables in turn."""
    desk.page.context.add_init_script(script)
    opened = []
    for number in range(count):
        page = desk.page.context.new_page()
        page.goto(f"/table/{tables[number % len(tables)]}", wait_until="domcontentloaded")
        opened.append(page)
    for page in opened:
        expect(page.get_by_role("region", name="What to do")).to_contain_text("to place")
    return opened


def lay(desk: Desk, count: int) -> list[str]:
    """Lay tables of one's own."""
    desk.settle()
    tables = []
    for _ in range(count):
        desk.lay("me", "random")
        tables.append(desk.table["id"])
    return tables


def say(page: Page, words: str) -> None:
    page.get_by_role("tab", name=re.compile("^Chat")).click()
    line = page.get_by_label("To everybody at this table")
    line.fill(words)
    line.press("Enter")


def hears(page: Page, words: str) -> None:
    page.get_by_role("tab", name=re.compile("^Chat")).click()
    expect(page.get_by_text(words)).to_be_visible()


def place_all(page: Page) -> None:
    """Place all armies; says so in the dock of every tab of the table."""
    Desk(page, []).place_all()


def placed(page: Page) -> None:
    expect(page.get_by_role("region", name="What to do")).not_to_contain_text("to place")


def listening(server: Live, ids: list[str]) -> int:
    known = [server.services.hub.known(one) for one in ids]
    return sum(len(table.listeners) for table in known if isinstance(table, Table))


@WAYS
def test_eight_tabs_on_four_tables_all_act_and_follow_also_when_tabs_close(
    open_desk: Open, server: Live, script: str
) -> None:
    desk = open_desk()
    ids = lay(desk, 4)
    opened = tabs(desk, script, ids, 8)
    for number, page in enumerate(opened):
        say(page, f"said in tab {number}")
        hears(opened[(number + 4) % 8], f"said in tab {number}")
    for number in range(2):
        place_all(opened[number])
        placed(opened[number + 4])
    opened[0].close()  # the first of all, which keeps the stream where there is no worker
    opened[1].close()
    place_all(opened[2])
    placed(opened[6])
    wait_for(lambda: listening(server, ids) == 6)
    opened[2].goto("/", wait_until="domcontentloaded")
    place_all(opened[3])
    placed(opened[7])
    wait_for(lambda: listening(server, ids) == 5)


def test_another_tab_takes_the_lead_from_one_that_sleeps(open_desk: Open) -> None:
    desk = open_desk()
    ids = lay(desk, 1)
    opened = tabs(desk, NO_WORKER, ids, 3)
    leader = desk.page.context.new_cdp_session(opened[0])
    leader.send("Debugger.enable")
    leader.send("Debugger.pause")  # its clocks and messages stand still, and it holds its lock: as asleep
    opened[1].bring_to_front()
    place_all(opened[1])
    opened[2].bring_to_front()
    placed(opened[2])
    leader.send("Debugger.resume")
    leader.send("Debugger.disable")
    placed(opened[0])


def test_a_tab_that_was_asleep_catches_up(open_desk: Open) -> None:
    desk = open_desk()
    ids = lay(desk, 1)
    opened = tabs(desk, "", ids, 2)
    sleeper = desk.page.context.new_cdp_session(opened[0])
    sleeper.send("Page.setWebLifecycleState", {"state": "frozen"})
    place_all(opened[1])
    sleeper.send("Page.setWebLifecycleState", {"state": "active"})
    placed(opened[0])


def test_a_tab_is_told_when_the_browser_has_become_somebody_else(open_desk: Open, server: Live) -> None:
    desk = open_desk()
    table = lay(desk, 1)[0]
    other = server.player()
    theirs = other.table("me", "random")["id"]
    first = tabs(desk, "", [table], 1)[0]
    page = desk.page.context.new_page()
    # As a private seat link does.
    desk.page.context.add_cookies([{"name": "wartable", "value": other.http.cookies["wartable"], "url": server.url}])
    page.goto(f"/table/{theirs}", wait_until="domcontentloaded")
    expect(page.get_by_role("region", name="What to do")).to_contain_text("to place")
    expect(first.get_by_text("plays as somebody else now")).to_be_visible()
    place_all(page)


def test_what_has_not_gone_out_is_said_and_sent_again(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random")
    down = True
    tried: list[Any] = []

    def answer(route: Route) -> None:
        tried.append(route.request.post_data_json)
        if down:
            route.abort()
        else:
            route.continue_()

    desk.page.route(re.compile("/actions$"), answer)
    chosen = desk.strongest()
    desk.click(chosen.key)
    desk.button(re.compile("^All to")).click()
    desk.button("Done, on to attacks").click()
    expect(desk.dock.get_by_role("alert")).to_contain_text("Not sent yet: place.")
    expect(desk.dock).to_contain_text("The server cannot be reached")
    down = False
    desk.button("Send now").click()
    expect(desk.dock.get_by_role("heading", name="Choose where to attack from")).to_be_visible()
    assert len({one["key"] for one in tried}) == 1, "the same decision, however often it was sent"
    desk.said.clear()  # Chromium reports the broken link, as it should


def test_an_answer_that_is_late_is_waited_for_in_words_and_what_is_given_up_is_not_sent(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random", settings={"leisure": 1})
    desk.page.route(re.compile("/actions$"), lambda route: route.abort())
    before = desk.view
    desk.click(desk.strongest().key)
    desk.button(re.compile("^All to")).click()
    desk.button("Done, on to attacks").click()
    expect(desk.dock.get_by_role("alert")).to_contain_text("Not sent yet")
    desk.button("Do not send").click()
    expect(desk.dock.get_by_role("alert")).to_have_count(0)
    expect(desk.dock).to_contain_text("All armies placed")
    assert desk.view == before
    desk.page.unroute(re.compile("/actions$"))
    held: list[Route] = []
    desk.page.route(re.compile("/actions$"), lambda route: held.append(route))  # noqa: PLW0108 - a bound method cannot be marked
    desk.button("Done, on to attacks").click()
    expect(desk.dock).to_contain_text("The server has not answered yet")
    let_page_run_until(desk.page, lambda: held)
    held[0].continue_()
    expect(desk.dock.get_by_role("heading", name="Choose where to attack from")).to_be_visible()
    desk.said.clear()
