"""Secret orders as players write them: by clicks and by notation, in hot-seat, on phones, and seen by nobody else."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Mapping

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import Open
from tests.browser.ear import Ear
from tests.browser.orders import OrderDesk
from tests.browser.site import picture, serious_faults
from tests.server.live import Live

pytestmark = pytest.mark.browser

Plan = Mapping[str, Callable[[OrderDesk], None]]


def _nothing(desk: OrderDesk) -> None:
    """Give no orders: units hold."""
    expect(desk.panel).to_be_visible()


def _phase(desk: OrderDesk, count: int, plan: Plan) -> None:
    """Let so many players decide one after the other, each behind his own curtain."""
    for number in range(count):
        curtain = desk.page.get_by_role("dialog")
        if number:
            expect(curtain).to_be_visible()
        if curtain.count():
            desk.take_seat()
            assert "moves to" not in desk.page.content(), "orders of the player before are still on the screen"
        expect(desk.button(re.compile("^I am ready"))).to_be_visible()
        plan.get(desk.power, _nothing)(desk)
        desk.ready()


def _arnor(desk: OrderDesk) -> None:
    desk.click("GHA")
    desk.button("To fleet").click()
    expect(desk.listed("GHA")).to_contain_text("becomes a fleet")


def _rohan(desk: OrderDesk) -> None:
    desk.move("EDO", "EEM")
    desk.move("HDE", "EDO")


def _rohan_builds(desk: OrderDesk) -> None:
    expect(desk.panel).to_contain_text("1 unit to build")
    desk.click("HDE")
    desk.button("Build an army").click()
    expect(desk.listed("HDE")).to_contain_text("An army is built")


def _rohan_strikes(desk: OrderDesk) -> None:
    desk.move("EDO", "ANO")
    desk.support("EEM", "EDO", "Support its move to Anorien")
    expect(desk.panel).to_contain_text("Anorien: you attack with strength 2, or 1 if your support is cut.")


def _gondor_retreats(desk: OrderDesk) -> None:
    desk.click("ANO!")
    desk.place("MTI")
    expect(desk.listed("ANO")).to_contain_text("retreats to Minas Tirith")


def _angmar_attacks(desk: OrderDesk) -> None:
    desk.move("WHE", "ERE")
    expect(desk.panel).to_contain_text("It is a fortress: its own unit defends with strength 2, so you need 3.")


def _elves_help(desk: OrderDesk) -> None:
    desk.support("NMI", "WHE", "Support a move to Erebor")


@pytest.mark.slow
def test_two_summers_on_one_screen(open_desk: Open) -> None:
    """A conversion, a build, a fortress that holds against one support, and a retreat: all by clicks."""
    desk = OrderDesk(open_desk(size=(1600, 1100)))
    desk.sit("middle-earth-viii", "me", *["local"] * 7, settings={"speed": "instant"})
    moves = {
        "Angmar": lambda one: one.move("EMI", "WHE"),
        "Elves": lambda one: one.move("WMI", "NMI"),
        "Gondor": lambda one: one.move("MTI", "ANO"),
    }
    _phase(desk, 8, {"Arnor": _arnor, "Rohan": _rohan, **moves})
    expect(desk.bar).to_contain_text("Winter")
    units = desk.view["units"]
    assert {"kind": "F", "at": "GHA"} in units["arnor"]
    _phase(desk, 2, {"Rohan": _rohan_builds})
    expect(desk.bar).to_contain_text("Summer")
    assert {"kind": "A", "at": "HDE"} in desk.view["units"]["rohan"]
    _phase(desk, 8, {"Rohan": _rohan_strikes, "Angmar": _angmar_attacks, "Elves": _elves_help})
    expect(desk.bar).to_contain_text("Autumn")
    view = desk.view
    assert {"kind": "A", "at": "ERE"} in view["units"]["rhovanion"]
    assert [lost["unit"] for lost in view["dislodged"]] == [{"kind": "A", "at": "ANO"}]
    desk.take_seat()
    desk.page.get_by_role("tab", name="Results").click()
    desk.button(re.compile("^A WHE - ERE")).click()
    expect(desk.page.locator(".why").first).to_contain_text("Erebor is its fortress, where it counts 2")
    picture(desk.page, "diplomacy-fortress")
    desk.page.get_by_role("tab", name="Powers").click()
    _gondor_retreats(desk)
    desk.ready()
    expect(desk.bar).not_to_contain_text("Autumn")
    assert {"kind": "A", "at": "MTI"} in desk.view["units"]["gondor"]


def test_a_first_spring_against_bots(open_desk: Open) -> None:
    desk = OrderDesk(open_desk())
    desk.sit("diplomacy", "me", *["random"] * 6, settings={"speed": "instant"})
    expect(desk.bar).to_contain_text("3 orders missing")
    desk.move("BUD", "GAL")
    desk.support("VIE", "BUD", "Support its move to Galicia")
    desk.page.keyboard.press("/")
    expect(desk.page.get_by_role("combobox", name="Order in notation")).to_be_focused()
    desk.page.keyboard.type("fleet trieste to adriatic sea")
    desk.page.keyboard.press("Enter")
    expect(desk.listed("TRI")).to_contain_text("moves to Adriatic Sea")
    expect(desk.bar).to_contain_text("All 3 ordered")
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("u")
    expect(desk.listed("TRI")).to_contain_text("no order yet")
    desk.ready()
    expect(desk.bar).to_contain_text(re.compile("Fall|Autumn"))
    told = desk.page.get_by_role("complementary").get_by_role("region", name="What happened")  # not on the map
    expect(told).to_contain_text("Spring 1901")
    desk.page.keyboard.press("u")
    expect(desk.page.get_by_role("alert").first).to_have_text("There is nothing to take back.")
    desk.button("More").click()
    menu = desk.page.get_by_role("dialog", name="This game")
    expect(menu.get_by_role("button", name="Help and keys")).to_be_visible()
    expect(menu.get_by_role("heading", name="Dice")).to_have_count(0)
    desk.page.keyboard.press("Escape")
    owners = desk.page.get_by_role("button", name="Owners", exact=True)
    owners.click()
    expect(owners).to_have_attribute("aria-pressed", "true")
    desk.page.locator("[data-order] .target").first.evaluate(
        "one => one.dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    expect(desk.page.get_by_role("region", name="Reason")).to_be_visible()


def test_missing_orders_are_told_and_the_flag_can_be_taken_back(open_desk: Open) -> None:
    """With a second player at another screen the phase stays open."""
    desk = OrderDesk(open_desk())
    table = desk.sit("diplomacy", "me", "open", *["random"] * 5, start=False)
    guest = OrderDesk(open_desk())
    guest.join(table, 1)
    desk.start()
    desk.button(re.compile("^I am ready")).click()
    expect(desk.panel).to_contain_text("Army Budapest has no order and will hold.")
    desk.button("I am ready anyway").click()
    expect(desk.panel).to_contain_text("You are ready. Waiting for England")
    desk.click("BUD")
    expect(desk.page.get_by_role("alert").first).to_contain_text("Change orders")
    desk.button("Change orders").click()
    expect(desk.button(re.compile("^I am ready"))).to_be_visible()
    desk.move("BUD", "GAL")
    guest.desk.visit(f"/table/{table}")
    expect(guest.page.get_by_role("row", name=re.compile("Austria"))).to_contain_text("thinking")


def test_what_is_typed_wrongly_is_answered_in_words(open_desk: Open) -> None:
    desk = OrderDesk(open_desk())
    desk.sit("diplomacy", "me", *["random"] * 6)
    line = desk.page.get_by_role("combobox", name="Order in notation")
    for typed, answer in (
        ("A BUD - VENISE", "Venice"),
        ("A PAR - BUR", "belongs to France"),
        ("A BUD - MOS", "cannot"),
    ):
        line.fill(typed)
        line.press("Enter")
        expect(desk.panel.get_by_role("alert").first).to_contain_text(answer)
        line.fill("")


PASTE = """(field, letter) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', letter);
  field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}"""


def test_a_letter_of_several_lines_is_pasted_whole(open_desk: Open) -> None:
    """The field for one order ran the lines together, and took no heading, number or greeting."""
    desk = OrderDesk(open_desk())
    desk.sit("diplomacy", "me", *["random"] * 6)
    line = desk.page.get_by_role("combobox", name="Order in notation")

    line.evaluate(PASTE, "Hi Tom,\n\nAustria (Ada), S01\n1. A VIE - Gal\n2. A Bud - hold\n\nCheers,\nAda")

    expect(desk.listed("VIE")).to_contain_text("moves to Galicia")
    expect(desk.listed("BUD")).to_contain_text("holds")
    expect(line).to_have_value("")
    line.evaluate(PASTE, "Germany\nA MUN - BUR")
    expect(desk.panel.get_by_role("alert").first).to_contain_text("These are orders of Germany")


def test_orders_survive_a_reload_and_are_nobody_elses(open_desk: Open, server: Live) -> None:
    mine = OrderDesk(open_desk())
    table = mine.sit("diplomacy", "me", *["random"] * 6)
    other = open_desk()
    ear = Ear(other.page, server)
    other.visit(f"/table/{table}")
    expect(other.page.locator("[data-unit]").first).to_be_attached()
    mine.move("VIE", "GAL")
    expect(mine.panel).to_contain_text("Saved at")
    mine.page.reload()
    expect(mine.listed("VIE")).to_contain_text("moves to Galicia")
    other.page.reload()
    expect(other.page.locator("[data-unit]").first).to_be_attached()
    said = ear.new()
    assert '"to":"GAL"' not in said
    assert json.dumps({"kind": "A", "at": "VIE"}, separators=(",", ":")) in said
    refused = other.api(f"/tables/{table}/draft?as=0")
    assert "action" not in refused


def test_what_if_in_the_sandbox_and_back_with_the_drafts(open_desk: Open) -> None:
    desk = OrderDesk(open_desk())
    table = desk.sit("diplomacy", "me", *["random"] * 6)
    desk.move("VIE", "GAL")
    expect(desk.panel).to_contain_text("Saved at")
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("w")

    expect(desk.page).to_have_url(re.compile(f"/sandbox\\?table={table}&power=austria$"))
    given = desk.page.locator(".row .order")
    expect(given.filter(has_text="A VIE - GAL")).to_be_visible()
    desk.page.get_by_role("button", name="Army Warsaw").click()
    desk.page.get_by_role("button", name="Hold").click()
    desk.button("Adjudicate").click()
    expect(desk.page.locator('[id="reason-A_VIE_-_GAL"]')).to_contain_text("Moves")
    desk.page.get_by_role("link", name="Back to the table").click()

    expect(desk.listed("VIE")).to_contain_text("moves to Galicia")
    desk.button("What if").click()
    expect(given.filter(has_text="A WAR H")).to_be_visible()


def test_a_finished_phase_opens_in_the_sandbox_with_all_its_orders(open_desk: Open) -> None:
    desk = OrderDesk(open_desk())
    desk.sit("diplomacy", "me", *["random"] * 6, settings={"speed": "instant"})
    desk.move("VIE", "GAL")
    desk.ready()
    expect(desk.page.get_by_role("region", name="What happened")).to_be_visible()
    desk.page.get_by_role("tab", name="Results").click()
    desk.button("Open in the sandbox").click()

    expect(desk.page.get_by_text("Judged by the 2023 rules.")).to_be_visible()
    expect(desk.page.locator('[id="reason-A_VIE_-_GAL"]')).to_be_visible()
    expect(desk.page.locator(".strip")).to_contain_text("Spring 1901")


def _england_sails(desk: OrderDesk) -> None:
    desk.move("EDI", "NTH")
    desk.move("LVP", "YOR")


def _england_convoys(desk: OrderDesk) -> None:
    desk.click("YOR")
    desk.place("NWY")
    route = desk.page.get_by_role("region", name="Convoy")
    expect(route).to_contain_text("Army Yorkshire needs a convoy to Norway")
    route.get_by_role("button", name="Fleet North Sea").click()
    expect(desk.listed("NTH")).to_contain_text("convoys Yorkshire to Norway")
    expect(desk.panel.get_by_text("moves to Norway")).to_be_visible()
    expect(route).to_have_count(0)


@pytest.mark.slow
def test_an_army_over_the_sea_is_asked_for_its_fleets(open_desk: Open) -> None:
    desk = OrderDesk(open_desk())
    desk.sit("diplomacy", "me", *["local"] * 6, settings={"speed": "instant"})
    _phase(desk, 7, {"England": _england_sails})
    expect(desk.bar).to_contain_text(re.compile("(Fall|Autumn) 1901"))
    _phase(desk, 7, {"England": _england_convoys})
    expect(desk.bar).to_contain_text("Winter 1901")
    assert {"kind": "A", "at": "NWY"} in desk.view["units"]["england"]


def test_news_of_the_next_phase_before_the_answer_hang_no_curtain(open_desk: Open) -> None:
    desk = OrderDesk(open_desk())
    desk.sit("diplomacy", "me", "local", *["random"] * 5, settings={"speed": "instant"})
    powers = [power["name"] for power in desk.view["powers"] if power["seat"] in (0, 1)]
    expect(desk.page.get_by_role("dialog")).to_have_text(re.compile(f"^Hand the screen to ({'|'.join(powers)}), "))
    _phase(desk, 1, {})
    desk.take_seat()

    def answer_late(route: Route) -> None:
        answer = route.fetch()
        time.sleep(1)
        route.fulfill(response=answer)

    desk.page.route("**/draft*", answer_late)
    with desk.page.expect_response(lambda told: told.request.method == "PUT" and '"ready":true' in told.text()):
        desk.ready()
    expect(desk.bar).to_contain_text(re.compile("(Fall|Autumn) 1901"))
    expect(desk.button(re.compile("^I am ready"))).to_be_visible()
    expect(desk.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("dark", [False, True])
def test_no_serious_fault(open_desk: Open, *, phone: bool, dark: bool) -> None:
    desk = OrderDesk(open_desk(phone=phone, dark=dark))
    desk.sit("middle-earth-viii", "me", *["random"] * 7)
    desk.place("GHA")
    expect(desk.button("To fleet")).to_be_visible()
    picture(desk.page, f"diplomacy-{'phone' if phone else 'wide'}-{'dark' if dark else 'light'}")
    assert serious_faults(desk.page) == []


def test_orders_on_a_phone(open_desk: Open) -> None:
    desk = OrderDesk(open_desk(phone=True))
    desk.sit("diplomacy", "me", *["random"] * 6, settings={"speed": "instant"})
    sheet = desk.page.get_by_role("region", name="What to do")
    sheet.get_by_role("button", name=re.compile("Vienna")).tap()
    sheet.get_by_role("button", name="Move").tap()
    sheet.get_by_role("button", name="Galicia").tap()
    expect(sheet).to_contain_text("moves to Galicia")
    sheet.get_by_role("button", name=re.compile("I am ready")).tap()
    expect(sheet).to_contain_text("has no order and will hold")
    sheet.get_by_role("button", name="I am ready anyway").tap()
    expect(desk.bar).to_contain_text(re.compile("Fall|Autumn"))


def test_orders_by_keyboard_alone(open_desk: Open) -> None:
    desk = OrderDesk(open_desk())
    desk.sit("diplomacy", "me", *["random"] * 6)
    desk.page.locator('[data-place="BUD"]').focus()
    desk.page.keyboard.press("Enter")
    expect(desk.page.get_by_role("heading", name="Army Budapest")).to_be_visible()
    desk.page.keyboard.press("h")
    expect(desk.listed("BUD")).to_contain_text("holds")
    desk.page.keyboard.press("n")
    expect(desk.page.get_by_role("heading", name=re.compile("Vienna|Trieste"))).to_be_visible()
    expect(desk.page.locator("[data-place][aria-pressed=true]:focus")).to_have_count(1)  # where it may go
    desk.page.locator('[data-place="MOS"]').focus()
    desk.page.keyboard.press("Tab")  # back to where it may go
    expect(desk.page.locator("[data-place][aria-pressed=true]:focus")).to_have_count(1)
    desk.page.keyboard.press("Enter")
    asked, ordered = desk.button(re.compile("^(Move to|Attack) ")), desk.panel.get_by_text(re.compile("moves to"))
    expect(asked.or_(ordered).first).to_be_visible()
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("Escape")
    desk.page.keyboard.press("t")
    expect(desk.page.get_by_role("table").first).to_be_visible()
    expect(desk.page.get_by_role("row", name=re.compile("Budapest"))).to_contain_text("holds")


def test_on_a_phone_nothing_lies_on_what_is_ordered_and_what_happened_is_a_line_of_the_sheet(open_desk: Open) -> None:
    """The home of England lies at the edge of the board, where the overview was, and taps beside that were lost."""
    desk = OrderDesk(open_desk(phone=True))
    desk.sit("diplomacy", "random", "me", *["random"] * 5, settings={"speed": "instant"})
    first = desk.page.get_by_role("group", name="Players").get_by_role("button").first
    expect(first).to_contain_text("England")
    desk.desk.tap("EDI")
    desk.button("Hold").tap()
    sheet = desk.page.get_by_role("region", name="What to do")
    expect(sheet.get_by_role("listitem").first).to_contain_text("holds")
    desk.button(re.compile("^I am ready")).tap()
    expect(sheet.get_by_role("alert")).to_be_in_viewport(ratio=1)
    desk.button("I am ready anyway").tap()
    line = desk.button("What happened")
    expect(line).to_contain_text("Spring 1901")
    expect(desk.page.get_by_role("region", name="What happened")).to_have_count(0)
    line.tap()
    told = sheet.get_by_role("region", name="What happened")
    expect(told).to_contain_text("All your units held.")
    desk.page.reload(wait_until="domcontentloaded")
    line.tap()
    told.get_by_role("button", name="Close").tap()
    desk.page.reload(wait_until="domcontentloaded")
    expect(sheet.get_by_role("heading", name=re.compile("^Your |Autumn 1901"))).to_be_visible()
    expect(line).to_have_count(0)


def test_a_phone_shows_the_own_units_once_the_sheet_has_grown_for_the_next_phase(open_desk: Open) -> None:
    """It looked for them while the sheet was low, which then rose over them."""
    desk = OrderDesk(open_desk(phone=True))
    desk.sit("diplomacy", "me", *["random"] * 6, settings={"speed": "instant"})
    desk.ready()
    sheet = desk.page.get_by_role("region", name="What to do")
    expect(desk.button("What happened")).to_contain_text("Spring 1901")
    expect(sheet.get_by_role("listitem").first).to_contain_text("no order yet")
    expect(desk.page.locator("[data-unit] .ring")).not_to_have_count(0)
    assert {"BUD", "TRI", "VIE"} <= desk.desk.all_free()
