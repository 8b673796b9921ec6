"""The rule tables of `wartable/data/conquest/risk.yaml` as typed values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TypeAlias

import msgspec

from wartable.board.fileformat import packaged
from wartable.games.conquest.core.goals import Eliminate, Goal, HoldRegions, HoldSpaces

FILE = "data/conquest/risk.yaml"
SET = 3
"""Cards of a set."""
WILD = "wild"
"""The symbol of a card that goes with any others."""


class Provenance(msgspec.Struct, frozen=True):
    """Where a table comes from: `confidence` is stated, confirmed_by_N or reconstructed."""

    confidence: str
    note: str = ""


class StartingArmies(msgspec.Struct, frozen=True):
    """Armies of each seat by number of seats."""

    provenance: Provenance
    each: dict[int, int]


class BonusTable(msgspec.Struct, frozen=True):
    """Armies for a whole region, by region id."""

    provenance: Provenance
    regions: dict[str, int]


class IncomeTable(msgspec.Struct, frozen=True):
    """One army for so many spaces, and the least a seat gets."""

    provenance: Provenance
    spaces_per_army: int
    minimum: int


class EscalatingSets(msgspec.Struct, frozen=True):
    """Worth of the first sets, and what every further one adds."""

    provenance: Provenance
    values: tuple[int, ...]
    then_add: int

    def is_set(self, symbols: Sequence[str]) -> bool:
        """Whether cards make a set: three alike, one of each, or any two with a wild card."""
        return len(symbols) == SET and (WILD in symbols or len(set(symbols)) in {1, SET})

    def worth(self, symbols: Sequence[str], traded: int) -> int:
        """Return the armies for a set, `traded` sets having been turned in before by all seats together."""
        beyond = traded + 1 - len(self.values)
        return self.values[traded] if beyond <= 0 else self.values[-1] + self.then_add * beyond


class FixedSets(msgspec.Struct, frozen=True):
    """Worth of a set by its kind: three alike by their symbol, or one of each.

    `wild` is that of three wild cards, where they are a set. Where there is a `pair`, a wild card only goes with two
    alike, and that is its worth.
    """

    provenance: Provenance
    alike: dict[str, int]
    mixed: int
    wild: int | None = None
    pair: int | None = None

    def is_set(self, symbols: Sequence[str]) -> bool:
        """Whether cards make a set: three alike, one of each, or two with a wild card."""
        kinds, wild = len(set(symbols)), symbols.count(WILD)
        if wild and self.pair is not None:
            return len(symbols) == SET and kinds == SET - 1 and wild == 1
        return len(symbols) == SET and (wild > 0 or kinds in {1, SET})

    def worth(self, symbols: Sequence[str], traded: int) -> int:
        """Return the armies for a set; a wild card counts as the symbol that gives most, unless the table says more."""
        plain = [each for each in symbols if each != WILD]
        if not plain and self.wild is not None:
            return self.wild
        if len(plain) < 2 or len(set(plain)) > 1:  # one wild card, or two, make it one of each
            return self.mixed
        return self.pair if len(plain) < SET and self.pair is not None else self.alike[plain[0]]


Sets: TypeAlias = EscalatingSets | FixedSets
"""What sets of cards bring."""
NO_SETS = FixedSets(Provenance("stated"), {}, 0)


class SetTables(msgspec.Struct, frozen=True):
    """The tables that sets may be paid by."""

    escalating: EscalatingSets
    fixed: FixedSets
    italian: FixedSets


class CardTable(msgspec.Struct, frozen=True):
    """Symbols of the territory cards and the rules' numbers about them."""

    provenance: Provenance
    symbols: dict[str, tuple[str, ...]]
    wild: int
    forced_at: int
    seized_from: int
    seized_to: int
    picture_armies: int
    sets: SetTables


class MissionTable(msgspec.Struct, frozen=True):
    """A list of missions; `eliminate` counts those that name a seat, which may turn into `fallback`."""

    provenance: Provenance
    regions: tuple[HoldRegions, ...]
    spaces: tuple[HoldSpaces, ...]
    eliminate: int
    fallback: HoldSpaces

    @property
    def missions(self) -> tuple[Goal, ...]:
        """All of them in one list."""
        return (*self.regions, *self.spaces, *(Eliminate(seat, self.fallback) for seat in range(self.eliminate)))


class BoardTables(msgspec.Struct, frozen=True):
    """Every number of Classic Risk."""

    schema: str
    starting_armies: StartingArmies
    bonuses: dict[str, BonusTable]
    income: IncomeTable
    cards: CardTable
    missions: Mapping[str, MissionTable]

    def open_counts(self, choice: str) -> tuple[HoldSpaces, ...]:
        """Return the numbers of spaces that win where that is the goal: `24`, `18_with_two`, or `either`."""
        plain, doubled = self.missions["lotr_notes"].spaces
        return {"24": (plain,), "18_with_two": (doubled,), "either": (plain, doubled)}[choice]


@cache
def printed_tables() -> BoardTables:
    """Return the tables of Classic Risk; raises `BadData` as `packaged`."""
    return packaged(FILE, BoardTables)
