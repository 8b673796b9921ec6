"""The server dies in the middle of a game and comes back; an open page finds its way back by itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.server.restarts import process
from tests.server.test_kill import free_port

pytestmark = [pytest.mark.browser, pytest.mark.server]


def test_a_page_outlives_its_server(open_desk: Open, tmp_path: Path) -> None:
    database, port = f"sqlite:///{tmp_path / 'games.sqlite3'}", free_port()
    desk = open_desk(base_url=f"http://127.0.0.1:{port}")
    with process(database, port):
        desk.sit("me", "random", seed=None)
        source = desk.place_all()
        desk.click(source.key)
        foe = desk.weakest_foe(source.key)
        desk.click(foe)
        desk.button("Roll once").click()
        expect(desk.rail.get_by_text(re.compile("^You (attacked|took)"))).to_have_count(1)
        before = {space.name: (space.mine, space.armies) for space in desk.spaces()}
        log = desk.page.locator(".log li").all_inner_texts()
    # Killed without warning: the page keeps the last confirmed board, says so, and lets nothing be done.
    expect(desk.page.get_by_text(re.compile("^(Reconnecting…|Offline, )"))).to_be_visible()
    expect(desk.dock).to_contain_text("nothing is lost")
    assert {space.name: (space.mine, space.armies) for space in desk.spaces()} == before
    with process(database, port):
        expect(desk.page.get_by_text(re.compile("^Your turn")).first).to_be_visible()
        expect(desk.dock).not_to_contain_text("nothing is lost")
        desk.said.clear()  # Chromium reports the broken link, as it should
        assert {space.name: (space.mine, space.armies) for space in desk.spaces()} == before
        assert desk.page.locator(".log li").all_inner_texts() == log
        # The same page goes on playing, and what the server stored is what it shows.
        if desk.dock.get_by_role("heading", name="is yours").count():
            desk.press("Enter")
            expect(desk.dock.get_by_role("heading", name="is yours")).to_have_count(0)
        desk.press("Escape", "Escape", "e")
        expect(desk.dock.get_by_role("heading", name="One move, if you like")).to_be_visible()
        desk.press("e")
        expect(desk.rail.get_by_text("You end the turn.")).to_be_visible()
        expect(desk.dock.get_by_role("heading", name=re.compile("to place$"))).to_be_visible()
        shown = {space.key: space.armies for space in desk.spaces()}
        desk.page.reload(wait_until="domcontentloaded")
        expect(desk.dock.get_by_role("heading", name=re.compile("to place$"))).to_be_visible()
        assert {space.key: space.armies for space in desk.spaces()} == shown
        desk.page.goto("about:blank")  # so that nothing is left to report the end of the server
