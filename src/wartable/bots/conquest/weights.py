"""Weights on the features of a position; they were found by play (see `value`)."""

from __future__ import annotations

from typing import TypeAlias

from wartable.bots.conquest.features import Row
from wartable.games.conquest.classic.options import RiskOptions

DUEL: Row = (5.0, 4.0, 2.0, 0.0, 0.8, -0.8, 2.0)
"""Weights while two are left."""
MELEE: Row = (3.0, 4.3, 0.6, 0.1, 0.4, -0.3, 2.0)
"""Weights while more are left."""
GROWING: Row = (1.5, 0.3, 0.1, 0.0, 0.15, -0.2, 2.0)
"""Weights while more are left and the world is to be conquered with sets that grow.

They are fitted to who won 100 games of four: armies and cards decide, income hardly matters, and nobody is ever far
ahead, so that a player less at the table is worth more than a territory more.
"""
Weights: TypeAlias = tuple[Row, Row]
"""Weights for two left, and for more."""


def usual_weights(options: RiskOptions) -> Weights:
    """Return the weights that suit the options of a game of Classic Risk."""
    growing = options.cards == "escalating" and options.goal == "world"
    return (DUEL, GROWING if growing else MELEE)
