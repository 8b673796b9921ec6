"""Maps of Diplomacy to play on: of our own form, of other programs, checked and put where the game finds them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast
from zipfile import BadZipFile, ZipFile

import msgspec
import yaml

from wartable.board.errors import BoardError
from wartable.board.fileformat import read_yaml
from wartable.board.findings import Finding
from wartable.board.folders import MARK, in_package
from wartable.board.library import board_keys, install, load_board, load_map, own_keys, own_map
from wartable.board.load import packaged_boards
from wartable.cli.usage import BadUsage
from wartable.engine.errors import BadData
from wartable.engine.words import hint
from wartable.games.diplomacy import library
from wartable.games.diplomacy.faults import unplayable
from wartable.games.diplomacy.formats.anymap import INDEX, read_any_map
from wartable.games.diplomacy.formats.diagram import board_drawn, diagram, standing
from wartable.games.diplomacy.formats.draft import Imported
from wartable.games.diplomacy.variant import Variant
from wartable.tools.diplomacy.variants import summary
from wartable.tools.files import Bringing, OwnFiles

SCHEMA = "wartable-variant/1"
_LINE = re.compile(r"\s*(\S+\s+\S+\s+ABUTS\b|(USE|USES|MAP|VICTORY|UNOWNED|NEUTRAL|BEGIN)\s)", re.IGNORECASE)
"""Begins a line of a `.map` file of the `diplomacy` package or DPjudge, and none of Domination."""
_SEATS = 2
_SOME = 6
"""How many missing provinces are named."""


class DiplomacyMaps(OwnFiles):
    """Maps of Diplomacy: YAML, `.map` files and packages of jDip."""

    what = "a Diplomacy map (FILE.map, jDip's FILE.zip or variants.xml, FILE.yaml)"

    def knows(self, path: Path) -> bool:
        """Whether a file is such a map, by what stands in it."""
        try:
            match path.suffix.lower():
                case ".map":
                    return any(map(_LINE.match, path.read_text("utf-8", errors="replace").splitlines()))
                case ".zip":
                    return any(Path(name).name == INDEX for name in ZipFile(path).namelist())
                case ".yaml" | ".yml":
                    plain = read_yaml(path.read_text("utf-8"))
                    return isinstance(plain, dict) and cast("dict[str, object]", plain).get("schema") == SCHEMA
                case _:
                    return path.name == INDEX
        except (OSError, BadZipFile, yaml.YAMLError, UnicodeDecodeError, RecursionError):
            return False

    def check(self, path: Path) -> tuple[Finding, ...]:
        """Return what keeps a map from being read, or what of it could not be brought over."""
        try:
            found = read_any_map(path)
        except BadData as error:
            return tuple(_finding(path.name, line) for line in str(error).splitlines())
        wrong = (Finding("error", path.name, fault) for fault in _faults(found.variant))
        notes = filter(None, (*found.notes, _unknown_board(found.variant)))
        key = "" if in_package(path) else library.key_fault(found.variant.key)
        doubts = (f"{key} Change it, or import with --key.",) if key else ()
        return (
            *wrong,
            *(Finding("warning", f"{path.name}: key", doubt) for doubt in doubts),
            *(Finding("note", path.name, note) for note in notes),
        )

    def bring(self, path: Path, how: Bringing) -> Iterator[str]:
        """Put a map among the user's own, with a diagram of its borders where nobody has drawn it."""
        if how.cards is not None:
            raise BadUsage(f"--cards {how.cards}: a map of Diplomacy has no cards.")
        found = read_any_map(path, how.name)
        if faults := _faults(found.variant):
            raise BadData("\n".join(f"{path.name}: {fault}" for fault in faults))
        yield from (f"note: {path.name}: {note}" for note in found.notes)
        variant, note = _drawn(_named(found, how.key), replace=how.replace)
        if note:
            yield f"note: {path.name}: {note}"
        folder = library.install(variant, replace=how.replace)
        yield summary(variant)
        yield f"It lies in {folder}.\n"
        yield f"play on it   wartable play diplomacy --option map={variant.key}"
        if variant.board:
            yield f"look at it   wartable map {variant.board.partition(MARK)[0]} -o {variant.key}.svg"


MAPS = DiplomacyMaps()


def _finding(file: str, line: str) -> Finding:
    """Return an error as it is told of a file, whose name, and the line in it, come first in what was said."""
    where, _, message = line.partition(": ")
    begins_so = where == file or where.startswith(f"{file}, line ")
    return Finding("error", where, message) if begins_so and message else Finding("error", file, line)


def _faults(variant: Variant) -> list[str]:
    """Say what keeps a map from being played on, also that it cannot be drawn on the board that it names."""
    found = unplayable(variant)
    if variant.board and variant.board in board_keys():
        board = load_board(variant.board)
        lacking = [code for code in standing(variant) if code not in {space.id for space in board.spaces}]
        if lacking:
            some = f"{', '.join(lacking[:_SOME])}{', …' if len(lacking) > _SOME else ''}"
            found.append(
                f"board: {variant.board} has no {some}; name a board with all its provinces, or leave board out"
            )
    return found


def _unknown_board(variant: Variant) -> str:
    """Return what is said of a map whose board is not here; empty where it is, or none is named."""
    if not variant.board or variant.board in board_keys():
        return ""
    near = hint(variant.board, board_keys())
    return f"there is no board {variant.board} here, so its borders are drawn as a diagram. {near}"


def _named(found: Imported, key: str | None) -> Variant:
    """Return a map by its new key; raises `BadData` for one that fewer than two can play."""
    variant = found.variant
    if sum(facts.needs_centres for facts in variant.powers.values()) < _SEATS:
        raise BadData(f"{variant.title} has fewer than {_SEATS} powers; nobody can play against another on it.")
    return msgspec.structs.replace(variant, key=key or variant.key)


def _drawn(variant: Variant, *, replace: bool) -> tuple[Variant, str]:
    """Return a map with a board that it can be drawn on, bound to what it is now, and what was noticed."""
    note = _unknown_board(variant)
    board = "" if note else variant.board
    if board in packaged_boards():
        return variant, note
    if not board and (known := board_drawn(variant)):
        return msgspec.structs.replace(variant, board=known), note
    if not board:
        return _with_diagram(variant, note, replace=replace)
    return msgspec.structs.replace(variant, board=load_map(board).id), note


def _with_diagram(variant: Variant, note: str, *, replace: bool) -> tuple[Variant, str]:
    key = re.sub(r"[^a-z0-9]", "_", variant.key)
    try:
        made = own_map(diagram(variant, key), {})
        install(made, replace=replace or key not in own_keys())
    except BoardError as error:
        return msgspec.structs.replace(variant, board=""), f"it is shown as a table, for {error}"
    return msgspec.structs.replace(variant, board=made.id), note or "nobody has drawn it: its borders are a diagram"
