"""The notation of decisions: `move 3 22.5,14 > 24,16`, lengths in inches; `choose hold 3`; `declare 7 at moria`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NoReturn, cast, get_args

import msgspec
from msgspec.structs import replace

from wartable.engine.errors import BadNotation, Reason
from wartable.engine.values import Action
from wartable.engine.words import key_of
from wartable.games.ring_of_power.campaign import actions
from wartable.games.ring_of_power.combat import requests
from wartable.games.ring_of_power.scenario import Point, Scenario

_LENGTH = re.compile(r"^-?\d+(\.\d{1,3})?$")
Ids = tuple[int, ...]


def format_action(action: Action) -> str:
    """Return the notation of a decision."""
    return _written(action, _ACTIONS)


def parse_action(text: str) -> Action:
    """Read a decision. Raises `BadNotation` that says what is wrong and how it is written."""
    word, _, rest = text.strip().partition(" ")
    kind = word.lower()
    form = _ACTION_FORMS.get(kind)
    if form is None:
        raise _bad(f"“{word}” is no decision; begin with one of {', '.join(sorted(_ACTION_FORMS))}.")
    try:
        return cast("Action", form.read(rest.strip()))
    except ValueError as fault:
        raise _bad(f"{fault} Write it like this: {EXAMPLES.get(kind, EXAMPLES['move'])}.") from None


def read_answer(text: str) -> requests.Choice:
    """Read an answer in a combat. Raises `BadNotation` that says how it is written."""
    kind, _, rest = text.strip().partition(" ")
    form = _ANSWER_FORMS.get(kind)
    if form is None:
        raise _bad(f"“{kind}” answers nothing in a combat; begin with one of {', '.join(_ANSWER_FORMS)}.")
    try:
        return cast("requests.Choice", form.read(rest.strip()))
    except ValueError:
        raise _bad(f"“{rest.strip()}” does not say it. Write it like this: {EXAMPLES[kind]}.") from None


def _bad(message: str) -> BadNotation:
    return BadNotation(Reason(code="notation.ring", message=message))


def _refuse(what: str) -> NoReturn:
    raise ValueError(what)


# Numbers, points and paths.


def _id(word: str) -> int:
    return int(word) if word.isdecimal() and word.isascii() else _refuse(f"“{word}” is no number of a figure.")


def _ids(text: str) -> Ids:
    return tuple(map(_id, text.split()))


def _listed(numbers: Ids) -> str:
    return " ".join(map(str, numbers))


def _split(text: str) -> list[str]:
    return [part.strip() for part in text.split(";") if part.strip()]


def _inches(mils: int) -> str:
    return f"{mils / 1000:g}" if mils % 1000 else str(mils // 1000)


def _mils(word: str) -> int:
    if not _LENGTH.match(word):
        _refuse(f"“{word}” is no length in inches with up to three decimals.")
    return round(float(word) * 1000)


def _points(text: str) -> tuple[Point, ...]:
    spots = [spot.strip().split(",") for spot in text.split(">")]
    strange = next((spot for spot in spots if len(spot) != 2), None)
    if strange is not None:
        _refuse(f"“{','.join(strange)}” is no point.")
    return tuple((_mils(x.strip()), _mils(y.strip())) for x, y in spots)


def _write_points(path: tuple[Point, ...]) -> str:
    return " > ".join(f"{_inches(x)},{_inches(y)}" for x, y in path)


# Forms: how a decision of some kind is written after its first word, and read.


@dataclass(frozen=True)
class Form:
    """How something is written, and how it is read; `shape` is the pattern of the words that are read."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]
    shape: str = ".*?"


def _written(value: msgspec.Struct, forms: Mapping[Any, Form]) -> str:
    return f"{value.__struct_config__.tag} {forms[type(value)].write(value)}".strip()


def _yes(text: str) -> bool:
    return text == "yes" or (text != "no" and _refuse("Say `consent yes` or `consent no`."))


def _mode(text: str) -> str:
    return text if text in get_args(requests.Mode) else _refuse(f"“{text}” is nothing that is done with a weapon.")


NUMBER, NUMBERS, NAME = Form(str, _id), Form(_listed, _ids), Form(str, str)
POINTS = Form(_write_points, _points)
YES = Form(lambda use: "yes" if use else "no", _yes)
SOMEBODY = Form(lambda one: "nobody" if one is None else str(one), lambda text: None if text == "nobody" else _id(text))
ANYBODY = Form(lambda some: _listed(some) or "nobody", lambda text: () if text == "nobody" else _ids(text))
HITS = Form(lambda hits: ",".join(map(str, hits)), lambda text: tuple(map(_id, text.split(","))))
TOWER = Form(lambda above: " tower" if above else "", bool, "(?: tower)?")


def _after(word: str, form: Form) -> Form:
    """Return the form of what follows a word; neither is written where there is nothing."""

    def read(text: str) -> Any:  # noqa: ANN401 - whatever follows
        if text and not text.startswith(f"{word} "):
            _refuse(f"“{text}” does not begin with {word}.")
        return form.read(text.removeprefix(word).strip()) if text else ()

    return Form(lambda some: f" {word} {form.write(some)}" if some else "", read, f"(?: {word} .*?)?")


def _pattern(kind: Callable[..., Any], pattern: str = "", **fields: Form) -> Form:
    """Fields between fixed words, such as `{item} to {to}`, of a struct or a tuple."""
    groups = {name: f"(?P<{name}>{form.shape})" for name, form in fields.items()}
    shape = re.compile(f"{pattern.format(**groups)} ?")

    def write(one: Any) -> str:  # noqa: ANN401 - of the kind
        values = one if kind is tuple else [getattr(one, name) for name in fields]
        written = {name: form.write(value) for (name, form), value in zip(fields.items(), values, strict=True)}
        return pattern.format(**written).strip()

    def read(text: str) -> Any:  # noqa: ANN401
        found = shape.fullmatch(f"{' '.join(text.split())} ") if fields else shape.match("")
        if found is None:
            _refuse(f"“{text}” does not say it.")
        values = {name: form.read(found[name].strip()) for name, form in fields.items()}
        return tuple(values.values()) if kind is tuple else kind(**values)

    return Form(write, read)


def _each(pattern: str, kind: Callable[..., Any] = tuple, **fields: Form) -> Form:
    """Several of a pattern: `7 at 2; 8 at 1`."""
    form = _pattern(kind, pattern, **fields)
    return Form(lambda some: "; ".join(map(form.write, some)), lambda text: tuple(map(form.read, _split(text))))


def _mixed(kind: Callable[..., Any], **fields: Form) -> Form:
    """Several of several patterns: what is read goes to the first field whose it is."""

    def write(one: Any) -> str:  # noqa: ANN401
        written = (form.write(getattr(one, name)).strip() for name, form in fields.items())
        return "; ".join(filter(None, written))

    def read(text: str) -> Any:  # noqa: ANN401
        found: dict[str, tuple[Any, ...]] = dict.fromkeys(fields, ())
        for part in _split(text):
            for name, form in fields.items():
                with suppress(ValueError):
                    found[name] += form.read(part)
                    break
            else:
                _refuse(f"“{part}” does not say it.")
        return kind(**found)

    return Form(write, read)


PATHS = _each("{number} {path}", number=NUMBER, path=POINTS)


def _write_move(action: actions.Move) -> str:
    end = f" out {action.into}" if action.out else f" into {action.into}" if action.into else ""
    boat = "by boat " if action.boat else ""
    return f"{boat}{PATHS.write(action.paths)}{end}{' tower' if action.tower else ''}"


def _read_move(text: str) -> actions.Move:
    text, tower = (text[:-6], True) if text.endswith(" tower") else (text, False)
    text, boat = (text[8:], True) if text.startswith("by boat ") else (text, False)
    into, out = "", False
    for word in ("into", "out"):
        head, found, place = text.partition(f" {word} ")
        if found:
            text, into, out = head, place.strip(), word == "out"
    return actions.Move(paths=PATHS.read(text), into=into, tower=tower, out=out, boat=boat)


_ANSWERS: Mapping[type[msgspec.Struct], Form] = {
    requests.Hide: _pattern(requests.Hide, "{forces}", forces=NUMBERS),
    requests.Search: _mixed(requests.Search, pairs=_each("{one} for {other}", one=NUMBER, other=NUMBER)),
    requests.Aim: _mixed(requests.Aim, targets=_each("{one} at {other}", one=NUMBER, other=NUMBER)),
    requests.Hold: _pattern(requests.Hold, "{figures}", figures=NUMBERS),
    requests.Challenge: _pattern(requests.Challenge, "{target}", target=SOMEBODY),
    requests.Enchant: _pattern(
        requests.Enchant, "dice {dice} attack {attack} defence {defence}", dice=NUMBER, attack=NUMBER, defence=NUMBER
    ),
    requests.Serve: _mixed(
        requests.Serve,
        modes=_each("{weapon} {mode}", weapon=NUMBER, mode=Form(str, _mode)),
        recruits=_each("{figure} joins {weapon}", figure=NUMBER, weapon=NUMBER),
    ),
    requests.Pick: _pattern(requests.Pick, "{victims}", victims=NUMBERS),
    requests.Allocate: _mixed(
        requests.Allocate,
        hits=_each("{figure} {hits}", figure=NUMBER, hits=HITS),
        delegates=_after("delegate", NUMBERS),
    ),
    requests.Lose: _pattern(requests.Lose, "{figures}", figures=NUMBERS),
    requests.Flee: _pattern(requests.Flee, "{figures}", figures=NUMBERS),
    requests.Enter: _pattern(requests.Enter, "{figures}", figures=ANYBODY),
}
EXAMPLES = {
    "move": "move 3 22.5,14 > 24,16; 4 23.5,14 > 25,16 into edoras",
    "declare": "declare 7 at moria; 8 at edoras tower; 3 4 out of helms_deep",
    "hide": "hide 1 2",
    "search": "search 1 for 4; 2 for 4",
    "aim": "aim 7 at 2; 8 at 1",
    "hold": "hold 7 8",
    "challenge": "challenge 12, or challenge nobody",
    "enchant": "enchant dice 1 attack 0 defence 2",
    "serve": "serve 20 fire; 21 fight; 7 joins 20",
    "pick": "pick 3 4",
    "allocate": "allocate 5 1; 6 2, or allocate 5 1; 6 2; delegate 3",
    "lose": "lose 5 6",
    "flee": "flee 5 6",
    "enter": "enter 7 8, or enter nobody",
}
"""How answers, and decisions of many parts, are written. Numbers are those of figures; in answers those of forces for
hide and search, of sides after `at`, of players after `delegate`.
"""
_ACTIONS: Mapping[type[Action], Form] = {
    actions.Move: Form(_write_move, _read_move),
    actions.Carry: _pattern(actions.Carry, "{carried} {carriers}", carried=NUMBER, carriers=NUMBERS),
    actions.Serve: _pattern(actions.Serve, "{weapon} {figures}", weapon=NUMBER, figures=NUMBERS),
    actions.Board: _pattern(
        actions.Board, "{ship} {figures}{ashore}", ship=NUMBER, figures=NUMBERS, ashore=_after("ashore", POINTS)
    ),
    actions.HandOver: _pattern(actions.HandOver, "{item} to {to}", item=NAME, to=NUMBER),
    actions.Dismount: _pattern(actions.Dismount, "{figures}", figures=NUMBERS),
    actions.Proclaim: _pattern(actions.Proclaim, "{flag}", flag=NAME),
    actions.Done: _pattern(actions.Done),
    actions.Declaration: _mixed(
        actions.Declaration,
        assaults=_each("{figure} at {place}{tower}", actions.Assault, figure=NUMBER, place=NAME, tower=TOWER),
        sallies=_each("{figures} out of {place}", place=NAME, figures=NUMBERS),
    ),
    actions.Choose: _pattern(
        actions.Choose, "{choice}", choice=Form(lambda choice: _written(choice, _ANSWERS), read_answer)
    ),
    actions.Resolve: _pattern(actions.Resolve),
    actions.Land: _pattern(actions.Land, "{at}", at=NAME),
    actions.Consent: _pattern(actions.Consent, "{use}", use=YES),
    actions.FallBack: _pattern(actions.FallBack, "{paths}", paths=PATHS),
}
ACTIONS: tuple[type[Action], ...] = tuple(_ACTIONS)
_ANSWER_FORMS = {str(kind.__struct_config__.tag): form for kind, form in _ANSWERS.items()}
_ACTION_FORMS = {str(kind.__struct_config__.tag): form for kind, form in _ACTIONS.items()}


def keyed(one: Scenario, action: Action) -> Action:
    """Return a decision with keys of the scenario where it has names; what is unknown stays as it was written."""
    places = {place.id: place.name for place in one.places}
    match action:
        case actions.Move(into=into) if into:
            return replace(action, into=key_of(into, places))
        case actions.Declaration(assaults=assaults, sallies=sallies):
            return actions.Declaration(
                assaults=tuple(replace(each, place=key_of(each.place, places)) for each in assaults),
                sallies=tuple((key_of(place, places), figures) for place, figures in sallies),
            )
        case actions.Land(at=at):
            return actions.Land(at=key_of(at, places))
        case actions.HandOver(item=item):
            return replace(action, item=key_of(item, {item.id: item.name for item in one.items}))
        case actions.Proclaim(flag=flag):
            return actions.Proclaim(flag=key_of(flag, {each.flag: each.title for each in one.triggers}))
        case _:
            return action
