"""The charts of Ring of Power: movement, terrain, artillery, hit tags, abilities and constants, read from data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal, TypeAlias

import msgspec

from wartable.board.fileformat import packaged

MIL = 1000
"""Lengths are integers of 1/1000 inch; this many make an inch."""

Provenance: TypeAlias = Literal["stated", "guide", "reconstructed"]
GroundClass: TypeAlias = Literal["clear", "difficult", "crossing", "impassable"]
Factor = Annotated[int, msgspec.Meta(ge=1)]
Size: TypeAlias = Literal["small", "normal"]
"""Small folk are those whom bullies do not shun (C14, Q36)."""


def mil(inches: float) -> int:
    """Return inches as 1/1000 inch, rounded to the nearest."""
    return round(inches * MIL)


def in_inches(point: tuple[int, int]) -> str:
    """Return a point as it is told to people."""
    return f"({point[0] / MIL:g}, {point[1] / MIL:g})"


class Speeds(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Inches a turn of a race. None: no such move is printed; 0: that ground is closed (C1)."""

    foot: float | None
    mounted: float | None
    difficult: float
    provenance: Provenance


class MovementRow(Speeds, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A row of the movement chart, with what else goes by race."""

    radius: float
    """Of the base; it matters where distances are measured from edge to edge (Q1)."""
    size: Size = "normal"
    like: str = ""
    issues: tuple[str, ...] = ()


class TerrainType(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A type of terrain (N): how it is moved over, and whether it is road or water to sail on."""

    title: str
    ground: GroundClass
    provenance: Provenance
    closed_to: tuple[str, ...] = ()
    """Races that may never enter."""
    water: Literal["", "river", "open"] = ""
    """Water that ships sail: a river, or open water, on which they are faster (C12)."""
    road: bool = False
    issues: tuple[str, ...] = ()


class Loan(msgspec.Struct, frozen=True, gc=False):
    """Leadership that a figure adds to leaders of a nation in its force."""

    nation: str
    value: int


class Ability(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """What an ability does, as numbers which rules code reads; `traits` name what only a procedure can do (M).

    `attack` and `defence` are bonuses: +1 lowers the target by one. They hold under `when` and, if `where` is given,
    only in that terrain. `speed` is in inches.
    """

    title: str
    sentence: str
    provenance: Provenance
    rule: str = ""
    issues: tuple[str, ...] = ()
    attack: int = 0
    defence: int = 0
    dice_factor: Factor = 1
    where: tuple[str, ...] = ()
    when: Literal["", "open_target", "mounted_open_target", "enemy_mounted", "in_difficult", "near_water"] = ""
    attack_reroll: Literal["", "misses", "ones"] = ""
    defence_reroll: Literal["", "failures"] = ""
    tag: str = ""
    traits: tuple[str, ...] = ()
    clear_in: tuple[str, ...] = ()
    speed: float = 0
    speed_in: Literal["", "clear", "difficult"] = ""
    speed_factor: Factor = 1
    speed_exempt: tuple[str, ...] = ()
    detect: int = 0
    lends: Loan | None = None


class HitTag(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """What a hit does beyond hitting (I6)."""

    defence: int = 0
    ignores_fortification: bool = False
    rerolls_saves: bool = False
    slays_ethereal: bool = False
    paralyses: bool = False


Use: TypeAlias = Literal["field", "fortress_attack", "fortress_defence", "gate", "weak_wall"]


class Weapon(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A piece of artillery (L). `dice` and `chart_dice` count by crew left, from none to full."""

    title: str
    row: str
    crew: int
    moves: bool
    uses: tuple[Use, ...]
    provenance: Provenance
    attack: int | None = None
    dice: tuple[int, ...] = ()
    chart_dice: tuple[int, ...] = ()
    text_speed: float = 0
    rerolls: int = 0


class Constants(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Single numbers of the rules; lengths in inches, targets in faces of a die."""

    contact: float
    engage: float
    hide: float
    crossing_start: float
    sailor: float
    sortie: float
    arrival: float
    edge_guard: float
    road: float
    detect_target: int
    extra_loss_per: int
    best_target: int
    missing_defence: int
    ethereal_turns: int
    ram_target: int
    ram_step: int
    bomb_target: int
    fortress_dice: int
    fortress_defence: int


class CombatRow(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A row of the combat chart as settled: dice (or `crew`), attack, defence, on foot and mounted (N)."""

    foot: tuple[int | Literal["crew"], int | None, int | None]
    provenance: Provenance
    mounted: tuple[int, int | None, int | None] | None = None
    abilities: tuple[str, ...] = ()
    wounds: Factor = 1
    issues: tuple[str, ...] = ()


class Charts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """All charts together. `terrain` is in order of precedence, highest first (A6)."""

    title: str
    designers: tuple[str, ...]
    constants: Constants
    movement: Mapping[str, MovementRow]
    mounted_radius: float
    slow_movement: Mapping[str, Speeds]
    terrain: Mapping[str, TerrainType]
    combat: Mapping[str, CombatRow]
    artillery: Mapping[str, Weapon]
    tags: Mapping[str, HitTag]
    abilities: Mapping[str, Ability]


@cache
def charts() -> Charts:
    """Return the charts of the package. Raises `BadData` where the file is wrong."""
    return packaged("data/ring_of_power/charts.yaml", Charts)
