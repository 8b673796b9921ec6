"""The hard level: several plans are carried out in thought, games are played on from them, and the best is followed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from wartable.bots.ring_of_power import holds, sieges, strategy
from wartable.bots.ring_of_power.foresight import carry_out, judged
from wartable.bots.ring_of_power.medium import SOUND, MediumPolicy, plan
from wartable.bots.ring_of_power.orders import Order
from wartable.bots.ring_of_power.playouts import played_on, unto_dice, won
from wartable.bots.ring_of_power.strategy import Temper, pressed
from wartable.bots.ring_of_power.table import Table
from wartable.engine.driver import Decision
from wartable.games.ring_of_power.campaign.actions import Move
from wartable.games.ring_of_power.campaign.state import RingState

TEMPERS: Final = (Temper(0.75, 1.5), Temper(0.45, 0.5), Temper(0.3, 0.2))
"""Other tempers that plans are made with."""
GOALS: Final = 4
"""Goals for each of which a plan sends everybody."""
SMALL: Final = 40
"""Tables with no more figures are thought through with every plan, larger ones with fewer."""
GREAT: Final = 60
"""On tables with more figures the player keeps to the plan of the medium level, strongholds apart."""
GAMES: Final = 3
"""Games that are played on from the best plans; the others are given up after fewer."""
LAST_TWO: Final = 2
"""So many plans at least are compared in all of these games."""
AHEAD: Final = 130
"""They go on for so many turns, divided by the number of figures."""
SURE: Final = 100.0
"""What a victory is worth, in worth of figures, where games are played on."""


class HardPolicy(MediumPolicy):
    """Weighs plans by what comes of them."""

    def orders(self, table: Table) -> Sequence[Order]:
        """Return the orders that lead to the best table."""
        if _great(table):
            return self._great_plan(table)
        found: dict[object, tuple[Sequence[Order], RingState]] = {}
        for orders in _plans(table):
            state = carry_out(table, orders)
            found.setdefault(state.figures, (orders, state))
        if len(found) == 1:
            return next(iter(found.values()))[0]
        seeds = [table.rng.random() for _ in range(GAMES)]
        return most_promising([(orders, Line(table, state)) for orders, state in found.values()], seeds)

    def _great_plan(self, table: Table) -> Sequence[Order]:
        """Return the plan of the medium level, but for who holds strongholds and storms their towers."""
        first = [*holds.manned(table), *holds.stormers(table)]
        stay = holds.kept(table) | {number for order in first for number in order.figures}
        return [*first, *plan(table, SOUND, stay)]

    def declare(self, table: Table) -> Decision:
        """Assault and sally where the exact odds are good, but do not sally where sitting still wins."""
        bold = pressed(table, SOUND).bold - 0.1
        return sieges.declare(table, bold, sally=not holds.safe_inside(table))

    def approves(self, table: Table, order: Order, move: Move) -> bool:
        """Follow the plan: its battles were weighed as a whole."""
        return not _great(table) or super().approves(table, order, move)


def _great(table: Table) -> bool:
    """Whether a table is too large to be played on in thought, or is about a stronghold."""
    return len(table.state.figures) > GREAT or bool(holds.strongholds(table))


def most_promising(lines: Sequence[tuple[Sequence[Order], Line]], seeds: Sequence[float]) -> Sequence[Order]:
    """Return the orders of the plan from which games go best.

    A game with the same dice is played on from each plan, the worse half is dropped, the next game is played on from
    those that are left, and so forth. The two best are compared to the end, unless one is ahead by a whole victory.
    """
    left = list(lines)
    for seed in seeds:
        for _, line in left:
            line.play(Random(seed))
        left = sorted(left, key=lambda one: -one[1].total)[: max(LAST_TWO, (len(left) + 1) // 2)]
        left = [one for one in left if one[1].total > left[0][1].total - SURE]
        if len(left) == 1:
            break
    return left[0][0]


class Line:
    """What the games bring that are played on from a table at the end of the player's movement."""

    def __init__(self, table: Table, state: RingState) -> None:
        self.table = table
        self.until = state.turn + max(1, AHEAD // len(state.figures))
        self.state = unto_dice(state, MediumPolicy, self.until)
        self.total = 0.0

    def play(self, rng: Random) -> None:
        """Play one game on and add what it brings."""
        end = played_on(self.state, MediumPolicy, self.until, rng)
        over = won(self.table.world, end, self.table.side)
        found = judged(self.table, end) if over is None else 0.0
        self.total += SURE * over if over is not None else max(-0.9 * SURE, min(0.9 * SURE, found))


def _plans(table: Table) -> Iterator[Sequence[Order]]:
    """Yield the plans that are weighed: the sound one, staying, other tempers, everybody for one goal."""
    yield plan(table, SOUND)
    yield ()
    small = len(table.state.figures) <= SMALL
    for temper in TEMPERS if small else TEMPERS[1:2]:
        yield plan(table, temper)
    yield from strategy.single_minded(table, GOALS if small else 1)
