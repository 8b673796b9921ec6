"""The library of boards: those of the package, and those in the user's folders with the files beside them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import msgspec

from wartable.board import folders
from wartable.board.companions import COMPANIONS
from wartable.board.errors import BoardError
from wartable.board.findings import Finding, did_you_mean
from wartable.board.folders import MARK
from wartable.board.load import BOARD, load_file, load_packaged, packaged_boards
from wartable.board.model import Board
from wartable.board.write import to_yaml, write_board

FOLDERS = "WARTABLE_BOARDS"
"""Environment variable: the folders with own boards, in place of the usual one; the first is imported into."""


class OwnMap(msgspec.Struct, frozen=True):
    """A map of the user: `id` is its key with a digest of what changes how a game on it goes, `isles@3f2a9c41d07b`."""

    id: str
    board: Board
    companions: dict[str, Any]
    """What lies beside the board: the content of each companion by its key; none of those it is not made for."""

    @property
    def key(self) -> str:
        """The key without the digest."""
        return self.board.key

    @property
    def title(self) -> str:
        """What the board is called."""
        return self.board.title


def board_keys() -> tuple[str, ...]:
    """Keys of all boards: those of the package, then the user's."""
    return (*packaged_boards(), *own_keys())


def own_keys() -> tuple[str, ...]:
    """Keys of the user's boards; one that the package uses itself does not count."""
    return tuple(key for key in OWN.names() if key not in packaged_boards())


@lru_cache(maxsize=64)
def space_ids(key: str) -> frozenset[str]:
    """Return the ids of a board's spaces; none for a board that is not here."""
    try:
        return frozenset(space.id for space in load_board(key).spaces)
    except BoardError:
        return frozenset()


def load_board(key_or_path: str | Path) -> Board:
    """Load a board by key, in an edition (`classic@world_2008`), an own one by its id, or any by the path of its file.

    Raises `BoardError` listing every structural fault when the file is no board; `check_file` finds more.
    """
    if isinstance(key_or_path, Path) or key_or_path.endswith((".yaml", ".yml")):
        return load_file(Path(key_or_path))
    if key_or_path.partition(MARK)[0] in packaged_boards():
        return load_packaged(key_or_path)
    return load_map(key_or_path).board


def load_map(name: str) -> OwnMap:
    """Load a map of the user by its key, as it is now, or by its id, as it was.

    Raises `BoardError` when there is none, when it has faults, or when it is not any more what the id says.
    """
    if found := OWN.find(name):
        return found
    key = name.partition(MARK)[0]
    message = f'there is no board "{key}" here ({did_you_mean(key, board_keys())}); `wartable import` brings one in'
    raise BoardError(message)


def _read(place: Path) -> OwnMap:
    board = load_file(place / BOARD)
    files = {one.key: (one, place / one.name) for one in COMPANIONS.every()}
    return own_map(board, {key: one.read(file, board) for key, (one, file) in files.items() if file.is_file()})


OWN = folders.Library(
    "board", variable=FOLDERS, folder="boards", file=BOARD, read=_read, key="[a-z][a-z0-9_]*", error=BoardError
)
"""The boards of the user, with what lies beside them."""


def own_map(board: Board, companions: Mapping[str, object]) -> OwnMap:
    """Put a board and its companions together, proposing those that are missing.

    Raises `BoardError` where the board cannot be played on.
    """
    empty = [region.id for region in board.regions if not board.members(region.id)]
    compiled = board.compile()
    cut = compiled.names(compiled.everything & ~compiled.component(0, compiled.everything))
    if empty:
        raise BoardError(f"{board.key}: no space belongs to the region {empty[0]}; leave it out to play on this map")
    if cut:
        raise BoardError(f"{board.key}: {', '.join(cut[:6])} cannot be reached from {compiled.ids[0]}; join them")
    known = {one.key: one for one in COMPANIONS.every()}
    proposed = {key: companions[key] if key in companions else one.proposed(board) for key, one in known.items()}
    contents = {key: content for key, content in proposed.items() if content is not None}
    facts = (known[key].facts(content) for key, content in sorted(contents.items()))
    beside = [fact for fact in facts if fact is not None]
    # Not names, places or outlines: no game goes otherwise for them.
    decisive = (compiled.ids, compiled.neighbours, compiled.region_ids, compiled.region_of, *beside)
    return OwnMap(folders.identity(board.key, decisive), board, contents)


def texts_of(name: str) -> dict[str, str]:
    """Return the files of a map of the user by their names, for a record to carry; raises `BoardError`."""
    with folders.laid_out({}, "map") as folder:
        write_map(load_map(name), folder)
        return folders.texts_of(folder)


@cache
def _reserved() -> frozenset[str]:
    """Return the keys that mean something else already: packaged boards and their editions."""
    boards = [load_packaged(key) for key in packaged_boards()]
    return frozenset((*packaged_boards(), *(edition.id for board in boards for edition in board.editions)))


def key_warning(key: str, file: Path) -> tuple[Finding, ...]:
    """Return what is said of a file whose board no import takes by its key."""
    fault = "" if folders.in_package(file) else OWN.key_fault(key, _reserved())
    return (Finding("warning", f"{file.name}: key", f"{fault} Change it, or import with --key."),) if fault else ()


def install(made: OwnMap, *, replace: bool = False) -> Path:
    """Write a map into the first of the user's folders; returns its folder there.

    An older version of that key stays beside it for the games played on it. Raises `BoardError` for a key that is not
    free, unless it is to be replaced.
    """
    place = OWN.place(made, _reserved(), replace=replace)
    write_map(made, place)
    return place


def write_map(made: OwnMap, folder: Path) -> Path:
    """Write a board and the files beside it; returns the board file."""
    path = write_board(made.board, folder)
    for one in COMPANIONS.every():
        if one.key in made.companions:
            data = one.data(made.companions[one.key], made.board)
            (folder / one.name).write_text(to_yaml(data), encoding="utf-8")
    return path
