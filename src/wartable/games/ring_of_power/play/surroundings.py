"""What is around the figures of a combat, worked out for all of them at once: terrain, water, stockades, burdens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from wartable.games.ring_of_power.campaign.figures import radii
from wartable.games.ring_of_power.campaign.groups import Scene
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.terrain.geometry import all_apart, spots
from wartable.games.ring_of_power.terrain.points import point_array


class Surroundings(NamedTuple):
    """By their ids: the terrain under each figure, and who is by water, in a stockade of their side, or carries."""

    terrain: Mapping[int, str]
    by_water: frozenset[int]
    stockaded: frozenset[int]
    laden: frozenset[int]


def surroundings(scene: Scene, team: Sequence[Figure]) -> Surroundings:
    """Return what is around some figures."""
    return Surroundings(
        terrain=_terrain(scene, team),
        by_water=_by_water(scene, team),
        stockaded=_stockaded(scene),
        laden=frozenset(one.aboard for one in scene.state.figures if one.aboard),
    )


def _terrain(scene: Scene, team: Sequence[Figure]) -> Mapping[int, str]:
    """Return the terrain under each figure; within walls it is clear."""
    ground = scene.world.ground
    kinds: list[int] = ground.kinds(point_array([one.point for one in team])).tolist()
    return {one.id: "clear" if one.inside else ground.types[kind] for one, kind in zip(team, kinds, strict=True)}


def _by_water(scene: Scene, team: Sequence[Figure]) -> frozenset[int]:
    """Return those within 3 inches of navigable water (M24)."""
    world = scene.world
    points = point_array([one.point for one in team])
    marks = spots(points.astype(np.float64))
    limits = mil(world.constants.sailor) + np.array(radii(world, team), dtype=np.int64)
    close = np.zeros(len(team), dtype=bool)
    for water in (one for one in world.scenario.waters if one.navigable):
        shape = world.shape(water.id)
        west, south, east, north = shape.bounds
        low, high = np.array([west, south]) - limits[:, None] - 1, np.array([east, north]) + limits[:, None] + 1
        left = np.flatnonzero(~close & ((points >= low) & (points <= high)).all(axis=1))
        close[left] = all_apart(shape, marks[left]) <= limits[left]
    return frozenset(one.id for one, is_close in zip(team, close.tolist(), strict=True) if is_close)


def _stockaded(scene: Scene) -> frozenset[int]:
    """Return the figures that stand inside a stockade that their side holds."""
    sides, by_id = scene.world.sides, scene.state.by_id
    held = [(one.id, scene.state.holder.get(one.id)) for one in scene.world.scenario.places if one.kind == "stockade"]
    return frozenset(
        number for place, side in held if side for number in scene.within(place) if sides[by_id[number].owner] == side
    )
