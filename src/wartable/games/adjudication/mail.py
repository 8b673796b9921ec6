"""What people write around orders in their letters, whatever the game: quotes, bullets, greetings, farewells."""

from __future__ import annotations

import re
from collections.abc import Iterable

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
_FAREWELL = re.compile(
    r"(?:thanks?|thank you|many|cheers|regards|best|kind|warm|yours|sincerely|bye)\b.*", re.IGNORECASE
)
_LONGEST_NAME = 3
"""Most words of a name at the end of a letter."""


def bare(line: str) -> str:
    """Return a line without marks of quoting, bullets and numbers before it."""
    return _NUMBERED.sub("", _QUOTED.sub("", line)).strip()


def unannounced(line: str) -> str:
    """Return a line without words that announce the orders in it: `My orders: A PAR - BUR`."""
    return _ANNOUNCED.sub("", line)


def is_nothing(words: Iterable[str]) -> bool:
    """Whether small words say that no orders came: `nmr`, `no orders`."""
    return _NOTHING.fullmatch(" ".join(word for word in words if word.isalnum())) is not None


def is_polite(text: str, *, after_farewell: bool = False) -> bool:
    """Whether a line greets, thanks or announces; after a farewell also whether it is a name."""
    is_name = after_farewell and len(text.split()) <= _LONGEST_NAME and text.replace(" ", "").isalpha()
    return is_name or _TALK.fullmatch(text) is not None


def stands_above(text: str) -> bool:
    """Whether a line stands above somebody's mail, whatever it may mean else: `From: Hans`, `On Monday Hans wrote:`."""
    return _LETTER.fullmatch(text) is not None


def is_farewell(text: str) -> bool:
    """Whether a name may follow a line."""
    return _FAREWELL.fullmatch(text) is not None
