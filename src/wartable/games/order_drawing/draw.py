"""Drawing a simultaneous game: the board with units, owned centres and orders, as one SVG."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from msgspec.structs import replace

from wartable.board.draw import resolve_variables, svg_text
from wartable.board.errors import BoardError
from wartable.board.findings import did_you_mean
from wartable.board.geometry import board_geometry
from wartable.board.ground import Ground
from wartable.board.palette import NOBODY, PLAYERS
from wartable.board.sites import site_style, site_svg
from wartable.games.order_drawing.lines import OrderLines, order_style
from wartable.games.order_drawing.picture import OrderPicture
from wartable.games.order_drawing.units import unit_style, unit_svg

if TYPE_CHECKING:
    from wartable.board.model import Board
    from wartable.board.palette import Theme
    from wartable.board.topology import Point
    from wartable.games.order_drawing.picture import OrderMark, UnitMark

_BESIDE = (13.0, -11.0)
"""Screen pixels a dislodged unit stands aside of the one that drove it out."""
_STRIP, _SWATCH = 34.0, 13.0
"""Screen pixels: height of a line under the map, side of a coloured square in it."""
_LETTER = 9.2


def draw_orders(
    board: Board, picture: OrderPicture, *, theme: Theme = "light", width: int | None = None, portable: bool = False
) -> str:
    """Draw units, owners and orders on a board as SVG text; the other arguments are those of `draw_board`.

    Raises `BoardError` when the picture names a place the board lacks, or a kind of unit that has no glyph.
    """
    for place in _places(picture):
        board.point(place)
    for mark in picture.units:
        if mark.kind not in picture.glyphs:
            raise BoardError(f"there is no glyph for {mark.kind}; {did_you_mean(mark.kind, picture.glyphs)}")
    svg = _OrderDrawing(board, picture, theme, width).svg()
    return resolve_variables(svg) if portable else svg


def _places(picture: OrderPicture) -> list[str]:
    named = [place for order in picture.orders for place in (order.unit, order.to, order.of, *order.via) if place]
    return [*named, *(mark.at for mark in picture.units), *picture.owners, *picture.centres]


def _way(board: Board, order: OrderMark) -> tuple[str, ...]:
    """Return the fewest of a move's fleets that lead over the water, in order; all as named where they lead nowhere."""
    start, goal = (place.partition("/")[0] for place in (order.unit, order.to))
    fleets = {place.partition("/")[0]: place for place in order.via}
    ways: list[tuple[str, ...]] = [(start,)]
    seen = {start}
    while ways:
        way = ways.pop(0)
        near = board.neighbours(way[-1])
        if len(way) > 1 and goal in near:
            return tuple(fleets[space] for space in way[1:])
        fresh = [space for space in near if space in fleets and space not in seen]
        seen.update(fresh)
        ways += [(*way, space) for space in fresh]
    return order.via


class _OrderDrawing:
    def __init__(self, board: Board, picture: OrderPicture, theme: Theme, width: int | None) -> None:
        self._board = board
        self._picture = picture
        geometry = board_geometry(board)
        told = {space.id: self._told(space.id) for space in geometry.spaces}
        owners = {space: owner for space, owner in picture.owners.items() if board.space(space).kind != "sea"}
        self._ground = Ground(geometry, theme, width, owners, told)
        self._unit = self._ground.unit

    def _told(self, space: str) -> str:
        here = [mark.kind for mark in self._picture.units if mark.at.partition("/")[0] == space]
        owner = self._picture.owners.get(space)
        held = f", {self._named(owner)}" if owner else ""
        return self._board.space(space).name + held + "".join(f", {kind}" for kind in here)

    def _named(self, owner: int) -> str:
        """Return what a colour stands for: the name in the legend without its number."""
        if not owner:
            return NOBODY.name
        names = [entry.text for entry in self._picture.legend if entry.owner == owner]
        return names[0].rstrip("0123456789 ") if names else PLAYERS[owner - 1].name

    def svg(self) -> str:
        ground, picture = self._ground, self._picture
        standing = frozenset(mark.at.partition("/")[0] for mark in picture.units if not mark.dislodged)
        lines = OrderLines(self._board.point, standing, self._unit)
        orders = tuple(replace(order, via=_way(self._board, order)) if order.via else order for order in picture.orders)
        layers = [
            *ground.layers(),
            *lines.svg(orders),
            *self._sites(),
            ground.names(),
            *(self._unit_mark(mark) for mark in sorted(picture.units, key=lambda mark: not mark.dislodged)),
            self._strip(),
        ]
        style = ground.style() + self._style()
        box = ground.box(_STRIP * self._unit * self._rows())
        return svg_text(picture.caption or self._board.title, box, style, ground.defs(), "".join(layers))

    def _style(self) -> str:
        var, u = self._ground.var, self._unit
        return (
            site_style(var)
            + unit_style(var)
            + order_style(var)
            + f""".strip{{fill:{var("panel")}}}
.strip-text{{font:600 {14 * u:.1f}px Alegreya,Georgia,serif;font-feature-settings:"lnum";fill:{var("ink")}}}
.rim{{fill:{var("ink")}}}
.disc{{fill:{var("disc")}}}
"""
        )

    def _sites(self) -> list[str]:
        ink = self._ground.look.ink
        return [site_svg(site, self._owner(site.space), self._unit, ink=ink) for site in self._ground.board.sites]

    def _owner(self, space: str) -> int | None:
        """Return the colour of a centre; on an atlas only where its land does not show it already."""
        held = self._picture.owners.get(space)
        owner = self._picture.centres.get(space, held)
        return None if owner == held and not self._ground.look.ink else owner

    def _unit_mark(self, mark: UnitMark) -> str:
        (x, y), u = self._board.point(mark.at), self._unit
        crowded = mark.dislodged and any(
            other.at.partition("/")[0] == mark.at.partition("/")[0] and not other.dislodged
            for other in self._picture.units
        )
        place: Point = (x + _BESIDE[0] * u, y + _BESIDE[1] * u) if crowded else (x, y)
        name = self._board.space(mark.at.partition("/")[0]).name
        told = f"{self._named(mark.owner)}, {mark.kind} in {name}{', dislodged' if mark.dislodged else ''}"
        return unit_svg(mark, self._picture.glyphs[mark.kind], place, told, u, ink=self._ground.look.ink)

    def _entries(self) -> list[list[tuple[float, str]]]:
        """Return the swatches and texts of the lines under the map: widths in canvas pixels, and SVG."""
        u, picture = self._unit, self._picture
        items: list[tuple[float, str]] = []
        if picture.caption:
            caption = f'<text class="strip-text">{escape(picture.caption)}</text>'
            items.append(((len(picture.caption) * _LETTER + 26) * u, caption))
        for entry in picture.legend:
            square = (
                f'<rect y="{-10.5 * u:.1f}" width="{_SWATCH * u:.1f}" height="{_SWATCH * u:.1f}" rx="{2 * u:.1f}" '
                f'fill="{PLAYERS[entry.owner - 1].fill}"/>'
            )
            text = f'<text class="strip-text" x="{18 * u:.1f}">{escape(entry.text)}</text>'
            items.append(((18 + len(entry.text) * _LETTER + 16) * u, square + text))
        rows: list[list[tuple[float, str]]] = [[]]
        for item in items:
            if sum(w for w, _ in rows[-1]) + item[0] > self._ground.board.width - 20 * u:
                rows.append([])
            rows[-1].append(item)
        return [row for row in rows if row]

    def _rows(self) -> int:
        return len(self._entries())

    def _strip(self) -> str:
        """Return caption and legend under the map."""
        rows, u = self._entries(), self._unit
        if not rows:
            return ""
        x, y, width, height = self._ground.box()
        high = _STRIP * u * len(rows)
        parts = [f'<rect class="strip" x="{x:g}" y="{y + height:.1f}" width="{width:g}" height="{high:.1f}"/>']
        for number, row in enumerate(rows):
            left = 12 * u
            for wide, item in row:
                top = y + height + (number + 0.64) * _STRIP * u
                parts.append(f'<g transform="translate({left:.1f} {top:.1f})">{item}</g>')
                left += wide
        return f'<g class="legend">{"".join(parts)}</g>'
