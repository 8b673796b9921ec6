"""Suggestions of where tokens and names go on a board with outlines.

For every space it tries token places on a grid inside the outline, with the name under or over the token or shifted to
a side, and the mark of its site, if it has one, somewhere round the token. It keeps what covers least of other spaces,
of other marks and of the lanes. A person has the last word.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
import shapely

from wartable.board.errors import BoardError
from wartable.board.model import Board, Space
from wartable.board.outlines.land import polygons
from wartable.board.outlines.pack import polygons_of

TOKEN, NAME_HIGH, DROP, RISE, CHARACTER, SITE = 13.5, 12.0, 22.0, -20.0, 6.0, 7.5
"""Screen pixels: token radius, height of a line, token to name below and above, mean width of a character, radius of
the mark of a site."""
ROUND = (
    (17.0, -13.0),
    (-17.0, -13.0),
    (22.0, 0.0),
    (-22.0, 0.0),
    (17.0, 13.0),
    (-17.0, 13.0),
    (0.0, -22.0),
    (0.0, 22.0),
)
"""Screen pixels from the token to where the mark of its site may be, the best first."""
GRID, POINTS, REACH = 5.0, 600, 120.0
"""Canvas pixels between candidates at least, candidates at most, and how far marks reach beyond a space."""
ROUNDS = 6


Area = shapely.Polygon | shapely.MultiPolygon
Point = tuple[float, float]


class Place(NamedTuple):
    """A candidate: token, name and site points, and what it costs by itself."""

    token: Point
    label: Point
    site: Point | None
    shape: Area
    cost: float


class Placer:
    """Candidates for every space of a board, and the best choice found by taking turns."""

    def __init__(self, board: Board) -> None:
        if board.topology is None:
            raise BoardError(f"{board.key} has no outlines to place marks in")
        self._unit = board.canvas.unit
        self._land = {name: shapely.MultiPolygon(parts) for name, parts in polygons_of(board.topology).items()}
        self._others = {name: self._near(name) for name in self._land}
        self._frame = shapely.box(4, 4, board.canvas.width - 4, board.canvas.height - 4)
        lines = [shapely.LineString(line) for lane in board.lanes for line in lane.lines]
        self._lanes = shapely.MultiLineString(lines)
        self._sites = {site.space for site in board.sites}
        self._choices = {space.id: self._candidates(space) for space in board.spaces}

    def _near(self, name: str) -> Area:
        """Return the outlines of other spaces within reach of this one's marks."""
        others = [shape for other, shape in self._land.items() if other != name]
        near = shapely.union_all(others).intersection(self._land[name].envelope.buffer(REACH))
        return shapely.MultiPolygon(polygons(near.simplify(1.0)))

    def _shape(self, token: Point, label: Point, site: Point | None, text: str) -> tuple[Area, float]:
        """Return what the marks of a space cover, and how much they cover each other."""
        u = self._unit
        lines = text.split("\n")
        half, high = max(map(len, lines)) * CHARACTER * u / 2, NAME_HIGH * len(lines) * u / 2
        parts: list[shapely.Polygon] = [
            shapely.Point(token).buffer(TOKEN * u, 6),
            shapely.box(label[0] - half, label[1] - high, label[0] + half, label[1] + high),
        ]
        parts += [shapely.Point(site).buffer(SITE * u, 4)] if site else []
        whole = shapely.MultiPolygon(polygons(shapely.union_all(parts)))
        return whole, sum(part.area for part in parts) - whole.area

    def _cost(self, name: str, token: shapely.Point, shape: Area) -> float:
        own, others = self._land[name], self._others[name]
        disc = token.buffer(TOKEN * self._unit, 6)
        return float(
            6 * disc.intersection(others).area
            + 1.5 * disc.difference(own).area
            + 2.5 * shape.intersection(others).area
            + 0.25 * shape.difference(own).area
            + 40 * shape.intersection(self._lanes).length
            + 400 * shape.difference(self._frame).area
            - 4 * min(token.distance(own.boundary), 45)
            + 0.6 * token.distance(own.centroid)
        )

    def _place(self, space: Space, at: Point, part: float, drop: float, beside: Point | None) -> Place:
        """Put the token at a point, its name `part` of its length aside and `drop` below, the site `beside` it."""
        u = self._unit
        shift = part * max(map(len, space.short.split("\n"))) * CHARACTER * u
        extra = (space.short.count("\n") * NAME_HIGH / 2) * (1 if drop > 0 else -1)
        label = (at[0] + shift, at[1] + (drop + extra) * u)
        site = (at[0] + beside[0] * u, at[1] + beside[1] * u) if beside else None
        shape, hidden = self._shape(at, label, site, space.short)
        cost = self._cost(space.id, shapely.Point(at), shape) + 20 * hidden + 2.0 * abs(shift) + (drop < 0) * 15
        if site is not None and not self._land[space.id].contains(shapely.Point(site)):
            cost += 5000
        return Place(at, label, site, shape, cost)

    def _candidates(self, space: Space) -> list[Place]:
        """Try names straight under the token everywhere, then other arrangements at the best places."""
        land = self._land[space.id]
        west, south, east, north = land.bounds
        step = max(GRID, ((east - west) * (north - south) / POINTS) ** 0.5)
        grid = product(np.arange(west, east, step), np.arange(south, north, step))
        points = [(float(x), float(y)) for x, y in grid if land.contains(shapely.Point(x, y))]
        beside = ROUND if space.id in self._sites else (None,)
        straight = [self._place(space, point, 0.0, DROP, beside[0]) for point in points]
        best = sorted(straight, key=lambda place: place.cost)[:30]
        arranged = product(best, (-0.45, -0.25, 0.0, 0.25, 0.45), (DROP, RISE), beside)
        others = [self._place(space, p.token, part, drop, round_it) for p, part, drop, round_it in arranged]
        return sorted(best + others, key=lambda place: place.cost)

    def solve(self) -> dict[str, Place]:
        """Let each space in turn take its best place given the others', until nothing moves."""
        chosen = {name: places[0] for name, places in self._choices.items()}
        for _ in range(ROUNDS):
            before = dict(chosen)
            for name, places in self._choices.items():
                near = [p.shape.buffer(3) for other, p in chosen.items() if other != name]
                others = shapely.union_all(near)
                chosen[name] = min(places[:200], key=lambda p: p.cost + 12 * p.shape.intersection(others).area)
            if chosen == before:
                break
        return chosen
