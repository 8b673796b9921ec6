"""The linter of map files: what `wartable check FILE` runs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import yaml

from wartable.board.companions import COMPANIONS, Companion
from wartable.board.errors import BoardError, unreadable
from wartable.board.fileformat import SCHEMA, read_yaml
from wartable.board.findings import Finding, did_you_mean
from wartable.board.load import BOARD, load_file, make_board, read_board_file
from wartable.board.outlines.recipe import SEAS, SEEDS, SHAPES, ShapesRecipe, read_recipe

if TYPE_CHECKING:
    from collections.abc import Iterator


_COUNTS = ": counts."
"""In the place of a finding: what was expected differs from what is there, and all else can still be looked at."""


def check_board(path: Path) -> list[Finding]:
    """Check a board file, its outlines and that the picture agrees with the borders."""
    file, topology, findings = read_board_file(path, path.parent)
    if file is None or any(finding.level == "error" and _COUNTS not in finding.where for finding in findings):
        return sorted(findings)
    from wartable.board.outlines.check_drawing import drawing_findings  # noqa: PLC0415  (takes a second to load)

    return sorted(findings + drawing_findings(make_board(file, topology), path.name))


def _check_recipe(path: Path) -> list[Finding]:
    try:
        recipe = read_recipe(path)
    except BoardError as error:
        return [Finding("error", path.name, str(error).removeprefix(f"{path.name}: "))]
    if not isinstance(recipe, ShapesRecipe):
        return []
    from wartable.board.outlines.shapes import doubts, faults  # noqa: PLC0415  (takes a second to load)

    wrong = [Finding("error", path.name, fault) for fault in faults(recipe)]
    return wrong or [Finding("warning", path.name, doubt) for doubt in doubts(recipe)]


def _check_companion(path: Path, companion: Companion) -> list[Finding]:
    try:
        board = load_file(path.with_name(BOARD))
    except BoardError:
        return [Finding("error", path.name, f"the board beside it has faults: wartable check {path.with_name(BOARD)}")]
    try:
        companion.read(path, board)
    except BoardError as error:
        return [Finding("error", path.name, line.removeprefix(f"{path.name}: ")) for line in str(error).splitlines()]
    return []


def _beside(board: Path) -> Iterator[Finding]:
    """Yield what is wrong with the companions that lie beside a board without faults."""
    for companion in COMPANIONS.every():
        if (file := board.with_name(companion.name)).is_file():
            yield from _check_companion(file, companion)


def _schema(path: Path) -> str:
    data: object = read_yaml(path.read_text(encoding="utf-8"))
    return str(cast("dict[str, object]", data).get("schema", "")) if isinstance(data, dict) else ""


def check_file(path: str | Path) -> tuple[Finding, ...]:
    """Check a board with its companions, a companion alone or an outline recipe; never raises for content.

    A file without findings is right; `Finding.level` tells what is an error.
    """
    file = Path(path)
    try:
        schema = _schema(file)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        return (Finding("error", file.name, f"cannot be read as a YAML text file: {unreadable(error)}"),)
    if schema == SCHEMA:
        found = check_board(file)
        sound = file.name == BOARD and not any(finding.level == "error" for finding in found)
        return (*found, *(_beside(file) if sound else ()))
    if schema in {SEEDS, SHAPES, SEAS}:
        return tuple(_check_recipe(file))
    companions = {one.schema: one for one in COMPANIONS.every()}
    if schema in companions:
        return tuple(_check_companion(file, companions[schema]))
    if not schema:
        return (Finding("error", file.name, f"says nothing of its schema; a board begins with `schema: {SCHEMA}`"),)
    known = did_you_mean(schema, [SCHEMA, *companions, SEEDS, SHAPES, SEAS])
    return (Finding("error", f"{file.name}: schema", f'"{schema}" is not a kind of map file; {known}'),)
