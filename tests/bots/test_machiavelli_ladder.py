"""The ladder of Machiavelli: each level wins more than its share against the next lower one, at 95 % confidence.

One player of a level plays against players of the next lower one on all other seats, every deal from each seat in turn;
games are cut after some years, when most cities win. A shared first place counts for nobody.
"""

from __future__ import annotations

import pytest

from tests.bots.games import wins_alone
from wartable.games.machiavelli.options import PROFILES
from wartable.lab.simulate import Plan, simulate
from wartable.lab.stats import wilson

pytestmark = [pytest.mark.slow, pytest.mark.strength]

LADDER = [
    ("medium", "easy", "classic", 48),
    ("medium", "easy", "mach95", 48),
    ("hard", "medium", "classic", 32),
    ("hard", "medium", "mach95", 32),
]
"""Games that are played, of eight seats each."""
YEARS = 4
SEATS = 8


@pytest.mark.parametrize(("stronger", "weaker", "preset", "games"), LADDER)
def test_the_stronger_wins_more_than_its_share(stronger: str, weaker: str, preset: str, games: int) -> None:
    plan = Plan(
        game="machiavelli",
        options={**PROFILES[preset], "last_year": YEARS},
        seats=(stronger, *[weaker] * (SEATS - 1)),
        games=games,
        seed="ladder",
        rotate=True,
    )
    won = wins_alone(simulate(plan), stronger)
    assert wilson(won, games).low > 1 / SEATS, f"{won} of {games}"
