"""The answer of whoever leads the black riders when the ring-bearer was seen."""

from __future__ import annotations

from wartable.engine.values import Action

PURSUE, STAY = "riders go", "riders stay"
"""The two answers in notation."""


class Pursue(Action, frozen=True, tag="pursue"):
    """The answer of Mordor when the ring-bearer was seen: whether the black riders next to it go there at once."""

    go: bool

    def __str__(self) -> str:
        return PURSUE if self.go else STAY


def read_pursuit(text: str) -> Pursue | None:
    """Read `riders go` or `riders stay`; None for anything else."""
    plain = " ".join(text.casefold().split())
    return Pursue(go=plain == PURSUE) if plain in {PURSUE, STAY} else None
