"""What wins: cities, home countries, and cities beside the own home (machiavelli 9.4)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

FEW_POWERS = 4
"""With so few powers or fewer some games ask for more cities."""


class Goal(msgspec.Struct, frozen=True):
    """Cities and home countries that win; `few` cities with few powers, where that is another number.

    Where cities beside the own home are asked for, all of the own home have to be among the cities.
    """

    cities: int
    homes: int = 0
    few: int = 0
    others: int = 0


GOALS: Mapping[str, Goal] = {
    "basic": Goal(12, homes=1, others=6),
    "advanced": Goal(15, homes=2, few=18),
    "ultimate": Goal(23, homes=3),
}
"""What wins on the board of Italy, by the length of the game."""
