"""What the orders of all lead to, and what that is worth to one seat."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random

from wartable.bots.conquest.simultaneous.table import ABSENT, Forces, Plan, Table
from wartable.games.conquest.core.state import NOBODY

EXPOSED = 0.6
"""Part of its worth that a place without anybody to speak of loses to a threat."""
PRESSURE = 0.5
"""What a unit of a threat counts beside one that holds."""


class Board:
    """Who comes together where, by the orders of some seats; the others' units stay.

    `touched` are the spaces where anything happens.
    """

    def __init__(self, table: Table, plans: Mapping[int, Plan], without: int = ABSENT) -> None:
        """Carry orders out; the units of the seat `without` are left out altogether."""
        owner, armies = table.owner, table.armies
        left: dict[int, int] = {}
        came: dict[int, dict[int, int]] = {}
        for seat, plan in plans.items():
            for source, target, units in plan if seat != without else ():
                left[source] = left.get(source, armies[source]) - units
                arrived = came.setdefault(target, {})
                arrived[seat] = arrived.get(seat, 0) + units
        self.touched = left.keys() | came.keys()
        self.stayed = [
            one if count and one != without else ABSENT for one, count in zip(owner, armies, strict=True)
        ]  # fmt: skip
        self.forces: list[Forces] = [
            ((one, count),) if count and one != without else () for one, count in zip(owner, armies, strict=True)
        ]
        for space in self.touched:
            staying = 0 if owner[space] == without else left.get(space, armies[space])
            forces = came.get(space, {})
            self.stayed[space] = owner[space] if staying else ABSENT
            if staying:
                forces[owner[space]] = forces.get(owner[space], 0) + staying
            self.forces[space] = tuple(sorted(forces.items()))


class Judge:
    """Weighs what comes of a round for one seat; worths are blurred by chance if asked for."""

    def __init__(self, table: Table, seat: int, rng: Random | None = None, blur: float = 0.0) -> None:
        self.table, self.seat = table, seat
        prizes = table.prizes(seat)
        self.prizes = [one * rng.lognormvariate(0.0, blur) for one in prizes] if rng and blur else prizes
        self._known: dict[tuple[int, int, Forces], float] = {}

    @cached_property
    def quiet(self) -> list[float]:
        """What each place is worth where everybody stays."""
        board = Board(self.table, {})
        return [self.worth(*each) for each in zip(range(len(board.forces)), board.stayed, board.forces, strict=True)]

    def value(self, board: Board) -> float:
        """Return what a board of everybody's orders is worth beyond the quiet one."""
        worth, quiet = self.worth, self.quiet
        return sum([worth(each, board.stayed[each], board.forces[each]) - quiet[each] for each in board.touched])

    def worth(self, place: int, stayed: int, forces: Forces) -> float:
        """Return what a meeting at a place is worth to the seat, in units."""
        key = (place, stayed, forces)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._worth(place, stayed, forces)
        return found

    def _worth(self, place: int, stayed: int, forces: Forces) -> float:
        table, total = self.table, 0.0
        for player, wins, units in table.meeting(place, stayed, forces):
            if player == self.seat:
                total += self._hold(self.prizes[place], player, place, wins, units)
            elif player != NOBODY:
                total -= table.rivalry * self._hold(table.prizes(player)[place], player, place, wins, units)
            else:
                total -= 0.1 * units
        return total

    def _hold(self, prize: float, player: int, place: int, wins: float, units: float) -> float:
        """Return what a place is worth with so many units there, others being about."""
        there = units / wins if wins > 1e-9 else 0.0
        threat = PRESSURE * self.table.threats(player)[place]
        kept = 1.0 - EXPOSED * threat / (there + threat) if threat else 1.0
        return prize * wins * kept + self.table.posts(player)[place] * units
