"""Bots of Ring of Power at play: always legal, always with a reason, the same again from the same seed, to an end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

import pytest

from wartable import bots
from wartable.bots.ring_of_power.levels import Line, most_promising
from wartable.bots.ring_of_power.orders import Order
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.driver import play as play_match
from wartable.engine.values import CHANCE
from wartable.games.ring_of_power.options import RingOptions
from wartable.games.ring_of_power.play.game import RING_OF_POWER

SENTENCE = re.compile(r"[A-ZÀ-Þ][^.]*[^ .]\.")
SMALL = ["edoras-raid", "moria-passage", "helms-deep"]
LEVELS = ["easy", "medium", "hard"]


def played(scenario: str, levels: Sequence[str], seed: object = 1, last_turn: int = 0) -> Match:
    """Play a campaign to its end; an illegal choice raises."""
    options = RingOptions(scenario=scenario, last_turn=last_turn)
    match = Match(RING_OF_POWER, options, len(levels), SealedDice.of("ring", seed))
    policies = [bots.get(RING_OF_POWER, level) for level in levels]
    play_match(match, policies, [Random(f"{seed}/{seat}") for seat in range(len(levels))], limit=4000)
    return match


@pytest.mark.slow
@pytest.mark.parametrize(
    ("level", "scenario"),
    [
        (level, scenario)
        for level in LEVELS
        for scenario in SMALL
        if (level, scenario) != ("hard", "moria-passage")  # the longest: hard plays it once, against chance, below
    ],
)
def test_small_scenarios_are_played_to_their_end_with_reasons(level: str, scenario: str) -> None:
    match = played(scenario, [level, level])
    assert match.outcome is not None
    for move in match.moves:
        if move.entry.seat != CHANCE:
            assert SENTENCE.fullmatch(move.why), move.why


@pytest.mark.parametrize("scenario", SMALL)
def test_levels_play_each_other_and_chance(scenario: str) -> None:
    assert played(scenario, [LEVELS[-1], "random"]).outcome is not None
    assert played(scenario, ["random", LEVELS[0]]).outcome is not None


@pytest.mark.parametrize("level", LEVELS)
def test_the_great_campaign_is_played_by_every_number_of_seats(level: str) -> None:
    assert played("war-of-the-ring", [level] * 4, last_turn=3).outcome is not None


@pytest.mark.parametrize("level", LEVELS)
def test_the_same_seed_gives_the_same_game(level: str) -> None:
    first, second = ([(move.entry, move.why) for move in played("helms-deep", [level] * 2).moves] for _ in "ab")
    assert first == second


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_made_anew_in_the_middle_of_a_movement_goes_on(level: str) -> None:
    match = Match(RING_OF_POWER, RingOptions(scenario="helms-deep"), 2, SealedDice.of("ring", 5))
    rng = Random(5)
    for _ in range(60):
        match.answer_chance()
        if not match.to_act:
            break
        seat = match.to_act[0]
        chosen = bots.get(RING_OF_POWER, level).decide(RING_OF_POWER, match.state, seat, rng)
        match.act(seat, chosen.action, chosen.why)
    assert match.state.turn > 1


class Fixed(Line):
    """Games in thought that all bring the same."""

    played: list[float]

    def __init__(self, worth: float, played: list[float]) -> None:
        self.worth, self.total, self.played = worth, 0.0, played

    def play(self, rng: Random) -> None:
        del rng
        self.played.append(self.worth)
        self.total += self.worth


def thought_through(*worth: float) -> tuple[int, list[float]]:
    """Return which of some plans is taken, by what a game from each brings, and the games in their order."""
    played: list[float] = []
    orders = [(Order((number,), "go", ""),) for number in range(len(worth))]
    lines = [(some, Fixed(one, played)) for some, one in zip(orders, worth, strict=True)]
    [best] = most_promising(lines, [0.1, 0.2, 0.3])
    return best.figures[0], played


def test_games_in_thought_go_to_the_plans_that_may_be_best() -> None:
    """The worse half is given up after each game, the second best only when it is a whole victory behind."""
    assert thought_through(0.0, 10.0, 5.0, -50.0) == (1, [0.0, 10.0, 5.0, -50.0, 10.0, 5.0, 10.0, 5.0])
    assert thought_through(-100.0, 100.0, -90.0) == (1, [-100.0, 100.0, -90.0])
