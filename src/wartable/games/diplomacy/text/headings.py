"""Headings of letters: the lines that say whose orders follow, in the many ways in which people write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

import msgspec

from wartable.games.adjudication.mail import is_nothing
from wartable.games.adjudication.orders import Power
from wartable.games.diplomacy.text.letters import is_talk
from wartable.games.diplomacy.text.names import Names, tokens_of
from wartable.games.diplomacy.text.vocabulary import STOPS

_ORDERS = frozenset(["order", "orders", "move", "moves", "builds", "retreats", "adjustments", "removals"])
_AROUND = _ORDERS.union(
    ["are", "am", "for", "from", "here", "i", "is", "my", "of", "our", "re", "fwd", "sends", "the", "these", "we"],
    ["corrected", "final", "new", "revised", "updated", "/", "=", "-", "(", ")"],
)
"""Words and signs that may stand around the name of a power in a heading."""
_PHASE = re.compile(
    r"spring|summer|fall|autumn|winter|movement|retreats?|adjustments?|phase|turn|year|\d{1,5}|[a-z]{1,2}\d{2,5}[a-z]?"
)
_LABELS = frozenset(["country", "from", "nation", "player", "power", "subject"])
"""What may stand before a colon and the name of a power."""
_ANNOUNCING = frozenset(["here", "heres", "these", "those", "below", "follow", "following", "my", "our"])
_MARKED = re.compile(r"^#+\s*")
_REMARK = re.compile(r"\(([^()]*)\)|\[([^][]*)\]")
_LETTERS = 3
"""Letters of a power's name that are a heading of their own: `GER`."""
_LONGEST_NAME = 3
"""Most words of a player's name."""


class Heading(msgspec.Struct, frozen=True):
    """Whose orders follow, which phase it names (or nothing), and what stands behind it in the same line."""

    power: Power
    phase: str
    rest: str


def heading_of(names: Names, line: str) -> Heading | None:
    """Read a line as a heading, if it is one: `Germany (Hans)`, `Hans (Germany)`, `France S01: A PAR - BUR`."""
    head, colon, rest = line.partition(":")
    tokens = tokens_of(line)
    if not any(names.power(tokens, at) for at in range(len(tokens))):
        power = _shortened(names, tokens_of(head), alone=bool(colon))
        return None if power is None else Heading(power, "", rest.strip())
    told = _only(names, head) or _of_player(names, head)
    if told is None and colon:
        told = _with_player(names, head)
    if told is None and colon and _LABELS.issuperset(tokens_of(head)):
        told, rest = _only(names, rest), ""
    if told is None and is_talk(names, line):
        told = _in_talk(names, tokens_of(head))
    return None if told is None else Heading(*told, rest.strip())


def marked_heading(names: Names, line: str) -> str:
    """Return a line without the `#` that marks a heading in many programs; elsewhere it begins a remark."""
    plain = _MARKED.sub("", line)
    return plain if plain != line and _only(names, plain.rstrip(": ")) else line


def _only(names: Names, text: str) -> tuple[Power, str] | None:
    """Return the power that a text names, and the phase, if it says nothing else but what stands around headings."""
    tokens = tokens_of(_REMARK.sub(_kept, text.strip()))
    before = len([*takewhile(_may_stand_around, tokens)])
    at = next((at for at in range(before + 1) if names.power(tokens, at)), None)
    found = None if at is None else names.power(tokens, at)
    if at is None or found is None:
        return None
    power, end = found
    after = tokens[end:]
    if all(map(_may_stand_around, after)):
        return power, " ".join(word for word in (*tokens[:at], *after) if word not in _AROUND)
    return (power, "") if is_nothing(after) or _is_player(names, tokens, end) else None


def _may_stand_around(word: str) -> bool:
    return word in _AROUND or _PHASE.fullmatch(word) is not None


def _kept(remark: re.Match[str]) -> str:
    """Drop what stands in brackets behind a heading; brackets around all of it are only a frame."""
    around = remark.start() == 0 and remark.end() == len(remark.string)
    return f" {remark[1] or remark[2]} " if around else " "


def _shortened(names: Names, tokens: Sequence[str], *, alone: bool) -> Power | None:
    """Read `GER`, or before a colon `Germ`: too little for a heading where more words stand around it."""
    enough = len(tokens) == 1 and (alone or len(tokens[0]) == _LETTERS)
    return names.shortened_power(tokens[0]) if enough else None


def _is_player(names: Names, tokens: Sequence[str], end: int) -> bool:
    """Whether a power's name is followed by a sign and somebody's name: `France / Pierre`."""
    sign, name = tokens[end : end + 1], tokens[end + 1 :]
    return sign in (["/"], ["-"]) and not names.starts_place(tokens, end - 1) and _is_name(names, name)


def _of_player(names: Names, text: str) -> tuple[Power, str] | None:
    """Read `Pierre (France)`: a player's name, and in brackets nothing but a power."""
    outside, inside, after = _parted(text)
    told = _only(names, inside) if inside and not after else None
    return told if told and _is_name(names, tokens_of(outside)) else None


def _with_player(names: Names, text: str) -> tuple[Power, str] | None:
    """Read `France, Pierre`, which before a colon is a heading."""
    power, comma, name = text.partition(",")
    told = _only(names, power) if comma else None
    return told if told and _is_name(names, tokens_of(name)) else None


def _parted(text: str) -> tuple[str, str, str]:
    outside, _, rest = text.partition("(")
    inside, _, after = rest.partition(")")
    return outside, inside, after.strip()


def _is_name(names: Names, tokens: Sequence[str]) -> bool:
    """Whether words may be somebody's name: few, and nothing that belongs to an order."""
    if not 0 < len(tokens) <= _LONGEST_NAME:
        return False
    plain = all(word.isalpha() and word not in STOPS for word in tokens)
    return plain and not any(names.starts_place(tokens, at) for at in range(len(tokens)))


def _in_talk(names: Names, tokens: Sequence[str]) -> tuple[Power, str] | None:
    """Return the one power whose orders talk announces: `here are France's orders`, `my moves for Germany`."""
    hits = [(at, *hit) for at in range(len(tokens)) if (hit := names.power(tokens, at))]
    if len({power for _, power, _ in hits}) != 1 or _ANNOUNCING.isdisjoint(tokens):
        return None
    at, power, end = hits[0]
    before = [word for word in tokens[:at] if word != "the"]
    of_theirs = before[-1:] in (["for"], ["from"], ["of"]) and not _ORDERS.isdisjoint(before[-2:-1])
    return (power, "") if of_theirs or not _ORDERS.isdisjoint(tokens[end : end + 1]) else None
