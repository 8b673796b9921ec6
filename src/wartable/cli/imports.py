"""`wartable import`: a map or scenario of one's own checked, brought over and put where games find it."""

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
from wartable.cli.checks import is_scenario
from wartable.cli.scenarios import brought
from wartable.cli.usage import BadUsage
from wartable.games.ring_of_power.library import own_folders
from wartable.games.ring_of_power.reading import scenario

KINDS = (".map", ".yaml", ".yml")


def bring(
    file: Annotated[Path, Parameter(help="A Domination map (.map), a board file or a scenario file (.yaml).")],
    *,
    key: Annotated[str | None, Parameter(help="Name it is chosen by; from the file if left out.")] = None,
    cards: Annotated[Path | None, Parameter(help="Cards file of a .map, where the map does not name it.")] = None,
    replace: Annotated[bool, Parameter(negative=(), help="Replace the board of that key.")] = False,
) -> None:
    """Check a map or scenario and put it among your own; say what was noticed and how to play on it."""
    if file.suffix not in KINDS:
        raise BadUsage(
            f"{file}: what can be imported is a Domination map (FILE.map), a board or a scenario (FILE.yaml)."
        )
    if file.suffix != ".map" and is_scenario(file):
        if key or cards or replace:
            raise BadUsage(
                "A scenario is known by its id, and an older version stays beside it: leave out other words."
            )
        _bring_scenario(file)
        return
    if cards is not None and file.suffix != ".map":
        raise BadUsage(f"--cards {cards}: only a .map file has cards beside it; a board file has {RULES}.")
    made = _domination(file, cards, key) if file.suffix == ".map" else _board(file, key)
    folder = install(made, replace=replace)
    board = made.board
    print(f"{board.title}: {len(board.spaces)} spaces, {len(board.regions)} regions, {len(board.borders)} borders.")
    print(f"It lies in {folder}; bonuses, cards and missions stand in {RULES} there.\n")
    print(f"play on it   wartable play risk --option board={board.key}")
    print(f"look at it   wartable map {board.key} -o {board.key}.svg")


def _bring_scenario(file: Path) -> None:
    made = brought(file, keep=True)
    one = scenario(made.id)
    print(f"{one.title}: {one.table.width / 1000:g} by {one.table.height / 1000:g} inches, {one.last_turn} turns.")
    print(f"It lies in {own_folders()[0] / made.key}, with the factions that it names.\n")
    print(f"play it      wartable play ring-of-power --scenario {made.key}")
    print(f"look at it   wartable map --scenario {made.key} --figures -o {made.key}.svg")


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
