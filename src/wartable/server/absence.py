"""Who decides for players that are away, and when: never before somebody who comes in time could have done so.

In games by turns with a normal pace by correspondence a turn of somebody away lasts its time like any other; when that
is over a bot plays it, or the rules. In live games nobody waits for them. Where all decide at once it is their time
when nobody else is waited for. Where everybody is away the game sleeps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wartable.engine.driver import NOBODY_THERE
from wartable.engine.values import CHANCE, Seat
from wartable.server.timing import seconds_of, timing_of
from wartable.server.windows import LIVE

if TYPE_CHECKING:
    from wartable.server.table import Table

OUT_OF_TIME = "The time ran out, so the rules decided."
CLOSED = "The turn was closed, so the rules decided."
BY_RULES = frozenset({OUT_OF_TIME, CLOSED, NOBODY_THERE})
"""The reasons of decisions that the rules made for somebody who had not decided."""


def gives_time(table: Table) -> bool:
    """Whether turns as the one that is on last their time for those away, too: seats decide in turns, of hours."""
    return not table.secret and seconds_of(table.pace, table.asked) >= LIVE


def expected(table: Table) -> list[Seat]:
    """Return the seats of those away whose own turn it is, and that are given its time all the same.

    That is so where turns take an hour or more. What is asked in somebody else's turn holds nobody up.
    """
    asked = None if table.mixing.pending else table.asked
    if asked is None or asked.kind != "turn" or table.deserted or not gives_time(table):
        return []
    return [seat for seat in _away(table) if seat == asked.whose]


def overdue(table: Table) -> list[Seat]:
    """Return those expected whose time is over."""
    return expected(table) if _over(table) else []


def due(table: Table) -> list[Seat]:
    """Return the seats of those away for whom a bot, or the rules, have to decide now."""
    if table.deserted or (table.secret and table.waited):
        return []
    early = [] if _over(table) else expected(table)
    return [seat for seat in _away(table) if seat not in early]


def _over(table: Table) -> bool:
    timing = timing_of(table.row.timing)
    return not timing.timed or (timing.until is not None and timing.until <= table.now())


def _away(table: Table) -> list[Seat]:
    seats = table.seats
    return [s for s in table.running().to_act if s != CHANCE and seats[s].away and not seats[s].given_up]
