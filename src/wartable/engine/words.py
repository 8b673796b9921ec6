"""Words for people: names joined as in speech, read without accents, and the known word that may have been meant."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches

NEAR = 0.6
"""How alike a word and a known one must be, from 0 to 1, for the known one to be offered in its place."""

_JOINTS = re.compile(r"[ '_-]+")


def listed(names: Sequence[str], word: str = "and") -> str:
    """Join names as people do: `a, b and c`; nothing gives an empty text."""
    *others, last = names or ("",)
    return f"{', '.join(others)} {word} {last}" if others else last


def counted(count: int, one: str, many: str = "") -> str:
    """Say a number of things: `1 army`, `3 territories`; their plural ends in s unless it is given."""
    return f"{count} {one if count == 1 else many or one + 's'}"


def capitalised(sentence: str) -> str:
    """Return a sentence with its first letter large and the others left alone."""
    return sentence[:1].upper() + sentence[1:]


def folded(text: str) -> str:
    """Return a text in small letters without accents, as people without them on their keys write it."""
    if text.isascii():
        return text.casefold()
    parts = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in parts if not unicodedata.combining(letter)).casefold()


def key_of(written: str, names: Mapping[str, str]) -> str:
    """Return the key that somebody means who writes a key or its name, whatever the case, accents and joints.

    `names` are names by key. What is neither comes back as it was written.
    """
    if written in names:
        return written
    plain = _jointed(written)
    meant = (key for key, name in names.items() if plain in {_jointed(key), _jointed(name)})
    return next(meant, written)


def _jointed(text: str) -> str:
    return _JOINTS.sub("_", folded(text).replace("\u2019", "'")).strip("_")


def nearest(word: str, known: Iterable[str], near: float = NEAR) -> str | None:
    """Return the known word most like another, or None where none is near."""
    return next(iter(get_close_matches(word, list(known), 1, near)), None)


def hint(word: str, known: Iterable[str], otherwise: str = "There are", near: float = NEAR) -> str:
    """Return `Did you mean x?` for the nearest known word, else a sentence that lists what there is."""
    words = list(known)
    meant = nearest(word, words, near)
    return f"Did you mean {meant}?" if meant else f"{otherwise}: {', '.join(words) or 'none'}."
