"""Tasks, windows, secret steps and effects within effects keep the promises of the contract."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.flow.allied import ALLIED, HalfSided, TraitorousGame
from tests.games.flow.effects import ORDER, OrderOptions, Throw
from tests.games.flow.hands import DECK, HANDS, Attack, HandGame, HandState, Pass, Play
from tests.games.flow.sealed import SEALED, Bid, OpenBids, ToldOnce
from wartable.engine.chance import Rolled, ScriptedDice, SealedDice, Shuffled
from wartable.engine.conformance import NotConforming, conform
from wartable.engine.driver import Match
from wartable.engine.errors import IllegalAction
from wartable.engine.game import AnyGame
from wartable.engine.options import Options
from wartable.engine.undo import undo_of
from wartable.engine.values import CHANCE, Action, Seat

A, B, C = map(Seat, range(3))


@pytest.mark.parametrize("game", [HANDS, SEALED, ORDER, ALLIED], ids=lambda game: game.key)
def test_games_on_the_machine_keep_the_contract(game: AnyGame) -> None:
    reports = conform(game, games=25, seed=1)

    assert all(report.finished == report.games for report in reports)


def test_a_second_secret_step_under_the_number_of_the_first_is_caught() -> None:
    with pytest.raises(NotConforming, match="another question is asked by the step"):
        conform(ToldOnce(), games=10, seed=1)


def test_answers_shown_before_all_are_in_are_caught() -> None:
    with pytest.raises(NotConforming, match="learns a secret"):
        conform(OpenBids(), games=10, seed=1)


class Telltale(HandGame):
    """Its standing pass depends on what another holds."""

    def settled(self, state: HandState, seat: Seat, key: str) -> Action | None:
        others = (hand for other, hand in enumerate(state.hands) if other != seat)
        return None if any("block" in hand for hand in others) else super().settled(state, seat, key)


class Stubborn(HandGame):
    """Its standing block says to play a card that is not there."""

    def settled(self, state: HandState, seat: Seat, key: str) -> Action | None:  # noqa: ARG002
        return Play("block") if key == "block" else None


@pytest.mark.parametrize(
    ("game", "promise"),
    [
        (TraitorousGame(), "is left out of the victory of its side"),
        (HalfSided(), "the sides are of 3 seats"),
        (Telltale(), "depends on a secret"),
        (Stubborn(), "which is not legal"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_broken_promises_of_sides_and_standing_answers_are_caught(game: AnyGame, promise: str) -> None:
    with pytest.raises(NotConforming, match=promise):
        conform(game, games=40, seed=1)


def test_everybody_plays_alone_where_a_game_says_nothing_of_sides() -> None:
    match = Match(ORDER, OrderOptions(), 2, SealedDice(b"x"))

    assert ORDER.sides(match.state) == ()
    assert ALLIED.sides(Match(ALLIED, OrderOptions(), 4, SealedDice(b"x")).state) == (0, 1, 0, 1)


# --- reactions


IDLE = "break nothing block"


def hands(*cards: str, seats: int = 3) -> Match:
    """Return a match in which each seat holds these cards."""
    left, order = list(range(len(DECK))), list[int]()
    for card in " ".join(cards).split():
        order.append(next(index for index in left if DECK[index] == card))
        left.remove(order[-1])
    match = Match(HANDS, Options(), seats, ScriptedDice([Shuffled((*order, *left))]))
    match.answer_chance()
    return match


def test_a_window_asks_one_seat_after_the_other_and_says_why() -> None:
    match = hands(IDLE, "block block block", IDLE)
    match.act(A, Attack(2))

    asked = [HANDS.asked(match.state)]
    match.act(B, Pass())
    asked.append(HANDS.asked(match.state))

    assert [one.seats for one in asked if one] == [(B,), (C,)]
    assert {(one.kind, one.brief, one.about) for one in asked if one} == {("reaction", True, "attack.declared")}
    assert [one.step for one in asked if one] == [2, 3]


def test_a_window_is_opened_to_all_who_could_publicly_have_something_to_play() -> None:
    nothing = hands(IDLE, "break break nothing", IDLE)
    nothing.act(A, Attack(2))

    assert nothing.to_act == (B,)
    assert list(HANDS.legal(nothing.state, B)) == [Pass()]


def test_what_is_played_in_a_window_may_itself_be_answered_before_it_counts() -> None:
    match = hands("break break nothing", "block block block", IDLE)
    match.act(A, Attack(2))
    match.act(B, Play("block"))
    match.act(C, Pass())
    match.act(A, Play("break"))
    while match.to_act != (B,) or HANDS.flow.stage(match.state) != "attack":
        match.act(match.to_act[0], Pass())

    assert match.state.points == (0, 0, -1)


def test_a_card_that_is_not_held_is_refused_and_changes_nothing() -> None:
    match = hands(IDLE, "break break nothing", IDLE)
    match.act(A, Attack(2))
    before = match.state

    with pytest.raises(IllegalAction):
        match.act(B, Play("block"))
    with pytest.raises(IllegalAction, match="Now is the time to play or pass"):
        match.act(B, Attack(0))

    assert match.state is before


# --- secret steps


def sealed(seats: int = 3) -> Match:
    return Match(SEALED, Options(), seats, SealedDice(b"x"))


def test_answers_wait_until_all_are_in_and_are_revealed_together() -> None:
    match = sealed()
    first = SEALED.asked(match.state)
    assert not match.act(A, Bid(1)).events
    waiting = SEALED.asked(match.state)
    match.act(C, Bid(2))
    told = match.act(B, Bid(0)).events

    assert first
    assert waiting
    assert (first.seats, waiting.seats) == ((A, B, C), (B, C))
    assert first.step == waiting.step
    assert [event.seat for event in told] == [A, B, C]  # type: ignore[attr-defined]


def test_each_secret_step_has_its_own_number_within_a_turn() -> None:
    match = sealed()
    bids = SEALED.asked(match.state)
    for seat in (A, B, C):
        match.act(seat, Bid(1))
    picks = SEALED.asked(match.state)

    assert bids
    assert picks
    assert bids.turn == picks.turn
    assert bids.step < picks.step
    assert (picks.kind, picks.secret, picks.about) == ("orders", True, "picks")


def test_a_step_that_asks_nobody_is_passed_over() -> None:
    match = sealed()
    for seat in (A, B, C):
        match.act(seat, Bid(0))

    asked = SEALED.asked(match.state)
    assert asked
    assert (asked.turn, asked.about) == (1, "bids")


def test_a_secret_answer_can_be_taken_back_until_all_are_in() -> None:
    match = sealed(2)
    match.act(A, Bid(1))

    assert undo_of(match, A).allowed
    match.take_back(0)
    assert match.to_act == (A, B)

    match.act(A, Bid(1))
    match.act(B, Bid(1))
    assert not undo_of(match, A).allowed
    last = undo_of(match, B)
    assert not last.allowed, "B has seen what A bid"
    assert last.reason is not None
    assert last.reason.code == "undo.revealed"


# --- effects within effects, orders of turns


def test_effects_within_effects_are_done_before_what_was_on_the_agenda() -> None:
    match = Match(ORDER, OrderOptions(), 2, SealedDice(b"x"))
    match.act(A, Throw(2))
    for face in (6, 6, 1, 1, 1, 1):
        match.act(CHANCE, Rolled((face,)))

    assert match.state.thrown == (0, 1, 2, 2, 1, 0)
    assert match.state.points == (2, 0)
    assert match.to_act == (B,)


@pytest.mark.parametrize(
    ("order", "script", "first"), [("around", (), A), ("back", (), C), ("drawn", (Shuffled((1, 2, 0)),), B)]
)
def test_the_order_of_turns_is_what_the_option_says(order: Any, script: Any, first: Seat) -> None:
    match = Match(ORDER, OrderOptions(order=order), 3, ScriptedDice(script))
    match.answer_chance()

    assert match.to_act == (first,)


# --- what is shown


def test_the_table_of_the_documentation_follows_from_the_handlers() -> None:
    rows = HANDS.flow.table().splitlines()[2:]

    assert rows == [
        "| Attack | A player attacks somebody or lets it be. | players | attack, pass | hands 1 |",
        "| React | Who holds cards may play one against what was played last. | players | play, pass | hands 2 |",
    ]


def test_the_stage_people_see_is_that_of_the_first_task_that_has_one() -> None:
    match = hands(IDLE, IDLE, IDLE)
    assert HANDS.flow.stages == ("attack", "react")
    assert HANDS.flow.stage(match.state) == "attack"
    match.act(A, Attack(2))
    assert HANDS.flow.stage(match.state) == "react"
