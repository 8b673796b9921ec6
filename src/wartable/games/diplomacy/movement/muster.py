"""The units of a position in parallel lists, numbered, as the adjudicator works on them."""

from __future__ import annotations

from wartable.games.diplomacy.movement.conditions import ORDINARY, Conditions, Traits
from wartable.games.diplomacy.movement.network import Network, network_of
from wartable.games.diplomacy.orders import Power, Unit, province_of
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.variant import Variant

NOBODY = -1
"""In place of a unit's number where there is none."""
ARMY, FLEET = 0, 1


class Muster:
    """Who stands where at the start of the phase; unit `i` is `units[i]` of power `owner[i]` in `space[i]`.

    `at` gives the unit in each space or `NOBODY`, `fleets` the sea spaces with a fleet. Units outside the map or in
    a space that is taken already are left out: they can neither act nor be acted on.
    """

    def __init__(self, variant: Variant, position: Position, conditions: Conditions) -> None:
        self.variant = variant
        self.network: Network = network_of(variant, conditions.passages)
        self.units: list[Unit] = []
        self.owner: list[Power] = []
        self.kind: list[int] = []
        self.location: list[int] = []
        self.space: list[int] = []
        self.at: list[int] = [NOBODY] * len(self.network.spaces)
        self.fleets = self._place(position) & self.network.sea
        self.traits: list[Traits] | None = None
        if conditions.traits:
            self.traits = [conditions.traits.get(unit.at, ORDINARY) for unit in self.units]

    def _place(self, position: Position) -> int:
        """Give the units their numbers; returns the spaces with a fleet."""
        number, space_of, at = self.network.number, self.network.space_of, self.at
        placed, owner, kind, locations, spaces = self.units, self.owner, self.kind, self.location, self.space
        count = fleets = 0
        for power, units in position.units.items():
            for unit in units:
                location = number.get(unit.at, NOBODY)
                space = space_of[location]
                if location == NOBODY or at[space] != NOBODY:
                    continue
                at[space] = count
                count += 1
                placed.append(unit)
                owner.append(power)
                locations.append(location)
                spaces.append(space)
                if unit.kind == "F":
                    kind.append(FLEET)
                    fleets |= 1 << space
                else:
                    kind.append(ARMY)
        return fleets

    def find(self, unit: Unit) -> int:
        """Return the number of the unit an order means by its place, whatever letter or coast it wrote."""
        space = self.network.space_named.get(unit.at)
        if space is None:
            space = self.network.space_named.get(province_of(unit.at))
        return NOBODY if space is None else self.at[space]

    def direct(self, unit: int) -> int:
        """Return the spaces a unit reaches by a step of its own."""
        return self.network.steps[self.kind[unit]][self.location[unit]]

    def two_steps(self, unit: int) -> int:
        """Return the spaces it reaches in two steps; none for units that walk one step a phase."""
        if self.traits is None or self.traits[unit].steps < 2:
            return 0
        return self.network.two_steps(self.kind[unit], self.location[unit])

    def carried(self, unit: int, target: int, without: int = NOBODY) -> bool:
        """Whether the fleets now at sea could carry an army there; `without` is a unit that is busy otherwise."""
        if self.kind[unit] == FLEET or not self.network.coastal >> target & 1:
            return False
        fleets = self.fleets if without == NOBODY else self.fleets & ~(1 << self.space[without])
        return self.network.seas.connected(self.space[unit], target, fleets)
