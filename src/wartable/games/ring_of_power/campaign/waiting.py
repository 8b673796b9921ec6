"""What a campaign waits for: a player's decision, or dice."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from wartable.engine.chance import Draw, Roll


class Asked(msgspec.Struct, frozen=True, gc=False):
    """A player is asked. The wild decide nothing, so they are never asked."""

    player: int


Wait: TypeAlias = Asked | Roll | Draw
"""A decision, or what chance is asked for."""

SIX = 6


def dice(purpose: str, count: int) -> Roll:
    """Return a request for ordinary dice (A4)."""
    return Roll(purpose, (SIX,) * count)
