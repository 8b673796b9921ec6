"""Drawing a board, bare or with a position on it, as one SVG with an id per space."""

from __future__ import annotations

import re
from html import escape
from math import hypot
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wartable.board.geometry import SpaceGeometry, board_geometry
from wartable.board.ground import Ground
from wartable.board.landmark_svg import trails_svg
from wartable.board.marks import TOKEN_RADIUS, arrow_svg, plate_svg, token_svg
from wartable.board.palette import PLAYERS, Theme
from wartable.board.picture import Picture
from wartable.board.sites import DRAWN_SITES, SITE_RADIUS, site_style, site_svg

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wartable.board.model import Board

_FALLBACK = re.compile(r"var\(--[\w-]+,\s*([^()]+)\)")


def draw_board(
    board: Board,
    picture: Picture | None = None,
    *,
    theme: Theme = "light",
    width: int | None = None,
    portable: bool = False,
) -> str:
    """Draw a board as SVG text.

    `width` is the screen width in pixels the drawing is meant for: tokens and names keep their size on the screen,
    and names are left out below 700. Colours are CSS variables (`--board-sea` and so on) with the theme's value as
    fallback; `portable` writes the values alone, for programs that know no variables. Raises `BoardError` when the
    picture names a space the board lacks.
    """
    shown = picture or Picture()
    ends = [end for arrow in shown.arrows for end in (arrow.start, arrow.end)]
    for name in (*shown.owners, *shown.armies, *shown.targets, shown.selected, *ends):
        if name is not None:
            board.space(name)
    geometry = board_geometry(board)
    told = {space.id: _told(space, shown) for space in geometry.spaces}
    svg = _Drawing(Ground(geometry, theme, width, shown.owners, told), shown).svg()
    return resolve_variables(svg) if portable else svg


def draw_ground(board: Board, *, theme: Theme = "light") -> str:
    """Draw a board without names, marks and frame, exactly as large as its canvas: a sheet to lay pieces on."""
    ground = Ground(board_geometry(board), theme, None, {}, {})
    whole = (0.0, 0.0, float(board.canvas.width), float(board.canvas.height))
    return svg_text(board.title, whole, ground.style(), ground.defs(), "".join(ground.layers()))


def resolve_variables(svg: str) -> str:
    """Replace every CSS variable by its fallback value."""
    return _FALLBACK.sub(r"\1", svg)


def _told(space: SpaceGeometry, picture: Picture) -> str:
    owner, armies = picture.owners.get(space.id), picture.armies.get(space.id)
    held = f", {PLAYERS[owner - 1].name}" if owner else ""
    return space.name + held + (f", {armies} {'army' if armies == 1 else 'armies'}" if armies else "")


def svg_text(title: str, box: tuple[float, float, float, float], style: str, defs: str, layers: str) -> str:
    """Return a whole drawing; `box` is x, y, width and height of what it shows."""
    shown = " ".join(f"{number:g}" for number in box)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{shown}" width="{box[2]:g}" height="{box[3]:g}" '
        f'class="board" role="img" aria-label="{escape(title)}"><style>{style}</style><defs>{defs}</defs>{layers}</svg>'
    )


class _Drawing:
    """One drawing in the making; each method returns one layer, bottom first in `svg`."""

    def __init__(self, ground: Ground, picture: Picture) -> None:
        self._ground = ground
        self._board = ground.board
        self._picture = picture
        self._unit = ground.unit

    def svg(self) -> str:
        ground = self._ground
        layers = [
            *ground.layers(),
            *self._veils(),
            *self._highlights(),
            *self._plates(),
            trails_svg(self._board, self._picture.steps, ground.small),
            *self._arrows(),
            *self._sites(),
            ground.names(),
            *self._tokens(),
        ]
        return svg_text(self._board.title, ground.box(), ground.style() + self._style(), ground.defs(), "".join(layers))

    def _style(self) -> str:
        var, u = self._ground.var, self._unit
        return f"""
.veil{{fill:{var("panel")};fill-opacity:.34}}
.selected .edge,.target .edge{{fill:none;stroke:{var("ink")};stroke-width:{6.4 * u:.2f};stroke-linejoin:round}}
.selected .line{{fill:none;stroke:{var("disc")};stroke-width:{3.4 * u:.2f};stroke-linejoin:round}}
.target .line{{fill:none;stroke:{var("brass")};stroke-width:{3.4 * u:.2f};stroke-linejoin:round}}
.disc{{fill:{var("disc")}}}
.rim{{fill:{var("ink")}}}
.count,.chance{{font-family:"Source Sans 3","Fira Sans",system-ui,sans-serif;font-weight:600;text-anchor:middle;
font-variant-numeric:lining-nums tabular-nums}}
.count{{fill:{var("ink")}}}
.plate rect{{fill:{var("panel")};stroke:{var("line")};stroke-width:{u:.2f}}}
.plate text{{font:600 {12 * u:.2f}px Alegreya,Georgia,serif;font-feature-settings:"lnum";text-anchor:middle;
fill:{var("ink")}}}
.arrow .case{{fill:none;stroke:{var("disc")};stroke-linecap:round;stroke-linejoin:round}}
.arrow .shaft{{fill:none;stroke:{var("ink")}}}
.arrow .core{{fill:none;stroke-linecap:round}}
.arrow .head{{fill:{var("ink")}}}
.arrow .pill{{fill:{var("ink")};stroke:{var("disc")};stroke-width:{1.5 * u:.2f}}}
.chance{{fill:{var("disc")};font-size:{13 * u:.2f}px}}
{site_style(var)}"""

    def _veils(self) -> Iterator[str]:
        lit = {self._picture.selected, *self._picture.targets}
        for space in self._board.spaces if self._picture.targets else ():
            if space.id not in lit:
                yield f'<use class="veil" href="#shape-{space.id}"/>'

    def _highlights(self) -> Iterator[str]:
        marked = [(space, "target") for space in self._picture.targets]
        if self._picture.selected:
            marked.append((self._picture.selected, "selected"))
        for space, kind in marked:
            shape = f'href="#shape-{space}"'
            yield f'<g class="{kind}"><use class="edge" {shape}/><use class="line" {shape}/></g>'

    def _sites(self) -> Iterator[str]:
        """Yield the marks of sites; on a narrow drawing they are smaller, and step aside for the token that grew."""
        places = {space.id: space.token for space in self._board.spaces}
        size = self._unit if self._ground.wide else min(self._unit, 0.8 * self._unit + 0.2 * self._board.unit)
        for site in self._board.sites:
            (x, y), (tx, ty) = site.at, places[site.space]
            gap = hypot(x - tx, y - ty)
            apart = TOKEN_RADIUS * self._unit + SITE_RADIUS * size
            if site.space in self._picture.armies and site.kind in DRAWN_SITES and 0 < gap < apart:
                x, y = tx + (x - tx) * apart / gap, ty + (y - ty) * apart / gap
            yield site_svg(replace(site, at=(x, y)), None, size, ink=self._ground.look.ink)

    def _plates(self) -> Iterator[str]:
        for region in self._board.regions:
            if region.id in self._picture.bonuses:
                holders = {self._picture.owners.get(space) for space in region.spaces}
                holder = holders.pop() if len(holders) == 1 else None
                worth = f"+{self._picture.bonuses[region.id]}"
                text = f"{region.name} {worth}" if self._ground.wide else worth
                yield plate_svg(region.id, text, region.plate, holder, self._unit)

    def _arrows(self) -> Iterator[str]:
        places = {space.id: space.token for space in self._board.spaces}
        wraps = {frozenset((link.a, link.b)): link for link in self._board.links if link.wraps}
        for arrow in self._picture.arrows:
            link = wraps.get(frozenset((arrow.start, arrow.end)))
            yield arrow_svg(arrow, places, self._unit, self._board.width if link else None)

    def _tokens(self) -> Iterator[str]:
        for space in self._board.spaces:
            armies = self._picture.armies.get(space.id)
            if armies is not None:
                yield token_svg(space.id, space.token, armies, self._picture.owners.get(space.id), self._unit)
