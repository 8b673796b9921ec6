"""The games on offer, as the lobby shows them, and options read from what people chose."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from structlog import get_logger

from wartable import bots
from wartable.board.palette import Theme
from wartable.engine import registry
from wartable.engine.game import AnyGame
from wartable.engine.options import BY_SEATS, Options, build, describe
from wartable.server.problems import Refused
from wartable.server.rows import TableRow
from wartable.server.static import File, packed
from wartable.server.wire import BotInfo, GameInfo, Preset

log = get_logger("wartable.server")

_CACHING = "public, max-age=3600"


@cache
def actions_of(game: AnyGame) -> Any:  # noqa: ANN401 - a union of action types
    """Return the union of a game's decisions, for reading them."""
    return any_of(game.action_types)


@cache
def inquiries_of(game: AnyGame) -> Any:  # noqa: ANN401 - a union of types, or None
    """Return the union of the questions that a game answers, for reading them; None where it answers none."""
    return any_of(game.inquiry_types) if game.inquiry_types else None


def any_of(types: Sequence[type]) -> Any:  # noqa: ANN401 - a union of types
    """Return the union of types that are known only when the program runs."""
    found: Any = types[0]
    for kind in types[1:]:
        found |= kind
    return found


def bots_of(game_key: str) -> tuple[BotInfo, ...]:
    """Return the bots that play a game, the weakest first as their registry lists them."""
    _tell_left_out()
    return tuple(BotInfo(key=key, title=title, line=line) for key, title, line in bots.bots_for(game_key))


@cache
def _tell_left_out() -> None:
    """Log once which announced bots cannot be loaded."""
    for key, fault in bots.left_out().items():
        log.error("bot left out", bot=key, fault=str(fault))


def usual_bot(game_key: str) -> str:
    """Return the bot that takes a seat when nobody says which: medium where there is one, else the middle one."""
    keys = [bot.key for bot in bots_of(game_key)]
    if "medium" in keys or not keys:
        return "medium" if keys else ""
    return keys[len(keys) // 2]


def check_bot(game_key: str, level: str) -> str:
    """Return a bot's key; raises `Refused` for one that does not play this game."""
    known = tuple(bot.key for bot in bots_of(game_key))
    level = level or usual_bot(game_key)
    if level not in known:
        there = ", ".join(known) or "none"
        raise Refused(400, "bot.unknown", f"No bot of that level plays this game; there is: {there}.", fix=known)
    return level


def game_info(key: str) -> GameInfo:
    """Return what the lobby shows of a game; raises `UnknownGame`. Options are asked anew: boards come and go."""
    info = _game_info(key)
    if not any(field.open for field in info.options):
        return info
    return msgspec.structs.replace(info, options=describe(registry.get(key).options_type))


@cache
def _game_info(key: str) -> GameInfo:
    game = registry.get(key)
    default = next(iter(game.presets.values()))
    return GameInfo(
        key=game.key,
        title=game.title,
        line=game.blurb.line,
        about=game.blurb.about,
        minutes=game.blurb.minutes,
        dice=game.blurb.dice,
        caveat=game.blurb.caveat,
        seats=game.seats,
        board=game.show.board_key(default),
        pictured=game.show.pictured,
        hidden=game.hidden,
        absent=game.blurb.absent,
        brief_turns=game.blurb.brief,
        phases=dict(game.blurb.phases),
        round=game.blurb.round,
        out_of_turn=game.blurb.out_of_turn,
        presets=tuple(_preset(game, name, options) for name, options in game.presets.items()),
        options=describe(game.options_type),
        bots=bots_of(key),
    )


@cache
def picture(key: str, theme: Theme) -> File:
    """Return the picture of a game without a board; raises `Refused` where there is none, and `UnknownGame`."""
    game = registry.get(key)
    if not game.show.pictured:
        raise Refused(404, "picture.none", f"There is no picture of {game.title}; look for its board.")
    return packed(game.show.picture(theme).encode(), "image/svg+xml", caching=_CACHING)


def forget() -> None:
    """Forget what was looked up, after games were registered or removed."""
    _game_info.cache_clear()
    picture.cache_clear()


def _preset(game: AnyGame, key: str, options: Options) -> Preset:
    title = preset_title(game, key)
    line = game.blurb.preset_lines.get(key) or _differences(game, options)
    return Preset(
        key=key,
        title=title,
        line=line,
        options=options.values(),
        counts=game.seat_counts(options),
        usual=game.usual_seats(key),
    )


def preset_title(game: AnyGame, key: str) -> str:
    """Return what players call a preset."""
    return game.blurb.preset_titles.get(key) or key.replace("_", " ").capitalize()


def _differences(game: AnyGame, options: Options) -> str:
    """Say how a preset differs from the plain defaults."""
    told = [
        f"{field.label}: {field.words(value)}"
        for field in describe(game.options_type)
        if (value := getattr(options, field.name)) is not BY_SEATS and (field.by_seats or value != field.default)
    ]
    return "; ".join(told) or "Every option at its default."


def differences(game: AnyGame, options: Options, base: Options) -> list[tuple[str, str]]:
    """Return the label and value, in words, of every option that is other than in `base`."""
    fields = describe(game.options_type)
    return [
        (field.label, field.usual() if (value := getattr(options, field.name)) is BY_SEATS else field.words(value))
        for field in fields
        if getattr(options, field.name) != getattr(base, field.name)
    ]


def preset_of(game: AnyGame, key: str) -> tuple[str, Options]:
    """Return a preset by key (empty: the default one); raises `Refused`."""
    if not key:
        return next(iter(game.presets.items()))
    if key not in game.presets:
        there = tuple(game.presets)
        raise Refused(400, "preset.unknown", f"{game.title} has these presets: {', '.join(there)}.", fix=there)
    return key, game.presets[key]


def read_options(game: AnyGame, preset: str, values: Mapping[str, Any]) -> tuple[str, Options]:
    """Return the preset's key and the options chosen over it; raises `Refused` or `BadOptions`."""
    key, base = preset_of(game, preset)
    return key, build(game.options_type, values, base)


def options_text(options: Options) -> str:
    """Return options as they are stored."""
    return msgspec.json.encode(options.values()).decode()


def stored_options(game: AnyGame, text: str) -> Options:
    """Return options as stored, for a game that has not begun."""
    return msgspec.json.decode(text, type=game.options_type)


def options_of(row: TableRow) -> Options:
    """Return the options of a table; those of a game that has begun go by its version of the rules."""
    game = registry.get(row.game)
    options = stored_options(game, row.options)
    return options if row.status == "open" else game.options_by(options, row.rules_version)


def changes(game: AnyGame, preset: str, options: Options, seats: int) -> int:
    """Return how many options differ from the preset at a table of so many seats."""
    base = game.presets.get(preset, options).for_seats(seats).values()
    return sum(value != base[name] for name, value in options.for_seats(seats).values().items())
