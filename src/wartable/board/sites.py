"""Marks of sites on a board as SVG text: centres, fortresses, strongholds and sites of power, in two styles."""

from __future__ import annotations

from html import escape
from math import cos, pi, sin
from typing import TYPE_CHECKING

from wartable.board.palette import PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable

    from wartable.board.geometry import SiteGeometry


def _star(points: int, outer: float, inner: float) -> str:
    turns = [(pi * step / points - pi / 2, outer if step % 2 == 0 else inner) for step in range(2 * points)]
    return "M" + "L".join(f"{r * cos(a):.1f} {r * sin(a):.1f}" for a, r in turns) + "z"


DRAWN_SITES = frozenset({"centre", "fortress", "stronghold", "site_of_power"})
"""Kinds of sites that have a mark."""
SITE_RADIUS = 10.2
"""Screen pixels: the largest of them."""
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
