"""What is drawn upon a table: tokens of figures, garrisons, and who holds which place, free of any rule."""

from __future__ import annotations

import msgspec

from wartable.games.ring_of_power.play.looks import Badge, TokenKind
from wartable.games.ring_of_power.scenario import Point


class Token(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One figure as a token. `player` is its number in the scenario's order, `radius` that of its base.

    Lengths are 1/1000 inch. `force` joins tokens that become one shield where they would be too small.
    """

    id: int
    player: int
    at: Point
    radius: int
    kind: TokenKind = "foot"
    name: str = ""
    force: int = 0
    badges: tuple[Badge, ...] = ()


class Garrison(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Figures of one player inside a place, or in its tower: how many, and whether a hero is among them."""

    place: str
    player: int
    count: int
    tower: bool = False
    hero: bool = False


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """A moment of a campaign as it is drawn. `holders` are sides by place, `broken` keys of gates and weak walls."""

    tokens: tuple[Token, ...] = ()
    garrisons: tuple[Garrison, ...] = ()
    holders: dict[str, str] = {}
    broken: frozenset[str] = frozenset()
