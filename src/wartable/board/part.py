"""A board that is a part of another: one picture and one source for both."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from wartable.board.fileformat import BoardFile, HeadPart, ObstaclePart, RangePart, TrailPart
from wartable.board.findings import did_you_mean
from wartable.board.topology import Topology

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from wartable.board.fileformat import PartFile
    from wartable.board.landmarks import Pair
    from wartable.board.model import Canvas
    from wartable.board.topology import Point

T = TypeVar("T")


def part_faults(whole: BoardFile, part: PartFile) -> Iterator[tuple[str, str]]:
    """Yield field and message of everything that a part names and the whole board has not."""
    for field, names, known in (
        ("regions", part.part.regions, whole.regions),
        ("spaces", part.part.spaces, whole.spaces),
    ):
        for name in names:
            if name not in known:
                yield f"part.{field}", f'{part.part.of} has no {field[:-1]} "{name}"; {did_you_mean(name, known)}'


def part_of(whole: BoardFile, part: PartFile, topology: Topology | None) -> tuple[BoardFile, Topology | None]:
    """Return the file and the outlines of a part.

    What is left out of a drawn board stays on the picture as land that nobody may enter, as far as the canvas goes.
    A path ends before the first step that is left out.
    """
    canvas = part.canvas or whole.head.canvas
    kept = {
        key: space
        for key, space in whole.spaces.items()
        if space.region in part.part.regions or key in part.part.spaces
    }
    rest = {
        key: ObstaclePart(space.name, "neutral")
        for key, space in whole.spaces.items()
        if key not in kept and topology is not None and _seen(topology, key, canvas)
    }
    around = {key: each for key, each in whole.obstacles.items() if not topology or _seen(topology, key, canvas)}
    file = _cut(whole, part, canvas, {*kept})
    file = replace(file, spaces=kept, obstacles=around | rest)
    drawn = file.spaces.keys() | file.obstacles.keys()
    file = replace(
        file,
        ranges=dict(_ranges(whole.ranges, {*kept}, {*drawn})),
        rivers={
            key: replace(river, along=along)
            for key, river in whole.rivers.items()
            if (along := _within(river.along, drawn))
        },
    )
    return file, _outlines_of(topology, {*drawn}) if topology else None


def _outlines_of(topology: Topology, names: set[str]) -> Topology:
    return Topology(topology.unit, topology.arcs, {key: face for key, face in topology.faces.items() if key in names})


def _seen(topology: Topology, name: str, canvas: Canvas) -> bool:
    return any(_on(canvas, point) for rings in topology.polygons(name) for point in rings[0])


def _on(canvas: Canvas, point: Point) -> bool:
    return 0 <= point[0] <= canvas.width and 0 <= point[1] <= canvas.height


def _within(pairs: Iterable[Pair], names: Iterable[str]) -> tuple[Pair, ...]:
    there = {*names}
    return tuple(pair for pair in pairs if there.issuperset(pair))


def _cut(whole: BoardFile, part: PartFile, canvas: Canvas, kept: set[str]) -> BoardFile:
    """Return the file with all that is told of the kept spaces alone; the spaces themselves are still those of all."""
    head = HeadPart(
        schema=part.schema,
        key=part.key,
        title=part.title,
        provenance=part.provenance,
        canvas=canvas,
        style=whole.head.style,
        counts=part.counts,
        outlines=whole.head.outlines,
        compass=part.compass or whole.head.compass,
    )
    sailed = {a for a, near in whole.borders.get("sea_lane", {}).items() if a in kept and not kept.isdisjoint(near)}
    used = {space.region for key, space in whole.spaces.items() if key in kept}
    return BoardFile(
        head=head,
        spaces=whole.spaces,
        regions={key: region for key, region in whole.regions.items() if key in used},
        borders={
            kind: {key: tuple(b for b in near if b in kept) for key, near in lists.items() if key in kept}
            for kind, lists in whole.borders.items()
        },
        lanes=tuple(lane for lane in whole.lanes if kept.issuperset(lane.between)),
        sites={key: site for key, site in whole.sites.items() if site.space in kept},
        editions={},
        obstacles=whole.obstacles,
        decorations={
            key: each if each.region in used else replace(each, region="")
            for key, each in whole.decorations.items()
            if any(_on(canvas, point) for point in each.shape)
        },
        bridges=tuple(bridge for bridge in whole.bridges if kept.issuperset(bridge.between)),
        ports=_of(whole.ports, sailed),
        paths=dict(_paths(whole.paths, kept)),
        inscriptions=tuple(each for each in whole.inscriptions if _on(canvas, each.at)),
    )


def _of(parts: Mapping[str, T], kept: set[str]) -> dict[str, T]:
    return {key: value for key, value in parts.items() if key in kept}


def _paths(paths: Mapping[str, TrailPart], kept: set[str]) -> Iterator[tuple[str, TrailPart]]:
    for key, path in paths.items():
        steps = tuple(takewhile(lambda step: step.space in kept, path.steps))
        if len(steps) > 1:
            yield key, TrailPart(path.name, steps)


def _ranges(ranges: Mapping[str, RangePart], kept: set[str], drawn: set[str]) -> Iterator[tuple[str, RangePart]]:
    """Yield the ranges that a part still shows, also between lands nobody may enter."""
    for key, part in ranges.items():
        touches = tuple(space for space in part.touches if space in kept)
        along = _within(part.along, drawn)
        if touches or along:
            yield key, RangePart(part.name, touches, along, _within(part.parts, kept), part.lines if touches else ())
