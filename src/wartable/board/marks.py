"""The small marks of a drawing: army tokens, region plates and arrows, as SVG text."""

from __future__ import annotations

from html import escape
from math import hypot
from typing import TYPE_CHECKING

from wartable.board.palette import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wartable.board.picture import Arrow
    from wartable.board.topology import Point

TOKEN_RADIUS = 13.0
"""Screen pixels; the ring of the owner included."""
_BOW = 0.12
"""How far an arrow swings out, as a part of its length."""


def token_svg(space: str, at: Point, armies: int, owner: int | None, unit: float) -> str:
    """Draw a disc with a number and a ring in the owner's colour (grey for nobody)."""
    x, y = at
    ring = PLAYERS[owner - 1].fill if owner else "#8A8F94"
    size = (15.5, 14.5, 11.5, 9.5)[min(len(str(armies)), 4) - 1] * unit
    circles = [("rim", TOKEN_RADIUS, ""), ("disc", 12.1, ""), ("ring", 11.5, f' fill="{ring}"'), ("disc", 8.9, "")]
    discs = "".join(f'<circle class="{name}" r="{r * unit:.1f}"{fill}/>' for name, r, fill in circles)
    return (
        f'<g id="token-{space}" class="token" transform="translate({x:g} {y:g})">{discs}'
        f'<text class="count" y="{size * 0.35:.1f}" font-size="{size:.1f}">{armies}</text></g>'
    )


def plate_svg(region: str, text: str, at: Point, holder: int | None, unit: float) -> str:
    """Draw a region's name and worth on a plate, filled with the colour of who holds it all."""
    x, y = at
    long, height = len(text) * 5.9 * unit, 21 * unit
    width = long + 16 * unit
    fill = f' style="fill:{PLAYERS[holder - 1].fill}"' if holder else ""
    ink = f' style="fill:{PLAYERS[holder - 1].text}"' if holder else ""
    return (
        f'<g id="plate-{region}" class="plate" transform="translate({x:g} {y:g})">'
        f'<rect x="{-width / 2:.1f}" y="{-height / 2:.1f}" width="{width:.1f}" height="{height:.1f}" '
        # Where a picture stands alone its letters are whatever the reader has: they fit the plate all the same.
        f'rx="{height / 2:.1f}"{fill}/><text y="{4.1 * unit:.1f}" textLength="{long:.1f}" '
        f'lengthAdjust="spacingAndGlyphs"{ink}>{escape(text)}</text></g>'
    )


def _toward(start: Point, end: Point, distance: float) -> Point:
    """Return the point on the way from start to end, `distance` pixels away from start."""
    length = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return (
        start[0] + (end[0] - start[0]) * distance / length,
        start[1] + (end[1] - start[1]) * distance / length,
    )


def _head(tip: Point, before: Point, unit: float) -> str:
    """Return the path of an arrow head that points from `before` to `tip`."""
    bx, by = _toward(tip, before, 15 * unit)
    length = hypot(tip[0] - bx, tip[1] - by) or 1.0
    nx, ny = (tip[1] - by) / length * 7.5 * unit, -(tip[0] - bx) / length * 7.5 * unit
    return f"M{tip[0]:.1f} {tip[1]:.1f}L{bx + nx:.1f} {by + ny:.1f}L{bx - nx:.1f} {by - ny:.1f}z"


def _stroke(path: str, head: str, owner: int | None, unit: float, *, planned: bool) -> str:
    dots = f' stroke-dasharray="{0.1 * unit:.2f} {8 * unit:.1f}" stroke-linecap="round"' if planned else ""
    colour = PLAYERS[owner - 1].fill if owner else None
    core = f'<path class="core" d="{path}" stroke="{colour}" stroke-width="{2.6 * unit:.1f}"/>' if colour else ""
    return (
        f'<path class="case" d="{path}{head}" stroke-width="{(3.6 if planned else 8.8) * unit:.1f}"/>'
        f'<path class="case" d="{head}" stroke-width="{3.4 * unit:.1f}"/>'
        f'<path class="shaft" d="{path}" stroke-width="{5.4 * unit:.1f}"{dots}/>'
        f'<path class="head" d="{head}"/>{"" if planned else core}'
    )


def _label(text: str, at: Point, unit: float) -> str:
    if not text:
        return ""
    width, height = (len(text) * 7 + 18) * unit, 24 * unit
    return (
        f'<rect class="pill" x="{at[0] - width / 2:.1f}" y="{at[1] - height / 2:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}" rx="{height / 2:.1f}"/>'
        f'<text class="chance" x="{at[0]:.1f}" y="{at[1] + 4.6 * unit:.1f}">{escape(text)}</text>'
    )


def _bowed(start: Point, end: Point, unit: float) -> tuple[str, str, Point]:
    """Return shaft, head and middle of a bowed arrow between two tokens."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    bend = ((start[0] + end[0]) / 2 + dy * _BOW, (start[1] + end[1]) / 2 - dx * _BOW)
    gap = (TOKEN_RADIUS + 2) * unit
    first, tip = _toward(start, bend, gap), _toward(end, bend, gap)
    neck = _toward(tip, bend, 12 * unit)
    path = f"M{first[0]:.1f} {first[1]:.1f}Q{bend[0]:.1f} {bend[1]:.1f} {neck[0]:.1f} {neck[1]:.1f}"
    middle = ((first[0] + 2 * bend[0] + tip[0]) / 4, (first[1] + 2 * bend[1] + tip[1]) / 4)
    return path, _head(tip, bend, unit), middle


def _round_the_edge(start: Point, end: Point, width: int, unit: float) -> tuple[str, str, Point]:
    """Return an arrow that leaves at the nearer edge and comes in again at the other."""
    out, back = (0.0, float(width)) if start[0] < end[0] else (float(width), 0.0)
    level = (start[1] + end[1]) / 2
    gap = (TOKEN_RADIUS + 2) * unit
    first, tip = _toward(start, (out, level), gap), _toward(end, (back, level), gap)
    neck = _toward(tip, (back, level), 12 * unit)
    path = f"M{first[0]:.1f} {first[1]:.1f}L{out:.1f} {level:.1f}M{back:.1f} {level:.1f}L{neck[0]:.1f} {neck[1]:.1f}"
    return path, _head(tip, (back, level), unit), ((first[0] + out) / 2, level)


def arrow_svg(arrow: Arrow, places: Mapping[str, Point], unit: float, wrap_width: int | None) -> str:
    """Draw a move from token to token; with `wrap_width`, over the edges of a canvas of that width."""
    start, end = places[arrow.start], places[arrow.end]
    made = _bowed(start, end, unit) if wrap_width is None else _round_the_edge(start, end, wrap_width, unit)
    path, head, middle = made
    return (
        f'<g class="arrow" id="arrow-{arrow.start}-{arrow.end}">'
        f"{_stroke(path, head, arrow.owner, unit, planned=arrow.planned)}{_label(arrow.label, middle, unit)}</g>"
    )
