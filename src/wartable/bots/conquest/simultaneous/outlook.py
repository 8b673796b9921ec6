"""What a game says of its simultaneous rounds to bots: its course, how long it lasts, what leaders do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import msgspec

from wartable.games.conquest.simultaneous.actions import Orders
from wartable.games.conquest.simultaneous.hooks import Hooks

if TYPE_CHECKING:
    from wartable.bots.conquest.scene import Scene
    from wartable.bots.conquest.simultaneous.desk import Desk

AnyHooks: TypeAlias = Hooks[Any, Any]


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


class RoundLore(NamedTuple):
    """What is known of a game's simultaneous rounds."""

    course: AnyHooks
    outlook: Callable[[Scene, float], Outlook] = lambda _scene, card: Outlook(card=card)
    """Says what the rest of the game lets things be worth; given is the worth of a card."""
    lures: Callable[[Scene], Sequence[float]] = lambda _scene: ()
    """Says what each space is worth to anybody beyond its place on the map, in units."""
    led: Callable[[Desk, Orders], Orders] = lambda _desk, orders: orders
    """Adds leaders to moves."""
    moved: Callable[[Desk, Orders], Orders] = lambda _desk, orders: orders
    """Adds to strategic moves what leaders do by themselves."""
