"""Curves of order arrows: bowed lines, waves along a line, heads, bars and arcs, as points and SVG path data."""

from __future__ import annotations

from itertools import pairwise
from math import ceil, cos, dist, hypot, pi, sin
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from wartable.board.topology import Line, Point

_STEPS = 24
"""Points a bowed line is made of: enough to look round."""


class Course(msgspec.Struct, frozen=True):
    """A line with a direction: the points an arrow runs along."""

    points: Line

    @property
    def length(self) -> float:
        """Length in pixels."""
        return sum(dist(a, b) for a, b in pairwise(self.points))

    def at(self, distance: float) -> Point:
        """Return the point so many pixels from the start, the last one where the line is shorter."""
        for (x1, y1), (x2, y2) in pairwise(self.points):
            step = hypot(x2 - x1, y2 - y1)
            if distance <= step and step > 0:
                part = max(distance, 0.0) / step
                return x1 + (x2 - x1) * part, y1 + (y2 - y1) * part
            distance -= step
        return self.points[-1]

    def direction(self, distance: float) -> Point:
        """Return the unit vector of the line there."""
        (x1, y1), (x2, y2) = self.at(distance - 1.5), self.at(distance + 1.5)
        length = hypot(x2 - x1, y2 - y1) or 1.0
        return (x2 - x1) / length, (y2 - y1) / length

    def part(self, start: float, end: float) -> Course:
        """Return the stretch between two distances from the start; never less than a pixel."""
        end = max(end, start + 1.0)
        inner: list[Point] = []
        walked = 0.0
        for a, b in pairwise(self.points):
            walked += dist(a, b)
            if start < walked < end:
                inner.append(b)
        return Course((self.at(start), *inner, self.at(end)))

    def path(self) -> str:
        """Return SVG path data."""
        return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in self.points)


def straight(start: Point, end: Point) -> Course:
    """Return the line from one point to another."""
    return Course((start, end))


def bowed(start: Point, end: Point, bow: float) -> Course:
    """Return a line that swings to its left by a part of its length, so that two opposite ones do not meet."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    bend = ((start[0] + end[0]) / 2 + dy * bow, (start[1] + end[1]) / 2 - dx * bow)
    return Course(tuple(_on_curve(start, bend, end, step / _STEPS) for step in range(_STEPS + 1)))


def _on_curve(start: Point, bend: Point, end: Point, t: float) -> Point:
    one, two, three = (1 - t) ** 2, 2 * t * (1 - t), t * t
    return one * start[0] + two * bend[0] + three * end[0], one * start[1] + two * bend[1] + three * end[1]


def through(places: Line) -> Course:
    """Return a smooth line through all places (Catmull and Rom's)."""
    padded = (places[0], *places, places[-1])
    points: list[Point] = [places[0]]
    for a, b, c, d in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        points += [_between(a, b, c, d, step / _STEPS) for step in range(1, _STEPS + 1)]
    return Course(tuple(points))


def _between(a: Point, b: Point, c: Point, d: Point, t: float) -> Point:
    x, y = (
        0.5 * (2 * q + (r - p) * t + (2 * p - 5 * q + 4 * r - s) * t**2 + (3 * q - p - 3 * r + s) * t**3)
        for p, q, r, s in zip(a, b, c, d, strict=True)
    )
    return x, y


def scalloped(course: Course, size: float) -> str:
    """Return path data of arcs along a line, each about `size` pixels long, all on its left."""
    count = max(2, ceil(course.length / size))
    stops = [course.at(course.length * step / count) for step in range(count + 1)]
    radius = course.length / count * 0.62
    arcs = "".join(f"A{radius:.1f} {radius:.1f} 0 0 1 {x:.1f} {y:.1f}" for x, y in stops[1:])
    return f"M{stops[0][0]:.1f} {stops[0][1]:.1f}{arcs}"


def head(tip: Point, direction: Point, length: float, half: float) -> str:
    """Return a triangle that points in a direction and ends at its tip."""
    (x, y), (dx, dy) = tip, direction
    bx, by = x - dx * length, y - dy * length
    return f"M{x:.1f} {y:.1f}L{bx - dy * half:.1f} {by + dx * half:.1f}L{bx + dy * half:.1f} {by - dx * half:.1f}z"


def bar(at: Point, direction: Point, half: float) -> str:
    """Return a line across a direction."""
    (x, y), (dx, dy) = at, direction
    return f"M{x - dy * half:.1f} {y + dx * half:.1f}L{x + dy * half:.1f} {y - dx * half:.1f}"


def arcs(at: Point, direction: Point, unit: float) -> str:
    """Return two short arcs in front of a point, as of something that rebounds."""
    (x, y), (dx, dy) = at, direction
    parts: list[str] = []
    for ahead, half in ((3.0, 7.0), (7.5, 10.0)):
        cx, cy, h = x + dx * ahead * unit, y + dy * ahead * unit, half * unit
        parts.append(
            f"M{cx - dy * h:.1f} {cy + dx * h:.1f}"
            f"A{1.5 * h:.1f} {1.5 * h:.1f} 0 0 0 {cx + dy * h:.1f} {cy - dx * h:.1f}"
        )
    return "".join(parts)


def polygon(at: Point, corners: int, radius: float) -> str:
    """Return a regular polygon with a level upper side."""
    turns = [2 * pi * (step + 0.5) / corners for step in range(corners)]
    return "M" + "L".join(f"{at[0] + radius * sin(a):.1f} {at[1] - radius * cos(a):.1f}" for a in turns) + "z"
