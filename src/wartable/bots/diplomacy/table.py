"""One position as all powers see it: who owns what, who could go where, and how many could come to each space."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TypeAlias

from wartable.bots.diplomacy.ground import Ground
from wartable.games.adjudication.orders import MovementOrder, Power
from wartable.games.adjudication.routes import bits
from wartable.games.adjudication.units import NOBODY
from wartable.games.diplomacy.position import Position

Plan: TypeAlias = Mapping[int, MovementOrder]
"""An order for each unit of a power, by the number of the unit."""


class Table:
    """A position in numbers. Units are those `numbered`.

    `owner` gives the owner of each space that is a centre (empty: nobody), `sizes` the centres of each power, `units`
    the units of each. `pressure[power][space]` counts the units of a power that could step there.
    """

    def __init__(self, ground: Ground, position: Position) -> None:
        rules = ground.rules
        self.ground = ground
        self.position = position
        self.numbered = rules.variant.numbered(position, rules.rulings)
        self.owner = [""] * len(ground.network.spaces)
        for code, power in position.owners.items():
            self.owner[ground.network.number[code]] = power
        self.sizes: Counter[Power] = Counter(position.owners.values())
        self.counting = ground.counts_after(position.phase)
        self.units: dict[Power, list[int]] = {}
        for unit, power in enumerate(self.numbered.owner):
            self.units.setdefault(power, []).append(unit)
        self.reach = [self.numbered.direct(unit) for unit in range(len(self.numbered.unit))]
        self.pressure = {power: self._pressure(units) for power, units in self.units.items()}

    def _pressure(self, units: list[int]) -> list[int]:
        found = [0] * len(self.owner)
        for unit in units:
            for space in bits(self.reach[unit]):
                found[space] += 1
        return found

    def occupant(self, space: int) -> Power:
        """Return the power with a unit in a space, empty if none."""
        unit = self.numbered.at[space]
        return "" if unit == NOBODY else self.numbered.owner[unit]

    def defence(self, space: int) -> int:
        """Return what the unit in a space stands with by itself; 0 where there is none."""
        unit = self.numbered.at[space]
        if unit == NOBODY:
            return 0
        return self.numbered.traits[unit].hold if self.numbered.traits else 1

    def rival(self, power: Power, space: int) -> tuple[int, Power]:
        """Return the greatest number of units that one other power could send to a space, and who that is."""
        most, who = 0, ""
        for other, pressure in self.pressure.items():
            if other != power and pressure[space] > most:
                most, who = pressure[space], other
        return most, who
