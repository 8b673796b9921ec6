"""Gates: by which points one goes in and out of a place, and whether enemies stand before it (C11, K6)."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.games.ring_of_power.campaign.figures import enemies_of, radius
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.play.combats import holders_around
from wartable.games.ring_of_power.scenario import Place, Point


def doors(world: World, place: Place) -> tuple[Point, ...]:
    """Return the points by which one goes in and out of a place: its gates, or four sides of a place without any."""
    return tuple(_doors(world, place))


def _doors(world: World, place: Place) -> Iterator[Point]:
    if place.gates:
        yield from place.gates
        return
    west, south, east, north = (round(edge) for edge in world.shape(place.id).bounds)
    x, y = place.centre
    yield from ((x, north), (east, y), (x, south), (west, y))


def enemy_near(world: World, state: RingState, place: Place, player: int) -> bool:
    """Whether an enemy in the field is near enough for a sally (K6)."""
    reach = mil(world.constants.sortie)
    return any(
        world.within(place.id, enemy.point, reach + radius(world, enemy)) for enemy in enemies_of(world, state, player)
    )


def held_in_tower(world: World, state: RingState, one: Figure) -> bool:
    """Whether a figure in a tower can leave it only by a sally: enemies are in the place, or within 2 inches (K6)."""
    place = world.place(one.inside)
    return bool(holders_around(world, state, place.id, one)) or enemy_near(world, state, place, one.owner)
