"""Checks that the picture of a board tells the truth: contacts, lanes, marks and names."""

from __future__ import annotations

from itertools import combinations
from math import dist
from typing import TYPE_CHECKING

import shapely

from wartable.board.findings import Finding
from wartable.board.model import TOUCHING, Board, Lane
from wartable.board.outlines.build import contacts
from wartable.board.outlines.making import CORNER_PX, SEEN_PX
from wartable.board.outlines.pack import polygons_of

if TYPE_CHECKING:
    from collections.abc import Iterator

_LANE_PX = 6.0
_PORT_PX = 40.0
"""A port lies in the water, no farther than this from its coast."""
_TOKEN_RADIUS = 13.0
Found = tuple[str, str]
Land = dict[str, shapely.MultiPolygon]
"""Outlines by space or obstacle."""


def drawing_findings(board: Board, name: str) -> list[Finding]:
    """Return everything in which the picture and the data of a board disagree."""
    errors = list(_off_canvas(board))
    warnings = list(_crowded(board))
    if board.topology is not None:
        shapes = polygons_of(board.topology)
        errors += _coverage(board, shapes)
        land = {space: shapely.MultiPolygon(parts) for space, parts in shapes.items()}
        if not errors:
            spaces = {space.id: shapes[space.id] for space in board.spaces}
            errors += [*_contacts(board, spaces), *_tokens(board, land), *_lane_ends(board, land)]
            dry = {name: shape for name, shape in land.items() if name not in _seas(board)}
            errors += [*_ports(board, dry), *_bridges(board, land)]
            warnings += [*_labels(board, land), *_lane_ways(board, dry)]
    found = [Finding("error", f"{name}: {where}", message) for where, message in errors]
    return found + [Finding("warning", f"{name}: {where}", message) for where, message in warnings]


def _seas(board: Board) -> frozenset[str]:
    """Return the spaces of water: lanes may cross them, and ports lie in them and are no ends of lanes."""
    return frozenset(space.id for space in board.spaces if space.kind == "sea")


def _off_canvas(board: Board) -> Iterator[Found]:
    width, height = board.canvas.width, board.canvas.height
    points = [(f"spaces.{s.id}.token", s.token) for s in board.spaces]
    points += [(f"spaces.{s.id}.label", s.label) for s in board.spaces]
    points += [(f"regions.{r.id}.plate", r.plate) for r in board.regions]
    points += [(f"sites.{s.id}.at", s.at) for s in board.sites]
    points += [(f"spaces.{s.id}.coasts.{coast.id}", coast.at) for s in board.spaces for coast in s.coasts]
    points += [(f"decorations.{d.id}.shape", point) for d in board.decorations for point in d.shape]
    points += [(f"bridges[{b.a}, {b.b}]", b.at) for b in board.bridges] + [
        (f"ports.{p.space}", p.at) for p in board.ports
    ]
    points += [(f"paths.{path.id}.steps", step.at) for path in board.paths for step in path.steps]
    for where, (x, y) in points:
        if not (0 <= x <= width and 0 <= y <= height):
            yield where, f"({x:g}, {y:g}) lies outside the canvas of {width} by {height}"


def _crowded(board: Board) -> Iterator[Found]:
    apart = 2 * _TOKEN_RADIUS * board.canvas.unit
    for one, other in combinations(board.spaces, 2):
        gap = dist(one.token, other.token)
        if gap < apart:
            yield (
                f"spaces.{one.id}.token",
                f"is {gap:.0f} px from the token of {other.id}; {apart:.0f} keep them apart",
            )


def _coverage(board: Board, shapes: dict[str, list[shapely.Polygon]]) -> list[Found]:
    known = {space.id for space in board.spaces} | {part.id for part in board.obstacles}
    found = [
        ("outlines", f'there is an outline for "{name}", which is no space or obstacle')
        for name in shapes.keys() - known
    ]
    found += [("outlines", f"{name} has no outline") for name in sorted(known - shapes.keys())]
    crossed = [name for name, parts in shapes.items() if not all(part.is_valid for part in parts)]
    found += [("outlines", f"the outline of {name} crosses itself") for name in crossed]
    everything = [part for parts in shapes.values() for part in parts]
    if not crossed and sum(p.area for p in everything) - shapely.union_all(everything).area > 1.0:
        found.append(("outlines", "some outlines overlap; make them anew with `wartable outline`"))
    return found


def _contacts(board: Board, shapes: dict[str, list[shapely.Polygon]]) -> Iterator[Found]:
    touching = contacts(shapes)
    for border in board.borders:
        length = touching.get((border.a, border.b), 0.0)
        if border.kind in TOUCHING and length < SEEN_PX:
            yield (
                f"borders.{border.kind}.{border.a}",
                f"{border.a} and {border.b} touch along {length:.1f} px on the picture; {SEEN_PX:g} can be seen",
            )
    for (a, b), length in touching.items():
        known = board.border(a, b)
        if length > CORNER_PX and (known is None or known.kind not in TOUCHING):
            yield (
                "borders",
                f"{a} and {b} touch along {length:.1f} px without a border; list them under land, river or impassable",
            )


def _tokens(board: Board, land: Land) -> Iterator[Found]:
    places = [(space.id, f"spaces.{space.id}.token", space.token) for space in board.spaces]
    places += [(s.id, f"spaces.{s.id}.coasts.{coast.id}", coast.at) for s in board.spaces for coast in s.coasts]
    places += [(site.space, f"sites.{site.id}.at", site.at) for site in board.sites]
    for space, where, at in places:
        if not land[space].contains(shapely.Point(at)):
            x, y = land[space].representative_point().coords[0]
            yield where, f"lies outside the outline of {space}; ({x:.0f}, {y:.0f}) would be inside"


def _labels(board: Board, land: Land) -> Iterator[Found]:
    for space in board.spaces:
        point = shapely.Point(space.label)
        for other, shape in land.items():
            if other != space.id and shape.contains(point):
                yield f"spaces.{space.id}.label", f"the middle of the name lies in {other}"


def _lane_ends(board: Board, land: Land) -> Iterator[Found]:
    ports = {} if _seas(board) else {port.space: port.at for port in board.ports}
    for lane in board.lanes:
        for space, end in ((lane.a, lane.lines[0][0]), (lane.b, lane.lines[-1][-1])):
            gap = land[space].distance(shapely.Point(end))
            if space in ports and ports[space] != end:
                yield _lane_name(lane), f"does not end at the port of {space}, {ports[space]}"
            elif space not in ports and gap > _LANE_PX:
                yield _lane_name(lane), f"ends {gap:.0f} px from {space}; it should end on its coast"
        edges = {0.0, float(board.canvas.width)}
        if lane.wraps and {lane.lines[0][-1][0], lane.lines[-1][0][0]} != edges:
            yield _lane_name(lane), "wraps, so one line should end at each side edge of the canvas"


def _ports(board: Board, land: Land) -> Iterator[Found]:
    ground = shapely.union_all(list(land.values()))
    for port in (port for port in board.ports if port.space in land):
        gap, place = land[port.space].distance(shapely.Point(port.at)), shapely.Point(port.at)
        if ground.contains(place) or gap > _PORT_PX:
            yield f"ports.{port.space}", f"should lie in the water, at most {_PORT_PX:g} px from {port.space}"


def _bridges(board: Board, land: Land) -> Iterator[Found]:
    for bridge in board.bridges:
        place = shapely.Point(bridge.at)
        gap = max(land[space].distance(place) for space in (bridge.a, bridge.b))
        if gap > _LANE_PX:
            yield (
                f"bridges[{bridge.a}, {bridge.b}]",
                f"stands {gap:.0f} px from one of its ends; put it on their border",
            )


def _lane_name(lane: Lane) -> str:
    return f"lanes[{lane.a}, {lane.b}]"


def _lane_ways(board: Board, land: Land) -> Iterator[Found]:
    for lane in board.lanes:
        way = shapely.MultiLineString(lane.lines)
        for other, shape in land.items():
            if other not in (lane.a, lane.b) and shape.intersection(way).length > 1.0:
                yield _lane_name(lane), f"crosses {other}; a way point would lead it round"
