"""The ground of a table: what terrain lies where, what is closed to whom, walls with their ways in, and roads."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, cast

import msgspec
import numpy as np
import shapely

from wartable.games.ring_of_power.charts import Charts
from wartable.games.ring_of_power.terrain.geometry import (
    EMPTY,
    Shape,
    common,
    corners_of,
    covered,
    grown,
    parts,
    ready,
    segments,
    touch,
    touched,
    union,
    without,
)
from wartable.games.ring_of_power.terrain.layers import HAIR, Layers
from wartable.games.ring_of_power.terrain.points import Point
from wartable.games.ring_of_power.terrain.speeds import Pace

if TYPE_CHECKING:
    from wartable.games.ring_of_power.scenario import Area, Place, Road, Table, Water
    from wartable.games.ring_of_power.terrain.geometry import Shapes
    from wartable.games.ring_of_power.terrain.points import Floats, Ints, Mask


class Way(msgspec.Struct, frozen=True, gc=False):
    """A way through a wall: a gate, or a weak wall that may be breached; keys are `PLACE:gate:0` and `PLACE:weak:0`."""

    key: str
    place: str
    at: Point


@dataclass(frozen=True, eq=False)
class Stretch:
    """Water that takes a whole move to cross: its id, its area, and the line in its middle (C10)."""

    id: str
    terrain: str
    area: Shape
    middle: Shape


@dataclass(frozen=True, eq=False)
class Ground:
    """A compiled table. It never changes; walls that fall and gates that open are told to it with each question.

    Make one with `Ground.of`. Types of terrain are numbers: places in `types`, which is in order of precedence.
    `walls` are rings around walled places, `insides` what lies within them, `ways` gates and weak walls with their
    gaps, `paved` the roads that give a bonus. `memory` keeps what was worked out of all this before.
    """

    size: Point
    rules: Charts
    land: Layers
    water: Layers
    paved: Shape
    walls: Mapping[str, Shape]
    insides: Mapping[str, Shape]
    ways: Mapping[str, tuple[Way, Shape]]
    stretches: tuple[Stretch, ...]
    memory: dict[tuple[object, ...], object] = field(default_factory=dict[tuple[object, ...], object])

    @classmethod
    def of(
        cls,
        table: Table,
        terrain: Sequence[Area] = (),
        waters: Sequence[Water] = (),
        roads: Sequence[Road] = (),
        places: Sequence[Place] = (),
        rules: Charts | None = None,
    ) -> Ground:
        """Compile a table from what a scenario says of it. Raises `BadData` naming a shape that is none."""
        from wartable.games.ring_of_power.terrain.compile import compiled  # noqa: PLC0415 - it builds this class

        return compiled(table, terrain, waters, roads, places, rules)

    @property
    def types(self) -> tuple[str, ...]:
        """Types of terrain, the highest precedence first."""
        return tuple(self.rules.terrain)

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
        shut = frozenset(key for key in self.ways if key not in ways)
        mask = tuple(speed == 0 for speed in pace.speeds)
        key = ("closed", mask, pace.sails, pace.flies or shut)
        found = self.memory.get(key)
        if not isinstance(found, Shape):
            found = self.memory[key] = ready(self._close(pace, mask, shut))
        return found

    def parted(self, start: Point, ends: Sequence[Point], ways: Collection[str] = (), *, water: bool = False) -> Mask:
        """Return which points are parted from one by walls whose ways are not open; with `water` by water too."""
        rows = self.rules.terrain.values()
        pace = Pace(tuple(0 if water and (row.water or row.ground == "crossing") else 1 for row in rows), 0)
        far = np.array(ends, dtype=np.float64).reshape(-1, 2)
        near = np.broadcast_to(np.array(start, dtype=np.float64), far.shape)
        return touched(self.closed(pace, ways), segments(near, far))

    def entry(self, pace: Pace, ways: Collection[str], start: Floats, end: Floats) -> tuple[float, float]:
        """Return where a segment that touches closed ground first does."""
        area, line = self.closed(pace, ways), shapely.LineString([start, end])
        key = ("parts", id(area))
        if key not in self.memory:
            self.memory[key] = np.array([ready(part) for part in parts(area)], dtype=np.object_)
        single = cast("Shapes", self.memory[key])
        inside = np.concatenate([corners_of(common(line, part)) for part in single[shapely.intersects(single, line)]])
        x, y = inside[int(np.argmin(np.hypot(*(inside - start).T)))]
        return float(x), float(y)

    def _close(self, pace: Pace, mask: Sequence[bool], shut: frozenset[str]) -> Shape:
        area = _shut_ground(self.table, self.layers(pace), mask)
        walls = EMPTY if pace.flies else self.wall_area(shut)
        frame = without(grown(self.table, 1000, square=True), self.table)
        return common(grown(union([area, walls, frame]), -HAIR, square=True), self.table)

    def wall_area(self, shut: Collection[str]) -> Shape:
        """Return the area of all walls but for the ways that are not shut."""
        gaps = {place: [area for _, area in self._open(place, shut)] for place in self.walls}
        return union(without(ring, union(gaps[place])) for place, ring in self.walls.items())

    def _open(self, place: str, shut: Collection[str]) -> list[tuple[Way, Shape]]:
        return [both for key, both in self.ways.items() if both[0].place == place and key not in shut]

    def on_road(self, starts: Floats, ends: Floats) -> Mask:
        """Return whether each segment lies on road all along, so that the road's bonus may be had (Q61)."""
        return covered(self.paved, segments(starts, ends))

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
        return next((place for place, area in self.insides.items() if touch(area, spot)), "")


def _shut_ground(table: Shape, layers: Layers, mask: Sequence[bool]) -> Shape:
    """Lay the shapes on each other from the lowest, adding what is closed and taking away what is open."""
    area = table if mask[layers.floor] else EMPTY
    for kind, shape in zip(layers.kinds[-2::-1].tolist(), layers.shapes[::-1].tolist(), strict=True):
        area = union([area, shape]) if mask[kind] else without(area, shape)
    return area
