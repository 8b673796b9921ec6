"""The land of a table as SVG: areas, waters with banks, roads and crossings, and small pictures that tell terrain."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from math import atan2, degrees, hypot

import msgspec
import shapely

from wartable.board.ground import PEAK
from wartable.board.scatter import grown, strewn
from wartable.board.shapes import Pixel, Shape, outline, path
from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.drawing.canvas import FLOW, Canvas, art
from wartable.games.ring_of_power.scenario import Water

UNPAINTED = ("clear",)
CROSSINGS = ("ford", "bridge", "shallows")


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


def features(canvas: Canvas) -> tuple[Feature, ...]:
    """Return what a scenario's table is made of, the lowest precedence first (A6)."""
    one, found = canvas.scenario, list[Feature]()
    for area in (area for area in one.terrain if area.type not in UNPAINTED):
        shape, told = canvas.polygon(area.polygon).intersection(canvas.box), _told(area.name, area.type)
        found.append(Feature(id=area.id, type=area.type, shape=shape, name=area.name, told=told))
    found += _waters(one.waters, canvas)
    for road in one.roads:
        line, told = canvas.line(road.line), _told(road.name, "road") + ("" if road.bonus else ", without extra inches")
        shape = line.buffer(canvas.px(road.width / 2))
        found.append(Feature(id=road.id, type="road", shape=shape, name=road.name, told=told, line=line))
    order = list(charts().terrain)
    return tuple(sorted(found, key=lambda feature: -order.index(feature.type)))


def _told(name: str, kind: str) -> str:
    title = charts().terrain[kind].title
    return f"{name} ({title.lower()})" if name else title


def _waters(waters: tuple[Water, ...], canvas: Canvas) -> Iterator[Feature]:
    for water in waters:
        line = canvas.line(water.line) if water.line else None
        shape = canvas.polygon(water.polygon) if line is None else line.buffer(canvas.px(water.width / 2))
        told = _told(water.name, water.type) + (", navigable" if water.navigable else "")
        yield Feature(
            id=water.id, type=water.type, shape=shape.intersection(canvas.box), name=water.name, told=told, line=line
        )
        for crossing in water.crossings:
            disc = canvas.disc((*crossing.at, crossing.radius))
            yield Feature(id=crossing.id, type=crossing.type, shape=disc, told=_told("", crossing.type), line=line)


_MOSTLY = 0.5
_LINING = ((22, 0.22), (13, 0.34), (6, 0.5))
"""Lines in open water along its coast: distance and opacity."""
_HATCH, _HATCH_APART = 11.0, 4.5


def rocky_table(parts: Sequence[Feature], canvas: Canvas) -> bool:
    """Whether a table is mostly rock with halls in it."""
    rock = shapely.union_all([part.shape for part in parts if part.type == "mountain"])
    return bool(rock.area > _MOSTLY * canvas.box.area)


def land_svg(parts: Sequence[Feature]) -> Iterator[str]:
    """Yield the land from below to above; every piece has the id that the scenario gives it."""
    joined = {"river": _rivers, "stream": _rivers, "road": _roads, "cave_tunnel": _caves}
    alike = {draw: [part for part in parts if joined.get(part.type) is draw] for draw in joined.values()}
    for part in parts:
        draw = joined.get(part.type)
        if draw is None:
            yield _crossing(part, alike[_roads]) if part.type in CROSSINGS else _area(part)
        elif part is alike[draw][0]:
            yield draw(alike[draw])


def _group(part: Feature, inside: str) -> str:
    return f'<g id="terrain-{part.id}" data-type="{part.type}"><title>{escape(part.told)}</title>{inside}</g>'


def _area(part: Feature) -> str:
    d = outline(part.shape)
    if part.type not in FLOW:
        return _group(part, f'<path class="area {part.type}" d="{d}"/>')
    if part.type != "sea":
        return _group(part, f'<path class="wet" d="{d}"/>')
    rings = [(part.shape.buffer(-inwards), opacity) for inwards, opacity in _LINING]
    lines = [
        f'<path class="lining" d="{outline(ring)}" stroke-opacity="{opacity}"/>'
        for ring, opacity in rings
        if not ring.is_empty
    ]
    return _group(part, f'<path class="wet sea" d="{d}"/>{"".join(lines)}')


def _rivers(rivers: Sequence[Feature]) -> str:
    """Return rivers and streams; banks first, so that waters flow into each other without a line between."""
    return _opening(rivers, 'class="wet"', 'class="wet" style="stroke:none"')


def _caves(caves: Sequence[Feature]) -> str:
    """Return halls and tunnels: walls first, so that one opens into the other."""
    return _opening(caves, 'class="cave-wall"', 'class="area cave_tunnel"')


def _opening(parts: Sequence[Feature], below: str, above: str) -> str:
    """Return shapes that open into each other: all of them one way below, then each another way above."""
    shapes = [(part, outline(part.shape)) for part in parts]
    rims = "".join(f'<path {below} d="{d}"/>' for _, d in shapes)
    return rims + "".join(_group(part, f'<path {above} d="{d}"/>') for part, d in shapes)


def _roads(roads: Sequence[Feature]) -> str:
    """Return all roads: casings below, beds above, so that they join; ruts in the middle where there is room."""
    wide = [2 * float(part.line.distance(part.shape.boundary)) for part in roads]
    lines = [path(part.line.coords) for part in roads]
    cases = [f'<path class="road-case" d="{d}" stroke-width="{w + 2:.1f}"/>' for d, w in zip(lines, wide, strict=True)]
    beds = [
        _group(part, f'<path class="road-bed" d="{d}" stroke-width="{w:.1f}"/><path class="road-ruts" d="{d}"/>')
        for part, d, w in zip(roads, lines, wide, strict=True)
    ]
    return "".join(cases) + "".join(beds)


def _crossing(part: Feature, roads: Sequence[Feature]) -> str:
    x, y = part.shape.centroid.coords[0]
    radius = (part.shape.bounds[2] - part.shape.bounds[0]) / 2
    across = _turn(part.line, (x, y)) + 90 if part.line is not None else 0.0
    paved = [road for road in roads if road.line.distance(shapely.Point(x, y)) <= radius / 2]
    if part.type == "bridge":
        turn = _turn(paved[0].line, (x, y)) if paved else across
        return _group(part, _bridge(x, y, turn, radius))
    ring = f'<circle class="ring" cx="{x:.1f}" cy="{y:.1f}" r="{radius:.1f}"/>'
    stones = _stones(radius, 1 if part.type == "ford" else 0.6)
    return _group(part, f'{ring}<g transform="translate({x:.1f} {y:.1f})rotate({across:.0f})">{stones}</g>')


def _bridge(x: float, y: float, turn: float, radius: float) -> str:
    half, side = radius, max(4.0, radius * 0.45)
    planks = "".join(f"M{half * at:.1f} {-side:.1f}V{side:.1f}" for at in (-0.6, -0.2, 0.2, 0.6))
    rails = "".join(
        f"M{-half - 2:.1f} {edge * (side + 2.5):.1f}L{-half + 2:.1f} {edge * side:.1f}"
        f"H{half - 2:.1f}L{half + 2:.1f} {edge * (side + 2.5):.1f}"
        for edge in (-1, 1)
    )
    return (
        f'<g transform="translate({x:.1f} {y:.1f})rotate({turn:.0f})"><rect class="deck" x="{-half:.1f}" '
        f'y="{-side:.1f}" width="{2 * half:.1f}" height="{2 * side:.1f}" style="stroke:none"/>'
        f'<path class="planks" d="{planks}"/><path class="deck" style="fill:none" d="{rails}"/></g>'
    )


def _stones(radius: float, size: float) -> str:
    each = max(1.6, radius * 0.14) * size
    return "".join(
        f'<ellipse class="stones" cx="{radius * at:.1f}" cy="{radius * off:.1f}" '
        f'rx="{each * 1.3:.1f}" ry="{each:.1f}"/>'
        for at, off in ((-0.65, 0.08), (-0.33, -0.1), (0.0, 0.06), (0.33, -0.08), (0.65, 0.1))
    )


def _turn(line: Shape, at: Pixel) -> float:
    """Return the direction in degrees of a line where it passes nearest to a point."""
    along = line.project(shapely.Point(at))
    one, other = line.interpolate(max(0.0, along - 1)), line.interpolate(along + 1)
    return degrees(atan2(other.y - one.y, other.x - one.x))


def hatching(parts: Sequence[Feature]) -> str:
    """Return strokes that stand around halls and tunnels in the rock, as on plans of caves."""
    halls = shapely.union_all([part.shape for part in parts if part.type == "cave_tunnel"])
    strokes: list[str] = []
    for ring in shapely.get_rings(shapely.get_parts(halls)):
        away = -1.0 if ring.is_ccw else 1.0
        count = int(ring.length / _HATCH_APART)
        for number in range(count):
            along = number * ring.length / count
            one, other = ring.interpolate(along), ring.interpolate(min(ring.length, along + 0.5))
            length = hypot(other.x - one.x, other.y - one.y) or 1.0
            nx, ny = away * -(other.y - one.y) / length, away * (other.x - one.x) / length
            deep = _HATCH * (0.45 + 0.55 * ((number * 7) % 5) / 4)
            strokes.append(f"M{one.x:.1f} {one.y:.1f}l{nx * deep:.1f} {ny * deep:.1f}")
    return f'<path class="hatch" d="{"".join(strokes)}"/>' if strokes else ""


def glyph_defs() -> str:
    """Return the glyphs for the definitions of a drawing."""
    return PEAK + "".join(art().glyphs)


def glyphs_svg(parts: Sequence[Feature], keep_clear: Shape, unit: float, *, rocky_table: bool) -> str:
    """Return all glyphs, those farther down over those behind; none on `keep_clear`.

    On a table that is mostly rock the rock is left plain: halls and tunnels are the picture there.
    """
    found: list[tuple[float, float, float, str]] = []
    above: Shape = keep_clear
    for part in reversed(parts):
        scatter = art().scatters.get(part.type)
        if scatter and not (rocky_table and part.type == "mountain"):
            sized = grown(scatter, unit, part.shape if scatter.glyph == "peak" else None)
            found += [(y, x, high, scatter.glyph) for x, y, high in strewn(sized, part.shape, above)]
        above = above.union(part.shape)
    return "".join(
        f'<use href="#{glyph}" transform="translate({x:.1f} {y:.1f})scale({high:.1f})"/>'
        for y, x, high, glyph in sorted(found)
    )
