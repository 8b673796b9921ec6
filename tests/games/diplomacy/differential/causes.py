"""What a disagreement is: a cause with its rule, and the place where it shows; and the rulings the package is near."""

from __future__ import annotations

from typing import NamedTuple

from wartable.games.diplomacy.rulings import Rulings

RULINGS = Rulings(
    paradox="2000", land_fallback=True, double_orders="last", coast_of_unit="illegal", kind_wrong="strict"
)
"""How the package settles doubtful points, as far as rulings can say it."""


class Cause(NamedTuple):
    """A known cause of disagreement: its name, what happens there and by which rule we judge otherwise."""

    name: str
    sentence: str


class Fault(NamedTuple):
    """One place where the package judged otherwise: the cause, or none if nothing known explains it, and the order."""

    cause: Cause | None
    where: str
