"""The ground of a table: what terrain lies where, what is closed to whom, walls with their ways in, and roads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, cast

import msgspec
import numpy as np
import shapely

from wartable.board.grid import Window, filled
from wartable.engine.errors import BadData
from wartable.engine.memory import PerThread, Remembered, Sized
from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.scenario import Area, Place, Point, Road, Table, Water
from wartable.games.ring_of_power.terrain.geometry import (
    Floats,
    Ints,
    Mask,
    Shape,
    Shapes,
    band,
    disc,
    grown,
    nearest,
    parts,
    per_thread,
    polygon,
    ready,
    rounded,
    segments,
    union,
)
from wartable.games.ring_of_power.terrain.layers import HAIR, Layers
from wartable.games.ring_of_power.terrain.speeds import Pace

CLEARANCE = 0.56
"""Nodes stay so many cells off closed ground; then no step between open nodes can cut through it."""
MEMORY = 16 << 20
"""Bytes of what was worked out of one table that are kept: breaches and gates open in ever new combinations."""


class Way(msgspec.Struct, frozen=True, gc=False):
    """A way through a wall: a gate, or a weak wall that may be breached; keys are `PLACE:gate:0` and `PLACE:weak:0`."""

    key: str
    place: str
    at: Point


class Stretch(NamedTuple):
    """Water that takes a whole move to cross: its id, its area, and the line in its middle (C10)."""

    id: str
    terrain: str
    area: PerThread[Shape]
    middle: PerThread[Shape]


@dataclass(frozen=True, eq=False)
class Ground:
    """A compiled table. It never changes; walls that fall and gates that open are told to it with each question.

    Make one with `Ground.of`. Types of terrain are numbers: places in `types`, which is in order of precedence.
    `walls` are rings around walled places, `insides` what lies within them, `ways` gates and weak walls with their
    gaps, `paved` the roads that give a bonus. `memory` keeps what was worked out of all this before: what several
    threads may read, so shapes only in a `PerThread`.
    """

    size: Point
    land: Layers
    water: Layers
    paved: PerThread[Shape]
    walls: Mapping[str, PerThread[Shape]]
    insides: Mapping[str, PerThread[Shape]]
    ways: Mapping[str, tuple[Way, PerThread[Shape]]]
    stretches: tuple[Stretch, ...]
    memory: Remembered[Sized] = field(default_factory=lambda: Remembered(MEMORY))

    @classmethod
    def of(
        cls,
        table: Table,
        terrain: Sequence[Area] = (),
        waters: Sequence[Water] = (),
        roads: Sequence[Road] = (),
        places: Sequence[Place] = (),
    ) -> Ground:
        """Compile a table from what a scenario says of it. Raises `BadData` naming a shape that is none."""
        rank = _ranks()
        wet = {water.id: _water(water) for water in waters}
        ordered = [(rank[kind], shape) for _, kind, shape in pieces(terrain, waters, roads)]
        walled = [place for place in places if place.walled]
        insides = {place.id: _place(place) for place in walled}
        return cls(
            (table.width, table.height),
            Layers(ordered, rank["clear"]),
            Layers(_sailed(waters, wet, rank), rank["clear"]),
            per_thread(grown(union(_road(road) for road in roads if road.bonus), HAIR)),
            {place: per_thread(grown(shapely.boundary(shape), WALL, square=True)) for place, shape in insides.items()},
            {place: per_thread(shape) for place, shape in insides.items()},
            {way.key: (way, per_thread(area)) for place in walled for way, area in _ways(place, insides[place.id])},
            tuple(_stretches(waters, wet)),
        )

    @property
    def types(self) -> tuple[str, ...]:
        """Types of terrain, the highest precedence first."""
        return tuple(charts().terrain)

    @property
    def table(self) -> Shape:
        """The area of the table."""
        return shapely.box(0, 0, *self.size)

    def layers(self, pace: Pace) -> Layers:
        """Return what counts for a mover: ships look at waters, everybody else at the land."""
        return self.water if pace.sails else self.land

    def kinds(self, points: Ints | Floats) -> Ints:
        """Return the numbers of the terrain types under points of shape (n, 2); on a border the higher precedence."""
        return self.land.kinds_at(np.asarray(points, dtype=np.float64))

    def kind(self, point: Point) -> str:
        """Return the type of terrain under a point (A6)."""
        return self.types[int(self.kinds(np.array([point]))[0])]

    def on_table(self, points: Floats) -> Mask:
        """Return whether each point lies on the table, its edge included."""
        return np.asarray(((points >= 0) & (points <= self.size)).all(axis=-1), dtype=bool)

    def closed(self, pace: Pace, ways: Collection[str] = ()) -> Shape:
        """Return the area that a mover may not enter, less a hair at its border; `ways` are open gates and breaches.

        Streams and shallows are part of it: they are crossed by a move of their own.
        """
        return self._closed(pace, ways).here

    def _closed(self, pace: Pace, ways: Collection[str]) -> PerThread[Shape]:
        def made() -> PerThread[Shape]:
            area = _shut_ground(self.table, self.layers(pace), _mask(pace))
            walls = shapely.Polygon() if pace.flies else self.wall_area(self._shut(ways))
            frame = shapely.difference(grown(self.table, 1000, square=True), self.table)
            shut = grown(union([area, walls, frame]), -HAIR, square=True)
            return per_thread(shapely.intersection(shut, self.table))

        return cast("PerThread[Shape]", self.memory.get(("closed", *self.closing(pace, ways)), made))

    def closing(self, pace: Pace, ways: Collection[str]) -> tuple[object, ...]:
        """Return what tells closed areas apart: equal for movers who may enter the same ground."""
        return _mask(pace), pace.sails, pace.flies or self._shut(ways)

    def _shut(self, ways: Collection[str]) -> frozenset[str]:
        return frozenset(key for key in self.ways if key not in ways)

    def parted(self, start: Point, ends: Sequence[Point], ways: Collection[str] = (), *, water: bool = False) -> Mask:
        """Return which points are parted from one by walls whose ways are not open; with `water` by water too."""
        rows = charts().terrain.values()
        pace = Pace(tuple(0 if water and (row.water or row.ground == "crossing") else 1 for row in rows), 0)
        far = np.array(ends, dtype=np.float64).reshape(-1, 2)
        near = np.broadcast_to(np.array(start, dtype=np.float64), far.shape)
        return shapely.intersects(self.closed(pace, ways), segments(near, far))

    def entry(self, pace: Pace, ways: Collection[str], start: Floats, end: Floats) -> tuple[float, float]:
        """Return where a segment that touches closed ground first does."""
        line = shapely.LineString([start, end])
        single = self._parts(pace, ways).here
        met: list[Shape] = single[shapely.intersects(single, line)].tolist()
        inside = np.concatenate([shapely.get_coordinates(shapely.intersection(line, part)) for part in met])
        x, y = inside[int(np.argmin(np.hypot(*(inside - start).T)))]
        return float(x), float(y)

    def _parts(self, pace: Pace, ways: Collection[str]) -> PerThread[Shapes]:
        """Return the closed area in its single parts."""

        def made() -> PerThread[Shapes]:
            passed = frozenset(ways)
            # The single polygons, each quick to ask many times.
            return PerThread(
                lambda: np.array([ready(part) for part in parts(self.closed(pace, passed))], dtype=np.object_),
                self._closed(pace, passed).nbytes,
            )

        return cast("PerThread[Shapes]", self.memory.get(("parts", *self.closing(pace, ways)), made))

    def kinds_on(self, pace: Pace, cell: int) -> Ints:
        """Return the terrain type at each node of a grid over the whole table."""

        def made() -> Ints:
            layers, window = self.layers(pace), Window.whole(self.size, cell)
            found = np.full((window.rows, window.columns), layers.floor, dtype=np.int64)
            for kind, shape in zip(layers.kinds[-2::-1].tolist(), layers.shapes[::-1].tolist(), strict=True):
                # Borders included: the judge counts a point on a border to the shape that has it, too.
                found[filled(grown(shape, 2 * HAIR, square=True), window)] = kind
            return found

        return cast("Ints", self.memory.get(("kinds", pace.sails, cell), made))

    def shut_on(self, pace: Pace, ways: Collection[str], cell: int, *, crossing: bool = False) -> Mask:
        """Return which nodes of a grid over the whole table are closed to a mover or too near to what is.

        With `crossing` streams and shallows are open, as for journeys of several turns.
        """

        def made() -> Mask:
            shut = self.closed(pace, ways)
            if crossing:
                waters = union(stretch.area.here for stretch in self.stretches)
                shut = shapely.difference(shut, shapely.difference(waters, self.wall_area(self._shut(ways))))
            return filled(grown(shut, CLEARANCE * cell, steps=4), Window.whole(self.size, cell))

        return cast("Mask", self.memory.get(("shut", *self.closing(pace, ways), cell, crossing), made))

    def paved_on(self, cell: int) -> Mask:
        """Return which nodes of a grid over the whole table lie on road that gives its bonus."""
        found = self.memory.get(("paved", cell), lambda: filled(self.paved.here, Window.whole(self.size, cell)))
        return cast("Mask", found)

    def wall_area(self, shut: Collection[str]) -> Shape:
        """Return the area of all walls but for the ways that are not shut."""
        passed = [(way.place, gap.here) for key, (way, gap) in self.ways.items() if key not in shut]
        gaps = {place: union(gap for of, gap in passed if of == place) for place in self.walls}
        return union(shapely.difference(ring.here, gaps[place]) for place, ring in self.walls.items())

    def on_road(self, starts: Floats, ends: Floats) -> Mask:
        """Return whether each segment lies on road all along, so that the road's bonus may be had (Q61)."""
        return shapely.covers(self.paved.here, segments(starts, ends))

    def open_ways(self, held: Iterable[str] = (), broken: Iterable[str] = ()) -> frozenset[str]:
        """Return the ways that are open to a side: all gates of the places it holds, and ways that are broken (C11).

        `broken` names ways by key, a gate or a weak wall; an unknown key raises `KeyError`.
        """
        mine = set(held)
        gates = {key for key, (way, _) in self.ways.items() if way.place in mine and ":gate:" in key}
        return frozenset(gates | {self.ways[key][0].key for key in broken})

    def ways_of(self, place: str) -> tuple[Way, ...]:
        """Return the gates and weak walls of a place."""
        return tuple(way for way, _ in self.ways.values() if way.place == place)

    def inside(self, point: Point) -> str:
        """Return the walled place that a point lies in, else an empty string."""
        spot = shapely.Point(point)
        return next((place for place, area in self.insides.items() if shapely.intersects(area.here, spot)), "")


def _mask(pace: Pace) -> tuple[bool, ...]:
    """Return which types of terrain a mover may not enter."""
    return tuple(speed == 0 for speed in pace.speeds)


def _shut_ground(table: Shape, layers: Layers, mask: Sequence[bool]) -> Shape:
    """Lay the shapes on each other from the lowest, adding what is closed and taking away what is open."""
    area: Shape = table if mask[layers.floor] else shapely.Polygon()
    laid: list[Shape] = layers.shapes[::-1].tolist()
    for kind, shape in zip(layers.kinds[-2::-1].tolist(), laid, strict=True):
        area = union([area, shape]) if mask[kind] else shapely.difference(area, shape)
    return area


WALL = 150
"""Half the thickness of a fortress wall."""
GATE = 500
"""Half the width of a gate or a breach."""
FALLS = "falls"


def _ranks() -> dict[str, int]:
    """Return types of terrain by their precedence, the highest as 0 (A6)."""
    return {key: number for number, key in enumerate(charts().terrain)}


def pieces(terrain: Sequence[Area], waters: Sequence[Water], roads: Sequence[Road]) -> list[tuple[str, str, Shape]]:
    """Return id, type and area of everything on a table, the highest precedence first (A6)."""
    rank = _ranks()
    wet = {water.id: _water(water) for water in waters}
    strange = next((area for area in terrain if area.type not in rank), None)
    if strange is not None:
        raise BadData(f"{strange.id} is of the terrain {strange.type}; the chart has: {', '.join(rank)}.")
    found = [(area.id, area.type, _polygon(area.id, area.polygon)) for area in terrain]
    for water in waters:
        # Of fords, bridges and shallows what of the water lies within their disc (C10).
        discs = ((crossing, disc(*crossing.at, crossing.radius)) for crossing in water.crossings)
        found += [(crossing.id, crossing.type, shapely.intersection(area, wet[water.id])) for crossing, area in discs]
    found += [(road.id, "road", _road(road)) for road in roads]
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


def _water(water: Water) -> Shape:
    return _band(water.id, water.line, water.width) if water.line else _polygon(water.id, water.polygon)


def _road(road: Road) -> Shape:
    return _band(road.id, road.line, road.width)


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
        middle = per_thread(shapely.LineString(water.line))
        dry = union(disc(*c.at, c.radius) for c in water.crossings if c.type != "shallows")
        if water.type == "stream":
            yield Stretch(water.id, water.type, per_thread(shapely.difference(wet[water.id], dry)), middle)
        for crossing in water.crossings:
            if crossing.type == "shallows":
                area = shapely.intersection(disc(*crossing.at, crossing.radius), wet[water.id])
                yield Stretch(crossing.id, crossing.type, per_thread(shapely.difference(area, dry)), middle)


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
        wall, _ = nearest(shapely.boundary(shape), shapely.Point(gate))
        gap = band((gate, rounded(*wall)), GATE)
        yield Way(f"{place.id}:gate:{number}", place.id, gate), gap
    for number, ((ax, ay), (bx, by)) in enumerate(place.weak_walls):
        middle = (ax + bx) // 2, (ay + by) // 2
        yield Way(f"{place.id}:weak:{number}", place.id, middle), band(((ax, ay), (bx, by)), GATE)
