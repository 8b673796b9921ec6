"""Companions of a board: files beside it that say what a family of games has to know of the map, read by that family.

A package announces how one is read by an entry point of group `wartable.companions` that names a `Companion`::

    [project.entry-points."wartable.companions"]
    nim = "my_package.nim:HEAPS_FILE"
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from importlib.resources.abc import Traversable
from typing import Any, ClassVar

from wartable.board.model import Board
from wartable.engine.errors import WartableError
from wartable.engine.plugins import Plugins


class Companion(ABC):
    """A kind of file beside a board; what is read of it is an immutable value, here called its content."""

    key: ClassVar[str]
    """The name of its entry point, and of its content on an `OwnMap`."""
    name: ClassVar[str]
    """The name of the file, as in `rules.yaml`."""
    schema: ClassVar[str]
    """What the file says of itself under `schema`."""

    @abstractmethod
    def read(self, path: Traversable, board: Board) -> object:
        """Return the content of a file; raises `BoardError` naming every field that is wrong."""

    @abstractmethod
    def proposed(self, board: Board) -> object:
        """Return what counts for a board without such a file; None where no game of the family is played on it."""

    @abstractmethod
    def facts(self, content: object) -> object:
        """Return what decides how a game on the map goes, as plain data; None where there is nothing."""

    @abstractmethod
    def data(self, content: object, board: Board) -> dict[str, Any]:
        """Return the content as the plain data of its file."""


def _read(given: object) -> Companion:
    if not isinstance(given, Companion):
        raise WartableError(f"gives {given!r}, which is no Companion.")
    return given


COMPANIONS = Plugins("wartable.companions", "companion of boards", _read, lambda one: one.key)
"""The companions that are known to this process."""
