"""The easy level: every unit goes its own way to the nearest foreign centre, and few help each other."""

from __future__ import annotations

from typing import Final

from wartable.bots.diplomacy.player import DiplomacyPolicy
from wartable.bots.diplomacy.scene import Scene
from wartable.bots.diplomacy.table import Plan
from wartable.games.adjudication.orders import Hold, Move, MovementOrder, SupportMove
from wartable.games.adjudication.units import NOBODY

LAZY: Final = 6
"""One unit of so many stays where it is."""


class EasyPolicy(DiplomacyPolicy):
    """Beginners' play: sensible single moves without a plan."""

    def plan(self, scene: Scene) -> Plan:
        """Let one unit after the other go where it likes; one that finds its goal taken helps to get there."""
        units = scene.table.units[scene.power][:]
        scene.rng.shuffle(units)
        orders: dict[int, MovementOrder] = {}
        goals: dict[int, int] = {}
        for unit in units:
            orders[unit] = self._order(scene, unit, goals)
        return orders

    def _order(self, scene: Scene, unit: int, goals: dict[int, int]) -> MovementOrder:
        network, numbered = scene.table.numbered.network, scene.table.numbered
        written = numbered.unit[unit]
        space = self._goal(scene, unit)
        if space == NOBODY or space == numbered.space[unit]:
            return Hold(written)
        if space in goals:
            other = numbered.unit[goals[space]]
            return SupportMove(written, other, network.spaces[space])
        if numbered.at[space] in scene.table.units[scene.power]:
            return Hold(written)
        goals[space] = unit
        ways = network.ways[numbered.kind[unit]][numbered.location[unit]]
        return Move(written, next(network.locations[way] for way in ways if network.space_of[way] == space))

    def _goal(self, scene: Scene, unit: int) -> int:
        """Return the space next door, or its own, from which the next foreign centre is nearest."""
        network, numbered = scene.table.numbered.network, scene.table.numbered
        if scene.rng.randrange(LAZY) == 0:
            return NOBODY
        ways = [*network.ways[numbered.kind[unit]][numbered.location[unit]], numbered.location[unit]]
        best = max(ways, key=lambda way: (scene.worth.of(unit, way) * scene.rng.uniform(0.5, 1.0), way))
        return network.space_of[best]
