"""Units of simultaneous games as SVG text, in two styles: armies and fleets, and what else a family has a glyph for."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from wartable.board.palette import NOBODY, PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from wartable.board.topology import Point
    from wartable.games.order_drawing.picture import UnitGlyph, UnitMark

GLYPH = 12.5
"""Screen pixels from the middle of a unit to its edge, its paper casing left out."""


_NOTCH = '<path class="notch" d="M2.5-15.5 15.5-15.5 15.5-2.5z"/>'
_TILT = 20


def unit_style(var: Callable[[str], str]) -> str:
    """Return the rules for units."""
    return f""".unit .halo{{fill:{var("disc")};stroke:{var("disc")};stroke-width:4;stroke-linejoin:round}}
.unit .outer{{fill:{var("ink")};stroke:{var("ink")};stroke-width:6.4;stroke-linejoin:round}}
.unit .edge{{fill:none;stroke:#1E1710;stroke-width:1.3;stroke-linejoin:round}}
.unit text{{font:600 14px "Source Sans 3","Fira Sans",system-ui,sans-serif;text-anchor:middle}}
.unit .notch{{fill:#B3122A;stroke:#FFF7E8;stroke-width:1.5;stroke-linejoin:round}}
"""


def unit_svg(mark: UnitMark, glyph: UnitGlyph, at: Point, told: str, unit: float, *, ink: bool) -> str:
    """Draw a unit; one that was dislodged is tilted and has a red notch."""
    colour = PLAYERS[mark.owner - 1] if mark.owner else NOBODY
    tilt = f"rotate({_TILT})" if mark.dislodged else ""
    body = (_inked if ink else _lettered)(glyph, colour.fill, colour.text)
    return (
        f'<g id="unit-{mark.at.replace("/", "-")}{"-dislodged" if mark.dislodged else ""}" class="unit {mark.kind}" '
        f'transform="translate({at[0]:.1f} {at[1]:.1f})scale({unit:.3g}){tilt}"><title>{escape(told)}</title>'
        f"{body}{_NOTCH if mark.dislodged else ''}</g>"
    )


def _lettered(glyph: UnitGlyph, fill: str, text: str) -> str:
    """Return a letter on a hull or a disc."""
    if not glyph.hull:
        shapes = f'<circle class="rim" r="13.6"/><circle class="disc" r="12.5"/><circle r="10.6" fill="{fill}"/>'
        return f'{shapes}<text y="4.9" fill="{text}">{glyph.letter}</text>'
    layers = (f'class="outer" d="{glyph.hull}"', f'class="halo" d="{glyph.hull}"', f'd="{glyph.hull}" fill="{fill}"')
    return "".join(f"<path {layer}/>" for layer in layers) + f'<text y="5" fill="{text}">{glyph.letter}</text>'


def _inked(glyph: UnitGlyph, fill: str, text: str) -> str:
    """Return a shape with what is painted on it."""
    shape = glyph.shape
    body = f'<path class="halo" d="{shape}"/><path d="{shape}" fill="{fill}"/><path class="edge" d="{shape}"/>'
    return body + (f'<path d="{glyph.emblem}" fill="{text}"/>' if glyph.emblem else "")
