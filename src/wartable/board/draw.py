"""Drawing a board, bare or with a position on it, as one SVG with an id per space."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from wartable.board.geometry import BoardGeometry, SpaceGeometry, board_geometry
from wartable.board.marks import arrow_svg, plate_svg, token_svg
from wartable.board.palette import ATLAS, PATTERN_MARKS, PLAYERS, Colours, Theme
from wartable.board.picture import Picture

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wartable.board.model import Board

_NAMES_FROM = 700
"""Screen width in pixels from which names are drawn."""
_LARGEST_UNIT = 2.1
"""Marks stop growing against the map here: on a phone the whole map is an overview."""
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
    unit = board.canvas.unit if width is None else min(board.canvas.width / width, _LARGEST_UNIT)
    drawing = _Drawing(board_geometry(board), shown, theme, unit, names=width is None or width >= _NAMES_FROM)
    svg = drawing.svg()
    return resolve_variables(svg) if portable else svg


def resolve_variables(svg: str) -> str:
    """Replace every CSS variable by its fallback value."""
    return _FALLBACK.sub(r"\1", svg)


def _style(colours: Colours, unit: float) -> str:
    def var(name: str) -> str:
        return f"var(--board-{name.replace('_', '-')},{getattr(colours, name)})"

    u = unit
    return f"""
.shape{{fill:{var("land")};fill-rule:evenodd}}
.glow use{{fill:none;stroke:{var("glow")};stroke-linejoin:round}}
.inside,.region,.coast,.closed{{fill:none;stroke-linejoin:round;stroke-linecap:round}}
.inside{{stroke:{var("border")};stroke-width:{1.2 * u:.2f};stroke-opacity:.7}}
.region{{stroke:{var("border")};stroke-width:{2.4 * u:.2f}}}
.closed{{stroke:{var("border")};stroke-width:{3.2 * u:.2f}}}
.coast{{stroke:{var("coast")};stroke-width:{1.5 * u:.2f}}}
.link{{fill:none;stroke:{var("sea_label")};stroke-width:{1.2 * u:.2f};stroke-dasharray:{3.6 * u:.2f} {3 * u:.2f}}}
.link.whole{{stroke-width:{1.6 * u:.2f};stroke-dasharray:none}}
.veil{{fill:{var("panel")};fill-opacity:.34}}
.selected .edge,.target .edge{{fill:none;stroke:{var("ink")};stroke-width:{6.4 * u:.2f};stroke-linejoin:round}}
.selected .line{{fill:none;stroke:{var("disc")};stroke-width:{3.4 * u:.2f};stroke-linejoin:round}}
.target .line{{fill:none;stroke:{var("brass")};stroke-width:{3.4 * u:.2f};stroke-linejoin:round}}
.name{{font:600 {12.5 * u:.2f}px Alegreya,Georgia,serif;font-feature-settings:"lnum";text-anchor:middle;
fill:{var("ink")};stroke:{var("disc")};stroke-width:{3 * u:.2f};stroke-linejoin:round;paint-order:stroke}}
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
"""


class _Drawing:
    """One drawing in the making; each method returns one layer, bottom first in `svg`."""

    def __init__(self, geometry: BoardGeometry, picture: Picture, theme: Theme, unit: float, *, names: bool) -> None:
        self._board = geometry
        self._picture = picture
        self._colours = ATLAS[theme]
        self._unit = unit
        self._names = names

    def svg(self) -> str:
        board = self._board
        layers = [
            self._defs(),
            self._sea(),
            self._glow(),
            "".join(self._spaces()),
            self._borders(),
            self._links(),
            "".join(self._veils()),
            "".join(self._highlights()),
            "".join(self._plates()),
            "".join(self._arrows()),
            "".join(self._name_texts()) if self._names else "",
            "".join(self._tokens()),
        ]
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {board.width} {board.height}" '
            f'width="{board.width}" height="{board.height}" class="board" role="img" '
            f'aria-label="{escape(board.title)}">{"".join(layers)}</svg>'
        )

    def _defs(self) -> str:
        shapes = "".join(f'<path id="shape-{s.id}" d="{s.d}"/>' for s in self._board.spaces)
        shapes += "".join(f'<path id="line-{kind}" d="{d}"/>' for kind, d in self._board.lines.items())
        used = sorted(set(self._picture.owners.values()))
        return (
            f"<style>{_style(self._colours, self._unit)}</style><defs>{shapes}"
            f'<linearGradient id="sea" x2="0" y2="1"><stop style="stop-color:{self._var("sea")}"/>'
            f'<stop offset="1" style="stop-color:{self._var("sea_deep")}"/></linearGradient>'
            f"{''.join(self._pattern(owner) for owner in used)}</defs>"
        )

    def _var(self, name: str) -> str:
        return f"var(--board-{name.replace('_', '-')},{getattr(self._colours, name)})"

    def _pattern(self, owner: int) -> str:
        colour = PLAYERS[owner - 1]
        marks = PATTERN_MARKS[colour.pattern].replace('class="solid"', f'fill="{colour.text}" stroke="none"')
        return (
            f'<pattern id="owner-{owner}" width="12" height="12" patternUnits="userSpaceOnUse" '
            f'patternTransform="scale({self._unit:.3f})"><g fill="none" stroke="{colour.text}" '
            f'stroke-width="1.5" opacity=".2">{marks}</g></pattern>'
        )

    def _sea(self) -> str:
        return f'<rect class="sea" width="{self._board.width}" height="{self._board.height}" fill="url(#sea)"/>'

    def _links(self) -> str:
        """Return the lanes dashed, and the ways of a board without outlines: dashed too, or whole inside a region."""
        parts = [
            f'<path class="link {link.kind}{" whole" if link.whole else ""}" id="lane-{link.a}-{link.b}" d="{link.d}"/>'
            for link in self._board.links
        ]
        return f'<g class="links">{"".join(parts)}</g>'

    def _glow(self) -> str:
        """Return soft light along the coasts: four wide strokes, which cost far less than a blur."""
        rings = ((24, 0.12), (17, 0.14), (11, 0.18), (5.5, 0.26))
        strokes = [
            f'<use href="#line-coast" stroke-width="{w * self._unit:.1f}" stroke-opacity="{o}"/>' for w, o in rings
        ]
        return f'<g class="glow">{"".join(strokes)}</g>'

    def _spaces(self) -> Iterator[str]:
        for space in self._board.spaces:
            owner = self._picture.owners.get(space.id)
            fill = f' style="fill:{PLAYERS[owner - 1].fill}"' if owner else ""
            pattern = f'<use href="#shape-{space.id}" fill="url(#owner-{owner})"/>' if owner else ""
            yield (
                f'<g id="space-{space.id}" class="space" data-region="{space.region}">'
                f"<title>{escape(self._told(space))}</title>"
                f'<use class="shape" href="#shape-{space.id}"{fill}/>{pattern}</g>'
            )

    def _told(self, space: SpaceGeometry) -> str:
        owner, armies = self._picture.owners.get(space.id), self._picture.armies.get(space.id)
        held = f", {PLAYERS[owner - 1].name}" if owner else ""
        return space.name + held + (f", {armies} {'army' if armies == 1 else 'armies'}" if armies else "")

    def _borders(self) -> str:
        order = ("inside", "region", "closed", "coast")
        uses = [f'<use class="{kind}" href="#line-{kind}"/>' for kind in order if kind in self._board.lines]
        return f'<g class="borders">{"".join(uses)}</g>'

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

    def _plates(self) -> Iterator[str]:
        for region in self._board.regions:
            if region.id in self._picture.bonuses:
                holders = {self._picture.owners.get(space) for space in region.spaces}
                holder = holders.pop() if len(holders) == 1 else None
                worth = f"+{self._picture.bonuses[region.id]}"
                text = f"{region.name} {worth}" if self._names else worth
                yield plate_svg(region.id, text, region.plate, holder, self._unit)

    def _arrows(self) -> Iterator[str]:
        places = {space.id: space.token for space in self._board.spaces}
        wraps = {frozenset((link.a, link.b)): link for link in self._board.links if link.wraps}
        for arrow in self._picture.arrows:
            link = wraps.get(frozenset((arrow.start, arrow.end)))
            yield arrow_svg(arrow, places, self._unit, self._board.width if link else None)

    def _name_texts(self) -> Iterator[str]:
        for space in self._board.spaces:
            (tx, ty), (lx, ly) = space.token, space.label
            zoom = self._unit / self._board.unit
            x, y = tx + (lx - tx) * zoom, ty + (ly - ty) * zoom + 4 * self._unit
            yield f'<text class="name" x="{x:.1f}" y="{y:.1f}">{escape(space.short)}</text>'

    def _tokens(self) -> Iterator[str]:
        for space in self._board.spaces:
            armies = self._picture.armies.get(space.id)
            if armies is not None:
                yield token_svg(space.id, space.token, armies, self._picture.owners.get(space.id), self._unit)
