"""Players by name: the bots that are installed, and the policies every game has without any bot."""

from __future__ import annotations

from collections.abc import Sequence

from wartable import bots
from wartable.engine.driver import Policy
from wartable.engine.game import AnyGame


def make_players(game: AnyGame, names: Sequence[str]) -> list[Policy]:
    """Return a fresh policy per name; raises `WartableError` naming the nearest where there is none."""
    return [bots.get(game, name) for name in names]
