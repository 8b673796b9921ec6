"""The games that are installed: our own and those that other packages announce.

A package announces a game by an entry point of group `wartable.games` that names an instance of `Game`
or a function without arguments that makes one::

    [project.entry-points."wartable.games"]
    nim = "my_package.nim:NIM"
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import cast

from wartable.engine.errors import UnknownGame, WartableError
from wartable.engine.game import AnyGame, Game

GROUP = "wartable.games"
"""The entry-point group that games are announced in."""

_added: dict[str, AnyGame] = {}


def register(game: AnyGame) -> AnyGame:
    """Add a game in this process, for notebooks and tests; returns it. Raises `ValueError` for a key in use."""
    if game.key in _announced() or game.key in _added:
        message = f"There is a game of key {game.key!r} already."
        raise ValueError(message)
    _added[game.key] = game
    return game


def unregister(key: str) -> None:
    """Remove a game that `register` added."""
    _added.pop(key, None)


def keys() -> tuple[str, ...]:
    """Return the keys of all games in alphabetical order."""
    return tuple(sorted({*_announced(), *_added}))


def get(key: str) -> AnyGame:
    """Return a game by its key; raises `UnknownGame` with the nearest keys."""
    if key in _added:
        return _added[key]
    if key in _announced():
        return _load(key)
    close = get_close_matches(key, keys(), 1)
    hint = f"Did you mean {close[0]}?" if close else f"Installed: {', '.join(keys()) or 'none'}."
    raise UnknownGame(f"I know no game {key!r}. {hint}")


@cache
def _announced() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


@cache
def _load(key: str) -> AnyGame:
    made: Callable[[], AnyGame] = _announced()[key].load()
    game = cast("AnyGame", made) if isinstance(made, Game) else made()
    if game.key != key:
        raise WartableError(f"The entry point {key} of group {GROUP} gives a game of key {game.key!r}.")
    return game
