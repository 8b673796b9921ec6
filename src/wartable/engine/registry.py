"""The games that are installed: our own and those that other packages announce.

A package announces a game by an entry point of group `wartable.games` that names an instance of `Game`
or a function without arguments that makes one::

    [project.entry-points."wartable.games"]
    nim = "my_package.nim:NIM"
"""

from __future__ import annotations

from typing import TypeGuard

from wartable.engine.errors import UnknownGame, WartableError
from wartable.engine.game import AnyGame, Game
from wartable.engine.plugins import Plugins
from wartable.engine.words import hint

GROUP = "wartable.games"
"""The entry-point group that games are announced in."""


def _is_game(thing: object) -> TypeGuard[AnyGame]:
    return isinstance(thing, Game)


def _read(given: object) -> AnyGame:
    """Take a game, or make one."""
    made = given() if callable(given) else given
    if not _is_game(made):
        raise WartableError(f"gives {given!r}, which is no Game and makes none.")
    return made


GAMES = Plugins(GROUP, "game", _read, lambda game: game.key)
"""The games of this process."""


def register(game: AnyGame) -> AnyGame:
    """Add a game in this process, for notebooks and tests; returns it. Raises `ValueError` for a key in use."""
    return GAMES.add(game)


def unregister(key: str) -> None:
    """Remove a game that `register` added."""
    GAMES.remove(key)


def keys() -> tuple[str, ...]:
    """Return the keys of all games in alphabetical order."""
    return tuple(sorted(GAMES.keys()))


def get(key: str) -> AnyGame:
    """Return a game by its key; raises `UnknownGame` with the nearest keys."""
    game = GAMES.find(key)
    if game is None:
        raise UnknownGame(f"I know no game {key!r}. {hint(key, keys(), 'Installed')}")
    return game
