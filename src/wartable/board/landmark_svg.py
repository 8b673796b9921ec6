"""Landmarks as SVG text: rivers, bridges, ports, paths, trees and hills, lettering and the compass rose."""

from __future__ import annotations

from html import escape
from math import cos, pi, sin
from typing import TYPE_CHECKING

from wartable.board.scenery import TITLE_SPACING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from wartable.board.geometry import BoardGeometry, RegionGeometry
    from wartable.board.landmarks import Bridge, Inscription, Port
    from wartable.board.palette import Theme
    from wartable.board.scenery import TrailGeometry

_WIDETITLE_SPACING = 0.12
_CAP = 0.64
"""Height of a capital in parts of its size."""
BRIDGE = (
    '<g id="bridge"><path class="deck" d="M-9.5-3.4H9.5V3.4H-9.5z"/>'
    '<path class="plank" d="M-4.6-3V3M0-3V3M4.6-3V3"/>'
    '<path class="rail" d="M-9.8-5.6Q-7.6-3.4-5.2-3.4H5.2Q7.6-3.4 9.8-5.6'
    'M-9.8 5.6Q-7.6 3.4-5.2 3.4H5.2Q7.6 3.4 9.8 5.6"/>'
    "</g>"
)
ANCHOR = (
    '<g id="anchor"><circle class="port-disc" r="9.2"/><path class="iron" d="M0-3.6V5.6M-2.9-1.8H2.9M-5 1.6'
    'C-4.6 4.4-2.6 5.8 0 5.8 2.6 5.8 4.6 4.4 5 1.6M-5.9 3.1-5 1.4-3.3 2.3M5.9 3.1 5 1.4 3.3 2.3"/>'
    '<circle class="iron" cy="-5" r="1.4"/></g>'
)
COVERS = {
    "forest": (
        '<g id="forest"><path class="trunk" d="M0 0V-.32"/>'
        '<ellipse class="crown" cx="0" cy="-.6" rx=".42" ry=".44"/>'
        '<path class="crown-shade" d="M.06-1.04A.42.44 0 0 1 .12-.18C.3-.5.28-.82.06-1.04z"/></g>'
    ),
    "hills": '<g id="hills"><path class="slope" d="M-.62 0C-.5-.3-.26-.44 0-.44S.5-.3.62 0"/></g>',
    "marsh": ('<g id="marsh"><path class="reed" d="M-.6 0H.6M-.32-.04-.38-.5M0-.04V-.66M.32-.04.38-.5"/></g>'),
}
"""Marks one pixel high, their foot at the origin."""


def landmark_style(var: Callable[[str], str], u: float) -> str:
    """Return the rules for all landmarks; `u` is canvas pixels to a screen pixel."""
    return f"""
.bank{{fill:none;stroke:{var("bank")};stroke-width:{4.4 * u:.2f};stroke-linejoin:round;stroke-linecap:round}}
.river{{fill:none;stroke:{var("river")};stroke-width:{2.5 * u:.2f};stroke-linejoin:round;stroke-linecap:round}}
.deck{{fill:{var("peak_lit")};stroke:none}}
.rail{{fill:none;stroke:{var("peak_line")};stroke-width:1.7;stroke-linecap:round}}
.plank{{fill:none;stroke:{var("peak_line")};stroke-width:.9}}
.port-disc{{fill:{var("disc")};stroke:{var("bank")};stroke-width:1.3}}
.iron{{fill:none;stroke:{var("sea_label")};stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}}
.casing{{fill:none;stroke:{var("sea")};stroke-width:{3.6 * u:.2f};stroke-opacity:.7;stroke-linecap:round}}
.trunk{{fill:none;stroke:{var("peak_line")};stroke-width:.1}}
.crown{{fill:{var("tree")};fill-opacity:.82}}
.crown-shade{{fill:{var("peak_line")};fill-opacity:.28}}
.slope,.reed{{fill:none;stroke:{var("border")};stroke-width:.085;stroke-linecap:round;stroke-opacity:.75}}
.way-casing{{fill:none;stroke:{var("disc")};stroke-width:{4.2 * u:.2f};stroke-linecap:round;stroke-opacity:.9}}
.way{{fill:none;stroke:{var("way")};stroke-width:{2 * u:.2f};stroke-dasharray:{5.5 * u:.2f} {4 * u:.2f}}}
.way.behind{{stroke-dasharray:{0.1 * u:.2f} {4 * u:.2f};stroke-linecap:round;stroke-opacity:.75}}
.step{{fill:{var("brass")};stroke:{var("way")};stroke-width:1.3}}
.step.roll{{fill:{var("panel")}}}
.pip{{fill:{var("way")}}}
.bearer{{fill:{var("way")};stroke:{var("disc")};stroke-width:1.4}}
.ring-gold{{fill:none;stroke:{var("brass")};stroke-width:3}}
.title{{font:600 26px Alegreya,Georgia,serif;text-anchor:middle;fill-opacity:.88;stroke:{var("land")};stroke-opacity:.5;
stroke-linejoin:round;paint-order:stroke}}
.inscription{{font:600 14px Alegreya,Georgia,serif;text-anchor:middle;fill:{var("sea_label")}}}
.rose{{fill:none;stroke:{var("line")};stroke-width:1;stroke-opacity:.7}}
.rose-dark{{fill:{var("peak_line")};stroke:{var("peak_line")};stroke-width:.6;stroke-linejoin:round}}
.rose-light{{fill:{var("panel")};stroke:{var("peak_line")};stroke-width:.6;stroke-linejoin:round}}
.rose-north{{font:600 13px Alegreya,Georgia,serif;text-anchor:middle;fill:{var("ink")}}}
"""


def landmark_defs(board: BoardGeometry) -> str:
    """Return the shapes that the landmarks of a board use."""
    used = {part.kind for part in board.scatter}
    covers = "".join(shape for kind, shape in COVERS.items() if kind in used)
    return covers + (BRIDGE if board.bridges else "") + (ANCHOR if board.ports else "")


def rivers_svg(board: BoardGeometry) -> str:
    """Draw all banks, then all water, so that rivers run into each other."""
    if not board.rivers:
        return ""
    banks = "".join(f'<path class="bank" d="{river.d}"/>' for river in board.rivers)
    water = "".join(
        f'<path class="river" id="river-{river.id}" d="{river.d}"><title>{escape(river.name)}</title></path>'
        for river in board.rivers
    )
    return f'<g class="rivers">{banks}{water}</g>'


def scatter_svg(board: BoardGeometry) -> str:
    """Draw what covers the ground."""
    marks = [(y, x, size, part.kind) for part in board.scatter for x, y, size in part.marks]
    uses = [
        f'<use href="#{kind}" transform="translate({x:g} {y:g})scale({size:g})"/>' for y, x, size, kind in sorted(marks)
    ]
    return f'<g class="scatter">{"".join(uses)}</g>' if uses else ""


def bridges_svg(board: BoardGeometry, unit: float) -> str:
    """Draw the bridges."""
    return "".join(_bridge(bridge, unit) for bridge in board.bridges)


def _bridge(bridge: Bridge, unit: float) -> str:
    (x, y), turn = bridge.at, bridge.angle
    return (
        f'<use id="bridge-{bridge.a}-{bridge.b}" href="#bridge" '
        f'transform="translate({x:g} {y:g})rotate({turn:g})scale({unit:.3g})"/>'
    )


def ports_svg(board: BoardGeometry, unit: float) -> str:
    """Draw an anchor at every port."""
    return "".join(_port(port, unit) for port in board.ports)


def _port(port: Port, unit: float) -> str:
    x, y = port.at
    return (
        f'<g id="port-{port.space}" class="port" transform="translate({x:g} {y:g})scale({unit:.3g})">'
        '<use href="#anchor"/></g>'
    )


def trails_svg(board: BoardGeometry, reached: Mapping[str, int], unit: float) -> str:
    """Draw the paths; of one whose marker stands on a step (counted from 1) the way behind is only dotted."""
    return "".join(_trail(path, reached.get(path.id), unit) for path in board.paths)


def _trail(path: TrailGeometry, reached: int | None, unit: float) -> str:
    passed = (reached or 1) - 1
    legs = [
        f'<path class="way-casing" d="{leg}"/><path class="way{" behind" if number < passed else ""}" d="{leg}"/>'
        for number, leg in enumerate(path.legs)
    ]
    steps = [
        f'<g transform="translate({step.at[0]:g} {step.at[1]:g})scale({unit:.3g})">{_step(roll=step.roll)}</g>'
        for step in path.steps
    ]
    marker = _marker(path, reached, unit) if reached else ""
    return (
        f'<g class="trail" id="path-{path.id}"><title>{escape(path.name)}</title>{"".join((*legs, *steps))}{marker}</g>'
    )


def _step(*, roll: bool) -> str:
    if roll:
        return '<path class="step roll" d="M0-6.2 6.2 0 0 6.2-6.2 0z"/><circle class="pip" r="1.7"/>'
    return '<circle class="step" r="3.9"/>'


def _marker(path: TrailGeometry, reached: int, unit: float) -> str:
    x, y = path.steps[reached - 1].at
    return (
        f'<g transform="translate({x:g} {y:g})scale({unit:.3g})"><circle class="bearer" r="9.4"/>'
        '<circle class="ring-gold" r="5"/></g>'
    )


def titles_svg(board: BoardGeometry, theme: Theme) -> str:
    """Write the names of the regions large, on a dark map in their lighter colour."""
    return "".join(_title(region, region.deep if theme == "light" else region.tint) for region in board.regions)


def _title(region: RegionGeometry, ink: str) -> str:
    title = region.title
    if title is None:
        return ""
    (x, y), size, name = title.at, title.size, region.name.upper()
    # The space after the last letter would push the name to the left.
    lag = TITLE_SPACING * size / 2
    colour = f"fill:{ink};" if ink else ""
    return (
        f'<text class="title" transform="translate({x:g} {y:g})rotate({title.angle:g})" x="{lag:.1f}" '
        f'y="{_CAP * size / 2:.1f}" style="{colour}font-size:{size:g}px;letter-spacing:{TITLE_SPACING * size:.2f}px;'
        f'stroke-width:{0.17 * size:.1f}">{escape(name)}</text>'
    )


def inscriptions_svg(board: BoardGeometry) -> str:
    """Write the names of waters, slanted."""
    return "".join(map(_inscription, board.inscriptions))


def _inscription(name: Inscription) -> str:
    (x, y), size = name.at, name.size
    return (
        f'<text class="inscription" transform="translate({x:g} {y:g})rotate({name.angle:g})skewX(-12)" '
        f'y="{size * 0.3:.1f}" style="font-size:{size:g}px;letter-spacing:{_WIDETITLE_SPACING * size:.2f}px">'
        f"{escape(name.text)}</text>"
    )


def compass_svg(board: BoardGeometry) -> str:
    """Draw a rose of sixteen points."""
    if board.compass is None:
        return ""
    (x, y), r = board.compass.at, board.compass.size
    rings = "".join(f'<circle class="rose" r="{r * part:.1f}"/>' for part in (0.62, 0.68))
    points = "".join((*_points(r * 0.62, 8, pi / 8), *_points(r * 0.78, 4, pi / 4), *_points(r, 4, 0.0)))
    return (
        f'<g class="compass" transform="translate({x:g} {y:g})">{rings}{points}'
        f'<text class="rose-north" y="{-r - 5:.1f}">N</text></g>'
    )


def _points(length: float, count: int, turn: float) -> Iterator[str]:
    """Yield points of a rose, each half dark and half light."""
    for number in range(count):
        angle = turn + 2 * pi * number / count
        tip = _spot(angle, length)
        for side, shade in ((-1, "light"), (1, "dark")):
            foot = _spot(angle + side * pi / 4, length * 0.2)
            yield f'<path class="rose-{shade}" d="M0 0L{foot}L{tip}z"/>'


def _spot(angle: float, length: float) -> str:
    return f"{length * sin(angle):.1f} {-length * cos(angle):.1f}"
