"""How players keep their deadlines: the last fifty that they met or missed, and the seats that others took over.

Only turns of an hour and more count, at tables where somebody else plays too. Anonymous tables do not count: a number
that changes with a side would tell who plays it. Misses that a table excuses count for nothing, nor does
a turn that was closed before its time for whoever had sent nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

import msgspec
from sqlalchemy import Connection, delete, insert, select

from wartable.engine.values import CHANCE
from wartable.server.problems import Refused
from wartable.server.rows import EntryRow, PlayerRow, SeatRow
from wartable.server.schema import reliability
from wartable.server.store import Store
from wartable.server.table import Table
from wartable.server.timing import Timing, timing_of
from wartable.server.windows import LIVE

LAST = 50
"""So many deadlines are remembered of each player."""

LEAST = 5
"""Who has met or missed fewer deadlines is new."""

MET, MISSED = "1", "0"


class History(msgspec.Struct, frozen=True):
    """The last deadlines of a player, the newest last, and how many seats others took over from them."""

    recent: str = ""
    lost: int = 0

    @property
    def met(self) -> int:
        """How many of them were met."""
        return self.recent.count(MET)

    @property
    def new(self) -> bool:
        """Whether too little is known to say anything."""
        return len(self.recent) < LEAST


def histories(connection: Connection, players: Collection[str]) -> Mapping[str, History]:
    """Return what is known of some players, by their ids; nothing of those without a history."""
    query = select(reliability).where(reliability.c.player_id.in_(players))
    return {row.player_id: History(row.recent, row.lost) for row in connection.execute(query)}


async def check(store: Store, table: Table, player: PlayerRow) -> None:
    """Refuse a seat to who has missed more deadlines than a table takes; whoever made it may sit down in any case."""
    pace = table.pace
    if (not pace.reliable and pace.newcomers) or player.id == table.row.creator:
        return
    found = await store.read(lambda connection: histories(connection, [player.id]))
    history = found.get(player.id, History())
    if history.new:
        if not pace.newcomers:
            message = f"This table is for people who have had deadlines before, {LEAST} at least: {len(history.recent)}"
            raise Refused(403, "seat.newcomer", f"{message} of yours are known here. Play at another table first.")
        return
    if 100 * history.met < pace.reliable * len(history.recent):
        message = f"This table asks for {pace.reliable} of a hundred deadlines met. You have met {history.met}"
        raise Refused(403, "seat.reliable", f"{message} of your last {len(history.recent)}.")


def counted(
    table: Table, clock: str, seats: Iterable[SeatRow], made: Iterable[EntryRow]
) -> Callable[[Connection], None] | None:
    """Return the write that counts which deadlines a change met or missed, None where it did neither.

    `clock` (JSON) and `seats` are as they were before the entries `made`.
    """
    people = {chair.seat: chair.player_id for chair in seats if chair.kind == "human" and chair.player_id}
    if len({*people.values()}) < 2:
        return None
    before = timing_of(clock)
    slow = before.timed and before.granted >= LIVE and before.step == -1
    if not slow or any(chair.behind for chair in seats):
        return None
    said = [msgspec.json.decode(entry.body) for entry in made if entry.kind == "clock"]
    late = [one for one in said if one["what"] == "late"]
    missed = {seat for one in late for seat in one["seats"] if seat not in one.get("excused", ())}
    unsent = {seat for one in said if one["what"] in ("late", "closed") for seat in one["seats"]}
    met = _met(before, timing_of(table.row.timing)) - unsent
    marks = {people[seat]: MET for seat in met if seat in people}
    marks |= {people[seat]: MISSED for seat in missed if seat in people}
    return (lambda connection: _put(connection, marks)) if marks else None


def _met(before: Timing, after: Timing) -> set[int]:
    """Return the seats whose turn is over by a change without their having missed it."""
    if before.turn is None or after.turn == before.turn or (after.turn and after.turn[0] < before.turn[0]):
        return set()
    whose = before.turn[1]
    return ({*before.asked} if whose == CHANCE else {whose}) - {*before.late}


def losing(player: str) -> Callable[[Connection], None]:
    """Return the write by which a player has one more seat that somebody took over."""
    return lambda connection: _put(connection, {player: ""}, lost=1)


def _put(connection: Connection, marks: Mapping[str, str], lost: int = 0) -> None:
    """Add marks to what is known of players."""
    known = histories(connection, list(marks))
    connection.execute(delete(reliability).where(reliability.c.player_id.in_(list(marks))))
    rows = [(player, known.get(player, History()), mark) for player, mark in sorted(marks.items())]
    values = [
        {"player_id": player, "recent": (old.recent + mark)[-LAST:], "lost": old.lost + lost}
        for player, old, mark in rows
    ]
    connection.execute(insert(reliability), values)
