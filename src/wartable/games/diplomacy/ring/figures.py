"""What stands beside ordinary units, as it lies on the board of a position."""

from __future__ import annotations

import msgspec

from wartable.games.diplomacy.position import Position
from wartable.games.ring_figures.figures import Figures, figures_in


def figures_of(position: Position) -> Figures:
    """Return the figures of a position."""
    return figures_in({} if position.marks is msgspec.UNSET else position.marks)
