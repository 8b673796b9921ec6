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
_JOINER = "\u200d"


def clean(text: str, what: str, most: int = 60, *, lines: bool = False) -> str:
    """Return a text trimmed and in one Unicode form; raises `Refused` for control characters or too many letters.

    Joiners inside emoji pass. With `lines` line breaks are allowed.
    """
    text = unicodedata.normalize("NFC", text).strip()
    for letter in text:
        if unicodedata.category(letter) in _HIDDEN and letter != _JOINER and not (lines and letter == "\n"):
            raise Refused(400, "text.control", f"The {what} holds a control character (U+{ord(letter):04X}).")
    if len(text) > most:
        raise Refused(400, "text.long", f"The {what} has {len(text)} characters; at most {most} are possible.")
    return text if lines else " ".join(text.split())


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
