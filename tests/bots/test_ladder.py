"""The ladder: each level beats the next lower one, shown at 95 % confidence over games with seats exchanged.

Numbers of games are chosen so that a level of the strength measured passes with a chance of at least 95 % whatever
the seed: fewer where it is much the stronger.
"""

from __future__ import annotations

import pytest

from wartable.games.conquest.classic.game import RISK
from wartable.games.conquest.classic.options import PRESETS
from wartable.lab.ladder import compare
from wartable.lab.simulate import Plan, simulate
from wartable.lab.stats import wilson

pytestmark = pytest.mark.slow

DUELS = [
    ("easy", "random", 40),
    ("medium", "easy", 120),
    pytest.param("hard", "medium", 120, marks=pytest.mark.strength),
]
AMONG_THREE = [
    ("medium", "easy", "engine", 45),
    ("medium", "easy", "classic", 45),
    ("medium", "easy", "missions", 45),
    ("hard", "medium", "engine", 18),
    pytest.param("hard", "medium", "classic", 45, marks=pytest.mark.strength),
]
AMONG_FOUR = [
    ("medium", "easy", "engine", 120),
    ("medium", "easy", "classic", 24),
    pytest.param("hard", "medium", "engine", 32, marks=pytest.mark.strength),
    pytest.param("hard", "medium", "classic", 80, marks=pytest.mark.strength),
]
"""With and without cards; `classic` has sets that grow."""


@pytest.mark.parametrize(("stronger", "weaker", "games"), DUELS)
def test_the_stronger_wins_most_duels(stronger: str, weaker: str, games: int) -> None:
    found = compare(RISK, PRESETS["engine"], stronger, weaker, games=games, seed="ladder")
    assert found.proved, found


@pytest.mark.parametrize(("stronger", "weaker", "preset", "count"), AMONG_THREE)
def test_the_stronger_wins_more_than_its_third_among_three(stronger: str, weaker: str, preset: str, count: int) -> None:
    options, seats = PRESETS[preset].values(), (stronger, weaker, weaker)
    games = simulate(Plan(game="risk", options=options, seats=seats, games=count, seed="ladder", rotate=True))
    won = sum(game.seats[seat] == stronger for game in games if game.outcome for seat in game.outcome.winners)
    assert wilson(won, len(games)).low > 1 / 3, won


@pytest.mark.parametrize(("stronger", "weaker", "preset", "count"), AMONG_FOUR)
def test_the_stronger_wins_more_than_its_quarter_among_four(
    stronger: str, weaker: str, preset: str, count: int
) -> None:
    options, seats = PRESETS[preset].values(), (stronger, weaker, weaker, weaker)
    games = simulate(Plan(game="risk", options=options, seats=seats, games=count, seed="four", rotate=True))
    won = sum(game.seats[seat] == stronger for game in games if game.outcome for seat in game.outcome.winners)
    assert wilson(won, len(games)).low > 1 / 4, won
