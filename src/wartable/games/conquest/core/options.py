"""What options of the family have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, Self

import msgspec

from wartable.board.library import OWN, texts_of
from wartable.engine.options import About, Options
from wartable.games.conquest.core.maps import board_choices, is_own, settled

RECONSTRUCTED = "reconstructed: from no printed edition"

BoardName = Annotated[
    str,
    About(
        "Board",
        "Printed boards differ by one sea lane: the one of 1999 lacks East Africa to Middle East, those from 2008 on "
        "lack New Guinea to Western Australia. Maps of your own come in by `wartable import`.",
        rule="risk D7",
        choices=board_choices,
        group="Board and set-up",
    ),
]
FortifyRule = Annotated[
    Literal["adjacent", "chain", "none"],
    About(
        "Fortification",
        "The one move at the end of a turn.",
        rule="risk D11",
        choices={
            "adjacent": "Between two neighbouring territories",
            "chain": "Along any chain of their own territories",
            "none": "None",
        },
        group="Battle",
    ),
]


class FamilyOptions(Options, frozen=True, kw_only=True, cache_hash=True):
    """What options of every game of the family say."""

    @property
    def map_name(self) -> str:
        """The name of the board played on."""
        raise NotImplementedError


class ConquestOptions(FamilyOptions, frozen=True, kw_only=True, cache_hash=True):
    """What games that can be played on any map of the family can choose; a game with a board of its own has none."""

    board: BoardName = "classic"

    @property
    def map_name(self) -> str:
        """The name of the board chosen."""
        return self.board

    def files(self) -> Mapping[str, str]:
        """Return the files of an own map."""
        return texts_of(self.board) if is_own(self.board) else {}

    @classmethod
    def lend(cls, values: Mapping[str, object], files: Mapping[str, str]) -> None:
        """Let an own map be found from its files."""
        OWN.lend(str(values["board"]), files)

    def settled(self) -> Self:
        """Bind an own map to its content, so that a stored game never goes on on another one."""
        board = settled(self.board)
        return self if board == self.board else msgspec.structs.replace(self, board=board)
