"""Whose orders a line of mail says follow: `Gondor`, `Gondor (Hans)`, `Hans (Gondor)`, `GON:`, `Orders for Gondor`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from wartable.games.adjudication.mail import is_nothing, is_polite
from wartable.games.machiavelli.adjudicate.textform import power_named
from wartable.games.machiavelli.state import AUTONOMOUS, Power
from wartable.games.machiavelli.text import Reader

_AROUND = frozenset([
    "order", "orders", "move", "moves", "retreat", "retreats", "adjustment", "adjustments", "unit", "units", "for",
    "from", "of", "the", "my", "our", "here", "are", "these", "is", "final", "revised", "new", "subject", "re", "fwd",
    "spring", "summer", "fall", "autumn", "winter", "campaign", "year",
])  # fmt: skip
"""Words that may stand around the name of a power in a heading."""
_REMARK = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_ORDERED = re.compile(
    r"\b(?:[AFG]|GEG|BRC|RB)\s+\w|\b(?:army|fleet|garrison)\b|\w\s*-+>|\w\s-\s\w|\bE\s*\d|\b(?:pay|borrow|build)\s",
    re.IGNORECASE,
)
_SHORT = 3
"""Letters of a power's name that are enough before a colon."""


def heading_of(read: Reader, line: str) -> tuple[Power, str] | None:
    """Return the power that a line names first with the rest of it; None where it names none."""
    head, colon, rest = line.partition(":")
    power = _named(read, line if not colon else head) or (_shortened(read, head) if colon else None)
    if power is None and colon and set(_words(head)) <= _AROUND:
        power, rest = _named(read, rest), ""
    if power is None:
        return None
    return power, "" if is_nothing(_words(rest)) else rest.strip()


def is_talk(text: str, *, after_farewell: bool = False) -> bool:
    """Whether a line that could not be read greets, thanks or signs, and was not meant to order anything."""
    return not _ORDERED.search(text) and is_polite(text, after_farewell=after_farewell)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.casefold())


def _named(read: Reader, text: str) -> Power | None:
    """Return the power that a text names, if it says nothing else but what stands around headings."""
    inside = " ".join(_REMARK.findall(text))
    outside = _REMARK.sub(" ", text)
    player = all(word.isalpha() for word in _words(outside)) and not _ORDERED.search(outside)
    found = _plain(read, outside)
    return found or (_plain(read, inside) if inside and player else None)


def _plain(read: Reader, text: str) -> Power | None:
    kept = [word for word in re.findall(r"[^\s,.!]+", text) if word.casefold() not in _AROUND and not word.isdigit()]
    for end in range(len(kept), 0, -1):
        power = power_named(read, " ".join(kept[:end]))
        if power is not None and (end == len(kept) or is_nothing(word.casefold() for word in kept[end:])):
            return power
    return None


def _shortened(read: Reader, head: str) -> Power | None:
    """Return the only power whose name begins so: `GON`."""
    word = head.strip().casefold()
    if len(word) < _SHORT or not word.isalpha():
        return None
    found = {power for power, name in _names(read) if name.casefold().startswith(word)}
    return found.pop() if len(found) == 1 else None


def _names(read: Reader) -> Iterable[tuple[Power, str]]:
    yield AUTONOMOUS, AUTONOMOUS
    yield from ((power, start.name) for power, start in read.rules.scenario.powers.items())
