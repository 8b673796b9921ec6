"""Which lines of a letter are talk that orders nothing, and which say that there are no orders."""

from __future__ import annotations

import re

from wartable.games.adjudication.mail import is_nothing, is_polite, stands_above
from wartable.games.diplomacy.text.names import Names, tokens_of
from wartable.games.diplomacy.text.vocabulary import PLAIN_VERBS, VERBS

_NOUNS = re.compile(
    r"\b(?:my|our|the|these|those|your|no)\s+(?:\w+\s+)?(?:moves?|builds?|retreats?|removals?|disbands?|supports?)\b",
    re.IGNORECASE,
)
"""Words that order something elsewhere, where they name what is talked about: `my first move`, `your support`."""
_ORDERED = re.compile(r"\b[AF]\s+[A-Z]|\b(?:army|fleet|armies|fleets)\b|\w\s*-+>|\w\s-\s\w", re.IGNORECASE)


def says_nothing(text: str) -> bool:
    """Whether somebody notes that no orders came: `NMR`, `no orders`."""
    return is_nothing(tokens_of(text))


def is_talk(names: Names, text: str, *, after_farewell: bool = False) -> bool:
    """Whether a line that could not be read greets, thanks or signs, and was not meant to order anything."""
    if _ORDERED.search(text) or _tells_what_to_do(names, tokens_of(_NOUNS.sub("", text))):
        return False
    return is_polite(text, after_farewell=after_farewell)


def _tells_what_to_do(names: Names, tokens: list[str]) -> bool:
    """Whether words order something: `hold`, or two places, or one with a word such as `to` behind it."""
    if not PLAIN_VERBS.isdisjoint(tokens):
        return True
    ends = [end for at in range(len(tokens)) if (end := names.place_end(tokens, at)) is not None]
    return len(set(ends)) > 1 or any(end < len(tokens) and tokens[end] in VERBS for end in ends)


def begins_letter(names: Names, text: str) -> bool:
    """Whether a line stands above somebody's mail: `From: Hans`, `On Monday Hans wrote:`."""
    return stands_above(text) and is_talk(names, text)
