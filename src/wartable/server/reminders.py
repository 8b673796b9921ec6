"""Reminders before a deadline, at the times that a table has chosen, to those who are not ready.

Pages in the browser remind by themselves. Ways outside of it are added to `Hub.ways`: each is called once for each
reminder, by the process that was the first to notice that it is due.
"""

from __future__ import annotations

from msgspec.structs import replace
from structlog import get_logger

from wartable.server.change import change
from wartable.server.clocks import next_reminder
from wartable.server.entering import noted, table_values
from wartable.server.hub import Hub, Reminder, Way
from wartable.server.rows import iso
from wartable.server.table import Table
from wartable.server.timing import Timing, ends_of, timing_of, with_timing
from wartable.server.writer import Job

log = get_logger("wartable.server")


def is_due(table: Table) -> bool:
    """Whether those who are not ready are to be reminded now."""
    at = next_reminder(table, timing_of(table.row.timing)) if table.match and table.row.status == "running" else None
    return at is not None and at <= table.now()


async def remind(hub: Hub, table: Table) -> None:
    """Note that a reminder is due, and send it on every way; of several that are due only the last one is."""
    sent: Reminder | None = None

    def make(table: Table) -> Job:
        nonlocal sent
        sent = None
        if not is_due(table):
            return Job()
        timing = timing_of(table.row.timing)
        before = _last_due(table, timing)
        table.row = with_timing(table.row, replace(timing, reminded=float(before)))
        made = noted(table, "clock", {"what": "remind", "before": before, "seats": table.waited})
        values = table_values(table)
        sent = _reminder(table, before)
        return Job(entries=[made], table=values)

    await change(hub, table, make)
    if sent is not None:
        for way in hub.ways:
            await _send(way, sent)


async def _send(way: Way, reminder: Reminder) -> None:
    """Send a reminder on a way; one that fails holds up neither the others nor the clock."""
    try:
        await way(reminder)
    except Exception:
        log.exception("a reminder was not sent", table=reminder.table)


def _last_due(table: Table, timing: Timing) -> int:
    left = timing.rest(table.now())
    return min(seconds for seconds in table.pace.reminders if seconds >= left)


def _reminder(table: Table, before: int) -> Reminder:
    state, ends = table.running().state, ends_of(table.row)
    asked = {table.seats[seat].player_id: table.game.prompt(state, seat) for seat in table.waited}
    return Reminder(
        table=table.id,
        title=table.row.title,
        players={player: prompt for player, prompt in asked.items() if player},
        before=before,
        closes=iso(table.now() if ends is None else ends),
    )
