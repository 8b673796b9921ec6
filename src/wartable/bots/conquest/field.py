"""What the map itself brings to battles and drafts: odds, bans, cities and capitals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import msgspec

from wartable.bots.conquest.ground import Ground, Odds
from wartable.games.conquest.core.rules import REMEMBERED


class Field(msgspec.Struct, frozen=True):
    """The same for all positions that a search looks at; lists are by space, sets of spaces are masks."""

    odds: Sequence[Sequence[Odds]]
    """Odds of the seat's attacks by source, then by target."""
    guard: Sequence[Odds]
    """Odds of others' attacks by target."""
    barred: Sequence[int]
    """By source, the spaces that the seat may not attack from there."""
    cities: int = 0
    """Spaces that count twice in the draft."""
    capitals: int = 0
    """Spaces that bring an army more."""


@lru_cache(maxsize=REMEMBERED)
def plain_field(ground: Ground) -> Field:
    """Return a field where nothing bears on anything."""
    same = (ground.odds,) * ground.size
    return Field((same,) * ground.size, same, (0,) * ground.size)
