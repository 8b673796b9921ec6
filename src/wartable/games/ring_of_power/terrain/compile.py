"""From terrain, waters, roads and places of a scenario to a `Ground`: shapes by precedence, walls with gates, fords."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import shapely

from wartable.engine.errors import BadData
from wartable.games.ring_of_power.charts import Charts, charts
from wartable.games.ring_of_power.terrain.geometry import (
    Shape,
    band,
    common,
    disc,
    edge,
    grown,
    nearest,
    polygon,
    union,
    without,
)
from wartable.games.ring_of_power.terrain.ground import Ground, Stretch, Way
from wartable.games.ring_of_power.terrain.layers import HAIR, Layers
from wartable.games.ring_of_power.terrain.points import Point, rounded
from wartable.games.ring_of_power.terrain.threads import per_thread

if TYPE_CHECKING:
    from wartable.games.ring_of_power.scenario import Area, Place, Road, Segment, Table, Water

WALL = 150
"""Half the thickness of a fortress wall."""
GATE = 500
"""Half the width of a gate or a breach."""
FALLS = "falls"


def compiled(
    table: Table,
    terrain: Sequence[Area],
    waters: Sequence[Water],
    roads: Sequence[Road],
    places: Sequence[Place],
    rules: Charts | None,
) -> Ground:
    """Return the ground of a table. Raises `BadData` naming what is not a shape."""
    rules = rules or charts()
    rank = {key: number for number, key in enumerate(rules.terrain)}
    wet = {water.id: _water(water) for water in waters}
    ordered = [(rank[kind], shape) for _, kind, shape in pieces(terrain, waters, roads, rules)]
    walled = [place for place in places if place.walled]
    insides = {place.id: _place(place) for place in walled}
    return Ground(
        (table.width, table.height),
        rules,
        Layers(ordered, rank["clear"]),
        Layers(_sailed(waters, wet, rank), rank["clear"]),
        per_thread(grown(union(_road(road) for road in roads if road.bonus), HAIR)),
        {place: per_thread(grown(edge(shape), WALL, square=True)) for place, shape in insides.items()},
        {place: per_thread(shape) for place, shape in insides.items()},
        {way.key: (way, per_thread(area)) for place in walled for way, area in _ways(place, insides[place.id])},
        tuple(_stretches(waters, wet)),
    )


def pieces(
    terrain: Sequence[Area], waters: Sequence[Water], roads: Sequence[Road], rules: Charts
) -> list[tuple[str, str, Shape]]:
    """Return id, type and area of everything on a table, the highest precedence first (A6)."""
    rank = {key: number for number, key in enumerate(rules.terrain)}
    wet = {water.id: _water(water) for water in waters}
    found = [*_areas(terrain, rank), *_crossings(waters, wet), *((road.id, "road", _road(road)) for road in roads)]
    found += [(water.id, water.type, wet[water.id]) for water in waters]
    return sorted(found, key=lambda piece: rank[piece[1]])


def _polygon(name: str, corners: Sequence[Point]) -> Shape:
    if len(corners) < 3:
        raise BadData(f"{name} has {len(corners)} corners; an area has three or more.")
    shape = polygon(corners)
    if not shape.is_valid or shape.area == 0:
        raise BadData(f"{name} crosses itself: {shapely.is_valid_reason(shape)}. Give its corners in order.")
    return shape


def _band(name: str, line: Sequence[Point], width: int) -> Shape:
    if len(set(line)) < 2 or width <= 0:
        raise BadData(f"{name} needs two points or more and a width above zero.")
    return band(line, width / 2)


def _areas(terrain: Sequence[Area], rank: dict[str, int]) -> Iterator[tuple[str, str, Shape]]:
    for area in terrain:
        if area.type not in rank:
            raise BadData(f"{area.id} is of the terrain {area.type}; the chart has: {', '.join(rank)}.")
        yield area.id, area.type, _polygon(area.id, area.polygon)


def _water(water: Water) -> Shape:
    return _band(water.id, water.line, water.width) if water.line else _polygon(water.id, water.polygon)


def _road(road: Road) -> Shape:
    return _band(road.id, road.line, road.width)


def _crossings(waters: Sequence[Water], wet: dict[str, Shape]) -> Iterator[tuple[str, str, Shape]]:
    """Yield fords, bridges and shallows: what of the water lies within their disc (C10)."""
    for water in waters:
        for crossing in water.crossings:
            yield crossing.id, crossing.type, common(disc(*crossing.at, crossing.radius), wet[water.id])


def _sailed(waters: Sequence[Water], wet: dict[str, Shape], rank: dict[str, int]) -> list[tuple[int, Shape]]:
    """Return what ships see: falls first, then navigable water; bridges and fords do not stop them (Q69)."""
    falls = [(rank[water.type], wet[water.id]) for water in waters if water.type == FALLS]
    open_to = [(rank[water.type], wet[water.id]) for water in waters if water.navigable and water.type != FALLS]
    return falls + sorted(open_to, key=lambda pair: pair[0])


def _stretches(waters: Sequence[Water], wet: dict[str, Shape]) -> Iterator[Stretch]:
    """Yield what takes a whole move to cross: streams and shallows, without their fords and bridges (C10)."""
    for water in waters:
        if not water.line:
            continue
        middle = shapely.LineString(water.line)
        dry = union(disc(*c.at, c.radius) for c in water.crossings if c.type != "shallows")
        if water.type == "stream":
            yield Stretch(water.id, water.type, without(wet[water.id], dry), middle)
        for crossing in water.crossings:
            if crossing.type == "shallows":
                area = common(disc(*crossing.at, crossing.radius), wet[water.id])
                yield Stretch(crossing.id, crossing.type, without(area, dry), middle)


def _place(place: Place) -> Shape:
    if place.circle:
        x, y, radius = place.circle
        if radius <= 0:
            raise BadData(f"{place.id} has the radius {radius}; a place has one above zero.")
        return disc(x, y, radius)
    return _polygon(place.id, place.polygon)


def _ways(place: Place, shape: Shape) -> Iterator[tuple[Way, Shape]]:
    """Yield gates, each a gap from its point to the nearest of the wall, and weak walls."""
    for number, gate in enumerate(place.gates):
        wall, _ = nearest(edge(shape), shapely.Point(gate))
        gap = band((gate, rounded(*wall)), GATE)
        yield Way(f"{place.id}:gate:{number}", place.id, gate), gap
    for number, segment in enumerate(place.weak_walls):
        yield Way(f"{place.id}:weak:{number}", place.id, _middle(segment)), band(segment, GATE)


def _middle(segment: Segment) -> Point:
    (ax, ay), (bx, by) = segment
    return (ax + bx) // 2, (ay + by) // 2
