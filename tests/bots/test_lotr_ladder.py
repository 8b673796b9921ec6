"""The ladder of Lord of the Rings Risk: each level beats the next lower one, shown at 95 % confidence.

One player of a level plays against two or three of the next lower one, every deal from each seat in turn, so that the
luck of the deal and of the side cancels out. Numbers of games are chosen so that a level of the strength measured
passes with a chance of at least 95 % whatever the seed; where that takes long, the test is one of strength.
"""

from __future__ import annotations

import pytest

from wartable.games.conquest.lotr.presets import PRESETS
from wartable.lab.simulate import Plan, simulate
from wartable.lab.stats import wilson

LADDER = [
    ("easy", "random", "trilogy", 4, 20),
    ("easy", "random", "original", 3, 18),
    ("medium", "easy", "trilogy", 4, 28),
    ("medium", "easy", "original", 3, 30),
    *(
        pytest.param(*row, marks=pytest.mark.strength)
        for row in (
            ("easy", "random", "trilogy", 3, 18),
            ("easy", "random", "original", 4, 20),
            ("medium", "easy", "trilogy", 3, 30),
            ("medium", "easy", "original", 4, 32),
            ("hard", "medium", "trilogy", 3, 90),
            ("hard", "medium", "trilogy", 4, 120),
            ("hard", "medium", "original", 3, 60),
            ("hard", "medium", "original", 4, 100),
        )
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("stronger", "weaker", "preset", "seats", "games"), LADDER)
def test_the_stronger_wins_more_than_its_share(stronger: str, weaker: str, preset: str, seats: int, games: int) -> None:
    plan = Plan(
        game="lotr-risk",
        options=PRESETS[preset].values(),
        seats=(stronger, *[weaker] * (seats - 1)),
        games=games,
        seed="ladder",
        rotate=True,
    )
    played = simulate(plan)
    won = sum(game.seats[seat] == stronger for game in played if game.outcome for seat in game.outcome.winners)
    assert wilson(won, games).low > 1 / seats, f"{won} of {games}"
