"""What each place is worth to a power: centres to take or to guard, and ways that lead there, spread over the map."""

from __future__ import annotations

from copy import copy
from typing import Final

from wartable.bots.diplomacy.table import Table
from wartable.games.adjudication.orders import Power

NEUTRAL: Final = 1.1
"""Worth of a centre that nobody owns."""
FOREIGN: Final = 1.0
"""Worth of a centre of somebody else."""
OWN_HOME: Final = 1.3
"""Worth of a home centre that was lost, and must be had back to build."""
LEADING: Final = 0.5
"""How much more a centre is worth that belongs to somebody about to win."""
GUARD: Final = 0.35
"""Worth of standing in an own centre for each foreign unit that could come, up to two."""
IDLE: Final = 0.02
"""Worth of standing in an own centre that nobody threatens."""
FADES: Final = (1.0, 0.35, 0.16, 0.08, 0.05, 0.03, 0.02, 0.012)
"""What a centre counts that is so many steps away."""
SPREAD: Final = 0.2
"""Share of its worth that a place hands to each neighbour."""
OVERSEAS: Final = 0.3
"""What a crossing by convoy counts beside a step, as it needs a fleet as well."""


class Worth:
    """What every location is worth to one power, by kind of unit; about 1 for a centre to be taken."""

    def __init__(self, table: Table, power: Power) -> None:
        self.table = table
        self.power = power
        self.bare = [0.0] * len(table.owner)
        for space in table.ground.centres:
            self.bare[space] = self._centre(space)
        alike = table.ground.alike
        spread = {kind: self._spread(kind) for kind in sorted(set(alike))}
        self.at = tuple(spread[kind] for kind in alike)

    def _centre(self, space: int) -> float:
        table, power = self.table, self.power
        owner = table.owner[space]
        if owner == power:
            return self._guard(space)
        if not owner:
            return NEUTRAL
        if owner in table.friends.get(power, ()):
            return IDLE
        base = OWN_HOME if table.ground.home.get(power, 0) >> space & 1 else FOREIGN
        lead = table.sizes[owner] / table.ground.goal
        return base + LEADING * max(0.0, 2 * lead - 1)

    def _guard(self, space: int) -> float:
        """Return what it is worth to stand in an own centre: as much as it is in danger."""
        table = self.table
        if table.occupant(space) not in {"", self.power}:
            return OWN_HOME
        most, _ = table.rival(self.power, space)
        return GUARD * min(most, 2) if most else IDLE

    def _spread(self, kind: int) -> list[float]:
        """Hand worth on from neighbour to neighbour, weaker with every step."""
        ground, network = self.table.ground, self.table.numbered.network
        ways, space_of = network.ways[kind], network.space_of
        across = ground.across if network.kinds[kind].carried else ()
        size = len(ways)
        near = [self.bare[space_of[here]] if ways[here] else 0.0 for here in range(size)]
        total = near[:]
        for fade in FADES[1:]:
            far = [0.0] * size
            for here in range(size):
                if not ways[here]:
                    continue
                sum_ = near[here] + sum([near[way] for way in ways[here]])
                if here < len(across):
                    sum_ += OVERSEAS * sum([near[way] for way in across[here]])
                far[here] = SPREAD * sum_
            near = far
            total = [one + fade * other for one, other in zip(total, near, strict=True)]
        return total

    def over(self, table: Table) -> Worth:
        """Return the same worths for choices on another table of the same position."""
        found = copy(self)
        found.table = table
        return found

    def of(self, unit: int, location: int) -> float:
        """Return what it is worth to have a unit at a location."""
        return self.at[self.table.numbered.kind[unit]][location]
