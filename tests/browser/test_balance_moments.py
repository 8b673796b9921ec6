"""Moments of the Balance of Power variant that short games may not bring: spies, tanks, rewards, extra pairs."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.commander import Commander
from tests.browser.conftest import Open
from tests.browser.ear import Ear
from tests.browser.stand_in import StandIn
from tests.browser.tables import Desk
from tests.browser.turns import asks, take_the_screen
from tests.server.live import Live
from wartable.board.compiled import bits
from wartable.games.conquest.balance.rules import rules_of
from wartable.games.conquest.balance.state import BalanceState

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME = "balance-of-power"
ENDLESS = {"objectives_needed": 8}
"""Options by which objectives end no game before the moment that is waited for."""

_CLASHES = """() => {
  const boxes = of => [...document.querySelectorAll(of)].map(one => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { what: one.dataset.mark ?? one.dataset.piece ?? one.textContent, left, top, right, bottom };
  });
  const shown = boxes('[data-mark]'), others = [...boxes('svg text.name'), ...boxes('[data-piece]')];
  const cover = (a, b) => Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left))
    * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
  const own = (glyph, other) => glyph.what.endsWith(` ${other.what}`);
  const met = a => others.filter(b => cover(a, b) > 25 && !own(a, b)).map(b => `${a.what} on ${b.what}`);
  return [shown.length, shown.flatMap(met)];
}"""
"""How many glyphs are shown, and which of them cover more than 25 square pixels of a name or of another token."""


def gather(*desks: Desk, preset: str, **wish: Any) -> None:
    desks[0].gather(*desks[1:], game=GAME, preset=preset, **wish)


def come(desk: Desk) -> None:
    """Open the table where it stands now."""
    desk.visit(f"/table/{desk.table['id']}")
    expect(desk.rail).to_be_visible()


def ware(desk: Desk, title: str) -> Locator:
    return desk.page.get_by_role("list", name="Special combat actions").get_by_role(
        "button", name=re.compile(f"^{title}")
    )


def test_the_literal_preset_has_a_neutral_army_among_three_and_a_third_pair(open_desk: Open) -> None:
    desk = open_desk()
    desk.sit("me", "random", "random", game=GAME, preset="literal", seed="s1", options={**ENDLESS, "turn_limit": 3})
    expect(desk.page.get_by_text("Neutral army: 75 armies in 6 territories.")).to_be_visible()
    player = Literal(desk, attacks=2)
    player.set_up()
    player.whole_game()
    assert player.chips
    assert all("three pairs" in chips for chips in player.chips)
    assert player.fought_neutral
    assert desk.view["neutral"] is not None
    assert desk.view["turn"] == 2


class Literal(Commander):
    """Notes what is said to be in force at each attack."""

    def __init__(self, desk: Desk, *, attacks: int) -> None:
        super().__init__(desk, attacks=attacks)
        self.chips: list[str] = []
        self.fought_neutral = False

    def attack(self) -> None:
        expect(self.desk.dock.get_by_text(re.compile("per cent|%")).first).to_be_visible()
        said = self.desk.dock.inner_text()
        self.chips.append(said)
        self.fought_neutral |= "the neutral army defends" in said or "neutral army: two dice defend" in said
        super().attack()


def test_a_spy_and_the_robbed_see_the_card_and_nobody_else(open_desk: Open, server: Live) -> None:
    spy, robbed, third, watcher = desks = [open_desk() for _ in range(4)]
    gather(spy, robbed, third, preset="many", options=ENDLESS)
    table = StandIn(server, spy, robbed, third)
    table.play_until(can_spy)
    watcher.settle()
    watcher.table = spy.table
    ears = [Ear(desk.page, server) for desk in desks]
    for desk in desks:
        come(desk)
    spying, victim = (str(seat["name"]) for seat in spy.api(f"/tables/{spy.table['id']}")["seats"][:2])
    before = table.state.cards.hands

    ware(spy, "Espionage").click()
    asks(spy, "Espionage")
    spy.dock.get_by_role("group", name="Whom").get_by_role("button", name=victim, exact=True).click()
    spy.dock.get_by_role("button", name="Buy for 8").click()
    hears(spy, f"You spy on {victim}", f"You took .+ from {victim}")
    expect(spy.dock.get_by_text(re.compile(f"You took .+ from {victim}"))).to_be_visible()
    hears(robbed, f"{spying} spies on you", f"{spying} took .+ from you")
    [card] = set(table.state.cards.hands[0]) - set(before[0])
    assert card in before[1]
    for desk in (third, watcher):
        hears(desk, f"{spying} spies on {victim}", f"{spying} steals a card from {victim}")
        expect(desk.rail.get_by_text(re.compile(rf"{spying} took .+ from {victim}"))).to_have_count(0)
    assert ['"card_spied"' in ear.new() for ear in ears] == [True, True, False, False]


def can_spy(state: BalanceState) -> bool:
    """Whether the first seat can pay with its pile for a card of the second."""
    hands = state.cards.hands
    return state.phase == "buy" and state.seat == 0 and state.piles[0] >= 8 and len(hands[1]) > 0 and len(hands[0]) < 5


def hears(desk: Desk, *sentences: str) -> None:
    """Wait until the log says these."""
    desk.page.get_by_role("tab", name="Log").click()
    for sentence in sentences:
        expect(desk.rail.get_by_text(re.compile(sentence)).first).to_be_visible()


def test_a_tank_is_formed_and_moved_at_the_end_of_the_turn(open_desk: Open, server: Live) -> None:
    desk, other = open_desk(), open_desk()
    gather(desk, other, preset="with-tanks", options=ENDLESS)
    table = StandIn(server, desk, other)
    table.play_until(lambda state: state.phase == "reinforce" and state.seat == 0 and state.to_place >= LEAST_FOR_TANK)
    come(desk)
    player = Commander(desk)
    left = player.to_place()
    target = next(key for key in player.ready() if own_neighbours(table.state, key))
    player.choose(target)
    if left > 1:
        desk.button(re.compile("^All to")).click()
    desk.button("Form a tank").click()
    expect(desk.dock.get_by_text("Choose where: a brass ring marks each place.").first).to_be_visible()
    armies = count(table.state, target) if table.state.to_place == 0 else -1
    player.choose(target)
    expect(tank(desk, target)).to_be_visible()
    assert count(table.state, target) == armies - 5
    desk.button("Done, on to attacks").click()
    desk.button("End attacks").first.click()
    asks(desk, "One move, if you like")
    player.choose(target)
    goal = own_neighbours(table.state, target)[0]
    player.choose(goal)
    if count(table.state, target) > 1:
        desk.dock.get_by_role("button", name="More").last.click()
    desk.dock.get_by_role("button", name=re.compile("^Move .*1 tank")).click()
    expect(tank(desk, goal)).to_be_visible()
    expect(tank(desk, target)).to_be_hidden()


LEAST_FOR_TANK = 6


def own_neighbours(state: BalanceState, key: str) -> list[str]:
    """The neighbours of a place that its holder holds too."""
    board = rules_of(state.options).board
    space = board.index[key]
    return [board.ids[near] for near in bits(board.neighbour_masks[space] & state.held[state.owner(space)])]


def count(state: BalanceState, key: str) -> int:
    return state.armies[rules_of(state.options).board.index[key]]


def tank(desk: Desk, key: str) -> Locator:
    return desk.page.locator(f'[data-mark="tank {key}"]')


def test_a_bought_maneuver_takes_a_tank_along(open_desk: Open, server: Live) -> None:
    desk, other = open_desk(), open_desk()
    gather(desk, other, preset="with-tanks", options=ENDLESS)
    table = StandIn(server, desk, other)
    table.play_until(
        lambda state: state.phase == "buy" and state.seat == 0 and state.piles[0] >= 3 and bool(ways(state))
    )
    come(desk)
    source, goal = ways(table.state)[0]
    ware(desk, "Maneuver").click()
    asks(desk, "Maneuver")
    Commander(desk).choose(goal)
    chip = desk.dock.get_by_role("group", name="Or a tank").get_by_role("button").first
    expect(chip).to_be_visible()
    before = table.state.tanks
    name = desk.space(source).name
    desk.dock.get_by_role("button", name=f"Tank of {name}").click()
    desk.dock.get_by_role("button", name="Buy for 2").click()
    hears(desk, "^You order a maneuver to", rf"You move 1 tank from {name} to ")
    board = rules_of(table.state.options).board
    moved = [after - was for after, was in zip(table.state.tanks, before, strict=True)]
    assert (moved[board.index[source]], moved[board.index[goal]]) == (-1, 1)
    expect(tank(desk, goal)).to_be_visible()


def ways(state: BalanceState) -> list[tuple[str, str]]:
    """From where to where the acting seat may move a tank by one step to a place without one."""
    board = rules_of(state.options).board
    sources = [board.ids[space] for space in bits(state.held[state.seat]) if state.tanks[space]]
    steps = [(source, goal) for source in sources for goal in own_neighbours(state, source)]
    return [step for step in steps if not state.tanks[board.index[step[1]]]]


def test_a_reward_brings_a_second_move(open_desk: Open, server: Live) -> None:
    desks = [open_desk() for _ in range(3)]
    gather(*desks, preset="world-2008", options=ENDLESS)
    table = StandIn(server, *desks)
    table.play_until(can_move_twice)
    turn, seat = table.state.turn, table.state.seat
    desk = desks[seat]
    come(desk)
    asks(desk, "Two moves, if you like")
    expect(desk.rail.get_by_text("Additional maneuver").first).to_be_visible()
    move_one(desk, table, "One more move may follow.", "Move 1")
    asks(desk, "One move, if you like")
    assert (table.state.turn, table.state.seat, table.state.phase) == (turn, seat, "fortify")
    move_one(desk, table, "This ends your turn.", "Move 1 and end turn")
    expect(desk.rail.get_by_text(re.compile(r"^You move 1 army from .+ to "))).to_have_count(2)
    assert table.state.seat != seat


def can_move_twice(state: BalanceState) -> bool:
    """Whether the acting seat has the reward and stands before its first move, with armies enough for two."""
    if state.phase != "fortify" or state.moves or "additional_maneuver" not in state.earned[state.seat]:
        return False
    return len(movable(state)) >= 2


def movable(state: BalanceState) -> list[str]:
    """The places of the acting seat with an army to spare and a place of its own beside them."""
    board = rules_of(state.options).board
    held = [board.ids[space] for space in bits(state.held[state.seat]) if state.armies[space] > 1]
    return [key for key in held if own_neighbours(state, key)]


def move_one(desk: Desk, table: StandIn, said: str, button: str) -> None:
    """Move one army from a place that can spare it to its neighbour."""
    player = Commander(desk)
    source = next(key for key in movable(table.state) if key in player.ready())
    player.choose(source)
    asks(desk, re.compile("^From "))
    player.choose(own_neighbours(table.state, source)[0])
    expect(desk.dock.get_by_text(said)).to_be_visible()
    desk.press("[")
    desk.dock.get_by_role("button", name=button, exact=True).click()


@pytest.mark.parametrize("size", [(1440, 900), (1280, 800)], ids=["wide", "laptop"])
def test_glyphs_lie_on_no_name_and_no_token(open_desk: Open, size: tuple[int, int]) -> None:
    desk = open_desk(size=size)
    for seed in ("s1", "s2", "s3"):
        desk.sit("me", "random", game=GAME, preset="two-player", seed=seed)
        expect(desk.page.locator("[data-mark]").first).to_be_visible()
        shown, clashes = desk.page.evaluate(_CLASHES)
        assert shown == 36
        assert clashes == []


def test_a_phone_shows_what_lies_on_the_whole_map(open_desk: Open) -> None:
    desk = open_desk(phone=True)
    desk.sit("me", "random", game=GAME, preset="two-player", seed="s1", settings={"leisure": 1})
    asks(desk, "Claim a territory")
    desk.press("f")
    expect(desk.page.locator("[data-mark]")).to_have_count(36)
    expect(desk.page.locator("svg text.name")).to_have_count(0)
    expect(desk.dock).to_contain_text("Hold a place to read what lies there.")
    city = next(space for space in desk.spaces() if "ity" in space.text.partition(", ")[2])
    with desk.held(city.key):
        expect(desk.page.get_by_role("tooltip")).to_contain_text("Counts as a territory in the draft and in the score.")
    assert not desk.space(city.key).mine


def test_at_a_shared_screen_each_claims_alone_and_cards_hide_behind_the_curtain(open_desk: Open, server: Live) -> None:
    desk = open_desk()
    desk.sit("me", "local", game=GAME, preset="two-player", options=ENDLESS)
    curtain = desk.page.get_by_role("dialog", name=re.compile("^Hand the screen to"))
    before = desk.page.title()
    desk.button("Claim the rest for me").click()
    expect(desk.page).not_to_have_title(before)
    asks(desk, "Claim a territory")
    expect(desk.button("Claim the rest for me")).to_be_visible()
    assert sum(space.armies == 1 for space in desk.spaces()) == 1, "nobody has claimed for the other"
    Commander(desk).choose(Commander(desk).ready()[0])
    expect(desk.page.locator("circle.ready.edge")).to_have_count(33)  # the server has claimed for the first once more
    expect(desk.page).not_to_have_title(before)
    desk.page.reload(wait_until="domcontentloaded")
    asks(desk, "Claim a territory")
    expect(curtain).to_have_count(0)

    table = StandIn(server, desk, desk)
    table.play_until(lambda state: any(state.cards.hands) and state.phase == "reinforce")
    come(desk)
    expect(curtain).to_be_visible()
    take_the_screen(desk)
    asks(desk, re.compile("to place$"))
    desk.page.reload(wait_until="domcontentloaded")
    expect(curtain).to_be_visible()
