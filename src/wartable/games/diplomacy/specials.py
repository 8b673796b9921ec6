"""What tools ask of a map that has more than units: who orders what stands beside them, where it goes, how it is told.

`specials_of` gives the answers for a map; a map with figures of its own registers its own with it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import singledispatch

import msgspec

from wartable.engine.actions import Offer
from wartable.games.adjudication.legality import check
from wartable.games.adjudication.orders import AnyOrder, Power, Province, Unit, UnitKind
from wartable.games.adjudication.results import Judged, Why
from wartable.games.diplomacy.play.choices import PowerChoices
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant


class ReachView(msgspec.Struct, frozen=True):
    """Where one unit may step: `near` provinces directly, others `through` one of those named (ring-diplomacy Y12).

    Places that it reaches over the sea alone are in neither.
    """

    near: tuple[Province, ...]
    through: Mapping[Province, tuple[Province, ...]]


class Stage(msgspec.Struct, frozen=True):
    """What one stage of a phase judged, under its title; empty where a phase has only one."""

    title: str
    judged: Sequence[Judged]


class Specials:
    """What a plain map says: units, and nothing beside them."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant

    def choices(self, position: Position, rulings: Rulings, power: Power) -> PowerChoices:
        """Return what a power may order."""
        return PowerChoices(self.variant, position, rulings, power)

    def calls(self, position: Position, power: Power) -> tuple[Offer, ...]:  # noqa: ARG002
        """Return what a power may call to a place."""
        return ()

    def masters(self, position: Position) -> Mapping[Power, tuple[Unit, ...]]:  # noqa: ARG002
        """Return what only a game master orders, as he alone knows whose it is, by the name he does it under."""
        return {}

    def leader(self, position: Position, unit: Unit) -> Power:  # noqa: ARG002
        """Return who orders something that stands beside units; the empty string where nobody does."""
        return ""

    def completed(self, position: Position, order: AnyOrder) -> AnyOrder:  # noqa: ARG002
        """Return an order with what goes without saying."""
        return order

    def fault(self, position: Position, power: Power, order: AnyOrder, rulings: Rulings) -> Why | None:
        """Say why an order of a movement could never work; None where it may."""
        return check(self.variant.numbered(position, rulings), power, order, rulings)

    def kinds(self) -> Mapping[UnitKind, str]:
        """Return the names of kinds of unit beside armies and fleets."""
        return {letter: facts.name for letter, facts in self.variant.map.kinds.items() if letter not in {"A", "F"}}

    def reach(self, position: Position) -> Mapping[str, ReachView]:  # noqa: ARG002
        """Return where units step, by unit, on maps where that is more than a border."""
        return {}

    def stages(self, judged: Sequence[Judged]) -> Sequence[Stage]:
        """Return judged orders by the stage that judged them, in their order; those without any left out."""
        return (Stage("", judged),)

    def shown(self, position: Position) -> tuple[str, ...]:  # noqa: ARG002
        """Return what the phase that led to a position showed to all, in sentences."""
        return ()


@singledispatch
def specials_of(variant: Variant) -> Specials:
    """Return what a map says of what it has beside units."""
    return Specials(variant)
