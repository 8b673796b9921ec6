"""What judging the adjustments of one power needs and gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

from wartable.games.adjudication.orders import AnyOrder, Power, Unit
from wartable.games.adjudication.results import Fact, Judged, Result, Why
from wartable.games.adjudication.words import place_words, power_words
from wartable.games.diplomacy.phases.due import Due, adjustments_due
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant

Facts: TypeAlias = Mapping[str, Fact]


class Adjusting(msgspec.Struct, frozen=True):
    """One power before its adjustments: the position, the rules it is judged by, and what is due."""

    variant: Variant
    position: Position
    power: Power
    rulings: Rulings
    due: Due

    @property
    def name(self) -> str:
        """The power's name."""
        return power_words(self.variant.map, self.power)

    @property
    def units(self) -> tuple[Unit, ...]:
        """Its units before the phase."""
        return self.position.units.get(self.power, ())

    def place(self, location: str) -> str:
        """Return a place in words."""
        return place_words(self.variant.map, location)

    def judged(self, order: AnyOrder, result: Result, why: Why) -> Judged:
        """Return one of its orders with what became of it."""
        return Judged(self.power, order, result, why)


class Adjusted(msgspec.Struct, frozen=True):
    """What became of one power: its judged orders, its units afterwards, and the removals made by rule."""

    judged: tuple[Judged, ...]
    units: tuple[Unit, ...]
    automatic: tuple[Unit, ...] = ()


def adjusting(variant: Variant, position: Position, power: Power, rulings: Rulings) -> Adjusting:
    """Return a power before its adjustments."""
    return Adjusting(variant, position, power, rulings, adjustments_due(variant, position, power))
