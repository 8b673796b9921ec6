"""Players of Ring of Power, in any scenario: what it asks for is read from its data, odds are those of the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wartable.engine.driver import Policy
from wartable.engine.game import AnyGame
from wartable.engine.lazy import Lazy
from wartable.games.ring_of_power.campaign.state import RingState

if TYPE_CHECKING:
    from wartable.bots.ring_of_power import levels
else:
    levels = Lazy("wartable.bots.ring_of_power.levels")

__all__ = ["easy", "hard", "medium", "plays_ring_of_power"]


def plays_ring_of_power(game: AnyGame) -> bool:
    """Whether a game's positions are campaigns of Ring of Power."""
    return issubclass(game.state_type, RingState)


def easy() -> Policy:
    """Return a player of the easy level."""
    return levels.EasyPolicy()


def medium() -> Policy:
    """Return a player of the medium level."""
    return levels.MediumPolicy()


def hard() -> Policy:
    """Return a player of the hard level."""
    return levels.HardPolicy()
