"""What the orders of all lead to, and what that is worth to one seat."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from wartable.bots.conquest.simultaneous.table import ABSENT, Forces, Plan, Table
from wartable.games.conquest.core.state import NOBODY

EXPOSED = 0.6
"""Part of its worth that a place without anybody to speak of loses to a threat."""
PRESSURE = 0.5
"""What a unit of a threat counts beside one that holds."""


class Board:
    """Who comes together where, by the orders of some seats; the others' units stay."""

    def __init__(self, table: Table, plans: Mapping[int, Plan], without: int = ABSENT) -> None:
        """Carry orders out; the units of the seat `without` are left out altogether."""
        left, came = table.armies[:], [dict[int, int]() for _ in table.armies]
        for seat, plan in plans.items():
            for source, target, units in plan if seat != without else ():
                left[source] -= units
                came[target][seat] = came[target].get(seat, 0) + units
        self.stayed: list[int] = [ABSENT] * len(left)
        self.forces: list[Forces] = [()] * len(left)
        for space, staying in enumerate(left):
            owner = table.owner[space]
            forces = came[space]
            if staying > 0 and owner != without:
                self.stayed[space] = owner
                forces[owner] = forces.get(owner, 0) + staying
            if forces:
                self.forces[space] = tuple(sorted(forces.items()))


class Judge:
    """Weighs what comes of a round for one seat; worths are blurred by chance if asked for."""

    def __init__(self, table: Table, seat: int, rng: Random | None = None, blur: float = 0.0) -> None:
        self.table, self.seat = table, seat
        prizes = table.prizes[seat]
        self.prizes = [one * rng.lognormvariate(0.0, blur) for one in prizes] if rng and blur else prizes
        self._known: dict[tuple[int, int, Forces], float] = {}

    def value(self, board: Board) -> float:
        """Return what a board of everybody's orders is worth."""
        worth = self.worth
        return sum([worth(*each) for each in zip(range(len(board.forces)), board.stayed, board.forces, strict=True)])

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
                total -= table.rivalry * self._hold(table.prizes[player][place], player, place, wins, units)
            else:
                total -= 0.1 * units
        return total

    def _hold(self, prize: float, player: int, place: int, wins: float, units: float) -> float:
        """Return what a place is worth with so many units there, others being about."""
        there = units / wins if wins > 1e-9 else 0.0
        threat = PRESSURE * self.table.threats[player][place]
        kept = 1.0 - EXPOSED * threat / (there + threat) if threat else 1.0
        return prize * wins * kept + self.table.posts[player][place] * units
