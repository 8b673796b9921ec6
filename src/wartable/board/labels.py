"""Names written on a drawn map: their letters and boxes, and the ways to write one beside, in or along something."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from itertools import pairwise, product
from math import atan2, degrees, hypot
from typing import Literal

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from wartable.board.lettering import text_width
from wartable.board.shapes import Pixel, Shape

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


def labels_svg(labels: Iterable[Label], waters: Collection[str]) -> Iterator[str]:
    """Yield names; those of waters, given by their ids, lean, as seas do on every map.

    Each is as long as its box says in whatever letters it is written: a picture on a page has not ours.
    """
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


def within(name: str, text: str, room: Shape, unit: float) -> Choices:
    """Return the ways to write a region's name wholly inside it, large enough to be read; if small, also beside it."""
    if room.is_empty:
        return []
    found: Choices = []
    for turn, long, wide in _ways(room):
        for style, letters, size, cost in _lettering(text, long, wide, unit):
            labels = [Label(id=name, text=letters, style=style, at=at, size=size, turn=turn) for at in _spots(room)]
            fits = shapely.contains_properly(room, boxes_of(labels)).tolist()
            kept = [(rank, label) for rank, (label, fit) in enumerate(zip(labels, fits, strict=True)) if fit][:_SPOTS]
            extra = cost + (0.4 if turn else 0.0)
            found += [(extra + 1.5 * rank / len(labels), label) for rank, label in kept]
    if any(label.style == "region" for _, label in found):
        return found
    stray = beside(name, text, room.bounds, "minor", unit)
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


def along(name: str, text: str, line: Shape, thick: float, unit: float) -> Choices:
    """Return the ways to write the name of a river or road along its straight stretches, on either side.

    It keeps `thick` pixels and a little more away from the middle of the line.
    """
    size = scale_of("water", unit)
    width = width_of(text, "water", size)
    thick += 3 * unit
    found: Choices = []
    for step in range(1, 30):
        here = line.length * step / 30
        if here < width / 2 or here > line.length - width / 2:
            continue
        one, other = (line.interpolate(here + shift) for shift in (-width / 2, width / 2))
        dx, dy = other.x - one.x, other.y - one.y
        length = hypot(dx, dy) or 1.0
        turn = (degrees(atan2(dy, dx)) + 90) % 180 - 90
        falls = -1 if dx < 0 else 1
        bend = (width - length) / width * 20 + abs(turn) / 60 + abs(step - 15) * 0.033
        # Upright letters stand on a river below them, and hang under one above.
        for side, off in ((-1, thick + size * BASE), (1, thick + size * RISE)):
            x = (one.x + other.x) / 2 - side * falls * dy / length * off
            y = (one.y + other.y) / 2 + side * falls * dx / length * off
            label = Label(id=name, text=text, style="water", at=(x, y), size=size, turn=turn)
            found.append((bend, label))
    return found
