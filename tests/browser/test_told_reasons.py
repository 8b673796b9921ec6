"""What the dock of the conquest games offers and explains: who gets extra armies of a set, and what binds a side."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace
from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.stand_in import StandIn
from tests.browser.tables import Desk
from tests.browser.turns import asks
from tests.server.live import Live
from wartable.board.compiled import bits
from wartable.games.conquest.balance.effects import Alliance, General
from wartable.games.conquest.balance.rules import rules_of as balance_rules
from wartable.games.conquest.classic.rules import rules_of
from wartable.games.conquest.core.events import Battle
from wartable.games.conquest.core.ways import attack_pairs

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def come(desk: Desk) -> None:
    """Open the table where it stands now."""
    desk.visit(f"/table/{desk.table['id']}")
    expect(desk.rail).to_be_visible()


def about_to_attack(open_desk: Open, server: Live) -> tuple[Desk, Any]:
    """Gather three at Balance of Power, and play until the first of them attacks; return their desk and the table."""
    desk, *others = (open_desk() for _ in range(3))
    desk.gather(*others, game="balance-of-power", preset="many")
    table = StandIn(server, desk, *others)
    table.play_until(lambda state: state.phase == "attack" and state.seat == 0)
    return desk, table


def test_who_trades_a_set_chooses_which_of_the_pictured_territories_gets_the_extra_armies(
    open_desk: Open, server: Live
) -> None:
    desk, other = open_desk(), open_desk()
    desk.gather(other, preset="classic")
    table: Any = StandIn(server, desk, other)
    table.play_until(lambda state: state.phase == "reinforce" and state.seat == 0)
    rules, cards = rules_of(table.state.options), table.state.cards
    own = tuple(bits(table.state.held[0]))
    hand = next(rules.cards.sets_in(own))
    left = cards.deck & ~sum(1 << card for card in hand)
    table.change(cards=replace(cards, hands=(hand, *cards.hands[1:]), deck=left))
    come(desk)

    choice = desk.dock.get_by_role("combobox", name="Extra armies to")
    names = [rules.name(card) for card in hand]
    expect(choice.get_by_role("option")).to_have_text(names)
    before = table.state.armies
    choice.select_option(names[2])
    desk.dock.get_by_role("button", name=re.compile("^Trade for")).click()

    expect(desk.rail.get_by_text(re.compile(f", and 2 armies in {names[2]}"))).to_be_visible()
    gained = [after - was for after, was in zip(table.state.armies, before, strict=True)]
    assert [gained[card] for card in hand] == [0, 0, 2]


def test_who_is_bound_by_forced_alliances_reads_so_and_by_which_rule(open_desk: Open, server: Live) -> None:
    desk, table = about_to_attack(open_desk, server)
    alliances = tuple(Alliance(buyer, 0) for buyer in (1, 2))
    table.change(effects=replace(table.state.effects, alliances=alliances))
    come(desk)

    asks(desk, "No attack is possible")
    expect(desk.dock.get_by_text(re.compile("You are bound by a forced alliance"))).to_be_visible()
    link = desk.dock.get_by_role("link", name="Rule 40")
    expect(link).to_have_attribute("href", "/games/balance-of-power#rule-40")
    expect(desk.dock.get_by_text("Every territory next to an enemy has 1 army")).to_have_count(0)


def test_whose_generals_were_killed_reads_where_and_the_map_shows_each(open_desk: Open, server: Live) -> None:
    """Two players kill the same generals, so that a place has two such marks: the page broke at the second."""
    desk, table = about_to_attack(open_desk, server)
    own = tuple(bits(table.state.held[0]))
    generals = tuple(General(buyer, 0, space) for space in own for buyer in (1, 2))
    table.change(effects=replace(table.state.effects, generals=generals))
    come(desk)

    asks(desk, "No attack is possible")
    said = desk.dock.get_by_text(re.compile("The generals in .+ were killed: no attack on .+ from there now"))
    expect(said).to_contain_text("Nothing else can be attacked.")
    link = desk.dock.get_by_role("link", name="Rule 43")
    expect(link).to_have_attribute("href", "/games/balance-of-power#rule-43")
    expect(desk.rail.get_by_role("list", name="In force").get_by_role("listitem")).to_have_count(len(generals))
    place = balance_rules(table.state.options).id(own[0])
    expect(desk.page.locator(f'[data-mark="general {place}"]')).to_have_count(2)
    desk.page.locator(f'[data-piece="{place}"]').hover()
    look = desk.page.get_by_role("tooltip")
    expect(look.get_by_text("General killed.")).to_have_count(2)


def test_one_general_killed_leaves_the_other_places_to_attack_from(open_desk: Open, server: Live) -> None:
    desk, table = about_to_attack(open_desk, server)
    rules = balance_rules(table.state.options)
    source = attack_pairs(rules, table.state, 0)[0][0]
    bans = tuple(General(buyer, 0, source) for buyer in (1, 2))
    table.change(effects=replace(table.state.effects, generals=bans))
    come(desk)

    asks(desk, "Choose where to attack from")
    desk.click(rules.id(source))
    board = desk.page.get_by_role("main", name="Board")
    expect(board.get_by_text(re.compile(f"The general in {rules.name(source)} was killed"))).to_be_visible()


def test_a_single_defender_who_rolls_two_dice_loses_one_army_in_dock_log_and_replay(
    open_desk: Open, server: Live
) -> None:
    """On rough terrain a single army rolls two dice: both may be beaten, and it has one to lose."""
    desk, other = open_desk(), open_desk()
    desk.gather(other, game="balance-of-power", preset="two-player")
    table = StandIn(server, desk, other)
    table.play_until(lambda state: state.phase == "attack" and state.seat == 0)
    rules, before = balance_rules(table.state.options), table.state
    source, target = next(pair for pair in attack_pairs(rules, before, 0) if before.held[1] >> pair[1] & 1)
    armies = [40 if space == source else 1 if space == target else count for space, count in enumerate(before.armies)]
    while True:  # until both dice of the defender are beaten: with the seed of the tests this comes soon
        table.change(**{key: getattr(before, key) for key in before.__struct_fields__})
        table.change(armies=tuple(armies), rough=1 << target, piles=(0, 0, 0))
        come(desk)
        for space in (source, target):
            desk.click(rules.id(space))
        desk.dock.get_by_role("button", name=re.compile("^Roll once")).click()
        expect(desk.dock.locator(".die.lost").first).to_be_visible()
        battle = last_battle(table)
        if all(mine > theirs for mine, theirs in zip(battle.attack, battle.defence, strict=False)):
            break
    assert (len(battle.defence), battle.defender_loss, table.state.piles[1]) == (2, 1, 1)

    asks(desk, re.compile("is yours|taken|Move"))
    expect(desk.dock.locator(".die.defence")).to_have_count(2)
    expect(desk.dock.locator(".die.defence.lost")).to_have_count(1)
    name = rules.name(target)
    entry = desk.rail.get_by_role("listitem").filter(has_text=re.compile(f"You took {name} .+ lost none, .+ 1\\."))
    expect(entry.locator(".die.defence")).to_have_count(2)
    expect(entry.locator(".die.defence.lost")).to_have_count(1)
    desk.press("ArrowLeft")
    expect(desk.page.locator(f'[data-piece="{rules.id(target)}"]').first).to_have_text("1")
    desk.press("ArrowRight")
    expect(desk.page.locator(f'[data-piece="{rules.id(target)}"]').first).not_to_have_text("1")
    expect(entry.locator(".die.defence.lost")).to_have_count(1)


def last_battle(table: StandIn) -> Battle:
    """The last roll that the server knows of."""
    moves = table.moves
    return next(event for move in reversed(moves) for event in move.events if isinstance(event, Battle))
