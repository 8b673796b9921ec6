"""The ground of a drawing: water, lands in their owners' colours, borders, mountains and names, bottom to top."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from wartable.board.landmark_svg import (
    bridges_svg,
    compass_svg,
    inscriptions_svg,
    landmark_defs,
    landmark_style,
    ports_svg,
    rivers_svg,
    scatter_svg,
    titles_svg,
)
from wartable.board.palette import LOOKS, PATTERN_MARKS, PLAYERS, Theme
from wartable.board.paper import FRAME, corners, frame, grain, paper_defs, wave_marks

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from wartable.board.geometry import BoardGeometry, SpaceGeometry
    from wartable.board.model import DecorationKind
    from wartable.board.peaks import Peak

_NAMES_FROM = 700
"""Screen width in pixels from which names and ornament are drawn."""
_LARGEST_UNIT = 2.1
"""Marks stop growing against the map here: on a phone the whole map is an overview."""
_SMALL = 1.5
"""How much landmarks grow at most: on a phone they leave the room to the tokens."""
_LEADING = 12.5
"""Screen pixels from line to line of a name."""
PEAK = (
    '<g id="peak"><path class="lit" d="M-.47 0C-.3-.3-.14-.62 0-1 .05-.8.02-.66.09-.5 0-.36.06-.2 0 0z"/>'
    '<path class="shaded" d="M0-1C.12-.66.3-.3.47 0H0C.06-.2 0-.36.09-.5.02-.66.05-.8 0-1z"/>'
    '<path class="crest" d="M-.47 0C-.3-.3-.14-.62 0-1 .12-.66.3-.3.47 0"/></g>'
)
"""A mountain one pixel high, its foot at the origin; its lit side, shaded side and line are coloured by class."""


class Ground:
    """The layers under the pieces; `owners` are player colours, `told` says what a space holds, for its title."""

    def __init__(
        self, board: BoardGeometry, theme: Theme, width: int | None, owners: Mapping[str, int], told: Mapping[str, str]
    ) -> None:
        self.board = board
        self.look = LOOKS[board.style]
        self.theme: Theme = theme
        # On a larger picture than the board was laid out for, lettering and tokens grow with it.
        self.unit = board.unit if width is None else max(board.unit, min(board.width / width, _LARGEST_UNIT))
        self.small = min(self.unit, _SMALL * board.unit)
        self.wide = width is None or width >= _NAMES_FROM
        self._owners = owners
        self._told = told
        self._tints = {region.id: region.tint for region in board.regions}
        self._tinted = 0.52 if theme == "light" else 0.35
        self._rimmed = self._rim_groups()

    def var(self, name: str) -> str:
        """Return a colour of the theme as a CSS variable with its value."""
        colour = getattr(self.look.colours[self.theme], name)
        return f"var(--board-{name.replace('_', '-')},{colour})"

    def style(self) -> str:
        """Return the rules for everything drawn here."""
        var, look, u = self.var, self.look, self.unit
        lane = [length * u for length in look.lane]
        return f"""
.shape{{fill:{var("land")};fill-rule:evenodd}}
.owned{{fill-rule:evenodd}}
.glow use{{fill:none;stroke:{var("glow")};stroke-linejoin:round}}
.inside,.region,.coast,.closed,.sea-line{{fill:none;stroke-linejoin:round;stroke-linecap:round}}
.inside{{stroke:{var("border")};stroke-width:{1.2 * u:.2f};stroke-opacity:.8}}
.region{{stroke:{var("border")};stroke-width:{2.4 * u:.2f}}}
.closed{{stroke:{var("border")};stroke-width:{3.2 * u:.2f}}}
.coast{{stroke:{var("coast")};stroke-width:{look.coast * u:.2f}}}
.sea-line{{stroke:{var("sea_line")};stroke-width:{look.sea_line * u:.2f};stroke-dasharray:{look.sea_dash}}}
.mountains,.neutral{{fill:{var("neutral")}}}
.lake,.water{{fill:{var("lake")};stroke:{var("shore")};stroke-width:{1.1 * u:.2f};stroke-linejoin:round}}
.island{{fill:{var("land")};stroke:{var("coast")};stroke-width:{1.3 * u:.2f}}}
.lit{{fill:{var("peak_lit")}}}
.shaded{{fill:{var("peak_shade")}}}
.crest{{fill:none;stroke:{var("peak_line")};stroke-width:.075;stroke-linejoin:round;stroke-linecap:round}}
.wave{{fill:none;stroke:{var("sea_label")};stroke-width:{u:.2f};stroke-opacity:.38;stroke-linecap:round}}
.paper{{fill:{var("frame")};fill-rule:evenodd}}
.rule{{fill:none;stroke:{var("border")}}}
.link{{fill:none;stroke:{var("sea_label")};stroke-width:{lane[0]:.2f};stroke-dasharray:{lane[1]:.2f} {lane[2]:.2f}}}
.link.whole{{stroke-width:{1.6 * u:.2f};stroke-dasharray:none}}
.name{{font:600 {12.5 * u:.2f}px Alegreya,Georgia,serif;font-feature-settings:"lnum";text-anchor:middle;
fill:{var("ink")};stroke:{var("disc")};stroke-width:{3 * u:.2f};stroke-linejoin:round;paint-order:stroke}}
.name.wet{{fill:{var("sea_label")};stroke:{var("sea")};stroke-opacity:.7;letter-spacing:{0.5 * u:.2f}px}}
{landmark_style(var, self.small)}"""

    def defs(self) -> str:
        """Return the shapes, lines and patterns that the layers use."""
        board = self.board
        outlines = [(s.id, s.d) for s in board.spaces] + [(o.id, o.d) for o in board.obstacles]
        shapes = "".join(f'<path id="shape-{name}" d="{d}"/>' for name, d in outlines)
        shapes += "".join(f'<path id="line-{kind}" d="{d}"/>' for kind, d in board.lines.items())
        used = sorted(set(self._owners.values()))
        return (
            f"{shapes}{PEAK if any(self._heights()) else ''}"
            f"{landmark_defs(board)}{self._sheet()}"
            f'<linearGradient id="sea" x2="0" y2="1"><stop style="stop-color:{self.var("sea")}"/>'
            f'<stop offset="1" style="stop-color:{self.var("sea_deep")}"/></linearGradient>'
            f"{''.join(self._pattern(owner) for owner in used)}{''.join(self._rim_defs())}"
            f"{paper_defs(self.theme) if self._papery else ''}"
        )

    def _sheet(self) -> str:
        """Return the edge of the sheet: a board that is a part of another has lands that go on beyond it."""
        size = f'width="{self.board.width}" height="{self.board.height}"'
        return f'<clipPath id="sheet"><rect {size}/></clipPath>' if self.look.ink else ""

    @property
    def _papery(self) -> bool:
        """Whether grain and ornament are drawn: on a phone they would only be dirt."""
        return self.look.ink and self.wide

    def _pattern(self, owner: int) -> str:
        colour = PLAYERS[owner - 1]
        marks = PATTERN_MARKS[colour.pattern].replace('class="solid"', f'fill="{colour.text}" stroke="none"')
        scale = self.unit * (1 if self.wide else 2 if self.look.ink else 1)
        return (
            f'<pattern id="owner-{owner}" width="12" height="12" patternUnits="userSpaceOnUse" '
            f'patternTransform="scale({scale:.3f})"><g fill="none" stroke="{colour.text}" '
            f'stroke-width="1.5" opacity=".2">{marks}</g></pattern>'
        )

    def _rim_groups(self) -> dict[str, tuple[str, tuple[str, ...]]]:
        """Return what gets a soft inner edge, each with its colour and spaces: every owner's, or the bare regions."""
        if not self.look.rim:
            return {}
        if self._owners:
            return {
                str(owner): (PLAYERS[owner - 1].fill, tuple(s for s, held in self._owners.items() if held == owner))
                for owner in sorted(set(self._owners.values()))
            }
        return {region.id: (region.deep, region.spaces) for region in self.board.regions if region.deep}

    def _rim_defs(self) -> Iterator[str]:
        if not self.look.rim:
            return
        blur = (2.5 if self._owners else 6) * self.unit
        area = 'x="-5%" y="-5%" width="110%" height="110%"'
        yield f'<filter id="soft" {area}><feGaussianBlur stdDeviation="{blur:.1f}"/></filter>'
        for name, (_, spaces) in self._rimmed.items():
            uses = "".join(f'<use href="#shape-{space}"/>' for space in spaces)
            yield f'<clipPath id="held-{name}">{uses}</clipPath>'

    def layers(self) -> Iterator[str]:
        """Yield everything under the pieces, names excepted."""
        board = self.board
        yield '<g clip-path="url(#sheet)">' if self.look.ink else ""
        yield f'<rect class="sea" width="{board.width}" height="{board.height}" fill="url(#sea)"/>'
        yield self._shores()
        if self._papery:
            yield wave_marks(board, self.unit)
        yield from map(self._space, board.spaces)
        yield from self._rims()
        yield "".join(f'<use class="{part.kind}" href="#shape-{part.id}"/>' for part in board.obstacles)
        yield self._decorated("island")
        if self._papery:
            yield grain(board)
        yield self._borders()
        yield self._decorated("water")
        if self.wide and not self._owners:
            yield scatter_svg(board)
        yield self._links()
        yield from self._peaks()
        yield bridges_svg(board, self.small)
        yield from self._lettering()
        if self._papery and self.theme == "light":
            yield corners(board)
        yield "</g>" if self.look.ink else ""
        if self._papery:
            yield frame(board, self.unit)

    def box(self, below: float = 0.0) -> tuple[float, float, float, float]:
        """Return x, y, width and height of the whole drawing, with the frame and so many pixels `below`."""
        edge = FRAME * self.unit if self._papery else 0.0
        return -edge, -edge, self.board.width + 2 * edge, self.board.height + 2 * edge + below

    def _decorated(self, kind: DecorationKind) -> str:
        parts = [part for part in self.board.decorations if part.kind == kind]
        return "".join(f'<path class="{kind}" d="{part.d}"/>{self._tint(part.region, part.d)}' for part in parts)

    def _tint(self, region: str, d: str) -> str:
        tint = "" if self._owners else self._tints.get(region, "")
        return f'<path d="{d}" fill="{tint}" fill-opacity="{self._tinted}"/>' if tint else ""

    def _shores(self) -> str:
        """Return light along the coasts, or thin lines in the water: both wide strokes that the land covers half."""
        if "coast" not in self.board.lines:
            return ""
        u = self.unit
        strokes = [
            f'<use href="#line-coast" stroke-width="{w * u:.1f}" stroke-opacity="{o}"/>' for w, o in self.look.glow
        ]
        for distance, width, opacity in self.look.lining if self.wide else self.look.lining[-1:]:
            outer, inner = (2 * distance + width) * u, (2 * distance - width) * u
            strokes.append(f'<use href="#line-coast" stroke-width="{outer:.1f}" stroke-opacity="{opacity}"/>')
            strokes.append(f'<use href="#line-coast" stroke-width="{inner:.1f}" style="stroke:{self.var("sea")}"/>')
        return f'<g class="glow">{"".join(strokes)}</g>'

    def _space(self, space: SpaceGeometry) -> str:
        return (
            f'<g id="space-{space.id}" class="space" data-region="{space.region}">'
            f"<title>{escape(self._told.get(space.id, space.name))}</title>{''.join(self._fills(space))}</g>"
        )

    def _fills(self, space: SpaceGeometry) -> Iterator[str]:
        """Yield the land in its colour, its owner's colour and pattern; a sea is there to be pointed at only."""
        shape, owner = f'href="#shape-{space.id}"', self._owners.get(space.id)
        tint = self.look.tint[self.theme == "dark"]
        if space.kind == "sea":
            yield f'<use {shape} fill="none" pointer-events="all"/>'
        elif not self._owners and self._tints.get(space.region):
            yield f'<use class="shape" {shape}/>'
            yield f'<use {shape} fill="{self._tints[space.region]}" fill-opacity="{self._tinted}"/>'
            yield self._shading(space)
        elif owner and tint == 1:
            yield f'<use class="shape" {shape} style="fill:{PLAYERS[owner - 1].fill}"/>'
        else:
            yield f'<use class="shape" {shape}/>'
            yield self._shading(space)
        if owner and tint < 1:
            yield f'<use class="owned" {shape} fill="{PLAYERS[owner - 1].fill}" fill-opacity="{tint}"/>'
        if owner:
            yield f'<use {shape} fill="url(#owner-{owner})"/>'

    def _shading(self, space: SpaceGeometry) -> str:
        """Return a shade that differs between neighbours, as in colouring by hand."""
        shade = self.look.shade * _shade_of(space.id)
        return f'<use href="#shape-{space.id}" fill="#7A4E14" fill-opacity="{shade:.3f}"/>' if shade else ""

    def _rims(self) -> Iterator[str]:
        """Yield a soft inner edge round everything an owner holds, or round regions, as if coloured by hand."""
        width, opacity = (self.look.rim, 0.75) if self._owners else (15.0, 0.42)
        for name, (colour, spaces) in self._rimmed.items():
            uses = "".join(f'<use href="#shape-{space}"/>' for space in spaces)
            yield (
                f'<g clip-path="url(#held-{name})"><g fill="none" stroke="{colour}" '
                f'stroke-width="{width * self.unit:.1f}" opacity="{opacity}" filter="url(#soft)">{uses}</g></g>'
            )

    def _borders(self) -> str:
        """Return the borders, then the rivers, and the coasts above the mouths of those."""
        lines = [self._line(kind) for kind in ("sea", "inside", "region", "closed")]
        return f'<g class="borders">{"".join(lines)}{rivers_svg(self.board)}{self._line("coast")}</g>'

    def _line(self, kind: str) -> str:
        name = "sea-line" if kind == "sea" else kind
        return f'<use class="{name}" href="#line-{kind}"/>' if kind in self.board.lines else ""

    def _lettering(self) -> Iterator[str]:
        """Yield names of waters, the compass rose, and on a bare map the names of the regions."""
        if self.wide:
            yield inscriptions_svg(self.board) + compass_svg(self.board)
            yield "" if self._owners else titles_svg(self.board, self.theme)
        yield ports_svg(self.board, self.small)

    def _links(self) -> str:
        """Return the lanes dashed, and the ways of a board without outlines: dashed too, or whole inside a region."""
        casings = [f'<path class="casing" d="{link.d}"/>' for link in self.board.links if self.look.ink]
        parts = [
            f'<path class="link {link.kind}{" whole" if link.whole else ""}" id="lane-{link.a}-{link.b}" d="{link.d}"/>'
            for link in self.board.links
        ]
        return f'<g class="links">{"".join((*casings, *parts))}</g>'

    def _heights(self) -> list[tuple[Peak, ...]]:
        """Return the peaks of each massif and each range."""
        return [part.peaks for part in self.board.obstacles] + [part.peaks for part in self.board.ranges]

    def _peaks(self) -> Iterator[str]:
        """Yield mountains, those farther down later; on a phone every second one, larger."""
        every, grow = (1, 1.0) if self.wide else (3, 1.7)
        for high_ones in self._heights():
            uses = [
                f'<use href="#peak" transform="translate({x:g} {y:g})scale({high * grow:.3g})"/>'
                for x, y, high in high_ones[::every]
            ]
            yield f'<g class="peaks">{"".join(uses)}</g>' if uses else ""

    def names(self) -> str:
        """Return the names, seas slanted; none on a narrow drawing."""
        return "".join(map(self._name, self.board.spaces)) if self.wide else ""

    def _name(self, space: SpaceGeometry) -> str:
        (tx, ty), (lx, ly), u = space.token, space.label, self.unit
        zoom = u / self.board.unit
        lines = space.short.split("\n")
        x, y = tx + (lx - tx) * zoom, ty + (ly - ty) * zoom + (4 - _LEADING * (len(lines) - 1) / 2) * u
        if space.kind == "sea":
            place = f'class="name wet" transform="translate({x:.1f} {y:.1f})skewX(-12)"'
            x = y = 0.0
        else:
            place = 'class="name"'
        if len(lines) == 1:
            return f'<text {place} x="{x:.1f}" y="{y:.1f}">{escape(space.short)}</text>'
        spans = [
            f'<tspan x="{x:.1f}" y="{y + number * _LEADING * u:.1f}">{escape(line)}</tspan>'
            for number, line in enumerate(lines)
        ]
        return f"<text {place}>{''.join(spans)}</text>"


def _shade_of(space: str) -> float:
    """Return a number from 0 to 1 that is the same for a space in every drawing, and differs between neighbours."""
    return (sum(ord(letter) * factor for letter, factor in zip(space, (37, 11, 71, 3, 29), strict=False)) % 7) / 6
