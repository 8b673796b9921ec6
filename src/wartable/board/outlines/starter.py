"""The first `board.yaml` of a map whose outlines were just made: every space in its place, what touches joined."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations
from typing import TYPE_CHECKING, Any

import shapely
from shapely.ops import nearest_points

from wartable.board.fileformat import SCHEMA
from wartable.board.outlines.making import SEEN_PX
from wartable.board.write import Block, to_yaml

if TYPE_CHECKING:
    from wartable.board.outlines.making import Outlined

Pair = tuple[str, str]
REGION = "everywhere"
"""The one region of a new board, to be parted by its author."""
_PLATE = (60.0, 24.0)
"""Where its bonus stands, in pixels from the top left."""


def first_board(made: Outlined, outlines: str) -> str:
    """Return the YAML of a board with outlines in a file of that name, to be gone on with by hand.

    Every space is land of one region, named as its id. Spaces whose common border can be seen have a border by land;
    what no land joins has the shortest sea lanes that join it.
    """
    ids = sorted(made.topology.faces)
    borders = {"land": _seen(made)}
    borders["sea_lane"] = _lanes(made, borders["land"])
    counts = {"spaces": len(ids), "regions": 1, **{kind: len(pairs) for kind, pairs in borders.items() if pairs}}
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "key": made.board,
        "title": _name(made.board),
        "provenance": made.provenance,
        "canvas": {"width": made.canvas.width, "height": made.canvas.height},
        "counts": counts,
        "outlines": outlines,
        "regions": {REGION: {"name": _name(REGION), "plate": list(_PLATE)}},
        "spaces": {id_: {"name": _name(id_), "region": REGION, "token": _middle(made, id_)} for id_ in ids},
        "borders": {kind: _neighbours(pairs) for kind, pairs in borders.items() if pairs},
    }
    lanes = [{"between": [a, b], "lines": [_crossing(made, a, b)]} for a, b in borders["sea_lane"]]
    return to_yaml(data | ({"lanes": lanes} if lanes else {}))


def _seen(made: Outlined) -> list[Pair]:
    return [pair for pair, length in made.contacts.items() if length >= SEEN_PX]


def _lanes(made: Outlined, joined: list[Pair]) -> list[Pair]:
    """Return the shortest ways over water that join all parts of the land, the shortest first."""
    shapes = {name: shapely.MultiPolygon(parts) for name, parts in made.polygons.items()}
    part = {name: name for name in shapes}
    lanes: list[Pair] = []

    def join(a: str, b: str) -> bool:
        one, other = part[a], part[b]
        part.update({name: one for name, home in part.items() if home == other})
        return one != other

    for a, b in joined:
        join(a, b)
    apart = [(a, b) for a, b in combinations(sorted(shapes), 2) if part[a] != part[b]]
    for a, b in sorted(apart, key=lambda pair: shapes[pair[0]].distance(shapes[pair[1]])):
        lanes += [(a, b)] if join(a, b) else []
    return lanes


def _crossing(made: Outlined, a: str, b: str) -> list[list[float]]:
    """Return the shortest line from the coast of a space to that of another."""
    ends = nearest_points(shapely.MultiPolygon(made.polygons[a]), shapely.MultiPolygon(made.polygons[b]))
    return [[round(end.x, 1), round(end.y, 1)] for end in ends]


def _neighbours(pairs: list[Pair]) -> Block:
    """Return the neighbours of every space that has some, each border from both sides."""
    near: dict[str, list[str]] = defaultdict(list)
    for a, b in pairs:
        near[a].append(b)
        near[b].append(a)
    return Block((id_, sorted(others)) for id_, others in sorted(near.items()))


def _middle(made: Outlined, id_: str) -> list[int]:
    """Return a place well inside the largest part of a space."""
    shape = made.polygons[id_][0]
    inner = shapely.maximum_inscribed_circle(shape).coords[0]
    return [round(value) for value in inner]


def _name(id_: str) -> str:
    return id_.replace("_", " ").capitalize() if id_.islower() else id_
