"""`wartable import`: a map of one's own checked, brought over and put where games find it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import msgspec
from cyclopts import Parameter

from wartable.board.check import check_file
from wartable.board.domination import read_domination
from wartable.board.errors import BoardError
from wartable.board.library import OwnMap, install, own_map
from wartable.board.load import load_file
from wartable.board.maprules import proposed_rules, read_map_rules
from wartable.board.write import RULES
from wartable.cli.usage import BadUsage

KINDS = (".map", ".yaml", ".yml")


def bring(
    file: Annotated[Path, Parameter(help="A Domination map (.map) or a board file (.yaml).")],
    *,
    key: Annotated[str | None, Parameter(help="Name it is chosen by; from the file if left out.")] = None,
    cards: Annotated[Path | None, Parameter(help="Cards file of a .map, where the map does not name it.")] = None,
    replace: Annotated[bool, Parameter(negative=(), help="Replace the board of that key.")] = False,
) -> None:
    """Check a map and put it among your boards; say what was noticed and how to play on it."""
    if file.suffix not in KINDS:
        raise BadUsage(f"{file}: a map to import is a Domination map (FILE.map) or a board file (FILE.yaml).")
    if cards is not None and file.suffix != ".map":
        raise BadUsage(f"--cards {cards}: only a .map file has cards beside it; a board file has {RULES}.")
    made = _domination(file, cards, key) if file.suffix == ".map" else _board(file, key)
    folder = install(made, replace=replace)
    board = made.board
    print(f"{board.title}: {len(board.spaces)} spaces, {len(board.regions)} regions, {len(board.borders)} borders.")
    print(f"It lies in {folder}; bonuses, cards and missions stand in {RULES} there.\n")
    print(f"play on it   wartable play risk --option board={board.key}")
    print(f"look at it   wartable map {board.key} -o {board.key}.svg")


def _domination(file: Path, cards: Path | None, key: str | None) -> OwnMap:
    imported = read_domination(file, cards)
    for note in imported.notes:
        print(f"note: {file.name}: {note}")
    board = msgspec.structs.replace(imported.board, key=key or imported.board.key)
    return own_map(board, imported.rules)


def _board(file: Path, key: str | None) -> OwnMap:
    findings = check_file(file)
    for finding in findings:
        print(finding)
    if any(finding.level == "error" for finding in findings):
        raise BoardError(f"{file} has errors; it was not imported.")
    board, beside = load_file(file), file.with_name(RULES)
    if beside.is_file():
        rules = read_map_rules(beside, board)
    else:
        rules = proposed_rules(board)
        print(f"note: {file.name}: there is no {RULES} beside it; bonuses and cards were proposed")
    return own_map(msgspec.structs.replace(board, key=key or board.key), rules)
