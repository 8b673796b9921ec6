"""What each place is worth to a power: centres to take or to guard, and ways that lead there, spread over the map."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from functools import lru_cache
from operator import itemgetter
from typing import Final, TypeAlias

from wartable.bots.diplomacy.ground import Ground
from wartable.bots.diplomacy.table import Table
from wartable.games.adjudication.network import Network
from wartable.games.adjudication.orders import Power

Taking: TypeAlias = Callable[[Sequence[float]], Sequence[float]]
"""Takes the values of some places out of a list."""
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
        rows = _rows(ground, network, kind)
        near = [self.bare[space_of[here]] if ways[here] else 0.0 for here in range(len(ways))]
        total = near[:]
        for fade in FADES[1:]:
            far = [0.0] * len(ways)
            for here, take, take_over in rows:
                sum_ = near[here] + sum(take(near))
                if take_over is not None:
                    sum_ += OVERSEAS * sum(take_over(near))
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


@lru_cache(maxsize=64)
def _rows(ground: Ground, network: Network, kind: int) -> list[tuple[int, Taking, Taking | None]]:
    """Return for each location with ways what takes the values of its neighbours, and of the coasts across a sea."""
    across = ground.across if network.kinds[kind].carried else ()
    return [
        (here, _taking(ways), _taking(across[here]) if here < len(across) and across[here] else None)
        for here, ways in enumerate(network.ways[kind])
        if ways
    ]


def _taking(places: tuple[int, ...]) -> Taking:
    return itemgetter(*places) if len(places) > 1 else itemgetter(slice(places[0], places[0] + 1))
