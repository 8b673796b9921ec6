"""The notation of decisions: `move 3 22.5,14 > 24,16`, lengths in inches; `choose hold 3`; `declare 7 at moria`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from msgspec.structs import replace

from wartable.engine.errors import BadNotation, Reason
from wartable.engine.values import Action
from wartable.engine.words import key_of
from wartable.games.ring_of_power.campaign import actions
from wartable.games.ring_of_power.play.answers import read_answer, write_answer
from wartable.games.ring_of_power.scenario import Point, Scenario


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


EXAMPLE = "move 3 22.5,14 > 24,16; 4 23.5,14 > 25,16 into edoras"
_NUMBER = re.compile(r"^-?\d+(\.\d{1,3})?$")


def format_action(action: Action) -> str:
    """Return the notation of a decision."""
    return _WRITE[type(action)](action)


def parse_action(text: str) -> Action:
    """Read a decision. Raises `BadNotation` that says what is wrong and how it is written."""
    word, _, rest = text.strip().partition(" ")
    reader = _READ.get(word.lower())
    if reader is None:
        known = ", ".join(sorted(_READ))
        raise BadNotation(_reason(f"“{word}” is no decision; begin with one of {known}."))
    return reader(rest.strip())


def _refuse(what: str) -> NoReturn:
    raise BadNotation(_reason(f"{what} Write it like this: {EXAMPLE}."))


def _reason(message: str) -> Reason:
    return Reason(code="notation.ring", message=message)


def _inches(mils: int) -> str:
    return f"{mils / 1000:g}" if mils % 1000 else str(mils // 1000)


def _mils(word: str) -> int:
    if not _NUMBER.match(word):
        _refuse(f"“{word}” is no length in inches with up to three decimals.")
    return round(float(word) * 1000)


def _point(text: str) -> Point:
    parts = [part.strip() for part in text.split(",")]
    if len(parts) != 2:
        _refuse(f"“{text}” is no point.")
    return _mils(parts[0]), _mils(parts[1])


def _write_path(path: tuple[Point, ...]) -> str:
    return " > ".join(f"{_inches(x)},{_inches(y)}" for x, y in path)


def _write_paths(paths: tuple[tuple[int, tuple[Point, ...]], ...]) -> str:
    return "; ".join(f"{number} {_write_path(path)}" for number, path in paths)


def _read_paths(text: str) -> tuple[tuple[int, tuple[Point, ...]], ...]:
    return tuple(_read_path(part.strip()) for part in text.split(";") if part.strip())


def _read_path(text: str) -> tuple[int, tuple[Point, ...]]:
    number, _, rest = text.partition(" ")
    return _id(number), tuple(_point(part.strip()) for part in rest.split(">"))


def _id(word: str) -> int:
    if not word.isdigit():
        _refuse(f"“{word}” is no number of a figure.")
    return int(word)


def _ids(text: str) -> tuple[int, ...]:
    return tuple(map(_id, text.split()))


def _write_move(action: actions.Move) -> str:
    end = f" out {action.into}" if action.out else f" into {action.into}" if action.into else ""
    boat = "by boat " if action.boat else ""
    return f"move {boat}{_write_paths(action.paths)}{end}{' tower' if action.tower else ''}"


def _read_move(text: str) -> actions.Move:
    text, tower = (text[:-6], True) if text.endswith(" tower") else (text, False)
    text, boat = (text[8:], True) if text.startswith("by boat ") else (text, False)
    into, out = "", False
    for word in ("into", "out"):
        head, found, place = text.partition(f" {word} ")
        if found:
            text, into, out = head, place.strip(), word == "out"
    return actions.Move(paths=_read_paths(text), into=into, tower=tower, out=out, boat=boat)


def _write_carry(action: actions.Carry) -> str:
    return " ".join(map(str, ("carry", action.carried, *action.carriers)))


def _read_carry(text: str) -> actions.Carry:
    carried, *carriers = _ids(text) or _refuse("Name who is carried.")
    return actions.Carry(carried=carried, carriers=tuple(carriers))


def _write_serve(action: actions.Serve) -> str:
    return " ".join(map(str, ("serve", action.weapon, *action.figures)))


def _read_serve(text: str) -> actions.Serve:
    weapon, *figures = _ids(text) or _refuse("Name the weapon.")
    return actions.Serve(weapon=weapon, figures=tuple(figures))


def _write_board(action: actions.Board) -> str:
    ashore = f" ashore {_write_path(action.ashore)}" if action.ashore else ""
    return " ".join(map(str, ("board", action.ship, *action.figures))) + ashore


def _read_board(text: str) -> actions.Board:
    head, _, ashore = text.partition(" ashore ")
    ship, *figures = _ids(head) or _refuse("Name the ship.")
    points = tuple(_point(part.strip()) for part in ashore.split(">")) if ashore else ()
    return actions.Board(ship=ship, figures=tuple(figures), ashore=points)


def _read_hand_over(text: str) -> actions.HandOver:
    item, _, to = text.partition(" to ")
    return actions.HandOver(item=item.strip(), to=_id(to.strip()))


def _write_fall_back(action: actions.FallBack) -> str:
    return f"fall_back {_write_paths(action.paths)}".strip()


def _read_consent(text: str) -> actions.Consent:
    if text not in {"yes", "no"}:
        _refuse("Say `consent yes` or `consent no`.")
    return actions.Consent(use=text == "yes")


def _write_declare(action: actions.Declaration) -> str:
    assaults = [f"{one.figure} at {one.place}{' tower' if one.tower else ''}" for one in action.assaults]
    sallies = [f"{' '.join(map(str, figures))} out of {place}" for place, figures in action.sallies]
    return f"declare {'; '.join([*assaults, *sallies])}".strip()


def _read_declare(text: str) -> actions.Declaration:
    """Read `7 at moria tower; 3 4 out of edoras`: a figure that assaults a place, and those who sally."""
    assaults: list[actions.Assault] = []
    sallies: list[tuple[str, tuple[int, ...]]] = []
    for part in filter(None, (part.strip() for part in text.split(";"))):
        figures, out, home = part.partition(" out of ")
        if out:
            sallies.append((home.strip(), _ids(figures)))
            continue
        figure, at, place = part.partition(" at ")
        if not at:
            _refuse_declare(part)
        name, tower, _ = f"{place.strip()} ".partition(" tower ")
        assaults.append(actions.Assault(figure=_id(figure.strip()), place=name.strip(), tower=bool(tower)))
    return actions.Declaration(assaults=tuple(assaults), sallies=tuple(sallies))


def _refuse_declare(part: str) -> NoReturn:
    example = "declare 7 at moria; 8 at edoras tower; 3 4 out of helms_deep"
    raise BadNotation(_reason(f"“{part}” declares nothing. Write it like this: {example}."))


_WRITE: Mapping[type, Callable[[Any], str]] = {
    actions.Move: _write_move,
    actions.Carry: _write_carry,
    actions.Serve: _write_serve,
    actions.Board: _write_board,
    actions.HandOver: lambda action: f"hand_over {action.item} to {action.to}",
    actions.Dismount: lambda action: " ".join(map(str, ("dismount", *action.figures))),
    actions.Proclaim: lambda action: f"proclaim {action.flag}",
    actions.Done: lambda _: "done",
    actions.Declaration: _write_declare,
    actions.Choose: lambda action: f"choose {write_answer(action.choice)}",
    actions.Resolve: lambda _: "resolve",
    actions.Land: lambda action: f"land {action.at}",
    actions.Consent: lambda action: f"consent {'yes' if action.use else 'no'}",
    actions.FallBack: _write_fall_back,
}
_READ: Mapping[str, Callable[[str], Action]] = {
    "move": _read_move,
    "carry": _read_carry,
    "serve": _read_serve,
    "board": _read_board,
    "hand_over": _read_hand_over,
    "dismount": lambda text: actions.Dismount(figures=_ids(text)),
    "proclaim": lambda text: actions.Proclaim(flag=text),
    "done": lambda _: actions.Done(),
    "declare": _read_declare,
    "choose": lambda text: actions.Choose(choice=read_answer(text)),
    "resolve": lambda _: actions.Resolve(),
    "land": lambda text: actions.Land(at=text),
    "consent": _read_consent,
    "fall_back": lambda text: actions.FallBack(paths=_read_paths(text)),
}
