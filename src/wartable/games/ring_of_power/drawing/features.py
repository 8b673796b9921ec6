"""Terrain, waters, roads and crossings of a scenario as shapes on the sheet, in the order in which they are painted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from wartable.games.ring_of_power.charts import charts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wartable.games.ring_of_power.drawing.canvas import Canvas, Shape
    from wartable.games.ring_of_power.scenario import Area, Crossing, Road, Scenario, Water

UNPAINTED = ("clear",)


class Feature(msgspec.Struct, frozen=True, kw_only=True):
    """A piece of terrain on the sheet: what counts there, and its middle line where it is one; `told` is its title.

    `name` is written on the map; a feature without one is only told of.
    """

    id: str
    type: str
    shape: Shape
    name: str = ""
    told: str = ""
    line: Shape = None


def features(one: Scenario, canvas: Canvas) -> tuple[Feature, ...]:
    """Return what a scenario's table is made of, the lowest precedence first (A6)."""
    found = [*_areas(one.terrain, canvas), *_waters(one.waters, canvas), *_roads(one.roads, canvas)]
    order = list(charts().terrain)
    return tuple(sorted(found, key=lambda feature: -order.index(feature.type)))


def _told(name: str, kind: str) -> str:
    title = charts().terrain[kind].title
    return f"{name} ({title.lower()})" if name else title


def _areas(areas: tuple[Area, ...], canvas: Canvas) -> Iterator[Feature]:
    for area in areas:
        if area.type not in UNPAINTED:
            shape = canvas.polygon(area.polygon).intersection(canvas.box)
            yield Feature(id=area.id, type=area.type, shape=shape, name=area.name, told=_told(area.name, area.type))


def _waters(waters: tuple[Water, ...], canvas: Canvas) -> Iterator[Feature]:
    for water in waters:
        line = canvas.line(water.line) if water.line else None
        shape = canvas.polygon(water.polygon) if line is None else line.buffer(canvas.px(water.width / 2))
        told = _told(water.name, water.type) + (", navigable" if water.navigable else "")
        yield Feature(
            id=water.id, type=water.type, shape=shape.intersection(canvas.box), name=water.name, told=told, line=line
        )
        for crossing in water.crossings:
            yield _crossing(crossing, canvas, line)


def _crossing(crossing: Crossing, canvas: Canvas, line: Shape) -> Feature:
    disc = canvas.disc((*crossing.at, crossing.radius))
    return Feature(id=crossing.id, type=crossing.type, shape=disc, told=_told("", crossing.type), line=line)


def _roads(roads: tuple[Road, ...], canvas: Canvas) -> Iterator[Feature]:
    for road in roads:
        line = canvas.line(road.line)
        told = _told(road.name, "road") + ("" if road.bonus else ", without extra inches")
        shape = line.buffer(canvas.px(road.width / 2))
        yield Feature(id=road.id, type="road", shape=shape, name=road.name, told=told, line=line)
