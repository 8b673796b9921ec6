"""Bots of Diplomacy at play: always legal, always with a reason, the same again from the same seed, and to an end."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from wartable import bots
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match, Move
from wartable.engine.driver import play as play_match
from wartable.games.adjudication.orders import Build, Convert, Convoy, Disband, Retreat, SupportHold, SupportMove
from wartable.games.diplomacy.play.actions import Orders
from wartable.games.diplomacy.play.game import Diplomacy
from wartable.games.diplomacy.play.middle_earth import MIDDLE_EARTH_VIII
from wartable.games.diplomacy.play.standard import DIPLOMACY

SENTENCE = re.compile(r"[A-Z][^.]*([A-Z][a-z]?\.[^.]*)*[^ ]\.")
"""One sentence; a stop inside belongs to a name such as St. Petersburg."""
GAMES = [DIPLOMACY, MIDDLE_EARTH_VIII]
TABLES = [(game, preset) for game in GAMES for preset in game.presets]


def played(game: Diplomacy, levels: Sequence[str], years: int, preset: str = "", seed: object = 1) -> Match:
    """Play some years; an illegal choice raises."""
    options: Any = game.presets[preset or next(iter(game.presets))]
    limited = replace(options, last_year=options.variant().calendar.first_year + years - 1)
    match = Match(game, limited, len(levels), SealedDice.of("diplomacy", seed))
    policies = [bots.get(game, level) for level in levels]
    play_match(match, policies, [Random(f"{seed}/{seat}") for seat in range(len(levels))])
    return match


def orders_of(moves: Sequence[Move]) -> Counter[type]:
    """Count the orders given by kind."""
    actions = [move.entry.action for move in moves]
    return Counter(type(order) for action in actions if isinstance(action, Orders) for order in action.orders)


@pytest.mark.parametrize(("game", "preset"), TABLES)
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_every_power_is_played_by_every_rulebook(game: Diplomacy, preset: str, level: str) -> None:
    match = played(game, [level] * game.seats[1], 4, preset)
    assert match.outcome is not None
    for move in match.moves:
        assert SENTENCE.fullmatch(move.why), move.why


@settings(max_examples=6, deadline=None)
@given(game=st.sampled_from(GAMES), data=st.data())
def test_levels_play_together(game: Diplomacy, data: st.DataObject) -> None:
    size = game.seats[1]
    levels = data.draw(st.lists(st.sampled_from(["random", "easy", "medium"]), min_size=size, max_size=size))
    match = played(game, levels, 5, seed=data.draw(st.integers(0, 99)))
    assert match.outcome is not None


@pytest.mark.parametrize("game", GAMES)
def test_hard_plays_by_the_rules_in_all_phases(game: Diplomacy) -> None:
    match = played(game, ["hard"] + ["random", "medium"] * 3 + ["easy"] * (game.seats[1] - 7), 3)
    own = [move for move in match.moves if move.entry.seat == 0]
    assert match.outcome is not None
    assert all(SENTENCE.fullmatch(move.why) for move in own)


@pytest.mark.parametrize("seats", [5, 6])
def test_powers_without_a_seat_are_no_trouble(seats: int) -> None:
    assert played(DIPLOMACY, ["hard", *["medium"] * (seats - 1)], 2).outcome is not None


@pytest.mark.parametrize("game", GAMES)
def test_long_games_see_every_sort_of_order(game: Diplomacy) -> None:
    found = Counter[type]()
    for seed in range(4):
        found += orders_of(played(game, ["medium"] * game.seats[1], 9, seed=seed).moves)
    kinds = [SupportHold, SupportMove, Retreat, Build, Disband, Convoy if game is DIPLOMACY else Convert]
    assert all(found[kind] for kind in kinds), found


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_game(game: Diplomacy) -> None:
    levels = ["hard", *["medium", "easy"] * 3, "random"][: game.seats[1]]
    first, second = ([(move.entry, move.why) for move in played(game, levels, 2).moves] for _ in "ab")
    assert first == second


def test_games_without_a_last_year_end_by_victory_or_agreement() -> None:
    for seed in range(3):
        match = Match(DIPLOMACY, DIPLOMACY.presets["2023"], 7, SealedDice.of("end", seed))
        policies = [bots.get(DIPLOMACY, "medium") for _ in range(7)]
        play_match(match, policies, [Random(f"{seed}/{seat}") for seat in range(7)], limit=4000)
        assert match.outcome is not None
        assert match.state.ending.kind in {"solo", "draw"}
