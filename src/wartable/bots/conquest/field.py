"""What the map itself brings to battles and drafts: odds, bans, cities and capitals."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Protocol

import msgspec

from wartable.bots.conquest.ground import Ground, Odds
from wartable.games.conquest.core.rules import REMEMBERED


class Field(Protocol):
    """The same for all positions that a search looks at; lists are by space, sets of spaces are masks."""

    @property
    def odds(self) -> Sequence[Sequence[Odds]]:
        """Odds of the seat's attacks by source, then by target."""
        ...

    @property
    def guard(self) -> Sequence[Odds]:
        """Odds of others' attacks by target."""
        ...

    @property
    def barred(self) -> Sequence[int]:
        """By source, the spaces that the seat may not attack from there."""
        ...

    @property
    def cities(self) -> int:
        """Spaces that count twice in the draft."""
        ...

    @property
    def capitals(self) -> int:
        """Spaces that bring an army more."""
        ...

    @property
    def sides(self) -> Sequence[int]:
        """The side of each seat, alike for those who win together; empty where everybody plays alone."""
        ...


class SetField(msgspec.Struct, frozen=True):
    """A field that is laid out whole before a question is thought of."""

    odds: Sequence[Sequence[Odds]]
    guard: Sequence[Odds]
    barred: Sequence[int]
    cities: int = 0
    capitals: int = 0
    sides: Sequence[int] = ()


@lru_cache(maxsize=REMEMBERED)
def plain_field(ground: Ground) -> SetField:
    """Return a field where nothing bears on anything."""
    same = (ground.odds,) * ground.size
    return SetField((same,) * ground.size, same, (0,) * ground.size)
