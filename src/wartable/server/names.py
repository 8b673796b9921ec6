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
_ALIKE = str.maketrans(
    # Cyrillic a ve ie ka em en o er es te u ha i je dze de we, then Greek alpha beta epsilon eta iota kappa nu omicron
    # rho tau upsilon chi gamma, then i, i without a dot, palochka, and digits.
    "\u0430\u0432\u0435\u043a\u043c\u043d\u043e\u0440\u0441\u0442\u0443\u0445\u0456\u0458\u0455\u0501\u051b\u051d"
    "\u03b1\u03b2\u03b5\u03b7\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7\u03b3"
    "i\u0131\u04cf01|",
    "abekmhopctyxljsdqwabenlkvoptuxyllloll",
)
"""Small letters and digits, and the Latin letters that they look like; I, l and 1 are one."""
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


def of_table(maker: str, game: str) -> str:
    """Return what a table is called that nobody has named."""
    return f"{maker}'s {game}"


def looks(name: str) -> str:
    """Return how a name looks at a glance: two names of one look are taken for each other.

    Case, marks, widths and spaces count for nothing, and letters of other scripts and digits are those they look like.
    """
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", name).casefold())
    shown = "".join(letter for letter in plain if unicodedata.category(letter)[0] in "LNS")
    return shown.translate(_ALIKE) or name


def guest() -> str:
    """Return a name for a newcomer."""
    return f"Guest {secrets.choice(BIRDS)}"


def general(taken: set[str]) -> str:
    """Return a name for a bot that nobody at the table has."""
    seen = set(map(looks, taken))
    free = [name for name in GENERALS if looks(name) not in seen]
    if free:
        return free[0]
    number = next(n for n in range(2, 100) if looks(f"{GENERALS[0]} {n}") not in seen)
    return f"{GENERALS[0]} {number}"
