"""The table of a scenario for a program that lays figures on it: its picture, its scale, its places and zones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import msgspec
import shapely

from wartable.board.palette import Theme
from wartable.engine.told import Look
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.drawing.canvas import Canvas, Pixel
from wartable.games.ring_of_power.drawing.land import features
from wartable.games.ring_of_power.drawing.naming import Label, names_of
from wartable.games.ring_of_power.drawing.places import shown, starting
from wartable.games.ring_of_power.drawing.table import WIDTH, draw_sheet, draw_table
from wartable.games.ring_of_power.scenario import Place, Point, Segment
from wartable.games.ring_of_power.terrain.geometry import parts
from wartable.games.ring_of_power.terrain.ground import pieces
from wartable.games.ring_of_power.terrain.reach import outline

_SMALL = 1000
"""Pixels across in which names stand apart and shields are still large against the table."""


class TowerSpot(msgspec.Struct, frozen=True, kw_only=True):
    """The tower of a place: its name, its disc if it has one of its own, and the army figures that fit into it."""

    name: str
    circle: tuple[int, int, int] | None
    capacity: int


class PlaceSpot(msgspec.Struct, frozen=True, kw_only=True):
    """A place of the table: its middle, its border, and its gates and weak walls with their keys."""

    id: str
    name: str
    kind: str
    walled: bool
    at: Point
    ring: tuple[Point, ...]
    gates: tuple[tuple[str, Point], ...]
    weak_walls: tuple[tuple[str, Segment], ...]
    tower: TowerSpot | None
    exits: tuple[str, ...]
    healing: bool


class Zone(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of one type of terrain; where pieces lie on each other, the first of them counts (A6)."""

    id: str
    name: str
    kind: str
    title: str
    ring: tuple[Point, ...]
    holes: tuple[tuple[Point, ...], ...]


class Name(msgspec.Struct, frozen=True, kw_only=True):
    """A name written on the picture: where its middle is, its size in pixels and its turn in degrees.

    `text` is as it is spelt; the style `region` is written in capitals, which `size` is meant for.

    `others` are x, y and turn of spots where it might be instead, where figures or letters of another size want room.
    """

    id: str
    text: str
    style: str
    at: Point
    size: float
    turn: float
    others: tuple[tuple[int, int, float], ...]


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """The table: `svg` is a picture of `width` by `height` pixels, `scale` pixels to an inch.

    All else is in 1/1000 inch from the south-west corner of the `table`, which lies at the pixel `origin`; y grows to
    the north, and in the picture downwards: a point is at (x * scale / 1000, origin y - y * scale / 1000).
    """

    title: str
    table: Point
    width: float
    height: float
    scale: float
    origin: tuple[float, float]
    svg: str
    places: tuple[PlaceSpot, ...]
    zones: tuple[Zone, ...]
    names: tuple[Name, ...]
    goal: msgspec.Struct | None = None
    """What the scenario is about, in words."""


def ground_of(world: World, theme: Theme = "light") -> Ground:
    """Return the table of a world's scenario."""
    one = world.scenario
    canvas = Canvas.of(one.table, WIDTH, theme)
    return Ground(
        title=one.title,
        table=(one.table.width, one.table.height),
        width=canvas.width,
        height=canvas.height,
        scale=canvas.inch,
        origin=(0.0, canvas.height),
        svg=draw_sheet(one, _labels(world), theme=theme),
        places=tuple(_place(world, place) for place in one.places),
        zones=tuple(_zones(world)),
        names=tuple(_names(world, canvas)),
    )


def opening_picture(world: World, theme: Theme = "light") -> str:
    """Return a small picture of a world's table with everybody where he begins, as SVG text."""
    return draw_table(world.scenario, starting(world), theme=theme, width=_SMALL, portable=True)


def position_picture(world: World, state: RingState, look: Look) -> str:
    """Return a picture of a world's table with everybody where they stand, as SVG text."""
    return draw_table(world.scenario, shown(world, state), theme=look.theme, width=look.width or WIDTH, portable=True)


def _place(world: World, place: Place) -> PlaceSpot:
    ways = world.ground.ways_of(place.id) if place.walled else ()
    keys = [way.key for way in ways]
    tower = place.tower
    return PlaceSpot(
        id=place.id,
        name=place.name,
        kind=place.kind,
        walled=place.walled,
        at=place.centre,
        ring=outline(world.shape(place.id)).shell,
        gates=tuple(zip((key for key in keys if ":gate:" in key), place.gates, strict=False)),
        weak_walls=tuple(zip((key for key in keys if ":weak:" in key), place.weak_walls, strict=False)),
        tower=TowerSpot(name=tower.name, circle=tower.circle, capacity=tower.armies) if tower else None,
        exits=place.exits,
        healing=place.healing,
    )


def _zones(world: World) -> Iterator[Zone]:
    one, charts = world.scenario, world.charts
    names = {area.id: area.name for area in one.terrain}
    names |= {water.id: water.name for water in one.waters} | {road.id: road.name for road in one.roads}
    for key, kind, shape in pieces(one.terrain, one.waters, one.roads, charts):
        for part in parts(shapely.intersection(shape, world.ground.table)):
            if part.geom_type == "Polygon":
                drawn = outline(part)
                yield Zone(
                    id=key,
                    name=names.get(key, ""),
                    kind=kind,
                    title=charts.terrain[kind].title,
                    ring=drawn.shell,
                    holes=drawn.holes,
                )


@lru_cache(maxsize=16)
def _labels(world: World) -> tuple[Label, ...]:
    """Return the names of a table; to find where each covers least takes a while, and themes do not matter."""
    canvas = Canvas.of(world.scenario.table, WIDTH, "light")
    return names_of(world.scenario, canvas, features(world.scenario, canvas))


def _names(world: World, canvas: Canvas) -> Iterator[Name]:
    one = world.scenario
    spelt = {f"terrain-{part.id}": part.name for part in features(one, canvas)}
    for label in _labels(world):
        yield Name(
            id=label.id,
            text=spelt.get(label.id, label.text),
            style=label.style,
            at=_on_table(label.at, canvas),
            size=round(label.size, 2),
            turn=round(label.turn, 2),
            others=tuple((*_on_table(at, canvas), round(turn, 2)) for at, turn in label.others),
        )


def _on_table(at: Pixel, canvas: Canvas) -> Point:
    return round(at[0] / canvas.inch * 1000), round((canvas.height - at[1]) / canvas.inch * 1000)
