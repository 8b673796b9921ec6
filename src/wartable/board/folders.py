"""The folders with files of the user's own: boards, scenarios and maps that were imported, or that a record carries."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Callable, Collection, Generator, Mapping
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import Generic, Protocol, TypeVar

import msgspec

from wartable.engine.errors import BadData

MARK = "@"
"""Stands between the key of something and the digest of what decides how a game with it goes: `isles@3f2a9c41d07b`."""
_DIGITS = 12
KEY = "[a-z][a-z0-9_-]{0,40}"
"""Pattern of keys."""


def identity(key: str, facts: object) -> str:
    """Return a key with hexadecimal digits over facts: what decides how a game goes."""
    return f"{key}{MARK}{hashlib.sha256(msgspec.json.encode(facts, order='deterministic')).hexdigest()[:_DIGITS]}"


class Own(Protocol):
    """Something a user keeps, known by its key with a digest."""

    @property
    def id(self) -> str:
        """Return the key with the digest."""
        ...

    @property
    def title(self) -> str:
        """Return what it is called."""
        ...


T = TypeVar("T", bound=Own)


class Library(Generic[T]):
    """What a user keeps of one kind: a folder for each by its key, and older versions beside it by their ids.

    What was read once is known to this process by its id: a game goes on when the files change beneath it.
    """

    def __init__(
        self,
        noun: str,
        *,
        variable: str,
        folder: str,
        file: str,
        read: Callable[[Path], T],
        key: str = KEY,
        error: type[BadData] = BadData,
    ) -> None:
        """Take what one is called, and the name of its main file.

        `variable` is the environment variable that names other folders than the one in the user's data, `read` reads a
        folder, `key` is the pattern of keys, and `error` is raised for every fault.
        """
        self.noun, self.variable, self.folder, self.file, self.error = noun, variable, folder, file, error
        self.known: dict[str, T] = {}
        self._read = read
        self._key = re.compile(key)
        self._name = re.compile(rf"{key}({MARK}[0-9a-f]{{{_DIGITS}}})?")
        self._stamped: dict[Path, tuple[object, T]] = {}
        # Files are read one at a time: the types read into are made ready on first use, which must not happen twice.
        self._reading = Lock()

    def folders(self) -> tuple[Path, ...]:
        """Return the folders, whether they exist or not; the first is imported into.

        An environment variable that is set to nothing means none.
        """
        named = os.environ.get(self.variable)
        if named is not None:
            return tuple(Path(folder) for folder in named.split(os.pathsep) if folder)
        from platformdirs import user_data_path  # noqa: PLC0415 - most commands need no file of the user

        return (user_data_path("wartable", appauthor=False) / self.folder,)

    def names(self) -> tuple[str, ...]:
        """Return the keys of all there are, older versions left out."""
        found = {path.parent.name for folder in self.folders() for path in folder.glob(f"*/{self.file}")}
        return tuple(sorted(key for key in found if self._key.fullmatch(key)))

    def find(self, name: str) -> T | None:
        """Return one by its key, as it is now, or by its id, as it was; `None` where there is none of that key.

        Raises `BadData` where it is not any more what the id says.
        """
        if name in self.known:
            return self.known[name]
        key, _, digest = name.partition(MARK)
        for folder in self.folders() if self._name.fullmatch(name) else ():
            # What an import replaced lies beside it under its whole id.
            for place in (folder / name, folder / key):
                if (place / self.file).is_file():
                    found = self.read(place)
                    if not digest or found.id == name:
                        return self.known.setdefault(found.id, found)
        if digest and key in self.names():
            message = f"The {self.noun} {key} has changed since this was begun; bring its files back as they were."
            raise self.error(message)
        return None

    def lend(self, name: str, files: Mapping[str, str]) -> T:
        """Let one be found in this process by its id, from the files that a record carries.

        Raises `BadData` where they make none, or another than the id says.
        """
        if name not in self.known:
            with laid_out(files, name.partition(MARK)[0]) as folder:
                found = self.read(folder)
            if found.id != name:
                raise self.error(f"What lies beside it makes the {self.noun} {found.id}, not {name}.")
            self.known[name] = found
        return self.known[name]

    def read(self, place: Path) -> T:
        """Return what a folder holds now. Raises `BadData` for a fault, or a key other than the folder's name."""
        files = sorted(path for path in place.iterdir() if path.is_file())
        stamp = [(path.name, stat.st_mtime_ns, stat.st_size) for path in files for stat in (path.stat(),)]
        with self._reading:
            known = self._stamped.get(place)
            if known and known[0] == stamp:
                return known[1]
            found, key = self._read(place), place.name.partition(MARK)[0]
            inside = found.id.partition(MARK)[0]
            if inside != key:
                raise self.error(f'{place / self.file}: its key is "{inside}", but the folder is named "{key}".')
            self._stamped[place] = stamp, found
        return found

    def key_fault(self, key: str, taken: Collection[str]) -> str:
        """Say why nothing of one's own can be kept by a key: it is among those `taken`, or none; empty where it can."""
        if self._key.fullmatch(key) and key not in taken:
            return ""
        marks = "- and _" if self._key.fullmatch("a-b") else "and _"
        return (
            f"{key!r} cannot be the key of an own {self.noun}: lower-case letters, digits, {marks}, and none "
            f"of {', '.join(sorted(taken))}."
        )

    def place(self, made: T, taken: Collection[str], *, replace: bool) -> Path:
        """Make room for one that is about to be written; returns its folder.

        An older version stays beside it for the games played on it. Raises `BadData` for a key that is among those
        `taken` or none at all, and for one that would replace another unless it may.
        """
        key, folders = made.id.partition(MARK)[0], self.folders()
        if not folders:
            raise self.error(f"{self.variable} names no folder to import into.")
        if fault := self.key_fault(key, taken):
            raise self.error(fault)
        place = folders[0] / key
        if (place / self.file).exists() and (old := self.read(place)) != made:
            if not replace:
                message = f"There is a {self.noun} {key} already, {old.title}; replace it, or choose another key."
                raise self.error(message)
            aside = place.with_name(old.id)
            if old.id != made.id:
                place.rename(aside) if not aside.exists() else shutil.rmtree(place)
        place.mkdir(parents=True, exist_ok=True)
        return place


def in_package(path: Path) -> bool:
    """Whether a file is one of this package, whose keys are its own."""
    return path.resolve().is_relative_to(str(resources.files("wartable") / "data"))


def texts_of(folder: Path) -> dict[str, str]:
    """Return the texts of the files in a folder by their names."""
    return {path.name: path.read_text("utf-8") for path in sorted(folder.iterdir()) if path.is_file()}


@contextmanager
def laid_out(files: Mapping[str, str], name: str) -> Generator[Path]:
    """Give a folder of that name with files of these texts, as long as it is needed.

    Raises `BadData` for names that would lie elsewhere.
    """
    if not all(re.fullmatch(r"[A-Za-z0-9_-]+\.[a-z]+", one) for one in files) or not re.fullmatch(r"[a-z0-9_-]+", name):
        raise BadData(f"{', '.join(files)} in {name}: these are no names of files.")
    with TemporaryDirectory() as above:
        folder = Path(above, name)
        folder.mkdir()
        for one, text in files.items():
            (folder / one).write_text(text, encoding="utf-8")
        yield folder
