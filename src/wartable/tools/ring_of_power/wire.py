"""What goes over the wire of the calculator of Ring of Power: units and weapons, two forces in words, their odds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from wartable.games.ring_of_power.combat.values import Fate

MOST_FIGURES = 2_000
MOST_ROUNDS = 12


Row: TypeAlias = tuple[int | Literal["crew"], int | None, int | None]
"""Dice (or one for each man of the crew), attack and defence; null: none."""


class UnitCard(Struct, frozen=True, kw_only=True):
    """A unit type with its profiles on foot and mounted."""

    key: str
    name: str
    nation: str
    character: bool
    foot: Row
    mounted: Row | None
    abilities: tuple[str, ...]
    leadership: int
    wizardry: int


class WeaponCard(Struct, frozen=True, kw_only=True):
    """A piece of artillery and the men who serve it."""

    key: str
    name: str
    crew: int


class Named(Struct, frozen=True):
    """A key and what it is called."""

    key: str
    name: str


class Stock(Struct, frozen=True, kw_only=True):
    """All that two forces can be put together from: `grounds` for either side, `walls` for defenders.

    `scenarios` are those whose units and settlements can be taken instead.
    """

    units: tuple[UnitCard, ...]
    weapons: tuple[WeaponCard, ...]
    grounds: tuple[Named, ...]
    walls: tuple[Named, ...]
    scenarios: tuple[Named, ...]
    most_figures: int = MOST_FIGURES
    most_rounds: int = MOST_ROUNDS


Words = Annotated[str, Meta(max_length=2_000)]


class StopWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """When a side breaks off after a drawn round: so many casualties of its own, or a character of its fallen."""

    side: Literal["attackers", "defenders"]
    casualties: Annotated[int, Meta(ge=1, le=MOST_FIGURES)] | None = None
    character: Annotated[str, Meta(max_length=60)] = ""


class OddsWish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Two forces in words, as `eomer, 3 rohan_rider` against `9 uruk_hai, lurtz in fortress`.

    `scenario` names one whose units and settlements hold; empty: those of the package. A draw is fought on for up to
    `rounds` rounds.
    """

    attackers: Words
    defenders: Words
    scenario: Annotated[str, Meta(max_length=60)] = ""
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)] = 1
    stop: Annotated[tuple[StopWish, ...], Meta(max_length=4)] = ()


class Results(Struct, frozen=True, kw_only=True):
    """Chances that the attackers win, nobody does, the defenders win, it is broken off, or nobody meets."""

    win: float
    draw: float
    lose: float
    stopped: float
    none: float


class UnitLosses(Struct, frozen=True, kw_only=True):
    """Mean losses of one type, and riders thrown."""

    unit: str
    name: str
    count: int
    lost: float
    dismounted: float


class HeroFate(Struct, frozen=True, kw_only=True):
    """Chances of a character's fates; `to_the_end`: extra losses and the fall of a place are counted in."""

    unit: str
    name: str
    fates: Mapping[Fate, float]
    to_the_end: bool


class SideAnswer(Struct, frozen=True, kw_only=True):
    """One side: figures, the law of its casualties in the blows and their mean, mean losses in all (null: unknown)."""

    figures: int
    casualties: tuple[float, ...]
    mean: float
    lost: float | None
    units: tuple[UnitLosses, ...]
    characters: tuple[HeroFate, ...]


class OddsAnswer(Struct, frozen=True, kw_only=True):
    """The odds of a combat: results after each round, and both sides after the last.

    `remark` says what was left out of what was asked for, if anything was.
    """

    rounds: tuple[Results, ...]
    attackers: SideAnswer
    defenders: SideAnswer
    remark: str
