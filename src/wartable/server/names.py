"""Words that people type: trimmed, limited, free of control characters; and names for those who gave none."""

from __future__ import annotations

import secrets
import unicodedata

from wartable.server.problems import Refused

BIRDS = (
    "Heron", "Kestrel", "Plover", "Wren", "Curlew", "Linnet", "Osprey", "Siskin", "Avocet", "Bittern", "Dunlin",
    "Fulmar", "Gannet", "Harrier", "Jackdaw", "Knot", "Lapwing", "Merlin", "Nuthatch", "Ouzel", "Petrel", "Redstart",
    "Swift", "Tern", "Whinchat", "Yellowhammer",
)  # fmt: skip
GENERALS = (
    "Fabius", "Hypatia", "Zenobia", "Cyrus", "Boudica", "Saladin", "Tomyris", "Scipio", "Artemisia", "Pyrrhus",
    "Theodora", "Belisarius", "Mavia", "Subutai", "Amina", "Trieu",
)  # fmt: skip
"""Names bots play under; their level stands beside the name."""

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0")
"""Letters and signs that nobody sees."""
_JOINER = "\u200d"
_VIRAMA = 9
"""The combining class of signs after which letters of Indian scripts are joined."""
_MOST_MARKS = 4
"""Marks that may stand on one letter; more would be written over what is above and below."""


def clean(text: str, what: str, most: int = 60, *, lines: bool = False) -> str:
    """Return a text trimmed and in one Unicode form; raises `Refused` for what cannot be seen or too many letters.

    Joiners pass where they show: inside emoji and Indian scripts. With `lines` line breaks are allowed.
    """
    text = unicodedata.normalize("NFC", text).strip()
    marks, before = 0, ""
    for letter in text:
        kind = unicodedata.category(letter)
        marks = marks + 1 if kind in {"Mn", "Me"} else 0
        if letter in _BLANK or (kind in _HIDDEN and not _shows(letter, before) and not (lines and letter == "\n")):
            raise Refused(400, "text.control", f"The {what} holds a control character (U+{ord(letter):04X}).")
        if marks > _MOST_MARKS:
            raise Refused(400, "text.marks", f"The {what} has more than {_MOST_MARKS} marks on one letter.")
        before = letter
    if len(text) > most:
        raise Refused(400, "text.long", f"The {what} has {len(text)} characters; at most {most} are possible.")
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in text):
        return ""  # marks and spaces alone show nothing
    return text if lines else " ".join(text.split())


def _shows(letter: str, before: str) -> bool:
    """Whether this is a joiner, and joins: elsewhere two names would look the same."""
    if letter != _JOINER or not before:
        return False
    drawn = before == "\ufe0f" or unicodedata.category(before) in {"So", "Sk"}
    return drawn or unicodedata.combining(before) == _VIRAMA


def required(text: str, what: str, most: int = 60, *, lines: bool = False) -> str:
    """Return a cleaned text; raises `Refused` when nothing is left of it."""
    cleaned = clean(text, what, most, lines=lines)
    if not cleaned:
        raise Refused(400, "text.empty", f"The {what} is empty.")
    return cleaned


def guest() -> str:
    """Return a name for a newcomer."""
    return f"Guest {secrets.choice(BIRDS)}"


def general(taken: set[str]) -> str:
    """Return a name for a bot that nobody at the table has."""
    free = [name for name in GENERALS if name not in taken]
    if free:
        return free[0]
    number = next(n for n in range(2, 100) if f"{GENERALS[0]} {n}" not in taken)
    return f"{GENERALS[0]} {number}"
