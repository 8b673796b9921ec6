"""The bots that are installed: our own and those that other packages announce.

A package announces a bot by an entry point of group `wartable.bots` that names a `Bot`::

    [project.entry-points."wartable.bots"]
    turtle = "my_package.turtle:TURTLE"
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from importlib.metadata import entry_points

import msgspec

from wartable.bots.conquest import plays_conquest
from wartable.bots.conquest.easy import EasyPolicy
from wartable.bots.conquest.hard import HardPolicy
from wartable.bots.conquest.medium import MediumPolicy
from wartable.engine import registry
from wartable.engine.driver import Policy, RandomPolicy
from wartable.engine.errors import WartableError
from wartable.engine.game import AnyGame

GROUP = "wartable.bots"
"""The entry-point group that bots are announced in."""


class Bot(msgspec.Struct, frozen=True, kw_only=True):
    """A level people can choose for a seat: its key, what the lobby shows, which games it plays, how it is made."""

    key: str
    title: str
    line: str
    """One sentence on how it plays."""
    plays: Callable[[AnyGame], bool]
    make: Callable[[], Policy]
    """A policy for one table; it must not remember anything that matters, for it may be made anew at any time."""


def _any_game(game: AnyGame) -> bool:  # noqa: ARG001 - the form of `plays`
    return True


OWN = (
    Bot(
        key="random",
        title="Random",
        line="Picks any legal move by chance.",
        plays=_any_game,
        make=RandomPolicy,
    ),
    Bot(
        key="easy",
        title="Easy",
        line="Attacks where it is stronger and thinks no further.",
        plays=plays_conquest,
        make=EasyPolicy,
    ),
    Bot(
        key="medium",
        title="Medium",
        line="Goes for regions, masses its armies and weighs the odds of each battle.",
        plays=plays_conquest,
        make=MediumPolicy,
    ),
    Bot(
        key="hard",
        title="Hard",
        line="Plans whole campaigns with exact odds and thinks of the replies.",
        plays=plays_conquest,
        make=HardPolicy,
    ),
)
"""The bots of this package, the weakest first."""

_added: dict[str, Bot] = {}


def register(bot: Bot) -> Bot:
    """Add a bot in this process, for notebooks and tests; returns it. Raises `ValueError` for a key in use."""
    if bot.key in _installed() or bot.key in _added:
        message = f"There is a bot of key {bot.key!r} already."
        raise ValueError(message)
    _added[bot.key] = bot
    return bot


def unregister(key: str) -> None:
    """Remove a bot that `register` added."""
    _added.pop(key, None)


def bots_of(game: AnyGame) -> tuple[Bot, ...]:
    """Return the bots that play a game: ours from the weakest on, then those of other packages."""
    return tuple(bot for bot in (*_installed().values(), *_added.values()) if bot.plays(game))


def bots_for(game_key: str) -> list[tuple[str, str, str]]:
    """Return key, title and line of every bot that plays a game; raises `UnknownGame`."""
    return [(bot.key, bot.title, bot.line) for bot in bots_of(registry.get(game_key))]


def get(game: AnyGame, key: str) -> Policy:
    """Return a fresh policy of a bot that plays the game; raises `WartableError` naming the nearest key."""
    known = {bot.key: bot for bot in bots_of(game)}
    if key in known:
        return known[key].make()
    close = get_close_matches(key, known, 1)
    hint = f"Did you mean {close[0]}?" if close else f"There are: {', '.join(known)}."
    raise WartableError(f"No bot {key!r} plays {game.title}. {hint}")


@cache
def _installed() -> dict[str, Bot]:
    found = {bot.key: bot for bot in OWN}
    for point in entry_points(group=GROUP):
        bot = point.load()
        if not isinstance(bot, Bot):
            raise WartableError(f"The entry point {point.name} of group {GROUP} gives {bot!r}, which is no Bot.")
        found.setdefault(bot.key, bot)
    return found
