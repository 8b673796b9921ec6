"""What people write around orders in their letters: quotes, bullets, numbers, greetings, signatures."""

from __future__ import annotations

import re
from collections.abc import Sequence

from wartable.games.diplomacy.text.names import Names, tokens_of
from wartable.games.diplomacy.text.vocabulary import PLAIN_VERBS, VERBS

_QUOTED = re.compile(r"^(?:[>|]\s*)+")
_NUMBERED = re.compile(r"^(?:[-*+•·–—]\s+|\(?\d{1,2}[.):]\)?\s+|\(?[a-z]\)\s+)+")  # noqa: RUF001 - the dashes people paste
_ANNOUNCED = re.compile(
    r"^(?:please|(?:here(?:['’]s| is| are| come)? )?(?:(?:my|our|the|these) )?(?:orders|moves)\b[^:]*):\s*(?=\S)",  # noqa: RUF001
    re.IGNORECASE,
)
_NOTHING = re.compile(
    r"(?:(?:nmr|no (?:moves?|orders?|builds?|retreats?)|nothing|missing|not|yet|was|were|received|sent|in)(?: |$))+"
)
_TALK = re.compile(
    r"(?:hi|hello|hey|hallo|dear|greetings|good (?:morning|evening|afternoon|day|luck)|hope|here(?: are|'s| is| come)"
    r"|these are|those are|(?:my|the) (?:orders|moves)|(?:orders|moves) (?:for|follow|below)|please|sorry|p\.?s\.?"
    r"|let me|see you|thanks?|thank you|many thanks|cheers|regards|best|kind|warm|yours|sincerely|bye|sent from)\b.*"
    r"|(?:from|sent|to|cc|date|subject|re):.*|on .* wrote:?|-* ?(?:begin )?(?:original|forwarded) message:? ?-*",
    re.IGNORECASE,
)
_LETTER = re.compile(r"from:.*|on .* wrote:?", re.IGNORECASE)
_NOUNS = re.compile(
    r"\b(?:my|our|the|these|those|your|no)\s+(?:\w+\s+)?(?:moves?|builds?|retreats?|removals?|disbands?|supports?)\b",
    re.IGNORECASE,
)
"""Words that order something elsewhere, where they name what is talked about: `my first move`, `your support`."""
_FAREWELL = re.compile(
    r"(?:thanks?|thank you|many|cheers|regards|best|kind|warm|yours|sincerely|bye)\b.*", re.IGNORECASE
)
_ORDERED = re.compile(r"\b[AF]\s+[A-Z]|\b(?:army|fleet|armies|fleets)\b|\w\s*-+>|\w\s-\s\w", re.IGNORECASE)
_LONGEST_NAME = 3
"""Most words of a name at the end of a letter."""


def bare(line: str) -> str:
    """Return a line without marks of quoting, bullets and numbers before it."""
    return _NUMBERED.sub("", _QUOTED.sub("", line)).strip()


def unannounced(line: str) -> str:
    """Return a line without words that announce the orders in it: `My orders: A PAR - BUR`."""
    return _ANNOUNCED.sub("", line)


def says_nothing(text: str) -> bool:
    """Whether somebody notes that no orders came: `NMR`, `no orders`."""
    return is_nothing(tokens_of(text))


def is_nothing(tokens: Sequence[str]) -> bool:
    """Whether the words say that no orders came."""
    return _NOTHING.fullmatch(" ".join(word for word in tokens if word.isalnum())) is not None


def is_talk(names: Names, text: str, *, after_farewell: bool = False) -> bool:
    """Whether a line that could not be read greets, thanks or signs, and was not meant to order anything."""
    if _ORDERED.search(text) or _tells_what_to_do(names, tokens_of(_NOUNS.sub("", text))):
        return False
    is_name = after_farewell and len(text.split()) <= _LONGEST_NAME and text.replace(" ", "").isalpha()
    return is_name or _TALK.fullmatch(text) is not None


def _tells_what_to_do(names: Names, tokens: list[str]) -> bool:
    """Whether words order something: `hold`, or two places, or one with a word such as `to` behind it."""
    if not PLAIN_VERBS.isdisjoint(tokens):
        return True
    ends = [end for at in range(len(tokens)) if (end := names.place_end(tokens, at)) is not None]
    return len(set(ends)) > 1 or any(end < len(tokens) and tokens[end] in VERBS for end in ends)


def begins_letter(names: Names, text: str) -> bool:
    """Whether a line stands above somebody's mail: `From: Hans`, `On Monday Hans wrote:`."""
    return _LETTER.fullmatch(text) is not None and is_talk(names, text)


def is_farewell(text: str) -> bool:
    """Whether a name may follow a line."""
    return _FAREWELL.fullmatch(text) is not None
