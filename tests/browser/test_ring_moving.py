"""Movement on a table of figures: by clicks, with its price, by way-points, into fortresses, and why not."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.figures import FigureTable
from tests.browser.site import let_page_run_until, picture, serious_faults
from tests.games.ring_of_power.play.small_scenarios import CORSAIRS, LOOKOUT, SHIP, landfall
from tests.server.live import wait_for

pytestmark = pytest.mark.browser

HOTSEAT = ("local", "local")
SARUMAN, ROHAN = 0, 1
FELLOWSHIP = 1


def helms_deep(open_desk: Open, *seats: str, **more: bool) -> FigureTable:
    """Open Helm's Deep at Saruman's first movement."""
    return FigureTable(open_desk(**more)).sit("helms-deep", *(seats or HOTSEAT))


def dunlendings(field: FigureTable) -> list[int]:
    return [one["id"] for one in field.named("Dunlending")]


def test_a_force_moves_where_it_is_sent_and_the_price_is_shown_before(open_desk: Open) -> None:
    field = helms_deep(open_desk)
    team = dunlendings(field)
    x, y = field.spot(team[0])
    field.take(team[0])
    expect(field.page.locator(".reach .edge")).to_be_attached()

    field.point(x, y - 5)
    expect(field.page.locator(".price")).to_have_text("5.0″ of 10″")
    field.click(x, y - 5)
    expect(field.way).to_contain_text("Open ground 5.0″")
    expect(field.page.locator(".ghost")).to_have_count(len(team))
    picture(field.page, "ring-moving-way")
    assert serious_faults(field.page) == []
    field.button("Move here").click()

    expect(field.way).not_to_be_attached()
    assert field.spot(team[0]) == (x, y - 5)
    assert {one["moved"] for one in field.named("Dunlending")} == {1}


def test_the_way_is_bent_by_its_line_and_taken_back_point_by_point(open_desk: Open) -> None:
    field = helms_deep(open_desk)
    team = dunlendings(field)
    x, y = field.spot(team[0])
    field.take(team[0])
    field.click(x, y - 4)
    expect(field.way).to_contain_text("4.0″ of 10″ used")

    field.drag((x, y - 2), (x + 1.5, y - 2))
    expect(field.way).to_contain_text("5.0″ of 10″ used")
    expect(field.page.locator(".bend")).to_have_count(2)
    field.click(x, y - 6)
    expect(field.way).to_contain_text("7.0″ of 10″ used")
    picture(field.page, "ring-moving-bent")
    field.desk.press("Escape", "Escape")
    expect(field.page.locator(".bend")).to_have_count(1)
    field.desk.press("Enter")

    expect(field.way).not_to_be_attached()
    assert field.spot(team[0]) == (x + 1.5, y - 2)
    field.desk.press("u")
    expect(field.rail).to_contain_text("3 of 3 forces")


def test_weapons_whose_crews_walk_off_are_told_of(open_desk: Open) -> None:
    field = helms_deep(open_desk)
    engineers = [one for one in field.named("Uruk-hai engineer") if one["serves"]]
    charges = {one["id"] for one in field.named("Demolition charge")}
    first, second, *_ = (one["id"] for one in engineers if one["serves"] in charges)
    field.near(*field.spot(first))
    field.pick(first)
    field.page.keyboard.down("Shift")
    field.pick(second)
    field.page.keyboard.up("Shift")
    x, y = field.spot(first)
    field.click(x + 3, y)

    expect(field.way).to_contain_text("2 Demolition charges are dropped and lost, since their crews go")


def test_a_way_into_rock_says_why_on_the_spot_and_is_not_sent(open_desk: Open) -> None:
    field = FigureTable(open_desk()).sit("moria-passage", *HOTSEAT)
    troll = field.named("Cave troll")[0]["id"]
    field.page.mouse.click(*field.where(troll))
    field.click(28, 10)

    expect(field.page.locator(".fault")).to_contain_text("C8")
    expect(field.way.get_by_role("alert")).to_contain_text("closed")
    picture(field.page, "ring-moving-rock")
    before = field.spot(troll)
    field.desk.press("Enter")
    expect(field.desk.dock).to_contain_text("closed")
    assert field.spot(troll) == before


def test_a_garrison_marches_out_and_enters_helms_deep_again(open_desk: Open) -> None:
    field = helms_deep(open_desk)
    field.done_until("Rohan")
    field.click(30, 5)
    deep = field.page.get_by_role("region", name="Helm's Deep")
    expect(deep).to_contain_text("Hornburg")
    deep.get_by_role("button", name=re.compile("^Rohan foot")).click()
    field.click(28, 18)
    expect(field.page.locator(".price")).to_be_attached()
    picture(field.page, "ring-moving-garrison")
    field.button("Move here").click()
    expect(field.way).not_to_be_attached()
    out = [one["id"] for one in field.named("Rohan foot") if not one.get("inside")]
    assert out

    field.act(ROHAN, type="done")
    field.done_until("Rohan")
    field.take(out[0])
    field.click(30, 5)
    field.button("Enter Helm's Deep").click()
    expect(field.way).not_to_be_attached()
    assert [one for one in field.named("Rohan foot") if not one.get("inside")] == []


def test_a_garrison_mans_the_tower_by_its_panel(open_desk: Open) -> None:
    field = helms_deep(open_desk)
    field.done_until("Rohan")
    field.click(30, 5)
    deep = field.page.get_by_role("region", name="Helm's Deep")
    deep.get_by_role("button", name="Sally out").click(force=True)  # it is blocked, and says why
    expect(field.desk.dock).to_contain_text("Nobody can sally yet: no enemy is within 2\u2033 of the walls.")
    deep.get_by_role("button", name="Go to the tower").click(force=True)
    expect(field.desk.dock).to_contain_text("Choose who goes up first: press a row of the garrison.")
    deep.get_by_role("button", name=re.compile("^Rohan foot")).click()
    expect(deep).to_contain_text("The tower has room for 6 more army figures.")
    deep.get_by_role("button", name=re.compile("^Rohan foot")).click()
    deep.get_by_role("button", name=re.compile("^Legolas")).click()
    field.button("Go to the tower").click()

    expect(deep).not_to_be_attached()
    field.click(30, 5)
    expect(deep).to_contain_text("1, room for 6 army figures")
    assert field.named("Legolas")[0]["tower"]


def test_a_sally_is_declared_when_all_have_moved(open_desk: Open) -> None:
    field = helms_deep(open_desk)
    uruk = next(one["id"] for one in field.named("Uruk-hai") if (one["x"], one["y"]) == (29_000, 37_000))
    for y in (30, 22, 14.8):
        field.march(SARUMAN, uruk, 29, y)
        field.act(SARUMAN, type="done")
        if y > 20:
            field.act(ROHAN, type="done")
    field.open()
    field.desk.press("e", "e")
    question = field.page.get_by_role("region", name="Assaults and sallies")
    expect(question).to_contain_text("Sally out of Helm's Deep")
    question.get_by_text("Rohan foot").click()
    odds = field.page.get_by_role("region", name="Sally out of Helm's Deep")
    expect(odds).to_contain_text(f"Battle: {len(field.named('Rohan foot'))} against 1")
    odds.get_by_role("button", name="to the end").click()
    expect(odds).to_contain_text(
        re.compile(r"Calculated for \d rounds; if it is undecided then, it counts as a draw\.")
    )
    picture(field.page, "ring-moving-sally")
    field.button(f"Sally with {len(field.named('Rohan foot'))}").click()

    expect(question).not_to_be_attached()
    assert [one for one in field.named("Rohan foot") if not one.get("inside")]
    horn = field.page.get_by_role("region", name="A special rule")
    expect(horn).to_contain_text("Horn")
    field.button(re.compile("^Use it$")).click()
    expect(horn).not_to_be_attached()


def test_the_next_force_and_the_end_of_movement_by_keys(open_desk: Open) -> None:
    field = helms_deep(open_desk)
    still = field.page.get_by_role("region", name="Still to move")
    expect(still).to_contain_text(re.compile(r"(\d+) of \1 forces"))
    field.desk.press("n")
    force = field.page.get_by_role("region", name="Chosen force").get_by_role("heading")
    expect(force).to_be_visible()
    name = force.inner_text()
    field.desk.press("n")
    expect(force).not_to_have_text(name)
    expect(still.get_by_role("listitem")).to_have_count(0)

    field.desk.press("e")
    expect(still.get_by_role("alert")).to_contain_text("have not moved")
    expect(still.locator("[aria-pressed=true]")).to_have_count(1)
    assert field.asked == "Saruman"
    field.desk.press("e")
    expect(still.get_by_role("alert")).not_to_be_attached()
    assert field.asked == "Rohan"


def test_the_odds_of_the_battle_stand_beside_the_way_that_leads_to_it(open_desk: Open) -> None:
    field = FigureTable(open_desk()).sit("edoras-raid", *HOTSEAT)
    field.desk.press("n")
    field.still()
    field.click(23.5, 22)
    battle = field.page.get_by_role("region", name="The battle")
    expect(battle.get_by_role("heading")).to_have_text(re.compile(r"^Battle: \d against 12$"))  # of 17
    expect(battle).to_contain_text("Within 1″ of an enemy you stop.")
    expect(battle).to_contain_text(
        re.compile(r"15 enemies may still move off before the combat\. Against the 2 held: \d+ % won")
    )
    expect(battle.get_by_role("img")).to_have_attribute("aria-label", re.compile(r"^Rohan wins \d+ %"))
    expect(field.page.locator(".contact")).to_be_attached()
    field.button("to the end").click()
    expect(field.button("to the end")).to_have_attribute("aria-pressed", "true")
    picture(field.page, "ring-moving-battle")

    field.click(15, 12)
    field.desk.press("Escape", "Escape")
    expect(battle).not_to_be_attached()


def test_reinforcements_arrive_at_the_place_that_is_chosen(open_desk: Open) -> None:
    field = FigureTable(open_desk()).sit("war-of-the-ring", *HOTSEAT)
    while (question := field.view["question"])["kind"] == "movement":
        field.act(field.view["players"][question["player"]]["seat"], type="done")
    field.open()
    before = len(field.named("Goblin"))
    landing = field.page.get_by_role("region", name="Reinforcements")
    expect(landing).to_contain_text("Goblins: 1 Goblin can come at Moria or Goblin-town.")
    field.button("Arrive at Goblin-town").click()

    expect(landing).not_to_be_attached()
    goblins = field.named("Goblin")
    assert len(goblins) == before + 1
    assert max(goblins, key=lambda one: one["id"])["inside"] == "goblin_town"


def test_a_party_goes_by_boat_where_the_water_is_clicked_and_lands_on_the_bank(open_desk: Open) -> None:
    field = FigureTable(open_desk()).lay("war-of-the-ring", *HOTSEAT)
    field.done_until("Elves")
    galadriel = field.named("Galadriel")[0]["id"]
    elves = field.update["to_act"][0]
    field.march(elves, galadriel, 40.9, 45.3)  # on the bank of the Anduin
    field.act(elves, type="done")
    field.done_until("Elves")

    field.near(43, 43.5)
    field.pick(galadriel)
    field.page.mouse.move(0, 0)  # what else could be done gives way to what is pointed at
    field.page.get_by_text("They could also").click()
    field.button("Go by boat").click()
    for water in ((41.7, 45.2), (45.4, 41.6)):
        field.click(*water)
    expect(field.way).to_contain_text("the last click is on the bank")
    expect(field.way.get_by_role("alert")).not_to_be_attached()
    field.click(46.1, 42.1)
    expect(field.way).to_contain_text("5.2″ of 12″ by boat")
    field.button("Move here").click()

    expect(field.way).not_to_be_attached()
    assert field.spot(galadriel) == pytest.approx((46.1, 42.1), abs=0.2)


ROAD = ((12.1, 14.6), (18.9, 15.4), (25.8, 14.8), (31.9, 11.9), (38.2, 10.1), (45.0, 10.0))
"""Where Legolas ends each of his marches through Moria, in inches."""


def test_who_has_come_to_the_edge_leaves_the_table_by_it(open_desk: Open) -> None:
    field = FigureTable(open_desk()).lay("moria-passage", *HOTSEAT)
    legolas = field.named("Legolas")[0]["id"]
    field.done_until("The Fellowship")
    for spot in ROAD:
        field.march(FELLOWSHIP, legolas, *spot)
        field.act(FELLOWSHIP, type="done")
        field.done_until("The Fellowship")

    field.pick(legolas)
    field.click(47.2, 10)
    leave = field.button("Leave the table")
    expect(leave).to_be_enabled()
    picture(field.page, "ring-moving-leave")
    leave.click()

    expect(field.way).not_to_be_attached()
    assert field.named("Legolas") == []
    assert ["Legolas", FELLOWSHIP, "left"] in field.view["fallen"]


def test_moves_of_others_from_before_the_page_was_open_are_drawn_as_trails(open_desk: Open) -> None:
    field = FigureTable(open_desk()).lay("helms-deep", "easy", "me")
    wait_for(lambda: ROHAN in field.update["to_act"])
    log = field.desk.api(f"/tables/{field.id}/game")["log"]
    moves = [line for line in log if line["kind"] == "moved"]
    assert len(moves) > 1

    field.open()
    expect(field.board.locator("[data-trail]")).to_have_count(min(len(moves), 12))


def test_moves_can_be_written_and_a_wrong_word_is_told(open_desk: Open) -> None:
    field = helms_deep(open_desk)
    number = dunlendings(field)[0]
    x, y = field.spot(number)
    field.desk.press("/")
    field.page.keyboard.type(f"move {number} {x:g},{y:g} > {x:g},{y - 4:g}")
    field.desk.press("Enter")
    expect(field.page.get_by_role("region", name="Still to move")).to_contain_text("3 of 4 forces")
    assert field.spot(number) == (x, y - 4)

    field.page.keyboard.type("walk 3")
    field.desk.press("Enter")
    expect(field.desk.dock).to_contain_text("“walk” is no decision")


def test_a_phone_moves_by_taps_and_the_button(open_desk: Open) -> None:
    field = helms_deep(open_desk, phone=True)
    team = dunlendings(field)
    x, y = field.spot(team[0])
    field.page.touchscreen.tap(*field.where(team[0]))
    expect(field.desk.dock).to_contain_text("Tap a place to move there")
    expect(field.page.locator(".reach .edge")).to_be_attached()
    field.still()  # the table comes nearer
    field.tap(x, y - 5)
    expect(field.desk.dock).to_contain_text("5.0″ of 10″")
    picture(field.page, "ring-moving-phone")
    field.button("Move here").tap()
    expect(field.desk.dock).to_contain_text("still to move")

    assert field.spot(team[0]) == (x, y - 5)


def test_a_phone_shows_who_goes_and_whom_they_meet_above_the_odds_of_a_battle(open_desk: Open) -> None:
    """The sheet with the odds lay over all of them."""
    field = FigureTable(open_desk(phone=True)).sit("edoras-raid", *HOTSEAT)
    field.still()
    field.page.touchscreen.tap(*field.where(2))
    expect(field.page.locator(".reach .edge")).to_be_attached()
    field.still()
    field.tap(20, 15)
    expect(field.desk.dock).to_contain_text("Rohan wins")

    def above() -> bool:
        dock = field.desk.dock.bounding_box()
        return dock is not None and all(field.where(number)[1] < dock["y"] for number in (1, 2, 6))

    let_page_run_until(field.page, above)


@pytest.mark.parametrize("phone", [False, True], ids=["wide", "phone"])
def test_those_aboard_land_on_the_bank_that_is_pressed_and_see_the_odds_before(open_desk: Open, *, phone: bool) -> None:
    field = FigureTable(open_desk(phone=phone)).sit(landfall(), *HOTSEAT)
    field.act(0, type="board", ship=SHIP, figures=list(CORSAIRS))
    field.open()
    field.still()
    if phone:
        field.page.touchscreen.tap(*field.where(SHIP))
    else:
        field.pick(SHIP)
    field.button("Choose them").first.click()
    if phone:
        field.still()  # the table comes nearer
        field.page.touchscreen.tap(*field.where(LOOKOUT))
    else:
        field.near(20, 16)
        field.point(20, 16.4)
        expect(field.page.locator(".ghost")).to_have_count(len(CORSAIRS))
        expect(field.way).to_contain_text("They do not move on this turn.")
        field.click(20, 11)
        expect(field.page.locator(".fault .note")).to_contain_text("Figures land within 1 inch of the ship.")
        field.click(20, 17.6)
    expect(field.page.get_by_text("Battle: 3 against 1").first).to_be_attached()
    picture(field.page, f"ring-landing{'-phone' if phone else ''}")
    field.button("Land here").first.click()

    expect(field.way).not_to_be_attached()
    if not phone:
        assert field.spot(CORSAIRS[0]) == pytest.approx((20, 17.6), abs=0.1)
    assert all(not field.figure(one).get("aboard") and field.spot(one)[1] > 15 for one in CORSAIRS)
    assert field.figure(LOOKOUT)["y"] == 18_400
