"""Reaction windows: what is asked in secret out of turn, how long it stays open, and who is not asked in person.

Nothing that others can see may tell who holds what, nor who has settled an answer in advance. So where several people
play, a window stays open for its whole time, whoever has answered, and until it closes no entry tells of answers.
Whoever looks on alone, with bots as opponents, knows when they have answered themselves: nothing is waited for then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wartable.engine.values import Seat

if TYPE_CHECKING:
    from wartable.server.table import Table

USUAL = 20
"""Seconds that windows stay open in live games, where a table does not say otherwise."""
LIVE = 3600
"""Turns of at most so many seconds are those of a live game."""
LEAST = 3
"""The shortest time that a window stays open for all alike, in seconds."""


def usual(seconds: int) -> int:
    """Return how long windows stay open where turns take so many seconds; 0: until all have answered."""
    return USUAL if 0 < seconds <= LIVE else 0


def window_of(table: Table) -> int:
    """Return how many seconds the question that is asked stays open for all alike; 0 where it ends with the answers."""
    seconds = table.pace.window or 0
    if not seconds or not table.hushed:
        return 0
    asked, apart = table.people_asked, unasked(table)
    several = len({chair.player_id for chair in table.people}) > 1
    return seconds if several and any(seat not in apart for seat in asked) else 0


def unasked(table: Table) -> tuple[Seat, ...]:
    """Return the seats of a window that are not asked in person: they have settled what they say, or pass.

    These are the seats of people who are away, and of several people at one screen, which would have to change hands
    in the middle of a turn; only the seat whose turn it is has the screen already. Where it is nobody's turn, as after
    orders that all gave in secret, the screen changes hands anyway, and they are asked.
    """
    asked = table.asked
    if asked is None or not table.hushed or table.mixing.pending:
        return ()
    seats, curtain = [table.seats[seat] for seat in asked.seats], table.pace.curtain or asked.whose is None
    return tuple(
        Seat(chair.seat)
        for chair in seats
        if not chair.given_up
        and (chair.away or (not curtain and chair.seat != asked.whose and _shared(table, chair.player_id)))
    )


def _shared(table: Table, player: str | None) -> bool:
    """Whether several seats of a table are played at one screen."""
    return sum(chair.player_id == player for chair in table.people) > 1
