"""What holds in every simultaneous round: numbers, one battle for each unit, and no bearing of any order."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests.conquest.simultaneous.playing import (
    GAMES,
    before_moves,
    fought,
    in_order,
    last_of,
    ordered,
    played,
    started,
    total,
)
from wartable.engine.values import Seat
from wartable.games.conquest.core import events as core
from wartable.games.conquest.lotr import events as lotr
from wartable.games.conquest.simultaneous import events as e
from wartable.games.conquest.simultaneous.actions import Orders
from wartable.games.conquest.simultaneous.state import affairs_of

SEEDS = st.integers(min_value=0, max_value=10**6)
FEW = settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much]
)
PRESETS = sorted(GAMES)


def brought(rules: Any, event: Any) -> int:
    """Return the armies that an event brings, less those that it costs."""
    match event:
        case core.Placed(count=count) | lotr.RewardPlaced(count=count):
            return count
        case lotr.StrongholdUnits(spaces=spaces):
            return len(spaces)
        case core.Traded(bonus=bonus):
            return rules.cards.picture_armies if bonus else 0
        case e.RoundFought(lost=lost):
            return -sum(count for _, count in lost)
        case e.Returned(count=count, lost=True):
            return -count
        case _:
            return 0


@FEW
@given(seed=SEEDS, preset=st.sampled_from(PRESETS), seats=st.integers(2, 4))
def test_numbers_are_conserved(seed: int, preset: str, seats: int) -> None:
    game = GAMES[preset]
    for before, after, events in played(game, started(preset, seats), seed, 400):
        assert not list(game.invariants(after))
        if not before.pools and not after.pools and before.turn >= 0 and before.order:
            raiders = any(isinstance(event, lotr.EventDrawn | lotr.TurnedUp) for event in events)
            if raiders:  # events of the deck give and take by rules of their own
                continue
            assert total(after) == total(before) + sum(brought(game.rules(after), event) for event in events)


@FEW
@given(seed=SEEDS, preset=st.sampled_from(PRESETS), seats=st.integers(2, 4), rounds=st.integers(0, 3))
def test_no_unit_fights_twice(seed: int, preset: str, seats: int, rounds: int) -> None:
    game = GAMES[preset]
    state = before_moves(game, started(preset, seats), seed, rounds)
    assume(state is not None)
    armies = {
        seat: sum(state.armies[n] for n in range(len(state.armies)) if state.held[seat] >> n & 1)
        for seat in range(seats)
    }
    met: list[e.Met] = []
    for _, after, events in played(game, state, seed, 200):
        met += [event for event in events if isinstance(event, e.Met)]
        if after.turn > state.turn or after.victory:
            break
    assert len({one.place for one in met}) == len(met)
    for seat in range(seats):
        assert sum(units for one in met for player, units in one.sides if player == seat) <= armies[seat]


@FEW
@given(seed=SEEDS, preset=st.sampled_from(PRESETS), rounds=st.integers(0, 3), swap=st.sampled_from(["pass", "fight"]))
def test_the_order_of_places_changes_no_result(seed: int, preset: str, rounds: int, swap: str) -> None:
    game = GAMES[preset]
    state = before_moves(game, started(preset, 4, swap=swap), seed, rounds)
    assume(state is not None)
    rng = Random(seed)
    state = ordered(game, state, [(seat, game.legal(state, seat).sample(rng)) for seat in game.to_act(state)])
    clashes = affairs_of(state).clashes
    assume(len(clashes) > 1)
    order = list(range(len(clashes)))
    rng.shuffle(order)
    one, other = fought(game, state, seed), fought(game, in_order(game, state, order), seed)
    assert _board(one) == _board(other)


@FEW
@given(seed=SEEDS, preset=st.sampled_from(PRESETS), rounds=st.integers(0, 3))
def test_the_order_in_which_players_write_changes_nothing(seed: int, preset: str, rounds: int) -> None:
    game = GAMES[preset]
    state = before_moves(game, started(preset, 4), seed, rounds)
    assume(state is not None)
    rng = Random(seed)
    given_now = [(seat, game.legal(state, seat).sample(rng)) for seat in game.to_act(state)]
    mixed = list(given_now)
    rng.shuffle(mixed)
    assert ordered(game, state, given_now) == ordered(game, state, mixed)


@FEW
@given(seed=SEEDS, rounds=st.integers(0, 3))
def test_the_order_in_which_orders_are_written_changes_nothing(seed: int, rounds: int) -> None:
    game = GAMES["risk-simultaneous"]
    state = before_moves(game, started("risk-simultaneous", 4), seed, rounds)
    assume(state is not None)
    rng = Random(seed)
    written = [(seat, game.legal(state, seat).sample(rng)) for seat in game.to_act(state)]
    mixed = [(seat, Orders(tuple(rng.sample(action.orders, len(action.orders))))) for seat, action in written]
    one, other = ordered(game, state, written), ordered(game, state, mixed)
    assert _board(fought(game, one, seed)) == _board(fought(game, other, seed))


def _board(state: Any) -> tuple[Any, ...]:
    affairs = affairs_of(state)
    return state.armies, state.held, state.pieces, sorted(state.fallen, key=str), affairs.fought, affairs.conquered


@FEW
@given(seed=SEEDS, preset=st.sampled_from(PRESETS), seats=st.integers(2, 4), stop=st.integers(0, 300))
def test_what_others_have_written_is_drawn_anew_and_does_not_show(
    seed: int, preset: str, seats: int, stop: int
) -> None:
    game = GAMES[preset]
    state = last_of(game, started(preset, seats), seed, stop)
    assume(game.asked(state) is not None and game.asked(state).secret)
    assume(len(game.to_act(state)) > 1)
    rng = Random(seed)
    writer = game.to_act(state)[0]
    state = game.apply(state, writer, game.legal(state, writer).sample(rng)).state
    assume(game.asked(state) is not None and game.asked(state).secret and state.agenda[0].given)
    for seat in (None, *range(seats)):
        other = game.resample(state, None if seat is None else Seat(seat), rng)
        assert game.view(other, seat) == game.view(state, seat)
        assert game.to_act(other) == game.to_act(state)
        own = dict(state.agenda[0].given)
        if seat in own:
            assert dict(other.agenda[0].given)[seat] == own[seat]


@pytest.mark.parametrize("preset", PRESETS)
def test_orders_of_others_are_drawn_anew(preset: str) -> None:
    game = GAMES[preset]
    state = before_moves(game, started(preset, 3), 3, 1)
    writer, looker = game.to_act(state)[:2]
    state = game.apply(state, writer, game.legal(state, writer).sample(Random(1))).state
    drawn = {game.resample(state, looker, Random(seed)).agenda[0].given for seed in range(8)}
    assert len(drawn) > 4


@pytest.mark.parametrize("preset", PRESETS)
def test_a_round_asks_everybody_at_once_and_it_is_nobodys_turn(preset: str) -> None:
    game = GAMES[preset]
    state = before_moves(game, started(preset, 3), 5, 1)
    asked = game.asked(state)
    assert asked.seats == game.to_act(state)
    assert len(asked.seats) == 3
    assert (asked.kind, asked.secret, asked.whose, asked.turn) == ("orders", True, None, 1)


def test_a_round_begins_with_what_is_written_and_what_strongholds_get() -> None:
    game, written = GAMES["lotr-simultaneous"], 0
    for before, after, events in played(game, started("lotr-simultaneous", 3), 5, 400):
        del before
        for event in events:
            if isinstance(event, e.RoundBegan):
                rules = game.rules(after)
                forts = [(held & rules.strongholds).bit_count() for held in after.held]
                assert event.to_place == tuple(new - own for new, own in zip(event.incomes, forts, strict=True))
                assert all(
                    offer.most == event.to_place[seat]
                    for seat in game.to_act(after)
                    for offer in game.legal(after, seat).structure()
                    if offer.kind == "placements"
                )
                written += 1
    assert written > 1
