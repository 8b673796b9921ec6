"""`wartable games`: which games are installed, and what can be chosen in each."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from wartable.cli.usage import Json, get_game, installed_games, print_json
from wartable.engine.game import AnyGame
from wartable.engine.options import OptionField, Options, describe


def games(
    name: Annotated[str | None, Parameter(help="A game; all of them if left out.")] = None,
    *,
    as_json: Json = False,
) -> None:
    """List the installed games, or the presets and options of one with the rule numbers they come from."""
    if name is None:
        found = [get_game(key) for key in installed_games()]
        print_json([_summary(game) for game in found]) if as_json else _print_list(found)
    else:
        game = get_game(name)
        print_json(_whole(game)) if as_json else _print_game(game)


def _summary(game: AnyGame) -> dict[str, Any]:
    return {
        "key": game.key,
        "title": game.title,
        "line": game.blurb.line,
        "seats": game.seats,
        "minutes": game.blurb.minutes,
        "presets": list(game.presets),
        "rules_version": game.rules_version,
    }


def _whole(game: AnyGame) -> dict[str, Any]:
    return {
        **_summary(game),
        "about": game.blurb.about,
        "dice": game.blurb.dice,
        "caveat": game.blurb.caveat,
        "hidden": game.hidden,
        "board": game.board_key(next(iter(game.presets.values()))),
        "presets": {key: options.values() for key, options in game.presets.items()},
        "options": msgspec.to_builtins(describe(game.options_type)),
        "actions": [str(kind.__struct_config__.tag) for kind in game.action_types],
    }


def _print_list(found: list[AnyGame]) -> None:
    width = max((len(game.key) for game in found), default=0) + 1
    for game in found:
        print(f"{game.key:<{width}} {game.title}, {_seats(game)} seats, about {game.blurb.minutes} minutes")
        print(f"{'':<{width}} {game.blurb.line}")
        print(f"{'':<{width}} presets: {', '.join(_called(game, key) for key in game.presets)}")
    print("\nwartable games NAME shows the options; wartable play NAME begins a game.")


def _seats(game: AnyGame) -> str:
    least, most = game.seats
    return f"{least} to {most}" if least < most else f"{most}"


def _called(game: AnyGame, key: str) -> str:
    """Return the key of a preset, with what players call it where that is another word."""
    title = game.preset_titles.get(key, key)
    return key if title.casefold() == key else f"{key} ({title})"


def _print_game(game: AnyGame) -> None:
    print(f"{game.title} ({game.key}), {_seats(game)} seats, rules version {game.rules_version}")
    print(game.blurb.about)
    if game.blurb.caveat:
        print(game.blurb.caveat)
    print("\nPresets")
    base = next(iter(game.presets.values()))
    width = max(len(_called(game, key)) for key in game.presets)
    for key, options in game.presets.items():
        print(f"  {_called(game, key):<{width}} {_differences(options, base) or 'the default'}")
    print("\nOptions")
    for field in describe(game.options_type):
        _print_option(field)


def _differences(options: Options, base: Options) -> str:
    own, others = options.values(), base.values()
    return ", ".join(f"{name}={_word(value)}" for name, value in own.items() if value != others[name])


def _print_option(field: OptionField) -> None:
    rule = f"  [{field.rule}]" if field.rule else ""
    print(f"  {field.name} = {_word(field.default)}{rule}\n      {field.label}: {field.sentence}")
    for value, words in field.choices:
        print(f"      {value:<12} {words}")
    if field.kind == "int":
        print(f"      from {field.least} to {field.most}")


def _word(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
