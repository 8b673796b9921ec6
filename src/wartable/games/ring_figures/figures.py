"""What stands beside ordinary units: where it is, who moves it, and how it lies on the board as marks.

Marks are the letters of a figure at its place: `RB` is the ring-bearer, `RB seen` says that the phase just judged
showed its place to all. `DEAD` marks where the Dead lie until they have come.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from wartable.games.adjudication.conditions import Marks
from wartable.games.adjudication.orders import Power, Province, UnitKind
from wartable.games.ring_figures.kinds import DEAD

HIDDEN: Power = "hidden"
"""Under whom the orders for hidden figures stand, so that they do not tell who moves the ring-bearer."""
SEEN = " seen"


class Figures(msgspec.Struct, frozen=True):
    """Where each figure is, and which of the hidden ones the last phase showed."""

    at: Mapping[UnitKind, Province]
    seen: frozenset[UnitKind] = frozenset()

    @property
    def dead(self) -> bool:
        """Whether the Dead may still be called."""
        return DEAD in self.at

    def moved(self, **to: Province) -> Figures:
        """Return the figures with some of them elsewhere, and nothing seen."""
        return Figures({**self.at, **to})

    def without(self, *gone: UnitKind) -> Figures:
        """Return the figures that are left."""
        return Figures({kind: place for kind, place in self.at.items() if kind not in gone}, self.seen)

    def marks(self) -> Marks:
        """Return them as marks."""
        found: dict[Province, tuple[str, ...]] = {}
        for kind, place in self.at.items():
            words = (kind, f"{kind}{SEEN}") if kind in self.seen else (kind,)
            found[place] = (*found.get(place, ()), *words)
        return found


def figures_in(marks: Marks) -> Figures:
    """Return the figures that marks stand for."""
    at: dict[UnitKind, Province] = {}
    seen: set[UnitKind] = set()
    for place, words in marks.items():
        for word in words:
            if word.endswith(SEEN):
                seen.add(word.removesuffix(SEEN))
            else:
                at[word] = place
    return Figures(at, frozenset(seen))
