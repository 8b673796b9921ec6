"""The ladder of Ring of Power: each level beats the next lower one, shown at 95 % confidence, sides swapped.

Half of the games are played with sides swapped, every deal once each way, so that luck and the better side cancel out.
Numbers of games are chosen so that a level of the strength measured passes with a wide margin.
"""

from __future__ import annotations

import pytest

from wartable.engine import registry
from wartable.games.ring_of_power.options import RingOptions
from wartable.lab.ladder import compare

pytestmark = pytest.mark.slow

LADDER = [
    ("edoras-raid", "easy", "random", 48),
    ("edoras-raid", "medium", "easy", 16),
    pytest.param("edoras-raid", "hard", "medium", 8, marks=pytest.mark.strength),
    pytest.param("helms-deep", "easy", "random", 16, marks=pytest.mark.strength),
    ("helms-deep", "medium", "easy", 8),
    pytest.param("helms-deep", "hard", "medium", 64, marks=pytest.mark.strength),
]


@pytest.mark.parametrize(("scenario", "stronger", "weaker", "games"), LADDER)
def test_the_stronger_wins(scenario: str, stronger: str, weaker: str, games: int) -> None:
    game = registry.get("ring-of-power")
    found = compare(game, RingOptions(scenario=scenario), stronger, weaker, games=games, seed="ladder")
    assert found.proved, found
