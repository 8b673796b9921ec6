"""Kinds of files that people write for games: maps and scenarios to play on, and cases to hold games against."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import msgspec

if TYPE_CHECKING:
    from wartable.board.findings import Finding
    from wartable.board.palette import Theme
    from wartable.engine.cases import CaseResult


class Bringing(msgspec.Struct, frozen=True, kw_only=True):
    """How a file is brought in: by another key, with a file of cards beside it, in the place of what is there.

    `name` says which of several things in one file is meant; the first if empty.
    """

    key: str | None = None
    name: str = ""
    cards: Path | None = None
    replace: bool = False


class OwnFiles(ABC):
    """A kind of file that people write. Commands ask every kind whether it knows a file, `general` ones last."""

    what: ClassVar[str]
    """What is brought in, and how its files end: `a scenario (FILE.yaml)`."""
    general: ClassVar[bool] = False
    """Whether it takes what no other kind knows."""

    @abstractmethod
    def knows(self, path: Path) -> bool:
        """Whether a file is of this kind, by its name or by what stands in it; unreadable files are none."""

    @abstractmethod
    def check(self, path: Path) -> tuple[Finding, ...]:
        """Return everything that is wrong with a file."""

    @abstractmethod
    def bring(self, path: Path, how: Bringing) -> Iterator[str]:
        """Put a file where games find it; yield lines that say what was noticed and how to play on it.

        Raises `WartableError` with the fault of a file that cannot be played on.
        """


class Scenarios(OwnFiles):
    """A kind of files that are played as they are: games of theirs have an option `scenario`."""

    game: ClassVar[str]
    """The game that is meant where only a scenario is named."""

    @abstractmethod
    def has(self, name: str) -> bool:
        """Whether a scenario of this key is there, or a file of this name is one."""

    @abstractmethod
    def lend(self, path: Path, *, keep: bool) -> str:
        """Put a file where games find it, for ever or for this run; return the value of the option `scenario`.

        Raises `WartableError` with the first fault.
        """

    @abstractmethod
    def picture(self, name: str, *, theme: Theme, width: int, figures: bool) -> tuple[str, str]:
        """Return the title of a scenario, named by its key or file, and its picture as SVG; `figures` stand on it.

        Raises `WartableError`.
        """

    @abstractmethod
    def odds(self, name: str, attackers: str, defenders: str, rounds: int) -> tuple[object, str]:
        """Return the odds of two forces of a scenario, told in words, as a JSON-able value and as text.

        Raises `WartableError`.
        """


class Judging(msgspec.Struct, frozen=True, kw_only=True):
    """A step of a game to judge from texts; both texts may be JSON.

    `position` None is the beginning of the game, `rules` None its first rulebook. `dice` are faces as they fell;
    without any they are drawn by `seed`. `lenient`: lines that cannot be read are listed, and not refused.
    """

    position: str | None
    orders: str
    rules: str | None
    options: Mapping[str, object]
    dice: tuple[int, ...] = ()
    seed: str = ""
    lenient: bool = False


class Adjudicator(ABC):
    """A judge of single steps of games that are played by mail: what `wartable adjudicate --game` takes."""

    games: ClassVar[tuple[str, ...]]
    """The keys of its games."""

    @abstractmethod
    def judge(self, wish: Judging) -> tuple[object, str]:
        """Return the verdict with its reasons and the next position, as a JSON-able value and as text.

        Raises `WartableError` that names every line that cannot be read.
        """

    @abstractmethod
    def drawn(self, wish: Judging) -> str:
        """Return the same step as SVG: the position before it with what became of the orders.

        Raises `WartableError` as `judge` does, and where the game has no drawn board.
        """


class CaseFiles(ABC):
    """A kind of files of cases: stated positions, what is done in them, and what must hold afterwards."""

    schemas: ClassVar[tuple[str, ...]]
    """What such a file may say of itself in its field `schema`."""
    general: ClassVar[bool] = False
    """Whether it takes files that name no schema."""
    maps: ClassVar[tuple[str, ...]] = ()
    """Maps whose files it takes before all others."""

    @abstractmethod
    def run(self, path: Path) -> Iterator[CaseResult]:
        """Hold every case of a file against its game; a file that cannot be read is a result with the reason.

        Raises `OSError` where there is no such file.
        """
