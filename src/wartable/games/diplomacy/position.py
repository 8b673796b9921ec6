"""A position: phase, units, dislodged units, and who owns which centre."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from wartable.games.diplomacy.orders import Location, Power, Province, Unit

PhaseKind: TypeAlias = Literal["movement", "retreats", "adjustments"]


class Phase(msgspec.Struct, frozen=True):
    """One phase of the calendar: `Spring 1901 movement`; `season` is a name of the variant's calendar."""

    season: str
    year: int
    kind: PhaseKind

    def __str__(self) -> str:
        return f"{self.season.capitalize()} {self.year} {self.kind}"


class Dislodged(msgspec.Struct, frozen=True):
    """A unit that must retreat or disband; `attacker` is the province it was dislodged from by."""

    power: Power
    unit: Unit
    attacker: Province
    retreats: tuple[Location, ...]


class Position(msgspec.Struct, frozen=True):
    """Everything on the board before a phase.

    `units` are those that stand (dislodged ones are in `dislodged` only), `owners` the owned centres. Powers without
    units or centres may be missing from the mappings.
    """

    phase: Phase
    units: Mapping[Power, tuple[Unit, ...]]
    owners: Mapping[Province, Power]
    dislodged: tuple[Dislodged, ...] = ()

    def centres(self, power: Power) -> tuple[Province, ...]:
        """Codes of the centres a power owns, in the order of `owners`."""
        return tuple(province for province, owner in self.owners.items() if owner == power)
