"""The table of Ring of Power: figures, tools, looking about, time travel, the list, phones."""

from __future__ import annotations

import re
from itertools import combinations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.figures import PASSES, FigureTable
from tests.browser.site import comes_true, picture, serious_faults

pytestmark = pytest.mark.browser

TABLE_WIDE = 120
"""Inches from side to side of war-of-the-ring."""
RESIGN = """async table => { await fetch(`/api/tables/${table}/resign`, {
  method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify({seat: 0})}); }"""
HELMS_DEEP_WIDE = 60
"""The same of helms-deep."""
RIDERLESS = 12
"""Dunlendings of helms-deep, who stand together."""


def test_a_click_chooses_a_figure_a_double_click_its_force_and_empty_ground_nobody(open_desk: Open) -> None:
    table = FigureTable(open_desk()).sit()
    dunlending = table.figures("Dunlending")[0]

    table.pick(dunlending)
    expect(table.force.get_by_role("heading", name="Dunlending", exact=True)).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(table.force).to_have_count(0)

    table.page.mouse.dblclick(*table.where(dunlending))
    expect(table.force).to_contain_text(f"{RIDERLESS} figures")
    picture(table.page, "ring-helms-deep")


@pytest.mark.parametrize("phone", [False, True])
def test_a_press_between_the_figures_of_a_force_chooses_it(open_desk: Open, *, phone: bool) -> None:
    table = FigureTable(open_desk(phone=phone)).sit("moria-passage")
    told = table.desk.dock if phone else table.force
    table.still()
    press = table.tap if phone else table.click

    press(31, 4)
    expect(told.get_by_text("23 figures")).to_have_count(0)
    press(21.6, 5.1)
    expect(told).to_contain_text("23 figures")


def test_the_tool_force_chooses_with_one_click_and_shift_adds_to_what_is_chosen(open_desk: Open) -> None:
    table = FigureTable(open_desk()).sit()
    first, second = table.figures("Dunlending")[:2]
    table.page.keyboard.press("2")
    expect(table.page.get_by_role("button", name="Force 2")).to_have_attribute("aria-pressed", "true")
    table.pick(first)
    expect(table.force).to_contain_text(f"{RIDERLESS} figures")

    table.page.keyboard.press("1")
    table.page.keyboard.press("Escape")
    expect(table.force).to_have_count(0)
    table.pick(first)
    table.page.keyboard.down("Shift")
    table.pick(second)
    table.page.keyboard.up("Shift")
    expect(table.force).to_contain_text("2 figures")


def test_a_rectangle_chooses_the_figures_in_it(open_desk: Open) -> None:
    table = FigureTable(open_desk()).sit()
    spots = [table.where(one) for one in table.figures("Dunlending")]
    table.page.keyboard.press("3")
    table.haul(
        (min(x for x, _ in spots) - 20, min(y for _, y in spots) - 20),
        (max(x for x, _ in spots) + 20, max(y for _, y in spots) + 20),
    )

    expect(table.force).to_contain_text(f"{RIDERLESS} figures")


def test_the_ruler_measures_inches_and_goes_with_escape(open_desk: Open) -> None:
    table = FigureTable(open_desk()).sit()
    table.page.keyboard.press("4")
    table.drag((12, 20), (18, 28))
    expect(table.board.get_by_text("10.0″", exact=True)).to_be_visible()

    table.page.keyboard.press("Escape")
    expect(table.board.get_by_text("10.0″", exact=True)).to_have_count(0)


def test_dragging_the_ground_pans_and_the_wheel_zooms_at_the_pointer(open_desk: Open) -> None:
    table = FigureTable(open_desk()).sit()
    uruk = table.figures("Uruk-hai")[0]
    before, scale = table.where(uruk), table.scale

    table.haul((600, 500), (690, 540))
    table.drawn(uruk, (before[0] + 90, before[1] + 40))

    here = table.where(uruk)
    table.page.mouse.move(*here)
    table.page.mouse.wheel(0, -300)
    comes_true(table.page, f"document.querySelector('[data-table]').whereAt(1e3, 0).x - "
                           f"document.querySelector('[data-table]').whereAt(0, 0).x > {scale * 1.3}")  # fmt: skip
    table.drawn(uruk, here)
    table.page.keyboard.press("f")
    table.drawn(uruk, before)


def test_a_look_tells_profile_and_state_of_a_figure_and_whose_a_place_is(open_desk: Open) -> None:
    table = FigureTable(open_desk()).sit()
    card = table.page.get_by_role("tooltip").filter(visible=True)
    table.page.mouse.move(*table.where(table.figures("Dunlending")[0]))
    expect(card).to_contain_text("1 die, hits on 4, saves on 6")
    expect(card).to_contain_text("10″, 7″ in difficult ground")

    table.page.mouse.move(*table.at(26, 3))
    expect(card).to_contain_text("Helm's Deep")
    inside = [one["figure"] for one in table.view["figures"] if one["figure"].get("inside")]
    assert any(one.get("weapon") for one in inside)  # which is no figure
    expect(card).to_contain_text(f"{sum(not one.get('weapon') for one in inside)} figures inside")


def test_far_out_forces_are_shields_and_a_click_on_one_chooses_the_force(open_desk: Open) -> None:
    table = FigureTable(open_desk()).sit("war-of-the-ring")
    assert table.scale < 14
    shields = table.board.locator("[data-shield^='force']")
    expect(shields).to_have_count(len({(one["force"], one["figure"]["owner"]) for one in table.field()}))
    picture(table.page, "ring-war-of-the-ring")

    group = max((ids for ids in by_force(table).values()), key=len)
    table.pick(group[0])
    expect(table.force).to_contain_text(f"{len(group)} figures")


def by_force(table: FigureTable) -> dict[tuple[int, int], list[int]]:
    found: dict[tuple[int, int], list[int]] = {}
    for one in table.field():
        found.setdefault((one["force"], one["figure"]["owner"]), []).append(one["figure"]["id"])
    return found


def test_layers_can_be_switched_off(open_desk: Open) -> None:
    table = FigureTable(open_desk()).sit()
    name = table.board.locator("text.name", has_text="Helm's Deep")
    expect(name).to_be_visible()
    table.page.keyboard.press("5")
    table.page.get_by_role("checkbox", name="Names").uncheck()
    expect(name).to_have_count(0)
    table.page.get_by_role("checkbox", name="Terrain").uncheck()
    expect(table.board.locator("img")).to_have_count(0)


_BOXES = """() => [...document.querySelectorAll('text.name')]
  .filter(one => !one.getAttribute('transform').includes('rotate'))
  .map(one => [one.textContent, one.getBoundingClientRect()])
  .map(([text, box]) => [text, box.left, box.right, box.top, box.bottom])"""
"""The boxes of all names on the table that are not turned."""


@pytest.mark.parametrize("phone", [False, True])
def test_names_do_not_lie_on_each_other_from_far_and_from_near(open_desk: Open, *, phone: bool) -> None:
    table = FigureTable(open_desk(phone=phone)).sit("war-of-the-ring")
    expect(table.board.locator("text.name", has_text="Minas Tirith")).to_be_attached()
    table.still()
    far, scale = table.page.evaluate(_BOXES), table.scale
    table.page.mouse.move(195, 300)
    table.page.mouse.wheel(0, -600)
    comes_true(table.page, f"document.querySelector('[data-table]').whereAt(1e3, 0).x - "
                           f"document.querySelector('[data-table]').whereAt(0, 0).x > {scale * 1.5}")  # fmt: skip
    table.still()
    near = table.page.evaluate(_BOXES)

    assert {"Minas Tirith", "Rivendell"} <= {name for name, *_ in far}
    assert "North edge east of Anduin" in {name for name, *_ in near}
    for names in (far, near):
        on_each_other = [
            (one[0], other[0])
            for one, other in combinations(names, 2)
            # A line of letters is higher than they are: what is above and below them may meet.
            if min(one[2], other[2]) - max(one[1], other[1]) > 1 and min(one[4], other[4]) - max(one[3], other[3]) > 6
        ]
        assert not on_each_other


def test_the_past_shows_figures_where_they_stood(open_desk: Open) -> None:
    table = FigureTable(open_desk()).sit()
    dunlending = table.figures("Dunlending")[0]
    shown = next(one["figure"] for one in table.view["figures"] if one["figure"]["id"] == dunlending)
    start = [shown["x"], shown["y"]]
    before = table.where(dunlending)
    table.act(0, type="move", paths=[[dunlending, [start, [start[0], start[1] - 3000]]]])
    after = (before[0], before[1] + 3 * table.scale)
    table.drawn(dunlending, after)

    table.page.get_by_role("button", name="One step back").click()
    table.drawn(dunlending, before)
    expect(table.page.get_by_role("button", name="Back to now")).to_be_visible()
    table.page.get_by_role("button", name="Now").last.click()
    table.drawn(dunlending, after)


def test_the_list_of_forces_leads_the_keyboard_over_the_table(open_desk: Open) -> None:
    table = FigureTable(open_desk()).sit()
    table.page.keyboard.press("m")
    focused = table.page.locator("[data-figure]:focus")
    shown = {one["figure"]["id"]: one for one in table.view["figures"]}
    force = [one for one in shown.values() if one["force"] == shown[table.figures("Uglúk")[0]]["force"]]
    weapons = sum("weapon" in one["figure"] for one in force)
    count = f"{len(force) - weapons} figures and {weapons} weapons"
    expect(focused).to_have_text(re.compile(rf"^Uglúk's force, Saruman, yours, {count}: .*\d Battering rams"))
    table.page.keyboard.press("ArrowRight")
    expect(focused).to_have_text(re.compile("^Dunlendings?, Saruman, yours, 12 figures"))
    table.page.keyboard.press("Enter")
    expect(table.force).to_contain_text(f"{RIDERLESS} figures")


def test_the_table_can_be_shown_as_lists(open_desk: Open) -> None:
    table = FigureTable(open_desk()).sit()
    table.page.keyboard.press("t")
    forces = table.page.get_by_role("region", name="Forces")
    expect(forces.get_by_role("row", name=re.compile("Garrison of Helm's Deep"))).to_contain_text("in Helm's Deep")
    every = table.page.get_by_role("region", name="Figures")
    expect(every.get_by_role("row")).to_have_count(len(table.view["figures"]) + 1)
    forces.get_by_role("row", name=re.compile("12 Dunlendings?")).get_by_role("button", name="Choose").click()
    expect(table.force).to_contain_text(f"{RIDERLESS} figures")
    forces.get_by_role("button", name="Show the board").click()
    expect(table.board).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("scenario", ["helms-deep", "war-of-the-ring"])
def test_nothing_on_the_page_keeps_anybody_out(open_desk: Open, scenario: str, *, dark: bool) -> None:
    table = FigureTable(open_desk(dark=dark)).sit(scenario)
    table.page.keyboard.press("5")
    assert serious_faults(table.page) == []
    table.page.keyboard.press("t")
    assert serious_faults(table.page) == []
    picture(table.page, f"ring-list-{scenario}-{'dark' if dark else 'light'}")


def test_on_a_phone_a_tap_chooses_a_force(open_desk: Open) -> None:
    table = FigureTable(open_desk(phone=True)).sit()
    page = table.page
    expect(page.get_by_role("button", name="Overview of the table; tap to look there")).to_be_visible()
    dock = table.desk.dock
    expect(dock).to_be_visible()
    dunlending = table.figures("Dunlending")[0]
    page.touchscreen.tap(*table.where(dunlending))
    expect(dock).to_contain_text(re.compile("Dunlending"))
    chip = page.get_by_role("group", name="Players").get_by_role("button", name="Saruman")
    expect(chip).to_contain_text(re.compile(r"\d+ figures · \d+ places?"))
    assert serious_faults(page) == []
    picture(page, "ring-phone")


def test_a_phone_that_only_watches_looks_at_whoever_is_to_move(open_desk: Open) -> None:
    table = FigureTable(open_desk()).lay("war-of-the-ring", "me", "local")
    watching = FigureTable(open_desk(phone=True))
    watching.desk.settle()
    watching.desk.table = table.desk.table
    watching.open()
    # Seen as a whole the table is no wider than the window.
    edges = [f"document.querySelector('[data-table]').whereAt({x}, 0).x" for x in (TABLE_WIDE * 1000, 0)]
    comes_true(watching.page, f"{edges[0]} - {edges[1]} > 1.3 * innerWidth")


def test_all_widths_show_the_whole_page_without_scrolling_aside(open_desk: Open) -> None:
    table = FigureTable(open_desk(size=(1024, 768))).sit("war-of-the-ring")
    comes_true(table.page, "document.documentElement.scrollWidth <= innerWidth")
    expect(table.page.get_by_role("toolbar", name="Tools")).to_be_visible()
    assert serious_faults(table.page) == []


def test_a_phone_looks_at_the_whole_table_at_the_end(open_desk: Open) -> None:
    table = FigureTable(open_desk(phone=True)).sit("helms-deep", last_turn=1)
    edges = [f"document.querySelector('[data-table]').whereAt({x}, 0).x" for x in (HELMS_DEEP_WIDE * 1000, 0)]
    whole = f"{edges[0]} - {edges[1]} <= innerWidth"
    comes_true(table.page, f"!({whole})")  # it begins near the forces of who plays
    while not (update := table.update)["outcome"]:
        table.act(update["to_act"][0], **PASSES[update["view"]["question"]["kind"]])

    comes_true(table.page, whole)
    table.open()
    expect(table.desk.dock).to_contain_text("won")
    table.still()
    comes_true(table.page, whole)


def test_after_resigning_nothing_arrives_and_no_chart_is_promised(open_desk: Open) -> None:
    table = FigureTable(open_desk()).sit("moria-passage", "me", "easy")
    expect(table.rail).to_contain_text("Arriving next turn")
    table.page.evaluate(RESIGN, table.id)
    expect(table.desk.dock).to_contain_text("won")
    expect(table.rail).not_to_contain_text("Arriving next turn")

    table.desk.visit(f"/table/{table.id}/result")
    expect(table.page.get_by_role("heading", name="The game over time")).to_be_visible()
    expect(table.page.locator("main")).to_contain_text("no second turn was played to its end")
