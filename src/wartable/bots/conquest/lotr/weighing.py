"""What decides a game with so much of it left: units early on, points at the end.

The figures are fitted to who won 700 games of three and four between bots of the level medium, by what lay open at the
start of each turn: logarithms of units and of income, points, leaders, cards, and whose turn comes next. Units tell
most until the last round; a point more tells little before, for most change hands.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from wartable.bots.conquest.lotr.clock import Clock

DECIDED = 0.5
"""The weight of a point when the game ends with the turn at hand."""


class Weighing(NamedTuple):
    """Weights of a logarithm of units, of income, of moving next, of a point, of a leader and of a card in hand."""

    units: float
    income: float
    next: float
    point: float
    leader: float
    card: float


def weighing_of(clock: Clock) -> Weighing:
    """Return the weights for what is left of a game."""
    rounds, goes_on = clock.turns, 1.0 - clock.over
    return Weighing(
        units=goes_on * (1.5 + min(0.9, 0.4 * rounds)),
        income=goes_on * 0.6 * min(1.0, rounds / 3.0),
        next=goes_on * (0.3 + 1.2 * exp(-3.0 * rounds)),
        point=goes_on * (0.03 + 0.09 * exp(-0.7 * rounds)) + clock.over * DECIDED,
        leader=goes_on * 0.25,
        card=goes_on * 0.12,
    )
