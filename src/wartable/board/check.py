"""The linter of map files: what `wartable check FILE` runs."""

from __future__ import annotations

from pathlib import Path
from typing import cast

import yaml

from wartable.board.companions import COMPANIONS, Companion
from wartable.board.errors import BoardError, unreadable
from wartable.board.fileformat import SCHEMA, read_yaml
from wartable.board.findings import Finding, did_you_mean
from wartable.board.load import BOARD, load_file, make_board, read_board_file
from wartable.board.outlines.recipe import SEAS, SEEDS, SHAPES, read_recipe


def check_board(path: Path) -> list[Finding]:
    """Check a board file, its outlines and that the picture agrees with the borders."""
    file, topology, findings = read_board_file(path, path.parent)
    if file is None or any(finding.level == "error" for finding in findings):
        return sorted(findings)
    from wartable.board.outlines.check_drawing import drawing_findings  # noqa: PLC0415  (takes a second to load)

    return sorted(findings + drawing_findings(make_board(file, topology), path.name))


def _check_recipe(path: Path) -> list[Finding]:
    try:
        read_recipe(path)
    except BoardError as error:
        return [Finding("error", path.name, str(error).removeprefix(f"{path.name}: "))]
    return []


def _check_companion(path: Path, companion: Companion) -> list[Finding]:
    try:
        companion.read(path, load_file(path.with_name(BOARD)))
    except BoardError as error:
        return [Finding("error", path.name, line.removeprefix(f"{path.name}: ")) for line in str(error).splitlines()]
    return []


def _schema(path: Path) -> str:
    data: object = read_yaml(path.read_text(encoding="utf-8"))
    return str(cast("dict[str, object]", data).get("schema", "")) if isinstance(data, dict) else ""


def check_file(path: str | Path) -> tuple[Finding, ...]:
    """Check a board, a companion of one or an outline recipe; never raises for content.

    A file without findings is right; `Finding.level` tells what is an error.
    """
    file = Path(path)
    try:
        schema = _schema(file)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        return (Finding("error", file.name, f"cannot be read as a YAML text file: {unreadable(error)}"),)
    if schema == SCHEMA:
        return tuple(check_board(file))
    if schema in {SEEDS, SHAPES, SEAS}:
        return tuple(_check_recipe(file))
    companions = {one.schema: one for one in COMPANIONS.every()}
    if schema in companions:
        return tuple(_check_companion(file, companions[schema]))
    known = did_you_mean(schema, [SCHEMA, *companions, SEEDS, SHAPES, SEAS])
    return (Finding("error", f"{file.name}: schema", f'"{schema}" is not a kind of map file; {known}'),)
