"""Players by name, a fresh one for every game, so that none remembers another."""

from __future__ import annotations

from collections.abc import Sequence

from wartable import bots
from wartable.engine.driver import Policy
from wartable.engine.game import AnyGame


def make_players(game: AnyGame, names: Sequence[str]) -> list[Policy]:
    """Return a fresh policy per name; raises `WartableError` naming the nearest where there is none."""
    return [bots.get(game, name) for name in names]
