"""Lord of the Rings Risk in the browser: cards out of turn, missions, leaders, the Ring, neutral army, sides."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Open
from tests.browser.site import comes_true, serious_faults
from tests.browser.stand_in import StandIn
from tests.browser.tables import Desk
from tests.browser.turns import Mouse, asks
from tests.server.live import Live
from wartable.engine.actions import Offer
from wartable.engine.driver import RandomPolicy
from wartable.games.conquest.lotr.data import Mission, adventure_card
from wartable.games.conquest.lotr.state import LEADER, LotrState

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME = "lotr-risk"
_WHOLE = """() => {
  const one = document.querySelector('section[aria-label="Points"] .scroll');
  return innerWidth < 400 && one !== null && one.scrollWidth <= one.clientWidth;
}"""
"""Whether the table of points is seen whole on a phone."""


def gathered(desk: Desk, server: Live, seats: int, preset: str, seed: str) -> StandIn:
    """A table of one screen whose players decide at random until a test takes over."""
    desk.settle()
    desk.lay("me", *["local"] * (seats - 1), game=GAME, preset=preset, plain=True, seed=seed, pace={"curtain": True})
    return StandIn(server, desk, policy=RandomPolicy())


def step(state: LotrState) -> str:
    """The kind of what the game waits for."""
    return type(state.agenda[0]).__name__ if state.agenda else ""


def come(desk: Desk) -> None:
    """Open the table, and take the screen where a curtain hangs."""
    desk.visit(f"/table/{desk.table['id']}")
    curtain = desk.page.get_by_role("dialog", name=re.compile("^Hand the screen to"))
    expect(desk.dock.or_(curtain).first).to_be_visible()
    if curtain.count():
        curtain.get_by_role("button").click()
    expect(desk.dock).to_be_visible()


def log(desk: Desk) -> Locator:
    desk.page.get_by_role("tab", name="Log").click()
    return desk.rail


def wanted(table: StandIn, *kinds: str) -> Offer | None:
    """The first offer of these kinds to whoever is asked."""
    return next((offer for offer in table.offers if offer.kind in kinds), None)


def test_four_play_a_card_out_of_turn_fulfil_a_mission_and_destroy_the_ring(open_desk: Open, server: Live) -> None:
    desk = open_desk()
    table = gathered(desk, server, 4, "trilogy", "b1")

    table.play_until(lambda state: step(state) == "Reacting" and wanted(table, "play") is not None)
    card = adventure_card((wanted(table, "play") or Offer(kind="")).source)
    come(desk)
    expect(desk.dock.get_by_role("heading", level=2)).to_contain_text("attacks")
    expect(desk.dock.locator(":focus")).to_contain_text("Pass")  # the first focus is never on playing
    expect(desk.dock).to_contain_text("they conquer")
    assert serious_faults(desk.page) == []
    desk.button(f"Play {card.name}").click()
    expect(log(desk)).to_contain_text(f"plays {card.name}")
    log(desk).get_by_role("button", name=card.name, exact=True).first.click()
    look = desk.page.get_by_role("dialog", name=card.name)
    expect(look).to_contain_text(card.words)
    desk.press("Escape")
    expect(look).to_be_hidden()
    assert any(shown for shown in table.state.shown), "the card lies open"

    table.play_until(lambda state: step(state) == "Fortifying" and held_mission(table) is not None)
    lead_to(table, held_mission(table) or 0)
    offer = wanted(table, "mission")
    assert offer
    stars = len(table.state.shown[table.state.seat])
    come(desk)
    asks(desk, "Move, if you like")
    desk.button(f"Fulfil {offer.note}", exact=True).click()
    if len(offer.targets) > 1:
        for _ in range(offer.most):
            desk.click(offer.targets[0])
    desk.button(re.compile(f"^Fulfil {re.escape(offer.note)}")).last.click()
    expect(log(desk)).to_contain_text(f"fulfils {offer.note}")
    assert len(table.state.shown[table.state.seat]) == stars + 1

    table.play_to_the_end()
    assert table.state.ended_by == "ring_destroyed"
    desk.visit(f"/table/{desk.table['id']}")
    expect(desk.dock.get_by_role("heading", name=re.compile("won$"))).to_be_visible()
    points = desk.dock.get_by_role("region", name="Points").get_by_role("row")
    expect(points).to_have_count(5)
    expect(desk.dock).to_contain_text("The Ring is destroyed on Mount Doom")
    desk.dock.get_by_role("link", name="Result page").click()
    expect(desk.page.get_by_role("region", name="Points")).to_be_visible()
    assert serious_faults(desk.page) == []
    desk.page.set_viewport_size({"width": 390, "height": 844})
    comes_true(desk.page, _WHOLE)


def held_mission(table: StandIn) -> int | None:
    """The territory of a mission that whoever is on turn holds together with its card."""
    rules, state = table.game.rules(table.state), table.state
    cards = [rules.deck[card] for card in state.adventure.hands[state.seat]]
    spaces = [rules.board.index[card.territory] for card in cards if isinstance(card, Mission)]
    return next((space for space in spaces if state.held[state.seat] >> space & 1), None)


def lead_to(table: StandIn, space: int) -> None:
    """Let a leader of whoever is on turn stand in a territory, as if it had come there."""
    state = table.state
    own = state.held[state.seat]
    leaders = tuple(int(at == space) if own >> at & 1 else count for at, count in enumerate(state.pieces[LEADER]))
    table.change(pieces=(leaders, *state.pieces[1:]), fresh=0, claimed=0, fought=0, missions_shown=0)


def test_two_play_with_the_neutral_army_on_the_smaller_board(open_desk: Open, server: Live) -> None:
    desk = open_desk()
    table = gathered(desk, server, 2, "original", "b1")
    table.play_until(lambda state: step(state) == "SetUpPlacing")
    come(desk)
    asks(desk, "Place a unit")
    mine = next(space.key for space in desk.spaces() if space.mine)
    before = table.state.armies
    desk.click(mine)
    expect(desk.page.locator(f'[data-place="{mine}"]')).to_contain_text("2 units")
    assert sum(table.state.armies) == sum(before) + 1

    table.play_until(lambda state: step(state) == "PlacingLeader")
    come(desk)
    asks(desk, "Place a leader")
    [offer] = table.offers
    desk.click(offer.targets[0])
    expect(desk.page.locator(f'[data-leader="{offer.targets[0]}"]')).to_be_visible()

    def neutral_beside(_state: LotrState) -> bool:
        return step(table.state) == "Attacking" and pair(table) is not None

    table.play_until(neutral_beside)
    found = pair(table)
    assert found
    come(desk)
    mouse = Mouse(desk)
    mouse.choose(found[0])
    mouse.choose_target(found[1])
    expect(desk.dock).to_contain_text("the neutral army defends with")
    desk.button(re.compile("^Roll once")).click()
    expect(log(desk)).to_contain_text("neutral")

    table.play_to_the_end()
    desk.visit(f"/table/{desk.table['id']}")
    expect(desk.dock).to_contain_text("The Fellowship has left the Dead Marshes")


def pair(table: StandIn) -> tuple[str, str] | None:
    """An own territory and one of the neutral army that it can attack."""
    game, state = table.game, table.state
    view = game.view(state, state.seat)
    board = game.rules(state).board
    for offer in table.offers:
        for target in offer.targets if offer.kind == "attack" else ():
            if view.owners[board.index[target]] < 0:
                return offer.source, target
    return None


def test_sides_play_until_the_ring_is_found(open_desk: Open, server: Live) -> None:
    desk = open_desk()
    table = gathered(desk, server, 4, "team", SEED_FOUND)
    table.play_until(lambda state: step(state) == "Reinforcing" and state.turn >= 2)
    come(desk)
    expect(desk.page.get_by_role("columnheader", name="Points").first).to_be_visible()
    players = desk.rail.get_by_role("table").first
    for side in ("Good", "Evil"):
        expect(players.get_by_role("row", name=re.compile(rf"^{side} \d+ \d+ \d+"))).to_be_visible()
    desk.page.get_by_role("tab", name="Score").click()
    expect(desk.rail.get_by_role("row", name=re.compile(r"^Together (good|evil) \d+ (good|evil) \d+"))).to_be_visible()
    table.play_to_the_end()
    assert table.state.ended_by == "ring_found"
    desk.visit(f"/table/{desk.table['id']}")
    expect(desk.dock).to_contain_text(re.compile(r"The Ring is found\. .+ rolls \d and \d.*, and finds it\."))
    expect(desk.dock.get_by_role("heading", name=re.compile(" and .+ have won$"))).to_be_visible()
    points = desk.dock.get_by_role("region", name="Points").get_by_role("row")
    expect(points.nth(1)).to_contain_text("Evil")  # a row for each side over its players, the winners first
    expect(points).to_have_count(7)
    expect(log(desk)).to_contain_text("for the Ring, rolls")


SEED_FOUND = "found4"
"""A seed by which the Ring is found."""


def test_cards_open_large_by_key_and_say_why_not_now(open_desk: Open, server: Live) -> None:
    desk = open_desk()
    table = gathered(desk, server, 4, "trilogy", "b1")
    table.play_until(lambda state: step(state) == "Attacking" and state.turn >= 1)
    come(desk)
    desk.press("c")
    gallery = desk.page.get_by_role("dialog", name="All cards")
    expect(gallery.get_by_role("heading", name="In your hand")).to_be_visible()
    expect(gallery).to_contain_text(re.compile("Not now|Within reach|Met if you take|Play now"))
    expect(gallery).to_contain_text("How to read a card")
    assert serious_faults(desk.page) == []
    desk.press("Escape")
    expect(gallery).to_be_hidden()
    desk.page.get_by_role("tab", name="Score").click()
    expect(desk.rail.get_by_role("row", name=re.compile("^Points"))).to_be_visible()
    expect(desk.page.get_by_role("region", name="The Fellowship")).to_contain_text("Another turn for you")
    desk.press("t")
    expect(desk.page.get_by_role("columnheader", name="There")).to_be_visible()
    expect(desk.page.get_by_role("row", name=re.compile("^Minas Tirith "))).to_contain_text("tronghold Minas Tirith")


def test_answers_are_given_ahead(open_desk: Open, server: Live) -> None:
    desk = open_desk()
    table = gathered(desk, server, 4, "trilogy", "b1")
    table.play_until(lambda state: step(state) == "Reinforcing")
    come(desk)
    desk.page.get_by_role("tab", name="Answers").click()
    choice = desk.rail.get_by_role("combobox", name="The Fellowship, every moment")
    expect(desk.rail).to_contain_text("Proposed: The Fellowship, every moment: pass.")
    desk.rail.get_by_role("button", name="Pass", exact=True).click()
    expect(choice).to_have_value("pass fellowship")
    expect(desk.rail).to_contain_text("Until you change it.")
    expect(desk.rail).not_to_contain_text("Proposed:")
    desk.page.reload(wait_until="domcontentloaded")
    come(desk)
    desk.page.get_by_role("tab", name="Answers").click()
    expect(desk.rail.get_by_role("combobox", name="The Fellowship, every moment")).to_have_value("pass fellowship")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_a_phone_has_cards_and_score_at_its_foot(open_desk: Open, server: Live, *, dark: bool) -> None:
    desk = open_desk(phone=True, dark=dark)
    table = gathered(desk, server, 4, "trilogy", "b1")
    table.play_until(lambda state: step(state) == "Attacking" and state.turn >= 1)
    come(desk)
    expect(desk.page.get_by_text("Another turn for you:")).to_be_visible()
    places = desk.page.get_by_role("navigation", name="This game")
    places.get_by_role("button", name="Cards").tap()
    expect(desk.page.get_by_role("heading", name="In your hand")).to_be_visible()
    assert serious_faults(desk.page) == []
    places.get_by_role("button", name="Players").tap()
    expect(desk.page.get_by_role("heading", name="Score")).to_be_visible()
    assert desk.page.evaluate("document.documentElement.scrollWidth") <= 390
