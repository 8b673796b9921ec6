"""Words for people: names joined as in speech, and the known word that somebody may have meant."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from difflib import get_close_matches

NEAR = 0.6
"""How alike a word and a known one must be, from 0 to 1, for the known one to be offered in its place."""


def listed(names: Sequence[str]) -> str:
    """Join names as people do: `a, b and c`; nothing gives an empty text."""
    *others, last = names or ("",)
    return f"{', '.join(others)} and {last}" if others else last


def nearest(word: str, known: Iterable[str], near: float = NEAR) -> str | None:
    """Return the known word most like another, or None where none is near."""
    return next(iter(get_close_matches(word, list(known), 1, near)), None)


def hint(word: str, known: Iterable[str], otherwise: str = "There are", near: float = NEAR) -> str:
    """Return `Did you mean x?` for the nearest known word, else a sentence that lists what there is."""
    words = list(known)
    meant = nearest(word, words, near)
    return f"Did you mean {meant}?" if meant else f"{otherwise}: {', '.join(words) or 'none'}."
