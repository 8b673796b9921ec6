"""What a check of a file found: how bad, where, and in words what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from wartable.engine.words import nearest

if TYPE_CHECKING:
    from collections.abc import Iterable

Level = Literal["error", "warning", "note"]


class Finding(msgspec.Struct, frozen=True, order=True):
    """One thing found in a file.

    An `error` makes the file unusable or wrong, a `warning` is a likely slip, a `note` says what could not be
    checked. `where` is the file and the path of the field, such as `board.yaml: spaces.peru.region`.
    """

    level: Level
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.level}: {self.where}: {self.message}"


def did_you_mean(word: object, known: Iterable[str]) -> str:
    """Return a sentence that offers the nearest known word, or lists what is known when none is near."""
    words = sorted(known)
    near = nearest(str(word), words)
    if near:
        return f'did you mean "{near}"?'
    return f"known are {', '.join(words[:12])}{', …' if len(words) > 12 else ''}" if words else "none is known"
