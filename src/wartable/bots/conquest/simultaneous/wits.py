"""How far each level thinks in simultaneous rounds."""

from __future__ import annotations

import msgspec


class Wits(msgspec.Struct, frozen=True, kw_only=True):
    """The means of a level; all numbers count judgements, so that the same seed plays the same game anywhere."""

    thinks: bool = True
    """Whether it weighs its orders at all, rather than sending armies at whoever is weaker."""
    own: int = 0
    """Drafts made for itself against what others may order; with none it takes it that they stay."""
    others: int = 0
    """Drafts made for each other seat."""
    learning: int = 0
    """Judgements spent on learning what the others order."""
    samples: int = 1
    """Sets of others' orders that the own orders are improved against."""
    thought: int = 0
    """How often everybody answers the others' plans before dice are aimed."""


EASY = Wits(thinks=False)
MEDIUM = Wits(thought=1)
HARD = Wits(own=3, others=2, learning=150, samples=6, thought=4)
