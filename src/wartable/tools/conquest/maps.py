"""Maps of one's own to play Risk on: checked, brought over from other programs, and put where games find them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec

from wartable.board.check import check_file
from wartable.board.errors import BoardError
from wartable.board.findings import Finding
from wartable.board.library import OwnMap, install, key_warning, own_map
from wartable.board.load import load_file
from wartable.cli.usage import BadUsage
from wartable.engine.words import counted
from wartable.games.conquest.core.maprules import RULES, is_for_armies, read_map_rules, with_rules
from wartable.games.conquest.formats.domination import read_domination
from wartable.tools.files import Bringing, OwnFiles

KINDS = (".map", ".yaml", ".yml")


class Maps(OwnFiles):
    """Board files, with the numbers beside them, and maps of Domination."""

    what = "a Domination map (FILE.map) or a board (FILE.yaml)"
    general = True

    def knows(self, path: Path) -> bool:
        """Whether a file is called as maps are."""
        return path.suffix in KINDS

    def check(self, path: Path) -> tuple[Finding, ...]:
        """Return everything that is wrong with a map."""
        if path.suffix != ".map":
            return (*check_file(path), *_key_warning(path))
        try:
            read = read_domination(path)
        except BoardError as error:
            return (Finding("error", path.name, str(error)),)
        return (*key_warning(read.board.key, path), *(Finding("note", path.name, note) for note in read.notes))

    def bring(self, path: Path, how: Bringing) -> Iterator[str]:
        """Put a map among the user's own."""
        if how.cards is not None and path.suffix != ".map":
            raise BadUsage(f"--cards {how.cards}: only a .map file has cards beside it; a board file has {RULES}.")
        if path.suffix == ".map":
            made, notes = _domination(path, how)
        else:
            findings = check_file(path)
            yield from map(str, findings)
            if any(finding.level == "error" for finding in findings):
                raise BoardError(f"{path} has errors; it was not imported.")
            made, notes = _board(path, how.key)
        for note in notes:
            yield f"note: {path.name}: {note}"
        folder, board = install(made, replace=how.replace), made.board
        counts = ", ".join(
            counted(len(things), noun)
            for things, noun in ((board.spaces, "space"), (board.regions, "region"), (board.borders, "border"))
        )
        yield f"{board.title}: {counts}."
        if is_for_armies(made):
            yield f"It lies in {folder}; bonuses, cards and missions stand in {RULES} there.\n"
            yield f"play on it   wartable play risk --option board={board.key}"
        else:
            yield f"It lies in {folder}. With its seas or supply centres it is no board for Risk.\n"
            yield f"play on it   name it in a map of Diplomacy, as board: {board.key}, and import that"
        yield f"look at it   wartable map {board.key} -o {board.key}.svg"


MAPS = Maps()


def _key_warning(path: Path) -> tuple[Finding, ...]:
    """Return what is said of the key of a board; nothing of other files, and of faulty ones."""
    try:
        return key_warning(load_file(path).key, path)
    except BoardError:
        return ()


def _domination(file: Path, how: Bringing) -> tuple[OwnMap, tuple[str, ...]]:
    imported = read_domination(file, how.cards)
    board = msgspec.structs.replace(imported.board, key=how.key or imported.board.key)
    return with_rules(board, imported.rules), tuple(imported.notes)


def _board(file: Path, key: str | None) -> tuple[OwnMap, tuple[str, ...]]:
    """Return a board with the numbers that lie beside it, or with proposed ones and a note that they are."""
    board, beside = load_file(file), file.with_name(RULES)
    named = msgspec.structs.replace(board, key=key or board.key)
    if beside.is_file():
        return with_rules(named, read_map_rules(beside, board)), ()
    made = own_map(named, {})
    return made, (f"there is no {RULES} beside it; bonuses and cards were proposed",) if is_for_armies(made) else ()
