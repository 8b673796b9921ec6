"""Checks a board file against itself: references, symmetry, counts, ids, connectivity."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING

from wartable.board.findings import Finding, did_you_mean
from wartable.board.landmark_check import landmark_faults, unexplained
from wartable.board.model import BORDER_KINDS, CLOSED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wartable.board.fileformat import BoardFile

ID = re.compile(r"[a-z][a-z0-9_]*\Z")
"""The form of every id, and of the key of a board."""
CODE = re.compile(r"[A-Z][A-Z0-9]*\Z")
"""The other form of the ids of spaces, obstacles and sites: a code as in orders, `STP`. Coasts have such ids only."""
Found = tuple[str, str]
"""Field path and message."""


def structural_findings(file: BoardFile, name: str) -> list[Finding]:
    """Every fault that can be seen without looking at the picture; errors unless said otherwise."""
    errors = [*_ids(file), *_references(file), *_symmetry(file), *_overlaps(file), *_waters(file), *_counts(file)]
    errors += landmark_faults(file)
    found = [Finding("error", f"{name}: {where}", message) for where, message in errors]
    found += [Finding("error", f"{name}: {where}", message) for where, message in _islands(file)]
    return found + [
        Finding("warning", f"{name}: {where}", message) for where, message in (*_doubtful(file), *unexplained(file))
    ]


def _ids(file: BoardFile) -> Iterator[Found]:
    parts = ("regions", "editions", "decorations", "ranges", "rivers", "paths")
    named = {part: [*getattr(file, part)] for part in parts}
    for part, keys in named.items():
        for key in keys:
            if not ID.match(key):
                yield f"{part}.{key}", "an id is lower-case letters, digits and underscores, a letter first"
    if not file.spaces:
        yield "spaces", "a board needs at least one space"
    yield from _codes(file)


def _codes(file: BoardFile) -> Iterator[Found]:
    for part, keys in {"spaces": [*file.spaces], "obstacles": [*file.obstacles]}.items():
        for key in keys:
            if not (ID.match(key) or CODE.match(key)):
                yield f"{part}.{key}", "an id is lower-case letters, digits and underscores, or a code such as STP"
    for key, space in file.spaces.items():
        for coast in space.coasts:
            if not CODE.match(coast):
                yield f"spaces.{key}.coasts.{coast}", "a coast is named by a code such as NC"
    for key in file.obstacles:
        if key in file.spaces:
            yield f"obstacles.{key}", "is a space as well; a place nothing may enter is an obstacle only"


def _unknown(where: str, names: Iterable[str], file: BoardFile) -> Iterator[Found]:
    for name in names:
        if name not in file.spaces:
            yield where, f'there is no space "{name}"; {did_you_mean(name, file.spaces)}'


def _references(file: BoardFile) -> Iterator[Found]:
    for key, space in file.spaces.items():
        if space.region and space.region not in file.regions:
            yield (
                f"spaces.{key}.region",
                f'there is no region "{space.region}"; {did_you_mean(space.region, file.regions)}',
            )
    for kind, lists in file.borders.items():
        for key, others in lists.items():
            yield from _unknown(f"borders.{kind}", [key], file)
            yield from _unknown(f"borders.{kind}.{key}", others, file)
    for key, part in file.decorations.items():
        if part.region and part.region not in file.regions:
            message = did_you_mean(part.region, file.regions)
            yield f"decorations.{key}.region", f'there is no region "{part.region}"; {message}'
    for i, lane in enumerate(file.lanes):
        yield from _unknown(f"lanes[{i}].between", lane.between, file)
    for key, site in file.sites.items():
        yield from _unknown(f"sites.{key}.space", [site.space], file)
    for key, edition in file.editions.items():
        yield from _unknown(f"editions.{key}.remove", [s for pair in edition.remove for s in pair], file)
        yield from _unknown(f"editions.{key}.add", [s for new in edition.add for s in new.between], file)


def _symmetry(file: BoardFile) -> Iterator[Found]:
    for kind, lists in file.borders.items():
        for key, others in lists.items():
            for other in others:
                if other == key:
                    yield f"borders.{kind}.{key}", f"{key} is listed as its own neighbour"
                elif other in file.spaces and key not in lists.get(other, ()):
                    yield f"borders.{kind}.{other}", f"should list {key}, because {key} lists {other}"
            for other, times in Counter(others).items():
                if times > 1:
                    yield f"borders.{kind}.{key}", f"lists {other} {times} times; once is right"


def pairs(file: BoardFile, kind: str) -> set[tuple[str, str]]:
    """Return the borders of a kind as pairs, the alphabetically lesser space first."""
    lists = {k: v for k, v in file.borders.items() if k == kind}
    return {(min(a, b), max(a, b)) for near in lists.values() for a, others in near.items() for b in others}


def _overlaps(file: BoardFile) -> Iterator[Found]:
    for one, other in combinations(file.borders, 2):
        for a, b in sorted(pairs(file, one) & pairs(file, other)):
            yield f"borders.{other}.{a}", f"{a} and {b} are listed under {one} as well; a border has one kind"
    drawn = Counter(frozenset(lane.between) for lane in file.lanes)
    lanes = {frozenset(pair) for pair in pairs(file, "sea_lane") | pairs(file, "bridge")}
    for i, lane in enumerate(file.lanes):
        pair = frozenset(lane.between)
        if pair not in lanes:
            yield f"lanes[{i}]", f"{' and '.join(lane.between)} have no border of kind sea_lane or bridge"
        if drawn[pair] > 1:
            yield f"lanes[{i}]", f"{' and '.join(lane.between)} are drawn twice; draw each lane once"


_SEAS = {"land": 0, "coast": 1, "sea": 2}
"""How many of the two spaces are seas, by kind of border."""
_SAID = ("neither is a", "one is a", "each is a")


def _waters(file: BoardFile) -> Iterator[Found]:
    seas = {key for key, space in file.spaces.items() if space.kind == "sea"}
    for kind, wet in _SEAS.items():
        for a, b in sorted(pairs(file, kind)):
            if (found := len(seas & {a, b})) != wet:
                right = next(other for other, count in _SEAS.items() if count == found)
                yield f"borders.{kind}.{a}", f"of {a} and {b} {_SAID[found]} sea, so list them under {right}"


def _counts(file: BoardFile) -> Iterator[Found]:
    real = {"spaces": len(file.spaces), "regions": len(file.regions), "sites": len(file.sites)}
    real |= {"obstacles": len(file.obstacles), "seas": sum(space.kind == "sea" for space in file.spaces.values())}
    real |= {part: len(getattr(file, part)) for part in ("ranges", "rivers", "bridges", "ports", "paths")}
    real |= {kind: len(pairs(file, kind)) for kind in BORDER_KINDS}
    for key, count in file.head.counts.items():
        if key not in real:
            yield f"counts.{key}", f"nothing of that name is counted; {did_you_mean(key, real)}"
        elif count != real[key]:
            yield f"counts.{key}", f"says {count}, but the file has {real[key]}"


def _islands(file: BoardFile) -> Iterator[Found]:
    near: dict[str, set[str]] = {key: set() for key in file.spaces}
    for kind in file.borders:
        if kind not in CLOSED:
            for a, b in pairs(file, kind):
                near.setdefault(a, set()).add(b)
                near.setdefault(b, set()).add(a)
    reached: set[str] = set()
    fresh = set(list(file.spaces)[:1])
    while fresh:
        reached |= fresh
        fresh = {other for key in fresh for other in near[key]} - reached
    cut = [key for key in file.spaces if key not in reached]
    if cut:
        yield "borders", f"{', '.join(cut[:6])} cannot be reached from {next(iter(file.spaces))}; join them"


def _doubtful(file: BoardFile) -> Iterator[Found]:
    used = {space.region for space in file.spaces.values()}
    for key in file.regions:
        if key not in used:
            yield f"regions.{key}", "no space belongs to this region"
    names = Counter(space.name for space in file.spaces.values())
    for key, space in file.spaces.items():
        if names[space.name] > 1:
            yield f"spaces.{key}.name", f'"{space.name}" is the name of {names[space.name]} spaces'
    for key, edition in file.editions.items():
        for one, other in edition.remove:
            everything = {pair for kind in file.borders for pair in pairs(file, kind)}
            if (min(one, other), max(one, other)) not in everything:
                yield f"editions.{key}.remove", f"{one} and {other} have no border to remove"
