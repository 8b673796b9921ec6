"""What a game is played by, worked out once from its options: the map as changed, and the rulings."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from wartable.board.library import load_board
from wartable.games.adjudication.orders import Power, Province
from wartable.games.diplomacy.phases.due import Due, due, is_choice
from wartable.games.diplomacy.play.options import DiplomacyOptions
from wartable.games.diplomacy.position import Phase, Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant


class Rules(msgspec.Struct, frozen=True):
    """The rules of one game."""

    options: DiplomacyOptions
    variant: Variant
    rulings: Rulings
    spaces: tuple[str, ...]
    """Ids of the board's spaces in its order; none for a map without a board."""

    def power(self, power: Power) -> str:
        """Return the name of a power."""
        return self.variant.powers[power].name

    def verb(self, power: Power, verb: str) -> str:
        """Return a verb as it agrees with the name of a power: Austria `takes`, but Elves `take`."""
        return self.variant.powers[power].verb(verb)

    def place(self, province: Province) -> str:
        """Return the name of a province."""
        return self.variant.provinces[province].name

    def year(self, year: int) -> str:
        """Return a year as this calendar writes it: `1901`, `Third Age 3000`."""
        return self.variant.calendar.written(year)

    def phase(self, phase: Phase) -> str:
        """Return a phase in words: `Autumn 1901 retreats`, `Summer Third Age 3000`."""
        return self.variant.calendar.phase(phase)

    def to_decide(self, position: Position) -> dict[Power, Due]:
        """Return what each power is asked for: what is due and leaves it a choice.

        By versions of the rules before, powers without a choice were asked as well.
        """
        found = due(self.variant, position)
        if not self.options.since(self.options.choices_only_since):
            return found
        return {power: what for power, what in found.items() if is_choice(position, power, what)}


@lru_cache(maxsize=256)
def rules_of(options: DiplomacyOptions) -> Rules:
    """Return the rules that options stand for; raises `BoardError` where the board is not there."""
    variant = options.variant()
    spaces = tuple(space.id for space in load_board(variant.board).spaces) if variant.board else ()
    return Rules(options, variant, options.rulings(), spaces)
