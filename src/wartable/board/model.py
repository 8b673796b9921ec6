"""A board as a value: spaces, borders, regions, lanes, editions, and where they lie on the canvas."""

from __future__ import annotations

from functools import cached_property
from typing import Literal, get_args

import msgspec

from wartable.board.compiled import CompiledBoard, compile_board
from wartable.board.errors import BoardError
from wartable.board.landmarks import Barrier, Bridge, Compass, Cover, Inscription, Lettering, Port, Range, River, Trail
from wartable.board.topology import Line, Point, Rings, Topology

BorderKind = Literal["land", "bridge", "coast", "sea", "sea_lane", "river", "impassable"]
"""How two spaces meet: land with land, over a bridge, land with sea, sea with sea, over a lane, or closed.

Which pieces may pass is for the rules; `impassable` is closed to all, and so is `river`, which has no bridge.
"""
SpaceKind = Literal["land", "sea"]
Style = Literal["atlas", "parchment"]
ObstacleKind = Literal["neutral", "mountains", "lake"]
"""Land nobody may enter, mountains, or water without ships."""
DecorationKind = Literal["water", "island"]
BORDER_KINDS: tuple[BorderKind, ...] = get_args(BorderKind)
CLOSED: frozenset[BorderKind] = frozenset({"river", "impassable"})
"""Border kinds that no piece may pass."""
TOUCHING: frozenset[BorderKind] = frozenset({"land", "bridge", "coast", "sea", "river", "impassable"})
"""Border kinds whose spaces touch on the picture."""


class Canvas(msgspec.Struct, frozen=True):
    """Size of the drawing in pixels, origin at the top left.

    `unit` is how many of them make one screen pixel at the size for which tokens and names were placed.
    """

    width: int
    height: int
    unit: float = 1.0


class Coast(msgspec.Struct, frozen=True):
    """One of several coasts of a space, such as `NC`, and where a fleet that lies there is drawn."""

    id: str
    at: Point


class Space(msgspec.Struct, frozen=True):
    """One place a piece can stand in.

    `token` is where its piece is drawn and `label` the middle of its name, both in canvas pixels. `also` holds
    names of other editions, `coasts` those that are told apart, and `cover` is what is drawn on its ground.
    """

    id: str
    name: str
    short: str
    region: str
    token: Point
    label: Point
    also: tuple[str, ...] = ()
    kind: SpaceKind = "land"
    coasts: tuple[Coast, ...] = ()
    cover: Cover | None = None


class Region(msgspec.Struct, frozen=True):
    """A group of spaces; what holding it is worth belongs to the rules. `plate` is where that is drawn.

    A bare map may show it in a `tint`, its name written large at `title` in the `deep` colour; both are CSS colours.
    """

    id: str
    name: str
    plate: Point
    tint: str = ""
    deep: str = ""
    title: Lettering | None = None


class Border(msgspec.Struct, frozen=True, order=True):
    """Two neighbouring spaces, the alphabetically lesser first, and how they meet."""

    a: str
    b: str
    kind: BorderKind = "land"

    @property
    def open(self) -> bool:
        """Whether pieces may pass."""
        return self.kind not in CLOSED


class Lane(msgspec.Struct, frozen=True):
    """How a sea lane is drawn: lines in canvas pixels, each from one end to the other.

    A lane that `wraps` is two lines, the first running off one edge from space `a`, the second coming in at the
    other edge and ending at space `b`.
    """

    a: str
    b: str
    lines: tuple[Line, ...]
    wraps: bool = False


class Site(msgspec.Struct, frozen=True):
    """A named spot inside a space, such as a city or a port."""

    id: str
    name: str
    space: str
    kind: str
    at: Point


class Obstacle(msgspec.Struct, frozen=True):
    """A part of the map that is no space: nothing can stand there or pass. Its outline is stored with the others."""

    id: str
    name: str
    kind: ObstacleKind


class Decoration(msgspec.Struct, frozen=True):
    """Inner water or an island drawn over a space; it means nothing in play. `shape` is a ring in canvas pixels.

    A bare map shows an island in the tint of its `region`, if it names one.
    """

    id: str
    name: str
    kind: DecorationKind
    shape: Line
    region: str = ""


class Edition(msgspec.Struct, frozen=True):
    """A printing of the board whose borders differ; `other_names` prefers the first of `also`."""

    id: str
    title: str
    remove: tuple[tuple[str, str], ...] = ()
    add: tuple[Border, ...] = ()
    other_names: bool = False


class Board(msgspec.Struct, frozen=True, dict=True):
    """A board; equal boards are equal values. Build one with `load_board`."""

    key: str
    title: str
    provenance: str
    style: Style
    canvas: Canvas
    spaces: tuple[Space, ...]
    regions: tuple[Region, ...]
    borders: tuple[Border, ...]
    lanes: tuple[Lane, ...] = ()
    sites: tuple[Site, ...] = ()
    editions: tuple[Edition, ...] = ()
    obstacles: tuple[Obstacle, ...] = ()
    decorations: tuple[Decoration, ...] = ()
    ranges: tuple[Range, ...] = ()
    rivers: tuple[River, ...] = ()
    bridges: tuple[Bridge, ...] = ()
    ports: tuple[Port, ...] = ()
    paths: tuple[Trail, ...] = ()
    inscriptions: tuple[Inscription, ...] = ()
    compass: Compass | None = None
    topology: Topology | None = None

    @cached_property
    def _spaces(self) -> dict[str, Space]:
        return {space.id: space for space in self.spaces}

    @cached_property
    def _neighbours(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, set[str]] = {space.id: set() for space in self.spaces}
        for border in self.borders:
            if border.open:
                found[border.a].add(border.b)
                found[border.b].add(border.a)
        return {space: tuple(sorted(others)) for space, others in found.items()}

    def space(self, space_id: str) -> Space:
        """Return the space of that id; raises `BoardError` when the board has none."""
        try:
            return self._spaces[space_id]
        except KeyError:
            message = f"the board {self.key} has no space {space_id!r}"
            raise BoardError(message) from None

    def point(self, place: str) -> Point:
        """Where a piece is drawn at a space (`SPA`) or at one of its coasts (`SPA/NC`).

        Raises `BoardError` when there is none such.
        """
        space_id, _, coast_id = place.partition("/")
        space = self.space(space_id)
        if not coast_id:
            return space.token
        for coast in space.coasts:
            if coast.id == coast_id:
                return coast.at
        known = ", ".join(coast.id for coast in space.coasts) or "no coasts"
        message = f"{space_id} on the board {self.key} has {known}, not {coast_id!r}"
        raise BoardError(message)

    def neighbours(self, space_id: str) -> tuple[str, ...]:
        """Ids of the spaces a piece may reach in one step, in alphabetical order."""
        self.space(space_id)
        return self._neighbours[space_id]

    def border(self, one: str, other: str) -> Border | None:
        """Return the border between two spaces, whichever is named first, or None."""
        return self._borders.get((one, other) if one < other else (other, one))

    @cached_property
    def _borders(self) -> dict[tuple[str, str], Border]:
        return {(border.a, border.b): border for border in self.borders}

    def barrier(self, one: str, other: str) -> Barrier | None:
        """Return what closes the way between two spaces, as a refusal may tell; None when they are open or apart."""
        border = self.border(one, other)
        return None if border is not None and border.open else self._barriers.get(frozenset((one, other)))

    @cached_property
    def _barriers(self) -> dict[frozenset[str], Barrier]:
        found = {frozenset(pair): Barrier("river", river.name) for river in self.rivers for pair in river.along}
        between = [(part, pair) for part in self.ranges for pair in (*part.along, *part.parts)]
        return found | {frozenset(pair): Barrier("range", part.name) for part, pair in between}

    @cached_property
    def by_rivers(self) -> frozenset[frozenset[str]]:
        """Pairs of spaces (or obstacles) along whose common border a river runs."""
        return frozenset(frozenset(pair) for river in self.rivers for pair in river.along)

    def members(self, region_id: str) -> tuple[str, ...]:
        """Ids of the spaces of a region, in board order."""
        return tuple(space.id for space in self.spaces if space.region == region_id)

    def outline(self, space_id: str) -> tuple[Rings, ...]:
        """Return the polygons of a space in canvas pixels; none on a board without outlines."""
        return self.topology.polygons(space_id) if self.topology else ()

    def edition(self, edition_id: str) -> Board:
        """Return this board with the borders and names of an edition; raises `BoardError` if unknown."""
        for edition in self.editions:
            if edition.id == edition_id:
                return _in_edition(self, edition)
        message = f"the board {self.key} has the editions {[e.id for e in self.editions]}, not {edition_id!r}"
        raise BoardError(message)

    @cached_property
    def _compiled(self) -> CompiledBoard:
        regions = {region.id: self.members(region.id) for region in self.regions}
        return compile_board(tuple(space.id for space in self.spaces), self._neighbours, regions)

    def compile(self) -> CompiledBoard:
        """Return indices and bit masks for the rules; made once per board value."""
        return self._compiled

    def _repr_svg_(self) -> str:
        from wartable.board.draw import draw_board  # noqa: PLC0415  (the drawing needs this module)

        return draw_board(self)


def _in_edition(board: Board, edition: Edition) -> Board:
    removed = {tuple(sorted(pair)) for pair in edition.remove}
    kept = tuple(border for border in board.borders if (border.a, border.b) not in removed)
    lanes = tuple(lane for lane in board.lanes if tuple(sorted((lane.a, lane.b))) not in removed)
    spaces = tuple(_renamed(space) for space in board.spaces) if edition.other_names else board.spaces
    changed = edition.remove or edition.add or edition.other_names
    return msgspec.structs.replace(
        board,
        title=f"{board.title}, {edition.title}" if changed else board.title,
        borders=(*kept, *edition.add),
        lanes=lanes,
        spaces=spaces,
    )


def _renamed(space: Space) -> Space:
    if not space.also:
        return space
    name, *rest = space.also
    return msgspec.structs.replace(space, name=name, short=name, also=(space.name, *rest))
