"""Combats of Ring of Power in a browser: stepped through by hand, left to the proposals, watched, and reckoned."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Locator, Route, expect

from tests.browser.conftest import Open
from tests.browser.figures import FigureTable
from tests.browser.site import comes_true, picture, serious_faults
from tests.browser.tables import Desk
from tests.games.ring_of_power.play.small_scenarios import gatehouse, last_stand, two_banners
from tests.server.live import Live, wait_for
from wartable.games.ring_of_power.campaign import actions
from wartable.games.ring_of_power.combat import requests

pytestmark = pytest.mark.browser

ROHAN, SARUMAN = 0, 1
BESIEGERS, BESIEGED = 0, 1


def raid(desk: Desk, **settings: Any) -> FigureTable:
    """Begin the raid near Edoras, where riders and uruk-hai stand in contact, and bring it to its combat."""
    table = FigureTable(desk).lay("edoras-raid", settings=settings, seed="raid")
    while table.question["kind"] == "movement":
        table.act(table.update["to_act"][0], type="done")
    return table


def combat(desk: Desk) -> Locator:
    return desk.dock.get_by_role("region", name="Combat", exact=True)


def step(desk: Desk) -> Locator:
    """The step of the combat that is under way."""
    return combat(desk).get_by_role("list", name="Steps of the combat").locator("[aria-current=step]")


def asked(desk: Desk, title: str) -> None:
    expect(combat(desk).get_by_role("heading", name=title, exact=True)).to_be_visible()


def go_on(table: FigureTable) -> None:
    """Take the proposal, and wait for what comes of it."""
    before = table.update["step"]
    table.desk.press("Enter")
    table.moves_on(before)


def part_done(table: FigureTable, seat: int) -> bool:
    return bool(table.update["to_act"] != [seat] or table.question["kind"] == "movement")


def test_a_combat_is_stepped_through_from_contact_to_retreat(open_desk: Open) -> None:
    desk = open_desk()
    table = raid(desk)
    table.open()

    asked(desk, "Who holds back?")
    expect(step(desk)).to_have_text("1Line up")
    rider = combat(desk).get_by_role("button", name="Rider of Rohan 2")
    rider.click()
    expect(combat(desk).get_by_role("button", name="Rider of Rohan 2, holds back")).to_have_attribute(
        "aria-pressed", "true"
    )
    desk.press("Escape")  # back to what is proposed
    expect(combat(desk).get_by_role("button", name="Rider of Rohan 2", exact=True)).to_be_visible()
    desk.button(re.compile("^Attack")).click()

    asked(desk, "Who holds back?")  # now of Saruman, at the same screen
    combat(desk).get_by_role("button", name="Lurtz").click()
    desk.press("Enter")
    wait_for(lambda: table.question["decision"]["kind"] == "allocate")
    held = table.update["view"]["combat"]["held"]
    assert len(held) == 1

    hits = table.question["decision"]["need"]
    asked(desk, "Who takes the hits?")
    expect(combat(desk)).to_contain_text(f"{hits} hits")
    dice = combat(desk).get_by_role("img", name=re.compile("Rohan attacks: .* hit"))
    expect(dice).to_have_count(1)
    while table.question["kind"] == "combat":
        go_on(table)

    assert table.question["kind"] == "retreat"
    asked(desk, f"Your {len(table.question['figures'])} figures retreat")
    expect(step(desk)).to_contain_text("Retreat")
    expect(desk.page.locator("[data-ghost]")).to_have_count(len(table.question["retreat"]))
    expect(combat(desk)).to_contain_text(re.compile(r"Luck: [+\u2212]?\d+\.\d for you"))
    picture(desk.page, "ring-retreat")
    assert serious_faults(desk.page) == []
    combat(desk).get_by_role("button", name="Outcome").click()
    expect(combat(desk).get_by_role("heading", name="Outcome")).to_be_visible()
    desk.button(re.compile("^Retreat")).click()
    expect(desk.button(re.compile("^Go on"))).to_be_visible()
    assert table.question["kind"] == "movement"
    desk.press("Enter")
    expect(combat(desk)).to_have_count(0)


def test_hits_are_dealt_out_by_figure_and_none_may_be_left(open_desk: Open) -> None:
    desk = open_desk()
    table = raid(desk)
    for seat in (ROHAN, SARUMAN):
        table.act(seat, type="choose", choice={"type": "hold"})
    if table.question["player"] == ROHAN:  # both sides may be hit; Saruman's is looked at
        table.act(ROHAN, type="choose", choice=table.question["decision"]["default"])
    table.open()
    asked(desk, "Who takes the hits?")

    lurtz = combat(desk).get_by_role("group", name=re.compile("^Lurtz, "))
    combat(desk).get_by_role("button", name=re.compile("^Lurtz [01], one hit more")).click()
    expect(lurtz).to_have_attribute("aria-label", "Lurtz, 1")  # it came from an uruk-hai
    combat(desk).get_by_role("button", name="One hit fewer on Lurtz").click()
    expect(combat(desk)).to_contain_text("1 hit left to deal out")
    desk.press("Enter")
    expect(desk.dock.get_by_role("alert").filter(has_text="1 hit is not dealt out yet.")).to_be_visible()
    combat(desk).get_by_role("button", name=re.compile("^Lurtz [01], one hit more")).click()
    desk.press("Enter")
    wait_for(lambda: table.update["view"]["combat"] is None or table.update["view"]["combat"]["step"] != "allocate")
    lost = {figure: hits for figure, hits, _ in table.update["view"]["combat"]["harm"]}
    names = {one["figure"]["id"]: one["name"] for one in table.update["view"]["figures"]}
    assert any(names.get(figure) == "Lurtz" for figure in lost)


def two_armies(desk: Desk, *seats: str) -> FigureTable:
    """Bring Rohan and Gondor, side by side, to the question to Rohan who takes the hits."""
    table = FigureTable(desk).lay(two_banners(), *seats, seed="banners")
    while table.question["kind"] == "movement":
        table.act(table.update["to_act"][0], type="done")
    while table.question["decision"]["kind"] == "hold":
        table.act(table.update["to_act"][0], type="choose", choice={"type": "hold"})
    table.open()
    asked(desk, "Who takes the hits?")
    return table


def hit(desk: Desk, name: str) -> None:
    """Give a figure one hit more."""
    combat(desk).get_by_role("button", name=re.compile(f"^{name} \\d, one hit more$")).click()


def test_a_commander_hands_hits_to_an_ally_who_deals_them_out(open_desk: Open) -> None:
    desk = open_desk()
    table = two_armies(desk, "me", "local", "local")
    decision = table.question["decision"]
    gondor = [one["id"] for one in table.named("Gondor warrior")]
    assert decision["default"]["hits"] == [[2, [1]], [3, [1]]]
    whose = combat(desk).get_by_role("group", name="Who deals out the hits on their own figures")
    expect(whose).to_have_count(0)  # no hit falls on Gondor as it is proposed

    hit(desk, "Gondor warrior 1")
    whose.get_by_role("button", name="Hand 1 hit to Gondor").click()
    expect(whose.get_by_role("button", name="Hand 1 hit to Gondor")).to_have_attribute("aria-pressed", "true")
    picture(desk.page, "ring-handed")
    assert serious_faults(desk.page) == []
    before = table.update["step"]
    desk.press("Enter")
    table.moves_on(before)

    assert table.asked == "Gondor"
    expect(combat(desk)).to_contain_text("The hits on your figures were handed to you.")
    expect(combat(desk).get_by_role("group", name=re.compile("^(Théoden|Rohan foot)"))).to_have_count(0)
    expect(whose).to_have_count(0)
    hit(desk, "Gondor warrior 3")
    before = table.update["step"]
    desk.press("Enter")
    table.moves_on(before)
    foes = {one["id"] for one in table.named("Uruk-hai")}
    hits = [[figure, count] for figure, count in table.view["combat"]["dealt"] if figure not in foes]
    assert len(hits) == decision["need"]
    assert [gondor[2], [1]] in hits
    assert gondor[0] not in dict(hits)


def test_who_plays_both_armies_hands_nothing_to_himself(open_desk: Open) -> None:
    desk = open_desk()
    table = two_armies(desk, "me", "local")
    assert table.question["decision"]["allies"] == [1]
    hit(desk, "Gondor warrior 1")

    expect(combat(desk).get_by_role("group", name="Gondor warrior 1, 1", exact=True)).to_be_visible()
    expect(combat(desk).get_by_role("button", name=re.compile("^Hand "))).to_have_count(0)


def test_one_click_resolves_ones_part_and_the_beaten_are_asked_nothing_more(open_desk: Open) -> None:
    desk = open_desk()
    table = raid(desk)
    table.open()
    for _ in (ROHAN, SARUMAN):
        asked(desk, "Who holds back?")
        seat = table.update["to_act"][0]
        desk.button(re.compile("^Resolve all")).click()
        wait_for(partial(part_done, table, seat))

    wait_for(lambda: table.question["kind"] == "movement")
    expect(combat(desk)).to_contain_text("Luck: ")
    expect(desk.button(re.compile("^Go on"))).to_be_visible()
    desk.page.get_by_role("tab", name="Log").click()
    entry = desk.page.get_by_role("button", name=re.compile("The blows cost Rohan"))
    expect(entry).to_have_count(1)
    expect(entry).not_to_contain_text("attack dice")
    desk.page.locator("#log li").filter(has=entry).get_by_role("button", name="Dice, chance and reason").click()
    expect(desk.page.locator("#log")).to_contain_text(re.compile(r"Rohan rolls 8 attack dice, \d hit"))


def test_the_beaten_are_sent_elsewhere_as_far_as_the_rules_let_them(open_desk: Open) -> None:
    desk = open_desk()
    table = raid(desk)
    for _ in (ROHAN, SARUMAN):
        table.act(table.update["to_act"][0], type="choose", choice={"type": "hold"})
    while table.question["kind"] == "combat":
        table.act(table.update["to_act"][0], type="choose", choice=table.question["decision"]["default"])
    figure, path = table.question["retreat"][0]
    table.open()
    asked(desk, f"Your {len(table.question['figures'])} figures retreat")

    first = combat(desk).get_by_role("group", name="Who retreats where").get_by_role("button").first
    first.focus()
    fault: Any = None
    for _ in range(20):  # nearer and nearer to the victors, until the rules do not allow it
        with desk.page.expect_response(re.compile("/inquiries$")) as judged:
            desk.press("ArrowDown")
        fault = fault or judged.value.json()["fault"]
    assert fault["figure"] == figure
    expect(combat(desk).get_by_role("alert")).to_be_visible()
    desk.press("Escape")
    expect(combat(desk).get_by_role("alert")).to_have_count(0)
    with desk.page.expect_response(re.compile("/inquiries$")):
        first.press("ArrowLeft")
    desk.button("As proposed").click()
    desk.button(re.compile("^Retreat")).click()
    wait_for(lambda: table.question["kind"] == "movement")
    there = next(one["figure"] for one in table.update["view"]["figures"] if one["figure"]["id"] == figure)
    assert [there["x"], there["y"]] == path[-1]


def test_a_ghost_is_dragged_to_where_the_beaten_flee_instead(open_desk: Open) -> None:
    desk = open_desk()
    table = raid(desk)
    for _ in (ROHAN, SARUMAN):
        table.act(table.update["to_act"][0], type="choose", choice={"type": "hold"})
    while table.question["kind"] == "combat":
        table.act(table.update["to_act"][0], type="choose", choice=table.question["decision"]["default"])
    figure, path = table.question["retreat"][0]
    table.open()
    asked(desk, f"Your {len(table.question['figures'])} figures retreat")
    ghost = desk.page.locator(f"[data-ghost='{figure}']")
    expect(ghost).to_be_visible()
    x, y = (part / 1000 for part in path[-1])
    near, far = (x - 0.4, y - 0.5), (x, y + 1.5)

    def drag(start: tuple[float, float], end: tuple[float, float]) -> Any:
        table.still()
        with desk.page.expect_response(re.compile("/inquiries$")) as judged:
            table.drag(start, end)
        return judged.value.json()["fault"]

    assert drag((x, y), far)["figure"] == figure  # further than a move leads
    expect(ghost).to_have_class(re.compile(r"\bbad\b"))
    desk.press("Enter")
    expect(desk.dock.locator(".refusal")).to_be_visible()
    assert drag(far, near) is None
    expect(ghost).not_to_have_class(re.compile(r"\bbad\b"))
    desk.button(re.compile("^Retreat")).click()

    wait_for(lambda: table.question["kind"] == "movement")
    assert table.spot(figure) == pytest.approx(near, abs=0.1)


def test_an_assault_is_declared_by_its_odds_and_fought_by_single_answers(open_desk: Open) -> None:
    desk = open_desk()
    table = FigureTable(desk).lay()
    uruk = next(one["id"] for one in table.named("Uruk-hai") if (one["x"], one["y"]) == (29_000, 37_000))
    for x, y in ((28, 29.1), (27.3, 21.3), (27, 13.5)):
        table.march(BESIEGERS, uruk, x, y)
        for seat in (BESIEGERS, BESIEGED):
            table.act(seat, type="done")
    table.open()
    desk.page.get_by_role("checkbox", name="Assault Helm's Deep with Uruk-hai").check()
    expect(desk.page.get_by_role("region", name="Assault on Helm's Deep")).to_contain_text("Battle: 1 against")
    picture(desk.page, "ring-assault-odds")
    desk.press("Enter")  # while the box still has the focus
    desk.button(re.compile("^Declare nothing")).click()  # of Rohan

    asked(desk, "Who holds back?")
    expect(desk.page.get_by_role("region", name="The combat")).to_contain_text("Combat at Helm's Deep")
    table.still()
    dock = desk.dock.bounding_box()
    assert dock is not None
    assert table.where(uruk)[1] < dock["y"], "the dock covers who fights"
    combat(desk).get_by_role("button", name="Legolas", exact=True).click()
    before = table.update["step"]
    desk.press("Enter")
    table.moves_on(before)
    legolas = table.named("Legolas")[0]["id"]
    assert legolas in table.view["combat"]["held"]
    while table.question["kind"] == "combat":
        go_on(table)
    expect(combat(desk)).to_contain_text("Luck: ")


def storm(desk: Desk) -> FigureTable:
    """Assault the gatehouse: bring it to the question what the ram does."""
    table = FigureTable(desk).lay(gatehouse(), seed="gate0")
    for _ in range(2):
        table.act(table.update["to_act"][0], type="done")
    ((figure, place, tower),) = table.question["assaults"]
    table.act(0, type="declare", assaults=[{"figure": figure, "place": place, "tower": tower}])
    while (question := table.question)["kind"] == "declare" or question["decision"]["kind"] == "hold":
        passes = (
            {"type": "declare"} if question["kind"] == "declare" else {"type": "choose", "choice": {"type": "hold"}}
        )
        table.act(table.update["to_act"][0], **passes)
    return table.open()


def test_a_ram_breaks_at_the_gate_instead_of_helping_those_who_storm(open_desk: Open) -> None:
    desk = open_desk()
    table = storm(desk)
    asked(desk, "What do the weapons do?")
    ram = combat(desk).get_by_role("group", name="Battering ram")
    expect(ram.get_by_role("radio", name="Help attackers")).to_be_checked()
    ram.get_by_role("radio", name="Break the gate").click()
    expect(ram.get_by_role("radio", name="Break the gate")).to_be_checked()
    assert serious_faults(desk.page) == []
    picture(desk.page, "ring-ram")
    before = table.update["step"]
    desk.press("Enter")
    table.moves_on(before)

    combat(desk).get_by_role("button", name="Attack").click()
    thrown = next(row for row in table.view["combat"]["rows"] if row["kind"] == "ram")
    faces = [face for _, face, _ in thrown["dice"]]
    said = f"Gondor at the gate: {faces[0]} and {faces[1]}; {sum(faces)} in all."
    expect(combat(desk).get_by_role("img", name=said, exact=True)).to_be_visible()
    tried = [(one["tries"], one["broken"]) for one in table.view["combat"]["barriers"]]
    assert tried == [(1, sum(faces) >= 11)]
    while table.question["kind"] == "combat":
        go_on(table)
    assert [(one["key"], one["tries"]) for one in table.view["damage"]] == [("keep:gate:0", 1)]


def test_those_who_stormed_a_place_choose_who_goes_inside(open_desk: Open) -> None:
    desk = open_desk()
    table = storm(desk)
    while table.question["decision"]["kind"] != "enter":
        go_on(table)
    asked(desk, "Who goes inside?")
    expect(step(desk)).to_contain_text("Outcome")
    boromir = combat(desk).get_by_role("button", name=re.compile("^Boromir"))
    expect(boromir).to_have_attribute("aria-pressed", "true")
    crew = table.question["decision"]["figures"][-1]  # stays with the ram unless it is named
    assert crew not in table.question["decision"]["default"]["figures"]
    boromir.click()
    expect(boromir).to_have_attribute("aria-pressed", "false")
    combat(desk).get_by_role("button", name="Gondor warrior 1, goes inside", exact=True).click()
    table.still()
    table.pick(crew)  # on the table instead of in the list
    picture(desk.page, "ring-enter")
    assert serious_faults(desk.page) == []
    wanted = {*table.question["decision"]["default"]["figures"][2:], crew}
    before = table.update["step"]
    desk.button(re.compile("^Go in")).click()
    table.moves_on(before)

    inside = {one["figure"]["id"] for one in table.view["figures"] if one["figure"].get("inside") == "keep"}
    assert inside == wanted
    assert table.figure(table.named("Boromir")[0]["id"]).get("inside", "") == ""
    assert not table.figure(crew).get("serves")


def test_the_beaten_take_their_wounded_along_or_leave_them(open_desk: Open) -> None:
    desk = open_desk()
    table = FigureTable(desk).lay(last_stand(), seed="load5")
    while (question := table.question)["kind"] != "retreat":
        choice = question["decision"] and {"type": "choose", "choice": question["decision"]["default"]}
        table.act(table.update["to_act"][0], **(choice or {"type": "done"}))
    names = {one["name"]: one["figure"]["id"] for one in table.view["figures"]}
    eowyn, erkenbrand, merry, pippin = (names[one] for one in ("Éowyn", "Erkenbrand", "Merry", "Pippin"))
    assert table.question["loads"] == [[merry, [eowyn], True], [pippin, [erkenbrand], True]]
    table.open()
    carried = combat(desk).get_by_role("button", name="Merry carried by Éowyn", exact=True)
    expect(carried).to_have_attribute("aria-pressed", "true")
    picture(desk.page, "ring-loads")

    carried.click()
    left = combat(desk).get_by_role("button", name="Merry left behind", exact=True)
    expect(left).to_have_attribute("aria-pressed", "false")
    assert not table.figure(merry).get("carried_by")
    left.click()
    expect(carried).to_be_visible()
    combat(desk).get_by_role("button", name="Pippin carried by Erkenbrand", exact=True).click()
    expect(combat(desk).get_by_role("button", name="Pippin left behind", exact=True)).to_be_visible()
    there = table.spot(pippin)
    desk.button(re.compile("^Retreat")).click()
    wait_for(lambda: (table.question or {"kind": ""})["kind"] != "retreat")

    assert table.figure(merry)["carried_by"] == [eowyn]
    assert table.spot(merry) == table.spot(eowyn)
    assert table.spot(eowyn) != table.spot(erkenbrand)
    assert table.spot(pippin) == there
    assert not table.figure(pippin).get("carried_by")


def test_others_see_the_same_steps_without_controls(open_desk: Open, server: Live) -> None:
    desk = open_desk()
    table = raid(desk)
    watcher = open_desk()
    watcher.settle()
    watcher.visit(f"/table/{table.id}")

    expect(combat(watcher).get_by_role("heading", name="Rohan decides")).to_be_visible()
    expect(step(watcher)).to_have_text("1Line up")
    expect(combat(watcher).get_by_role("button", name="Resolve all")).to_have_count(0)
    expect(watcher.page.get_by_role("region", name="Goal")).to_contain_text("victory")
    expect(watcher.page.get_by_role("region", name="Goal")).not_to_contain_text("Your aim")
    expect(watcher.page.get_by_role("region", name="The combat")).to_contain_text("Combat: 4 against 10")
    table.act(ROHAN, type="resolve")
    expect(combat(watcher).get_by_role("heading", name="Saruman decides")).to_be_visible()
    assert server.url in watcher.page.url


def test_dice_are_shown_pool_by_pool_to_those_who_watch(open_desk: Open) -> None:
    desk = open_desk()
    table = raid(desk)
    watcher = open_desk()
    watcher.settle(speed="watch")
    watcher.visit(f"/table/{table.id}")
    expect(combat(watcher)).to_be_visible()
    script = """() => { window.pools = []; new MutationObserver(() => {
      for (const one of document.querySelectorAll('.pool')) window.pools.push(one.getAttribute('aria-label'));
    }).observe(document.body, {subtree: true, childList: true, attributes: true, attributeFilter: ['aria-label']}); }"""
    watcher.page.evaluate(script)
    for seat in (ROHAN, SARUMAN):
        table.act(seat, type="resolve")

    comes_true(watcher.page, "window.pools.some(one => /^Saruman defends: .* saved/.test(one))")
    seen = watcher.page.evaluate("window.pools")
    assert any("Rohan attacks: the dice are rolling" in one for one in seen)
    assert any(one.startswith("Rohan attacks: 6") or " hit" in one for one in seen)


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("dark", [False, True])
def test_the_dock_of_a_combat_fits_everywhere(open_desk: Open, *, phone: bool, dark: bool) -> None:
    desk = open_desk(phone=phone, dark=dark)
    table = raid(desk)
    for seat in (ROHAN, SARUMAN):
        table.act(seat, type="choose", choice={"type": "hold"})
    table.open()
    asked(desk, "Who takes the hits?")

    assert serious_faults(desk.page) == []
    comes_true(desk.page, "document.documentElement.scrollWidth <= innerWidth")
    picture(desk.page, f"ring-allocation{'-phone' if phone else ''}{'-dark' if dark else ''}")


EOMER, RIDER, RIDERS, FORCE, FOES = 1, 2, (2, 3, 4), 0, 1
ASKED: dict[str, tuple[dict[str, Any], tuple[str, ...], requests.Choice]] = {
    "hide": (
        {"figures": [FORCE], "default": {"type": "hide", "forces": []}},
        ("Éomer and Rider of Rohan \u00d7 3 stay in the open",),
        requests.Hide((FORCE,)),
    ),
    "search": (
        {"figures": [FORCE], "options": [[FORCE, [FOES]]], "default": {"type": "search", "pairs": [[FORCE, FOES]]}},
        ("Éomer and Rider of Rohan \u00d7 3 for Lurtz and Uruk-hai \u00d7 16",),
        requests.Search(),
    ),
    "aim": (
        {
            "figures": RIDERS,
            "options": [[one, [0, 1]] for one in RIDERS],
            "default": {"type": "aim", "targets": [[one, 0] for one in RIDERS]},
        },
        ("Saruman",),
        requests.Aim(tuple((one, 1) for one in RIDERS)),
    ),
    "challenge": (
        {"figures": [5], "options": [[EOMER, [5]]], "default": {"type": "challenge", "target": None}},
        ("Lurtz",),
        requests.Challenge(5),
    ),
    "enchant": (
        {
            "figures": [EOMER],
            "need": 3,
            "default": {"type": "enchant", "dice": 0, "attack": 1, "defence": 1},
        },
        ("More dice: More", "Defence: Less"),
        requests.Enchant(1, 1, 0),
    ),
    "serve": (
        {
            "figures": [RIDER],
            "options": [[EOMER, ["fire", "fight"]]],
            "default": {"type": "serve", "modes": [[EOMER, "fire"]], "recruits": []},
        },
        ("Crew fights", "Rider of Rohan for the crew: More"),
        requests.Serve(((EOMER, "fight"),), ((RIDER, EOMER),)),
    ),
    "pick": (
        {"figures": [5, 6, 7], "need": 1, "default": {"type": "pick", "victims": [5]}},
        ("Uruk-hai 2",),
        requests.Pick((7,)),
    ),
    "lose": (
        {"figures": RIDERS, "need": 1, "default": {"type": "lose", "figures": [2]}},
        ("Rider of Rohan 3",),
        requests.Lose((4,)),
    ),
    "flee": (
        {"figures": [EOMER, *RIDERS], "need": 1, "default": {"type": "flee", "figures": [EOMER, 2]}},
        ("Rider of Rohan 2", "Éomer goes to the tower"),
        requests.Flee((3,)),
    ),
}
"""What is asked, what is clicked, and the answer: questions that the raid does not come to, put to its table."""


@pytest.mark.parametrize("kind", list(ASKED))
@pytest.mark.parametrize("phone", [False, True])
def test_every_question_of_a_combat_has_a_control_that_gives_the_answer(
    open_desk: Open, kind: str, *, phone: bool
) -> None:
    desk = open_desk(phone=phone)
    table = raid(desk)
    decision, clicks, wanted = ASKED[kind]
    usual = {"kind": kind, "side": 0, "player": 0, "options": [], "need": 0, "batches": [], "question": f"{kind}?"}

    def put(route: Route) -> None:
        answer = route.fetch()
        body = answer.json()
        body["update"]["view"]["question"]["decision"] = {**usual, **decision}
        body["update"]["view"]["combat"]["vacant"] = [[EOMER, 1]]
        route.fulfill(response=answer, json=body)

    def refuse(route: Route) -> None:
        route.fulfill(status=409, json={"code": "test", "message": "That was only a test.", "rule": "", "fix": []})

    desk.page.route(re.compile(rf"/api/tables/{table.id}/game"), put)
    desk.page.route(re.compile("/actions$"), refuse)
    table.open()
    expect(combat(desk)).to_be_visible()
    for click in clicks:
        group, _, name = click.rpartition(": ")
        within = combat(desk).get_by_role("group", name=group) if group else combat(desk)
        radio = within.get_by_role("radio", name=name)
        (radio if radio.count() else within.get_by_role("button", name=name, exact=True)).first.click()
    assert serious_faults(desk.page) == []
    picture(desk.page, f"ring-asked-{kind}{'-phone' if phone else ''}")
    with desk.page.expect_request(re.compile("/actions$")) as sent:
        combat(desk).locator(".go").get_by_role("button").last.click()

    action = msgspec.json.decode(sent.value.post_data_buffer or b"")["action"]
    assert msgspec.convert(action, actions.Choose) == actions.Choose(choice=wanted)


def test_the_calculator_begins_with_the_worked_example_and_the_address_holds_the_question(open_desk: Open) -> None:
    desk = open_desk()
    desk.visit("/odds")
    desk.page.get_by_role("tab", name="Ring of Power").click()
    outcome = desk.page.get_by_role("region", name="4 against 10")

    expect(outcome.get_by_role("status")).to_contain_text(re.compile(r"99\.4 %.*0\.52 %.*0\.08 %", re.DOTALL))
    expect(outcome.get_by_role("region", name="Attackers")).to_contain_text("Attackers lose 0.31")
    expect(outcome.get_by_role("region", name="Defenders")).to_contain_text("Defenders lose 3.56")
    expect(outcome).to_contain_text(re.compile(r"Éomer.*wounded 1\.3\d %", re.DOTALL))

    attackers = desk.page.get_by_role("group", name="Attackers", exact=True)
    attackers.get_by_label("How many Rider of Rohan").fill("1")
    attackers.get_by_label("How many Rider of Rohan").press("Tab")
    expect(desk.page.get_by_role("heading", name="2 against 10")).to_be_visible()
    attackers.get_by_label("Add to the attackers").select_option(label="Rohan foot")
    expect(desk.page.get_by_role("heading", name="3 against 10")).to_be_visible()
    open_ground = desk.page.get_by_role("region", name="3 against 10").get_by_role("status")
    before = open_ground.inner_text()
    desk.page.get_by_role("group", name="Defenders", exact=True).get_by_label("Where").select_option(label="Stockade")
    expect(open_ground).not_to_have_text(re.compile(r"\s*".join(map(re.escape, before.split()))))
    expect(desk.page).to_have_url(re.compile("in\\+stockade"))
    chance = desk.page.get_by_role("region", name="3 against 10").get_by_role("status").inner_text()
    assert serious_faults(desk.page) == []
    picture(desk.page, "ring-odds")
    again = open_desk(phone=True)
    again.visit(desk.page.url)
    shown = again.page.get_by_role("region", name="3 against 10").get_by_role("status")
    expect(shown).to_have_text(re.compile(r"\s*".join(map(re.escape, chance.split()))))
    comes_true(again.page, "document.documentElement.scrollWidth <= innerWidth")


def test_the_calculator_fights_draws_on_and_says_what_is_too_much(open_desk: Open) -> None:
    desk = open_desk()
    desk.visit("/odds?game=ring-of-power&attackers=3+orc,+lurtz&defenders=3+rohan_foot&rounds=3&attackers_stop=2")
    rows = desk.page.get_by_role("row")
    expect(rows.filter(has_text="3 rounds")).to_be_visible()
    expect(desk.page.get_by_role("status")).to_contain_text("Broken off")

    desk.visit("/odds?game=ring-of-power&attackers=400+orc,+400+dunlending,+400+haradrim&defenders=800+rohan_foot")
    expect(desk.page.get_by_role("alert")).to_contain_text("too many ways for this combat to go")
    desk.visit("/odds?game=ring-of-power&attackers=3+orcs&defenders=3+rohan_foot")
    expect(desk.page.get_by_role("alert")).to_contain_text("There is no unit orcs. Did you mean orc?")
