"""Forces of a campaign as it stands: who belongs together, in the field and in garrisons (D1, K1)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from wartable.games.ring_of_power.campaign.figures import radii
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.terrain.forces import forces
from wartable.games.ring_of_power.terrain.geometry import spots, touched
from wartable.games.ring_of_power.terrain.points import point_array

if TYPE_CHECKING:
    from wartable.games.ring_of_power.terrain.points import Ints


class Scene:
    """A state with what is worked out from it once: forces, points as arrays, who is inside what.

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
        self._within: dict[str, frozenset[int]] = {}

    @cached_property
    def field(self) -> tuple[Figure, ...]:
        """Figures on the table itself, with those that they carry."""
        return tuple(figure for figure in self.state.figures if not (figure.inside or figure.aboard))

    @cached_property
    def points(self) -> Ints:
        """Points of the figures in the field."""
        return point_array([figure.point for figure in self.field])

    @cached_property
    def side_numbers(self) -> Ints:
        """The side of each figure in the field, as a number."""
        names = list(dict.fromkeys(self.world.sides))
        return np.array([names.index(self.world.sides[figure.owner]) for figure in self.field], dtype=np.int64)

    @cached_property
    def radii(self) -> Ints | None:
        """Radii of bases, where distances are measured from edge to edge (Q1)."""
        if self.world.settled.measure == "centre":
            return None
        return np.array(radii(self.world, self.field), dtype=np.int64)

    @cached_property
    def force(self) -> Mapping[int, int]:
        """The number of the force of every figure. Garrisons and towers are forces too, after those in the field."""
        numbers = forces(self.points, self.side_numbers, self.radii)
        found = {figure.id: int(number) for figure, number in zip(self.field, numbers, strict=True)}
        after = int(numbers.max(initial=-1)) + 1
        homes: dict[tuple[str, bool, int], int] = {}
        for figure in self.state.figures:
            if figure.riding and figure.aboard in found:
                found[figure.id] = found[figure.aboard]
            elif figure.id not in found:
                key = (figure.inside, figure.tower, figure.aboard)
                found[figure.id] = homes.setdefault(key, after + len(homes))
        return found

    @cached_property
    def members(self) -> Mapping[int, tuple[Figure, ...]]:
        """The figures of every force, by its number."""
        found: dict[int, list[Figure]] = {}
        for figure in self.state.figures:
            found.setdefault(self.force[figure.id], []).append(figure)
        return {number: tuple(figures) for number, figures in found.items()}

    def force_of(self, figure: Figure) -> tuple[Figure, ...]:
        """Return the force of a figure; one that is off the table is alone."""
        number = self.force.get(figure.id)
        return (figure,) if number is None else self.members[number]

    def within(self, name: str) -> frozenset[int]:
        """Return the figures inside a place, its garrison among them, or on an area of terrain or at a crossing."""
        if name not in self._within:
            points = self.points.astype(float)
            inside = touched(self.world.shape(name), spots(points))
            found = {figure.id for figure, fits in zip(self.field, inside.tolist(), strict=True) if fits}
            found |= {figure.id for figure in self.state.figures if figure.inside == name}
            self._within[name] = frozenset(found)
        return self._within[name]
