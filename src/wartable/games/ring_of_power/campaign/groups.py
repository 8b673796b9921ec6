"""Forces of a campaign as it stands: who belongs together, in the field and in garrisons (D1, K1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache

import numpy as np
import shapely

from wartable.games.ring_of_power.campaign.figures import captor, radii
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import ByIdentity, World
from wartable.games.ring_of_power.terrain.forces import forces
from wartable.games.ring_of_power.terrain.geometry import Ints, point_array, spots

KEPT = 16
"""Line-ups that are remembered at once."""


class Lineup:
    """Figures where they stand, with what is worked out from that once: forces, points, who is inside what."""

    def __init__(self, world: World, figures: tuple[Figure, ...]) -> None:
        """Look at figures."""
        self.world = world
        self.figures = figures
        self._within: dict[str, frozenset[int]] = {}

    @cached_property
    def sorts(self) -> tuple[tuple[Figure, ...], ...]:
        """The figures by owner and type, in order of their ids."""
        found: dict[tuple[int, str, str], list[Figure]] = {}
        for figure in self.figures:
            found.setdefault((figure.owner, figure.unit, figure.weapon), []).append(figure)
        return tuple(map(tuple, found.values()))

    @cached_property
    def field(self) -> tuple[Figure, ...]:
        """Figures on the table itself, with those that they carry."""
        return tuple(figure for figure in self.figures if not (figure.inside or figure.aboard))

    @cached_property
    def points(self) -> Ints:
        """Points of the figures in the field."""
        return point_array([figure.point for figure in self.field])

    @cached_property
    def camps(self) -> Mapping[int, int]:
        """With whom each figure may form a force, as a number: its side; nobody, where enemies carry it off (J4)."""
        names = list(dict.fromkeys(self.world.sides))
        by_id = {figure.id: figure for figure in self.figures}
        return {
            figure.id: names.index(self.world.sides[figure.owner])
            if captor(self.world, by_id, figure) is None
            else len(names) + figure.id
            for figure in self.figures
        }

    @cached_property
    def radii(self) -> Ints | None:
        """Radii of bases, where distances are measured from edge to edge (Q1)."""
        return radii(self.world, self.field)

    @cached_property
    def force(self) -> Mapping[int, int]:
        """The number of the force of every figure. Garrisons and towers are forces too, after those in the field.

        A force is of one side wherever it is: the wounded and captives of enemies are none of a garrison (D1, J4).
        """
        camps = self.camps
        sides = np.array([camps[figure.id] for figure in self.field], dtype=np.int64)
        numbers = forces(self.points, sides, self.radii)
        found = {figure.id: int(number) for figure, number in zip(self.field, numbers, strict=True)}
        after = int(numbers.max(initial=-1)) + 1
        homes: dict[tuple[str, bool, int, int], int] = {}
        for figure in self.figures:
            camp = camps[figure.id]
            if figure.aboard in found and camps[figure.aboard] == camp:
                found[figure.id] = found[figure.aboard]
            elif figure.id not in found:
                key = (figure.inside, figure.tower, figure.aboard, camp)
                found[figure.id] = homes.setdefault(key, after + len(homes))
        return found

    @cached_property
    def members(self) -> Mapping[int, tuple[Figure, ...]]:
        """The figures of every force, by its number."""
        found: dict[int, list[Figure]] = {}
        for figure in self.figures:
            found.setdefault(self.force[figure.id], []).append(figure)
        return {number: tuple(figures) for number, figures in found.items()}

    def within(self, name: str) -> frozenset[int]:
        """Return the figures inside a place, its garrison among them, or on an area of terrain or at a crossing."""
        if name not in self._within:
            points = self.points.astype(float)
            inside = shapely.intersects(self.world.shape(name), spots(points))
            found = {figure.id for figure, fits in zip(self.field, inside.tolist(), strict=True) if fits}
            found |= {figure.id for figure in self.figures if figure.inside == name}
            self._within[name] = frozenset(found)
        return self._within[name]


@lru_cache(maxsize=KEPT)
def _lineup(world: World, figures: ByIdentity[tuple[Figure, ...]]) -> Lineup:
    return Lineup(world, figures.value)


class Scene:
    """A state with what is worked out from it once; states with the same figures share what follows from these.

    `it` are the figures that a special rule is being applied to; `battle` those of the combat under way.
    """

    def __init__(self, world: World, state: RingState, it: tuple[int, ...] = (), battle: tuple[int, ...] = ()) -> None:
        """Look at a state."""
        self.world = world
        self.state = state
        self.it = it
        self.battle = battle
        self.pinning: dict[int, tuple[tuple[Figure, ...], Ints, Ints]] = {}
        """For each player the enemies that pin, their points and reach, once they were asked for."""
        self.lineup = _lineup(world, ByIdentity(state.figures))

    def force_of(self, figure: Figure) -> tuple[Figure, ...]:
        """Return the force of a figure; one that is off the table is alone."""
        number = self.lineup.force.get(figure.id)
        return (figure,) if number is None else self.lineup.members[number]
