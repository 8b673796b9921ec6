"""Making figures and putting them down: rosters, reinforcements, formations, and free points around a place."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import cycle, islice
from math import cos, radians, sin

import msgspec
import numpy as np
import shapely

from wartable.engine.errors import BadData
from wartable.games.ring_of_power.campaign.figures import pace_for
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.scenario import Formation, Group, Point
from wartable.games.ring_of_power.terrain.around import around
from wartable.games.ring_of_power.terrain.geometry import spots, square
from wartable.games.ring_of_power.terrain.paths import PathCost, judge_paths
from wartable.games.ring_of_power.terrain.speeds import Mover, Pace, pace_of, slowest

APART = 900
"""Distance of neighbours in a group that is put down by itself, in 1/1000 inch: near enough to be one force (D1)."""
RINGS = 12
"""Rings of points that are tried around a middle."""


def formed(formation: Formation, count: int) -> tuple[Point, ...]:
    """Return the points of a formation. Raises `ValueError` where single points are given, but not one for each."""
    if formation.shape == "points":
        if len(formation.points) != count:
            raise ValueError(f"{count} figures need {count} points, and {len(formation.points)} are given")
        return formation.points
    x, y = formation.anchor
    gap = formation.spacing
    if formation.shape == "block":
        columns = max(formation.columns, 1)
        return tuple((x + gap * (n % columns), y + gap * (n // columns)) for n in range(count))
    angle = radians(formation.heading)
    return tuple((round(x + n * gap * cos(angle)), round(y + n * gap * sin(angle))) for n in range(count))


def rings(middle: Point) -> Iterator[Point]:
    """Yield points around a middle, nearest first, on a lattice of triangles; the middle is the first."""
    yield middle
    height = APART * 0.866
    for ring in range(1, RINGS + 1):
        spots = [
            (round(middle[0] + APART * (column + row / 2)), round(middle[1] + height * row))
            for row in range(-ring, ring + 1)
            for column in range(-ring, ring + 1)
            if max(abs(row), abs(column), abs(row + column)) == ring
        ]
        yield from sorted(spots, key=lambda spot: (square(spot, middle), spot))


def free_points(
    world: World,
    middle: Point,
    count: int,
    pace: Pace,
    taken: Sequence[Point],
    enemies: Sequence[Point] = (),
    *,
    outside: str = "",
    straight: bool = False,
) -> tuple[Point, ...]:
    """Return up to `count` points near a middle on which a figure may stand: open to it, free, not beside an enemy.

    `outside` names a place in which none of them lies; `straight` asks for no wall or water between it and the middle.
    """
    blocked = frozenset(taken)
    spots = [spot for spot in rings(middle) if spot not in blocked]
    on_table = world.ground.on_table(np.array(spots, dtype=np.float64))
    inside = [spot for spot, fits in zip(spots, on_table.tolist(), strict=True) if fits]
    near = mil(world.constants.contact)
    if outside:
        inside = [spot for spot in inside if world.distance(outside, spot) > 0]
    clear = (spot for spot in inside if all(square(spot, enemy) > near**2 for enemy in enemies))
    steady = (spot for spot in clear if stands(world, pace, spot))
    return tuple(islice((spot for spot in steady if not straight or _leads(world, pace, middle, spot)), count))


def stands(world: World, pace: Pace, spot: Point) -> bool:
    """Whether the ground under a point is open: whether a step of nothing costs nothing there."""
    beside = (spot[0] + 1 if spot[0] < world.scenario.table.width else spot[0] - 1, spot[1])
    return _leads(world, pace, beside, spot)


def _leads(world: World, pace: Pace, start: Point, end: Point) -> bool:
    """Whether a straight way on open ground leads from one point to another, within a move."""
    (verdict,) = judge_paths(world.ground, pace, [(start, end)], around())
    return isinstance(verdict, PathCost) and not verdict.crossing


NOWHERE = (0, 0)
WALKER = pace_of(Mover(race="man"))
"""Who judges where figures that never move may stand."""


def roster(world: World) -> tuple[Figure, ...]:
    """Return the figures that a scenario begins with, at their points. Raises `BadData` for a group without room."""
    figures: list[Figure] = []
    for player, groups in world.scenario.rosters.items():
        for group in groups:
            made = made_of(world, group, world.index[player], len(figures) + 1)
            figures += placed(world, group, made, figures)
    return tuple(figures)


def made_of(world: World, group: Group, owner: int, first: int) -> tuple[Figure, ...]:
    """Return the figures of a group with ids from `first` on, nowhere as yet. Weapons come before their crews."""
    if group.artillery:
        return tuple(_weapons(world, group, owner, first))
    key = group.unit or group.character
    kind = world.units[key]
    mounted = kind.mounted is not None if group.mounted is None else group.mounted and kind.mounted is not None
    crew = kind.crew.count if kind.crew else 0
    made: list[Figure] = []
    for _ in range(group.count):
        beast = first + len(made)
        made.append(Figure(id=beast, owner=owner, unit=key, x=0, y=0, mounted=mounted, crew=crew))
        rider = kind.crew.unit if kind.crew else ""
        riders = range(beast + 1, beast + 1 + crew)
        made += [Figure(id=n, owner=owner, unit=rider, x=0, y=0, serves=beast, aboard=beast) for n in riders]
    if group.holds:
        made[0] = msgspec.structs.replace(made[0], holds=group.holds)
    return tuple(made)


def _weapons(world: World, group: Group, owner: int, first: int) -> Iterator[Figure]:
    weapon = world.charts.artillery[group.artillery]
    number = first
    for _ in range(group.count):
        yield Figure(id=number, owner=owner, weapon=group.artillery, x=0, y=0)
        served = number
        for unit in islice(cycle(group.crew), weapon.crew):
            number += 1
            yield Figure(id=number, owner=owner, unit=unit, x=0, y=0, serves=served)
        number += 1


def placed(world: World, group: Group, made: Sequence[Figure], others: Sequence[Figure]) -> list[Figure]:
    """Return new figures where their group says: inside a place, in a formation, or around a point or place."""
    if group.inside:
        return [garrisoned(world, figure, group.inside, tower=group.tower) for figure in made]
    stands = sum(not one.aboard for one in made)
    if group.formation:
        points = formed(group.formation, stands)
    else:
        points = around_middle(world, _middle(world, group), made, [other.point for other in others if other.in_field])
    if len(points) < stands:
        what = group.unit or group.character or group.artillery
        raise BadData(f"{world.scenario.id}: there is no room for {len(made)} of {what} at {group.at}.")
    return on_points(made, points)


def embarked(world: World, made: Sequence[Figure]) -> list[Figure]:
    """Return new figures with those on foot aboard the ships that come with them, as far as there is room (Q69)."""
    ships = [one for one in made if world.kind(one).race == "ship"]
    berths = iter([ship.id for ship in ships for _ in range(world.kind(ship).capacity)])
    walk = [one for one in made if not (one.weapon or one.aboard or one.serves or one in ships)]
    return [msgspec.structs.replace(one, aboard=next(berths, 0)) if one in walk else one for one in made]


def on_points(made: Sequence[Figure], points: Sequence[Point]) -> list[Figure]:
    """Return new figures at points, those aboard where their bearer is; for whom there is no point is left out."""
    spots = dict(zip((one.id for one in made if not one.aboard), points, strict=False))
    stood = [(one, spots.get(bearer.id)) for one, bearer in zip(made, borne(made), strict=True)]
    return [msgspec.structs.replace(one, x=spot[0], y=spot[1]) for one, spot in stood if spot is not None]


def borne(made: Sequence[Figure]) -> tuple[Figure, ...]:
    """Return for each new figure who bears it in the end: the ship, for those who ride a beast aboard one."""
    by_id = {one.id: one for one in made}
    return tuple(by_id[by_id[one.aboard].aboard or one.aboard] if one.aboard in by_id else one for one in made)


def around_middle(
    world: World,
    middle: Point,
    made: Sequence[Figure],
    taken: Sequence[Point],
    enemies: Sequence[Point] = (),
    *,
    straight: bool = False,
) -> tuple[Point, ...]:
    """Return points around a middle on which any of some figures may stand; they need not all find room."""
    stand = [one for one in made if not one.aboard]
    if not stand:
        return ()
    return free_points(world, middle, len(stand), footing(world, stand), taken, enemies, straight=straight)


def footing(world: World, figures: Sequence[Figure]) -> Pace:
    """Return a pace to which only ground is open on which each of some figures may stand: that of the slowest."""
    paces = [pace_for(world, one) for one in figures]
    return slowest([pace if pace.fastest else WALKER for pace in paces])


def open_to(world: World, figure: Figure, spot: Point, ways: Collection[str]) -> bool:
    """Whether the ground under a point is open to a figure (C8 to C11); `ways` are open gates and breaches."""
    shut = world.ground.closed(footing(world, [figure]), ways)
    return not shapely.intersects(shut, spots(np.array([spot], dtype=np.float64))).any()


def stands_on_foot(world: World, figure: Figure) -> bool:
    """Whether a figure may stand without a mount where it is (A8, C12); off the field it always may."""
    walker = msgspec.structs.replace(figure, mounted=False)
    return not figure.in_field or open_to(world, walker, figure.point, world.ground.ways)


def garrisoned(world: World, figure: Figure, place: str, *, tower: bool = False) -> Figure:
    """Return a figure in the garrison of a place, or in its tower (K1)."""
    x, y = world.place(place).centre
    return msgspec.structs.replace(figure, x=x, y=y, inside=place, tower=tower)


def _middle(world: World, group: Group) -> Point:
    if not isinstance(group.at, str):
        return group.at or NOWHERE
    known = {c.id: c.at for water in world.scenario.waters for c in water.crossings}
    known |= {place.id: place.centre for place in world.scenario.places}
    if group.at not in known:
        raise BadData(f"{world.scenario.id}: there is no place {group.at} for a roster to stand at.")
    return known[group.at]
