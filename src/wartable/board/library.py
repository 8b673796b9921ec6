"""The library of boards: those of the package, and those in the user's folders with the files beside them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from threading import Lock
from typing import Any

import msgspec

from wartable.board import folders
from wartable.board.companions import COMPANIONS
from wartable.board.errors import BoardError
from wartable.board.findings import did_you_mean
from wartable.board.load import BOARD, MARK, load_file, load_packaged, packaged_boards
from wartable.board.model import Board
from wartable.board.structure import ID
from wartable.board.write import to_yaml, write_board

FOLDERS = "WARTABLE_BOARDS"
"""Environment variable: the folders with own boards, in place of the usual one; the first is imported into."""
_DIGITS = 12


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


def own_folders() -> tuple[Path, ...]:
    """Return the folders with own boards, whether they exist or not; an empty environment variable means none."""
    return folders.own_folders(FOLDERS, "boards")


def board_keys() -> tuple[str, ...]:
    """Keys of all boards: those of the package, then the user's."""
    return (*packaged_boards(), *own_keys())


def own_keys() -> tuple[str, ...]:
    """Keys of the user's boards; one that the package uses itself does not count."""
    found = {path.parent.name for folder in own_folders() for path in folder.glob(f"*/{BOARD}")}
    return tuple(sorted(key for key in found if ID.match(key) and key not in packaged_boards()))


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


_reading = Lock()
"""Files are read one at a time: the types read into are made ready on first use, which must not happen twice."""
_known: dict[str, OwnMap] = {}
"""Every map this process has loaded, by id: a game goes on when the files change beneath it."""


def load_map(name: str) -> OwnMap:
    """Load a map of the user by its key, as it is now, or by its id, as it was.

    Raises `BoardError` when there is none, when it has faults, or when it is not any more what the id says.
    """
    if name in _known:
        return _known[name]
    key, _, digest = name.partition(MARK)
    for folder in own_folders():
        # What an import replaced lies beside it under its whole id.
        for place in (folder / name, folder / key):
            if ID.match(key) and (place / BOARD).is_file():
                with _reading:
                    found = _read(place, _stamp(place))
                if not digest or found.id == name:
                    _known[found.id] = found
                    return found
    if digest and key in own_keys():
        message = f"the board {key} has changed since this was begun; bring its files back as they were"
        raise BoardError(message)
    message = f'there is no board "{key}" here ({did_you_mean(key, board_keys())}); `wartable import` brings one in'
    raise BoardError(message)


def _stamp(place: Path) -> tuple[tuple[str, int, int], ...]:
    """Return what changes when somebody edits a file of the folder."""
    files = sorted(path for path in place.iterdir() if path.is_file())
    return tuple((path.name, stat.st_mtime_ns, stat.st_size) for path in files for stat in (path.stat(),))


@lru_cache(maxsize=256)
def _read(place: Path, _stamp: tuple[tuple[str, int, int], ...]) -> OwnMap:
    board = load_file(place / BOARD)
    key = place.name.partition(MARK)[0]
    if board.key != key:
        message = f'{place / BOARD}: key is "{board.key}", but the folder is named "{key}"'
        raise BoardError(message)
    files = {one.key: (one, place / one.name) for one in COMPANIONS.every()}
    return own_map(board, {key: one.read(file, board) for key, (one, file) in files.items() if file.is_file()})


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
    return OwnMap(f"{board.key}{MARK}{_digest(board, [fact for fact in facts if fact is not None])}", board, contents)


def _digest(board: Board, beside: list[object]) -> str:
    """Return hexadecimal digits over what decides how a game goes: not over names, places or outlines."""
    compiled = board.compile()
    facts = (compiled.ids, compiled.neighbours, compiled.region_ids, compiled.region_of, *beside)
    return hashlib.sha256(msgspec.json.encode(facts, order="deterministic")).hexdigest()[:_DIGITS]


def texts_of(name: str) -> dict[str, str]:
    """Return the files of a map of the user by their names, for a record to carry; raises `BoardError`."""
    with folders.laid_out({}, "map") as folder:
        write_map(load_map(name), folder)
        return folders.texts_of(folder)


def lend(name: str, files: Mapping[str, str]) -> None:
    """Let a map be found in this process by its id, from the files that a record carries.

    Raises `BoardError` or `BadData` where they make no map, or another than the id says.
    """
    if name in _known:
        return
    with folders.laid_out(files, name.partition(MARK)[0]) as folder, _reading:
        found = _read(folder, _stamp(folder))
    if found.id != name:
        raise BoardError(f"the files beside it make {found.id}, not {name}")
    _known[name] = found


@cache
def _reserved() -> frozenset[str]:
    """Return the keys that mean something else already: packaged boards and their editions."""
    boards = [load_packaged(key) for key in packaged_boards()]
    return frozenset((*packaged_boards(), *(edition.id for board in boards for edition in board.editions)))


def install(made: OwnMap, *, replace: bool = False) -> Path:
    """Write a map into the first of the user's folders; returns its folder there.

    An older version of that key stays beside it for the games played on it. Raises `BoardError` for a key that is not
    free, unless it is to be replaced.
    """
    places = own_folders()
    if not places:
        raise BoardError(f"{FOLDERS} names no folder to import into")
    if not ID.match(made.key) or made.key in _reserved():
        message = f'"{made.key}" cannot be the key of an own board: lower-case letters, digits and underscores, and '
        raise BoardError(message + f"none of {', '.join(sorted(_reserved()))}")
    place = places[0] / made.key
    if (place / BOARD).exists():
        _make_room(place, made, replace=replace)
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


def _make_room(place: Path, made: OwnMap, *, replace: bool) -> None:
    """Move what lies in the way to a folder named by its id; equal content stays."""
    old = load_map(made.key)
    if old == made:
        return
    if not replace:
        raise BoardError(f"there is a board {made.key} already, {old.board.title}; replace it, or choose another key")
    aside = place.with_name(old.id)
    if old.id != made.id and not aside.exists():
        place.rename(aside)
