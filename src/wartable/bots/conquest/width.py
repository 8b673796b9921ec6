"""How widely the hard level searches each of its questions."""

from __future__ import annotations

from typing import NamedTuple

import msgspec


class Width(msgspec.Struct, frozen=True):
    """How far a search looks: campaigns kept per length, positions valued in all, campaigns answered by the others."""

    beam: int
    budget: int
    deep: int


class Widths(NamedTuple):
    """The width of each question; the budgets count positions valued, so the same seed gives the same game."""

    placing: Width
    attacking: Width
    moving: Width


WIDE = Widths(Width(24, 2000, 60), Width(24, 1200, 60), Width(16, 800, 40))
"""What most games are searched with."""
