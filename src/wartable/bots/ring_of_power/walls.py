"""Walls: where figures stand to storm them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import shapely

from wartable.bots.ring_of_power.table import Band, apart
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.scenario import Place, Point

CLOSE: Final = 600
"""Who storms a wall stands so far before it, in 1/1000 inch."""


def foot(world: World, place: Place, figures: Sequence[Figure]) -> Point:
    """Return the point before the walls of a place that is nearest to any of the figures."""
    one = min(figures, key=lambda one: (world.distance(place.id, one.point), one.id)).point
    edge = world.shape(place.id).boundary
    spot = edge.interpolate(edge.project(shapely.Point(one)))
    wall = round(spot.x), round(spot.y)
    share = CLOSE / max(CLOSE, apart(one, wall))
    return round(wall[0] + share * (one[0] - wall[0])), round(wall[1] + share * (one[1] - wall[1]))


def in_reach(world: World, place: Place, band: Band) -> bool:
    """Whether a band in the field gets to the walls of a place with one move, as the crow flies."""
    if not place.walled or band.inside:
        return False
    return min(world.distance(place.id, one.point) for one in band.figures) <= max(band.pace.speeds)
