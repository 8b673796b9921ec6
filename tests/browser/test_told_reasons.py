"""What the dock of the conquest games offers and explains: who gets extra armies of a set, and what binds a side."""

from __future__ import annotations

import re
from itertools import combinations
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
from wartable.games.conquest.balance.effects import Alliance
from wartable.games.conquest.deck import is_set, symbol
from wartable.games.conquest.rules import rules_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def come(desk: Desk) -> None:
    """Open the table where it stands now."""
    desk.visit(f"/table/{desk.table['id']}")
    expect(desk.rail).to_be_visible()


def test_who_trades_a_set_chooses_which_of_the_pictured_territories_gets_the_extra_armies(
    open_desk: Open, server: Live
) -> None:
    desk, other = open_desk(), open_desk()
    desk.gather(other, preset="classic")
    table: Any = StandIn(server, desk, other)
    table.play_until(lambda state: state.phase == "reinforce" and state.seat == 0)
    rules, cards = rules_of(table.state.options), table.state.cards
    own = tuple(bits(table.state.held[0]))
    hand = next(found for found in combinations(own, 3) if is_set(rules, [symbol(rules, card) for card in found]))
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
    desks = [open_desk() for _ in range(3)]
    desk = desks[0]
    desk.gather(*desks[1:], game="balance-of-power", preset="many")
    table = StandIn(server, *desks)
    table.play_until(lambda state: state.phase == "attack" and state.seat == 0)
    alliances = tuple(Alliance(buyer, 0) for buyer in (1, 2))
    table.change(effects=replace(table.state.effects, alliances=alliances))
    come(desk)

    asks(desk, "No attack is possible")
    expect(desk.dock.get_by_text(re.compile("You are bound by a forced alliance"))).to_be_visible()
    link = desk.dock.get_by_role("link", name="balance-of-power 40")
    expect(link).to_have_attribute("href", "/games/balance-of-power#rules")
    expect(desk.dock.get_by_text("Every territory next to an enemy has 1 army")).to_have_count(0)
