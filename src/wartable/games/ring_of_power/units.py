"""Figures as types: profiles, races, abilities and crews of armies and characters, read from data."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from typing import Literal

import msgspec

from wartable.board.fileformat import read_yaml
from wartable.engine.errors import BadData
from wartable.games.ring_of_power.charts import Charts, Provenance, Size, charts


class Profile(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Dice, attack target, defence target. `crew` dice: one for each man aboard; None: none of that (A3, N)."""

    dice: int | Literal["crew"]
    attack: int | None
    defence: int | None


class Crew(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, gc=False):
    """Who serves a figure that carries its crew, how many at the start and at most (Q30)."""

    unit: str
    count: int
    max: int


class UnitType(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """A type of army figure, or one character; without a mounted profile it never rides (A3, Q76)."""

    name: str
    nation: str
    race: str
    provenance: Provenance
    foot: Profile
    mounted: Profile | None = None
    abilities: tuple[str, ...] = ()
    leadership: int = 0
    wizardry: int = 0
    leads: str = ""
    """The nation that its leadership is for; empty: everybody (Q22)."""
    crew: Crew | None = None
    wounds: int = 1
    capacity: int = 0
    """Figures it can carry, as a ship does (Q69)."""
    size: Size | None = None
    """Where it differs from the race's."""
    character: bool = False

    def profile(self, *, mounted: bool) -> Profile:
        """Return the profile it fights by: mounted if it rides and can, else on foot."""
        return self.mounted if mounted and self.mounted else self.foot

    def faults(self, rules: Charts) -> Iterator[str]:
        """Yield a sentence for every name that the charts do not know."""
        if self.race not in rules.movement:
            yield f"{self.name} is of the race {self.race}, which is no row of the movement chart."
        for ability in self.abilities:
            if ability not in rules.abilities:
                yield f"{self.name} has the ability {ability}, which the charts do not know."


class Muster(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A file of unit types: armies and characters by key."""

    armies: Mapping[str, UnitType] = {}
    characters: Mapping[str, UnitType] = {}


@cache
def units() -> Mapping[str, UnitType]:
    """Return the unit types of the package by key. Raises `BadData` where the file is wrong."""
    path = resources.files("wartable.data") / "ring_of_power" / "units.yaml"
    return read_units(path.read_text("utf-8"), charts())


def read_units(text: str, rules: Charts) -> Mapping[str, UnitType]:
    """Return unit types from YAML text. Raises `BadData` naming the figure that is wrong, and why."""
    try:
        muster = msgspec.convert(read_yaml(text), Muster)
    except msgspec.ValidationError as error:
        message = f"The unit types are not right: {error}"
        raise BadData(message) from None
    return gathered(muster, rules)


def gathered(muster: Muster, rules: Charts) -> Mapping[str, UnitType]:
    """Return armies and characters under one roof. Raises `BadData` for a key given twice or a name unknown."""
    twice = muster.armies.keys() & muster.characters.keys()
    if twice:
        message = f"{min(twice)} is both an army and a character; give one of them another key."
        raise BadData(message)
    heroes = {key: msgspec.structs.replace(unit, character=True) for key, unit in muster.characters.items()}
    every = {**muster.armies, **heroes}
    for key, unit in every.items():
        for fault in unit.faults(rules):
            message = f"Unit {key}: {fault}"
            raise BadData(message)
    return every
