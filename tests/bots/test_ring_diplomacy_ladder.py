"""The ladder of ring diplomacy: each level wins more than its share against the next lower one, at 95 % confidence.

One player of a level plays against players of the next lower one on all other seats, every deal from each seat in turn.
What takes long is a test of strength.
"""

from __future__ import annotations

import pytest

from tests.bots.games import wins_alone
from wartable.games.diplomacy.ring.options import PRESETS
from wartable.lab.simulate import Plan, simulate
from wartable.lab.stats import wilson

LADDER = [
    ("medium", "easy", "two-player", 2, 8),
    ("medium", "easy", "advanced", 4, 8),
    pytest.param("medium", "easy", "basic", 5, 60, marks=pytest.mark.strength),
    pytest.param("medium", "easy", "advanced", 5, 60, marks=pytest.mark.strength),
    pytest.param("hard", "medium", "basic", 5, 60, marks=pytest.mark.strength),
    pytest.param("hard", "medium", "advanced", 5, 60, marks=pytest.mark.strength),
]
"""Seats, and games that are played."""


@pytest.mark.slow
@pytest.mark.parametrize(("stronger", "weaker", "preset", "seats", "games"), LADDER)
def test_the_stronger_wins_more_than_its_share(stronger: str, weaker: str, preset: str, seats: int, games: int) -> None:
    plan = Plan(
        game="ring-diplomacy",
        options=PRESETS[preset].values(),
        seats=(stronger, *[weaker] * (seats - 1)),
        games=games,
        seed="ladder",
        rotate=True,
    )
    won = wins_alone(simulate(plan), stronger)
    assert wilson(won, games).low > 1 / seats, f"{won} of {games}"
