"""A position: phase, units, dislodged units, and who owns which centre."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

from wartable.games.adjudication.conditions import Marks
from wartable.games.adjudication.orders import Power, Province, Unit
from wartable.games.adjudication.results import Dislodged

PhaseKind: TypeAlias = Literal["movement", "retreats", "adjustments"]


class Phase(msgspec.Struct, frozen=True):
    """One phase of the calendar: `Spring 1901 movement`; `season` is a name of the variant's calendar."""

    season: str
    year: int
    kind: PhaseKind

    def __str__(self) -> str:
        return f"{self.season.capitalize()} {self.year} {self.kind}"


class Position(msgspec.Struct, frozen=True):
    """Everything on the board before a phase.

    `units` are those that stand (dislodged ones are in `dislodged` only), `owners` the owned centres. Powers without
    units or centres may be missing from the mappings. `marks` are what else lies on the board, for the conditions and
    stages of games that have such things; it is not written where nothing does.
    """

    phase: Phase
    units: Mapping[Power, tuple[Unit, ...]]
    owners: Mapping[Province, Power]
    dislodged: tuple[Dislodged, ...] = ()
    marks: Marks | msgspec.UnsetType = msgspec.UNSET

    def centres(self, power: Power) -> tuple[Province, ...]:
        """Codes of the centres a power owns, in the order of `owners`."""
        return tuple(province for province, owner in self.owners.items() if owner == power)
