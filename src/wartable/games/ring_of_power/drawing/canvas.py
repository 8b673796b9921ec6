"""The sheet a table is drawn on: pixels in place of 1/1000 inches; and what with: colours, glyphs, signs, patterns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from importlib import resources
from string import Template

import msgspec
import shapely

from wartable.board.fileformat import packaged
from wartable.board.palette import PARCHMENT, PATTERN_MARKS, PLAYERS, Pattern, PlayerColour, Theme
from wartable.board.scatter import Scatter
from wartable.board.shapes import Pixel, Shape
from wartable.games.ring_of_power.play.view import Badge, TokenKind
from wartable.games.ring_of_power.scenario import Place, Point, Scenario

FLOW = ("river", "stream", "lake", "sea", "shallows")
"""Types of terrain that are painted as water."""
PATTERNS: tuple[Pattern, ...] = tuple(PATTERN_MARKS)
_WILD = "#6B6459"
_LIGHT = 150
_FOLDER = resources.files("wartable.data") / "ring_of_power" / "drawing"


class Art(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What tables are drawn with, as the file says: `scatters` go by terrain, `places` by kind."""

    colours: Mapping[str, tuple[str, str]]
    scatters: Mapping[str, Scatter]
    glyphs: tuple[str, ...]
    places: Mapping[str, str]


@cache
def art() -> Art:
    """Return what tables are drawn with."""
    return packaged("data/ring_of_power/drawing/art.yaml", Art)


class Sign(msgspec.Struct, frozen=True):
    """Path data in a field from -1 to 1: what is filled, and what is a line of a breadth."""

    fill: str = ""
    line: str = ""
    wide: float = 0.2


class Stroke(msgspec.Struct, frozen=True):
    """A part of a badge: its path in a field of 10 by 10 round the middle, its colours, how broad its line is."""

    d: str
    fill: str = "none"
    stroke: str = "none"
    wide: float = 1.0


class Signs(msgspec.Struct, frozen=True):
    """All signs by name, and which belongs to whom: to kinds by key, by ability, by parts of their keys, by token.

    `bodies` are tokens by kind, in radii; the discs of the Shadow are `cornered`. Heroes bear the star, other
    characters the banner.
    """

    signs: Mapping[str, Sign]
    kinds: Mapping[str, str]
    abilities: Mapping[str, str]
    engines: Mapping[str, str]
    names: Mapping[str, str]
    tokens: Mapping[str, str]
    bodies: Mapping[TokenKind, str]
    cornered: str
    star: str
    banner: str
    badges: Mapping[Badge, tuple[Stroke, ...]]


@cache
def signs() -> Signs:
    """Return the signs that come with the package; the client reads the same file."""
    path = resources.files("wartable.data") / "ring_of_power" / "signs.json"
    return msgspec.json.decode(path.read_bytes(), type=Signs)


def sign_of(key: str, shape: TokenKind, abilities: Sequence[str]) -> str:
    """Return the name of a kind's sign; none for ships, whose hull says it, and characters with star or banner."""
    if shape in ("hero", "character", "ship"):
        return ""
    known = signs()
    if shape == "artillery":
        return _part(known.engines, key) or known.tokens[shape]
    able = (known.abilities[title] for title in known.abilities if title in abilities)
    return known.kinds.get(key) or next(able, "") or _part(known.names, key) or known.tokens[shape]


def _part(names: Mapping[str, str], key: str) -> str:
    return next((sign for part, sign in names.items() if part in key), "")


class _Rules(Template):
    """A sheet of rules in which a dollar stands before the names of colours."""

    idpattern = "[a-z]+(?:-[a-z]+)*"


def liveries(one: Scenario) -> tuple[PlayerColour, ...]:
    """Return the liveries of all players of a scenario, then of its wild sides, in their order."""
    found: list[PlayerColour] = []
    for number, key in enumerate(one.order):
        facts = one.players.get(key)
        fill = (facts.fill if facts else "") or PLAYERS[number % len(PLAYERS)].fill
        red, green, blue = (int(fill[at : at + 2], 16) for at in (1, 3, 5))
        # Black or white, whichever is read better on the colour.
        text = "#1E2329" if 0.299 * red + 0.587 * green + 0.114 * blue > _LIGHT else "#FFFFFF"
        found.append(PlayerColour(facts.name if facts else key, fill, text, PATTERNS[(number + 1) % len(PATTERNS)]))
    wild = enumerate(side for side in one.sides if side.wild)
    lattice = PATTERNS.index("lattice")
    return (*found, *(PlayerColour(side.name, _WILD, "#FFFFFF", PATTERNS[lattice - number]) for number, side in wild))


def pattern_svg(number: int, look: PlayerColour) -> str:
    """Return the patterns of a player for the definitions of a drawing: for shields in pixels, for tokens in radii."""
    marks = PATTERN_MARKS[look.pattern].replace('class="solid"', f'fill="{look.text}" stroke="none"')
    return "".join(
        f'<pattern id="player-{number}{name}" width="12" height="12" patternUnits="userSpaceOnUse" '
        f'patternTransform="scale({scale})"><g fill="none" stroke="{look.text}" stroke-width="1.9" '
        f'opacity=".45">{marks}</g></pattern>'
        for name, scale in (("", 0.62), ("-small", 0.062))
    )


_INCH = 1000
_USUAL, _LARGEST = 14.0, 1.6
"""Pixels per inch at which marks have their plain size, and the most by which they grow."""


class Canvas(msgspec.Struct, frozen=True, dict=True):
    """A sheet of so many pixels for the table of a scenario; `inch` is how many pixels an inch has."""

    scenario: Scenario
    width: float
    height: float
    inch: float
    theme: Theme

    @classmethod
    def of(cls, one: Scenario, width: int, theme: Theme) -> Canvas:
        """Return the sheet for the table of a scenario that is `width` pixels wide."""
        table, inch = one.table, width * _INCH / one.table.width
        return cls(one, float(width), round(width * table.height / table.width, 2), inch, theme)

    @cached_property
    def looks(self) -> tuple[PlayerColour, ...]:
        """How the pieces of each player look."""
        return liveries(self.scenario)

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

    def place(self, place: Place) -> Shape:
        """Return a place on the sheet."""
        return self.disc(place.circle) if place.circle else self.polygon(place.polygon)

    def colour(self, name: str) -> str:
        """Return a colour as a CSS variable with the theme's value: of the board's parchment, or of terrain by type."""
        extra = art().colours.get(name)
        if extra:
            return f"var(--table-{name},{extra[self.theme == 'dark']})"
        return f"var(--board-{name},{getattr(PARCHMENT[self.theme], name.replace('-', '_'))})"

    def rules(self, file: str, own: Mapping[str, str] | None = None) -> str:
        """Return the rules of a file, `land` or `legend`, in the theme's colours; what is `own` goes before these."""
        sheet, given = _Rules((_FOLDER / f"{file}.css").read_text("utf-8")), own or {}
        return "\n" + sheet.substitute({name: given.get(name) or self.colour(name) for name in sheet.get_identifiers()})

    @property
    def box(self) -> Shape:
        """The whole sheet."""
        return shapely.box(0, 0, self.width, self.height)
