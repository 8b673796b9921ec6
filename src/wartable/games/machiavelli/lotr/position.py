"""The position with figures on the board: where they are stands beside units, control and money."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from wartable.games.adjudication.orders import UnitKind
from wartable.games.machiavelli.state import Place, Position
from wartable.games.ring_figures.figures import Figures


class LotrPosition(Position, frozen=True, dict=True, kw_only=True):
    """A position; `figures` says where each figure is that is in play, the Dead where they lie until they came.

    `driven` are the places where the Nazgul may retreat to after the Great Eagles drove it off; none at other times.
    `asleep` says that the Ents have still to come.
    """

    figures: Mapping[UnitKind, Place] = {}
    driven: tuple[Place, ...] = ()
    asleep: bool = False

    @property
    def there(self) -> Figures:
        """The figures, with nothing seen."""
        return Figures(self.figures)


def with_figures(position: Position, figures: Mapping[UnitKind, Place]) -> LotrPosition:
    """Return a position with figures where they are."""
    known = {name: getattr(position, name) for name in Position.__struct_fields__}
    return LotrPosition(**known, figures=figures)


def as_lotr(position: Position) -> LotrPosition:
    """Return a position as what it is; raises `TypeError` where figures have been lost."""
    if not isinstance(position, LotrPosition):
        raise TypeError(position)
    return position


def moved(position: Position, figures: Figures) -> LotrPosition:
    """Return a position with the figures elsewhere."""
    return msgspec.structs.replace(as_lotr(position), figures=dict(figures.at))
