"""Bots at play: always legal, always with a reason, the same again from the same seed, and to an end."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.board.large import install_large
from tests.bots.games import LEVELS, begun, odd_options, play_on
from wartable import bots
from wartable.engine.chance import SealedDice
from wartable.engine.driver import run_quick
from wartable.engine.errors import BadOptions
from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.options import PRESETS, RiskOptions

SENTENCE = re.compile(r"[A-Z0-9].*[^ ]\.")
SHORT = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@SHORT
@given(options=odd_options(), levels=st.lists(st.sampled_from(("easy", "medium")), min_size=2, max_size=6))
def test_easy_and_medium_play_by_the_rules_under_any_options(options: RiskOptions, levels: list[str]) -> None:
    try:
        match = begun(options, len(levels))
    except BadOptions:
        return  # a goal that two players would have reached at the start
    play_on(match, levels, 300)


@SHORT
@given(options=odd_options(), seats=st.integers(2, 6))
def test_hard_plays_by_the_rules_under_any_options(options: RiskOptions, seats: int) -> None:
    try:
        match = begun(options, seats)
    except BadOptions:
        return
    play_on(match, ["hard"] + ["medium"] * (seats - 1), 120)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("level", LEVELS)
def test_every_decision_has_a_sentence_for_a_reason(preset: str, level: str) -> None:
    for move in play_on(begun(PRESETS[preset], 3), [level] * 3, 120):
        assert SENTENCE.fullmatch(move.why), move


@pytest.mark.parametrize("preset", [key for key, options in PRESETS.items() if options.moves == "turns"])
@pytest.mark.parametrize("level", LEVELS)
def test_games_come_to_an_end(preset: str, level: str) -> None:
    match = begun(PRESETS[preset], 3, seed=level)
    play_on(match, [level, level, "medium"], 4000)
    assert match.outcome is not None
    assert match.state.turn < 100


@pytest.mark.parametrize("preset", PRESETS)
def test_the_same_seed_gives_the_same_game(preset: str) -> None:
    first, second = ([(move.entry, move.why) for move in play_on(begun(PRESETS[preset], 3), LEVELS, 90)] for _ in "ab")
    assert first == second


@pytest.mark.parametrize("level", LEVELS)
def test_the_dice_are_not_known_beforehand(level: str) -> None:
    """Two games that differ only in dice still to come see the same decisions up to the first of them."""
    one, other = begun(PRESETS["engine"], 2), begun(PRESETS["engine"], 2)
    for match in (one, other):
        match.answer_chance()
    other.source = begun(PRESETS["engine"], 2, seed="other").source
    first, second = (play_on(match, [level] * 2, 1)[0] for match in (one, other))
    assert first.entry == second.entry


def test_easy_ends_its_games_on_a_large_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On 120 territories, with sets that grow, it once piled up 47,000 armies and never took the last 14."""
    board = install_large(tmp_path, monkeypatch).key
    options = RiskOptions(board=board, income="official", cards="escalating", move_in="dice").settled()
    players, rngs = [bots.get(RISK, "easy") for _ in range(3)], [Random(f"0/{seat}") for seat in range(3)]
    state, _ = run_quick(RISK, options, 3, players, rngs, SealedDice.of("g", 0), 15_000)
    assert RISK.outcome(state) is not None, f"turn {state.turn}"
