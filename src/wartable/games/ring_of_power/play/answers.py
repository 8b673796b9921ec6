"""The notation of answers in a combat: `hold 3 4`, `allocate 5 1; 6 2,1`, `enchant dice 1 attack 0 defence 2`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NoReturn, cast, get_args

from wartable.engine.errors import BadNotation, Reason
from wartable.games.ring_of_power.combat import requests

Pairs = tuple[tuple[int, int], ...]
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
_ENCHANT = re.compile(r"^dice (\d+) attack (\d+) defence (\d+)$")


def write_answer(choice: requests.Choice) -> str:
    """Return an answer as text."""
    kind = str(choice.__struct_config__.tag)
    return f"{kind} {_WRITE[type(choice)](choice)}".strip()


def read_answer(text: str) -> requests.Choice:
    """Read an answer. Raises `BadNotation` that says how it is written."""
    kind, _, rest = text.strip().partition(" ")
    read = _READ.get(kind)
    if read is None:
        raise _bad(f"“{kind}” answers nothing in a combat; begin with one of {', '.join(_READ)}.")
    try:
        return read(rest.strip())
    except ValueError:
        raise _bad(f"“{rest.strip()}” does not say it. Write it like this: {EXAMPLES[kind]}.") from None


def _bad(message: str) -> BadNotation:
    return BadNotation(Reason(code="notation.ring", message=message))


def _refuse() -> NoReturn:
    raise ValueError


def _number(word: str) -> int:
    return int(word) if word.isdecimal() and word.isascii() else _refuse()


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(_number, text.split()))


def _parts(text: str) -> list[str]:
    return [part.strip() for part in text.split(";")] if text else []


def _pairs(text: str, word: str) -> Pairs:
    halves = [part.split(f" {word} ") for part in _parts(text)]
    return tuple((_number(one.strip()), _number(other.strip())) for one, other in halves)


def _write_pairs(pairs: Pairs, word: str) -> str:
    return "; ".join(f"{one} {word} {other}" for one, other in pairs)


def _listed(numbers: tuple[int, ...]) -> str:
    return " ".join(map(str, numbers))


def _write_serve(answer: requests.Serve) -> str:
    modes = [f"{weapon} {mode}" for weapon, mode in answer.modes]
    return "; ".join([*modes, *(f"{figure} joins {weapon}" for figure, weapon in answer.recruits)])


def _read_serve(text: str) -> requests.Serve:
    words = [part.split() for part in _parts(text)]
    modes: list[tuple[int, requests.Mode]] = []
    modes.extend((_number(one), _mode(mode)) for one, mode in (each for each in words if len(each) != 3))
    recruits = [each for each in words if len(each) == 3]
    if any(word != "joins" for _, word, _ in recruits):
        _refuse()
    return requests.Serve(tuple(modes), tuple((_number(figure), _number(weapon)) for figure, _, weapon in recruits))


def _mode(word: str) -> requests.Mode:
    return cast("requests.Mode", word) if word in get_args(requests.Mode) else _refuse()


def _write_enchant(answer: requests.Enchant) -> str:
    return f"dice {answer.dice} attack {answer.attack} defence {answer.defence}"


def _read_enchant(text: str) -> requests.Enchant:
    match = _ENCHANT.match(" ".join(text.split()))
    return requests.Enchant(*map(int, match.groups())) if match else _refuse()


def _write_allocate(answer: requests.Allocate) -> str:
    parts = [f"{figure} {','.join(map(str, hits))}" for figure, hits in answer.hits]
    return "; ".join([*parts, f"delegate {_listed(answer.delegates)}"] if answer.delegates else parts)


def _read_allocate(text: str) -> requests.Allocate:
    dealt, _, allies = text.partition("delegate ")
    halves = [part.split() for part in _parts(dealt.strip().removesuffix(";"))]
    hits = tuple((_number(one), tuple(map(_number, counts.split(",")))) for one, counts in halves)
    return requests.Allocate(hits, _numbers(allies))


_WRITE: Mapping[type, Callable[[Any], str]] = {
    requests.Hide: lambda answer: _listed(answer.forces),
    requests.Search: lambda answer: _write_pairs(answer.pairs, "for"),
    requests.Aim: lambda answer: _write_pairs(answer.targets, "at"),
    requests.Hold: lambda answer: _listed(answer.figures),
    requests.Challenge: lambda answer: "nobody" if answer.target is None else str(answer.target),
    requests.Enchant: _write_enchant,
    requests.Serve: _write_serve,
    requests.Pick: lambda answer: _listed(answer.victims),
    requests.Allocate: _write_allocate,
    requests.Lose: lambda answer: _listed(answer.figures),
    requests.Flee: lambda answer: _listed(answer.figures),
    requests.Enter: lambda answer: _listed(answer.figures) or "nobody",
}
_READ: Mapping[str, Callable[[str], requests.Choice]] = {
    "hide": lambda text: requests.Hide(_numbers(text)),
    "search": lambda text: requests.Search(_pairs(text, "for")),
    "aim": lambda text: requests.Aim(_pairs(text, "at")),
    "hold": lambda text: requests.Hold(_numbers(text)),
    "challenge": lambda text: requests.Challenge(None if text == "nobody" else _number(text)),
    "enchant": _read_enchant,
    "serve": _read_serve,
    "pick": lambda text: requests.Pick(_numbers(text)),
    "allocate": _read_allocate,
    "lose": lambda text: requests.Lose(_numbers(text)),
    "flee": lambda text: requests.Flee(_numbers(text)),
    "enter": lambda text: requests.Enter(() if text == "nobody" else _numbers(text)),
}
