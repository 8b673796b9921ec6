"""Pieces of the simultaneous games as SVG text: armies, fleets, supply centres and fortresses, in two styles."""

from __future__ import annotations

from html import escape
from math import cos, pi, sin
from typing import TYPE_CHECKING

from wartable.board.palette import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from wartable.board.geometry import SiteGeometry
    from wartable.board.orderpicture import UnitMark
    from wartable.board.topology import Point

GLYPH = 12.5
"""Screen pixels from the middle of a unit to its edge, its paper casing left out."""
_HULL = "M-13.5-7.5H13.5L8.5 8.5H-8.5z"
_SHIELD = "M-9.5-11.5H9.5V-1C9.5 5.5 5 9.5 0 12-5 9.5-9.5 5.5-9.5-1z"
_SWORD = "M-1.2 7.6 0 9.4 1.2 7.6V-2.6H4V-5H1.3V-8.6H-1.3V-5H-4V-2.6H-1.2z"
_SHIP = (
    "M-13 3.5H13C11.5 8.5 9 10.5 5.5 10.5H-5.5C-9 10.5-11.5 8.5-13 3.5z"
    "M-1.2-12V2H-10C-8-3-5.5-7.5-1.2-12zM1.2-10C6-7.5 9-3 9.5 2H1.2z"
)


def _star(points: int, outer: float, inner: float) -> str:
    turns = [(pi * step / points - pi / 2, outer if step % 2 == 0 else inner) for step in range(2 * points)]
    return "M" + "L".join(f"{r * cos(a):.1f} {r * sin(a):.1f}" for a, r in turns) + "z"


DRAWN_SITES = frozenset({"centre", "fortress", "stronghold", "site_of_power"})
"""Kinds of sites that have a mark."""
SITE_RADIUS = 10.2
"""Screen pixels: the largest of them."""
_NOTCH = '<path class="notch" d="M2.5-15.5 15.5-15.5 15.5-2.5z"/>'
_TILT = 20
_STAR = _star(5, 5.0, 2.1)
_SUN = _star(8, 6.9, 3.3)
_KEEP = "M-5 5V-5.2H-2.7V-3.4H-1.2V-5.2H1.2V-3.4H2.7V-5.2H5V5H1.5V2A1.5 1.5 0 0 0-1.5 2V5z"
_CROWN = "M-7 7V-7H-4.2V-4.6H-1.4V-7H1.4V-4.6H4.2V-7H7V7z"


def site_style(var: Callable[[str], str]) -> str:
    """Return the rules for the marks of sites."""
    return f""".site .ring{{fill:{var("disc")};stroke:{var("ink")};stroke-width:1.5}}
.site .dot{{fill:{var("ink")};stroke:{var("ink")};stroke-width:.9}}
.site .gold{{fill:{var("brass")};stroke:{var("ink")};stroke-width:.7;stroke-linejoin:round}}
"""


def _centre(kind: str, fill: str, *, ink: bool) -> str:
    held = f' style="fill:{fill}"' if fill else ""
    if kind == "stronghold":
        return f'<circle class="ring" r="10.2"/><path class="dot" transform="scale(1.1)" d="{_KEEP}"/>'
    if kind == "site_of_power":
        return f'<circle class="ring" r="9.6"/><path class="gold" d="{_SUN}"{held}/>'
    if kind == "fortress":
        return (
            f'<circle class="ring" r="8"/><path class="dot" d="{_KEEP}"/>'
            if ink
            else f'<path class="ring" d="{_CROWN}"/><circle class="dot" r="3"{held}/>'
        )
    if ink:
        return f'<circle class="ring" r="7"/><path class="gold" d="{_STAR}"{held}/>'
    return f'<circle class="ring" r="6"/><circle class="dot" r="2.9"{held}/>'


def site_svg(site: SiteGeometry, owner: int | None, unit: float, *, ink: bool) -> str:
    """Draw a centre (ring with a dot, or a star on a disc), a fortress, a stronghold or a site of power."""
    if site.kind not in DRAWN_SITES:
        return ""
    fill = PLAYERS[owner - 1].fill if owner else ""
    return (
        f'<g id="site-{site.id}" class="site {site.kind}" transform="translate({site.at[0]:g} {site.at[1]:g})'
        f'scale({unit:.3g})"><title>{escape(site.name)}</title>{_centre(site.kind, fill, ink=ink)}</g>'
    )


def unit_style(var: Callable[[str], str]) -> str:
    """Return the rules for units."""
    return f""".unit .halo{{fill:{var("disc")};stroke:{var("disc")};stroke-width:4;stroke-linejoin:round}}
.unit .outer{{fill:{var("ink")};stroke:{var("ink")};stroke-width:6.4;stroke-linejoin:round}}
.unit .edge{{fill:none;stroke:#1E1710;stroke-width:1.3;stroke-linejoin:round}}
.unit text{{font:600 14px "Source Sans 3","Fira Sans",system-ui,sans-serif;text-anchor:middle}}
.unit .notch{{fill:#B3122A;stroke:#FFF7E8;stroke-width:1.5;stroke-linejoin:round}}
"""


def unit_svg(mark: UnitMark, at: Point, told: str, unit: float, *, ink: bool) -> str:
    """Draw an army or a fleet; one that was dislodged is tilted and has a red notch."""
    colour = PLAYERS[mark.owner - 1]
    tilt = f"rotate({_TILT})" if mark.dislodged else ""
    body = _inked(mark.kind, colour.fill, colour.text) if ink else _lettered(mark.kind, colour.fill, colour.text)
    return (
        f'<g id="unit-{mark.at.replace("/", "-")}{"-dislodged" if mark.dislodged else ""}" class="unit {mark.kind}" '
        f'transform="translate({at[0]:.1f} {at[1]:.1f})scale({unit:.3g}){tilt}"><title>{escape(told)}</title>'
        f"{body}{_NOTCH if mark.dislodged else ''}</g>"
    )


def _lettered(kind: str, fill: str, text: str) -> str:
    """Return a disc with A or a hull with F."""
    if kind == "army":
        shapes = f'<circle class="rim" r="13.6"/><circle class="disc" r="12.5"/><circle r="10.6" fill="{fill}"/>'
        return f'{shapes}<text y="4.9" fill="{text}">A</text>'
    shapes = f'<path class="outer" d="{_HULL}"/><path class="halo" d="{_HULL}"/><path d="{_HULL}" fill="{fill}"/>'
    return f'{shapes}<text y="5" fill="{text}">F</text>'


def _inked(kind: str, fill: str, text: str) -> str:
    """Return a shield with a sword, or a hull under two sails."""
    shape = _SHIELD if kind == "army" else _SHIP
    body = f'<path class="halo" d="{shape}"/><path d="{shape}" fill="{fill}"/><path class="edge" d="{shape}"/>'
    return body + (f'<path d="{_SWORD}" fill="{text}"/>' if kind == "army" else "")
