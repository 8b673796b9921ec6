"""Piles of casualties: one per seat and a last one for the neutral army (`balance-of-power 29` to 31)."""

from __future__ import annotations

from collections.abc import Mapping


def fallen(piles: tuple[int, ...], dead: Mapping[int, int], most: int) -> tuple[int, ...]:
    """Put the dead of each side on its pile, side -1 being the neutral army; what passes `most` is discarded."""
    after = list(piles)
    for side, count in dead.items():
        after[side] = min(most, after[side] + count)
    return tuple(after)


def emptied(piles: tuple[int, ...], side: int) -> tuple[int, ...]:
    """Discard the pile of a side that is out of the game."""
    after = list(piles)
    after[side] = 0
    return tuple(after)


def spent(piles: tuple[int, ...], side: int, count: int) -> tuple[int, ...]:
    """Take armies off a pile: paid, or revived."""
    after = list(piles)
    after[side] -= count
    return tuple(after)
