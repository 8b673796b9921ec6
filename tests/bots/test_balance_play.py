"""Bots at the Balance of Power variant: legal, with reasons, the same from the same seed, to an end, and each level
better than the one below."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest

from tests.bots.games import play_on
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match, Move
from wartable.games.conquest.balance.actions import Buy, Collect
from wartable.games.conquest.balance.game import BALANCE_OF_POWER
from wartable.games.conquest.balance.options import PRESETS, BalanceOptions
from wartable.lab.stats import wilson

LEVELS = ("easy", "medium", "hard")
SENTENCE = re.compile(r"[A-Z0-9].*[^ ]\.")


def play(
    options: BalanceOptions, levels: Sequence[str], seed: object = 1, decisions: int = 4000
) -> tuple[Match, list[Move]]:
    """Play so many decisions, or to the end; return the moves that the seats made too. An illegal choice raises."""
    match = Match(BALANCE_OF_POWER, options, len(levels), SealedDice.of("balance bots", seed))
    return match, play_on(match, levels, decisions, seed)


def seats_of(preset: str) -> int:
    """Seats to play a preset with."""
    return 2 if PRESETS[preset].neutral_army == "two" else 3


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_every_preset_is_played_to_its_end_with_reasons(preset: str, level: str) -> None:
    match, moves = play(PRESETS[preset], [level] * seats_of(preset))
    assert match.outcome is not None
    for move in moves:
        assert SENTENCE.fullmatch(move.why), move


@pytest.mark.parametrize("preset", PRESETS)
def test_hard_plays_by_the_rules(preset: str) -> None:
    seats = seats_of(preset)
    for move in play(PRESETS[preset], ["hard", *["medium"] * (seats - 1)], decisions=120)[1]:
        assert SENTENCE.fullmatch(move.why), move


@pytest.mark.parametrize("seats", [4, 5])
def test_more_players_are_played_to_the_end(seats: int) -> None:
    assert play(PRESETS["many"], ["medium", "easy", "medium", "easy", "medium"][:seats])[0].outcome is not None


def test_the_same_seed_gives_the_same_game() -> None:
    first, second = ([(move.entry, move.why) for move in play(PRESETS["two-player"], LEVELS[:2])[1]] for _ in "ab")
    assert first == second


def test_the_shop_is_used_and_objectives_are_collected() -> None:
    bought: set[str] = set()
    collected = 0
    for seed in range(6):
        for move in play(PRESETS["two-player"], ["medium", "medium"], seed)[1]:
            if isinstance(move.entry.action, Buy):
                bought.add(move.entry.action.what)
            collected += isinstance(move.entry.action, Collect)
    assert len(bought) >= 5, bought
    assert collected >= 12


def won(stronger: str, weaker: str, preset: str, seats: int, games: int) -> int:
    """Count the games that one player of a level wins against others of another, seats exchanged in turn."""
    count = 0
    for number in range(games):
        place = number % seats
        levels = [stronger if seat == place else weaker for seat in range(seats)]
        outcome = play(PRESETS[preset], levels, f"ladder {number // seats}")[0].outcome
        count += outcome is not None and outcome.winners == (place,)
    return count


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stronger", "weaker", "games"),
    [
        ("easy", "random", 24),
        ("medium", "easy", 24),
        pytest.param("hard", "medium", 40, marks=pytest.mark.strength),
    ],
)
def test_the_stronger_wins_most_duels(stronger: str, weaker: str, games: int) -> None:
    count = won(stronger, weaker, "two-player", 2, games)
    assert wilson(count, games).low > 1 / 2, f"{count} of {games}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stronger", "weaker", "games"),
    [("medium", "easy", 24), pytest.param("hard", "medium", 120, marks=pytest.mark.strength)],
)
def test_the_stronger_wins_more_than_its_quarter_among_four(stronger: str, weaker: str, games: int) -> None:
    count = won(stronger, weaker, "many", 4, games)
    assert wilson(count, games).low > 1 / 4, f"{count} of {games}"
