"""The reconstructed board of Middle-Earth VIII gives every power a chance, as far as a few dozen games can tell.

The exact shares are counted in hundreds of games (`docs/games/middle-earth-viii.md`); here only a board that is far out
of balance is noticed, such as the first one, on which Gondor won nearly every game that was won alone.
"""

from __future__ import annotations

from statistics import fmean

import pytest

from wartable.engine.values import Outcome
from wartable.games.diplomacy.variant import load_variant
from wartable.lab.simulate import Plan, simulate

pytestmark = pytest.mark.slow

GAMES = 24
POWERS = list(load_variant("middle-earth-viii").powers)
STRONG = 8
"""Centres at the end with which a power has done well: twice its share."""


@pytest.fixture(scope="module")
def outcomes() -> list[Outcome]:
    plan = Plan(game="middle-earth-viii", options={}, seats=("medium",) * len(POWERS), games=GAMES, seed="balance")
    ends = [one.outcome for one in simulate(plan)]
    assert None not in ends
    return [end for end in ends if end is not None]


def place(outcome: Outcome, seat: int) -> float:
    """Return the place of a seat; those who share places all get the middle one of them."""
    rank = outcome.ranks[seat]
    return rank + (outcome.ranks.count(rank) - 1) / 2


def test_no_power_is_hopeless_and_none_is_far_ahead(outcomes: list[Outcome]) -> None:
    places = {power: fmean(place(one, seat) for one in outcomes) for seat, power in enumerate(POWERS)}
    assert all(3.2 < mean < 5.8 for mean in places.values()), places


def test_no_power_wins_most_of_the_games_won_alone(outcomes: list[Outcome]) -> None:
    alone = [one.ranks.index(1) for one in outcomes if one.ranks.count(1) == 1]
    most = max(alone.count(seat) for seat in range(len(POWERS)))
    assert 2 * most <= len(alone), [POWERS[seat] for seat in alone]


def test_every_power_does_well_in_some_game(outcomes: list[Outcome]) -> None:
    grown = {power: max(one.scores[seat] for one in outcomes) for seat, power in enumerate(POWERS)}
    assert min(grown.values()) >= STRONG, grown
