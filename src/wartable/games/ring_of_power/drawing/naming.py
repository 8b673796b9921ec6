"""The names of a table, and where each covers least; without room one is left out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import dist

import msgspec
import numpy as np
import shapely
from numpy.typing import NDArray

from wartable.board.labels import Choices, Label, Style, along, beside, boxes_of, inside, within
from wartable.board.placing import Wanted, areas, arrange
from wartable.board.shapes import Shape
from wartable.games.ring_of_power.drawing.canvas import Canvas
from wartable.games.ring_of_power.drawing.land import Feature
from wartable.games.ring_of_power.drawing.places import tower_disc
from wartable.games.ring_of_power.scenario import Place

ROOMY = 180.0
"""Width in pixels of a place from which its name may stand inside."""
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
            thick = part.line.distance(part.shape.boundary)
            yield along(f"terrain-{part.id}", part.name, part.line, thick, canvas.unit)
        elif part.name:
            # Not a name that only says again what a place in the region is called: the tunnels of a town.
            named = [place for place in canvas.scenario.places if place.name and place.name in part.name]
            if not any(canvas.place(place).intersects(part.shape) for place in named):
                room = part.shape.intersection(canvas.box.buffer(-5)).buffer(1)
                yield within(f"terrain-{part.id}", part.name, room, canvas.unit)


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
