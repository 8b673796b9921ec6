"""The ladder of Lord of the Rings Machiavelli: each level wins more than its share against the next lower one.

One player of a level plays against players of the next lower one, every deal from each seat in turn, as the powers are
uneven; at 95 % confidence. Games are cut after some years, when most cities win. What takes long is a test of strength.
"""

from __future__ import annotations

import pytest

from tests.bots.games import wins_alone
from wartable.lab.simulate import Plan, simulate
from wartable.lab.stats import wilson

LADDER = [
    ("medium", "easy", 4, 4),
    pytest.param("medium", "easy", 5, 40, marks=pytest.mark.strength),
    pytest.param("medium", "easy", 4, 24, marks=pytest.mark.strength),
    pytest.param("medium", "easy", 2, 48, marks=pytest.mark.strength),
    pytest.param("hard", "medium", 2, 48, marks=pytest.mark.strength),
    pytest.param("hard", "medium", 5, 100, marks=pytest.mark.strength),
    pytest.param("hard", "medium", 4, 32, marks=pytest.mark.strength),
]
"""Seats, and games that are played."""
YEARS = 4


@pytest.mark.slow
@pytest.mark.parametrize(("stronger", "weaker", "seats", "games"), LADDER)
def test_the_stronger_wins_more_than_its_share(stronger: str, weaker: str, seats: int, games: int) -> None:
    plan = Plan(
        game="lotr-machiavelli",
        options={"last_year": YEARS},
        seats=(stronger, *[weaker] * (seats - 1)),
        games=games,
        seed="ladder",
        rotate=True,
    )
    won = wins_alone(simulate(plan), stronger)
    assert wilson(won, games).low > 1 / seats, f"{won} of {games}"
