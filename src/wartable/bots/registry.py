"""The bots that are installed: our own and those that other packages announce.

A package announces a bot by an entry point of group `wartable.bots` that names a `Bot`::

    [project.entry-points."wartable.bots"]
    turtle = "my_package.turtle:TURTLE"
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

import msgspec

from wartable.bots import diplomacy, ring_of_power
from wartable.bots.conquest import plays_conquest
from wartable.bots.conquest.easy import EasyPolicy
from wartable.bots.conquest.hard import HardPolicy
from wartable.bots.conquest.medium import MediumPolicy
from wartable.engine import registry
from wartable.engine.driver import Policy, RandomPolicy
from wartable.engine.errors import WartableError
from wartable.engine.game import AnyGame
from wartable.engine.plugins import Plugins
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
    """Tells apart bots of one key that play different games; no game may be played by two of them."""


def _any_game(game: AnyGame) -> bool:  # noqa: ARG001 - the form of `plays`
    return True


_Level: TypeAlias = tuple[str, Callable[[], Policy]]
"""How a level plays, in one sentence, and how its player is made."""


def _levels(family: str, plays: Callable[[AnyGame], bool], easy: _Level, medium: _Level, hard: _Level) -> Iterator[Bot]:
    """Yield the three levels that every family of games has."""
    for key, (line, make) in (("easy", easy), ("medium", medium), ("hard", hard)):
        yield Bot(key=key, title=key.title(), line=line, plays=plays, make=make, family=family)


OWN = (
    Bot(key="random", title="Random", line="Picks any legal move by chance.", plays=_any_game, make=RandomPolicy),
    *_levels(
        "",
        plays_conquest,
        ("Attacks where it is stronger and thinks no further.", EasyPolicy),
        ("Goes for regions, masses its armies and weighs the odds of each battle.", MediumPolicy),
        ("Plans whole campaigns with exact odds and thinks of the replies.", HardPolicy),
    ),
    *_levels(
        "diplomacy",
        diplomacy.plays_diplomacy,
        ("Sends every unit its own way to the nearest foreign centre.", diplomacy.EasyPolicy),
        (
            "Goes for the best centres in reach with the support they need, and guards what is threatened.",
            diplomacy.MediumPolicy,
        ),
        (
            "Weighs many plans against the likely plans of all others, each judged as the rules judge it.",
            diplomacy.HardPolicy,
        ),
    ),
    *_levels(
        "ring-of-power",
        ring_of_power.plays_ring_of_power,
        ("Sends every band to the nearest place to take and attacks whom it outnumbers.", ring_of_power.easy),
        (
            "Gathers bands for what the scenario wants most, keeps garrisons and weighs the exact odds.",
            ring_of_power.medium,
        ),
        (
            "On small tables carries several plans out in thought, with the enemy's answer; else plays as Medium.",
            ring_of_power.hard,
        ),
    ),
)
"""The bots of this package, the weakest first."""


def _read(given: object) -> Bot:
    if not isinstance(given, Bot):
        raise WartableError(f"gives {given!r}, which is no Bot.")
    return given


def _key_of(bot: Bot) -> str:
    return f"{bot.family}:{bot.key}" if bot.family else bot.key


BOTS = Plugins(GROUP, "bot", _read, _key_of, OWN)
"""The bots of this process."""


def register(bot: Bot) -> Bot:
    """Add a bot in this process, for notebooks and tests; returns it. Raises `ValueError` for a key in use."""
    return BOTS.add(bot)


def unregister(key: str) -> None:
    """Remove a bot that `register` added."""
    BOTS.remove(key)


def bots_of(game: AnyGame) -> tuple[Bot, ...]:
    """Return the bots that play a game: ours from the weakest on, then those of other packages."""
    return tuple(bot for bot in BOTS.every() if bot.plays(game))


def bots_for(game_key: str) -> list[tuple[str, str, str]]:
    """Return key, title and line of every bot that plays a game; raises `UnknownGame`."""
    return [(bot.key, bot.title, bot.line) for bot in bots_of(registry.get(game_key))]


def get(game: AnyGame, key: str) -> Policy:
    """Return a fresh policy of a bot that plays the game; raises `WartableError` naming the nearest key."""
    known = {bot.key: bot for bot in bots_of(game)}
    if key in known:
        return known[key].make()
    raise WartableError(f"No bot {key!r} plays {game.title}. {hint(key, known)}")
