"""Drawing the table of a scenario, with figures and legend or bare, for a page that lays all else on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape

import msgspec
import shapely

from wartable.board import labels
from wartable.board.draw import resolve_variables, svg_text
from wartable.board.lettering import text_width
from wartable.board.palette import Theme
from wartable.board.paper import FRAME, corners, frame, grain, paper_defs
from wartable.board.shapes import Pixel
from wartable.engine.structs import filled
from wartable.engine.told import Look
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.drawing import land, naming, places, tokens
from wartable.games.ring_of_power.drawing.canvas import FLOW, Canvas, art, pattern_svg
from wartable.games.ring_of_power.drawing.places import Shown, shown, starting
from wartable.games.ring_of_power.play.goal import Goal, goal_of
from wartable.games.ring_of_power.scenario import Place, PlaceKind, Point, Scenario, Segment
from wartable.games.ring_of_power.terrain.geometry import parts
from wartable.games.ring_of_power.terrain.ground import pieces
from wartable.games.ring_of_power.terrain.reach import outline

_ROW, _GAP, _SWATCH = 30.0, 22.0, 26.0
_SCALES = (1, 2, 3, 6, 12, 24)
_BAR = 210.0
"""The scale is as many inches as fit into so many pixels."""
_GROUNDS = {"clear": "clear", "difficult": "difficult", "impassable": "closed", "crossing": "stop to cross"}


def legend_svg(canvas: Canvas, parts: Sequence[land.Feature], shown: Shown) -> tuple[str, float]:
    """Return the strip below the table and how many pixels it adds to the drawing."""
    top = canvas.height + FRAME
    placed: list[tuple[float, int, str]] = []
    x, row = 0.0, 0
    for svg, wide in (*_players(canvas, shown), *_terrains(parts)):
        if x and x + wide > canvas.width:
            x, row = 0.0, row + 1
        placed.append((x, row, svg))
        x += wide + _GAP
    rows = row + 1 if placed else 0
    high = 46 + _ROW * rows + (8 if rows else 0)
    drawn = "".join(
        f'<g transform="translate({x:.1f} {top + 52 + row * _ROW:.1f})">{svg}</g>' for x, row, svg in placed
    )
    strip = (
        f'<rect class="strip" x="{-FRAME:g}" y="{top:.1f}" width="{canvas.width + 2 * FRAME:.1f}" height="{high:.1f}"/>'
        f'<rect class="strip-rule" x="{-FRAME + 1.5:g}" y="{top:.1f}" width="{canvas.width + 2 * FRAME - 3:.1f}" '
        f'height="{high - 1.5:.1f}"/>'
    )
    title = f'<text class="title" x="0" y="{top + 32:.1f}">{escape(canvas.scenario.title)}</text>'
    return f'<g id="legend">{strip}{title}{_scale(canvas, top + 20)}{drawn}</g>', high


def _scale(canvas: Canvas, y: float) -> str:
    """Return a bar of some inches, each second inch filled, at the right."""
    inches = max((n for n in _SCALES if n * canvas.inch <= _BAR), default=1)
    left = canvas.width - inches * canvas.inch - 30
    step = canvas.inch * (1 if inches <= 6 else inches / 6)
    cells = "".join(
        f'<rect class="{"scale-fill" if n % 2 == 0 else "scale"}" x="{left + n * step:.1f}" y="{y:.1f}" '
        f'width="{step:.1f}" height="6"/>'
        for n in range(round(inches * canvas.inch / step))
    )
    frame = f'<rect class="scale" x="{left:.1f}" y="{y:.1f}" width="{inches * canvas.inch:.1f}" height="6"/>'
    ends = f'<text class="figures" x="{left:.1f}" y="{y - 4:.1f}">0</text>'
    ends += f'<text class="figures" x="{left + inches * canvas.inch:.1f}" y="{y - 4:.1f}">{inches} in</text>'
    return f'<g id="scale">{cells}{frame}{ends}</g>'


Entry = tuple[str, float]


def _entry(swatch: str, text: str) -> Entry:
    long = text_width(text, 14)
    fit = f'textLength="{long:.1f}" lengthAdjust="spacingAndGlyphs"'  # in whatever letters the page has
    return f'{swatch}<text class="caption" x="{_SWATCH + 8}" y="15" {fit}>{escape(text)}</text>', _SWATCH + 8 + long


def _players(canvas: Canvas, shown: Shown) -> Iterator[Entry]:
    for number in sorted({token.player for token in shown.tokens} | {camp.player for camp in shown.garrisons}):
        look = canvas.looks[number]
        box = 'x="2" width="22" height="20" rx="4"'
        swatch = f'<rect class="body" {box} fill="{look.fill}" stroke-width="1.4"/>'
        yield _entry(f'{swatch}<rect {box} fill="url(#player-{number})"/>', look.name)


def _terrains(parts: Sequence[land.Feature]) -> Iterator[Entry]:
    present = {part.type for part in parts}
    for kind, row in charts().terrain.items():
        if kind in present and kind not in land.CROSSINGS:
            yield _entry(_swatch(kind), f"{row.title}: {_GROUNDS[row.ground]}")


def _swatch(kind: str) -> str:
    box = f'y="1" width="{_SWATCH}" height="18"'
    if kind == "road":
        ways = (("road-case", 9), ("road-bed", 7))
        return "".join(f'<path class="{name}" d="M0 10H{_SWATCH}" stroke-width="{wide}"/>' for name, wide in ways)
    if kind in FLOW:
        return f'<rect class="wet{" sea" if kind == "sea" else ""}" {box}/>'
    scatter = art().scatters.get(kind)
    glyph = (
        f'<use href="#{scatter.glyph}" transform="translate({_SWATCH / 2} 16.5)scale({min(13.0, scatter.high):.0f})"/>'
        if scatter
        else ""
    )
    wall = f'<rect class="cave-wall" {box}/>' if kind == "cave_tunnel" else ""
    return f'{wall}<rect class="area {kind}" {box}/>{glyph}'


WIDTH = 1600


def draw_table(
    one: Scenario, shown: Shown | None = None, *, theme: Theme = "light", width: int = WIDTH, portable: bool = False
) -> str:
    """Draw the table of a scenario as SVG text, `width` pixels wide without its frame.

    Terrain has the ids `terrain-ID`, places `place-ID`, their ways in `way-PLACE:gate:0`, names `name-...`, figures
    `figure-NUMBER`, forces that are drawn as one shield `force-NUMBER-PLAYER`, garrisons `garrison-PLACE-PLAYER`; the
    group `figures` holds everything that stands on the table. The scale, in pixels per inch, is the `data-inch` of the
    group `table`; its origin is the north-west corner. `portable` writes colours in place of CSS variables. The same
    scenario and figures give the same text.
    """
    canvas = Canvas.of(one, width, theme)
    moment = shown or Shown()
    parts = land.features(canvas)
    legend, below = legend_svg(canvas, parts, moment)
    layers = "".join(_layers(canvas, parts, moment))
    sheet = f'<g id="table" data-inch="{canvas.inch:g}">{layers}</g>{corners(canvas) if theme == "light" else ""}'
    style = _land_style(canvas, parts) + canvas.rules("tokens") + canvas.rules("legend")
    box = (-FRAME, -FRAME, canvas.width + 2 * FRAME, canvas.height + 2 * FRAME + below)
    patterns = "".join(pattern_svg(number, look) for number, look in enumerate(canvas.looks))
    defs = land.glyph_defs() + paper_defs(theme) + patterns
    svg = svg_text(one.title, box, style, defs + _clip(canvas), sheet + frame(canvas, 1.0) + legend)
    return resolve_variables(svg) if portable else svg


def draw_sheet(canvas: Canvas, names: Sequence[labels.Label]) -> str:
    """Draw land and places alone, exactly as large as the sheet, for a program that lays everything else on it.

    Names are left out, which it writes in its own letters, only trees and peaks keep clear of them; and holders, and
    the grain, whose filters make zooming slow.
    """
    parts = land.features(canvas)
    unheld = Shown(holders={place.id: "" for place in canvas.scenario.places})
    layers = "".join(_ground(canvas, parts, unheld, names))
    box = (0.0, 0.0, canvas.width, canvas.height)
    return svg_text(canvas.scenario.title, box, _land_style(canvas, parts), land.glyph_defs() + _clip(canvas), layers)


def _clip(canvas: Canvas) -> str:
    return f'<clipPath id="sheet"><rect width="{canvas.width:g}" height="{canvas.height:g}"/></clipPath>'


def _land_style(canvas: Canvas, parts: Sequence[land.Feature]) -> str:
    own = {f"spacing-{style}": str(space) for style, space in labels.SPACING.items()}
    if land.rocky_table(parts, canvas):
        own["mountain"] = canvas.colour("rock")
    return canvas.rules("land", own)


def _layers(canvas: Canvas, parts: Sequence[land.Feature], shown: Shown) -> Iterator[str]:
    """Yield the table from below to above."""
    names = naming.names_of(canvas, parts, tokens.figure_boxes(canvas, shown))
    yield from _ground(canvas, parts, shown, names, grain(canvas))
    wet = {f"terrain-{part.id}" for part in parts if part.type in {"river", "stream", "lake", "sea", "falls"}}
    yield f'<g id="names">{"".join(labels.labels_svg(names, wet))}</g>'
    yield f'<g id="figures">{"".join(tokens.figures_svg(canvas, shown))}</g>'


def _ground(
    canvas: Canvas, parts: Sequence[land.Feature], shown: Shown, names: Sequence[labels.Label], paper: str = ""
) -> Iterator[str]:
    """Yield everything that figures stand on; trees and peaks keep clear of the names."""
    rocky = land.rocky_table(parts, canvas)
    yield f'<rect class="land" width="{canvas.width:g}" height="{canvas.height:g}"/><g clip-path="url(#sheet)">'
    yield from land.land_svg(parts)
    yield land.hatching(parts) if rocky else ""
    yield paper
    clear = [canvas.place(place).buffer(2) for place in canvas.scenario.places]
    kept = shapely.union_all([*clear, *(label.box.buffer(-1) for label in names)])
    glyphs = land.glyphs_svg(parts, kept, canvas.unit, rocky_table=rocky)
    yield f'<g class="glyphs" pointer-events="none">{glyphs}</g>'
    yield from places.places_svg(canvas, shown)
    yield "</g>"


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
    kind: PlaceKind
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

    `text` is as it is spelt; the style `region` is written in capitals, which `size` is meant for. `others` are
    x, y and turn of spots where it might be instead, where figures or letters of another size want room.
    """

    id: str
    text: str
    style: labels.Style
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
    goal: Goal


def ground_of(world: World, theme: Theme = "light") -> Ground:
    """Return the table of a world's scenario."""
    one = world.scenario
    canvas = Canvas.of(one, WIDTH, theme)
    return filled(
        Ground,
        canvas,
        title=one.title,
        table=(one.table.width, one.table.height),
        scale=canvas.inch,
        origin=(0.0, canvas.height),
        svg=draw_sheet(canvas, _labels(world)),
        places=tuple(_place(world, place) for place in one.places),
        zones=tuple(_zones(world)),
        names=tuple(_names(world, canvas)),
        goal=goal_of(world),
    )


def opening_picture(world: World, theme: Theme = "light") -> str:
    """Return a small picture of a world's table with everybody where he begins, as SVG text."""
    return draw_table(world.scenario, starting(world), theme=theme, width=_SMALL, portable=True)


def position_picture(world: World, state: RingState, look: Look) -> str:
    """Return a picture of a world's table with everybody where they stand, as SVG text."""
    return draw_table(world.scenario, shown(world, state), theme=look.theme, width=look.width or WIDTH, portable=True)


def _place(world: World, place: Place) -> PlaceSpot:
    ways = world.ground.ways_of(place.id) if place.walled else ()
    keys, tower = [way.key for way in ways], place.tower
    return filled(
        PlaceSpot,
        place,
        at=place.centre,
        ring=outline(world.shape(place.id)).outer,
        gates=tuple(zip((key for key in keys if ":gate:" in key), place.gates, strict=False)),
        weak_walls=tuple(zip((key for key in keys if ":weak:" in key), place.weak_walls, strict=False)),
        tower=TowerSpot(name=tower.name, circle=tower.circle, capacity=tower.armies) if tower else None,
    )


def _zones(world: World) -> Iterator[Zone]:
    one, charts = world.scenario, world.charts
    names = {area.id: area.name for area in one.terrain}
    names |= {water.id: water.name for water in one.waters} | {road.id: road.name for road in one.roads}
    for key, kind, shape in pieces(one.terrain, one.waters, one.roads):
        for part in parts(shapely.intersection(shape, world.ground.table)):
            if part.geom_type == "Polygon":
                drawn, title, name = outline(part), charts.terrain[kind].title, names.get(key, "")
                yield Zone(id=key, name=name, kind=kind, title=title, ring=drawn.outer, holes=drawn.holes)


@lru_cache(maxsize=16)
def _labels(world: World) -> tuple[labels.Label, ...]:
    """Return the names of a table; to find where each covers least takes a while, and themes do not matter."""
    canvas = Canvas.of(world.scenario, WIDTH, "light")
    return naming.names_of(canvas, land.features(canvas))


def _names(world: World, canvas: Canvas) -> Iterator[Name]:
    spelt = {f"terrain-{part.id}": part.name for part in land.features(canvas)}
    for label in _labels(world):
        yield filled(
            Name,
            label,
            text=spelt.get(label.id, label.text),
            at=_on_table(label.at, canvas),
            size=round(label.size, 2),
            turn=round(label.turn, 2),
            others=tuple((*_on_table(at, canvas), round(turn, 2)) for at, turn in label.others),
        )


def _on_table(at: Pixel, canvas: Canvas) -> Point:
    return round(at[0] / canvas.inch * 1000), round((canvas.height - at[1]) / canvas.inch * 1000)
