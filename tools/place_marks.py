"""Suggest where tokens and names go: `python tools/place_marks.py BOARD.yaml` (or a packaged board's key).

For every space it tries token places on a grid inside the outline, with the name under the token or shifted to a
side, and keeps what covers least of other spaces' land, of other marks and of the lanes. Prints `token` and `label`
for the board file; a person has the last word.
"""

from __future__ import annotations

import sys
from itertools import product
from typing import NamedTuple

import numpy as np
import shapely

from wartable.board import Board, load_board
from wartable.board.outlines.land import polygons
from wartable.board.outlines.pack import polygons_of

TOKEN, NAME_HIGH, DROP, CHARACTER = 13.5, 12.0, 22.0, 6.0
"""Screen pixels: token radius, height of a name, token to name, mean width of a character."""
GRID, POINTS, REACH = 5.0, 600, 120.0
"""Canvas pixels between candidates at least, candidates at most, and how far marks reach beyond a space."""
ROUNDS = 6


Area = shapely.Polygon | shapely.MultiPolygon


class Place(NamedTuple):
    """A candidate: token and name points, and what it costs by itself."""

    token: tuple[float, float]
    label: tuple[float, float]
    shape: Area
    cost: float


class Placer:
    """Candidates for every space of a board, and the best choice found by taking turns."""

    def __init__(self, board: Board) -> None:
        if board.topology is None:
            message = "the board has no outlines to place marks in"
            raise SystemExit(message)
        self._unit = board.canvas.unit
        self._land = {name: shapely.MultiPolygon(parts) for name, parts in polygons_of(board.topology).items()}
        self._others = {name: self._near(name) for name in self._land}
        self._frame = shapely.box(4, 4, board.canvas.width - 4, board.canvas.height - 4)
        lines = [shapely.LineString(line) for lane in board.lanes for line in lane.lines]
        self._lanes = shapely.MultiLineString(lines)
        self._choices = {space.id: self._candidates(space.id, space.short) for space in board.spaces}

    def _near(self, name: str) -> Area:
        """Return the land of other spaces within reach of this one's marks."""
        others = [shape for other, shape in self._land.items() if other != name]
        near = shapely.union_all(others).intersection(self._land[name].envelope.buffer(REACH))
        return shapely.MultiPolygon(polygons(near.simplify(1.0)))

    def _shape(self, x: float, y: float, lx: float, ly: float, text: str) -> Area:
        u = self._unit
        half, high = len(text) * CHARACTER * u / 2, NAME_HIGH * u / 2
        disc = shapely.Point(x, y).buffer(TOKEN * u, 6)
        box = shapely.box(lx - half, ly - high, lx + half, ly + high)
        return shapely.MultiPolygon(polygons(disc.union(box)))

    def _cost(self, name: str, token: shapely.Point, shape: Area, shift: float) -> float:
        own, others = self._land[name], self._others[name]
        disc = token.buffer(TOKEN * self._unit, 6)
        return float(
            6 * disc.intersection(others).area
            + 1.5 * disc.difference(own).area
            + 2.5 * shape.intersection(others).area
            + 0.25 * shape.difference(own).area
            + 40 * shape.intersection(self._lanes).length
            + 400 * shape.difference(self._frame).area
            + 2.0 * abs(shift)
            - 4 * min(token.distance(own.boundary), 45)
            + 0.6 * token.distance(own.centroid)
        )

    def _place(self, name: str, text: str, at: tuple[float, float], part: float) -> Place:
        shift = part * len(text) * CHARACTER * self._unit
        label = (at[0] + shift, at[1] + DROP * self._unit)
        shape = self._shape(*at, *label, text)
        return Place(at, label, shape, self._cost(name, shapely.Point(at), shape, shift))

    def _candidates(self, name: str, text: str) -> list[Place]:
        """Try names straight under the token everywhere, then shifted ones at the best places."""
        west, south, east, north = self._land[name].bounds
        step = max(GRID, ((east - west) * (north - south) / POINTS) ** 0.5)
        grid = product(np.arange(west, east, step), np.arange(south, north, step))
        points = [(float(x), float(y)) for x, y in grid if self._land[name].contains(shapely.Point(x, y))]
        straight = [self._place(name, text, point, 0.0) for point in points]
        best = sorted(straight, key=lambda place: place.cost)[:30]
        shifted = [self._place(name, text, p.token, part) for p in best for part in (-0.45, -0.25, 0.25, 0.45)]
        return sorted(best + shifted, key=lambda place: place.cost)

    def solve(self) -> dict[str, Place]:
        """Let each space in turn take its best place given the others', until nothing moves."""
        chosen = {name: places[0] for name, places in self._choices.items()}
        for _ in range(ROUNDS):
            before = dict(chosen)
            for name, places in self._choices.items():
                taken = [place.shape.buffer(3) for other, place in chosen.items() if other != name]
                others = shapely.union_all(taken)
                chosen[name] = min(places, key=lambda p: p.cost + 12 * p.shape.intersection(others).area)
            if chosen == before:
                break
        return chosen


def main(key: str) -> None:
    """Print the suggested points of every space."""
    for name, place in Placer(load_board(key)).solve().items():
        token, label = ([round(v) for v in point] for point in (place.token, place.label))
        print(f"  {name}: token: {token}, label: {label}")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
