"""The figures of the game, read from a data file: costs, prices, interest, odds of bad years, murder and rebellion.

Source: rules/machiavelli.md 3, 10 to 13; the file marks each figure with how sure it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec

from wartable.board.fileformat import read_yaml
from wartable.engine.errors import BadData
from wartable.engine.fields import converted
from wartable.games.machiavelli.orders import Letter
from wartable.games.machiavelli.state import Unit, UnitClass

Effect: TypeAlias = Literal["none", "row", "column", "both"]
"""What a year brings: nothing, one line of the table, or one row and one column."""
SeverityDie: TypeAlias = Literal["2d6_print", "2d6_judge", "1d6"]
Operation: TypeAlias = Literal["advance", "support", "transport", "convert", "convert_to_fleet"]
"""What a hired unit may be ordered, as far as prices tell it apart (machiavelli 14)."""
Positive: TypeAlias = Annotated[int, msgspec.Meta(gt=0)]
Face: TypeAlias = Annotated[int, msgspec.Meta(ge=1, le=6)]
DIE = 6
_SUMS: Mapping[SeverityDie, range] = {"2d6_print": range(2, 13), "2d6_judge": range(2, 13), "1d6": range(1, 7)}
"""Sums of the dice that say how bad a year is."""


class UnitFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What units of a class cost in ducats, how strong they are, how far they go, and what bribes on them cost.

    `further` is the cost of each beyond the first of a power, where that is another; `moves` are provinces in a
    campaign; bribes cost `bribe` times as much as usual. Units of a class `apart` only fight: they cannot be bribed,
    starve or die of plague, control, besiege or garrison nothing, and neither put down nor free rebels.
    """

    cost: Annotated[int, msgspec.Meta(ge=0)]
    further: int = 0
    strength: Positive = 1
    moves: Positive = 1
    bribe: Positive = 1
    apart: bool = False


class ExpenseFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An expense: what it is for, the least it costs in ducats, its target, and whether it is a bribe."""

    title: str
    ducats: Positive
    target: Literal["place", "power", "unit"]
    bribe: bool = False
    option: str = ""
    """The optional rule that it belongs to."""


class RebelFaces(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The highest face on which a province of a murdered ruler rebels."""

    home_guarded: Face
    home_empty: Face
    conquered_guarded: Face
    conquered_empty: Face


class DiplomatFigures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Ducats for a diplomat in one's own province; the highest faces that find one in another's, and in nobody's."""

    at_home: Positive
    found_abroad: Face
    found_free: Face


class Assassins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """By ducats: the highest face of one die that kills, or the number of dice of which one must show a six."""

    sixths: Mapping[Positive, Face]
    dice_pool: Mapping[Positive, Positive]


class Tables(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Every figure of the game that does not depend on the board; read them with `tables`."""

    units: Mapping[UnitClass, UnitFigures]
    expenses: Mapping[Letter, ExpenseFigures]
    expenses_per_campaign: Positive
    ducats_in_steps_of: Positive
    major_city: Positive
    interest: Mapping[Literal[1, 2], Positive]
    most_principal: Positive
    severity: Mapping[SeverityDie, tuple[Effect, ...]]
    assassins: Assassins
    rebels: RebelFaces
    opening_die: Face
    operating: Mapping[Operation, Positive]
    spreads_on: Face
    home_after: Positive
    heretic_discount: Positive
    diplomats: DiplomatFigures
    fortune: tuple[int, int, int, int, int, int]

    def cost(self, unit_class: UnitClass, there: int = 0) -> int:
        """Return what a unit costs to raise, and again each year, in ducats (machiavelli 3, 3.1, 18.5).

        `there` is how many of its class the power has already.
        """
        facts = self.units[unit_class]
        return facts.further if there and facts.further else facts.cost

    def effect(self, die: SeverityDie, total: int) -> Effect:
        """Return what kind of year the sum of the dice gives (machiavelli 13.1)."""
        return self.severity[die][total - _SUMS[die].start]


def is_apart(unit: Unit) -> bool:
    """Whether a unit only fights, and has no part in money, disasters, control and rebellions."""
    return tables().units[unit.unit_class].apart


@cache
def tables() -> Tables:
    """Return the figures of the package; raises `BadData` where the file is wrong."""
    text = (resources.files("wartable") / "data" / "machiavelli" / "tables.yaml").read_text("utf-8")
    return read_tables(read_yaml(text))


def read_tables(plain: object) -> Tables:
    """Return the figures that plain data hold; raises `BadData` that names the field and what would be right."""
    found: Tables = converted(plain, Tables, "tables.yaml")
    faults = tuple(_faults(found))
    if faults:
        raise BadData("\n".join(f"tables.yaml: {fault}" for fault in faults))
    return found


def _faults(found: Tables) -> Iterator[str]:
    """Yield what the form of the file does not say: tables that are not whole, and figures out of order."""
    for die, sums in _SUMS.items():
        effects = found.severity.get(die, ())
        if len(effects) != len(sums):
            yield f"severity.{die}: has {len(effects)} entries; one for each sum from {sums[0]} to {sums[-1]} is right"
    for name, keys in (("units", get_args(UnitClass)), ("expenses", get_args(Letter))):
        missing = [key for key in keys if key not in getattr(found, name)]
        if missing:
            yield f"{name}: {', '.join(missing)} is missing"
    if set(found.interest) != {1, 2}:
        yield "interest: should be given for 1 and for 2 years"
    for name, odds in (("sixths", found.assassins.sixths), ("dice_pool", found.assassins.dice_pool)):
        if not odds or list(odds.values()) != sorted(set(odds.values())) or list(odds) != sorted(odds):
            yield f"assassins.{name}: should rise with the ducats"
    yield from _price_faults(found)


def _price_faults(found: Tables) -> Iterator[str]:
    for name, unit in found.units.items():
        if bool(unit.cost) == unit.apart:
            yield f"units.{name}.cost: {unit.cost}; units cost 1 ducat and more, and those apart nothing"
    for letter, facts in found.expenses.items():
        if facts.ducats % found.ducats_in_steps_of:
            yield f"expenses.{letter}.ducats: {facts.ducats} is no multiple of {found.ducats_in_steps_of}"
