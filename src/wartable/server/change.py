"""How a table changes: entries are made, committed, and only then told; whoever comes second decides anew."""

from __future__ import annotations

from functools import partial

import msgspec

from wartable.server import reliability
from wartable.server.anonymity import with_names
from wartable.server.hub import Hub, unknown_table
from wartable.server.problems import Refused
from wartable.server.standing_answers import Make, answered, held_at
from wartable.server.table import Table
from wartable.server.writer import Conflict, Job, in_turn

ATTEMPTS = 8
"""So often a change is tried anew when another process was quicker."""


async def change(hub: Hub, table: Table, make: Make) -> None:
    """Make a change with the standing answers to what it asks, and commit it; the caller holds the table.

    Raises what `make` raises, and `Conflict` only where a key was used before. Memory equals the entries again after
    every failure. Nobody is told of what makes no entries.
    """
    for _ in range(ATTEMPTS):
        held = await held_at(hub.store, table)
        job = await _made(hub, table, partial(answered, make=make, held=held))
        try:
            await hub.store.writer.commit(job)
        except Conflict:
            await hub.reload(table)
            if table.gone:
                raise unknown_table() from None
            if await _spent(hub, job):
                raise
        except BaseException:
            await hub.reload(table)
            raise
        else:
            if job.entries:
                table.wake()
            return
    raise Refused(409, "table.busy", "Too many things happened at this table at once; please try again.")


async def _made(hub: Hub, table: Table, make: Make) -> Job:
    before, seats = (table.step, table.seq, table.row), tuple(table.seats)
    try:
        job = with_names(table, make(table))
    except Exception:
        if (table.step, table.seq, table.row) != before:
            await hub.reload(table)
        raise
    count = reliability.counted(table, before[2].timing, seats, job.entries)
    return msgspec.structs.replace(job, also=in_turn(job.also, count)) if count else job


async def _spent(hub: Hub, job: Job) -> bool:
    """Whether a job failed because its idempotency key has been used."""
    for entry in job.entries:
        if entry.key and await hub.store.entry_by_key(entry.table_id, entry.player_id or "", entry.key):
            return True
    return False
