"""How much time presses a side: turns run out, and sitting still would not win."""

from __future__ import annotations

from wartable.bots.ring_of_power.table import Table
from wartable.games.ring_of_power.play.control import verdict_of


def urgency(table: Table) -> float:
    """Return how much time presses, from 0 to 1: not at all where sitting still would win."""
    verdict = verdict_of(table.world, table.state, "time_out")
    if verdict is not None and verdict.winner == table.side:
        return 0.0
    return min(1.0, (table.state.turn / max(1, table.world.last_turn)) ** 2)
