"""Holidays: a player announces so many days, within what the table grants, and meanwhile the clock stands."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from msgspec.structs import replace

from wartable.engine.words import counted, listed
from wartable.server.anonymity import called
from wartable.server.change import change
from wartable.server.clock_controls import clock_job, clock_of
from wartable.server.clocks import resumed
from wartable.server.closing import zone_of
from wartable.server.hub import Hub
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow
from wartable.server.table import Table
from wartable.server.timing import Timing, timing_of, with_timing
from wartable.server.writer import Job

DAY = 86_400


async def announce(hub: Hub, table: Table, player: PlayerRow, days: int) -> None:
    """Let a player be on holiday for so many days from now on, or with 0 come back; the caller holds the table.

    Days that are not used may be taken later. Raises `Refused`.
    """

    def make(table: Table) -> Job:
        timing = clock_of(table)
        mine = [seat for seat in table.seats_of(player.id) if not table.seats[seat].away]
        if not mine:
            raise Refused(403, "seat.none", "Only players may go on holiday.")
        return _begun(table, timing, mine, player, days) if days else _ended(table, timing, mine, player)

    await change(hub, table, make)


def _begun(table: Table, timing: Timing, mine: Sequence[int], player: PlayerRow, days: int) -> Job:
    _check(table, timing, mine, days)
    at = table.now()
    until = at + days * DAY
    away = dict(timing.holidays) | dict.fromkeys(mine, until)
    taken = dict(timing.taken) | {seat: timing.taken.get(seat, 0.0) + days * DAY for seat in mine}
    table.row = with_timing(table.row, replace(timing.stopped(at), holidays=away, taken=taken))
    zone = zone_of(table.pace.zone)
    last = datetime.fromtimestamp(until, UTC).astimezone(zone)
    text = f"{called(table, player)} is on holiday until {last.day} {last:%B}. The clock is paused."
    return clock_job(table, {"what": "holiday", "seats": mine, "days": days}, player, text)


def _check(table: Table, timing: Timing, mine: Sequence[int], days: int) -> None:
    pace = table.pace
    if not pace.holidays:
        raise Refused(409, "clock.holidays", "This table grants no holidays; ask for a pause of the clock instead.")
    if any(seat in timing.holidays for seat in mine):
        raise Refused(409, "clock.holidays", "You are already on holiday; come back first, then take other days.")
    if pace.holidays_at_once and days > pace.holidays_at_once:
        message = f"At most {_days(pace.holidays_at_once)} may be taken at once, not {days}."
        raise Refused(409, "clock.holidays", message)
    left = min(pace.holidays - timing.taken.get(seat, 0.0) / DAY for seat in mine)
    if days > left:
        raise Refused(409, "clock.holidays", f"You have {_days(int(left))} of holidays left in this game, not {days}.")


def _days(count: int) -> str:
    return counted(count, "day")


def _ended(table: Table, timing: Timing, mine: Sequence[int], player: PlayerRow) -> Job:
    ends = {seat: timing.holidays[seat] for seat in mine if seat in timing.holidays}
    if not ends:
        return Job()
    unused = {seat: max(timing.taken[seat] - max(until - table.now(), 0.0), 0.0) for seat, until in ends.items()}
    timing = replace(timing, taken=dict(timing.taken) | unused)
    _without(table, timing, list(ends))
    text = f"{called(table, player)} is back from holiday."
    return clock_job(table, {"what": "holiday over", "seats": list(ends)}, player, text)


def _without(table: Table, timing: Timing, seats: Sequence[int]) -> None:
    """Let the holidays of some seats end; when they were the last the clock goes on."""
    others = {seat: until for seat, until in timing.holidays.items() if seat not in seats}
    table.row = with_timing(table.row, resumed(table, replace(timing, holidays=others)))


def over(table: Table) -> list[int]:
    """Return the seats whose holidays are over although nobody has come back: when the last one ends, all are."""
    holidays, at = timing_of(table.row.timing).holidays, table.now()
    return list(holidays) if holidays and all(until <= at for until in holidays.values()) else []


async def end(hub: Hub, table: Table) -> None:
    """Let the clock go on where the last holiday is over; the caller holds the table."""

    def make(table: Table) -> Job:
        seats = over(table)
        if table.row.status != "running" or not seats:
            return Job()
        _without(table, timing_of(table.row.timing), seats)
        who = listed([table.seats[seat].name for seat in seats])
        told = "The holiday of {} is over." if len(seats) == 1 else "The holidays of {} are over."
        goes_on = "The clock is still paused." if timing_of(table.row.timing).paused else "The clock runs again."
        text = f"{told.format(who)} {goes_on}"
        return clock_job(table, {"what": "holiday over", "seats": seats}, None, text)

    await change(hub, table, make)
