"""The board of the conquest games by keyboard and mouse in turn, and how it lies above the dock."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.site import comes_true
from tests.browser.stand_in import StandIn
from tests.browser.tables import FOE, Desk
from tests.browser.turns import asks, heading
from tests.server.live import Live

pytestmark = pytest.mark.browser

_GAP = """() => {
  const dock = document.querySelector('.dock').getBoundingClientRect();
  const land = [...document.querySelectorAll('svg [data-space]')].map(one => one.getBoundingClientRect().bottom);
  return dock.top - Math.max(...land);
}"""
"""Pixels between the southern tip of the board and the dock."""

_COVERED = """keys => {
  const dock = document.querySelector('.dock').getBoundingClientRect();
  const sheet = document.querySelector('.board').getBoundingClientRect();
  return keys.filter(key => {
    const { left, right, top, bottom } = document.querySelector(`[data-piece="${key}"]`).getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return bottom > dock.top || left < sheet.left || right > sheet.right || !hit?.closest('.board');
  });
}"""
"""Which of some tokens lie under the dock or something else, or outside of the board."""


def best_foes(desk: Desk, key: str) -> str:
    """A pattern of the enemies beside a place that are most likely to be conquered; several may be level."""
    near = desk.space(key).text.partition("Enemy neighbours: ")[2]
    found = [(int(chance), name.strip()) for name, _, _, chance in FOE.findall(near) if chance]
    return f"^({'|'.join(re.escape(name) for chance, name in found if chance == max(found)[0])}),"


def test_tab_leads_to_the_best_target_of_a_source_chosen_by_mouse(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random")
    source = desk.place_all()
    other = next(space for space in desk.spaces() if space.mine and space.key != source.key)
    desk.page.locator(f'[data-place="{other.key}"]').focus()  # the keyboard was here before

    desk.click(source.key)
    expect(desk.page.locator(".chances text").first).to_be_visible()
    best = re.compile(best_foes(desk, source.key))
    expect(desk.page.locator("[data-place]").first).to_have_text(best)
    desk.press("Tab")

    expect(desk.page.locator("[data-place]:focus")).to_have_text(best)


def test_the_dock_of_an_attack_leaves_the_south_of_the_board_free_on_a_tablet(open_desk: Open) -> None:
    desk = open_desk(size=(1024, 768))
    desk.sit("me", "random", settings={"hintsDone": False})
    source = desk.place_all()
    desk.click(source.key)
    desk.click(desk.weakest_foe(source.key))
    expect(desk.button("Attack to the end")).to_be_visible()
    expect(desk.button("Skip hints")).to_be_visible()
    desk.still()

    comes_true(desk.page, f"({_GAP})() >= 0")


def test_a_phone_shows_an_attack_with_all_neighbours_of_both_places(open_desk: Open) -> None:
    desk = open_desk(phone=True)
    desk.sit("me", "random", settings={"hintsDone": False})
    borders: list[list[str]] = desk.api(f"/boards/{desk.table['board']}")["borders"]
    source = desk.place_all()
    target = desk.weakest_foe(source.key)
    desk.page.locator(f'[data-place="{source.key}"]').evaluate("one => one.click()")
    desk.page.locator(f'[data-place="{target}"]').evaluate("one => one.click()")
    expect(desk.button("Attack to the end")).to_be_visible()
    expect(desk.dock.locator(".big")).to_be_visible()
    desk.still()

    around = {key for border in borders if {source.key, target} & set(border) for key in border}
    around.discard("alaska")  # over the edge of the board
    assert len(around) > 4
    comes_true(desk.page, f"({_COVERED})({json.dumps(sorted(around))}).length === 0")


def test_a_phone_opens_where_something_was_done_last_in_the_turn(open_desk: Open) -> None:
    desk = open_desk(phone=True)
    desk.sit("me", "random")
    free = desk.all_free()
    far = next(space for space in desk.spaces() if space.mine and space.foes and space.key not in free)
    near = desk.strongest()
    left = int(heading(desk).split()[0])
    for after in range(left - 1, -1, -1):
        key = near.key if after else far.key
        desk.page.locator(f'[data-place="{key}"]').evaluate("one => one.click()")
        asks(desk, f"{after} to place" if after else "All armies placed")
    desk.button("Done, on to attacks").click()
    expect(desk.page.get_by_role("heading", name="Choose where to attack from")).to_be_visible()
    assert desk.space(near.key).armies > desk.space(far.key).armies

    desk.page.reload(wait_until="domcontentloaded")

    expect(desk.page.get_by_role("heading", name="Choose where to attack from")).to_be_visible()
    comes_true(desk.page, f"({_COVERED})({json.dumps([far.key])}).length === 0")


def test_what_is_chosen_keeps_the_colour_of_its_owner(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random")
    source = desk.place_all()
    desk.click(source.key)
    chosen = desk.page.locator(".outlines .white")
    expect(chosen).to_have_count(1)
    around = chosen.evaluate("one => getComputedStyle(one.parentElement).clipPath")
    assert around.endswith(f'-{source.key}")'), "the line is cut off where the land begins"


def test_the_log_follows_the_newest_unless_one_reads_on_elsewhere(open_desk: Open, server: Live) -> None:
    desk, other = open_desk(size=(1440, 600)), open_desk()
    desk.gather(other)
    desk.visit(f"/table/{desk.table['id']}")
    table = StandIn(server, desk, other)
    newest = desk.rail.locator("[data-newest]")
    panel = desk.rail.get_by_role("tabpanel")

    def play(count: int) -> None:
        most = len(table.moves) + count
        table.play_until(lambda _state: len(table.moves) >= most)

    deepest = 0
    for _ in range(6):
        play(7)
        expect(newest).to_be_in_viewport()
        before, deepest = deepest, max(deepest, panel.evaluate("one => one.scrollTop"))
        if deepest > before == 0:
            desk.page.reload(wait_until="domcontentloaded")
            expect(newest).to_be_in_viewport()
    assert deepest > 0, "no turn was longer than the log is high"
    panel.evaluate("one => one.scrollTo(0, one.scrollHeight)")  # to the oldest
    expect(newest).not_to_be_in_viewport()
    play(9)
    expect(newest).not_to_be_in_viewport()
    desk.page.get_by_role("tab", name="Rules").click()
    desk.page.get_by_role("tab", name="Log").click()
    expect(newest).to_be_in_viewport()


def test_the_help_names_places_of_the_map(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random", "random", game="lotr-risk", preset="trilogy", plain=True)
    desk.press("?")
    line = desk.page.get_by_role("dialog", name="Help and keys").get_by_text(re.compile("^order line: "))
    expect(line).not_to_contain_text("brazil")
    names = {space.name.lower() for space in desk.spaces()}
    assert set((line.inner_text().split('"')[1]).split(" > ")) <= names
