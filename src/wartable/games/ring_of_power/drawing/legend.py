"""What stands below a table: its title, the scale in inches, the players, and the kinds of terrain on it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from wartable.board.lettering import text_width
from wartable.board.paper import FRAME
from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.drawing.glyphs import SCATTERS
from wartable.games.ring_of_power.drawing.palette import FLOW, Livery

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wartable.games.ring_of_power.drawing.canvas import Canvas
    from wartable.games.ring_of_power.drawing.features import Feature
    from wartable.games.ring_of_power.scenario import Scenario

_ROW, _GAP, _SWATCH = 30.0, 22.0, 26.0
_SCALES = (1, 2, 3, 6, 12, 24)
_BAR = 210.0
"""The scale is as many inches as fit into so many pixels."""
_GROUNDS = {"clear": "clear", "difficult": "difficult", "impassable": "closed", "crossing": "stop to cross"}
_SKETCHED = ("ford", "bridge", "shallows")


def legend_style(canvas: Canvas) -> str:
    """Return the rules by which the strip below the table is painted."""
    paint = canvas.colour
    return f"""
.strip,.paper{{fill:{paint("frame")};fill-rule:evenodd}}
.rule{{fill:none;stroke:{paint("border")}}}
.strip-rule{{fill:none;stroke:{paint("border")};stroke-width:1.2}}
.caption{{font:600 14px Alegreya,Georgia,serif;fill:{paint("ink")}}}
.title{{font:600 25px Alegreya,Georgia,serif;letter-spacing:.06em;fill:{paint("ink")}}}
.scale{{fill:none;stroke:{paint("ink")};stroke-width:1.8}}
.scale-fill{{fill:{paint("ink")}}}
.figures{{font:600 13px Alegreya,Georgia,serif;font-feature-settings:"lnum";text-anchor:middle;fill:{paint("ink")}}}
"""


def legend_svg(
    one: Scenario, canvas: Canvas, parts: Sequence[Feature], players: Sequence[tuple[int, Livery]]
) -> tuple[str, float]:
    """Return the strip below the table and how many pixels it adds to the drawing."""
    top = canvas.height + FRAME
    entries = [*_players(players), *_terrains(parts)]
    placed, rows = _flow(entries, canvas.width)
    high = 46 + _ROW * rows + (8 if rows else 0)
    drawn = "".join(
        f'<g transform="translate({x:.1f} {top + 52 + row * _ROW:.1f})">{svg}</g>' for x, row, svg in placed
    )
    strip = (
        f'<rect class="strip" x="{-FRAME:g}" y="{top:.1f}" width="{canvas.width + 2 * FRAME:.1f}" height="{high:.1f}"/>'
        f'<rect class="strip-rule" x="{-FRAME + 1.5:g}" y="{top:.1f}" width="{canvas.width + 2 * FRAME - 3:.1f}" '
        f'height="{high - 1.5:.1f}"/>'
    )
    title = f'<text class="title" x="0" y="{top + 32:.1f}">{escape(one.title)}</text>'
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


def _flow(entries: Sequence[Entry], width: float) -> tuple[list[tuple[float, int, str]], int]:
    """Return entries in rows: x, number of the row, and what is drawn; and how many rows there are."""
    placed: list[tuple[float, int, str]] = []
    x, row = 0.0, 0
    for svg, wide in entries:
        if x and x + wide > width:
            x, row = 0.0, row + 1
        placed.append((x, row, svg))
        x += wide + _GAP
    return placed, row + 1 if placed else 0


def _entry(swatch: str, text: str) -> Entry:
    long = text_width(text, 14)
    fit = f'textLength="{long:.1f}" lengthAdjust="spacingAndGlyphs"'  # in whatever letters the page has
    return f'{swatch}<text class="caption" x="{_SWATCH + 8}" y="15" {fit}>{escape(text)}</text>', _SWATCH + 8 + long


def _players(players: Sequence[tuple[int, Livery]]) -> Iterator[Entry]:
    for number, look in players:
        box = 'x="2" width="22" height="20" rx="4"'
        swatch = f'<rect class="body" {box} fill="{look.fill}" stroke-width="1.4"/>'
        yield _entry(f'{swatch}<rect {box} fill="url(#player-{number})"/>', look.name)


def _terrains(parts: Sequence[Feature]) -> Iterator[Entry]:
    present = {part.type for part in parts}
    for kind, row in charts().terrain.items():
        if kind in present and kind not in _SKETCHED:
            yield _entry(_swatch(kind), f"{row.title}: {_GROUNDS[row.ground]}")


def _swatch(kind: str) -> str:
    box = f'y="1" width="{_SWATCH}" height="18"'
    if kind == "road":
        ways = (("road-case", 9), ("road-bed", 7))
        return "".join(f'<path class="{name}" d="M0 10H{_SWATCH}" stroke-width="{wide}"/>' for name, wide in ways)
    if kind in FLOW:
        return f'<rect class="wet{" sea" if kind == "sea" else ""}" {box}/>'
    scatter = SCATTERS.get(kind)
    glyph = (
        f'<use href="#{scatter.glyph}" transform="translate({_SWATCH / 2} 16.5)scale({min(13.0, scatter.high):.0f})"/>'
        if scatter
        else ""
    )
    wall = f'<rect class="cave-wall" {box}/>' if kind == "cave_tunnel" else ""
    return f'{wall}<rect class="area {kind}" {box}/>{glyph}'
