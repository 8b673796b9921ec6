"""Checks of the landmarks of a board file: that they name what there is, and agree with the borders."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wartable.board.findings import did_you_mean
from wartable.board.model import CLOSED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wartable.board.fileformat import BoardFile
    from wartable.board.landmarks import Pair

Found = tuple[str, str]
"""Field path and message."""


def landmark_faults(file: BoardFile) -> list[Found]:
    """Return everything wrong with ranges, rivers, bridges, ports and paths."""
    kinds = _kinds(file)
    return [*_names(file), *_ranges(file, kinds), *_rivers(file, kinds), *_bridges(file, kinds), *_ports(file)]


def unexplained(file: BoardFile) -> Iterator[Found]:
    """Yield closed borders of which no range or river says why they are closed, on boards that have some."""
    told = {frozenset(pair) for part in file.ranges.values() for pair in part.along}
    told |= {frozenset(pair) for river in file.rivers.values() for pair in river.along}
    explained = {"impassable": bool(file.ranges), "river": bool(file.rivers)}
    for pair, kind in _kinds(file).items():
        if explained.get(kind) and pair not in told:
            a, b = sorted(pair)
            yield (
                f"borders.{kind}.{a}",
                f"nothing runs along the border of {a} and {b}, so nobody learns why it is closed",
            )


def _kinds(file: BoardFile) -> dict[frozenset[str], str]:
    return {
        frozenset((a, b)): kind for kind, lists in file.borders.items() for a, others in lists.items() for b in others
    }


def _unknown(where: str, names: Iterable[str], known: Iterable[str]) -> Iterator[Found]:
    there = {*known}
    for name in names:
        if name not in there:
            yield where, f'there is no space "{name}"; {did_you_mean(name, there)}'


def _flat(pairs: Iterable[Pair]) -> list[str]:
    return [name for pair in pairs for name in pair]


def _names(file: BoardFile) -> Iterator[Found]:
    drawn = (*file.spaces, *file.obstacles)
    for key, part in file.ranges.items():
        yield from _unknown(f"ranges.{key}.touches", part.touches, file.spaces)
        yield from _unknown(f"ranges.{key}.parts", _flat(part.parts), file.spaces)
        yield from _unknown(f"ranges.{key}.along", _flat(part.along), drawn)
    for key, river in file.rivers.items():
        yield from _unknown(f"rivers.{key}.along", _flat(river.along), drawn)
    for number, bridge in enumerate(file.bridges):
        yield from _unknown(f"bridges[{number}].between", bridge.between, file.spaces)
    yield from _unknown("ports", file.ports, file.spaces)
    for key, path in file.paths.items():
        yield from _unknown(f"paths.{key}.steps", [step.space for step in path.steps], file.spaces)
        if len(path.steps) < 2:
            yield f"paths.{key}.steps", "a path has at least two steps"


def _ranges(file: BoardFile, kinds: dict[frozenset[str], str]) -> Iterator[Found]:
    for key, part in file.ranges.items():
        for a, b in (*part.along, *part.parts):
            kind = kinds.get(frozenset((a, b)))
            if kind is not None and kind not in CLOSED:
                yield f"ranges.{key}", f"{a} and {b} have an open border of kind {kind}; mountains close a border"
        for a, b in part.parts:
            if frozenset((a, b)) in kinds:
                yield f"ranges.{key}.parts", f"{a} and {b} have a border; list them under along"


def _rivers(file: BoardFile, kinds: dict[frozenset[str], str]) -> Iterator[Found]:
    fitting = {"river", "bridge"}
    for key, river in file.rivers.items():
        for a, b in river.along:
            kind = kinds.get(frozenset((a, b)))
            if {a, b} <= file.spaces.keys() and kind not in fitting:
                told = f"have a border of kind {kind}" if kind else "have no border"
                yield f"rivers.{key}.along", f"{a} and {b} {told}; a river runs along one of kind river or bridge"


def _bridges(file: BoardFile, kinds: dict[frozenset[str], str]) -> Iterator[Found]:
    for number, bridge in enumerate(file.bridges):
        a, b = bridge.between
        if kinds.get(frozenset((a, b))) != "bridge":
            yield f"bridges[{number}]", f"{a} and {b} have no border of kind bridge"


def _ports(file: BoardFile) -> Iterator[Found]:
    afloat = [file.borders.get(kind, {}) for kind in ("sea_lane", "coast")]
    sailed = {space for lists in afloat for space, near in lists.items() if near}
    for space in file.ports:
        if space in file.spaces and space not in sailed:
            yield f"ports.{space}", f"no sea lane begins at {space} and it has no coast; such a port is of no use"
