"""`wartable games`: which games are installed, and what can be chosen in each."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from itertools import groupby
from typing import Annotated, Any

import msgspec
from cyclopts import Parameter

from wartable.cli.usage import BadUsage, Json, get_game, installed_games, left_out, print_json
from wartable.engine import registry, words
from wartable.engine.game import AnyGame
from wartable.engine.optionfield import OptionField
from wartable.engine.options import Options, describe, told, usual

LIST = "games.json"
"""What `wartable games` says of our own games; `tools/generate_docs.py` writes it."""


def games(
    name: Annotated[str | None, Parameter(help="A game; all of them if left out.")] = None,
    *,
    search: Annotated[
        str | None, Parameter(help="Only options with these words: in the name, the sentence, the rule or a value.")
    ] = None,
    as_json: Json = False,
) -> None:
    """List the installed games, or the presets and options of one with the rule numbers they come from."""
    if name is not None:
        game = get_game(name)
        fields = _found(game, search) if search else describe(game.options_type)
        print_json(_whole(game, fields)) if as_json else _print_game(game, fields, brief=bool(search))
    elif search is not None:
        raise BadUsage("--search looks among the options of one game: wartable games NAME --search WORD.")
    else:
        found = _summaries()
        print_json([one.facts for one in found]) if as_json else _print_list(found)


def _found(game: AnyGame, search: str) -> tuple[OptionField, ...]:
    """Return the options that speak of something; raises `BadUsage` where none does."""
    wanted = words.folded(search).split()
    found = tuple(field for field in describe(game.options_type) if all(word in _texts(field) for word in wanted))
    if not found:
        raise BadUsage(f"No option of {game.title} mentions {search!r}; wartable games {game.key} lists them all.")
    return found


def _texts(field: OptionField) -> str:
    values = [text for choice in field.choices for text in choice]
    return words.folded(" ".join((field.name, field.label, field.sentence, field.rule, field.group, *values)))


class Listed(msgspec.Struct, frozen=True):
    """A game in the list: its facts for programs, and how its presets are called."""

    facts: dict[str, Any]
    presets: tuple[str, ...]


def listed(game: AnyGame) -> Listed:
    """Return what the list says of a game."""
    return Listed(_summary(game), tuple(_called(game, key) for key in game.presets))


def _summaries() -> list[Listed]:
    """Return what the list says of every game that works, and tell of the others.

    Our own stand in a file, so that none of them has to be loaded.
    """
    ours = msgspec.json.decode((resources.files("wartable.data") / LIST).read_bytes(), type=dict[str, Listed])
    known = {key: ours[key] for key in registry.GAMES.ours if key in ours}
    return [one for key in installed_games() if (one := known.get(key) or _other(key)) is not None]


def _other(key: str) -> Listed | None:
    """Return what the list says of a game of another package, or tell on the error stream why it is left out."""
    try:
        return listed(get_game(key))
    except Exception as error:  # noqa: BLE001 - another package's fault must not stop ours
        left_out("game", key, error)
        return None


def _summary(game: AnyGame) -> dict[str, Any]:
    return {
        "key": game.key,
        "title": game.title,
        "line": game.blurb.line,
        "seats": game.seats,
        "minutes": game.blurb.minutes,
        "presets": list(game.presets),
        "rules_version": game.rules_version,
        "versions": game.versions,
    }


def _whole(game: AnyGame, fields: tuple[OptionField, ...]) -> dict[str, Any]:
    return {
        **_summary(game),
        "about": game.blurb.about,
        "dice": game.blurb.dice,
        "caveat": game.blurb.caveat,
        "hidden": game.hidden,
        "board": game.show.board_key(next(iter(game.presets.values()))),
        "presets": {key: options.values() for key, options in game.presets.items()},
        "options": msgspec.to_builtins(fields),
        "actions": [str(kind.__struct_config__.tag) for kind in game.action_types],
    }


def _print_list(found: list[Listed]) -> None:
    width = max((len(one.facts["key"]) for one in found), default=0) + 1
    for one in found:
        facts = one.facts
        seats = _seats(facts["seats"])
        print(f"{facts['key']:<{width}} {facts['title']}, {seats} seats, about {facts['minutes']} minutes")
        print(f"{'':<{width}} {facts['line']}")
        print(f"{'':<{width}} presets: {', '.join(one.presets)}")
    print("\nwartable games NAME shows the options; wartable play NAME begins a game.")


def _seats(seats: Sequence[int]) -> str:
    least, most = seats
    return f"{least} to {most}" if least < most else f"{most}"


def _called(game: AnyGame, key: str) -> str:
    """Return the key of a preset, with what players call it where that is another word."""
    title = game.blurb.preset_titles.get(key, key)
    return key if title.casefold() == key else f"{key} ({title})"


def _print_game(game: AnyGame, fields: tuple[OptionField, ...], *, brief: bool) -> None:
    """Print a game: what it is, its presets, and options by groups; `brief` leaves all but the options out."""
    if not brief:
        print(f"{game.title} ({game.key}), {_seats(game.seats)} seats, rules version {game.rules_version}")
        print(game.blurb.about)
        if game.blurb.caveat:
            print(game.blurb.caveat)
        _print_presets(game)
    default = next(iter(game.presets.values()))
    for group, members in groupby(fields, key=lambda field: field.group):
        print(f"{'' if brief and group == fields[0].group else chr(10)}{group or 'Options'}")
        for field in members:
            _print_option(field, usual(default, field))


def _print_presets(game: AnyGame) -> None:
    print("\nPresets")
    base = next(iter(game.presets.values()))
    for key, options in game.presets.items():
        print(f"  {_called(game, key)}")
        if key in game.blurb.preset_lines:
            print(f"      {game.blurb.preset_lines[key]}")
        print(f"      {_differences(options, base) or 'the default'}")


def _differences(options: Options, base: Options) -> str:
    own, others = options.values(), base.values()
    return told({name: value for name, value in own.items() if value != others.get(name)})


def _print_option(field: OptionField, value: str) -> None:
    rule = f"  [{field.rule}]" if field.rule else ""
    print(f"  {field.name} = {value}{rule}\n      {field.label}: {field.sentence}")
    for one in field.needs:
        print(f"      has an effect only with {one.told()}")
    if field.seats:
        print(f"      matters only to {words.listed([str(one) for one in field.seats], 'or')} players")
    asked = {one.value: "; ".join(each.told() for each in one.needs) for one in field.demands}
    width = max((len(choice) for choice, _ in field.choices), default=0)
    for choice, line in field.choices:
        print(f"      {choice:<{width}}  {line}{f' (needs {asked[choice]})' if choice in asked else ''}")
    if field.kind == "set":
        print(f"      several may be chosen, with commas between them{'' if field.least else '; none: no value'}")
    if field.kind == "int":
        print(f"      from {field.least} to {field.most}")
