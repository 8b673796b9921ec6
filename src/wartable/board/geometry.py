"""The shapes of a board as compact SVG paths: for the drawing here and for the browser's long-lived picture."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from math import dist
from typing import TYPE_CHECKING, Literal

import msgspec

from wartable.board.landmarks import Bridge, Compass, Inscription, Lettering, Port
from wartable.board.model import (
    TOUCHING,
    Board,
    Border,
    BorderKind,
    Decoration,
    DecorationKind,
    Obstacle,
    ObstacleKind,
    Space,
    SpaceKind,
    Style,
)
from wartable.board.peaks import Peak, peaks
from wartable.board.scenery import (
    RangeGeometry,
    RiverGeometry,
    ScatterGeometry,
    TrailGeometry,
    range_geometry,
    river_geometry,
    scatter_geometry,
    trail_geometry,
)
from wartable.board.topology import Line, Point
from wartable.board.waves import waves

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_DISC = 19.0
"""Screen pixels: radius of the disc that stands for a space without an outline."""
LineKind = Literal["coast", "inside", "region", "closed", "sea", "edge"]
"""A stretch of outline: land against water or nothing, inside a region, between regions, an impassable border, sea
against sea, or the edge of a canvas that seas fill."""


class CoastGeometry(msgspec.Struct, frozen=True):
    """A coast that is told apart, and where a fleet lies there."""

    id: str
    at: Point


class SpaceGeometry(msgspec.Struct, frozen=True):
    """One space: `d` is its outline as SVG path data, a disc on a board without outlines.

    A piece stands at `token`, or at one of the `coasts`.
    """

    id: str
    name: str
    short: str
    region: str
    kind: SpaceKind
    token: Point
    label: Point
    d: str
    coasts: tuple[CoastGeometry, ...] = ()


class RegionGeometry(msgspec.Struct, frozen=True):
    """One region: `d` is the line round it, coast and border with other regions.

    A bare map shows it in its `tint`, with its name large at `title` in the `deep` colour, where it has them.
    """

    id: str
    name: str
    plate: Point
    spaces: tuple[str, ...]
    d: str
    tint: str = ""
    deep: str = ""
    title: Lettering | None = None


class LinkGeometry(msgspec.Struct, frozen=True):
    """A border to draw as a line, because the two spaces do not touch on the picture.

    It is `whole` inside a region of a board without outlines, else dashed.
    """

    a: str
    b: str
    kind: BorderKind
    d: str
    wraps: bool = False
    whole: bool = False


class SiteGeometry(msgspec.Struct, frozen=True):
    """A named spot."""

    id: str
    name: str
    space: str
    kind: str
    at: Point


class ObstacleGeometry(msgspec.Struct, frozen=True):
    """Land nobody enters, mountains or a lake; `peaks` are x, y of the foot and height of the mountains to draw."""

    id: str
    name: str
    kind: ObstacleKind
    d: str
    peaks: tuple[Peak, ...] = ()


class DecorationGeometry(msgspec.Struct, frozen=True):
    """Inner water or an island without meaning in play, of the look of a `region` if it has one."""

    id: str
    name: str
    kind: DecorationKind
    d: str
    region: str = ""


class BoardGeometry(msgspec.Struct, frozen=True):
    """All shapes of a board, in canvas pixels; `unit` of them make a screen pixel where marks were placed.

    `lines` holds the outlines once each, sorted by what they part, so that a border is drawn only once.
    `waves` are the left ends of small waves on the open sea, where the style has any.
    `ranges`, `rivers`, `bridges`, `ports` and `paths` are the landmarks, `scatter` trees and the like of covered
    ground, `inscriptions` names of water that is no space.
    `borders` names the pairs of spaces a piece may step between, for cards and read-outs that list neighbours.
    """

    key: str
    title: str
    style: Style
    width: int
    height: int
    unit: float
    spaces: tuple[SpaceGeometry, ...]
    regions: tuple[RegionGeometry, ...]
    links: tuple[LinkGeometry, ...]
    lines: dict[LineKind, str]
    sites: tuple[SiteGeometry, ...] = ()
    borders: tuple[tuple[str, str], ...] = ()
    obstacles: tuple[ObstacleGeometry, ...] = ()
    decorations: tuple[DecorationGeometry, ...] = ()
    waves: tuple[Point, ...] = ()
    ranges: tuple[RangeGeometry, ...] = ()
    rivers: tuple[RiverGeometry, ...] = ()
    bridges: tuple[Bridge, ...] = ()
    ports: tuple[Port, ...] = ()
    paths: tuple[TrailGeometry, ...] = ()
    scatter: tuple[ScatterGeometry, ...] = ()
    inscriptions: tuple[Inscription, ...] = ()
    compass: Compass | None = None


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0").replace("-0.", "-.").removeprefix("0") or "0"


def _step(before: Point, point: Point) -> str:
    dx, dy = _number(point[0] - before[0]), _number(point[1] - before[1])
    return dx + ("" if dy.startswith("-") else " ") + dy


def path_data(line: Line, *, closed: bool = False) -> str:
    """SVG path data of a line in tenths of a pixel: one absolute point, then relative steps."""
    points = line[:-1] if closed else line
    start = f"M{_number(line[0][0])} {_number(line[0][1])}"
    steps = [_step(a, b) for a, b in pairwise(points)]
    joined = "".join(s if s.startswith("-") or not i else f" {s}" for i, s in enumerate(steps))
    return start + (f"l{joined}" if steps else "") + ("z" if closed else "")


def _shape(board: Board, name: str) -> str:
    return "".join(path_data(ring, closed=True) for rings in board.outline(name) for ring in rings)


def _outline(board: Board, space: Space) -> str:
    """Return the outline of a space, or a disc on a board without outlines."""
    if board.topology is not None:
        return _shape(board, space.id)
    (x, y), r = space.token, _DISC * board.canvas.unit
    half = f"a{_number(r)} {_number(r)} 0 1 0"
    return f"M{_number(x - r)} {_number(y)}{half} {_number(2 * r)} 0{half} {_number(-2 * r)} 0z"


def _between_discs(board: Board, one: str, other: str) -> Line:
    """Return a straight line from edge to edge of two discs."""
    a, b = board.space(one).token, board.space(other).token
    part = min(_DISC * board.canvas.unit / (dist(a, b) or 1.0), 0.5)
    dx, dy = (b[0] - a[0]) * part, (b[1] - a[1]) * part
    return ((a[0] + dx, a[1] + dy), (b[0] - dx, b[1] - dy))


def _grounds(board: Board) -> dict[str, str]:
    """Return what each outline is: land, sea, neutral, mountains or lake."""
    return {space.id: space.kind for space in board.spaces} | {part.id: part.kind for part in board.obstacles}


def _line_kind(board: Board, grounds: dict[str, str], owners: tuple[str, ...]) -> LineKind | None:
    """Return what an arc parts; None for one that is not drawn, along a river or between lands nobody may enter."""
    if len(owners) < 2:
        return "edge" if "sea" in grounds.values() else "coast"
    met = {grounds[owner] for owner in owners}
    if met & {"sea", "lake"}:
        return "sea" if met == {"sea"} else "coast"
    if met == {"neutral"} or frozenset(owners) in board.by_rivers:
        return None
    if met != {"land"}:
        return "inside"
    border = board.border(*owners)
    if border is not None and not border.open and board.barrier(*owners) is None:
        return "closed"
    one, other = (board.space(owner).region for owner in owners)
    return "inside" if one == other else "region"


def _lines(board: Board) -> dict[LineKind, str]:
    """Every arc of the outlines once, by kind; without outlines the discs."""
    if board.topology is None:
        return {"coast": "".join(_outline(board, space) for space in board.spaces)}
    paths: dict[LineKind, list[str]] = defaultdict(list)
    grounds = _grounds(board)
    for number, owners in enumerate(board.topology.owners()):
        kind = _line_kind(board, grounds, owners) if owners else None
        for part, on_edge in _stretches(board, board.topology.line(number), cut=kind == "coast"):
            if kind is not None:
                paths["edge" if on_edge else kind].append(path_data(part))
    if "sea" not in grounds.values():
        paths["coast"] += [_ring(part) for part in board.decorations if part.kind == "island"]
    return {kind: "".join(parts) for kind, parts in paths.items()}


def _stretches(board: Board, line: Line, *, cut: bool) -> Iterator[tuple[Line, bool]]:
    """Yield the parts of a line along the edge of the canvas and those between them, each with whether it is one."""
    if not cut:
        yield line, False
        return
    limits = (float(board.canvas.width), float(board.canvas.height))
    edges = [any(a[axis] == b[axis] in (0.0, limits[axis]) for axis in (0, 1)) for a, b in pairwise(line)]
    start = 0
    for number in range(1, len(edges) + 1):
        if number == len(edges) or edges[number] != edges[start]:
            yield line[start : number + 1], edges[start]
            start = number


def _ring(part: Decoration) -> str:
    return path_data((*part.shape, part.shape[0]), closed=True)


def _same_region(board: Board, border: Border) -> bool:
    return board.space(border.a).region == board.space(border.b).region != ""


def _region_line(board: Board, members: Iterable[str]) -> str:
    """Return the arcs that have exactly one side in the region."""
    inside = set(members)
    if board.topology is None:
        return ""
    owners = board.topology.owners()
    edge = [number for number, names in enumerate(owners) if sum(name in inside for name in names) == 1]
    return "".join(path_data(board.topology.line(number)) for number in edge)


def _links(board: Board) -> tuple[LinkGeometry, ...]:
    """Return lanes as drawn, lanes nobody drew as straight lines, and every border of a board without outlines."""
    drawn = {frozenset((lane.a, lane.b)): lane for lane in board.lanes}
    links: list[LinkGeometry] = []
    for border in board.borders:
        lane = drawn.get(frozenset((border.a, border.b)))
        if lane is not None:
            d = "".join(path_data(line) for line in lane.lines)
            links.append(LinkGeometry(lane.a, lane.b, border.kind, d, lane.wraps))
        elif border.open and (board.topology is None or border.kind not in TOUCHING):
            straight = _between_discs(board, border.a, border.b)
            whole = board.topology is None and _same_region(board, border)
            links.append(LinkGeometry(border.a, border.b, border.kind, path_data(straight), whole=whole))
    return tuple(links)


def _space(board: Board, space: Space) -> SpaceGeometry:
    coasts = tuple(CoastGeometry(coast.id, coast.at) for coast in space.coasts)
    d = _outline(board, space)
    return SpaceGeometry(
        space.id, space.name, space.short, space.region, space.kind, space.token, space.label, d, coasts
    )


def _obstacle(board: Board, part: Obstacle) -> ObstacleGeometry:
    high = peaks(board.outline(part.id), board.canvas.unit) if part.kind == "mountains" else ()
    return ObstacleGeometry(part.id, part.name, part.kind, _shape(board, part.id), high)


def board_geometry(board: Board) -> BoardGeometry:
    """Return the shapes of a board, ready to be served as JSON."""
    canvas = board.canvas
    ranges = range_geometry(board)
    return BoardGeometry(
        key=board.key,
        title=board.title,
        style=board.style,
        width=canvas.width,
        height=canvas.height,
        unit=canvas.unit,
        spaces=tuple(_space(board, space) for space in board.spaces),
        regions=tuple(
            RegionGeometry(r.id, r.name, r.plate, members, _region_line(board, members), r.tint, r.deep, r.title)
            for r in board.regions
            for members in (board.members(r.id),)
        ),
        links=_links(board),
        lines=_lines(board),
        sites=tuple(SiteGeometry(s.id, s.name, s.space, s.kind, s.at) for s in board.sites),
        borders=tuple((border.a, border.b) for border in board.borders if border.open),
        obstacles=tuple(_obstacle(board, part) for part in board.obstacles),
        decorations=tuple(DecorationGeometry(d.id, d.name, d.kind, _ring(d), d.region) for d in board.decorations),
        waves=waves(board) if board.style == "parchment" else (),
        ranges=ranges,
        rivers=river_geometry(board, path_data),
        bridges=board.bridges,
        ports=board.ports,
        paths=trail_geometry(board),
        scatter=scatter_geometry(board, ranges),
        inscriptions=board.inscriptions,
        compass=board.compass,
    )
