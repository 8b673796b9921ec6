"""Figures as types: profiles, races, abilities and crews of armies and characters, read from data."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any, Literal, cast

import msgspec

from wartable.board.fileformat import is_map, packaged
from wartable.engine.errors import BadData
from wartable.engine.fields import converted
from wartable.engine.words import hint
from wartable.games.ring_of_power.charts import Provenance, Size, charts
from wartable.games.ring_of_power.vocabulary.conditions import AbilityKey, RaceKey, UnitKey

Target = Annotated[int, msgspec.Meta(ge=2, le=6)]
"""A face of a die to be reached: never better than 2, and no die shows more than 6 (I2, I3)."""
Few = Annotated[int, msgspec.Meta(ge=0, le=100)]
Some = Annotated[int, msgspec.Meta(ge=1, le=100)]


class Profile(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Dice, attack target, defence target. `crew` dice: one for each man aboard; None: none of that (A3, N)."""

    dice: Few | Literal["crew"]
    attack: Target | None
    defence: Target | None


class Crew(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Who serves a figure that carries its crew, how many at the start and at most (Q30)."""

    unit: UnitKey
    count: Few
    max: Some


class UnitType(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """A type of army figure, or one character; without a mounted profile it never rides (A3, Q76)."""

    name: str
    nation: str
    race: RaceKey
    provenance: Provenance
    row: str = ""
    """The row of the combat chart that gave what its file does not say: profiles, wounds, abilities (`rowed`)."""
    foot: Profile
    mounted: Profile | None = None
    abilities: tuple[AbilityKey, ...] = ()
    leadership: Few = 0
    wizardry: Few = 0
    leads: str = ""
    """The nation that its leadership is for; empty: everybody (Q22)."""
    crew: Crew | None = None
    wounds: Some = 1
    capacity: Few = 0
    """Figures it can carry, as a ship does (Q69)."""
    size: Size | None = None
    """Where it differs from the race's."""
    character: bool = False

    race_on_foot: RaceKey = ""
    """The row of the movement chart once it has dismounted, where that is another: flyers fly by their mounts (A8)."""

    def race_of(self, *, mounted: bool) -> str:
        """Return the row of the movement chart that it moves by."""
        return self.race if mounted or not self.race_on_foot else self.race_on_foot

    def profile(self, *, mounted: bool) -> Profile:
        """Return the profile it fights by: mounted if it rides and can, else on foot."""
        return self.mounted if mounted and self.mounted else self.foot


class Muster(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of unit types: armies and characters by key."""

    armies: Mapping[str, UnitType] = {}
    characters: Mapping[str, UnitType] = {}


@cache
def units() -> Mapping[str, UnitType]:
    """Return the unit types of the package by key. Raises `BadData` where the file is wrong."""
    groups = packaged("data/ring_of_power/units.yaml", dict[str, Any])
    return _gathered(converted({key: rowed(group) for key, group in groups.items()}, Muster, "units.yaml"))


def rowed(units: Any) -> Any:  # noqa: ANN401 - YAML can hold anything
    """Return unit types as read from a file, those that name a `row` filled from the combat chart (N).

    What a unit says itself goes before its row, `mounted: null` for one that never rides; abilities come together.
    Raises `BadData` that names the unit where it is none, or its row is not in the chart. What is no mapping of units
    is returned as it is.
    """
    if not is_map(units):
        return units
    return {key: converted(_filled(str(key), unit), UnitType, f"Unit {key}") for key, unit in units.items()}


def _filled(key: str, unit: Any) -> Any:  # noqa: ANN401
    if not is_map(unit) or "row" not in unit:
        return unit
    name, rows = str(unit["row"]), charts().combat
    row = rows.get(name)
    if row is None:
        raise BadData(f"Unit {key}: {name} is no row of the combat chart. {hint(name, rows)}")
    abilities: Any = unit.get("abilities", [])
    both = (*row.abilities, *cast("list[str]", abilities)) if isinstance(abilities, list) else abilities
    return {"foot": row.foot, "mounted": row.mounted, "wounds": row.wounds, **unit, "abilities": both}


def _gathered(muster: Muster) -> Mapping[str, UnitType]:
    """Return armies and characters under one roof. Raises `BadData` for a key given twice."""
    twice = muster.armies.keys() & muster.characters.keys()
    if twice:
        raise BadData(f"{min(twice)} is both an army and a character; give one of them another key.")
    heroes = {key: msgspec.structs.replace(unit, character=True) for key, unit in muster.characters.items()}
    return {**muster.armies, **heroes}
