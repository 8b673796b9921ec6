"""Names on a table: each is put where it covers least, and left out where it would lie on another name."""

from __future__ import annotations

from html import escape
from itertools import pairwise
from math import atan2, degrees, hypot
from typing import TYPE_CHECKING, Literal

import msgspec
import shapely
from shapely import affinity

from wartable.games.ring_of_power.drawing.places import place_shape, tower_disc

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wartable.games.ring_of_power.drawing.canvas import Canvas, Pixel, Shape
    from wartable.games.ring_of_power.drawing.features import Feature
    from wartable.games.ring_of_power.scenario import Place, Scenario

Style = Literal["place", "minor", "region", "tract", "water"]
_SIZES: dict[Style, float] = {"place": 15.0, "minor": 12.0, "region": 22.0, "tract": 12.5, "water": 12.0}
_SPACING: dict[Style, float] = {"place": 0.0, "minor": 0.0, "region": 0.24, "tract": 0.02, "water": 0.06}
"""Space between letters in parts of their size."""
_NARROW, _WIDE = "fijlrtI'.,-", "mwMW"
_MINOR = frozenset({"site", "edge", "haven"})
_SMALLEST_REGION = 13.0
_OFF_SHEET, _ON_NAME, _ON_PLACE, _ON_FIGURES, _ON_LINE = 80.0, 60.0, 22.0, 10.0, 2.5
"""What it costs to lie wholly off the sheet, on a name, a place, figures, or a road or water."""
_TOO_BAD: dict[Style, float] = {"place": 1e9, "region": 4.0, "minor": 4.0, "tract": 1.2, "water": 3.0}
"""A name is left out where it would cost more."""
_STEEPEST, _MOSTLY_OUT = 75.0, 0.5
_ROOMY = 180.0
"""Width in pixels of a place from which its name may stand inside."""


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """A name on the sheet: the middle of its line, its size, its turn in degrees, and the box that it takes."""

    id: str
    text: str
    style: Style
    at: Pixel
    size: float
    turn: float = 0.0
    box: Shape = None


class _Obstacles:
    """What names should not cover, with what it costs to cover it."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.inside = canvas.box.buffer(-3)
        self.shapes: list[Shape] = []
        self.bounds: list[tuple[float, float, float, float]] = []
        self.costs: list[float] = []

    def add(self, shapes: Iterable[Shape], cost: float) -> None:
        for shape in shapes:
            self.shapes.append(shape)
            self.bounds.append(shape.bounds)
            self.costs.append(cost)

    def cost(self, box: Shape) -> float:
        """Return what it costs to put a name into a box."""
        hidden = 1 - box.intersection(self.inside).area / box.area
        own = box.bounds
        near = [n for n, bounds in enumerate(self.bounds) if _meet(bounds, own)]
        covered = sum(self.costs[n] * self.shapes[n].intersection(box).area for n in near)
        return float(hidden * _OFF_SHEET + covered / box.area)


def _meet(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def names_of(
    one: Scenario, canvas: Canvas, parts: Sequence[Feature], figures: Iterable[Shape] = ()
) -> tuple[Label, ...]:
    """Return the names of a table: regions and waters first, then places, fortresses before sites."""
    taken = _Obstacles(canvas)
    shapes = {place.id: place_shape(place, canvas) for place in one.places}
    taken.add((_obstacle(shape, canvas) for shape in shapes.values()), _ON_PLACE)
    taken.add(figures, _ON_FIGURES)
    taken.add((part.shape for part in parts if part.line is not None), _ON_LINE)
    towers = {place.id: tower_disc(place, canvas) for place in one.places if place.tower and place.tower.circle}
    taken.add((shapely.Point(at).buffer(radius) for at, radius in towers.values()), _ON_PLACE)
    found: list[Label] = []
    for choices in _wanted(one, canvas, parts, shapes):
        best = min(choices, key=lambda choice: taken.cost(choice[1].box) + choice[0], default=None)
        if best is None or taken.cost(best[1].box) > _TOO_BAD[best[1].style]:
            continue
        found.append(best[1])
        taken.add([best[1].box.buffer(2)], _ON_NAME)
    return tuple(found)


def _obstacle(shape: Shape, canvas: Canvas) -> Shape:
    """Return what of a place names should not cover: all of it, or its walls where there is room inside."""
    roomy = shape.bounds[2] - shape.bounds[0] > _ROOMY * canvas.unit
    return shape.boundary.buffer(7) if roomy else shape.buffer(2)


Choices = list[tuple[float, Label]]


def _wanted(one: Scenario, canvas: Canvas, parts: Sequence[Feature], shapes: dict[str, Shape]) -> Iterator[Choices]:
    """Yield for each name the ways to put it and what each costs by itself."""
    for place in sorted((place for place in one.places if place.kind not in _MINOR), key=lambda place: place.id):
        yield _beside(place, shapes[place.id], canvas, "place")
        if place.tower and place.tower.circle and place.tower.name:
            (x, y), radius = tower_disc(place, canvas)
            size = _SIZES["minor"] * canvas.unit**0.7
            spot = (x, y + radius + size)
            yield [(0.0, _label(f"tower-{place.id}", place.tower.name, "minor", spot, size))]
    regions = [part for part in parts if part.name and part.line is None]
    for part in sorted(regions, key=lambda part: -part.shape.area):
        yield _within(part, canvas)
    for place in sorted((place for place in one.places if place.kind in _MINOR), key=lambda place: place.id):
        yield _beside(place, shapes[place.id], canvas, "minor")
    for part in parts:
        if part.name and part.line is not None:
            yield _along(part, canvas)


def text_width(text: str, size: float, spacing: float = 0.0) -> float:
    """Return about how wide a text is, by the widths of the letters of an old-style face."""
    letters = sum(
        0.3
        if letter in _NARROW
        else 0.25
        if letter == " "
        else 0.78
        if letter in _WIDE
        else 0.62
        if letter.isupper()
        else 0.5
        for letter in text
    )
    return size * (letters + spacing * len(text))


def _label(name: str, text: str, style: Style, at: Pixel, size: float, turn: float = 0.0) -> Label:
    width, (x, y) = text_width(text, size, _SPACING[style]), at
    box = shapely.box(x - width / 2 - 1, y - size * 0.62, x + width / 2 + 1, y + size * 0.42)
    return Label(
        id=name, text=text, style=style, at=at, size=size, turn=turn, box=affinity.rotate(box, turn, origin=at)
    )


def _beside(place: Place, shape: Shape, canvas: Canvas, style: Style) -> Choices:
    """Return the ways to write a place's name: below it, above, at its sides and corners, or farther off."""
    size = _SIZES[style] * canvas.unit**0.7
    half = text_width(place.name, size) / 2
    west, north, east, south = shape.bounds
    x, y = (west + east) / 2, (north + south) / 2
    found: Choices = []
    if east - west > _ROOMY * canvas.unit:
        for rank, share in enumerate((0.2, 0.75, 0.5)):
            inside = _label(f"place-{place.id}", place.name, style, (x, north + (south - north) * share), size)
            found.append((rank * 0.1 - 1.0, inside))
    for away in (5.0, 11.0, 18.0):
        low, high = south + away + size * 0.55, north - away - size * 0.35
        left, right = west - away - half, east + away + half
        spots = [(x, low), (x, high), (right, y), (left, y), (right, low - 8), (left, low - 8), (right, high + 8)]
        spots += [(left, high + 8), (x + half * 0.6, low), (x - half * 0.6, low), (x + half * 0.6, high)]
        spots.append((x - half * 0.6, high))
        found += [
            ((away - 5) / 9 + rank * 0.08, _label(f"place-{place.id}", place.name, style, spot, size))
            for rank, spot in enumerate(spots)
        ]
    return found


def _within(part: Feature, canvas: Canvas) -> Choices:
    """Return the ways to write a region's name inside it: level or along its length, large enough to be read."""
    turn, long, wide = _axis(part.shape)
    found: Choices = []
    for angle, room, high in ((0.0, part.shape.bounds[2] - part.shape.bounds[0], wide), (turn, long, wide)):
        style, text, size = _lettering(part, room, high, canvas.unit)
        for rank, spot in enumerate(_spots_in(part.shape)):
            label = _label(f"terrain-{part.id}", text, style, spot, size, angle)
            outside = 1 - label.box.intersection(part.shape).area / label.box.area
            if outside < _MOSTLY_OUT:
                found.append((outside * 12 + rank * 0.02 + (0.5 if angle else 0.0) - size * 0.08, label))
    return found


def _lettering(part: Feature, room: float, high: float, unit: float) -> tuple[Style, str, float]:
    """Return how a region's name is written: in spaced capitals where they fit, else small."""
    capitals = part.name.upper()
    fits = 0.86 * room / text_width(capitals, 1.0, _SPACING["region"])
    size = min(_SIZES["region"] * unit, fits, high * 0.6)
    if size >= _SMALLEST_REGION:
        return "region", capitals, size
    return "tract", part.name, _SIZES["tract"] * unit**0.5


def _axis(shape: Shape) -> tuple[float, float, float]:
    """Return direction, length and width of the smallest rectangle round a shape; never upside down or too steep."""
    corners = list(shape.minimum_rotated_rectangle.exterior.coords)
    sides = [(hypot(b[0] - a[0], b[1] - a[1]), a, b) for a, b in pairwise(corners[:3])]
    wide, (long, start, end) = min(sides)[0], max(sides)
    turn = degrees(atan2(end[1] - start[1], end[0] - start[0]))
    turn = (turn + 90) % 180 - 90
    return max(-_STEEPEST, min(_STEEPEST, turn)), long, wide


def _spots_in(shape: Shape) -> Iterator[Pixel]:
    """Yield the middle of a shape, then points of a lattice in it from the middle outwards."""
    middle = shape.centroid if shape.contains(shape.centroid) else shape.representative_point()
    west, north, east, south = shape.bounds
    lattice = [
        (west + (east - west) * column / 12, north + (south - north) * row / 12)
        for row in range(1, 12)
        for column in range(1, 12)
    ]
    kept = [spot for spot in lattice if shapely.contains_xy(shape, *spot)]
    yield middle.x, middle.y
    yield from sorted(kept, key=lambda spot: (hypot(spot[0] - middle.x, spot[1] - middle.y), spot))


def _along(part: Feature, canvas: Canvas) -> Choices:
    """Return the ways to write the name of a river or road along its straight stretches, on either side."""
    size = _SIZES["water"] * canvas.unit**0.7
    width = text_width(part.name, size, _SPACING["water"])
    thick = part.line.distance(part.shape.boundary) + size * 0.62
    found: Choices = []
    for step in range(1, 20):
        along = part.line.length * step / 20
        one, other = (part.line.interpolate(along + shift) for shift in (-width / 2, width / 2))
        if along < width / 2 or along > part.line.length - width / 2:
            continue
        dx, dy = other.x - one.x, other.y - one.y
        length = hypot(dx, dy) or 1.0
        turn = (degrees(atan2(dy, dx)) + 90) % 180 - 90
        for side in (-1, 1):
            x = (one.x + other.x) / 2 - side * dy / length * thick
            y = (one.y + other.y) / 2 + side * dx / length * thick
            label = _label(f"terrain-{part.id}", part.name, "water", (x, y), size, turn)
            bend = (width - length) / width * 20
            found.append((bend + abs(turn) / 60 + abs(step - 10) * 0.05, label))
    return found


def labels_style(canvas: Canvas) -> str:
    """Return the rules by which names are written."""
    paint = canvas.colour
    font = "Alegreya,Georgia,serif"
    return f"""
.name{{font-family:{font};font-weight:600;font-feature-settings:"lnum";text-anchor:middle;fill:{paint("ink")};
stroke:{paint("disc")};stroke-width:3.4;stroke-linejoin:round;paint-order:stroke;pointer-events:none}}
.name.minor{{stroke-width:2.8}}
.name.region{{letter-spacing:{_SPACING["region"]}em;fill-opacity:.82;stroke-width:4;stroke-opacity:.7}}
.name.tract{{letter-spacing:{_SPACING["tract"]}em}}
.name.water{{fill:{paint("sea-label")};letter-spacing:{_SPACING["water"]}em}}
"""


def labels_svg(labels: Iterable[Label], wet: Iterable[str]) -> Iterator[str]:
    """Yield names; those of waters lean, as seas do on every map."""
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
            f'transform="{place}{lean}" y="{label.size * 0.32:.1f}">{escape(label.text)}</text>'
        )
