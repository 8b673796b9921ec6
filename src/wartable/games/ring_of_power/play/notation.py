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
_ENCHANT = re.compile(r"^dice (\d+) attack (\d+) defence (\d+)$")
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


def write_answer(choice: requests.Choice) -> str:
    """Return an answer in a combat as text."""
    return _written(choice, _ANSWERS)


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


def _split(text: str, mark: str = ";") -> list[str]:
    return [part.strip() for part in text.split(mark) if part.strip()]


def _inches(mils: int) -> str:
    return f"{mils / 1000:g}" if mils % 1000 else str(mils // 1000)


def _mils(word: str) -> int:
    if not _LENGTH.match(word):
        _refuse(f"“{word}” is no length in inches with up to three decimals.")
    return round(float(word) * 1000)


def _point(text: str) -> Point:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2:
        _refuse(f"“{text}” is no point.")
    return _mils(parts[0]), _mils(parts[1])


def _points(text: str) -> tuple[Point, ...]:
    return tuple(_point(part.strip()) for part in text.split(">"))


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


def _nothing(kind: Callable[[], Action]) -> Form:
    return Form(lambda _: "", lambda _: kind())


def _name(kind: Callable[..., Action], field: str) -> Form:
    return Form(lambda one: str(getattr(one, field)), lambda text: kind(**{field: text}))


def _some(kind: Callable[..., Any], field: str, nobody: str = "") -> Form:
    """Figures, or forces: `hold 7 8`."""
    return Form(
        lambda one: _listed(getattr(one, field)) or nobody,
        lambda text: kind(**{field: () if nobody and text == nobody else _ids(text)}),
    )


def _pairs(kind: Callable[..., Any], field: str, word: str) -> Form:
    """Something for each of several: `aim 7 at 2; 8 at 1`."""

    def read(text: str) -> Any:  # noqa: ANN401 - whatever the kind is
        halves = [part.split(f" {word} ") for part in text.split(";")] if text else []
        return kind(**{field: tuple((_id(one.strip()), _id(other.strip())) for one, other in halves)})

    return Form(lambda one: "; ".join(f"{a} {word} {b}" for a, b in getattr(one, field)), read)


def _first_and_rest(kind: Callable[..., Action], first: str, rest: str, missing: str) -> Form:
    """One, then several: `carry 3 4 5`."""

    def read(text: str) -> Action:
        one, *others = _ids(text) or _refuse(missing)
        return kind(**{first: one, rest: tuple(others)})

    return Form(lambda one: _listed((getattr(one, first), *getattr(one, rest))), read)


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


def _read_hand_over(text: str) -> actions.HandOver:
    item, _, to = text.partition(" to ")
    return actions.HandOver(item=item.strip(), to=_id(to.strip()))


def _read_consent(text: str) -> actions.Consent:
    if text not in {"yes", "no"}:
        _refuse("Say `consent yes` or `consent no`.")
    return actions.Consent(use=text == "yes")


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


def _read_enchant(text: str) -> requests.Enchant:
    match = _ENCHANT.match(" ".join(text.split()))
    if match is None:
        raise ValueError
    return requests.Enchant(*map(int, match.groups()))


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
    requests.Hide: _some(requests.Hide, "forces"),
    requests.Search: _pairs(requests.Search, "pairs", "for"),
    requests.Aim: _pairs(requests.Aim, "targets", "at"),
    requests.Hold: _some(requests.Hold, "figures"),
    requests.Challenge: Form(
        lambda answer: "nobody" if answer.target is None else str(answer.target),
        lambda text: requests.Challenge(None if text == "nobody" else _id(text)),
    ),
    requests.Enchant: Form(lambda one: f"dice {one.dice} attack {one.attack} defence {one.defence}", _read_enchant),
    requests.Serve: Form(_write_serve, _read_serve),
    requests.Pick: _some(requests.Pick, "victims"),
    requests.Allocate: Form(_write_allocate, _read_allocate),
    requests.Lose: _some(requests.Lose, "figures"),
    requests.Flee: _some(requests.Flee, "figures"),
    requests.Enter: _some(requests.Enter, "figures", "nobody"),
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
    actions.Carry: _first_and_rest(actions.Carry, "carried", "carriers", "Name who is carried."),
    actions.Serve: _first_and_rest(actions.Serve, "weapon", "figures", "Name the weapon."),
    actions.Board: Form(_write_board, _read_board),
    actions.HandOver: Form(lambda action: f"{action.item} to {action.to}", _read_hand_over),
    actions.Dismount: _some(actions.Dismount, "figures"),
    actions.Proclaim: _name(actions.Proclaim, "flag"),
    actions.Done: _nothing(actions.Done),
    actions.Declaration: Form(_write_declare, _read_declare),
    actions.Choose: Form(
        lambda action: write_answer(action.choice), lambda text: actions.Choose(choice=read_answer(text))
    ),
    actions.Resolve: _nothing(actions.Resolve),
    actions.Land: _name(actions.Land, "at"),
    actions.Consent: Form(lambda action: "yes" if action.use else "no", _read_consent),
    actions.FallBack: Form(
        lambda action: _write_paths(action.paths), lambda text: actions.FallBack(paths=_read_paths(text))
    ),
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
