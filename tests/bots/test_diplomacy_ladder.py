"""The ladder of Diplomacy: each level takes more centres than the next lower one, shown at 95 % confidence.

Half of the powers are played by one level, half by the other, every deal once each way, so that the luck of the powers
cancels out. What is measured is the share of all owned centres in the last year. Numbers of deals are chosen so that a
level of the strength measured passes with a chance of at least 95 % whatever the seed.
"""

from __future__ import annotations

from math import sqrt
from statistics import fmean, stdev

import pytest

from wartable.engine import registry
from wartable.lab.simulate import Plan, Played, simulate

pytestmark = pytest.mark.slow

WIDTH = 2.3
"""Standard errors to either side of the mean for 95 % with ten deals or more (Student's t)."""
LADDER = [
    ("diplomacy", "easy", "random", 12, 1905),
    ("diplomacy", "medium", "easy", 16, 1905),
    # It leads from the first years on, and thinks long.
    pytest.param("diplomacy", "hard", "medium", 10, 1903, marks=pytest.mark.strength),
    ("middle-earth-viii", "easy", "random", 12, 3006),
    ("middle-earth-viii", "medium", "easy", 24, 3006),
    pytest.param("middle-earth-viii", "hard", "medium", 16, 3006, marks=pytest.mark.strength),
]
"""Numbers of deals, and the last year that is played."""


@pytest.mark.parametrize(("key", "stronger", "weaker", "deals", "last"), LADDER)
def test_the_stronger_takes_more_centres(key: str, stronger: str, weaker: str, deals: int, last: int) -> None:
    one, other = (played(key, seats, deals, last) for seats in ((stronger, weaker), (weaker, stronger)))
    leads = [lead(first, stronger) + lead(second, stronger) for first, second in zip(one, other, strict=True)]
    least = fmean(leads) - WIDTH * stdev(leads) / sqrt(deals)
    assert least > 0, f"{stronger} leads {weaker} by {fmean(leads):.3f}, for certain only by {least:.3f}."


def played(key: str, levels: tuple[str, str], deals: int, last: int) -> list[Played]:
    """Play every deal with two levels on alternate seats."""
    game = registry.get(key)
    options = next(iter(game.presets.values())).values()
    count = game.seats[1]
    seats = tuple(levels[seat % 2] for seat in range(count))
    plan = Plan(game=key, options={**options, "last_year": last}, seats=seats, games=deals, seed="ladder")
    return simulate(plan)


def lead(game: Played, level: str) -> float:
    """Return the share of centres of a level less what its seats would have if all were alike."""
    assert game.outcome is not None
    scores = game.outcome.scores
    assert scores is not None
    own = [score for score, name in zip(scores, game.seats, strict=True) if name == level]
    return sum(own) / sum(scores) - len(own) / len(scores)
