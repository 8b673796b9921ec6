"""Numbers of things in words: `1 army`, `3 territories`."""

from __future__ import annotations


def armies(count: int) -> str:
    """Say a number of armies."""
    return _counted(count, "army", "armies")


def territories(count: int) -> str:
    """Say a number of territories."""
    return _counted(count, "territory", "territories")


def cards(count: int) -> str:
    """Say a number of cards."""
    return _counted(count, "card", "cards")


def dice(count: int, kind: str = "") -> str:
    """Say a number of dice, of a kind where one is given: `2 attack dice`."""
    return _counted(count, f"{kind} die".strip(), f"{kind} dice".strip())


def turns(count: int) -> str:
    """Say a number of turns."""
    return _counted(count, "turn", "turns")


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"
