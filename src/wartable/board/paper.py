"""Ornament of the parchment style as SVG text: grain of paper, waves, darker corners, and the frame."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from wartable.board.geometry import BoardGeometry
    from wartable.board.palette import Theme

FRAME = 30.0
"""Screen pixels the frame adds on every side of the map."""
_WAVE = "q2.6-4 5.2 0 2.6-4 5.2 0 2.6-4 5.2 0"
_STAINS = 'baseFrequency=".011" numOctaves="4" seed="7"'
_FIBRES = 'baseFrequency=".75" numOctaves="2" seed="3"'


class Sheet(Protocol):
    """What ornament is drawn on: anything with a width and a height in pixels."""

    @property
    def width(self) -> float:
        """Its width."""
        ...

    @property
    def height(self) -> float:
        """Its height."""
        ...


def _noise(name: str, turbulence: str, alpha: str) -> str:
    """Return a filter that paints brown where noise is strong; `alpha` is factor and offset of its opacity."""
    return (
        f'<filter id="{name}" x="0" y="0" width="100%" height="100%" color-interpolation-filters="sRGB">'
        f'<feTurbulence type="fractalNoise" {turbulence} stitchTiles="stitch"/>'
        f'<feColorMatrix values="0 0 0 0 .3 0 0 0 0 .2 0 0 0 0 .09 {alpha}"/></filter>'
    )


def paper_defs(theme: Theme) -> str:
    """Return the filters and the gradient the ornament needs; on a dark page the paper is nearly smooth."""
    strength = 1.0 if theme == "light" else 0.4
    return (
        _noise("stains", _STAINS, f"{0.42 * strength:g} 0 0 0 {-0.18 * strength:g}")
        + _noise("fibres", _FIBRES, f"0 {0.3 * strength:g} 0 0 {-0.11 * strength:g}")
        + '<radialGradient id="corners" r=".74"><stop offset=".66" stop-color="#3A2408" stop-opacity="0"/>'
        '<stop offset="1" stop-color="#3A2408" stop-opacity=".27"/></radialGradient>'
    )


def _sheet(board: Sheet, paint: str) -> str:
    return f'<rect width="{board.width:g}" height="{board.height:g}" {paint} pointer-events="none"/>'


def smooth(svg: str) -> str:
    """Return a drawing without its grain, which makes pictures of pixels four times as large."""
    return re.sub(r'<rect [^>]*filter="url\(#(?:stains|fibres)\)"[^>]*/>', "", svg)


def grain(board: Sheet) -> str:
    """Return stains and fibres over everything below: by filter, so that they cost a line and no shapes."""
    return _sheet(board, 'filter="url(#stains)"') + _sheet(board, 'filter="url(#fibres)"')


def corners(board: Sheet) -> str:
    """Return the darker corners of an old sheet."""
    return _sheet(board, 'fill="url(#corners)"')


def wave_marks(board: BoardGeometry, unit: float) -> str:
    """Return one path with every wave of the open sea."""
    steps = _WAVE if unit == 1 else " ".join(_scaled(unit))
    return f'<path class="wave" d="{"".join(f"M{x:g} {y:g}{steps}" for x, y in board.waves)}"/>'


def _scaled(unit: float) -> list[str]:
    hump = (2.6 * unit, -4 * unit, 5.2 * unit, 0.0)
    return ["q", *(f"{number:.1f}" for _ in range(3) for number in hump)]


def frame(board: Sheet, unit: float) -> str:
    """Return the frame round the map: paper, ink rules and dashes, drawn outside the canvas."""
    wide, width, height = FRAME * unit, board.width, board.height
    rules = "".join(
        f'<rect class="rule" x="{-gap * unit:.1f}" y="{-gap * unit:.1f}" width="{width + 2 * gap * unit:.1f}" '
        f'height="{height + 2 * gap * unit:.1f}" stroke-width="{thick * unit:.1f}"/>'
        for gap, thick in ((0.8, 2.0), (5.5, 0.9), (24.0, 0.9), (28.5, 1.6))
    )
    middle = 14.5 * unit
    dashes = (
        f'<rect class="rule" x="{-middle:.1f}" y="{-middle:.1f}" width="{width + 2 * middle:.1f}" '
        f'height="{height + 2 * middle:.1f}" stroke-width="{4 * unit:.1f}" stroke-opacity=".55" '
        f'stroke-dasharray="{26 * unit:.1f} {22 * unit:.1f}"/>'
    )
    ring = f"M{-wide:.1f} {-wide:.1f}H{width + wide:.1f}V{height + wide:.1f}H{-wide:.1f}zM0 0V{height:g}H{width:g}V0z"
    return f'<g class="frame"><path class="paper" d="{ring}"/>{rules}{dashes}</g>'
