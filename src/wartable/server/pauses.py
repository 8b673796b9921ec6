"""Pauses of the clock: by a vote of those who play, or the game master's word; each ends by itself after a time.

A vote is open while somebody agrees and not yet enough do. It has failed when too many refuse.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from wartable.engine.words import listed
from wartable.server.change import change
from wartable.server.clock_controls import clock_job, clock_of, led, spoken
from wartable.server.clocks import least_rest, resumed, votes_needed
from wartable.server.hub import Hub
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow, SeatRow, TableRow
from wartable.server.table import Table
from wartable.server.timing import Timing, pace_of, timing_of, with_timing
from wartable.server.viewer import is_master
from wartable.server.wire_pace import OpenVote
from wartable.server.writer import Job


async def vote(hub: Hub, table: Table, player: PlayerRow, *, paused: bool) -> None:
    """Note that a player wants the clock to rest, or to go on; it does when as many agree as the table asks for.

    Wanting what is so already refuses a vote that is open, or takes one's own back. The caller holds the table. Raises
    `Refused`.
    """

    def make(table: Table) -> Job:
        timing = clock_of(table)
        if is_master(table, player.id):
            return _set(table, timing, player, paused=paused)
        mine = [seat for seat in table.seats_of(player.id) if not table.seats[seat].away]
        if not mine:
            raise Refused(403, "seat.none", "Only players may pause the clock or resume it.")
        return (_against if paused == timing.paused else _agreed)(table, timing, mine, player)

    await change(hub, table, make)


def _agreed(table: Table, timing: Timing, mine: Sequence[int], player: PlayerRow) -> Job:
    votes = {*timing.votes, *mine}
    agreed, here = _count(table, votes), sum(not chair.away for chair in table.people)
    if agreed >= votes_needed(table.pace, table.people):
        who = "All agree" if agreed == here else f"{agreed} of {here} agree"
        return _turned(table, timing, player, who)
    if votes == {*timing.votes}:
        return Job()
    refused = tuple(seat for seat in timing.refused if seat not in mine)
    table.row = with_timing(table.row, replace(timing, votes=tuple(sorted(votes)), refused=refused))
    return clock_job(table, {"what": "vote", "seats": mine}, player)


def _against(table: Table, timing: Timing, mine: Sequence[int], player: PlayerRow) -> Job:
    """Take votes back, or refuse what others ask for: where too many do the vote has failed."""
    if not timing.votes:
        return Job()
    others = tuple(seat for seat in timing.votes if seat not in mine)
    if others != timing.votes:
        table.row = with_timing(table.row, replace(timing, votes=others, refused=timing.refused if others else ()))
        return clock_job(table, {"what": "unvote", "seats": mine}, player)
    refused = {*timing.refused, *mine}
    if refused == {*timing.refused}:
        return Job()
    here = sum(not chair.away for chair in table.people)
    if here - _count(table, refused) >= votes_needed(table.pace, table.people):
        table.row = with_timing(table.row, replace(timing, refused=tuple(sorted(refused))))
        return clock_job(table, {"what": "refuse", "seats": mine}, player)
    table.row = with_timing(table.row, replace(timing, votes=(), refused=()))
    who = listed([table.seats[seat].name for seat in sorted(refused)])
    does = "does" if len(refused) == 1 else "do"
    text = f"{who} {does} not agree: the clock {'stays paused' if timing.paused else 'keeps running'}."
    return clock_job(table, {"what": "refuse", "seats": mine}, player, text)


def _count(table: Table, seats: set[int]) -> int:
    return sum(chair.seat in seats and not chair.away for chair in table.people)


def _turned(table: Table, timing: Timing, player: PlayerRow, who: str) -> Job:
    """Stop a clock that runs, or let one that rests go on, as those who play have agreed."""
    _turn(table, timing)
    if timing.paused:
        return clock_job(table, {"what": "resume"}, player, f"{who}: the clock runs again.")
    return clock_job(table, {"what": "pause"}, player, f"{who}: the clock is paused{_at_most(table)}.")


def _set(table: Table, timing: Timing, player: PlayerRow, *, paused: bool) -> Job:
    """Stop the clock, or let it go on, at the word of the game master."""
    if paused == timing.paused:
        return Job()
    _turn(table, timing)
    text = f"The game master {f'pauses the clock{_at_most(table)}' if paused else 'resumes the clock'}."
    return led(table, {"what": "pause" if paused else "resume"}, player, text)


def _turn(table: Table, timing: Timing) -> None:
    most, at = table.pace.longest_pause, table.now()
    until = at + most if most and not timing.paused else None
    turned = replace(timing, paused=not timing.paused, paused_until=until, votes=(), refused=())
    table.row = with_timing(table.row, turned.stopped(at) if turned.paused else resumed(table, turned))


def _at_most(table: Table) -> str:
    most = table.pace.longest_pause
    return f", for {spoken(most)} at most" if most else ""


def over(table: Table) -> bool:
    """Whether the clock rests and the longest pause of the table is over."""
    until = timing_of(table.row.timing).paused_until
    return table.row.status == "running" and until is not None and until <= table.now()


async def end(hub: Hub, table: Table) -> None:
    """Let the clock go on where the longest pause is over, with time enough to notice; the caller holds the table."""

    def make(table: Table) -> Job:
        if not over(table):
            return Job()
        timing = timing_of(table.row.timing)
        if timing.left is not None:
            timing = replace(timing, left=max(timing.left, least_rest(timing)))
        _turn(table, timing)
        on = "Somebody is still on holiday." if timing.holidays else "The clock runs again."
        text = f"The pause has lasted {spoken(table.pace.longest_pause)}, as long as this table allows. {on}"
        return clock_job(table, {"what": "resume"}, None, text)

    await change(hub, table, make)


def open_vote(row: TableRow, seats: Sequence[SeatRow], player: str | None) -> OpenVote | None:
    """Return the vote that is open at a table as a player sees it, from its row alone."""
    timing = timing_of(row.timing)
    people = [chair for chair in seats if chair.by_person]
    here = [chair for chair in people if not chair.away]
    by = tuple(chair.name for chair in here if chair.seat in timing.votes)
    if not by:
        return None
    said = {*timing.votes, *timing.refused}
    mine = [chair for chair in here if player is not None and chair.player_id == player]
    return OpenVote(
        about="resume" if timing.paused else "pause",
        by=by,
        agreed=len(by),
        needed=votes_needed(pace_of(row.pace), people),
        mine=any(chair.seat not in said for chair in mine),
    )
