"""Standing answers: keys, what is offered, and what they say to windows (`lotr-risk L54`, `lotr-risk L55`)."""

from __future__ import annotations

from msgspec.structs import replace

from wartable.engine import registry
from wartable.engine.values import Seat
from wartable.games.conquest.lotr.actions import Pass, PlayCard
from wartable.games.conquest.lotr.adventure import reaction_windows
from wartable.games.conquest.lotr.adventure.standing import Answer, answer_of, offered
from wartable.games.conquest.lotr.presets import PRESETS
from wartable.games.conquest.lotr.rules import LotrRules, rules_of
from wartable.games.conquest.lotr.state import LotrState
from wartable.games.conquest.lotr.tasks import Leaving, RingRolled

GAME = registry.get("lotr-risk")
OPTIONS = PRESETS["trilogy"].for_seats(3)
RULES: LotrRules = rules_of(OPTIONS)


def position(*hand: str, task: Leaving | RingRolled) -> LotrState:
    """Return a state in which seat 1 holds adventure cards and the Fellowship is at its first step."""
    state: LotrState = GAME.start(OPTIONS, 3)
    cards = tuple(sorted(RULES.copies[card].bit_length() - 1 for card in hand))
    hands = tuple(cards if seat == 1 else () for seat in range(3))
    deck = ((1 << len(RULES.deck)) - 1) & ~sum(1 << card for card in cards)
    third = len(RULES.board.ids) // 3
    held = tuple(sum(1 << space for space in range(seat * third, (seat + 1) * third)) for seat in range(3))
    adventure = replace(state.adventure, hands=hands, deck=deck)
    state = replace(state, held=held, armies=(2,) * len(RULES.board.ids), adventure=adventure, agenda=(task,))
    about = "fellowship.leaves" if isinstance(task, Leaving) else "fellowship.rolled"
    window = reaction_windows.window(RULES, state, about)
    assert window is not None
    return replace(state, agenda=(window, task))


def test_keys_are_read_as_they_are_written() -> None:
    answers = [
        Answer("fellowship"),
        Answer("attack.declared", "minas_tirith"),
        Answer("attack.declared", "minas_tirith", PlayCard("courage_alone")),
        Answer("attack.declared", "", PlayCard("strategic_withdrawal", target="lebennin")),
        Answer("fellowship.rolled", "moria", PlayCard("faramir_finds_ringbearer", count=-2)),
    ]

    assert [answer_of(RULES, answer.key) for answer in answers] == answers


def test_keys_of_what_cannot_be_are_no_answers() -> None:
    wrong = (
        "pass everything", "pass attack.declared@london", "card smeagol fellowship.leaves", "card hobbiton fellowship",
        "card strategic_withdrawal attack.declared", "card courage_alone>lebennin attack.declared",
        "card faramir_finds_ringbearer+1 fellowship.rolled", "card gollum fellowship", "courage_alone", "",
    )  # fmt: skip

    assert [answer_of(RULES, key) for key in wrong] == [None] * len(wrong)
    assert [GAME.standing_of(OPTIONS, key) for key in wrong] == [None] * len(wrong)


def test_a_pass_for_the_fellowship_covers_its_windows_and_a_card_only_its_own() -> None:
    leaves = position("gollum", "smeagol", task=Leaving(Seat(0)))
    rolled = position("gollum", "smeagol", task=RingRolled(Seat(0), 3))

    for state in (leaves, rolled):
        assert GAME.settled(state, Seat(1), "pass fellowship") == Pass()
        assert GAME.settled(state, Seat(1), "pass attack.declared") is None
    assert GAME.settled(leaves, Seat(1), "card gollum fellowship.leaves") == PlayCard("gollum")
    assert GAME.settled(rolled, Seat(1), "card gollum fellowship.leaves") is None
    assert GAME.settled(rolled, Seat(1), "card smeagol fellowship.rolled@the_shire") == PlayCard("smeagol")
    assert GAME.settled(rolled, Seat(1), "card smeagol fellowship.rolled@moria") is None


def test_a_card_that_is_gone_answers_nothing() -> None:
    state = position("smeagol", task=Leaving(Seat(0)))

    assert GAME.settled(state, Seat(1), "card gollum fellowship.leaves") is None


def test_a_hand_offers_its_cards_to_its_own_seat_and_cards_sort_before_passes() -> None:
    state = position("gollum", "courage_alone", "hobbiton", task=Leaving(Seat(0)))
    mine = {one.key: one.lasts for one in GAME.standing_now(state, OPTIONS, Seat(1))}
    others = {one.key for one in GAME.standing_now(state, OPTIONS, Seat(0))}

    assert others == {one.key for one in offered(RULES)}
    assert mine["card gollum fellowship.leaves"] == "once"
    assert mine["pass fellowship"] == "game"
    assert max(mine).startswith("pass")
    assert all(answer_of(RULES, key) for key in mine)
    assert not any("hobbiton" in key for key in mine)


def test_without_a_ring_nothing_is_settled_about_it() -> None:
    rules = rules_of(PRESETS["domination"].for_seats(3))

    assert [one.key for one in offered(rules)] == ["pass attack.declared", "pass battle.declared"]
