"""Outlines stored as shared arcs, so that neighbours have exactly the same border and it is stored once."""

from __future__ import annotations

from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any

import msgspec

from wartable.board.errors import BoardError

Point = tuple[float, float]
Line = tuple[Point, ...]
Rings = tuple[Line, ...]
"""One polygon: the outer ring, then its holes; each ring closed, its first point repeated at the end."""
FORMAT = "wartable-outlines/1"


class Topology(msgspec.Struct, frozen=True, dict=True):
    """Arcs in whole units and, per space, polygons of rings of arc references (~i is arc i backwards)."""

    unit: float
    arcs: tuple[tuple[tuple[int, int], ...], ...]
    faces: dict[str, tuple[tuple[tuple[int, ...], ...], ...]]

    @cached_property
    def _lines(self) -> tuple[Line, ...]:
        digits = len(f"{self.unit:g}".partition(".")[2])
        unit = self.unit
        return tuple(tuple((round(x * unit, digits), round(y * unit, digits)) for x, y in arc) for arc in self.arcs)

    def line(self, ref: int) -> Line:
        """Return one arc in canvas pixels, walked backwards for a negative reference."""
        return self._lines[ref] if ref >= 0 else self._lines[~ref][::-1]

    def _ring(self, refs: tuple[int, ...]) -> Line:
        lines = [self.line(ref) for ref in refs]
        return lines[0] + tuple(point for line in lines[1:] for point in line[1:])

    def polygons(self, space: str) -> tuple[Rings, ...]:
        """Return the polygons of a space, largest first; none when the space has no outline."""
        return tuple(tuple(self._ring(ring) for ring in rings) for rings in self.faces.get(space, ()))

    def owners(self) -> tuple[tuple[str, ...], ...]:
        """For each arc the spaces it bounds: one at the coast, two at a border."""
        held: list[list[str]] = [[] for _ in self.arcs]
        for space, polygons in self.faces.items():
            for refs in (ref for rings in polygons for ring in rings for ref in ring):
                held[max(refs, ~refs)].append(space)
        return tuple(tuple(spaces) for spaces in held)


def _deltas(arc: tuple[tuple[int, int], ...]) -> list[int]:
    steps = [arc[0], *((x - u, y - v) for (u, v), (x, y) in pairwise(arc))]
    return [number for step in steps for number in step]


def encode(topology: Topology) -> bytes:
    """JSON with every arc as its first point followed by steps."""
    data: dict[str, Any] = {
        "format": FORMAT,
        "unit": topology.unit,
        "arcs": [_deltas(arc) for arc in topology.arcs],
        "spaces": topology.faces,
    }
    lines = [f"{msgspec.json.encode(k).decode()}:{msgspec.json.encode(v).decode()}" for k, v in data.items()]
    return ("{" + ",\n".join(lines) + "}\n").encode()


class _Stored(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    unit: float
    arcs: list[list[int]]
    spaces: dict[str, tuple[tuple[tuple[int, ...], ...], ...]]


def _points(numbers: list[int]) -> tuple[tuple[int, int], ...]:
    return tuple(zip(accumulate(numbers[::2]), accumulate(numbers[1::2]), strict=True))


def decode(data: bytes) -> Topology:
    """Undo `encode`; raises `BoardError` for anything else."""
    try:
        stored = msgspec.json.decode(data, type=_Stored)
        topology = Topology(stored.unit, tuple(_points(arc) for arc in stored.arcs), stored.spaces)
        topology.owners()
    except (msgspec.DecodeError, ValueError, IndexError) as error:
        message = f"these outlines cannot be read ({error}); they should be a file of format {FORMAT}"
        raise BoardError(message) from error
    if stored.format != FORMAT:
        message = f"outlines of format {stored.format!r} are not known; the known format is {FORMAT}"
        raise BoardError(message)
    return topology
