"""What people do with the clock of a running table: give more time, come back after an absence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from wartable.engine.values import Seat
from wartable.engine.words import counted, listed
from wartable.server.anonymity import maker
from wartable.server.change import change
from wartable.server.clocks import has_clock, least_rest
from wartable.server.entering import CLOCK, Origin, decide, noted, returned, seats_job, table_values, told
from wartable.server.hub import Hub
from wartable.server.play import check_mixed, check_running
from wartable.server.problems import Refused
from wartable.server.rows import EntryRow, PlayerRow
from wartable.server.table import Table
from wartable.server.timing import Timing, ends_of, pace_of, timing_of, with_timing
from wartable.server.viewer import is_master, leads
from wartable.server.wire_pace import MONTHS_2
from wartable.server.writer import Job

COME_BACK = "come_back"
"""The decision of a game that waits for a seat no more, by which its player is asked again."""


async def extend(hub: Hub, table: Table, player: PlayerRow, seconds: int) -> None:
    """Give the turn that is on more time, at the word of whoever made the table. Raises `Refused`."""

    def make(table: Table) -> Job:
        timing = clock_of(table)
        if not leads(table, player.id):
            who = "the game master" if table.row.master else "the creator of the table"
            raise Refused(403, "table.not_yours", f"Only {who} may give more time.")
        if timing.until is None and timing.left is None:
            raise Refused(409, "clock.nobody", "No clock is running.")
        left = min(max(timing.rest(table.now()), 0.0) + seconds, MONTHS_2)
        longer = replace(timing, granted=timing.granted + seconds).lasting(left, table.now())
        table.row = with_timing(table.row, longer)
        who = "The game master" if table.row.master else maker(table, player)
        text = f"{who} extends this turn by {spoken(seconds)}."
        return led(table, {"what": "extend", "seconds": seconds}, player, text)

    await change(hub, table, make)


async def come_back(hub: Hub, table: Table, player: PlayerRow) -> None:
    """Count a player who was away as there again, and where the game itself waits for him no more, let it do so."""

    def make(table: Table) -> Job:
        check_running(table)
        made = returned(table, player.id)
        for seat in table.seats_of(player.id):
            made += taken_back(table, Seat(seat), player)
        return Job(entries=made, table=table_values(table), also=seats_job(table)) if made else Job()

    await change(hub, table, make)


def taken_back(table: Table, seat: Seat, player: PlayerRow) -> list[EntryRow]:
    """Let a seat that has fallen into civil disorder, or what the game calls so, be asked again."""
    match, game = table.running(), table.game
    for kind in game.action_types:
        if kind.__struct_config__.tag == COME_BACK and game.explain(match.state, seat, kind()) is None:
            return decide(table, seat, kind(), Origin(player=player.id))
    return []


async def grant_rest(hub: Hub, table: Table) -> None:
    """After all servers have slept: let nobody's time run out before he can have seen the game again."""

    def make(table: Table) -> Job:
        timing, deadline = timing_of(table.row.timing), ends_of(table.row)
        if table.mixing.pending or timing.until is None:
            return Job()
        least = least_rest(timing)
        if deadline is None or deadline - table.now() >= least:
            return Job()
        table.row = with_timing(table.row, timing.lasting(least, table.now()))
        return clock_job(table, {"what": "rest"}, None, f"The server was away for a while. Time left: {spoken(least)}.")

    await change(hub, table, make)


def clock_of(table: Table) -> Timing:
    """Return where the clock of a running table stands; raises `Refused` where there is none."""
    check_running(table)
    if not has_clock(pace_of(table.row.pace)):
        raise Refused(409, "clock.none", "This table has no clock: its turns have no time limit.")
    check_mixed(table)
    return timing_of(table.row.timing)


def led(table: Table, said: Mapping[str, Any], player: PlayerRow, text: str) -> Job:
    """Return a change of the clock at the word of one: a game master's is told in the log, others' in the chat."""
    if not is_master(table, player.id):
        return clock_job(table, said, player, text)
    made = [noted(table, "clock", said, player.id), told(table, "gavel", text)]
    return Job(entries=made, table=table_values(table))


def clock_job(table: Table, said: Mapping[str, Any], player: PlayerRow | None, text: str = "") -> Job:
    """Return what has to be committed for a change of the clock, with a line of chat where there is one."""
    by = player.id if player else None
    made = [noted(table, "clock", said, by)]
    if text:
        made.append(noted(table, "chat", {**CLOCK, "text": text}, by))
    return Job(entries=made, table=table_values(table))


def spoken(seconds: float) -> str:
    """Return a span of time in words, its two greatest units: `1 day and 12 hours`."""
    rest, told = round(seconds), list[str]()
    for size, name in ((86_400, "day"), (3600, "hour"), (60, "minute"), (1, "second")):
        count, rest = divmod(rest, size)
        if count and len(told) < 2:
            told.append(counted(count, name))
    return listed(told)
