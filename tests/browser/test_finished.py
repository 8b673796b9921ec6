"""A finished game: its sentence, chart, dice and proof are those of the record, and every moment can be seen again."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Open
from tests.browser.tables import Desk
from tests.server.live import Live, Player, wait_for

pytestmark = [pytest.mark.browser, pytest.mark.xdist_group("finished")]


@pytest.fixture(scope="module")
def host(server: Live) -> Player:
    """Whose table it was."""
    return server.player()


@pytest.fixture(scope="module")
def table(host: Player) -> str:
    """A short game that bots have played to its end."""
    made = host.table("easy", "easy", seed="finished", options={"turn_limit": 5, "first_player": "seat_order"})
    wait_for(lambda: host.get(f"/api/tables/{made['id']}")["status"] == "finished")
    return str(made["id"])


@pytest.fixture
def desk(open_desk: Open, table: str, host: Player) -> Desk:
    desk = open_desk()
    desk.settle()
    desk.table = host.get(f"/api/tables/{table}")
    return desk


def wartable(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "wartable", *arguments], capture_output=True, text=True, check=False)


def record_of(page: Page, file: Path) -> list[Any]:
    with page.expect_download() as download:
        page.get_by_role("link", name="Download record").click()
    download.value.save_as(file)
    return [json.loads(line) for line in file.read_text("utf-8").splitlines()]


def test_a_result_that_is_long_in_coming_is_announced(desk: Desk, table: str, host: Player) -> None:
    held: list[Route] = []
    desk.page.route(f"**/api/tables/{table}/result", lambda route: held.insert(0, route))
    desk.visit(f"/table/{table}/result")
    expect(desk.page.get_by_role("status").filter(has_text="Working out the result")).to_be_visible()

    held[0].continue_()
    sentence = host.get(f"/api/tables/{table}/result")["sentence"]
    expect(desk.page.get_by_role("heading", level=1)).to_have_text(sentence)
    expect(desk.page.get_by_text("Working out the result")).to_have_count(0)


def test_the_record_of_the_page_is_verified_elsewhere(desk: Desk, table: str, host: Player, tmp_path: Path) -> None:
    desk.visit(f"/table/{table}/result")
    result = host.get(f"/api/tables/{table}/result")
    expect(desk.page.get_by_role("heading", level=1)).to_have_text(result["sentence"])
    board = desk.page.get_by_alt_text("The board at the end")
    expect(board).to_be_visible()
    assert board.evaluate("one => one.decode().then(() => one.naturalWidth)") > 0
    with desk.page.expect_download() as saved:
        desk.page.get_by_role("button", name="Picture").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    game = tmp_path / "game.jsonl"
    header, *entries, end = record_of(desk.page, game)
    winner = header["seats"][end["end"]["outcome"]["ranks"].index(1)]["name"]
    expect(desk.page.get_by_role("heading", level=1)).to_contain_text(winner)

    # The dice of the page are the dice of the record: all that were rolled after the starting armies.
    _, *rolls = [entry["action"]["faces"] for entry in entries if entry["action"]["type"] == "rolled"]
    expect(desk.page.locator(".dice tbody tr")).to_have_count(len(header["seats"]))
    shown = [int(cell) for cell in desk.page.locator(".dice tbody td:nth-child(3)").all_inner_texts()]
    assert sum(shown) == sum(map(len, rolls)) > 0
    expect(desk.page.get_by_text(end["end"]["seed"])).to_be_visible()
    expect(desk.page.get_by_text(header["commitment"])).to_be_visible()

    verified = wartable("verify", str(game))
    assert verified.returncode == 0, verified.stderr
    assert f"All {sum(entry['seat'] >= 0 for entry in entries)} decisions are legal." in verified.stdout

    # Another face on one die is found out.
    last = next(entry for entry in reversed(entries) if entry["action"]["type"] == "rolled")
    last["action"]["faces"][0] = last["action"]["faces"][0] % 6 + 1
    game.write_text("".join(json.dumps(line) + "\n" for line in (header, *entries, end)), "utf-8")
    assert wartable("verify", str(game)).returncode != 0


def board(desk: Desk) -> list[tuple[str, int]]:
    return [(space.name, space.armies) for space in sorted(desk.spaces(), key=lambda space: space.key)]


def shows(desk: Desk, host: Player, table: str, step: int) -> None:
    """The board is that of a step, as the server tells it."""
    slider = desk.page.get_by_role("slider", name="Moment of the game")
    expect(slider).to_have_attribute("aria-valuetext", re.compile(f"step {step} of"))
    spaces = host.get(f"/api/boards/{desk.table['board']}")["spaces"]
    view = host.get(f"/api/tables/{table}/at/{step}")["view"]
    armies = dict(zip((space["name"] for space in spaces), view["armies"], strict=True))
    for name, count in armies.items():
        expect(desk.page.locator("[data-place]", has_text=re.compile(rf"^\s*{name}, "))).to_contain_text(
            f", {count} arm"
        )


def test_any_moment_can_be_seen_again(desk: Desk, table: str, host: Player) -> None:
    desk.visit(f"/table/{table}")
    expect(desk.dock.get_by_role("heading", name=re.compile("has won$"))).to_be_visible()
    at_the_end = board(desk)
    slider = desk.page.get_by_role("slider", name="Moment of the game")
    last = int(slider.get_attribute("max") or 0)
    for step in (last // 2, last // 3):
        slider.fill(str(step))
        shows(desk, host, table, step)
    stops = sorted({line["step"] for line in host.snapshot(table)["log"]})
    desk.button("One step forward").click()
    after = next(at for at, stop in enumerate(stops) if stop > step)
    shows(desk, host, table, stops[after])
    desk.press("ArrowLeft", "ArrowLeft")
    shows(desk, host, table, stops[after - 2])
    desk.press("End")
    expect(desk.button("Back to now")).to_be_hidden()
    wait_for(lambda: board(desk) == at_the_end)


def test_the_chart_leads_to_the_board_of_a_turn(desk: Desk, table: str, host: Player) -> None:
    series = host.get(f"/api/tables/{table}/result")["series"]
    desk.visit(f"/table/{table}/result")
    chart = desk.page.get_by_role("img", name=re.compile("^Territories, turns 1 to"))
    expect(chart).to_be_visible()
    chart.click(position={"x": 36, "y": 100})
    desk.page.wait_for_url(f"**/table/{table}?at={series['steps'][0]}")
    shows(desk, host, table, series["steps"][0])


def test_playing_again_seats_the_same_players(desk: Desk, table: str, host: Player, server: Live) -> None:
    desk.page.context.add_cookies([{"name": "wartable", "value": host.http.cookies["wartable"], "url": server.url}])
    desk.visit(f"/table/{table}/result")
    desk.button("Play again").click()
    desk.page.wait_for_url(lambda url: "/result" not in url and table not in url)
    expect(desk.page.locator("#board-column")).to_be_visible()
    again = host.get(f"/api/tables/{desk.page.url.rsplit('/', 1)[1]}")
    assert [seat["level"] for seat in again["seats"]] == ["easy", "easy"]
    assert again["options"] == desk.table["options"]
