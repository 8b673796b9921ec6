"""Numbers of things in words: `1 army`, `3 territories`."""

from __future__ import annotations

from wartable.engine.words import counted


def armies(count: int) -> str:
    """Say a number of armies."""
    return counted(count, "army", "armies")


def territories(count: int) -> str:
    """Say a number of territories."""
    return counted(count, "territory", "territories")


def cards(count: int) -> str:
    """Say a number of cards."""
    return counted(count, "card")


def dice(count: int, kind: str = "") -> str:
    """Say a number of dice, of a kind where one is given: `2 attack dice`."""
    return counted(count, f"{kind} die".strip(), f"{kind} dice".strip())


def stars(count: int) -> str:
    """Say a number of stars."""
    return counted(count, "star")


def objectives(count: int) -> str:
    """Say a number of objectives to be collected: `an objective`, `3 objectives`."""
    return "an objective" if count == 1 else counted(count, "objective")
