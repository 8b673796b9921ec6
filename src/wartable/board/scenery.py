"""The landmarks of a board as shapes: rivers and ridges along borders, legs of paths, and what covers the ground."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, cos, dist, hypot, radians, sin
from typing import TYPE_CHECKING

import msgspec

from wartable.board.landmarks import Cover, Step
from wartable.board.lettering import text_width
from wartable.board.peaks import Peak, chance, inside, ridge
from wartable.board.topology import Line, Point

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from wartable.board.landmarks import Pair, Trail
    from wartable.board.model import Board, Space

_APART: dict[Cover, tuple[float, float]] = {"forest": (15.0, 11.0), "hills": (34.0, 24.0), "marsh": (30.0, 20.0)}
"""Screen pixels between marks of a cover along and across, and how many of the places are taken."""
_SHARE: dict[Cover, float] = {"forest": 0.72, "hills": 0.6, "marsh": 0.75}
_SIZE: dict[Cover, tuple[float, float]] = {"forest": (8.0, 10.5), "hills": (9.0, 13.0), "marsh": (8.0, 10.0)}
_NAME_SIZE, _NAME_HEIGHT = 12.5, 8.0
"""Screen pixels: size of a name, and half the height of a line of it."""
TITLE_SPACING = 0.26
"""Space between the capitals of a region's name, in parts of their size."""
_TOKEN, _MARK, _RIM = 19.0, 17.0, 8.0
"""Screen pixels kept free round a token, round another mark, and inside an outline."""


class RangeGeometry(msgspec.Struct, frozen=True):
    """A range of mountains: x, y of the foot and the height of every peak to draw, from north to south."""

    id: str
    name: str
    touches: tuple[str, ...]
    peaks: tuple[Peak, ...]


class RiverGeometry(msgspec.Struct, frozen=True):
    """A river as SVG path data."""

    id: str
    name: str
    d: str


class TrailGeometry(msgspec.Struct, frozen=True):
    """A path: its steps, and between each two of them a leg as SVG path data."""

    id: str
    name: str
    steps: tuple[Step, ...]
    legs: tuple[str, ...]


class ScatterGeometry(msgspec.Struct, frozen=True):
    """All marks of one cover: x, y of the foot and the height of each, from north to south."""

    kind: Cover
    marks: tuple[Peak, ...]


def common_lines(board: Board, pairs: Iterable[Pair]) -> list[Line]:
    """Return the common borders of some pairs of outlines, as lines in canvas pixels; none on a board without any."""
    if board.topology is None:
        return []
    wanted = {frozenset(pair) for pair in pairs}
    return [
        board.topology.line(number)
        for number, owners in enumerate(board.topology.owners())
        if frozenset(owners) in wanted
    ]


def joined(lines: Iterable[Line]) -> list[Line]:
    """Join lines that meet end to end, where just two of them meet."""
    chains = [*lines]
    ends = [end for line in chains for end in (line[0], line[-1])]
    for end in {end for end in ends if ends.count(end) == 2}:
        met = [line for line in chains if end in (line[0], line[-1])]
        if len(met) == 2:
            one, other = met
            first = one if one[-1] == end else one[::-1]
            second = other if other[0] == end else other[::-1]
            chains = [line for line in chains if line is not one and line is not other] + [first + second[1:]]
    return chains


def range_geometry(board: Board) -> tuple[RangeGeometry, ...]:
    """Return the ranges with their peaks."""
    return tuple(
        RangeGeometry(
            part.id,
            part.name,
            part.touches,
            ridge(joined([*common_lines(board, part.along), *part.lines]), board.canvas.unit),
        )
        for part in board.ranges
    )


def river_geometry(board: Board, path_data: Callable[[Line], str]) -> tuple[RiverGeometry, ...]:
    """Return the rivers as far as they are drawn."""
    made = [(river, joined(common_lines(board, river.along))) for river in board.rivers]
    return tuple(RiverGeometry(r.id, r.name, "".join(map(path_data, lines))) for r, lines in made if lines)


def trail_geometry(board: Board) -> tuple[TrailGeometry, ...]:
    """Return the paths with smooth legs."""
    return tuple(TrailGeometry(path.id, path.name, path.steps, _legs(path)) for path in board.paths)


def _legs(path: Trail) -> tuple[str, ...]:
    """Return a curve through all steps, cut at each: its direction there is that from the last step to the next."""
    points = [step.at for step in path.steps]
    around = [points[0], *points, points[-1]]
    return tuple(_leg(*around[number : number + 4]) for number in range(len(points) - 1))


def _leg(before: Point, start: Point, end: Point, after: Point) -> str:
    length = dist(start, end) / 3
    first, last = _along(start, before, end, length), _along(end, after, start, length)
    numbers = (*start, *first, *last, *end)
    x, y, *curve = (f"{number:.1f}".removesuffix(".0") for number in numbers)
    return f"M{x} {y}C{' '.join(curve)}"


def _along(point: Point, behind: Point, ahead: Point, length: float) -> Point:
    dx, dy = ahead[0] - behind[0], ahead[1] - behind[1]
    whole = hypot(dx, dy) or 1.0
    return point[0] + dx / whole * length, point[1] + dy / whole * length


def scatter_geometry(board: Board, ranges: Iterable[RangeGeometry]) -> tuple[ScatterGeometry, ...]:
    """Return the marks of covered ground, where they touch no name, token, site, bridge, path, river or mountain."""
    if not any(space.cover for space in board.spaces):
        return ()
    taken = [*_taken(board, ranges)]
    found: dict[Cover, list[Peak]] = {}
    for space in board.spaces:
        if space.cover:
            found.setdefault(space.cover, []).extend(_scattered(board, space, space.cover, taken))
    return tuple(ScatterGeometry(kind, tuple(sorted(marks, key=lambda mark: mark[1]))) for kind, marks in found.items())


Box = tuple[float, float, float, float]


def _around(at: Point, half: float, high: float | None = None) -> Box:
    tall = half if high is None else high
    return at[0] - half, at[1] - tall, at[0] + half, at[1] + tall


def name_box(space: Space, unit: float) -> Box:
    """Return the bounds of a name: west, north, east, south in canvas pixels."""
    lines = space.short.split("\n")
    wide = max(text_width(line, _NAME_SIZE * unit) for line in lines)
    return _around(space.label, wide / 2 + 3 * unit, _NAME_HEIGHT * unit * len(lines))


def _taken(board: Board, ranges: Iterable[RangeGeometry]) -> Iterator[Box]:
    u = board.canvas.unit
    for space in board.spaces:
        yield name_box(space, u)
        yield _around(space.token, _TOKEN * u)
    yield from _title_boxes(board)
    marks = [site.at for site in board.sites] + [bridge.at for bridge in board.bridges]
    for at in marks:
        yield _around(at, _MARK * u)
    for path in board.paths:
        for one, other in pairwise([step.at for step in path.steps]):
            parts = max(1, ceil(dist(one, other) / (12 * u)))
            for part in range(parts + 1):
                share = part / parts
                at = (one[0] + (other[0] - one[0]) * share, one[1] + (other[1] - one[1]) * share)
                yield _around(at, 9 * u)
    for each in ranges:
        for x, y, high in each.peaks:
            yield _around((x, y - high / 2), 12 * u)


def _title_boxes(board: Board) -> Iterator[Box]:
    """Yield boxes along the large names of regions."""
    for region in board.regions:
        if region.title is not None:
            (x, y), turn, size = region.title.at, radians(region.title.angle), region.title.size
            half = text_width(region.name.upper(), size, TITLE_SPACING) / 2
            for step in range(-ceil(half / size), ceil(half / size) + 1):
                yield _around((x + step * size * cos(turn), y + step * size * sin(turn)), 0.55 * size, 0.5 * size)


def _scattered(board: Board, space: Space, kind: Cover, taken: list[Box]) -> Iterator[Peak]:
    u, (across, down) = board.canvas.unit, _APART[kind]
    low, high = _SIZE[kind]
    for rings in board.outline(space.id):
        west, east, north, south = *_span(rings[0], 0), *_span(rings[0], 1)
        near = [box for box in taken if box[0] < east and box[2] > west and box[1] < south and box[3] > north]
        for row in range(int(north / (down * u)), ceil(south / (down * u)) + 1):
            for column in range(int(west / (across * u)), ceil(east / (across * u)) + 1):
                size = (low + (high - low) * chance(column, row, 6)) * u
                x = (column + 0.5 * (row % 2) + 0.7 * (chance(column, row, 7) - 0.5)) * across * u
                y = (row + 0.7 * (chance(column, row, 8) - 0.5)) * down * u
                if chance(column, row, 9) < _SHARE[kind] and _free(rings, x, y - size / 2, near, u):
                    yield round(x, 1), round(y, 1), round(size, 1)


def _span(ring: Line, axis: int) -> tuple[float, float]:
    values = [point[axis] for point in ring]
    return min(values), max(values)


def _free(rings: tuple[Line, ...], x: float, y: float, near: list[Box], unit: float) -> bool:
    """Whether a mark whose middle lies here is inside the outline, with some room, and hides nothing."""
    half = 6 * unit
    if any(box[0] < x + half and box[2] > x - half and box[1] < y + half and box[3] > y - half for box in near):
        return False
    gap = _RIM * unit
    return all(inside(rings, x + dx * gap, y + dy * gap) for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1.0)))
