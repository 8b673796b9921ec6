"""The sheet a table is drawn on: pixels in place of 1/1000 inches, the colours of terrain, and those of players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import shapely

from wartable.board.palette import PARCHMENT, PATTERN_MARKS, PLAYERS, Pattern, Theme
from wartable.games.ring_of_power.scenario import Point, Scenario, Table

_EXTRA: dict[str, tuple[str, str]] = {
    "mountain": ("#CDBB94", "#4A4031"),
    "rock": ("#A8967A", "#26201A"),
    "woods": ("#C2C795", "#3C4530"),
    "marsh": ("#C9D2BC", "#36443F"),
    "hills": ("#E0CB95", "#4A3F29"),
    "rocky": ("#D5C4A2", "#4A4236"),
    "rough": ("#D9C7A4", "#4B4132"),
    "soft-sand": ("#F2DFA4", "#57492B"),
    "pass": ("#EADCB5", "#5A4D38"),
    "cave-tunnel": ("#E2D3AC", "#54483A"),
    "fortress-wall": ("#8C7B62", "#B5A17C"),
    "falls": ("#E8F0EC", "#9DB9C4"),
    "road": ("#EED9A0", "#7A673F"),
    "road-line": ("#7A5A2C", "#C9AE78"),
    "crown": ("#6F8650", "#6B8050"),
    "crown-dark": ("#3F5530", "#26331D"),
    "reed": ("#57683C", "#93A672"),
    "arc": ("#8A7038", "#B79C63"),
    "stone": ("#7B6A50", "#A3906F"),
    "leaf": ("#3F6B35", "#8FBF7F"),
    "yard": ("#F6ECD0", "#453B2D"),
}
"""Colours of terrain and its glyphs, by light and in the dark."""
FLOW = ("river", "stream", "lake", "sea", "shallows")
"""Types of terrain that are painted as water."""
PATTERNS: tuple[Pattern, ...] = tuple(PATTERN_MARKS)
_WILD = "#6B6459"
_LIGHT = 150


def colour(name: str, theme: Theme) -> str:
    """Return a colour as a CSS variable with the theme's value: of the board's parchment, or of terrain by type."""
    extra = _EXTRA.get(name)
    if extra:
        return f"var(--table-{name},{extra[theme == 'dark']})"
    value = getattr(PARCHMENT[theme], name.replace("-", "_"))
    return f"var(--board-{name},{value})"


class Livery(msgspec.Struct, frozen=True):
    """How a player's pieces look: name, fill, colour of marks on it, and a pattern that needs no colour."""

    name: str
    fill: str
    text: str
    pattern: Pattern


def liveries(one: Scenario) -> tuple[Livery, ...]:
    """Return the liveries of all players of a scenario, then of its wild sides, in their order."""
    found: list[Livery] = []
    for number, key in enumerate(one.order):
        facts = one.players.get(key)
        fill = (facts.colour if facts else "") or PLAYERS[number % len(PLAYERS)].fill
        red, green, blue = (int(fill[at : at + 2], 16) for at in (1, 3, 5))
        # Black or white, whichever is read better on the colour.
        text = "#1E2329" if 0.299 * red + 0.587 * green + 0.114 * blue > _LIGHT else "#FFFFFF"
        found.append(Livery(facts.name if facts else key, fill, text, PATTERNS[(number + 1) % len(PATTERNS)]))
    wild = enumerate(side for side in one.sides if side.wild)
    lattice = PATTERNS.index("lattice")
    return (*found, *(Livery(side.name, _WILD, "#FFFFFF", PATTERNS[lattice - number]) for number, side in wild))


def pattern_svg(number: int, look: Livery) -> str:
    """Return the patterns of a player for the definitions of a drawing: for shields in pixels, for tokens in radii."""
    marks = PATTERN_MARKS[look.pattern].replace('class="solid"', f'fill="{look.text}" stroke="none"')
    return "".join(
        f'<pattern id="player-{number}{name}" width="12" height="12" patternUnits="userSpaceOnUse" '
        f'patternTransform="scale({scale})"><g fill="none" stroke="{look.text}" stroke-width="1.9" '
        f'opacity=".45">{marks}</g></pattern>'
        for name, scale in (("", 0.62), ("-small", 0.062))
    )


Pixel = tuple[float, float]
Shape = Any
"""A shapely geometry in pixels."""
_INCH = 1000
_USUAL, _LARGEST = 14.0, 1.6
"""Pixels per inch at which marks have their plain size, and the most by which they grow."""


class Canvas(msgspec.Struct, frozen=True):
    """A sheet of so many pixels for a table; `inch` is how many pixels an inch has."""

    width: float
    height: float
    inch: float
    theme: Theme

    @classmethod
    def of(cls, table: Table, width: int, theme: Theme) -> Canvas:
        """Return the sheet for a table that is `width` pixels wide."""
        return cls(float(width), round(width * table.height / table.width, 2), width * _INCH / table.width, theme)

    @property
    def unit(self) -> float:
        """How large marks and letters are: on a small table, drawn large, they are larger too."""
        return max(1.0, min(_LARGEST, float((self.inch / _USUAL) ** 0.6)))

    def px(self, mil: float) -> float:
        """Return a length of 1/1000 inch in pixels."""
        return mil * self.inch / _INCH

    def at(self, point: Point) -> Pixel:
        """Return where a point of the table is on the sheet."""
        return self.px(point[0]), self.height - self.px(point[1])

    def polygon(self, points: Sequence[Point]) -> Shape:
        """Return a polygon of the table on the sheet."""
        return shapely.Polygon([self.at(point) for point in points])

    def line(self, points: Sequence[Point]) -> Shape:
        """Return a line of the table on the sheet."""
        return shapely.LineString([self.at(point) for point in points])

    def disc(self, circle: tuple[int, int, int]) -> Shape:
        """Return a disc of the table on the sheet."""
        return shapely.Point(self.at(circle[:2])).buffer(self.px(circle[2]))

    def colour(self, name: str) -> str:
        """Return a colour of this sheet's theme as a CSS variable."""
        return colour(name, self.theme)

    @property
    def box(self) -> Shape:
        """The whole sheet."""
        return shapely.box(0, 0, self.width, self.height)


def path(points: Iterable[Pixel], *, closed: bool = False) -> str:
    """Return the path through points, to a tenth of a pixel."""
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points) + ("z" if closed else "")


def outline(shape: Shape) -> str:
    """Return the path of a geometry of polygons or lines."""
    if hasattr(shape, "geoms"):
        return "".join(outline(part) for part in shape.geoms)
    if shape.geom_type == "Polygon":
        rings = [shape.exterior, *shape.interiors] if not shape.is_empty else []
        return "".join(path(list(ring.coords)[:-1], closed=True) for ring in rings)
    return path(shape.coords) if shape.geom_type == "LineString" and not shape.is_empty else ""
