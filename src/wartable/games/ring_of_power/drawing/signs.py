"""The sign of each kind of figures, on tokens of the client and of drawings: what one is, beside whose it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources

import msgspec

from wartable.games.ring_of_power.play.view import TokenKind


class Sign(msgspec.Struct, frozen=True):
    """Path data in a field from -1 to 1: what is filled, and what is a line of a breadth."""

    fill: str = ""
    line: str = ""
    wide: float = 0.2


class Signs(msgspec.Struct, frozen=True):
    """All signs by name, and which belongs to whom: to kinds by key, by ability, by parts of their keys, by token."""

    signs: Mapping[str, Sign]
    kinds: Mapping[str, str]
    abilities: Mapping[str, str]
    engines: Mapping[str, str]
    names: Mapping[str, str]
    tokens: Mapping[str, str]


@cache
def signs() -> Signs:
    """Return the signs that come with the package; the client reads the same file."""
    path = resources.files("wartable.data") / "ring_of_power" / "signs.json"
    return msgspec.json.decode(path.read_bytes(), type=Signs)


def sign_of(key: str, shape: TokenKind, abilities: Sequence[str]) -> str:
    """Return the name of a kind's sign; none for ships, whose hull says it, and characters with star or banner."""
    if shape in ("hero", "character", "ship"):
        return ""
    known = signs()
    if shape == "artillery":
        return _part(known.engines, key) or known.tokens[shape]
    able = (known.abilities[title] for title in known.abilities if title in abilities)
    return known.kinds.get(key) or next(able, "") or _part(known.names, key) or known.tokens[shape]


def _part(names: Mapping[str, str], key: str) -> str:
    return next((sign for part, sign in names.items() if part in key), "")
