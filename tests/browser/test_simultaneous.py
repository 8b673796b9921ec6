"""A simultaneous round of Classic Risk in the browser: drafts, reveal, battles of several sides, withdrawal, a swap."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect
from playwright.sync_api import TimeoutError as Timeout

from tests.browser.conftest import Open
from tests.browser.site import PICTURES, serious_faults
from tests.browser.stand_in import StandIn
from tests.browser.tables import Desk
from tests.server.live import Live
from wartable.engine.driver import RandomPolicy

pytestmark = [pytest.mark.browser, pytest.mark.slow]

Orders = Sequence[tuple[str, str, str]]
"""Source, target, and the key that says how many go: `]` for all."""

AFRICA = "congo east_africa egypt madagascar north_africa south_africa"
AMERICA = (
    "alaska alberta central_america eastern_united_states greenland northwest_territory ontario quebec "
    "western_united_states argentina brazil peru venezuela"
)
HELD = (
    AMERICA,
    f"great_britain iceland northern_europe southern_europe ukraine western_europe {AFRICA.replace(' egypt', '')}",
    "egypt scandinavia eastern_australia indonesia new_guinea western_australia",
    "afghanistan china india irkutsk japan kamchatka middle_east mongolia siam siberia ural yakutsk",
)
"""Who holds what in the position of the test, by seat."""
ARMIES = {"brazil": 5, "north_africa": 4, "egypt": 3, "alaska": 3, "kamchatka": 4, "greenland": 4, "scandinavia": 4}
ROUND: Mapping[int, Orders] = {
    0: (("brazil", "north_africa", "]"), ("alaska", "kamchatka", "]"), ("greenland", "iceland", "3")),
    1: (("iceland", "great_britain", "]"),),
    2: (("egypt", "north_africa", "]"), ("scandinavia", "iceland", "3")),
    3: (("kamchatka", "alaska", "]"),),
}
"""Three meet in North Africa, two in Iceland that is left, and two change places over the sea."""
MOST_QUESTIONS = 2000


class Table:
    """A table of four at one screen, and what is done in its rounds."""

    def __init__(self, desk: Desk, server: Live, seed: str = "b1", **more: Any) -> None:
        self.desk, self.page = desk, desk.page
        desk.settle()
        desk.lay(
            "me", "local", "local", "local", game="risk", preset="risk-simultaneous", plain=True, seed=seed, **more
        )
        self.stand_in = StandIn(server, desk, policy=RandomPolicy())
        self.stand_in.play_until(lambda _state: self.step == "WritingPlacements")

    @property
    def step(self) -> str:
        """The kind of what the game waits for."""
        agenda = self.stand_in.state.agenda
        return type(agenda[0]).__name__ if agenda else ""

    @property
    def curtain(self) -> Locator:
        return self.page.get_by_role("dialog", name=re.compile("^Hand the screen to"))

    @property
    def dock(self) -> Locator:
        return self.desk.dock

    def open(self) -> None:
        """Open the table anew."""
        self.desk.visit(f"/table/{self.desk.table['id']}")
        expect(self.dock.or_(self.curtain).first).to_be_visible()

    def take(self) -> None:
        """Take the screen where a curtain hangs."""
        expect(self.dock.get_by_role("button").or_(self.curtain).first).to_be_visible()
        if self.curtain.count():
            self.curtain.get_by_role("button").click()
            expect(self.curtain).to_have_count(0)

    def place(self, space: str) -> None:
        """Choose a place by its button, as the keyboard does."""
        self.page.locator(f'[data-place="{space}"]').evaluate("one => one.click()")

    def lay(self) -> None:
        """Set up the position of the round."""
        state = self.stand_in.state
        index = self.stand_in.game.rules(state).board.index
        held = tuple(sum(1 << index[space] for space in own.split()) for own in HELD)
        armies = [2] * len(index)
        for space, count in ARMIES.items():
            armies[index[space]] = count
        self.stand_in.change(held=held, armies=tuple(armies), affairs=type(state.affairs)(before=held))

    def ready(self, *, last: bool) -> None:
        """Say so; the next player gets the screen, or all is revealed."""
        self.desk.button(re.compile("^I am ready")).click()
        if not last:
            expect(self.curtain).to_be_visible()

    def reinforce(self) -> None:
        """Have all four place along their borders."""
        for seat in range(4):
            self.take()
            expect(self.dock).to_contain_text("to place")
            self.desk.button("Spread along borders").click()
            expect(self.dock).to_contain_text("All armies placed")
            self.ready(last=seat == 3)
        written = self.dock.get_by_role("region", name="Your orders")
        expect(written.or_(self.curtain).first).to_be_visible()
        self.take()
        expect(written).to_be_visible()

    def order(self, orders: Orders) -> None:
        """Write orders by territory, neighbour, and number."""
        for source, target, key in orders:
            self.place(source)
            self.place(target)
            expect(self.dock.get_by_role("slider", name="Armies to send")).to_be_visible()
            self.desk.press(key)
        expect(self.dock.get_by_role("region", name="Your orders").get_by_role("listitem")).to_have_count(len(orders))

    def mine(self) -> int:
        """The seat that has the screen."""
        return next(seat for seat, own in enumerate(HELD) if self.desk.space(own.split()[-1]).mine)

    def shot(self, name: str) -> None:
        """Take a picture for people to look at, where they want some."""
        if PICTURES in os.environ:
            self.page.wait_for_timeout(500)
            self.page.screenshot(path=Path(os.environ[PICTURES]) / f"simultaneous-{name}.png")

    def answer(self, *, withdraw: bool) -> str:
        """Answer what is asked; returns the question: `dice`, `fight on`, or `over` once the battles are."""
        told = self.desk.button(re.compile(r"^(Name dice|Fight on\?|Go on|On to)"))
        commit, fight = self.desk.button(re.compile("^Commit")), self.desk.button("Fight on", exact=True)
        ready = self.desk.button(re.compile("^I am ready$"))
        asked = told.or_(commit).or_(fight).or_(ready)
        expect(asked.or_(self.curtain).first).to_be_visible()
        if self.curtain.count():
            self.take()
            return "curtain"
        if told.count():
            told.click()
            return "told"
        if commit.count():
            expect(self.dock.get_by_role("region", name="Odds")).to_contain_text("You")
            suggested = self.desk.button("As suggested")
            if suggested.count():
                if not pressed(suggested):
                    return "on the way"
                self.shot(f"aims-{self.mine()}")
            return "dice" if pressed(commit) else "on the way"
        if fight.count():
            self.shot("withdraw")
            wanted = self.desk.button("Withdraw", exact=True) if withdraw else fight
            return "fight on" if pressed(wanted) and gone(wanted) else "on the way"
        return "over" if ready.count() else "on the way"


def pressed(button: Locator) -> bool:
    """Press a button; false where what was told took its place before it could be pressed."""
    try:
        button.click(timeout=5_000)
    except Timeout:
        return False
    return True


def gone(button: Locator) -> bool:
    """Whether what was pressed counted: the button of a refused decision stays."""
    try:
        button.wait_for(state="hidden", timeout=5_000)
    except Timeout:
        return False
    return True


def test_four_write_a_round_that_collides_and_fight_it_out(open_desk: Open, server: Live) -> None:
    table = Table(open_desk(), server)
    table.open()
    table.reinforce()
    assert table.step == "WritingMoves"
    table.lay()
    table.open()

    for seat in range(4):
        table.take()
        table.order(ROUND[table.mine()])
        assert serious_faults(table.page) == []
        table.shot(f"orders-{table.mine()}")
        table.ready(last=seat == 3)
    collided = table.dock.get_by_role("region", name="What collided")
    expect(table.curtain.or_(collided).first).to_be_visible()
    table.take()
    for title in ("North Africa: three sides", "Iceland: only attackers", "Alaska and Kamchatka: a swap"):
        expect(collided).to_contain_text(title)
    expect(table.dock).to_contain_text("No fight:")
    table.shot("reveal")
    table.desk.press("ArrowRight")
    expect(collided.locator("[aria-current=true]")).to_have_count(1)
    assert serious_faults(table.page) == []

    withdrawn, rounds = False, 0
    for _ in range(MOST_QUESTIONS):
        asked = table.answer(withdraw=not withdrawn)
        withdrawn = withdrawn or asked == "fight on"
        rounds += asked == "dice"
        if asked == "over":
            break
    else:
        raise AssertionError(f"The battles were not over after {MOST_QUESTIONS} looks at what is asked.")
    assert withdrawn
    assert rounds > 5
    log = table.desk.rail
    for sentence in (
        "pass each other between",
        "attack .*, who stayed with",
        "where nobody stayed",
        "withdraws",
        "comes? back",
    ):
        expect(log).to_contain_text(re.compile(sentence))
    assert table.step in {"WritingStrategic", "WritingPlacements"}


def test_a_phone_has_all_ways_on_from_a_battle_in_sight(open_desk: Open, server: Live) -> None:
    table = Table(open_desk(phone=True), server)
    table.open()
    table.reinforce()
    table.lay()
    table.open()
    for seat in range(4):
        table.take()
        table.order(ROUND[table.mine()])
        table.ready(last=seat == 3)
    fight = table.desk.button("Fight on", exact=True)
    while not fight.count() or table.curtain.count():
        table.answer(withdraw=False)
    for name in ("Fight on", "To the end", "Withdraw"):
        expect(table.desk.button(name, exact=True)).to_be_in_viewport(ratio=1)
