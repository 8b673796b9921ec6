"""How much time presses a side; strongholds that decide the game: who holds them, mans their towers, storms them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil
from typing import Final

import shapely

from wartable.bots.ring_of_power.marching import to_place, turns
from wartable.bots.ring_of_power.orders import Order
from wartable.bots.ring_of_power.strength import worth
from wartable.bots.ring_of_power.table import Band, Table, apart
from wartable.games.ring_of_power.campaign.figures import able
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play import moving
from wartable.games.ring_of_power.play.garrisons import verdict_of
from wartable.games.ring_of_power.scenario import Place, Point


def urgency(table: Table) -> float:
    """Return how much time presses, from 0 to 1: not at all where sitting still would win."""
    verdict = verdict_of(table.world, table.state, "time_out")
    if verdict is not None and verdict.winner == table.side:
        return 0.0
    return min(1.0, (table.state.turn / max(1, table.world.last_turn)) ** 2)


DECISIVE: Final = 1.0
"""Places of this worth decide the game."""
FAR: Final = 45_000
"""Enemies further from a place, in 1/1000 inch, are in no race for it."""


def hurried(table: Table) -> frozenset[int]:
    """Return the figures of the player that would be too late in a place they hold if they set out a turn later."""
    found: set[int] = set()
    for place in table.world.scenario.places:
        if table.aims.hold.get(place.id, 0.0) >= DECISIVE and table.hold_of(place) and not _guarded(table, place):
            theirs = _soonest(table, place, [one for host in table.hosts for one in host.figures if one.in_field])
            for band in table.bands:
                ours = _soonest(table, place, band.figures)
                if ours is not None and theirs is not None and ours <= theirs < ours + 1:
                    found |= set(band.ids)
    return frozenset(found)


def _guarded(table: Table, place: Place) -> bool:
    within = table.scene.lineup.within(place.id)
    return any(one.id in within and able(table.world, one) for one in table.own)


def _soonest(table: Table, place: Place, figures: list[Figure] | tuple[Figure, ...]) -> int | None:
    """Return in how many moves the first of some figures is in a place, None if they are too far away."""
    near = min(figures, key=lambda one: (apart(one.point, place.centre), one.id), default=None)
    if near is None or apart(near.point, place.centre) > FAR:
        return None
    pace = moving.pace_of_team(table.scene, (near,))
    saved = 0.0 if place.walled else apart(near.point, place.centre) - table.world.distance(place.id, near.point)
    far = turns(to_place(table, (near,), place, pace), near.point) - saved / max(1, *pace.speeds)
    return max(1, ceil(far)) if far < float("inf") else None


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


STORM: Final = 20_000
"""Who is so near to a stronghold, in 1/1000 inch, comes in for the storm of its tower: two moves."""


def strongholds(table: Table) -> tuple[Place, ...]:
    """Return the places with walls that decide the game."""
    places = table.world.scenario.places
    return tuple(one for one in places if one.walled and table.aims.hold.get(one.id, 0.0) >= DECISIVE)


def safe_inside(table: Table) -> bool:
    """Whether sitting still would win, so that nobody need come out of a stronghold."""
    return urgency(table) == 0


def kept(table: Table) -> frozenset[int]:
    """Return the figures that stay in strongholds because sitting still wins, or in their towers."""
    inside = frozenset(one.id for one in strongholds(table) if safe_inside(table))
    return frozenset(one.id for one in table.free if one.inside and (one.tower or one.inside in inside))


def manned(table: Table) -> Iterator[Order]:
    """Yield orders to go up into the towers of places that stand open, the best of a garrison first."""
    for place in strongholds(table):
        inside = [one for one in table.own if one.inside == place.id and able(table.world, one) and not one.serves]
        foes = any(host.inside == place.id for host in table.hosts)
        if place.tower is not None and inside and not foes and table.state.breached(place.id):
            going = _best(table, place, inside)
            if going:
                why = f"goes up into {place.tower.name or 'the tower'}, as the walls of {place.name} are open"
                yield Order(tuple(one.id for one in going), "enter", why, place.id, tower=True)


def _best(table: Table, place: Place, inside: list[Figure]) -> list[Figure]:
    """Return those below who go up: all characters, and as many army figures as the tower has room for."""
    assert place.tower is not None  # noqa: S101 - its tower is asked about
    free = {one.id for one in table.free}
    ranked = sorted(inside, key=lambda one: (-worth(table.world, one), one.id))
    lords = [one for one in ranked if table.world.kind(one).character and not one.tower]
    men = [one for one in ranked if not table.world.kind(one).character]
    room = max(0, place.tower.armies - sum(one.tower for one in men))
    return [one for one in [*lords, *[one for one in men if not one.tower][:room]] if one.id in free]


def stormers(table: Table) -> Iterator[Order]:
    """Yield orders to come to strongholds whose tower alone the enemy still holds: it falls to many or to nobody."""
    for place in strongholds(table):
        inside = [one for one in table.state.figures if one.inside == place.id and not one.weapon]
        foes = [one for one in inside if table.world.hostile(one.owner, table.player)]
        if foes and all(one.tower for one in foes):
            why = f"comes to storm the tower of {place.name}"
            for band in table.bands:
                if band.role == "troops" and not band.inside and apart(band.point, place.centre) < STORM:
                    spot = foot(table.world, place, band.figures)
                    yield Order(band.ids, "fight", why, place.id, spot, alone=False)
            below = tuple(one.id for one in table.free if one.inside == place.id)
            if below:
                yield Order(below, "enter", f"stays in {place.name} to storm its tower", place.id)
