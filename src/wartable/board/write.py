"""Writing a board as files that people can edit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import msgspec
import yaml

from wartable.board.fileformat import SCHEMA
from wartable.board.topology import encode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from wartable.board.landmarks import Range, River, Trail
    from wartable.board.model import Board, Border, Decoration, Edition, Obstacle, Region, Site, Space

_OUTLINES = "outlines.json"


def _space(space: Space) -> dict[str, Any]:
    data: dict[str, Any] = {"name": space.name}
    data |= {"short": space.short} if space.short != space.name else {}
    data |= {"also": list(space.also)} if space.also else {}
    data |= {"kind": space.kind} if space.kind != "land" else {}
    data |= {"region": space.region} if space.region else {}
    data |= {"token": list(space.token), "label": list(space.label)}
    data |= {"cover": space.cover} if space.cover else {}
    return data | ({"coasts": {coast.id: list(coast.at) for coast in space.coasts}} if space.coasts else {})


def _borders(borders: Iterable[Border]) -> dict[str, dict[str, list[str]]]:
    """List each border on both sides, so that a slip of the pen shows."""
    lists: dict[str, dict[str, list[str]]] = {}
    for border in borders:
        kind = lists.setdefault(border.kind, {})
        kind.setdefault(border.a, []).append(border.b)
        kind.setdefault(border.b, []).append(border.a)
    return {kind: Block((space, sorted(near)) for space, near in sorted(lists[kind].items())) for kind in lists}


def _edition(edition: Edition) -> dict[str, Any]:
    added = [{"between": [new.a, new.b], "kind": new.kind} for new in edition.add]
    data: dict[str, Any] = {"title": edition.title}
    data |= {"remove": [list(pair) for pair in edition.remove]} if edition.remove else {}
    data |= {"add": added} if added else {}
    return data | ({"other_names": True} if edition.other_names else {})


def board_data(board: Board) -> dict[str, Any]:
    """Return a board as the plain data of its file."""
    kinds = [border.kind for border in board.borders]
    counts = {"spaces": len(board.spaces), "regions": len(board.regions)}
    lanes = [
        {"between": [lane.a, lane.b], "lines": msgspec.to_builtins(lane.lines), "wraps": lane.wraps}
        for lane in board.lanes
    ]
    data: dict[str, Any] = {
        "schema": SCHEMA,
        "key": board.key,
        "title": board.title,
        "provenance": board.provenance,
        "style": board.style,
        "canvas": msgspec.to_builtins(board.canvas),
        "counts": counts | {kind: kinds.count(kind) for kind in sorted(set(kinds))},
    }
    data |= {"outlines": _OUTLINES} if board.topology else {}
    data |= {"compass": msgspec.to_builtins(board.compass)} if board.compass else {}
    data["regions"] = {r.id: _told(r) for r in board.regions}
    data["spaces"] = {space.id: _space(space) for space in board.spaces}
    data["borders"] = _borders(board.borders)
    data |= {"lanes": lanes} if lanes else {}
    data |= {"sites": {s.id: _named(s) for s in board.sites}} if board.sites else {}
    data |= {"editions": {e.id: _edition(e) for e in board.editions}} if board.editions else {}
    data |= {"obstacles": {o.id: _named(o) for o in board.obstacles}} if board.obstacles else {}
    data |= {"decorations": {d.id: _told(d) for d in board.decorations}} if board.decorations else {}
    return data | _landmarks(board)


def _landmarks(board: Board) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ranges": {part.id: _named(part) for part in board.ranges},
        "rivers": {river.id: _named(river) for river in board.rivers},
        "bridges": [{"between": [b.a, b.b], "at": list(b.at), "angle": b.angle} for b in board.bridges],
        "ports": {port.space: {"at": list(port.at)} for port in board.ports},
        "paths": {path.id: _named(path) for path in board.paths},
        "inscriptions": msgspec.to_builtins(board.inscriptions),
    }
    return {key: value for key, value in found.items() if value}


def _told(part: Decoration | Region) -> dict[str, Any]:
    """Return the fields of a part, those left out that have nothing to say."""
    return {key: value for key, value in _named(part).items() if value}


def _named(part: Site | Obstacle | Decoration | Region | Range | River | Trail) -> dict[str, Any]:
    """Return the fields of a part that its file entry does not already say by its id."""
    data: dict[str, Any] = msgspec.to_builtins(part)
    return {key: value for key, value in data.items() if key != "id"}


class Block(dict[str, Any]):
    """A mapping that is written with one line per entry, however plain its values are."""


class _Dumper(yaml.SafeDumper):
    """YAML with one line per thing: whatever holds only plain values is written in a row."""


def _row(dumper: _Dumper, data: dict[str, Any]) -> yaml.MappingNode:
    flat = not any(isinstance(value, dict) for value in data.values())
    return dumper.represent_mapping("tag:yaml.org,2002:map", data.items(), flow_style=flat)


def _list(dumper: _Dumper, data: list[Any]) -> yaml.SequenceNode:
    return dumper.represent_sequence(
        "tag:yaml.org,2002:seq", data, flow_style=not any(isinstance(x, dict) for x in data)
    )


def _block(dumper: _Dumper, data: Block) -> yaml.MappingNode:
    return dumper.represent_mapping("tag:yaml.org,2002:map", data.items(), flow_style=False)


def _text(_: _Dumper, text: str) -> yaml.ScalarNode:
    """Keep a name of two lines in one row of the file, its break as a sign."""
    return yaml.ScalarNode("tag:yaml.org,2002:str", text, style='"' if "\n" in text else None)


_Dumper.add_representer(Block, _block)
_Dumper.add_representer(str, _text)
_Dumper.add_representer(dict, _row)
_Dumper.add_representer(list, _list)


def to_yaml(data: dict[str, Any]) -> str:
    """Return data as YAML that reads well."""
    dump = cast("Callable[..., str]", yaml.dump)  # pyright: ignore[reportUnknownMemberType] - its stubs know half of it
    return dump(Block(data), Dumper=_Dumper, sort_keys=False, width=150, allow_unicode=True)


def write_board(board: Board, folder: Path) -> Path:
    """Write `board.yaml` and, if there are outlines, `outlines.json` into a folder; returns the board file."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "board.yaml"
    path.write_text(to_yaml(board_data(board)), encoding="utf-8")
    if board.topology:
        (folder / _OUTLINES).write_bytes(encode(board.topology))
    return path
