"""Names on a table: their letters and boxes, and where each covers least; without room one is left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise, product
from math import atan2, degrees, dist, hypot
from typing import Literal

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from wartable.board.lettering import text_width
from wartable.board.placing import Wanted, areas, arrange
from wartable.games.ring_of_power.drawing.canvas import Canvas, Pixel, Shape
from wartable.games.ring_of_power.drawing.land import Feature
from wartable.games.ring_of_power.drawing.places import tower_disc
from wartable.games.ring_of_power.scenario import Place

Style = Literal["place", "minor", "region", "tract", "water"]
SIZES: dict[Style, float] = {"place": 15.0, "minor": 12.0, "region": 22.0, "tract": 12.5, "water": 12.0}
SPACING: dict[Style, float] = {"place": 0.0, "minor": 0.0, "region": 0.24, "tract": 0.02, "water": 0.06}
"""Space between letters in parts of their size."""
_FALLING = frozenset("gjpqyçQJ,;()")
"""Letters that go below the line."""
RISE, DESCENT, BASE = 0.44, 0.58, 0.36
"""How far letters go above and below the middle of their line, and capitals below it, in parts of their size."""


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """A name on the sheet: the middle of its line, its size, its turn in degrees, and the box that it takes.

    `others` are middles and turns of other spots where a region's or a river's name might be, the better ones first.
    """

    id: str
    text: str
    style: Style
    at: Pixel
    size: float
    turn: float = 0.0
    others: tuple[tuple[Pixel, float], ...] = ()

    @property
    def box(self) -> Shape:
        """The box that its letters take."""
        return boxes_of([self])[0]


def boxes_of(labels: Sequence[Label]) -> NDArray[np.object_]:
    """Return the boxes that the letters of names take, turned as the names are."""
    middles = np.array([label.at for label in labels]).reshape(-1, 2)
    halves = np.array([width_of(label.text, label.style, label.size) / 2 + 1 for label in labels])
    up = np.array([label.size * RISE for label in labels])
    down = np.array([label.size * (DESCENT if _FALLING.intersection(label.text) else BASE) for label in labels])
    corners = np.array([(-halves, -up), (halves, -up), (halves, down), (-halves, down)]).transpose(2, 0, 1)
    turns = np.radians([label.turn for label in labels])[:, None]
    across, along = corners[..., 0], corners[..., 1]
    turned = (across * np.cos(turns) - along * np.sin(turns), across * np.sin(turns) + along * np.cos(turns))
    return np.asarray(shapely.polygons(np.stack(turned, axis=-1) + middles[:, None]), dtype=object)


def width_of(text: str, style: Style, size: float) -> float:
    """Return how wide a name is."""
    return size * _measured(text, 1.0, SPACING[style])


_measured = lru_cache(maxsize=1024)(text_width)


def labels_svg(labels: Iterable[Label], wet: Iterable[str]) -> Iterator[str]:
    """Yield names; those of waters lean, as seas do on every map.

    Each is as long as its box says in whatever letters it is written: a picture on a page has not ours.
    """
    waters = {f"terrain-{name}" for name in wet}
    for label in labels:
        x, y = label.at
        place = f"translate({x:.1f} {y:.1f})" + (f"rotate({label.turn:.1f})" if label.turn else "")
        water = label.id in waters
        style = "minor" if label.style == "water" and not water else label.style
        kind = f"{style} water" if water and style != "water" else style
        lean = "skewX(-12)" if water else ""
        yield (
            f'<text id="name-{label.id}" class="name {kind}" font-size="{label.size:.1f}" '
            f'textLength="{width_of(label.text, label.style, label.size):.1f}" lengthAdjust="spacingAndGlyphs" '
            f'transform="{place}{lean}" y="{label.size * 0.32:.1f}">{escape(label.text)}</text>'
        )


Choices = list[tuple[float, Label]]
Box = tuple[float, float, float, float]
"""West, north, east and south."""
_GAPS = ((3.0, 0.0), (8.0, 0.6), (15.0, 1.6))
"""Pixels between a mark and its name, with what they cost."""
ROOMY = 180.0
"""Width in pixels of a place from which its name may stand inside."""
_SHARES, _SMALL_SHARES = (1.0, 0.85, 0.7, 0.58), (1.0, 0.88)
"""Sizes of a region's capitals in parts of the largest that fit, and of its small letters."""
_SMALLEST_REGION = 13.0
_LATTICE, _SPOTS = 7, 25
"""Rows of points in a region where its name is tried, and of how many at most that fit."""
_STEEPEST, _LEVEL, _LONG = 75.0, 4.0, 1.5
"""Degrees up to which a name is turned and below which it is not, and how long for its width is what turns a name."""
_STRAY = 3.0
"""What it costs a small region's name to stand beside it in place of within."""


def scale_of(style: Style, unit: float) -> float:
    """Return the size of the letters of a style on a sheet whose marks are so large."""
    return SIZES[style] * float(unit**0.7)


def beside(name: str, text: str, mark: Box, style: Style, unit: float) -> Choices:
    """Return the ways to write a name round a mark: below, above, at its sides and corners, and farther off."""
    size = scale_of(style, unit)
    half = width_of(text, style, size) / 2
    x, y = (mark[0] + mark[2]) / 2, (mark[1] + mark[3]) / 2
    found: Choices = []
    for gap, far in _GAPS:
        away = gap * unit
        low, high = mark[3] + away + size * RISE, mark[1] - away - size * BASE
        left, right = mark[0] - away - half, mark[2] + away + half
        near_low, near_high = mark[3] + size * 0.1, mark[1] - size * 0.1
        level = y + (RISE - BASE) * size / 2
        spots = [(0.0, (x, low)), (0.1, (x, high)), (0.16, (right, level)), (0.2, (left, level))]
        for cost, part in ((0.3, 0.35), (0.45, 0.75)):
            spots += [(cost, (x + side * part * half, row)) for row, side in product((low, high), (1, -1))]
        # At the corners the name begins nearer: only its end is close to a round mark.
        corners = product((right - away, left + away), (near_low, near_high))
        spots += [(0.45, spot) for spot in corners]
        found += [(far + cost, Label(id=name, text=text, style=style, at=spot, size=size)) for cost, spot in spots]
    return found


def inside(name: str, text: str, mark: Box, style: Style, unit: float) -> Choices:
    """Return the ways to write the name of a large place within its walls."""
    (west, north, east, south), size = mark, scale_of(style, unit)
    shares = product(((0.2, 0.0), (0.75, 0.1), (0.5, 0.2), (0.88, 0.3)), ((0.5, 0.0), (0.35, 0.1), (0.65, 0.1)))
    found: Choices = []
    for (down, down_cost), (across, across_cost) in shares:
        at = west + (east - west) * across, north + (south - north) * down
        found.append((down_cost + across_cost - 1.0, Label(id=name, text=text, style=style, at=at, size=size)))
    return found


def within(part: Feature, canvas: Canvas) -> Choices:
    """Return the ways to write a region's name wholly inside it, large enough to be read; if small, also beside it."""
    room = part.shape.intersection(canvas.box.buffer(-5)).buffer(1)
    if room.is_empty:
        return []
    name, found = f"terrain-{part.id}", list[tuple[float, Label]]()
    for turn, long, wide in _ways(room):
        for style, text, size, cost in _lettering(part.name, long, wide, canvas.unit):
            labels = [Label(id=name, text=text, style=style, at=at, size=size, turn=turn) for at in _spots(room)]
            fits = shapely.contains_properly(room, boxes_of(labels)).tolist()
            kept = [(rank, label) for rank, (label, fit) in enumerate(zip(labels, fits, strict=True)) if fit][:_SPOTS]
            extra = cost + (0.4 if turn else 0.0)
            found += [(extra + 1.5 * rank / len(labels), label) for rank, label in kept]
    if any(label.style == "region" for _, label in found):
        return found
    stray = beside(name, part.name, room.bounds, "minor", canvas.unit)
    return found + [(cost + _STRAY, label) for cost, label in stray]


def _ways(shape: Shape) -> Iterator[tuple[float, float, float]]:
    """Yield turns of a name with length and width: level, and along a long shape, never upside down or too steep."""
    corners = list(shape.minimum_rotated_rectangle.exterior.coords)
    sides = [(hypot(b[0] - a[0], b[1] - a[1]), a, b) for a, b in pairwise(corners[:3])]
    wide, (long, start, end) = min(sides)[0], max(sides)
    west, north, east, south = shape.bounds
    yield 0.0, east - west, south - north
    turn = (degrees(atan2(end[1] - start[1], end[0] - start[0])) + 90) % 180 - 90
    if long > _LONG * wide and abs(turn) > _LEVEL:
        yield max(-_STEEPEST, min(_STEEPEST, turn)), long, wide


def _lettering(text: str, long: float, wide: float, unit: float) -> Iterator[tuple[Style, str, float, float]]:
    """Yield how a region's name may be written, and what that costs: in spaced capitals or small letters."""
    capitals = text.upper()
    largest = min(SIZES["region"] * unit, 0.88 * long / width_of(capitals, "region", 1.0), wide * 0.7)
    for share in _SHARES:
        if largest * share >= _SMALLEST_REGION:
            yield "region", capitals, largest * share, (1 - share) * 3
    for share in _SMALL_SHARES:
        yield "tract", text, SIZES["tract"] * unit**0.5 * share, 2.0 + (1 - share) * 3


def _spots(shape: Shape) -> list[Pixel]:
    """Return the middle of a shape, then points of a lattice in it from the middle outwards."""
    middle = shape.centroid if shape.contains(shape.centroid) else shape.representative_point()
    west, north, east, south = shape.bounds
    steps = [(step + 0.5) / _LATTICE for step in range(_LATTICE)]
    lattice = [(west + (east - west) * across, north + (south - north) * down) for down in steps for across in steps]
    kept = [spot for spot, fits in zip(lattice, shapely.contains_xy(shape, lattice).tolist(), strict=True) if fits]
    spots = [(middle.x, middle.y), *kept]
    return sorted(spots, key=lambda spot: (hypot(spot[0] - middle.x, spot[1] - middle.y), spot))


def along(part: Feature, canvas: Canvas) -> Choices:
    """Return the ways to write the name of a river or road along its straight stretches, on either side."""
    size = scale_of("water", canvas.unit)
    width = width_of(part.name, "water", size)
    thick = part.line.distance(part.shape.boundary) + 3 * canvas.unit
    found: Choices = []
    for step in range(1, 30):
        here = part.line.length * step / 30
        if here < width / 2 or here > part.line.length - width / 2:
            continue
        one, other = (part.line.interpolate(here + shift) for shift in (-width / 2, width / 2))
        dx, dy = other.x - one.x, other.y - one.y
        length = hypot(dx, dy) or 1.0
        turn = (degrees(atan2(dy, dx)) + 90) % 180 - 90
        falls = -1 if dx < 0 else 1
        bend = (width - length) / width * 20 + abs(turn) / 60 + abs(step - 15) * 0.033
        # Upright letters stand on a river below them, and hang under one above.
        for side, off in ((-1, thick + size * BASE), (1, thick + size * RISE)):
            x = (one.x + other.x) / 2 - side * falls * dy / length * off
            y = (one.y + other.y) / 2 + side * falls * dx / length * off
            label = Label(id=f"terrain-{part.id}", text=part.name, style="water", at=(x, y), size=size, turn=turn)
            found.append((bend, label))
    return found


_MINOR = frozenset({"site", "edge", "haven"})
_EDGED = frozenset({"sea", "lake", "cave_tunnel"})
"""Terrain with a dark line round it."""
_ON_FIGURES, _ON_WALLS, _ON_SITE, _ON_EDGE, _ON_LINE = 100.0, 40.0, 15.0, 4.0, 2.5
"""What it costs to lie wholly on figures, a walled place, another, the line round a sea or hall, a road or river."""
_WITHOUT: dict[Style, float] = {"place": 60.0, "region": 7.0, "minor": 8.0, "tract": 5.0, "water": 3.5}
"""What it costs to leave a name out."""
_WIDE: frozenset[Style] = frozenset({"region", "tract", "water"})
_UNDER = 0.3
"""How much less it matters where the names of regions and rivers lie under marks."""
_APART, _MARGIN = 1.5, 3.0
"""Pixels between two names at least, and between names and the edge of the sheet."""
_ROUGH = 0.7
"""By how many pixels the outline of what is covered may be wrong."""
_OTHERS, _FEW = 8, 2
"""How many other spots a name knows at most, and if it stands beside what it names."""
_MOST = 70
"""Of the ways to write a name only so many, the cheapest, are thought of."""


class _Obstacles:
    """What names should not cover, with what it costs to cover it."""

    def __init__(self, canvas: Canvas) -> None:
        self.inside = canvas.box.buffer(-_MARGIN)
        self.shapes: list[Shape] = []
        self.dear: list[float] = []

    def add(self, shapes: Iterable[Shape], cost: float) -> None:
        for shape in shapes:
            self.shapes.append(shape.simplify(_ROUGH))
            self.dear.append(cost)

    def costs(self, boxes: NDArray[np.object_]) -> NDArray[np.float64]:
        """Return what it costs to put a name into each box; infinite where it would leave the sheet."""
        costs = np.where(shapely.covers(self.inside, boxes), 0.0, np.inf)
        rows, columns = shapely.STRtree(self.shapes).query(boxes, predicate="intersects")
        shared = areas(shapely.intersection(boxes[rows], np.array(self.shapes, dtype=object)[columns]))
        np.add.at(costs, rows, np.array(self.dear)[columns] * shared / areas(boxes)[rows])
        return costs


def names_of(canvas: Canvas, parts: Sequence[Feature], figures: Iterable[Shape] = ()) -> tuple[Label, ...]:
    """Return the names of a table as they are written over the boxes of `figures`: of places, regions and waters."""
    figures = list(figures)
    obstacles = _obstacles(canvas, parts, figures)
    ways = [found for found in _wanted(canvas, parts, figures) if found]
    boxes = boxes_of([label for found in ways for _, label in found])
    covered, at = obstacles.costs(boxes), 0
    labels: list[list[Label]] = []
    wanted: list[Wanted] = []
    for found in ways:
        first, here = found[0][1], slice(at, at := at + len(found))
        shares = np.array([_UNDER if label.style in _WIDE else 1.0 for _, label in found])
        costs = np.array([own for own, _ in found]) + covered[here] * shares
        kept = [n for n in np.argsort(costs, kind="stable")[:_MOST].tolist() if costs[n] < _WITHOUT[first.style]]
        labels.append([found[n][1] for n in kept])
        shapes = shapely.buffer(boxes[here][kept], _APART / 2, join_style="mitre")
        wanted.append(Wanted(costs[kept], shapes, _WITHOUT[first.style]))
    chosen = zip(labels, arrange(wanted), strict=True)
    return tuple(_with_others(choices[place], choices) for choices, place in chosen if place is not None)


def _with_others(chosen: Label, choices: Sequence[Label]) -> Label:
    """Return a name that knows where else it might be, each of these spots well apart from the others."""
    if not chosen.id.startswith("terrain-"):
        return chosen
    spots = [(chosen.at, chosen.turn)]
    for label in choices:
        far = all(dist(label.at, at) > 2 * label.size for at, _ in spots)
        # Far from a small region its name would be taken for another's.
        most = _OTHERS if chosen.style in _WIDE else _FEW
        if far and label.style == chosen.style and len(spots) <= most:
            spots.append((label.at, label.turn))
    return msgspec.structs.replace(chosen, others=tuple(spots[1:]))


def _obstacles(canvas: Canvas, parts: Sequence[Feature], figures: Sequence[Shape]) -> _Obstacles:
    found = _Obstacles(canvas)
    for place in canvas.scenario.places:
        shape = canvas.place(place)
        solid = place.walled or place.kind == "stockade"
        # Where there is room inside, names only keep clear of the walls.
        covered = shape.boundary.buffer(7) if _roomy(shape, canvas) else shape.buffer(3 if solid else 1)
        found.add([covered], _ON_WALLS if solid else _ON_SITE)
        if place.tower and place.tower.circle:
            at, radius = tower_disc(place, canvas)
            found.add([shapely.Point(at).buffer(radius)], _ON_WALLS)
    found.add(figures, _ON_FIGURES)
    found.add((part.shape for part in parts if part.line is not None), _ON_LINE)
    found.add((part.shape.boundary.buffer(2) for part in parts if part.type in _EDGED), _ON_EDGE)
    return found


def _wanted(canvas: Canvas, parts: Sequence[Feature], figures: Sequence[Shape]) -> Iterator[Choices]:
    """Yield for each name the ways to put it and what each costs by itself."""
    for place in canvas.scenario.places:
        yield list(_of_place(place, canvas, figures))
        if place.tower and place.tower.circle and place.tower.name:
            (x, y), radius = tower_disc(place, canvas)
            mark = (x - radius, y - radius, x + radius, y + radius)
            yield beside(f"tower-{place.id}", place.tower.name, mark, "minor", canvas.unit)
    for part in parts:
        if part.name and part.line is not None:
            yield along(part, canvas)
        elif part.name:
            # Not a name that only says again what a place in the region is called: the tunnels of a town.
            named = [place for place in canvas.scenario.places if place.name and place.name in part.name]
            if not any(canvas.place(place).intersects(part.shape) for place in named):
                yield within(part, canvas)


def _of_place(place: Place, canvas: Canvas, figures: Sequence[Shape]) -> Choices:
    """Return the ways to write a place's name: round its mark, and round mark and figures where these stick out."""
    shape = canvas.place(place)
    style: Style = "minor" if place.kind in _MINOR else "place"
    name, rim = f"place-{place.id}", shape.buffer(2.0 if place.walled else 0.0).bounds
    found = beside(name, place.name, rim, style, canvas.unit)
    if _roomy(shape, canvas):
        return found + inside(name, place.name, shape.bounds, style, canvas.unit)
    mark: list[Shape] = [shape, *(figure for figure in figures if figure.intersects(shape))]
    if len(mark) > 1:
        around = shapely.GeometryCollection(mark).bounds
        found += [(cost + 0.1, label) for cost, label in beside(name, place.name, around, style, canvas.unit)]
    return found


def _roomy(shape: Shape, canvas: Canvas) -> bool:
    return bool(shape.bounds[2] - shape.bounds[0] > ROOMY * canvas.unit)
