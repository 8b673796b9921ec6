"""Attacks on rough and on plain terrain from one territory: each target is reached in every way, with its own dice."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.stand_in import StandIn
from tests.browser.tables import Desk
from tests.browser.turns import Keys, Thumb, asks
from tests.server.live import Live
from wartable.board.compiled import bits
from wartable.games.conquest.balance.neutral import raid_pairs
from wartable.games.conquest.balance.rules import rules_of
from wartable.games.conquest.balance.state import BalanceState
from wartable.games.conquest.core.offers import most_dice

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ENDLESS = {"objectives_needed": 8}
PLAIN, ROUGH = 3, 2
Way = Callable[[Desk, str, str], None]


class Choice(NamedTuple):
    """A source with targets of either kind; the number is the most dice against each."""

    source: str
    targets: dict[int, str]


def choice_in(state: BalanceState, pairs: Iterable[tuple[int, int]]) -> Choice | None:
    """The first source that may roll three dice at one target and two at another."""
    rules = rules_of(state.options)
    found: dict[int, dict[int, str]] = {}
    for source, target in pairs:
        found.setdefault(source, {})[most_dice(rules, state, source, target)] = rules.id(target)
    return next((Choice(rules.id(one), to) for one, to in found.items() if {PLAIN, ROUGH} <= to.keys()), None)


def to_attack(state: BalanceState) -> Choice | None:
    """What the first seat may choose between in its own attacks."""
    if state.phase != "attack" or state.seat != 0 or state.effects.alliances or state.effects.generals:
        return None
    board = rules_of(state.options).board
    own = state.held[0]
    strong = [source for source in bits(own) if state.armies[source] > PLAIN]
    return choice_in(state, [(one, near) for one in strong for near in bits(board.neighbour_masks[one] & ~own)])


def to_raid(state: BalanceState) -> Choice | None:
    """What the first seat may choose between for the neutral army."""
    if state.phase != "neutral_attack" or state.seat != 0 or state.raid is not None:
        return None
    return choice_in(state, raid_pairs(rules_of(state.options), state))


def click(desk: Desk, source: str, target: str) -> None:
    desk.click(source)
    desk.click(target)


def drag(desk: Desk, source: str, target: str) -> None:
    desk.still()
    desk.page.locator(f'[data-piece="{source}"]').first.hover()
    desk.page.mouse.down()
    desk.page.locator(f'[data-piece="{target}"]').first.hover()
    desk.page.mouse.up()


def keys(desk: Desk, source: str, target: str) -> None:
    player = Keys(desk)
    player.choose(source)
    player.choose_target(target)


def table_twin(desk: Desk, source: str, target: str) -> None:
    names = {space.key: space.name for space in desk.spaces()}
    desk.press("t")
    for key, label in ((source, "Attack from here"), (target, re.compile("^Attack(,|$)"))):
        row = desk.page.get_by_role("row", name=re.compile(f"^{names[key]} "))
        row.get_by_role("button", name=label).click()
    desk.press("t")


def tap(desk: Desk, source: str, target: str) -> None:
    thumb = Thumb(desk)
    thumb.choose(source)
    asks(desk, "Choose a target")
    thumb.choose(target)


def come_to(
    wanted: Callable[[BalanceState], Choice | None], server: Live, desk: Desk, other: Desk
) -> tuple[Desk, StandIn, Choice]:
    """Let a game for two come to a position with such a choice, and open it for the first."""
    desk.gather(other, game="balance-of-power", preset="two-player", options=ENDLESS)
    table = StandIn(server, desk, other)
    table.play_until(lambda state: wanted(state) is not None)
    found = wanted(table.state)
    assert found
    desk.visit(f"/table/{desk.table['id']}")
    expect(desk.dock).to_be_visible()
    return desk, table, found


def arrow(desk: Desk, source: str, target: str) -> re.Pattern[str]:
    """The heading once both are chosen."""
    return re.compile(f"^{re.escape(desk.space(source).name)} → {re.escape(desk.space(target).name)}$")


def chosen_only(desk: Desk, table: StandIn, found: Choice, ways: Iterable[Way]) -> None:
    """Choose each target in each way: it is aimed at, and nothing at all has happened at the table."""
    before = table.state
    for way in ways:
        for target in found.targets.values():
            way(desk, found.source, target)
            asks(desk, arrow(desk, found.source, target))
            desk.button("Cancel").click()
            desk.press("Escape")
            expect(desk.dock.get_by_role("heading", name=re.compile("attack(s)? from$"))).to_be_visible()
    assert table.state is before


def roll_once(desk: Desk, table: StandIn, found: Choice, way: Way, dice: int) -> None:
    """Attack a target with one roll; it is of so many dice."""
    with desk.page.expect_response(re.compile("/actions$")) as answer:
        way(desk, found.source, found.targets[dice])
        asks(desk, arrow(desk, found.source, found.targets[dice]))
        desk.button("Roll once").click()
    [battle] = [event for event in answer.value.json()["events"] if event["type"] == "battle"]
    assert (battle["source"], battle["target"]) == (found.source, found.targets[dice])
    assert len(battle["attack"]) == dice
    assert table.state.phase != "over"


@pytest.mark.parametrize("dice", [PLAIN, ROUGH], ids=["plain", "rough"])
def test_rough_and_plain_targets_of_one_source_are_chosen_and_attacked(
    open_desk: Open, server: Live, dice: int
) -> None:
    desk, table, found = come_to(to_attack, server, open_desk(), open_desk())
    chosen_only(desk, table, found, (click, drag, keys, table_twin))
    roll_once(desk, table, found, click, dice)


@pytest.mark.parametrize("dice", [PLAIN, ROUGH], ids=["plain", "rough"])
def test_the_neutral_army_attacks_rough_and_plain_targets_from_a_phone(
    open_desk: Open, server: Live, dice: int
) -> None:
    desk, table, found = come_to(to_raid, server, open_desk(phone=True), open_desk())
    chosen_only(desk, table, found, (tap,))
    roll_once(desk, table, found, tap, dice)
