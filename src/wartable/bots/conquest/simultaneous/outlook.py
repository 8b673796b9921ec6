"""What the rest of a game lets things be worth in simultaneous rounds."""

from __future__ import annotations

import msgspec


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """How long the game is reckoned to go on, and what counts in it."""

    rounds: float = 5.0
    """Further rounds for which income counts."""
    unit: float = 1.0
    """Worth of a unit at a border, in units of an early round."""
    point: float = 0.0
    """Worth of a space for the points at the end."""
    card: float = 0.0
    """Worth of the card of a first conquest, shared among the spaces that could be it."""
