"""What the commands share: reading games, options and seats from words, and printing JSON."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeAlias

import msgspec
from cyclopts import Parameter, Token, validators

from wartable.engine import registry
from wartable.engine.errors import WartableError
from wartable.engine.game import AnyGame
from wartable.engine.needs import Value
from wartable.engine.optionfield import Kind
from wartable.engine.options import Options, build, describe
from wartable.engine.words import hint, listed

Json: TypeAlias = Annotated[bool, Parameter(name="--json", negative=(), help="Print JSON instead of text.")]
Preset: TypeAlias = Annotated[str | None, Parameter(help="Named set of options; the first of the game if left out.")]
OptionWords: TypeAlias = Annotated[
    list[str] | None,
    Parameter(
        name="--option", negative=(), help="One option, as name=value, a set as name=one,two; may be given again."
    ),
]


def whole(_: object, words: Sequence[Token]) -> int:
    """Read a whole number; a number such as 7.5 is none and is not rounded. Raises `ValueError`."""
    word = words[0].value
    if not re.fullmatch(r"[+-]?\d+", word):
        message = f"{word} is no whole number"
        raise ValueError(message)
    return int(word)


Whole: TypeAlias = Annotated[int, Parameter(converter=whole)]
Count: TypeAlias = Annotated[int, Parameter(converter=whole, validator=validators.Number(gt=0))]
"""A whole number from 1 on."""
Days: TypeAlias = Annotated[int, Parameter(converter=whole, validator=validators.Number(gte=0))]
"""A whole number from 0 on."""
MOST_PORT = 65_535
Port: TypeAlias = Annotated[int, Parameter(converter=whole, validator=validators.Number(gte=0, lte=MOST_PORT))]
Seed: TypeAlias = Annotated[str, Parameter(help="Any word or number; the same seed gives the same result.")]


SCENARIO = "scenario"
"""The option of games that begin in several ways: who plays, where, and with what."""
_SOME = 3
"""So many scenarios are named."""


class BadUsage(WartableError):
    """A command was called with something it cannot use; the message says what would be right."""


def print_json(value: object) -> None:
    """Print a value as indented JSON with its keys in their own order, then a line end."""
    print(msgspec.json.format(msgspec.json.encode(value), indent=2).decode())


def get_game(key: str) -> AnyGame:
    """Return an installed game; raises `UnknownGame` with the nearest key."""
    return registry.get(key)


def installed_games() -> tuple[str, ...]:
    """Return the keys of all installed games."""
    return registry.keys()


def preset_of(game: AnyGame, preset: str | None) -> str:
    """Return the name of a preset, the first when none is given; raises `BadUsage` with the nearest."""
    if preset is None:
        return next(iter(game.presets))
    if preset not in game.presets:
        raise BadUsage(f"{game.title} has no preset {preset!r}; {nearest(preset, game.presets)}")
    return preset


def options_of(game: AnyGame, preset: str | None, settings: Sequence[str] | None = None) -> Options:
    """Return a preset with single options changed; raises `BadUsage` or `BadOptions`."""
    base = game.presets[preset_of(game, preset)]
    return build(game.options_type, read_settings(settings or (), game), base)


def read_settings(settings: Sequence[str], game: AnyGame | None = None) -> Mapping[str, Value]:
    """Read `name=value` words, by the kinds of a game's options where they are known. Raises `BadUsage`.

    Else a whole number, true and false are read as such. A set is written with commas, or as `none`.
    """
    fields = describe(game.options_type) if game else ()
    kinds: dict[str, Kind] = {field.name: field.kind for field in fields}
    read: dict[str, Value] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise BadUsage(f"--option {setting}: write it as name=value, such as cards=fixed.")
        key = name.strip().replace("-", "_")
        read[key] = _value(value.strip(), kinds.get(key))
    return read


def _value(word: str, kind: Kind | None) -> Value:
    if kind == "choice":
        return word
    if kind == "set":
        return () if word in {"", "none"} else tuple(part.strip() for part in word.split(","))
    if word in {"true", "false"}:
        return word == "true"
    return int(word) if word.lstrip("-").isdecimal() else word


_IN_FILE = re.compile(r"\.py(:|$)")


def seat_words(seats: str) -> tuple[str, ...]:
    """Split `hard,easy,mine.py:Bold` into keys, and bring in the bots of files.

    Raises `BadUsage` for an empty place and for a file without such a bot.
    """
    words = tuple(word.strip() for word in seats.split(","))
    if not all(words):
        raise BadUsage(f"--seats {seats}: name every seat, such as human,medium,hard.")
    return tuple(_brought(word) if _IN_FILE.search(word) else word.lower() for word in words)


def _brought(place: str) -> str:
    """Bring in the bot of a file and return its key; raises `BadUsage`."""
    from wartable.bots import bring  # noqa: PLC0415 - bots are heavy, and most commands need none

    try:
        return bring(place)
    except WartableError as error:
        raise BadUsage(f"--seats {place}: {error}") from error


def check_bot_files() -> None:
    """Raise `BadUsage` where the environment names a bot's file that cannot be run, or holds no such bot."""
    if os.environ.get("WARTABLE_BOTS"):
        from wartable import bots  # noqa: PLC0415 - bots are heavy, and most commands need none

        try:
            bots.check_files()
        except WartableError as error:
            raise BadUsage(str(error)) from error


def check_seat_count(game: AnyGame, count: int, options: Options | None = None) -> None:
    """Raise `BadUsage` unless a game with these options (none: the first preset) can have that many seats."""
    options = options or next(iter(game.presets.values()))
    counts = game.seat_counts(options)
    if count not in counts:
        least, most = min(counts), max(counts)
        whole = least < most and counts == tuple(range(least, most + 1))
        said = f"{least} to {most}" if whole else listed([str(one) for one in counts], "or")
        chosen = " with these options" if game.seats[0] <= count <= game.seats[1] else ""
        named = f"{count} {'was' if count == 1 else 'were'} named."
        raise BadUsage(f"{game.title} has {said} seats{chosen}; {named}{_scenarios_for(game, count, options)}")


def _scenarios_for(game: AnyGame, count: int, options: Options) -> str:
    """Name the scenarios of a game that are for that many seats, variants of the chosen one first; empty for none."""
    field = next((one for one in describe(game.options_type) if one.name == SCENARIO), None)
    fit = list[str]()
    for key, _ in field.choices if field else ():
        with suppress(WartableError):  # one of the user's own may be faulty
            if count in game.seat_counts(msgspec.structs.replace(options, **{SCENARIO: key})):
                fit.append(key.partition("@")[0])
    if not fit:
        return ""
    now = str(getattr(options, SCENARIO))
    first, *others = sorted(fit, key=lambda key: not key.startswith(now))[:_SOME]
    more = f", or {' or '.join(others)}" if others else ""
    return f" For {count} choose --option {SCENARIO}={first}{more}."


def check_players(game: AnyGame, names: Sequence[str]) -> None:
    """Raise `BadUsage` where no bot of that name plays the game; say which announced bots cannot be loaded."""
    from wartable import bots  # noqa: PLC0415 - bots are heavy, and most commands need none
    from wartable.lab.players import make_players  # noqa: PLC0415

    for key, fault in bots.left_out().items():
        left_out("bot", key, fault)

    try:
        make_players(game, names)
    except WartableError as error:
        raise BadUsage(str(error)) from error


def left_out(noun: str, key: str, fault: Exception) -> None:
    """Say that something of another package is left out, and why; our own goes on."""
    print(f"wartable: the {noun} {key!r} is left out: {fault}", file=sys.stderr)


no_tools = partial(left_out, "set of tools")


def nearest(word: str, known: Mapping[str, Any] | Sequence[str]) -> str:
    """Return `did you mean x?` for the nearest known word, else what there is."""
    said = hint(word, known)
    return said[0].lower() + said[1:]


def refuse_folder(path: Path) -> None:
    """Raise `BadUsage` for a folder in the place of the file in it."""
    if path.is_dir():
        raise BadUsage(f"{path} is a folder; name the file in it, as {path / 'board.yaml'}.")


def read_bytes(path: Path) -> bytes:
    """Return what a file holds; `-` is the standard input."""
    return sys.stdin.buffer.read() if str(path) == "-" else path.read_bytes()
