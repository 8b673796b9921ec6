"""Drawing a scenario's table, bare or with figures on it, as one SVG with an id per piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shapely

from wartable.board.draw import resolve_variables, svg_text
from wartable.board.paper import FRAME, corners, frame, grain, paper_defs
from wartable.games.ring_of_power.drawing import labels, land, naming, places, tokens
from wartable.games.ring_of_power.drawing.canvas import Canvas, Shape
from wartable.games.ring_of_power.drawing.features import Feature, features
from wartable.games.ring_of_power.drawing.glyphs import glyph_defs, glyph_style, glyphs_svg
from wartable.games.ring_of_power.drawing.legend import legend_style, legend_svg
from wartable.games.ring_of_power.drawing.palette import Livery, liveries
from wartable.games.ring_of_power.drawing.values import Shown

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wartable.board.palette import Theme
    from wartable.games.ring_of_power.scenario import Scenario

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
    canvas = Canvas.of(one.table, width, theme)
    moment = shown or Shown()
    looks = liveries(one)
    parts = features(one, canvas)
    players = sorted({token.player for token in moment.tokens} | {camp.player for camp in moment.garrisons})
    legend, below = legend_svg(one, canvas, parts, [(number, looks[number]) for number in players])
    layers = "".join(_layers(one, canvas, parts, moment, looks))
    sheet = f'<g id="table" data-inch="{canvas.inch:g}">{layers}</g>{corners(canvas) if theme == "light" else ""}'
    style = _land_style(canvas, parts) + tokens.tokens_style(canvas) + legend_style(canvas)
    box = (-FRAME, -FRAME, canvas.width + 2 * FRAME, canvas.height + 2 * FRAME + below)
    defs = glyph_defs() + paper_defs(theme) + tokens.tokens_defs(looks)
    svg = svg_text(one.title, box, style, defs + _clip(canvas), sheet + frame(canvas, 1.0) + legend)
    return resolve_variables(svg) if portable else svg


def draw_sheet(one: Scenario, names: Sequence[labels.Label], *, theme: Theme = "light", width: int = WIDTH) -> str:
    """Draw land and places alone, exactly as large as the sheet, for a program that lays everything else on it.

    Names are left out, which it writes in its own letters, only trees and peaks keep clear of them; and holders, and
    the grain, whose filters make zooming slow.
    """
    canvas = Canvas.of(one.table, width, theme)
    parts = features(one, canvas)
    unheld = Shown(holders={place.id: "" for place in one.places})
    layers = "".join(_ground(one, canvas, parts, unheld, names))
    box = (0.0, 0.0, canvas.width, canvas.height)
    return svg_text(one.title, box, _land_style(canvas, parts), glyph_defs() + _clip(canvas), layers)


def _clip(canvas: Canvas) -> str:
    return f'<clipPath id="sheet"><rect width="{canvas.width:g}" height="{canvas.height:g}"/></clipPath>'


def _land_style(canvas: Canvas, parts: Sequence[Feature]) -> str:
    rocky = land.rocky_table(parts, canvas)
    style = land.land_style(canvas, rocky=rocky) + glyph_style(canvas) + places.places_style(canvas)
    return style + labels.labels_style(canvas)


def _layers(
    one: Scenario, canvas: Canvas, parts: Sequence[Feature], shown: Shown, looks: Sequence[Livery]
) -> Iterator[str]:
    """Yield the table from below to above."""
    names = naming.names_of(one, canvas, parts, _figure_boxes(one, canvas, shown, looks))
    yield from _ground(one, canvas, parts, shown, names, grain(canvas))
    wet = [part.id for part in parts if part.type in {"river", "stream", "lake", "sea", "falls"}]
    yield f'<g id="names">{"".join(labels.labels_svg(names, wet))}</g>'
    yield f'<g id="figures">{"".join(tokens.figures_svg(one, canvas, shown, looks))}</g>'


def _ground(
    one: Scenario,
    canvas: Canvas,
    parts: Sequence[Feature],
    shown: Shown,
    names: Sequence[labels.Label],
    paper: str = "",
) -> Iterator[str]:
    """Yield everything that figures stand on; trees and peaks keep clear of the names."""
    rocky = land.rocky_table(parts, canvas)
    yield f'<rect class="land" width="{canvas.width:g}" height="{canvas.height:g}"/><g clip-path="url(#sheet)">'
    yield from land.land_svg(parts)
    yield land.hatching(parts) if rocky else ""
    yield paper
    glyphs = glyphs_svg(parts, _kept_clear(one, canvas, names), canvas.unit, rocky_table=rocky)
    yield f'<g class="glyphs" pointer-events="none">{glyphs}</g>'
    yield from places.places_svg(one, canvas, shown)
    yield "</g>"


def _kept_clear(one: Scenario, canvas: Canvas, names: Sequence[labels.Label]) -> Shape:
    shapes = [places.place_shape(place, canvas).buffer(2) for place in one.places]
    return shapely.union_all([*shapes, *(label.box.buffer(-1) for label in names)])


def _figure_boxes(one: Scenario, canvas: Canvas, shown: Shown, looks: Sequence[Livery]) -> Iterator[Shape]:
    """Yield the boxes that figures take, which names should not cover."""
    if tokens.as_tokens(canvas):
        for token in shown.tokens:
            yield shapely.Point(canvas.at(token.at)).buffer(max(tokens.LEAST / 2, canvas.px(token.radius)), quad_segs=3)
    for shield in tokens.shields(one, canvas, shown, looks):
        (x, y), wide, high = shield.at, tokens.SHIELD_WIDE / 2 * canvas.unit, tokens.SHIELD_HIGH / 2 * canvas.unit
        yield shapely.box(x - wide, y - high, x + wide, y + high)
