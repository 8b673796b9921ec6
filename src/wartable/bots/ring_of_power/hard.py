"""The hard level: several plans are carried out in thought, enemies who move later answer, and the best is followed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from wartable.bots.ring_of_power import strategy
from wartable.bots.ring_of_power.foresight import answered, carry_out, judged
from wartable.bots.ring_of_power.medium import SOUND, MediumPolicy, plan
from wartable.bots.ring_of_power.orders import Order
from wartable.bots.ring_of_power.strategy import Temper
from wartable.bots.ring_of_power.table import Table
from wartable.games.ring_of_power.campaign.actions import Move

TEMPERS: Final = (Temper(0.75, 1.5), Temper(0.45, 0.5), Temper(0.3, 0.2))
"""Other tempers that plans are made with."""
GOALS: Final = 4
"""Goals for each of which a plan sends everybody."""
SMALL: Final = 40
"""Tables with no more figures are thought through with every plan, larger ones with fewer."""
GREAT: Final = 60
"""On tables with more figures the player keeps to the plan of the medium level: it did worse there by its own."""


class HardPolicy(MediumPolicy):
    """Weighs plans by what comes of them."""

    def orders(self, table: Table) -> Sequence[Order]:
        """Return the orders that lead to the best table."""
        if len(table.state.figures) > GREAT:
            return plan(table, SOUND)
        best, most = list[Order](), float("-inf")
        seen: set[object] = set()
        for orders in _plans(table):
            state = carry_out(table, orders)
            if state.figures in seen:
                continue
            seen.add(state.figures)
            value = judged(table, answered(table, state, _reply))
            if value > most + 1e-9:
                best, most = list(orders), value
        return best

    def approves(self, table: Table, order: Order, move: Move) -> bool:
        """Follow the plan: its battles were weighed as a whole."""
        if len(table.state.figures) > GREAT:
            return super().approves(table, order, move)
        return True


def _reply(table: Table) -> Sequence[Order]:
    return plan(table, SOUND)


def _plans(table: Table) -> Iterator[Sequence[Order]]:
    """Yield the plans that are weighed: the sound one, staying, other tempers, everybody for one goal."""
    yield plan(table, SOUND)
    yield ()
    small = len(table.state.figures) <= SMALL
    for temper in TEMPERS if small else TEMPERS[1:2]:
        yield plan(table, temper)
    yield from strategy.single_minded(table, GOALS if small else 1)
