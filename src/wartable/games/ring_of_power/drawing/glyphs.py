"""Small pictures that tell terrain without colour: where mountains, trees, reeds, hills and stones stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, floor

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from wartable.board.ground import PEAK
from wartable.board.peaks import chance
from wartable.games.ring_of_power.drawing.canvas import Canvas, Shape
from wartable.games.ring_of_power.drawing.land import Feature

Spot = tuple[float, float, float]
"""Foot of a glyph, and how high it is."""
_LEAST_PEAK = 0.6
_WIDE = 75.0
"""From this mean breadth of a range on, in pixels, its peaks grow and stand farther apart: a crowd of them is noise."""
_MOST_GROWTH = 1.6


class Scatter(msgspec.Struct, frozen=True):
    """How a glyph is strewn: distance along a row and between rows, and least and greatest height, in pixels.

    `room` is how far, in parts of its height, its middle keeps from what it must not cover.
    """

    glyph: str
    apart: float
    row: float
    low: float
    high: float
    room: float = 0.6


SCATTERS = {
    "mountain": Scatter("peak", 15.5, 10.5, 18.0, 25.0, 0.42),
    "woods": Scatter("tree", 14.0, 10.5, 12.0, 15.0, 0.42),
    "marsh": Scatter("reed", 25.0, 15.0, 8.0, 10.0),
    "hills": Scatter("hill", 27.0, 16.0, 8.0, 11.0),
    "rocky": Scatter("stone", 21.0, 14.0, 6.0, 10.0),
    "rough": Scatter("tuft", 27.0, 19.0, 6.0, 8.0),
    "soft_sand": Scatter("dune", 24.0, 15.0, 5.0, 6.0),
}
GLYPHS = (
    '<g id="tree"><path class="stem" d="M0 0V-.3"/><ellipse class="crown" cy="-.6" rx=".36" ry=".4"/>'
    '<path class="shade" d="M.06-.99A.36.4 0 0 1 .05-.21 .5.5 0 0 0 .06-.99"/></g>'
    '<path id="reed" class="reed" d="M-.8 0H.8M0 0V-1M-.3-.1-.55-.8M.3-.1 .55-.8"/>'
    '<path id="hill" class="arc" d="M-1 0Q-.1-1.6 1.1-.1M.35-.62Q.75-.35.85 0"/>'
    '<path id="stone" class="stone" d="M-.6 0-.45-.6-.05-.85.4-.65.6 0z"/>'
    '<path id="tuft" class="arc" d="M-.7 0-.3-.7-.05-.2.3-.9.55-.1.9-.5"/>'
    '<path id="dune" class="arc" d="M-1.2 0Q-.5-1 .1-.1 .7-.9 1.4 0"/>'
)
"""Glyphs one pixel high with their foot at the origin."""


def glyph_defs() -> str:
    """Return the glyphs for the definitions of a drawing."""
    return PEAK + GLYPHS


def glyph_style(canvas: Canvas) -> str:
    """Return the rules by which glyphs are painted."""
    paint = canvas.colour
    return f"""
.lit{{fill:{paint("peak-lit")}}}
.shaded{{fill:{paint("peak-shade")}}}
.crest{{fill:none;stroke:{paint("peak-line")};stroke-width:.07;stroke-linejoin:round;stroke-linecap:round}}
.crown{{fill:{paint("crown")};stroke:{paint("crown-dark")};stroke-width:.07}}
.shade{{fill:{paint("crown-dark")};fill-opacity:.3}}
.stem{{stroke:{paint("crown-dark")};stroke-width:.12}}
.reed,.arc{{fill:none;stroke:{paint("reed")};stroke-width:.13;stroke-linecap:round;stroke-linejoin:round}}
.arc{{stroke:{paint("arc")}}}
.stone{{fill:{paint("peak-lit")};stroke:{paint("stone")};stroke-width:.13;stroke-linejoin:round}}
"""


def glyphs_svg(parts: Sequence[Feature], keep_clear: Shape, unit: float, *, rocky_table: bool) -> str:
    """Return all glyphs, those farther down over those behind; none on `keep_clear`.

    On a table that is mostly rock the rock is left plain: halls and tunnels are the picture there.
    """
    found: list[tuple[float, float, float, str]] = []
    above: Shape = keep_clear
    for part in reversed(parts):
        scatter = SCATTERS.get(part.type)
        if scatter and not (rocky_table and part.type == "mountain"):
            sized = _grown(scatter, unit, part.shape if scatter.glyph == "peak" else None)
            found += [(y, x, high, scatter.glyph) for x, y, high in _spots(sized, part.shape, above)]
        above = above.union(part.shape)
    return "".join(
        f'<use href="#{glyph}" transform="translate({x:.1f} {y:.1f})scale({high:.1f})"/>'
        for y, x, high, glyph in sorted(found)
    )


def _grown(scatter: Scatter, unit: float, mass: Shape | None) -> Scatter:
    """Return a scatter for a sheet of this unit, larger and sparser the broader a mass of rock is."""
    breadth = 2 * mass.area / mass.length if mass is not None else 0.0
    growth = min(_MOST_GROWTH, max(1.0, breadth / (_WIDE * unit)))
    lengths = {name: getattr(scatter, name) * unit * growth for name in ("low", "high")}
    gaps = {name: getattr(scatter, name) * unit * growth**2 for name in ("apart", "row")}
    return msgspec.structs.replace(scatter, **lengths, **gaps)


def _spots(scatter: Scatter, shape: Shape, above: Shape) -> Iterator[Spot]:
    west, north, east, south = shape.bounds
    low = min(1.0, max(_LEAST_PEAK, (south - north) / (5 * scatter.high)))
    spots = list(_brick(scatter, (west, north, east, south), low))
    if not spots:
        return
    middles = np.array([(x, y - high / 2) for x, y, high in spots])
    points = shapely.points(middles)
    inside = shapely.contains_xy(shape, middles)
    far = _distances(points, above) if not above.is_empty else np.full(len(spots), np.inf)
    edge = _distances(points, shape.boundary)
    for spot, fits, gap, rim in zip(spots, inside.tolist(), far.tolist(), edge.tolist(), strict=True):
        if fits and gap > spot[2] * scatter.room and (scatter.glyph == "peak" or rim > spot[2] * scatter.room):
            yield spot


def _distances(points: Shape, shape: Shape) -> NDArray[np.float64]:
    return np.array([point.distance(shape) for point in points])


def _brick(scatter: Scatter, box: tuple[float, float, float, float], low: float) -> Iterator[Spot]:
    """Yield a brick pattern, a little disordered, over a box; the same for the same place of the sheet."""
    west, north, east, south = box
    for row in range(floor(north / scatter.row), ceil(south / scatter.row) + 2):
        for column in range(floor(west / scatter.apart) - 1, ceil(east / scatter.apart) + 1):
            x = (column + 0.5 * (row % 2) + 0.55 * (chance(column, row, 1) - 0.5)) * scatter.apart
            y = (row + 0.6 * (chance(column, row, 2) - 0.5)) * scatter.row
            yield x, y, (scatter.low + (scatter.high - scatter.low) * chance(column, row, 3)) * low
