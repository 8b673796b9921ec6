"""What people read of the shop: what an action would do now, why it is closed, what is in force, what was bought."""

from __future__ import annotations

from typing import Any

import pytest

from wartable.games.conquest.balance.effects import NEUTRAL, Alliance, Effects, General
from wartable.games.conquest.balance.events import FirstRolled, StandingRolled
from wartable.games.conquest.balance.shop import choices, funds, lines, rows
from wartable.games.conquest.balance.shop import events as e
from wartable.games.conquest.balance.shop.tell import SENTENCES
from wartable.games.conquest.balance.tell import SENTENCES as TOLD
from wartable.games.conquest.core.tell import Words

from .positions import BOARD, at, bought, rules, standard

NAMES = ("Ann", "Ben", "Cat", "the neutral army")


def test_rows_say_what_it_does_now_and_why_it_is_closed() -> None:
    found = {row.what: row for row in rows(rules(), standard(pile=4))}
    assert next(iter(found)) == "recon"
    assert found["recon"].now == "Until your turn ends, 1 attack die cannot show 1 against sites of others: 5 now."
    assert (found["recon"].cost, found["recon"].rule, found["recon"].wants) == (2, 38, "")
    dear = found["airfield"].reason
    assert dear is not None
    assert dear.code == "buy.too_dear"
    assert found["airfield"].choices == ()
    assert set(found["kill_general"].choices) == {"central_america", "north_africa"}
    assert found["forced_alliance"].choices == ("1", "-1")
    assert found["sabotage"].now.startswith("As things stand the next draft would be: seat 2 ")
    assert (found["draft"].amount, found["maneuver"].amount, found["recon"].amount) == (3, 5, 0)
    assert funds(rules(), standard(pile=4, hands={0: (at("ural"),)}), 0) == type(funds(rules(), standard(), 0))(4, 2)


def test_every_now_is_a_sentence() -> None:
    for row in rows(rules(), standard(hands={1: (1,)})):
        assert row.now[0].isupper(), row
        assert row.now.endswith("."), row


def test_effects_in_force_are_told_with_their_end() -> None:
    effects = Effects(
        recon=2, attack_dice=1, special_forces=True, sabotaged=0b10,
        alliances=(Alliance(0, 1), Alliance(0, NEUTRAL)), generals=(General(1, 0, at("brazil")),),
    ).with_defence(1, 2)  # fmt: skip
    found = {(line.what, line.seat): line for line in lines(rules(), standard(effects=effects))}
    assert len(found) == 8
    assert found["forced_alliance", 1].ends == "until the next turn of seat 2 ends"
    assert found["forced_alliance", NEUTRAL].ends == "until the next turn of seat 1"
    assert found["kill_general", 0].ends == "until this turn ends", "the turn that is bound has begun"
    assert found["kill_general", 0].text == "may not attack seat 2 from Brazil"
    assert found["improved_defense", 1].ends == "until the next turn of seat 2"
    assert found["recon", 0].text == "2 attack dice cannot show 1 against sites"


def test_names_and_dice_do_not_run_together() -> None:
    words = Words(("Ann", "Player 3"), rules())
    first, level = FirstRolled((0, 1), (2, 6), 1), StandingRolled((0, 1), (2, 6))
    assert "Ann rolled 2 and Player 3 rolled 6." in TOLD[FirstRolled](first, words)
    assert TOLD[StandingRolled](level, words).endswith(": Ann rolled 2 and Player 3 rolled 6.")


def test_purchases_are_told_in_sentences() -> None:
    state = standard(hands={0: (at("ural"),), 1: (at("siam"),)})
    words = Words(NAMES, rules())
    for action in choices(rules(), state):
        for event in bought(state, action)[1]:
            if type(event) in SENTENCES:
                said = SENTENCES[type(event)](event, words)
                assert said.endswith("."), said
                assert "{" not in said
    struck = e.Struck(0, "brazil", NEUTRAL, 2, 1)
    assert SENTENCES[e.Struck](struck, words) == "2 armies of the neutral army in Brazil are destroyed; 1 left."
    bomb = e.Bought(0, "forced_alliance", 2, 2, None, 1)
    assert SENTENCES[e.Bought](bomb, words) == (
        "Ann forces Ben into an alliance through the next turn, for 2 casualties and 2 stars."
    )


NOW: list[tuple[str, dict[str, Any], str]] = [
    ("neutral_attack", {}, "Attack once with the neutral army: from 2 territories, 5 could be attacked."),
    ("draw_card", {"hands": {0: (0, 1, 2, 3)}}, "Draw a card. You then hold 5 cards."),
    (
        "draw_card",
        {"hands": {0: (0, 1, 2, 3, 4)}},
        "Draw a card. You hold the most there may be, so you then give one away.",
    ),
    ("espionage", {"hands": {1: (1, 2)}}, "Take a card unseen: seat 2 holds 2. You then hold 1 card."),
    ("improved_attack", {}, "Until your turn ends, each of your attacks rolls one die more: 4 with three armies."),
    (
        "improved_defense",
        {"effects": Effects().with_defence(0, 2)},
        "Until your next turn, each of your defenses rolls one die more: 4 with two armies.",
    ),
    (
        "special_forces",
        {},
        "Until your turn ends, three armies may attack rough terrain of others: 2 territories now.",
    ),
    (
        "special_forces",
        {"rough": BOARD.mask(["brazil", "iceland"])},
        "Until your turn ends, three armies may attack rough terrain of others: 1 territory now.",
    ),
    (
        "kill_general",
        {},
        "A territory beside yours cannot attack you next turn: 2 to choose from, 2 able to attack now.",
    ),
    (
        "bombardment",
        {},
        "Remove 3 armies from a territory beside yours: 2 to choose from, 2 with so many to lose.",
    ),
    (
        "atomic_bomb",
        {},
        (
            "Remove 2 armies from a territory anywhere, 4 to choose from, "
            "and one more from each beside it, yours too, on 4 to 6."
        ),
    ),
    (
        "maneuver",
        {"armies": {"brazil": 3, "peru": 2}},
        "Move up to 3 armies to one of your territories at once; you keep the move that ends your turn.",
    ),
    (
        "airfield",
        {"airfields": BOARD.mask(["brazil"])},
        (
            "For good, +1 on its holder's highest die in battles in that territory and beside it; "
            "3 of yours to choose from, 1 beside others."
        ),
    ),
    (
        "forced_alliance",
        {},
        (
            "A side of your choice may not attack you: a player for the whole of the next turn, "
            "the neutral army until your next turn."
        ),
    ),
]


@pytest.mark.parametrize(("what", "more", "words"), NOW)
def test_what_an_action_does_now(what: str, more: dict[str, Any], words: str) -> None:
    found: dict[str, str] = {row.what: row.now for row in rows(rules(), standard(**more))}
    assert found[what] == words
