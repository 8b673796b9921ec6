"""Plans of ring diplomacy judged: the Nazgul strike first, unless the Great Eagles are there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy

from wartable.bots.diplomacy.judge import Board, Judge, Orders
from wartable.bots.diplomacy.ring.scene import RingScene
from wartable.bots.diplomacy.ring.strikes import end_of, may_strike, stay
from wartable.games.adjudication.network import mask
from wartable.games.adjudication.orders import Move, MovementOrder, Power, Province, Unit, UnitKind
from wartable.games.adjudication.stages import DrivenOff
from wartable.games.adjudication.units import NOBODY, Units
from wartable.games.diplomacy.ring.ringmap import MORDOR
from wartable.games.ring_figures.courses import moves_of
from wartable.games.ring_figures.kinds import EAGLES, FIGURES, NAZGUL


class RingJudge(Judge):
    """Judges plans in which the order of a figure comes last; hidden figures and the Dead are left out."""

    def __init__(self, scene: RingScene) -> None:
        super().__init__(scene.table)
        self._scene = scene
        # Ways over the sea are left as they are for retreats too: that is near enough, and much is judged.
        units = copy(scene.table.numbered)
        units.retreat_crossings = None
        self._units: dict[int, Units] = {NOBODY: units}
        self._reach: dict[Province, int] = {}

    def orders_of(self, unit: Unit) -> Iterator[MovementOrder]:
        """Yield what a unit or a figure may be ordered."""
        if unit.kind not in FIGURES:
            yield from super().orders_of(unit)
            return
        yield stay(unit.kind, unit.at)
        yield from moves_of(self._scene.on, unit.kind, unit.at)

    def board(self, orders: Mapping[Power, Orders]) -> Board:
        """Return the board that plans of all powers lead to; units without an order hold."""
        figures: dict[UnitKind, MovementOrder] = {}
        plain: dict[Power, Orders] = {}
        for power, those in orders.items():
            if those and those[-1].unit.kind in FIGURES:
                figures[those[-1].unit.kind] = those[-1]
                plain[power] = those[:-1]
            else:
                plain[power] = those
        lost = self._lost(figures)
        victim = NOBODY if lost is None else self._scene.unit_in(lost.unit.at)
        board = self._judged(self._units_without(victim), plain, lost)
        if NAZGUL in figures:
            board.threat = MORDOR, self._reach_from(end_of(figures[NAZGUL]))
        return board

    def _lost(self, figures: Mapping[UnitKind, MovementOrder]) -> DrivenOff | None:
        """Return the unit that the Nazgul drive off."""
        going = figures.get(NAZGUL)
        if not isinstance(going, Move):
            return None
        guarded = end_of(figures[EAGLES]) if EAGLES in figures else self._scene.figures.get(EAGLES, "")
        victim = self._scene.unit_in(going.to)
        if going.to == guarded or victim == NOBODY or not may_strike(self._scene, victim):
            return None
        numbered, start = self.table.numbered, going.unit.at
        return DrivenOff(numbered.owner[victim], numbered.unit[victim], start, going.path[0] if going.path else start)

    def _units_without(self, victim: int) -> Units:
        found = self._units.get(victim)
        if found is None:
            found = self._units[victim] = self._units[NOBODY].without(victim)
        return found

    def _reach_from(self, place: Province) -> int:
        """Return the spaces that the Nazgul can strike from a place."""
        found = self._reach.get(place)
        if found is None:
            spaces = self._scene.ground.network.space_named
            found = mask(spaces[move.to] for move in moves_of(self._scene.on, NAZGUL, place))
            self._reach[place] = found
        return found
