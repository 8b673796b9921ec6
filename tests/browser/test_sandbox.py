"""The sandbox in the browser: examples judged with reasons, lines of play, links, files, and garbage refused."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import Open
from tests.browser.site import comes_true, picture, serious_faults

pytestmark = pytest.mark.browser
KEPT = "sessionStorage.getItem('wartable.sandbox')"
PARADOX = "/sandbox#example=convoy-paradox"
LOW_BUTTONS = """
[...document.querySelectorAll('main button')]
  .filter((one) => one.offsetParent && one.getBoundingClientRect().height < 35).map((one) => one.textContent)
"""


def sandbox(open_desk: Open, path: str = "/sandbox", **wishes: object) -> Page:
    page: Page = open_desk(**wishes).page
    page.goto(path)
    expect(page.get_by_role("button", name="Adjudicate")).to_be_enabled()
    expect(page.locator(".power").first).to_be_visible()
    return page


def adjudicate(page: Page) -> None:
    page.get_by_role("button", name="Adjudicate").click()
    expect(page.get_by_text("Judged by")).to_be_visible()


def go_on(page: Page) -> None:
    page.get_by_role("button", name="On to").click()
    expect(page.get_by_role("button", name="Adjudicate")).to_be_visible()


def judged(page: Page, order: str) -> Locator:
    return page.locator(f'[id="reason-{order.replace(" ", "_")}"]')


def listed(page: Page, order: str) -> Locator:
    return page.locator(".row .order").filter(has_text=order)


def lines_are(page: Page, *labels: str) -> None:
    """The tree of positions shows these, in this order."""
    buttons = page.locator(".tree button")
    expect(buttons).to_have_count(len(labels))
    for number, label in enumerate(labels):
        expect(buttons.nth(number)).to_have_attribute("aria-label", label)


def downloaded(page: Page, button: str) -> bytes:
    with page.expect_download() as waiting:
        page.get_by_role("button", name=button, exact=True).click()
    return Path(waiting.value.path()).read_bytes()


def test_the_paradox_is_judged_with_a_reason_that_explains_it(open_desk: Open) -> None:
    page = sandbox(open_desk, PARADOX)

    adjudicate(page)

    army = judged(page, "A DEN - YOR")
    expect(army).to_contain_text("Not carried")
    expect(army).to_contain_text("its convoy would decide over itself")
    expect(army).to_contain_text("If it works, the army in Denmark cuts the support of the fleet in Yorkshire")
    expect(judged(page, "F EDI - NTH")).to_contain_text("2 against 1")
    expect(page.get_by_text("Dislodged: Fleet North Sea.")).to_be_visible()
    picture(page, "sandbox-paradox")


def test_another_rulebook_judges_the_same_orders_at_once(open_desk: Open) -> None:
    page = sandbox(open_desk, PARADOX)
    adjudicate(page)

    page.get_by_role("tab", name="Rules").click()
    page.get_by_text("Rulings that differ from the rulebook").click()
    page.get_by_role("combobox", name="Convoy paradoxes").select_option("all_hold")
    page.get_by_role("tab", name="Orders").click()

    expect(page.get_by_text("with 1 change")).to_be_visible()
    expect(judged(page, "F EDI - NTH")).to_contain_text("by rule all moves among them fail")


def test_orders_by_clicks_on_the_board(open_desk: Open) -> None:
    page = sandbox(open_desk)

    page.locator('[data-unit="A MUN"]').click()
    page.locator('g[data-space="RUH"]').first.click()
    page.locator('[data-unit="A BER"]').click()
    page.get_by_role("button", name="Support").click()
    page.locator('[data-unit="A MUN"]').click()
    page.get_by_role("button", name="Support it to stay in Munich").click()
    page.locator('[data-unit="F KIE"]').click()
    page.keyboard.press("h")

    expect(listed(page, "A MUN - RUH")).to_be_visible()
    expect(listed(page, "F KIE H")).to_be_visible()


def test_clicks_before_the_server_said_what_may_be_ordered_are_not_lost(open_desk: Open) -> None:
    page = sandbox(open_desk)
    adjudicate(page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/api/adjudicate/orders", hold)
    with page.expect_request("**/api/adjudicate/orders"):
        page.get_by_role("button", name="On to").click()

    page.locator('[data-unit="A MUN"]').click()
    page.locator('g[data-space="RUH"]').first.click()
    for route in held:
        route.continue_()

    expect(listed(page, "A MUN - RUH")).to_be_visible()


def test_orders_by_keys_alone(open_desk: Open) -> None:
    page = sandbox(open_desk)

    page.get_by_role("button", name="Army Paris").press("Enter")
    page.keyboard.press("m")
    expect(page.get_by_role("button", name="Burgundy", exact=True)).to_be_visible()
    page.get_by_role("button", name="Burgundy", exact=True).press("Enter")
    expect(listed(page, "A PAR - BUR")).to_be_visible()

    page.keyboard.press("u")
    expect(listed(page, "A PAR - BUR")).to_have_count(0)
    page.keyboard.press("j")
    expect(page.get_by_text("Judged by the 2023 rules.")).to_be_visible()


def test_lines_of_text_are_read_or_refused_in_words(open_desk: Open) -> None:
    page = sandbox(open_desk)
    box = page.get_by_role("textbox", name="Orders as text")

    box.fill("fleet brest -> mid-atlantic\nA PAR - MUN\nMarseilles to Spaen\nqwertz")
    expect(page.locator("#order-lines")).to_contain_text("cannot reach Munich")
    expect(page.locator("#order-lines")).to_contain_text("Did you mean Spain?")
    box.press("Control+Enter")

    expect(page.get_by_text("1 order given, 3 not.")).to_be_visible()
    expect(listed(page, "F BRE - MAO")).to_be_visible()
    expect(box).to_have_value("A PAR - MUN\nMarseilles to Spaen\nqwertz")
    page.get_by_role("button", name="Give it anyway").first.click()
    expect(box).to_have_value("Marseilles to Spaen\nqwertz")
    box.fill("")
    adjudicate(page)
    expect(judged(page, "A PAR - MUN")).to_contain_text("Illegal")


def test_orders_in_the_box_are_read_before_anything_is_judged(open_desk: Open) -> None:
    page = sandbox(open_desk)
    page.get_by_role("textbox", name="Orders as text").fill("A PAR - BUR\nGermany\nA MUN - RUH")
    page.get_by_role("tab", name="Rules").click()

    adjudicate(page)

    expect(judged(page, "A PAR - BUR")).to_contain_text("Moves")
    expect(judged(page, "A MUN - RUH")).to_contain_text("Moves")


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_a_line_that_cannot_be_read_stops_the_judging_under_its_heading(open_desk: Open, phone: bool) -> None:  # noqa: FBT001 - a parameter
    page = sandbox(open_desk, phone=phone)
    box = page.get_by_role("textbox", name="Orders as text")
    box.fill("France: A PAR - BUR\nItaly\nA MUN - BUR\nA VEN - Spaen")

    page.get_by_role("button", name="Adjudicate").click()

    expect(page.get_by_role("alert")).to_contain_text("Not judged: 2 lines")
    expect(page.get_by_role("alert")).to_be_in_viewport()
    expect(page.get_by_text("Judged by")).to_have_count(0)
    expect(box).to_have_value("Italy\nA MUN - BUR\nA VEN - Spaen")
    expect(page.locator("#order-lines li")).to_have_count(2)
    expect(page.locator("#order-lines")).to_contain_text("Italy: A VEN - Spaen")
    expect(page.locator("#order-lines")).to_contain_text("Did you mean Spain?")
    expect(listed(page, "A PAR - BUR")).to_be_visible()
    expect(listed(page, "A MUN - BUR")).to_have_count(0)
    picture(page, f"sandbox-not-judged-{'phone' if phone else 'wide'}")

    page.get_by_role("button", name="Adjudicate").click()
    expect(box).to_have_value("Italy\nA MUN - BUR\nA VEN - Spaen")
    box.fill("Italy\nA VEN - TYR")
    adjudicate(page)
    expect(judged(page, "A VEN - TYR")).to_contain_text("Moves")
    expect(judged(page, "A MUN H")).to_contain_text("no order")


def test_giving_one_line_all_the_same_leaves_the_other_lines(open_desk: Open) -> None:
    page = sandbox(open_desk)
    box = page.get_by_role("textbox", name="Orders as text")
    box.fill("Italy\nA VEN - TYR\nA ROM - MUN")

    page.get_by_role("button", name="Give it anyway").click()

    expect(listed(page, "A ROM - MUN")).to_be_visible()
    expect(box).to_have_value("Italy\nA VEN - TYR")


def test_orders_taken_back_as_text_are_no_longer_given(open_desk: Open) -> None:
    page = sandbox(open_desk, "/sandbox#example=head-to-head")
    box = page.get_by_role("textbox", name="Orders as text")
    box.fill("qwertz")

    page.get_by_role("button", name="Edit all as text").click()

    expect(box).to_have_value(re.compile(r"^qwertz\n\n.*A BER - PRU", re.DOTALL))
    expect(listed(page, "A BER - PRU")).to_have_count(0)


def test_units_without_an_order_are_named_in_the_verdict(open_desk: Open) -> None:
    page = sandbox(open_desk)
    page.get_by_role("textbox", name="Orders as text").fill("A PAR - BUR, F BRE - MAO")

    adjudicate(page)

    note = page.locator(".note").filter(has_text="No order, judged as holding:")
    expect(note).to_be_in_viewport()
    expect(note).to_contain_text("France (Army Marseilles)")
    expect(note).to_contain_text("England (all 3)")
    expect(judged(page, "A MAR H")).to_contain_text("A MAR no order")
    picture(page, "sandbox-no-order")


def test_no_report_leaves_out_what_is_still_in_the_box(open_desk: Open) -> None:
    page = sandbox(open_desk)
    page.get_by_role("textbox", name="Orders as text").fill("A PAR - BUR\nqwertz")
    page.get_by_role("tab", name="Share").click()
    page.get_by_role("button", name="Report with reasons").click()
    expect(page.get_by_role("alert")).to_contain_text("one line of text is no order yet")

    page.get_by_role("tab", name="Orders").click()
    box = page.get_by_role("textbox", name="Orders as text")
    expect(box).to_have_value("qwertz")
    box.fill("")
    page.get_by_role("tab", name="Share").click()
    assert b"A PAR - BUR" in downloaded(page, "Report with reasons")


def test_step_on_to_a_retreat_and_back_again(open_desk: Open) -> None:
    page = sandbox(open_desk, "/sandbox#example=retreat")
    adjudicate(page)
    expect(page.get_by_role("button", name="On to Autumn 1901 retreats")).to_be_visible()
    go_on(page)
    expect(page.get_by_role("heading", name="France")).to_be_visible()

    page.get_by_role("button", name="Army Belgium").click()
    page.get_by_role("button", name="Retreat to Picardy").click()
    adjudicate(page)
    expect(judged(page, "A BEL R PIC")).to_contain_text("Retreats")
    page.get_by_role("button", name="Step back").click()

    expect(judged(page, "A HOL - BEL")).to_contain_text("Moves")
    expect(page.get_by_role("button", name="Step back")).to_be_disabled()


def test_a_fork_keeps_both_lines_side_by_side(open_desk: Open) -> None:
    page = sandbox(open_desk, "/sandbox#example=beleaguered-garrison")
    adjudicate(page)
    go_on(page)
    page.get_by_role("button", name="Step back").click()

    page.get_by_role("button", name="Fork").click()
    page.get_by_role("button", name="Army Bohemia").click()
    page.get_by_role("button", name="Hold").click()
    adjudicate(page)
    expect(judged(page, "A BUR - MUN")).to_contain_text("Moves")
    go_on(page)

    lines_are(
        page,
        "Line A F1902M, Autumn 1902, judged",
        "Line A W1902A, Winter 1902 adjustments",
        "Line B F1902M, Autumn 1902, judged",
        "Line B F1902R, Autumn 1902 retreats",
    )
    page.get_by_role("button", name="Line A F1902M, Autumn 1902").click()
    expect(judged(page, "A BUR - MUN")).to_contain_text("Bounces")


def test_a_change_to_a_line_played_on_begins_a_second_one(open_desk: Open) -> None:
    page = sandbox(open_desk, "/sandbox#example=retreat")
    adjudicate(page)
    go_on(page)
    adjudicate(page)
    page.get_by_role("button", name="Step back").click()

    page.get_by_role("button", name="Change orders").click()
    page.get_by_role("button", name="Army Ruhr").click()
    page.get_by_role("button", name="Hold").click()

    expect(page.get_by_text("Your change begins a second one")).to_be_visible()
    lines_are(
        page,
        "Line A F1901M, Autumn 1901",
        "Line A F1901R, Autumn 1901 retreats, judged",
        "Line B F1901M, Autumn 1901",
    )


def test_the_link_brings_everything_back(open_desk: Open) -> None:
    page = sandbox(open_desk, PARADOX)
    page.get_by_role("tab", name="Rules").click()
    page.get_by_text("Rulings that differ from the rulebook").click()
    page.get_by_role("combobox", name="Convoy paradoxes").select_option("all_hold")
    page.get_by_role("tab", name="Orders").click()
    adjudicate(page)
    go_on(page)
    page.get_by_role("tab", name="Share").click()
    link = page.get_by_role("textbox", name="Link to this sandbox")
    expect(link).to_have_value(re.compile(r"#[\w-]{60,}$"))
    address = link.input_value()

    other: Page = open_desk().page
    other.goto(address)

    expect(other.get_by_text("Autumn 1904")).to_be_visible()
    lines_are(other, "Line A S1904M, Spring 1904, judged", "Line A F1904M, Autumn 1904")
    other.get_by_role("button", name="Step back").click()
    expect(judged(other, "F EDI - NTH")).to_contain_text("by rule all moves among them fail")


def test_a_broken_link_is_refused_in_words(open_desk: Open) -> None:
    page: Page = open_desk().page

    page.goto("/sandbox#thisisgarbage")

    expect(page.get_by_role("alert")).to_contain_text("damaged or cut short")
    expect(page.get_by_role("button", name="Adjudicate")).to_be_enabled()


def test_set_up_by_clicks(open_desk: Open) -> None:
    page = sandbox(open_desk)
    page.get_by_role("tab", name="Set up").click()
    page.get_by_role("button", name="Remove all units").click()
    page.get_by_role("button", name="Turkey").click()
    page.get_by_text("Fleet", exact=True).click()
    page.locator('g[data-space="NAF"]').first.click()
    page.locator('g[data-space="MOS"]').first.click()
    expect(page.get_by_role("alert")).to_contain_text("A fleet cannot stand in Moscow: it has no coast.")

    page.locator('g[data-space="STP"]').first.click()
    page.get_by_role("button", name="St. Petersburg (north coast)").click()

    expect(page.get_by_role("textbox", name="The position as text")).to_have_value(
        re.compile(r"Turkey\nF NAF, F STP/NC")
    )


def test_exported_text_reads_back(open_desk: Open) -> None:
    page = sandbox(open_desk, "/sandbox#example=winter")
    page.get_by_role("tab", name="Share").click()
    position = downloaded(page, "Position").decode()
    orders = downloaded(page, "Orders").decode()

    page = sandbox(open_desk)
    page.get_by_role("tab", name="Set up").click()
    page.get_by_role("textbox", name="The position as text").fill(position)
    page.get_by_role("button", name="Use this position").click()
    expect(page.locator(".strip")).to_contain_text("Winter 1901 adjustments")
    page.get_by_role("tab", name="Orders").click()
    page.get_by_role("textbox", name="Orders as text").fill(orders)
    page.get_by_role("textbox", name="Orders as text").press("Control+Enter")
    expect(page.get_by_text("3 orders given.")).to_be_visible()
    adjudicate(page)

    expect(judged(page, "B F BRE")).to_contain_text("Built")
    expect(judged(page, "D A BEL")).to_contain_text("Removed")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("spring 1901 movement\nEngland\nF MUN, A NTH", "cannot stand"),
        ("hello", "phase"),
        ('{"phase": "S1901M", "units": {"france": ["A QQQ"]}}', "QQQ"),
        ('{"phase": ', "incomplete"),
        ("spring 1901 movement\nAtlantis\nA PAR", "stands under no power"),
    ],
)
def test_garbage_is_refused_and_the_position_kept(open_desk: Open, text: str, words: str) -> None:
    page = sandbox(open_desk)
    page.get_by_role("tab", name="Set up").click()
    page.get_by_role("textbox", name="The position as text").fill(text)

    page.get_by_role("button", name="Use this position").click()

    expect(page.get_by_role("alert")).to_contain_text(words)
    page.get_by_role("tab", name="Orders").click()
    expect(page.get_by_role("button", name="Army Paris")).to_be_visible()


def test_a_saved_game_goes_out_and_comes_in(open_desk: Open, tmp_path: Path) -> None:
    page = sandbox(open_desk, "/sandbox#example=retreat")
    adjudicate(page)
    go_on(page)
    page.get_by_role("tab", name="Share").click()
    saved = downloaded(page, "Saved game")
    assert [phase["name"] for phase in json.loads(saved)["phases"]] == ["F1901M", "F1901R"]
    assert downloaded(page, "Picture, SVG").startswith(b"<svg")
    assert downloaded(page, "Picture, PNG").startswith(b"\x89PNG")
    assert b"Next position" in downloaded(page, "Report with reasons")
    file = tmp_path / "game.json"
    file.write_bytes(saved)

    page = sandbox(open_desk)
    page.get_by_role("tab", name="Set up").click()
    page.get_by_label("Open a file").set_input_files(file)

    expect(page.get_by_text("Read 2 phases.")).to_be_visible()
    page.get_by_role("button", name="Line A F1901M, Autumn 1901, judged").click()
    page.get_by_role("tab", name="Orders").click()
    expect(judged(page, "A HOL - BEL")).to_contain_text("Moves")


def test_middle_earth_with_a_fortress_that_holds(open_desk: Open) -> None:
    page = sandbox(open_desk, "/sandbox#example=fortress")
    adjudicate(page)
    expect(judged(page, "A EMI - FOR")).to_contain_text("2 against 2")

    page.get_by_role("button", name="Change orders").click()
    page.get_by_role("textbox", name="Orders as text").fill("A ANG S A EMI - FOR")
    page.get_by_role("textbox", name="Orders as text").press("Control+Enter")
    adjudicate(page)

    expect(judged(page, "A EMI - FOR")).to_contain_text("Moves")
    expect(page.get_by_text("Dislodged: Army Forodwaith.")).to_be_visible()


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (1024, 768), (390, 844)], ids=["wide", "middle", "phone"])
def test_axe_finds_no_serious_fault(open_desk: Open, size: tuple[int, int], dark: bool) -> None:  # noqa: FBT001 - a parameter
    page = sandbox(open_desk, PARADOX, size=size, dark=dark)
    adjudicate(page)
    faults = serious_faults(page)
    for tab in ("Set up", "Rules", "Share"):
        page.get_by_role("tab", name=tab).click()
        faults += serious_faults(page)

    assert faults == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page scrolls sideways"
    picture(page, f"sandbox-{size[0]}-{'dark' if dark else 'light'}")


def test_on_a_phone_an_order_is_chosen_under_the_board(open_desk: Open) -> None:
    page = sandbox(open_desk, phone=True)

    page.get_by_role("button", name="Army Munich").tap()
    page.get_by_role("button", name="Move").tap()
    page.get_by_role("button", name="Ruhr").tap()
    page.get_by_role("button", name="Adjudicate").tap()

    expect(judged(page, "A MUN - RUH")).to_contain_text("Moves")
    assert page.evaluate(LOW_BUTTONS) == []


def test_a_reload_keeps_what_was_done(open_desk: Open) -> None:
    page = sandbox(open_desk, "/sandbox#example=head-to-head")
    comes_true(page, KEPT)
    kept = page.evaluate(KEPT)
    page.get_by_role("button", name="Army Silesia").click()
    page.get_by_role("button", name="Hold").click()
    expect(listed(page, "A SIL H")).to_be_visible()
    comes_true(page, f"{KEPT} !== {json.dumps(kept)}")

    page.reload()

    expect(listed(page, "A SIL H")).to_be_visible()
    expect(listed(page, "A BER - PRU")).to_be_visible()


def test_a_dropped_line_comes_back_by_undo(open_desk: Open) -> None:
    page = sandbox(open_desk, "/sandbox#example=head-to-head")
    page.get_by_role("button", name="Fork").click()
    expect(page.locator(".tree button")).to_have_count(2)

    page.get_by_role("button", name="Delete this phase and all that follow").click()
    expect(page.locator(".tree")).to_have_count(0)
    page.get_by_role("button", name="Undo the last change").click()

    expect(page.locator(".tree button")).to_have_count(2)


def test_learn_leads_to_the_examples(open_desk: Open) -> None:
    page: Page = open_desk(phone=True).page
    page.goto("/learn")

    page.get_by_role("link", name="Convoy paradox").tap()

    expect(page.get_by_role("heading", name="Convoy paradox")).to_be_visible()


TINY = """
Alpha = alp
Beta = bet
Gamma Sea = gam
COAST ALP ABUTS BET GAM
COAST BET ABUTS ALP GAM
WATER GAM ABUTS ALP BET
ONE (ONES) ALP
A ALP
TWO (TWOS) BET
F BET
"""


def test_a_map_of_ones_own_goes_along_in_the_link(open_desk: Open, tmp_path: Path) -> None:
    file = tmp_path / "tiny.map"
    file.write_text(TINY)
    page = sandbox(open_desk)
    page.get_by_label("Map file", exact=True).set_input_files(file)
    expect(page.get_by_text("This map has no picture yet")).to_be_visible()

    stage = page.get_by_role("region", name="Board")
    stage.get_by_role("button", name=re.compile("^Beta")).click()
    stage.get_by_role("button", name=re.compile("^Gamma Sea")).click()
    expect(listed(page, "F BET - GAM")).to_be_visible()
    adjudicate(page)
    expect(judged(page, "F BET - GAM")).to_contain_text("Moves")
    page.get_by_role("tab", name="Share").click()
    link = page.get_by_role("textbox", name="Link to this sandbox")
    expect(link).to_have_value(re.compile(r"#[\w-]{60,}$"))

    other: Page = open_desk().page
    other.goto(link.input_value())
    expect(judged(other, "F BET - GAM")).to_contain_text("Moves")
    expect(other.get_by_role("combobox", name="Map", exact=True)).to_have_value("own")


def test_what_is_no_map_is_refused_and_the_position_kept(open_desk: Open, tmp_path: Path) -> None:
    file = tmp_path / "broken.map"
    file.write_text("USE ../secret")
    page = sandbox(open_desk)

    page.get_by_label("Map file", exact=True).set_input_files(file)

    expect(page.get_by_role("alert")).to_contain_text("broken.map, line 1")
    expect(page.get_by_role("button", name="Army Paris")).to_be_visible()


def test_a_dislodged_unit_is_set_up_by_clicks(open_desk: Open) -> None:
    page = sandbox(open_desk)
    page.get_by_role("tab", name="Set up").click()
    page.get_by_role("combobox", name="Phase").select_option("spring retreats")
    page.get_by_text("Dislodged", exact=True).click()
    page.locator('[data-unit="A MUN"]').click()
    lost = page.get_by_role("region", name="Army Munich, dislodged")
    lost.get_by_role("combobox").select_option("BUR")
    expect(lost.get_by_role("button", name="Silesia")).to_have_attribute("aria-pressed", "true")
    lost.get_by_role("button", name="Silesia").click()
    page.get_by_text("Army", exact=True).click()
    page.get_by_role("button", name="France").click()
    page.locator('[data-unit="A MUN!"]').click()

    text = page.get_by_role("textbox", name="The position as text")
    expect(text).to_have_value(re.compile(r"A MUN dislodged from BUR: BOH, RUH, TYR"))
    expect(text).to_have_value(re.compile(r"France\n.*A MUN"))
    page.get_by_role("tab", name="Orders").click()
    page.get_by_role("button", name="Army Munich").click()
    page.get_by_role("button", name="Retreat to Tyrolia").click()
    adjudicate(page)
    expect(judged(page, "A MUN R TYR")).to_contain_text("Retreats")


def test_typed_orders_are_completed(open_desk: Open) -> None:
    page = sandbox(open_desk)
    box = page.get_by_role("textbox", name="Orders as text")
    box.press_sequentially("A PAR - BUR\nbrest to mid")
    expect(page.get_by_role("option", name="F BRE - MAO")).to_be_visible()

    box.press("Tab")

    expect(box).to_have_value("A PAR - BUR\nF BRE - MAO\n")
    box.press("Control+Enter")
    expect(listed(page, "F BRE - MAO")).to_be_visible()
