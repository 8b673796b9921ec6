"""How Diplomacy is played: the presets are the rulebooks, on the standard map or one of the user's."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Self

import msgspec

from wartable.board import library as boards
from wartable.board.errors import BoardError
from wartable.board.folders import MARK
from wartable.engine.errors import BadData, BadOptions, Reason
from wartable.engine.options import About
from wartable.games.diplomacy.formats.write import write_variant
from wartable.games.diplomacy.library import FILE, OWN, own_variant, own_variants
from wartable.games.diplomacy.play.options import DiplomacyOptions
from wartable.games.diplomacy.variant import Variant, load_variant

STANDARD = "standard"


def _maps() -> Mapping[str, str]:
    """Return the maps that can be played on now with their titles: the standard one, then the user's by id."""
    return {STANDARD: "Standard: the seven powers of 1901", **{own.id: own.title for own in own_variants()}}


MapName = Annotated[
    str,
    About("Map", "Maps of your own come in by `wartable import`.", choices=_maps, group="Rules"),
]


class StandardOptions(DiplomacyOptions, frozen=True, kw_only=True, cache_hash=True):
    """The choices on the standard map, or on one of one's own."""

    votes_count_since = "3"
    choices_only_since = "4"

    map: MapName = STANDARD

    def files(self) -> Mapping[str, str]:
        """Return the file of an own map, and those of the board that it is drawn on if that is the user's too."""
        if self.map == STANDARD:
            return {}
        variant = self.variant()
        board = boards.texts_of(variant.board) if MARK in variant.board else {}
        return {FILE: write_variant(variant), **board}

    @classmethod
    def lend(cls, values: Mapping[str, object], files: Mapping[str, str]) -> None:
        """Let an own map be found from its files, with its board."""
        board = OWN.lend(str(values["map"]), {FILE: files.get(FILE, "")}).variant.board
        if MARK in board:
            boards.OWN.lend(board, {name: text for name, text in files.items() if name != FILE})

    def settled(self) -> Self:
        """Bind an own map to its content, so that a stored game never goes on on another one."""
        if self.map == STANDARD:
            return self
        try:
            own = own_variant(self.map)
            if own.variant.board:
                boards.load_board(own.variant.board)
        except (BadData, BoardError) as error:
            text = str(error).rstrip(".")
            raise BadOptions(Reason(code="option.map", message=f"{text[0].upper()}{text[1:]}.")) from error
        return self if own.id == self.map else msgspec.structs.replace(self, map=own.id)

    def variant(self) -> Variant:
        """Return the map that is chosen."""
        return load_variant(STANDARD) if self.map == STANDARD else own_variant(self.map).variant


PRESETS = {
    "2023": StandardOptions(),
    "2000": StandardOptions(rulebook="2000"),
    "1982": StandardOptions(rulebook="1982"),
    "1971": StandardOptions(rulebook="1971"),
    "webdip": StandardOptions(rulebook="webdip"),
}
"""A preset for each rulebook."""

PRESET_TITLES = {"webdip": "webDiplomacy"}
"""What players call those whose keys say it badly: `webDiplomacy rules`."""

PRESET_LINES = {
    "2023": "The rulebook of 2023, as most players know the game today.",
    "2000": "The rulebook of 2000 and 2008.",
    "1982": "The rulebook of 1982 and 1992: an army goes by sea to a neighbour when its own fleet carries it.",
    "1971": "The rulebook of 1971 and 1976: one broken route breaks a convoy.",
    "webdip": "As played on webDiplomacy: an army goes by sea to a neighbour only when its order says so.",
}
