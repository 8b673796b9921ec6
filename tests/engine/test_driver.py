"""The driver and the undo rule, on the tiny games."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from tests.engine.tiny_hidden import POST_GAME, Pass, PostOptions, Strike
from tests.engine.tiny_orders import RING_GAME, Build, Order, Retreat, Revealed, RingOptions
from tests.engine.tiny_table import FIELD_GAME, FieldOptions, Halt, March
from wartable.engine.chance import ScriptedDice, SealedDice, Shuffled
from wartable.engine.driver import (
    Decision,
    DefaultPolicy,
    EndlessGame,
    Match,
    Policy,
    RandomPolicy,
    by_seat,
    play,
    run_quick,
)
from wartable.engine.errors import IllegalAction
from wartable.engine.game import AnyGame
from wartable.engine.undo import undo_of
from wartable.engine.values import CHANCE, Seat, named

ONE, TWO = Seat(0), Seat(1)


def ring(rounds: int = 2) -> Match:
    return Match(RING_GAME, RingOptions(rounds=rounds), 2, SealedDice(b"x"))


def posts(*script: Any) -> Match:
    return Match(POST_GAME, PostOptions(cards=False), 2, ScriptedDice(script))


def test_orders_stay_secret_until_all_are_in() -> None:
    match = ring()
    match.act(ONE, Order((1, 1)))

    assert match.to_act == (TWO,)
    assert RING_GAME.view(match.state, TWO).pending == ((), None)
    assert RING_GAME.view(match.state, ONE).pending == ((1, 1), None)

    events = match.act(TWO, Order((0, 0))).events

    assert events == (Revealed(orders=((1, 1), (0, 0))),)


def test_retreats_and_builds_follow_a_clash() -> None:
    match = ring()
    match.act(ONE, Order((0, 1)))
    match.act(TWO, Order((0, 1)))

    assert match.state.phase == "retreats"
    assert match.to_act == (ONE,)

    match.act(ONE, Retreat(2))
    match.act(TWO, Retreat(3))

    assert match.state.phase == "builds"
    assert set(match.to_act) == {ONE, TWO}

    match.act(TWO, Build(None))
    match.act(ONE, Build(None))

    assert match.state.round == 1


def test_a_refused_action_leaves_the_match_as_it_was() -> None:
    match = ring()
    before = match.state

    with pytest.raises(IllegalAction, match="not possible"):
        match.act(ONE, Order((5,)))
    with pytest.raises(IllegalAction, match="knows these decisions: order, retreat, build"):
        match.act(ONE, Halt())

    assert match.state is before
    assert match.moves == []


def test_who_is_not_asked_is_told_so() -> None:
    match = posts(Shuffled((0, 1, 2)), Shuffled((2, 1, 0)))

    with pytest.raises(IllegalAction, match="dice are rolling"):
        match.act(ONE, Pass())
    match.answer_chance()
    with pytest.raises(IllegalAction, match=r"It is seat 1's turn\. You can look around"):
        match.act(TWO, Pass())
    with pytest.raises(IllegalAction, match="seat 1's turn"):
        match.act(CHANCE, Shuffled((0, 1, 2)))


def test_the_rules_words_for_seats_become_names() -> None:
    names = ["seat 2", "Jonas"]

    assert named("Seat 1 beats seat 2; seat 3 looks on.", names) == "seat 2 beats Jonas; seat 3 looks on."
    assert named("It is seat 2's turn, not seat 12's.", names) == "It is Jonas's turn, not seat 12's."


def test_a_match_over_refuses_everything() -> None:
    match = ring(rounds=1)
    play(match, [DefaultPolicy(), DefaultPolicy()], [Random(0), Random(0)])

    assert match.outcome is not None
    assert match.outcome.winners == (ONE, TWO)
    with pytest.raises(IllegalAction, match="game is over"):
        match.act(ONE, Order((0, 0)))


def test_a_policy_that_errs_is_named() -> None:
    class Wrong:
        def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ARG002
            return Decision(Order((9, 9)))

    with pytest.raises(IllegalAction) as caught:
        play(ring(), by_seat({TWO: Wrong()}, 2, RandomPolicy()), [Random(0)] * 2)

    assert "chosen by Wrong on seat 2: order 9 9" in caught.value.__notes__


def test_a_game_without_end_is_stopped() -> None:
    with pytest.raises(EndlessGame, match="went on after 3 decisions"):
        play(ring(rounds=9), [RandomPolicy()] * 2, [Random(0)] * 2, limit=3)


def test_policies_never_see_the_hidden_truth() -> None:
    seen: list[Any] = []

    class Nosy:
        def decide(self, game: AnyGame, state: Any, seat: Seat, rng: Random) -> Decision:  # noqa: ARG002
            seen.append(state.units[1 - seat])
            return Decision(game.default(state, seat))

    match = posts(Shuffled((0, 1, 2)), Shuffled((0, 1, 2)))
    policy: Policy = Nosy()
    play(match, [policy, policy], [Random(1), Random(2)])

    assert len(set(seen)) > 1, "the other side's units should look different from time to time"


@pytest.mark.parametrize("seed", range(6))
def test_quick_play_ends_where_the_match_does(seed: int) -> None:
    match = Match(FIELD_GAME, FieldOptions(), 2, SealedDice.of(seed))
    outcome = play(match, [RandomPolicy()] * 2, [Random(seed), Random(seed + 1)])

    state, decisions = run_quick(
        FIELD_GAME, FieldOptions(), 2, [RandomPolicy()] * 2, [Random(seed), Random(seed + 1)], SealedDice.of(seed)
    )

    assert state == match.state
    assert FIELD_GAME.outcome(state) == outcome
    assert decisions == sum(move.entry.seat != CHANCE for move in match.moves)


@pytest.mark.parametrize("limit", range(9))
def test_the_limit_counts_decisions_and_is_the_same_for_quick_play(limit: int) -> None:
    match = ring(rounds=3)
    with suppress(EndlessGame):
        play(match, [DefaultPolicy()] * 2, [Random(0)] * 2, limit=limit)

    state, decisions = run_quick(
        RING_GAME, match.options, 2, [DefaultPolicy()] * 2, [Random(0)] * 2, SealedDice(b"x"), limit
    )

    assert state == match.state
    assert decisions == len(match.moves) <= limit + 1, "two are asked at once, and both are heard"


def test_a_game_that_ends_with_the_last_decision_allowed_is_over() -> None:
    free, bound = ring(), ring()
    outcome = play(free, [DefaultPolicy()] * 2, [Random(0)] * 2)

    assert outcome is not None
    assert play(bound, [DefaultPolicy()] * 2, [Random(0)] * 2, limit=len(free.moves)) == outcome


def test_every_earlier_state_is_kept() -> None:
    match = Match(FIELD_GAME, FieldOptions(), 2, SealedDice(b"y"))
    play(match, [RandomPolicy()] * 2, [Random(3), Random(4)])

    states = [move.state for move in match.moves]

    assert states[-1] == match.state
    assert match.state_at(0) == match.start
    assert match.state_at(3) == states[2]
    with pytest.raises(IndexError, match="not among them"):
        match.state_at(len(states) + 1)


def test_undo_stops_where_the_move_passed_on() -> None:
    match = Match(FIELD_GAME, FieldOptions(), 2, SealedDice(b"z"))
    match.act(ONE, March(0, ((2000, 5000),)))

    undo = undo_of(match, ONE)

    assert not undo.allowed
    assert undo.reason is not None
    assert undo.reason.code == "undo.passed"
    other = undo_of(match, TWO).reason
    assert other is not None
    assert other.code == "undo.other"
    assert named(other.message, ["Jonas", "Mira"]) == "Jonas has moved since, so this can no longer be taken back."


def test_undo_stops_at_dice() -> None:
    match = posts(Shuffled((2, 1, 0)), Shuffled((0, 1, 2)), 6)
    match.answer_chance()
    match.act(ONE, Strike(0, None))
    match.answer_chance()
    match.act(TWO, Pass())

    undo = undo_of(match, ONE)

    assert not undo.allowed
    assert undo.reason is not None
    assert undo.reason.code == "undo.other"


def test_a_secret_order_can_be_taken_back_until_the_reveal() -> None:
    match = ring()
    match.act(ONE, Order((1, 1)))

    undo = undo_of(match, ONE)
    assert (undo.earliest, undo.present) == (0, 1)

    match.take_back(undo.earliest)
    assert match.to_act == (ONE, TWO)

    match.act(ONE, Order((0, 0)))
    match.act(TWO, Order((0, 0)))
    assert not undo_of(match, TWO).allowed


def test_dice_are_counted_anew_after_taking_back() -> None:
    match = posts(Shuffled((2, 1, 0)), Shuffled((0, 1, 2)))
    match.answer_chance()
    assert match.rolls == 2

    match.take_back(1)

    assert match.rolls == 1
    assert match.to_act == (CHANCE,)


def test_nothing_can_be_taken_back_before_the_first_move() -> None:
    undo = undo_of(ring(), ONE)

    assert not undo.allowed
    assert undo.reason is not None
    assert undo.reason.code == "undo.start"
