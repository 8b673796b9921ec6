"""What people do with the clock of a running table: stop it together, give more time, come back after an absence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from wartable.engine.values import Seat
from wartable.engine.words import listed
from wartable.server.anonymity import maker
from wartable.server.change import change
from wartable.server.clocks import LEAST_REST, has_clock, resumed, votes_needed
from wartable.server.entering import CLOCK, Origin, decide, noted, returned, seats_job, table_values, told
from wartable.server.hub import Hub
from wartable.server.play import check_mixed, check_running
from wartable.server.problems import Refused
from wartable.server.rows import EntryRow, PlayerRow
from wartable.server.table import Table
from wartable.server.timing import Timing, ends_of, pace_of, timing_of, with_timing
from wartable.server.viewer import is_master, leads
from wartable.server.wire import MONTHS_2
from wartable.server.writer import Job

COME_BACK = "come_back"
"""The decision of a game that waits for a seat no more, by which its player is asked again."""
MOST_REST = 3600.0
"""After a sleep of the servers at most so many seconds are left to whoever is asked."""


async def vote(hub: Hub, table: Table, player: PlayerRow, *, paused: bool) -> None:
    """Note that a player wants the clock to rest, or to go on; it does when as many agree as the table asks for.

    Wanting what is so already takes a vote back. The caller holds the table. Raises `Refused`.
    """

    def make(table: Table) -> Job:
        timing = clock_of(table)
        if is_master(table, player.id):
            return _set_to_rest(table, timing, player, paused=paused)
        mine = [seat for seat in table.seats_of(player.id) if not table.seats[seat].away]
        if not mine:
            raise Refused(403, "seat.none", "Only those who play may stop the clock, or let it go on.")
        return _voted(table, timing, mine, player, paused=paused)

    await change(hub, table, make)


def _voted(table: Table, timing: Timing, mine: Sequence[int], player: PlayerRow, *, paused: bool) -> Job:
    others = tuple(seat for seat in timing.votes if seat not in mine)
    if paused == timing.paused:
        if others == timing.votes:
            return Job()
        table.row = with_timing(table.row, replace(timing, votes=others))
        return clock_job(table, {"what": "unvote", "seats": mine}, player)
    votes = {*others, *mine}
    agreed = sum(chair.seat in votes and not chair.away for chair in table.people)
    if agreed < votes_needed(table):
        if votes == set(timing.votes):
            return Job()
        table.row = with_timing(table.row, replace(timing, votes=tuple(sorted(votes))))
        return clock_job(table, {"what": "vote", "seats": mine}, player)
    here = sum(not chair.away for chair in table.people)
    who = "All agree" if agreed == here else f"{agreed} of {here} agree"
    timing = replace(timing, paused=paused, votes=())
    if paused:
        table.row = with_timing(table.row, timing.stopped(table.now()))
        return clock_job(table, {"what": "pause"}, player, f"{who}: the clock rests.")
    table.row = with_timing(table.row, resumed(table, timing))
    return clock_job(table, {"what": "resume"}, player, f"{who}: the clock goes on.")


def _set_to_rest(table: Table, timing: Timing, player: PlayerRow, *, paused: bool) -> Job:
    """Stop the clock, or let it go on, at the word of the game master."""
    if paused == timing.paused:
        return Job()
    timing = replace(timing, paused=paused, votes=())
    table.row = with_timing(table.row, timing.stopped(table.now()) if paused else resumed(table, timing))
    text = f"The game master {'stops the clock' if paused else 'lets the clock go on'}."
    return _led(table, {"what": "pause" if paused else "resume"}, player, text)


async def extend(hub: Hub, table: Table, player: PlayerRow, seconds: int) -> None:
    """Give the turn that is on more time, at the word of whoever made the table. Raises `Refused`."""

    def make(table: Table) -> Job:
        timing = clock_of(table)
        if not leads(table, player.id):
            who = "the game master" if table.row.master else "who made the table"
            raise Refused(403, "table.not_yours", f"Only {who} may give more time.")
        if timing.until is None and timing.left is None:
            raise Refused(409, "clock.nobody", "Nobody's time runs now.")
        left = min(max(timing.rest(table.now()), 0.0) + seconds, MONTHS_2)
        longer = replace(timing, granted=timing.granted + seconds).lasting(left, table.now())
        table.row = with_timing(table.row, longer)
        who = "The game master" if table.row.master else maker(table, player)
        text = f"{who} gives {spoken(seconds)} more for this turn."
        return _led(table, {"what": "extend", "seconds": seconds}, player, text)

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
        least = min(timing.granted, max(LEAST_REST, min(timing.granted / 10, MOST_REST)))
        if deadline is None or deadline - table.now() >= least:
            return Job()
        table.row = with_timing(table.row, timing.lasting(least, table.now()))
        return clock_job(table, {"what": "rest"}, None, f"The server was away for a while. Time left: {spoken(least)}.")

    await change(hub, table, make)


def clock_of(table: Table) -> Timing:
    """Return where the clock of a running table stands; raises `Refused` where there is none."""
    check_running(table)
    if not has_clock(pace_of(table.row.pace)):
        raise Refused(409, "clock.none", "This table has no clock: a turn may take as long as one likes.")
    check_mixed(table)
    return timing_of(table.row.timing)


def _led(table: Table, said: Mapping[str, Any], player: PlayerRow, text: str) -> Job:
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
            told.append(f"{count} {name}{'' if count == 1 else 's'}")
    return listed(told)
