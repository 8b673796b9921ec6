"""The game page as players use it: whole games, refusals, undo, history, phones, keyboard, accessibility."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.site import comes_true, serious_faults
from tests.browser.turns import Mouse, asks, heading, take_the_screen

pytestmark = pytest.mark.browser
WATCH = """() => {
  window.dice = [];
  const look = () => dice.push(...[...document.querySelectorAll('#dock [role=img]')].map(one => one.ariaLabel));
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, attributes: true});
}"""
"""Notes every picture that the dock shows, however short."""
LOST = re.compile("^(Reconnecting…|Offline, )")


@pytest.mark.slow
def test_a_whole_game_against_three_bots_is_played_to_its_end(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random", "random", "random", options={"turn_limit": 2})
    Mouse(desk, attacks=3).whole_game()
    expect(desk.page).to_have_title(re.compile("won"))
    table = desk.api(f"/tables/{desk.table['id']}")
    assert table["status"] == "finished"
    desk.dock.get_by_role("link", name="Result page").click()
    expect(desk.page).to_have_url(re.compile(r"/result$"))


def test_a_double_click_enters_one_action(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random")
    source = desk.place_all()
    desk.click(source.key)
    desk.click(desk.weakest_foe(source.key))
    desk.button("Roll once").dblclick()
    expect(desk.rail.get_by_text(re.compile("attacked|took"))).to_have_count(1)
    log = desk.api(f"/tables/{desk.table['id']}/game")["log"]
    assert len({line["decision"] for line in log if line["kind"] == "battle"}) == 1


def test_double_clicking_a_target_rolls_nothing(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random")
    source = desk.place_all()
    desk.click(source.key)
    foe = desk.weakest_foe(source.key)
    expect(desk.page.locator(".chances text").first).to_be_visible()
    desk.still()
    desk.page.locator(f'[data-piece="{foe}"]').first.dblclick()
    expect(desk.button("Attack to the end")).to_be_visible()
    log = desk.api(f"/tables/{desk.table['id']}/game")["log"]
    assert not [line for line in log if line["kind"] == "battle"]


def test_odds_are_shown_before_an_attack_and_dice_after(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random", settings={"speed": "quick"})
    source = desk.place_all()
    desk.click(source.key)
    expect(desk.page.locator(".chances text").first).to_have_text(re.compile(r"%$"))
    desk.click(desk.weakest_foe(source.key))
    expect(desk.dock.locator(".big")).to_have_text(re.compile(r"\d+ %$"))
    expect(desk.dock.get_by_role("img", name=re.compile("^Survivors"))).to_be_visible()
    desk.page.evaluate(WATCH)
    desk.press("r")
    comes_true(desk.page, "dice.some(said => /dice are rolling|^Attack /.test(said))")
    expect(desk.rail.get_by_role("img", name=re.compile(r"^Attack [\d, and]+ against [\d, and]+\.$"))).to_be_visible()


def test_refusals_say_why_and_cite_the_rule(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random")
    foe = next(space for space in desk.spaces() if not space.mine)
    desk.click(foe.key)
    refusal = desk.dock.get_by_role("alert")
    expect(refusal).to_contain_text(foe.name)
    expect(refusal.get_by_role("link")).to_have_text(re.compile("^Rule D"))
    desk.press("e")
    expect(refusal).to_have_text(re.compile(r"You are still placing: \d+ armies left\. Attacking comes next\."))
    source = desk.place_all()
    expect(refusal).to_be_hidden()
    near = {name for name, _ in source.foes}
    far = next(space for space in desk.spaces() if not space.mine and space.name not in near)
    desk.click(source.key)
    desk.click(far.key)
    expect(refusal).to_contain_text(f"{source.name} does not border {far.name}. From {source.name} you can reach")


def test_undo_names_what_it_takes_back_and_ends_at_the_dice(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random")
    source = desk.strongest()
    desk.click(source.key)
    desk.button(f"Undo: 1 to {source.name}").click()
    expect(desk.page.get_by_role("heading", name=re.compile(r"^\d+ to place$"))).to_be_visible()
    placed = desk.place_all()
    assert placed.armies > source.armies
    desk.press("u")
    expect(desk.page.get_by_role("heading", name=re.compile(r"^\d+ to place$"))).to_be_visible()
    assert desk.space(source.key).armies == source.armies
    source = desk.place_all()
    desk.click(source.key)
    desk.click(desk.weakest_foe(source.key))
    desk.press("r")
    expect(desk.rail.get_by_text(re.compile("You (attacked|took)"))).to_be_visible()
    desk.press("u")
    expect(desk.dock.get_by_role("alert")).to_contain_text("Dice have been rolled")


def test_the_history_shows_any_moment_and_comes_back(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random", "random")
    desk.place_all()
    desk.press("e")
    expect(desk.page.get_by_role("heading", name="One move, if you like")).to_be_visible()
    desk.press("e")
    expect(desk.page.get_by_role("heading", name=re.compile("to place"))).to_be_visible()
    now = [space.text for space in desk.spaces()]
    slider = desk.page.get_by_role("slider", name="Moment of the game")
    slider.fill("1")
    expect(desk.button("Back to now")).to_be_visible()
    expect(desk.dock).to_be_hidden()
    desk.press("Escape")
    expect(desk.button("Back to now")).to_be_hidden()
    assert [space.text for space in desk.spaces()] == now
    desk.rail.get_by_role("button", name=re.compile("places")).first.click()
    expect(desk.button("Back to now")).to_be_visible()
    desk.button("Now", exact=True).click()
    expect(desk.dock).to_be_visible()


def test_the_order_line_reads_words(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random")
    chosen = desk.strongest()
    desk.press("/")
    desk.page.get_by_label("Order", exact=True).fill("Belgim 2")
    desk.press("Enter")
    expect(desk.page.locator(".orders")).to_contain_text('I know no "Belgim".')
    desk.page.get_by_label("Order", exact=True).fill(f"{chosen.name} 2")
    desk.press("Enter")
    expect(desk.button(f"Undo: 2 to {chosen.name}")).to_be_visible()


def test_a_turn_by_keyboard_alone(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random")
    chosen = desk.strongest()
    for left in range(int(heading(desk).split()[0]) - 1, -1, -1):
        desk.page.locator(f'[data-place="{chosen.key}"]').focus()
        desk.press("Enter")
        asks(desk, f"{left} to place" if left else "All armies placed")
        if left == 1:
            desk.page.reload()  # what was chosen and not confirmed is still there
            asks(desk, "1 to place")
    desk.page.locator("body").evaluate("() => document.activeElement.blur()")
    desk.press("e")
    expect(desk.page.get_by_role("heading", name="Choose where to attack from")).to_be_visible()
    desk.page.locator(f'[data-place="{chosen.key}"]').focus()
    desk.press("Enter")
    expect(desk.page.locator(".chances text").first).to_be_visible()
    expect(desk.page.locator(f'[data-place]:focus:not([data-place="{chosen.key}"])')).to_have_count(1)
    desk.press("Enter")
    expect(desk.button("Attack to the end")).to_be_visible()
    desk.press("Escape", "Escape")
    expect(desk.page.get_by_role("heading", name="Choose where to attack from")).to_be_visible()
    desk.press("ArrowRight")
    desk.press("e")
    expect(desk.page.get_by_role("heading", name="One move, if you like")).to_be_visible()


def test_the_table_twin_plays_too(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random")
    chosen = desk.strongest()
    desk.press("t")
    row = desk.page.get_by_role("row", name=re.compile(f"^{chosen.name} "))
    row.get_by_role("button", name="Place 1").click()
    expect(desk.button(f"Undo: 1 to {chosen.name}")).to_be_visible()
    desk.button("Show the board").click()
    expect(desk.page.get_by_role("img", name=re.compile("the board of Classic Risk"))).to_be_visible()


def test_a_shared_screen_hides_behind_a_curtain(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "local", preset="missions", options={"first_player": "seat_order"})
    take_the_screen(desk)  # missions are dealt before anybody sits there
    expect(desk.page).to_have_title(re.compile("^Your turn, "))
    first = desk.page.title()
    desk.place_all()
    desk.press("e")
    expect(desk.page.get_by_role("heading", name="One move, if you like")).to_be_visible()
    desk.press("e")
    curtain = desk.page.get_by_role("dialog", name=re.compile("^Hand the screen to"))
    expect(curtain.get_by_role("button")).to_be_focused()
    desk.press("Enter")
    expect(curtain).to_be_hidden()
    asks(desk, re.compile("to place"))
    expect(desk.page).to_have_title(re.compile("^Your turn, "))
    expect(desk.page).not_to_have_title(first)


def test_a_lost_link_is_said_and_caught_up(open_desk: Open) -> None:
    desk = open_desk()
    desk.page.add_init_script("delete window.SharedWorker;")  # the network of a worker is not cut off with the page's
    desk.sit("me", "random")
    desk.page.context.set_offline(True)
    expect(desk.page.get_by_text(LOST)).to_be_visible()
    expect(desk.dock).to_contain_text("nothing is lost")
    desk.page.context.set_offline(False)
    expect(desk.page.get_by_text(re.compile("^Your turn"))).to_be_visible()
    desk.said.clear()  # Chromium reports the broken link, as it should
    desk.place_all()


def test_markup_in_chat_stays_text(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random")
    desk.page.get_by_role("tab", name="Chat").click()
    desk.page.get_by_label("To everybody at this table").fill("<b id=bold>all</b>")
    desk.press("Enter")
    expect(desk.page.get_by_text("<b id=bold>all</b>")).to_be_visible()
    expect(desk.page.locator("#bold")).to_have_count(0)


def test_a_spectator_sees_and_cannot_act(open_desk: Open) -> None:
    desk = open_desk()
    table = desk.sit("me", "random")
    other = open_desk()
    other.settle()
    other.visit(f"/table/{table}")
    expect(other.page.get_by_text("You are watching").first).to_be_visible()
    expect(other.button("Undo")).to_have_count(0)
    space = other.spaces()[0]
    other.click(space.key)
    expect(other.dock.get_by_role("alert")).to_have_text("You are watching. Open a table to play yourself.")
    filters = other.page.get_by_role("group", name="Show")
    expect(filters.get_by_role("button", name="All")).to_be_visible()
    expect(filters.get_by_role("button", name="Mine")).to_have_count(0)


def test_what_players_say_to_all_is_read_by_spectators_and_by_who_has_resigned(open_desk: Open) -> None:
    desk, other = open_desk(), open_desk()
    table = desk.sit("me", "random")
    other.settle()
    other.visit(f"/table/{table}")
    other.page.get_by_role("tab", name="Chat").click()
    expect(other.page.get_by_role("log", name="Letters")).to_contain_text("Nothing written yet.")
    desk.page.get_by_role("tab", name="Chat").click()
    desk.page.get_by_label("To everybody at this table").fill("Peace in Alaska?")
    desk.press("Enter")
    expect(other.page.get_by_role("log", name="Letters")).to_contain_text("Peace in Alaska?")
    other.button("Spectators", exact=True).click()
    expect(other.page.get_by_text("All spectators read this. Players do not.")).to_be_visible()

    desk.button("More", exact=True).click()
    desk.button("Resign…").click()
    desk.button("Resign", exact=True).click()
    expect(desk.page.get_by_role("log", name="Letters")).to_contain_text("Peace in Alaska?")


def test_a_turn_by_thumb(open_desk: Open) -> None:
    desk = open_desk(phone=True)
    desk.sit("me", "random")
    chosen = desk.strongest()
    desk.tap(chosen.key)
    desk.button(re.compile("^All to")).tap()
    desk.button("Done, on to attacks").tap()
    expect(desk.page.get_by_role("heading", name="Choose where to attack from")).to_be_visible()
    desk.tap(chosen.key)
    expect(desk.page.get_by_role("heading", name=re.compile("Choose a target"))).to_be_visible()
    foe = desk.weakest_foe(chosen.key)
    desk.tap(foe)
    attack = desk.button("Attack to the end")
    expect(attack).to_be_visible()
    expect(desk.dock.get_by_role("img", name=re.compile("^Survivors"))).to_be_visible()
    desk.still()
    box, sheet = attack.bounding_box(), desk.dock.bounding_box()
    assert box
    assert sheet
    assert box["height"] >= 52
    for key in (chosen.key, foe):
        token = desk.page.locator(f'[data-piece="{key}"]').first.bounding_box()
        assert token
        assert token["y"] + token["height"] <= sheet["y"] + 1, "source and target lie above the sheet"
    attack.tap()
    desk.button("Log", exact=True).tap()
    expect(desk.page.get_by_text(re.compile("You (attacked|took)")).first).to_be_visible()
    for name in ("Players", "Chat", "History", "Board"):
        desk.button(name, exact=True).tap()
    width = desk.page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)], ids=["wide", "middle", "phone"])
def test_axe_finds_no_serious_fault(open_desk: Open, size: tuple[int, int], dark: bool) -> None:  # noqa: FBT001 - a parameter
    desk = open_desk(size=size, dark=dark)
    desk.sit("me", "random", "random", settings={"hintsDone": False})
    assert serious_faults(desk.page) == []
    chosen = desk.strongest()
    desk.click(chosen.key)
    desk.button(re.compile("^All to")).click()
    desk.button("Done, on to attacks").click()
    expect(desk.page.get_by_role("heading", name="Choose where to attack from")).to_be_visible()
    desk.click(chosen.key)
    desk.click(desk.weakest_foe(chosen.key))
    expect(desk.button("Attack to the end")).to_be_visible()
    assert serious_faults(desk.page) == []


def test_the_first_turn_is_guided(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random", settings={"hintsDone": False})
    hint = desk.page.get_by_role("status")
    expect(hint.first).to_contain_text(re.compile(r"\d+ armies to place\. Click one of your .+ territories\."))
    source = desk.place_all()
    expect(hint.first).to_contain_text("then a lit neighbour")
    desk.click(source.key)
    desk.click(desk.weakest_foe(source.key))
    expect(hint.first).to_contain_text("bet")
    desk.button("Skip hints").click()
    expect(desk.button("Skip hints")).to_be_hidden()
