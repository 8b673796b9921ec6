"""The bots that are installed: those of each family of games, and those that other packages announce.

A package announces bots by an entry point of group `wartable.bots` that names a `Bot`, or several in a tuple::

    [project.entry-points."wartable.bots"]
    turtle = "my_package.turtle:TURTLE"

One in a Python file is brought in by `bring`, or by the environment (`wartable.bots.files`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TypeAlias, TypeGuard, cast

import msgspec

from wartable.bots import files
from wartable.engine import registry
from wartable.engine.driver import Policy, RandomPolicy
from wartable.engine.errors import WartableError
from wartable.engine.game import AnyGame
from wartable.engine.plugins import Plugins
from wartable.engine.values import State
from wartable.engine.words import hint

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
    family: str = ""
    """Whose bots these are; several families have bots of one key."""


Bots: TypeAlias = tuple[Bot, ...]
Level: TypeAlias = tuple[str, Callable[[], Policy]]
"""How a level plays, in one sentence, and how its player is made."""


def three_levels(
    family: str, positions: type[State], easy: Level, medium: Level, hard: Level, *, but: tuple[type[State], ...] = ()
) -> Bots:
    """Return the levels that a family of games has, for every game with positions of a type, `but` some."""

    def plays(game: AnyGame) -> bool:
        return issubclass(game.state_type, positions) and not issubclass(game.state_type, but)

    return tuple(
        Bot(key=key, title=key.title(), line=line, plays=plays, make=make, family=family)
        for key, (line, make) in (("easy", easy), ("medium", medium), ("hard", hard))
    )


RANDOM = Bot(
    key="random", title="Random", line="Picks any legal move at random.", plays=lambda _: True, make=RandomPolicy
)


def _read(given: object) -> Bots:
    """Take a bot, or several of one family."""
    found = cast("tuple[object, ...]", given) if isinstance(given, tuple) else (given,)
    if not _are_bots(found):
        raise WartableError(f"gives {given!r}, which is no Bot.")
    return found


def _are_bots(found: tuple[object, ...]) -> TypeGuard[Bots]:
    return bool(found) and all(isinstance(bot, Bot) for bot in found)


def _key_of(bots: Bots) -> str:
    return bots[0].family or bots[0].key


OWN: tuple[Bots, ...] = ((RANDOM,),)
"""Bots that play every game."""
BOTS = Plugins(GROUP, "bot", _read, _key_of, OWN)
"""The bots of this process, by what announced them."""


def register(bot: Bot) -> Bot:
    """Add a bot in this process, for notebooks and tests; returns it. Raises `ValueError` for a key in use."""
    BOTS.add((bot,))
    return bot


def unregister(key: str) -> None:
    """Remove a bot that `register` added."""
    BOTS.remove(key)


def bring(place: str) -> str:
    """Add the bot of a Python file, `mine.py:Careful`, to this process and those that it begins; return its key.

    It is a `Bot`, or a class with `decide`, which then plays every game; the key is its name in small letters. Raises
    `WartableError` where the file cannot be run, where it holds no such bot, and for a key in use.
    """
    full = files.full(place)
    (bot, *more) = _of_file(full)
    others = (one for bots in _every() if bots is not _of_file(full) for one in bots)
    if more or any(one.key == bot.key for one in others):
        raise WartableError(f"{place}: name one bot, of a key that no other has; {bot.key!r} is in use.")
    files.announce(full)
    return bot.key


@cache
def _of_file(place: str) -> Bots:
    thing = files.found_at(place)
    if isinstance(thing, type):
        made = cast("Callable[[], Policy]", thing)
        if not hasattr(made, "decide"):
            raise WartableError(f"{place} has no method decide(self, game, state, seat, rng), so it is no bot.")
        try:
            made()
        except Exception as error:
            raise WartableError(f"{place} cannot be made: {type(error).__name__}: {error}") from error
        line = (thing.__doc__ or f"From {place}.").strip().partition("\n")[0]
        return (Bot(key=thing.__name__.lower(), title=thing.__name__, line=line, plays=lambda _: True, make=made),)
    try:
        return _read(thing)
    except WartableError as error:
        raise WartableError(f"{place} {error}") from error


def _passed_over(key: str, error: Exception) -> None:
    """Say nothing of a bot that cannot be loaded: `left_out` does."""


def _every() -> tuple[Bots, ...]:
    return (*BOTS.working(_passed_over), *_named())


def _named() -> Iterator[Bots]:
    """Yield the bots of the files that the environment names; raises `WartableError` for what is none."""
    for place in files.places():
        try:
            yield _of_file(place)
        except WartableError as error:
            raise WartableError(f"{files.VARIABLE}: {error}") from error


def check_files() -> None:
    """Raise `WartableError` where the environment names a file that cannot be run, or holds no such bot."""
    for _ in _named():
        pass


def left_out() -> Mapping[str, Exception]:
    """Return the bots that are announced and cannot be loaded, and why: games without them go on."""
    faults: dict[str, Exception] = {}
    for _ in BOTS.working(faults.__setitem__):
        pass
    return faults


def bots_of(game: AnyGame) -> Bots:
    """Return the bots that play a game: ours from the weakest on, then all others under keys that ours do not have."""
    playing = [bot for bots in _every() for bot in bots if bot.plays(game)]
    first = {bot.key: bot for bot in reversed(playing)}
    return tuple(bot for bot in playing if first[bot.key] is bot)


def bots_for(game_key: str) -> list[tuple[str, str, str]]:
    """Return key, title and line of every bot that plays a game; raises `UnknownGame`."""
    return [(bot.key, bot.title, bot.line) for bot in bots_of(registry.get(game_key))]


def get(game: AnyGame, key: str) -> Policy:
    """Return a fresh policy of a bot that plays the game; raises `WartableError` naming the nearest key.

    That of a bot which is announced wrongly says what is wrong.
    """
    known = {bot.key: bot for bot in bots_of(game)}
    if key in known:
        return known[key].make()
    if (fault := left_out().get(key)) is not None:
        raise fault
    raise WartableError(f"No bot {key!r} plays {game.title}. {hint(key, known)}")
