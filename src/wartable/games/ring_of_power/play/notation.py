"""The notation of decisions: `move 3 22.5,14 > 24,16`, lengths in inches; `choose hold 3`; `declare 7 at moria`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
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

EXAMPLE = "move 3 22.5,14 > 24,16; 4 23.5,14 > 25,16 into edoras"
_LENGTH = re.compile(r"^-?\d+(\.\d{1,3})?$")
Ids = tuple[int, ...]
Paths = tuple[tuple[int, tuple[Point, ...]], ...]


def format_action(action: Action) -> str:
    """Return the notation of a decision."""
    return _written(action, _ACTIONS)


def parse_action(text: str) -> Action:
    """Read a decision. Raises `BadNotation` that says what is wrong and how it is written."""
    word, _, rest = text.strip().partition(" ")
    form = _ACTION_FORMS.get(word.lower())
    if form is None:
        raise _bad(f"“{word}” is no decision; begin with one of {', '.join(sorted(_ACTION_FORMS))}.")
    return cast("Action", form.read(rest.strip()))


def read_answer(text: str) -> requests.Choice:
    """Read an answer in a combat. Raises `BadNotation` that says how it is written."""
    kind, _, rest = text.strip().partition(" ")
    form = _ANSWER_FORMS.get(kind)
    if form is None:
        raise _bad(f"“{kind}” answers nothing in a combat; begin with one of {', '.join(_ANSWER_FORMS)}.")
    try:
        return cast("requests.Choice", form.read(rest.strip()))
    except (ValueError, BadNotation):
        raise _bad(f"“{rest.strip()}” does not say it. Write it like this: {EXAMPLES[kind]}.") from None


def _bad(message: str) -> BadNotation:
    return BadNotation(Reason(code="notation.ring", message=message))


def _refuse(what: str) -> NoReturn:
    raise _bad(f"{what} Write it like this: {EXAMPLE}.")


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


def _write_paths(paths: Paths) -> str:
    return "; ".join(f"{number} {_write_points(path)}" for number, path in paths)


def _read_paths(text: str) -> Paths:
    halves = (part.partition(" ") for part in _split(text))
    return tuple((_id(number), _points(rest)) for number, _, rest in halves)


# Forms: how a decision of some kind is written after its first word, and read.


@dataclass(frozen=True)
class Form:
    """How what follows the first word is written, and how it is read."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


def _written(value: msgspec.Struct, forms: Mapping[Any, Form]) -> str:
    return f"{value.__struct_config__.tag} {forms[type(value)].write(value)}".strip()


def _yes(text: str) -> bool:
    return text == "yes" or (text != "no" and _refuse("Say `consent yes` or `consent no`."))


NUMBER, NUMBERS, NAME = Form(str, _id), Form(_listed, _ids), Form(str, str)
PATHS = Form(_write_paths, _read_paths)
YES = Form(lambda use: "yes" if use else "no", _yes)
SOMEBODY = Form(lambda one: "nobody" if one is None else str(one), lambda text: None if text == "nobody" else _id(text))
ANYBODY = Form(lambda some: _listed(some) or "nobody", lambda text: () if text == "nobody" else _ids(text))


def _pairs(word: str) -> Form:
    """Something for each of several: `7 at 2; 8 at 1`."""

    def read(text: str) -> tuple[tuple[int, int], ...]:
        halves = [part.split(f" {word} ") for part in text.split(";")] if text else []
        return tuple((_id(one.strip()), _id(other.strip())) for one, other in halves)

    return Form(lambda pairs: "; ".join(f"{a} {word} {b}" for a, b in pairs), read)


def _pattern(kind: Callable[..., Any], pattern: str = "", **fields: Form) -> Form:
    """Fields between fixed words: `{item} to {to}`."""
    shape = re.compile(re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>.*?)", re.escape(pattern)))

    def read(text: str) -> Any:  # noqa: ANN401 - whatever the kind is
        found = shape.fullmatch(f"{' '.join(text.split())} ") if fields else shape.match("")
        if found is None:
            _refuse(f"“{text}” does not say it.")
        return kind(**{name: fields[name].read(part.strip()) for name, part in found.groupdict().items()})

    return Form(lambda one: pattern.format(**{n: form.write(getattr(one, n)) for n, form in fields.items()}), read)


# Forms of their own.


def _write_move(action: actions.Move) -> str:
    end = f" out {action.into}" if action.out else f" into {action.into}" if action.into else ""
    boat = "by boat " if action.boat else ""
    return f"{boat}{_write_paths(action.paths)}{end}{' tower' if action.tower else ''}"


def _read_move(text: str) -> actions.Move:
    text, tower = (text[:-6], True) if text.endswith(" tower") else (text, False)
    text, boat = (text[8:], True) if text.startswith("by boat ") else (text, False)
    into, out = "", False
    for word in ("into", "out"):
        head, found, place = text.partition(f" {word} ")
        if found:
            text, into, out = head, place.strip(), word == "out"
    return actions.Move(paths=_read_paths(text), into=into, tower=tower, out=out, boat=boat)


def _write_board(action: actions.Board) -> str:
    ashore = f" ashore {_write_points(action.ashore)}" if action.ashore else ""
    return _listed((action.ship, *action.figures)) + ashore


def _read_board(text: str) -> actions.Board:
    head, _, ashore = text.partition(" ashore ")
    ship, *figures = _ids(head) or _refuse("Name the ship.")
    return actions.Board(ship=ship, figures=tuple(figures), ashore=_points(ashore) if ashore else ())


def _write_declare(action: actions.Declaration) -> str:
    assaults = [f"{one.figure} at {one.place}{' tower' if one.tower else ''}" for one in action.assaults]
    return "; ".join([*assaults, *(f"{_listed(figures)} out of {place}" for place, figures in action.sallies)])


def _read_declare(text: str) -> actions.Declaration:
    """Read `7 at moria tower; 3 4 out of edoras`: a figure that assaults a place, and those who sally."""
    assaults: list[actions.Assault] = []
    sallies: list[tuple[str, Ids]] = []
    for part in _split(text):
        figures, out, home = part.partition(" out of ")
        if out:
            sallies.append((home.strip(), _ids(figures)))
            continue
        figure, at, place = part.partition(" at ")
        if not at:
            example = "declare 7 at moria; 8 at edoras tower; 3 4 out of helms_deep"
            raise _bad(f"“{part}” declares nothing. Write it like this: {example}.")
        name, tower, _ = f"{place.strip()} ".partition(" tower ")
        assaults.append(actions.Assault(figure=_id(figure.strip()), place=name.strip(), tower=bool(tower)))
    return actions.Declaration(assaults=tuple(assaults), sallies=tuple(sallies))


def _write_serve(answer: requests.Serve) -> str:
    modes = [f"{weapon} {mode}" for weapon, mode in answer.modes]
    return "; ".join([*modes, *(f"{figure} joins {weapon}" for figure, weapon in answer.recruits)])


def _read_serve(text: str) -> requests.Serve:
    words = [part.split() for part in text.split(";")] if text else []
    recruits = [each for each in words if len(each) == 3]
    modes = [each for each in words if len(each) != 3]
    if any(word != "joins" for _, word, _ in recruits) or any(m not in get_args(requests.Mode) for _, m in modes):
        raise ValueError
    return requests.Serve(
        tuple((_id(weapon), cast("requests.Mode", mode)) for weapon, mode in modes),
        tuple((_id(figure), _id(weapon)) for figure, _, weapon in recruits),
    )


def _write_allocate(answer: requests.Allocate) -> str:
    parts = [f"{figure} {','.join(map(str, hits))}" for figure, hits in answer.hits]
    return "; ".join([*parts, f"delegate {_listed(answer.delegates)}"] if answer.delegates else parts)


def _read_allocate(text: str) -> requests.Allocate:
    dealt, _, allies = text.partition("delegate ")
    dealt = dealt.strip().removesuffix(";")
    halves = [part.split() for part in dealt.split(";")] if dealt else []
    return requests.Allocate(
        tuple((_id(one), tuple(map(_id, counts.split(",")))) for one, counts in halves), _ids(allies)
    )


_ANSWERS: Mapping[type[msgspec.Struct], Form] = {
    requests.Hide: _pattern(requests.Hide, "{forces}", forces=NUMBERS),
    requests.Search: _pattern(requests.Search, "{pairs}", pairs=_pairs("for")),
    requests.Aim: _pattern(requests.Aim, "{targets}", targets=_pairs("at")),
    requests.Hold: _pattern(requests.Hold, "{figures}", figures=NUMBERS),
    requests.Challenge: _pattern(requests.Challenge, "{target}", target=SOMEBODY),
    requests.Enchant: _pattern(
        requests.Enchant, "dice {dice} attack {attack} defence {defence}", dice=NUMBER, attack=NUMBER, defence=NUMBER
    ),
    requests.Serve: Form(_write_serve, _read_serve),
    requests.Pick: _pattern(requests.Pick, "{victims}", victims=NUMBERS),
    requests.Allocate: Form(_write_allocate, _read_allocate),
    requests.Lose: _pattern(requests.Lose, "{figures}", figures=NUMBERS),
    requests.Flee: _pattern(requests.Flee, "{figures}", figures=NUMBERS),
    requests.Enter: _pattern(requests.Enter, "{figures}", figures=ANYBODY),
}
EXAMPLES = {
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
"""How each answer is written. Numbers are those of figures; of forces for hide and search; of sides after `at`; of
players after `delegate`.
"""
_ACTIONS: Mapping[type[Action], Form] = {
    actions.Move: Form(_write_move, _read_move),
    actions.Carry: _pattern(actions.Carry, "{carried} {carriers}", carried=NUMBER, carriers=NUMBERS),
    actions.Serve: _pattern(actions.Serve, "{weapon} {figures}", weapon=NUMBER, figures=NUMBERS),
    actions.Board: Form(_write_board, _read_board),
    actions.HandOver: _pattern(actions.HandOver, "{item} to {to}", item=NAME, to=NUMBER),
    actions.Dismount: _pattern(actions.Dismount, "{figures}", figures=NUMBERS),
    actions.Proclaim: _pattern(actions.Proclaim, "{flag}", flag=NAME),
    actions.Done: _pattern(actions.Done),
    actions.Declaration: Form(_write_declare, _read_declare),
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
