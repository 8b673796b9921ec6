"""What comes of a set of plans: every unit's place after the adjudicator has judged them, without words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from wartable.bots.diplomacy.table import Table
from wartable.games.adjudication.evaluator import Evaluator
from wartable.games.adjudication.order_set import OrderSet
from wartable.games.adjudication.orders import MovementOrder, Power, Unit
from wartable.games.adjudication.outcome import Outcome
from wartable.games.adjudication.possible import Choices
from wartable.games.adjudication.stages import DrivenOff
from wartable.games.adjudication.units import Units

Orders: TypeAlias = tuple[MovementOrder, ...]
GONE = -1
"""In place of the location of a unit that was dislodged and has nowhere to go."""


class Board:
    """The board after a phase: by unit, its kind, its location or `GONE`, and whether it was dislodged.

    A dislodged unit is put where it would go first of all by the alphabet: good enough for weighing plans. `threat` is
    a power that can drive off a unit before the next movement, and the spaces where it can.
    """

    def __init__(self, kinds: Sequence[int], places: Sequence[int], dislodged: Mapping[int, int]) -> None:
        self.kinds = kinds
        self.places = places
        self.dislodged = dislodged
        self.threat: tuple[Power, int] = ("", 0)


class Judge:
    """Judges sets of plans over one table, and counts how often."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.rulings = table.ground.rules.rulings
        self.count = 0
        self._choices = Choices(table.numbered, self.rulings)

    def orders_of(self, unit: Unit) -> Iterator[MovementOrder]:
        """Yield what a unit may be ordered."""
        return self._choices.orders(unit)

    def board(self, orders: Mapping[Power, Orders]) -> Board:
        """Return the board that orders of all powers lead to; units without an order hold."""
        return self._judged(self.table.numbered, orders)

    def _judged(self, numbered: Units, orders: Mapping[Power, Orders], lost: DrivenOff | None = None) -> Board:
        """Judge orders of units, one of which may have been driven off before."""
        self.count += 1
        evaluator = Evaluator(OrderSet(numbered, orders, self.rulings))
        after = Outcome(evaluator)
        kinds, places = [*numbered.kind], [*numbered.location]
        place = [task[2] for task in evaluator.orders.tasks]
        for unit, moved in enumerate(after.moved):
            if moved:
                places[unit] = place[unit]
        for unit, kind in after.converted() if numbered.network.converts else ():
            kinds[unit], places[unit] = kind, place[unit]
        for unit, mover in after.dislodger.items():
            ways = after.retreats(unit, mover)
            places[unit] = numbered.network.number[ways[0]] if ways else GONE
        if lost is not None:
            ways = after.driven_off(lost).retreats
            unit = numbered.unit.index(lost.unit)
            places[unit] = numbered.network.number[ways[0]] if ways else GONE
            after.dislodger[unit] = unit
        return Board(kinds, places, after.dislodger)
