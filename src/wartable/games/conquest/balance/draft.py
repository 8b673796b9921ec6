"""The armies of phase 3, and what sabotage leaves of them (`balance-of-power 49` and 55)."""

from __future__ import annotations

from wartable.games.conquest.balance.data import DraftTable, SabotageTable


def places_income(table: DraftTable, spaces: int, cities: int, *, up: bool = False) -> int:
    """Return the armies for territories and cities together; the minimum is of this term alone.

    `up` rounds up, as one answer of the publisher says of the game of 2008.
    """
    together = spaces + cities
    return max(table.minimum, -(-together // table.spaces_per_army) if up else together // table.spaces_per_army)


def sabotaged(table: SabotageTable, whole: int) -> int:
    """Return what sabotage leaves of a whole draft, stars included: two fifths, rounded down, and at least one.

    Of nothing, nothing is left.
    """
    return max(table.minimum, whole * table.left // table.of) if whole else 0


def after_stars(table: SabotageTable, before: int, gained: int) -> int:
    """Return the further armies that stars bring to a sabotaged draft whose whole sum was `before` until then."""
    return sabotaged(table, before + gained) - sabotaged(table, before)
