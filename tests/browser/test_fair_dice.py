"""The dice as a browser keeps watch over them: it adds its part, notes the first seal, and says when a host cheats."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.site import be
from tests.browser.tables import Desk
from tests.browser.test_finished import wartable
from tests.server.live import Live, Player, wait_for
from tests.server.test_dice_parts import finished, swap_seed
from wartable.engine.chance import SealedDice
from wartable.server import dice_parts

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("finished")]

CHANGED = "the host of this table may have chosen the dice"


@pytest.fixture
def host(server: Live, monkeypatch: pytest.MonkeyPatch) -> Player:
    """Who sits at the table; a slow machine gets all the time it wants to seal and open."""
    monkeypatch.setattr(dice_parts, "SEALING", 600.0)
    monkeypatch.setattr(dice_parts, "OPENING", 600.0)
    player = server.player()
    player.me()
    return player


def lobby(desk: Desk, host: Player, server: Live) -> str:
    """Return a table that the browser has open, and whose dice it has joined."""
    desk.settle()
    be(desk.page, host, server.url)
    table = host.table("me", "easy", start=False, options={"turn_limit": 1})["id"]
    desk.visit(f"/table/{table}")
    wait_for(lambda: host.get(f"/api/tables/{table}")["dice"]["joined"])
    return str(table)


def start(desk: Desk) -> None:
    desk.button("Start").click()
    expect(desk.page.locator("#board-column")).to_be_visible()


def test_a_browser_adds_to_the_dice_and_proves_it_at_the_end(
    open_desk: Open, host: Player, server: Live, tmp_path: Path
) -> None:
    desk = open_desk()
    table = lobby(desk, host, server)
    start(desk)
    wait_for(lambda: host.get(f"/api/tables/{table}")["dice"]["phase"] == "set")
    desk.button("More").click()
    expect(desk.page.get_by_text("Added to the dice before the first roll: you.")).to_be_visible()
    finished(table, host)

    desk.visit(f"/table/{table}/result")
    desk.button("Check the dice").click()
    expect(desk.page.get_by_text("nobody, not even the host, could choose them")).to_be_visible()
    with desk.page.expect_download() as download:
        desk.page.get_by_role("link", name="Download record").click()
    game = tmp_path / "game.jsonl"
    download.value.save_as(game)

    verified = wartable("verify", str(game))
    assert verified.returncode == 0, verified.stderr
    assert "The seal is the one noted at the start. What was added here is in the dice." in verified.stdout
    notes = json.loads(game.read_text("utf-8").splitlines()[-1])["notes"]
    assert wartable("verify", str(game), "--seal", notes["seal"]).returncode == 0
    assert wartable("verify", str(game), "--seal", "0" * 64).returncode != 0


def test_a_browser_says_when_the_seal_is_exchanged_before_the_first_roll(
    open_desk: Open, host: Player, server: Live
) -> None:
    desk = open_desk()
    table = lobby(desk, host, server)
    swap_seed(server, table, SealedDice.of("what the host likes").seed)
    desk.button("Start").click()

    expect(desk.page.get_by_text(re.compile(CHANGED)).first).to_be_visible()
    assert host.get(f"/api/tables/{table}")["dice"]["parts"] == [], "nothing is sealed for a host who cheats"


def test_a_browser_says_at_the_end_that_another_seal_is_shown(open_desk: Open, host: Player, server: Live) -> None:
    desk = open_desk(phone=True)
    table = lobby(desk, host, server)
    start(desk)
    wait_for(lambda: host.get(f"/api/tables/{table}")["dice"]["phase"] == "set")
    desk.page.goto("about:blank")
    finished(table, host)
    swap_seed(server, table, SealedDice.of("another").seed)
    server.services.hub.known(table).told = None  # type: ignore[union-attr]

    desk.page.goto(f"/table/{table}/result")
    desk.button("Check the dice").click()
    expect(desk.page.get_by_text(re.compile(CHANGED))).to_be_visible()


def test_the_tabs_of_a_browser_add_one_part_together(open_desk: Open, host: Player, server: Live) -> None:
    desk = open_desk()
    table = lobby(desk, host, server)
    tabs = [desk.page.context.new_page() for _ in range(3)]
    for tab in tabs:
        tab.goto(f"/table/{table}", wait_until="domcontentloaded")
        expect(tab.get_by_role("button", name="Start")).to_be_visible()
    start(desk)

    wait_for(lambda: host.get(f"/api/tables/{table}")["dice"]["phase"] == "set")
    dice = host.get(f"/api/tables/{table}")["dice"]
    assert (dice["round"], [part["opened"] for part in dice["parts"]]) == (1, [True])
