"""Reading board files: those of the package, and any other by its path."""

from __future__ import annotations

from functools import cache
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, cast

import yaml

from wartable.board.errors import BoardError, unreadable
from wartable.board.fileformat import BoardFile, EditionPart, FileReader, PartFile, SpacePart, read_yaml
from wartable.board.findings import Finding
from wartable.board.folders import MARK
from wartable.board.landmarks import Bridge, Port, Range, River, Trail
from wartable.board.model import (
    Board,
    Border,
    Coast,
    Decoration,
    Edition,
    Lane,
    Obstacle,
    Region,
    Site,
    Space,
)
from wartable.board.part import part_faults, part_of
from wartable.board.structure import pairs, structural_findings
from wartable.board.topology import Topology, decode

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

BOARD = "board.yaml"
"""Name of the board file in a folder of the library."""
_NAME_DROP = 23.0
"""Screen pixels from the middle of a token down to the middle of a name placed under it."""


def _packaged() -> Traversable:
    return resources.files("wartable") / "data" / "boards"


@cache
def packaged_boards() -> tuple[str, ...]:
    """Keys of the boards that come with the package."""
    found = [entry for entry in _packaged().iterdir() if entry.is_dir()]
    return tuple(sorted(entry.name for entry in found if (entry / BOARD).is_file()))


@cache
def load_packaged(name: str) -> Board:
    """Load a board of the package by its key, or an edition of it; raises `BoardError` where there is none such."""
    key, _, edition = name.partition(MARK)
    if edition:
        return load_packaged(key).edition(edition)
    folder = _packaged() / key
    return _loaded(folder / BOARD, folder)


def load_file(path: Path) -> Board:
    """Load any board file; raises `BoardError` listing every structural fault."""
    return _loaded(path, path.parent)


def _loaded(path: Traversable, folder: Traversable) -> Board:
    file, topology, findings = read_board_file(path, folder)
    errors = [str(finding) for finding in findings if finding.level == "error"]
    if errors or file is None:
        raise BoardError("\n".join(errors))
    return make_board(file, topology)


def read_board_file(path: Traversable, folder: Traversable) -> tuple[BoardFile | None, Topology | None, list[Finding]]:
    """Read a board file and its outlines with everything found wrong on the way; never raises for content."""
    name = path.name
    try:
        data = read_yaml(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        return None, None, [Finding("error", name, f"cannot be read as a YAML text file: {unreadable(error)}")]
    reader = FileReader(name)
    file = reader.read(data)
    topology: Topology | None = None
    if isinstance(file, PartFile):
        file, topology = _part(file, reader, folder)
    elif file is not None:
        topology = _outlines(file, reader, folder)
    return file, topology, reader.findings + (structural_findings(file, name) if file else [])


def _outlines(file: BoardFile, reader: FileReader, folder: Traversable) -> Topology | None:
    if file.head.outlines is None:
        return None
    try:
        return decode((folder / file.head.outlines).read_bytes())
    except (OSError, BoardError) as error:
        reader.error("outlines", f"{file.head.outlines}: {unreadable(error)}")
        return None


def _part(part: PartFile, reader: FileReader, folder: Traversable) -> tuple[BoardFile | None, Topology | None]:
    """Cut a part out of the board it names: one of the package, or one in the folder beside it."""
    of = part.part.of
    there = _packaged() / of if of in packaged_boards() else Path(str(folder)).parent / of
    whole, topology, faults = _whole(there) if of != part.key else (None, None, ["it is this one"])
    if whole is None or faults:
        reader.error("part.of", f'the board "{of}" cannot be read: {"; ".join(faults)}')
        return None, None
    wrong = [*part_faults(whole, part)]
    for where, message in wrong:
        reader.error(where, message)
    return (None, None) if wrong else part_of(whole, part, topology)


def _whole(folder: Traversable) -> tuple[BoardFile | None, Topology | None, list[str]]:
    """Read the board that a part is of, with every fault; a part has no parts, so that none is a part of itself."""
    try:
        data = cast("object", read_yaml((folder / BOARD).read_text(encoding="utf-8")))
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        return None, None, [unreadable(error)]
    if isinstance(data, dict) and "part" in data:
        return None, None, ["it is a part itself; name the whole board"]
    file, topology, findings = read_board_file(folder / BOARD, folder)
    return file, topology, [str(finding) for finding in findings if finding.level == "error"]


def _space(key: str, part: SpacePart, unit: float) -> Space:
    under = (part.token[0], part.token[1] + _NAME_DROP * unit)
    return Space(
        id=key,
        name=part.name,
        short=part.short or part.name,
        region=part.region,
        token=part.token,
        label=part.label or under,
        also=part.also,
        kind=part.kind,
        coasts=tuple(Coast(coast, at) for coast, at in part.coasts.items()),
        cover=part.cover,
    )


def _edition(key: str, part: EditionPart) -> Edition:
    added = tuple(Border(min(new.between), max(new.between), new.kind) for new in part.add)
    return Edition(key, part.title, part.remove, added, part.other_names)


def make_board(file: BoardFile, topology: Topology | None) -> Board:
    """Make the board of a file without faults."""
    borders = [Border(a, b, kind) for kind in file.borders for a, b in pairs(file, kind)]
    regions = tuple(Region(key, r.name, r.plate, r.tint, r.deep, r.title) for key, r in file.regions.items())
    head = file.head
    return Board(
        key=head.key,
        title=head.title,
        provenance=head.provenance,
        style=head.style,
        canvas=head.canvas,
        spaces=tuple(_space(key, part, head.canvas.unit) for key, part in file.spaces.items()),
        regions=regions,
        borders=tuple(sorted(borders)),
        lanes=tuple(Lane(*lane.between, lane.lines, lane.wraps) for lane in file.lanes),
        sites=tuple(Site(key, s.name, s.space, s.kind, s.at) for key, s in file.sites.items()),
        editions=tuple(_edition(key, part) for key, part in file.editions.items()),
        obstacles=tuple(Obstacle(key, part.name, part.kind) for key, part in file.obstacles.items()),
        decorations=tuple(Decoration(key, d.name, d.kind, d.shape, d.region) for key, d in file.decorations.items()),
        ranges=tuple(Range(key, r.name, r.touches, r.along, r.parts, r.lines) for key, r in file.ranges.items()),
        rivers=tuple(River(key, river.name, river.along) for key, river in file.rivers.items()),
        bridges=tuple(Bridge(*bridge.between, bridge.at, bridge.angle) for bridge in file.bridges),
        ports=tuple(Port(space, port.at) for space, port in file.ports.items()),
        paths=tuple(Trail(key, path.name, path.steps) for key, path in file.paths.items()),
        inscriptions=file.inscriptions,
        compass=head.compass,
        topology=topology,
    )
