"""Guesses at how an attack or a defence will end while nobody knows what the others have written."""

from __future__ import annotations

from typing import Final

from wartable.bots.diplomacy.table import Table
from wartable.games.adjudication.orders import Power

HELP: Final = 0.85
"""What a support counts, as it may be cut."""
RIVALRY: Final = 0.5
"""How eagerly rivals are taken to come."""
BACKING: Final = 0.45
"""How likely each neighbour of a foreign unit is taken to help it."""
LEAVES: Final = 0.35
"""How likely a foreign unit is taken to go away by itself."""
WRECK: Final = 0.55
"""How likely a unit is dislodged by those who could gather against it."""


def contest(table: Table, power: Power, space: int, strength: float) -> float:
    """Return the chance to get into a space that nobody holds, against the strongest who could come as well."""
    rivals, _ = table.rival(power, space)
    if not rivals:
        return 1.0
    return strength**2 / (strength**2 + RIVALRY * rivals**2)


def conquest(table: Table, power: Power, space: int, strength: float) -> float:
    """Return the chance to get into a space where a foreign unit stands."""
    holder = table.occupant(space)
    margin = strength - table.defence(space)
    helpers = table.pressure[holder][space]
    drives_out = margin / (margin + BACKING * helpers) if margin > 0 else 0.0
    return LEAVES * contest(table, power, space, strength) + (1 - LEAVES) * drives_out


def entry(table: Table, power: Power, space: int, strength: float) -> float:
    """Return the chance to get into a space that no own unit holds."""
    holder = table.occupant(space)
    return contest(table, power, space, strength) if holder in {"", power} else conquest(table, power, space, strength)


def safety(table: Table, power: Power, space: int, strength: float) -> float:
    """Return the chance that a unit of a power stands where it is."""
    rivals, _ = table.rival(power, space)
    return 1.0 if rivals <= strength else 1.0 - WRECK * (rivals - strength) / rivals
