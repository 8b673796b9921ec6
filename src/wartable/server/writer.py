"""One thread that commits for all tables at once: what waits while a transaction runs goes into the next one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, bindparam, insert, text, update
from sqlalchemy.exc import IntegrityError
from structlog import get_logger

from wartable.engine.errors import WartableError
from wartable.server.rows import EntryRow, as_dict
from wartable.server.schema import entries, tables

log = get_logger("wartable.server")

MOST = 200
"""At most so many jobs share a transaction."""

CHANNEL = "wartable"
"""The PostgreSQL channel that hints at new entries."""


class Conflict(WartableError):
    """Somebody else wrote what this job wanted to write: read again and decide anew."""


class Job(Struct, kw_only=True):
    """What is to be committed together: entries of one table, new values of its row, and anything else."""

    entries: Sequence[EntryRow] = ()
    table: dict[str, Any] | None = None
    also: Callable[[Connection], None] | None = None


Waiting = tuple[Job, asyncio.AbstractEventLoop, "asyncio.Future[None]"]

_TABLE_FIELDS = ("status", "updated", "turn", "asked", "bots_due", "owners", "outcome")
_ADD = insert(entries)
_SET = update(tables).where(tables.c.id == bindparam("b_id")).values({n: bindparam(f"b_{n}") for n in _TABLE_FIELDS})


class Writer:
    """Takes jobs from the event loop and commits them in a thread of its own, in the order given."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def commit(self, job: Job) -> None:
        """Return when the job is committed; raises `Conflict` (nothing of it was written)."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._queue.put((job, loop, future))
        # A caller that goes away must not leave the table in doubt: the commit happens either way.
        await asyncio.shield(future)

    def close(self) -> None:
        """Commit what waits and stop."""
        self._queue.put(None)
        self._thread.join(timeout=30)

    def _run(self) -> None:
        while (first := self._queue.get()) is not None:
            batch = [first]
            while len(batch) < MOST and not self._queue.empty():
                item = self._queue.get()
                if item is None:
                    self._queue.put(None)
                    break
                batch.append(item)
            self._commit(batch)

    def _commit(self, batch: list[Waiting]) -> None:
        try:
            self._transact([job for job, _, _ in batch])
        except IntegrityError as error:
            if len(batch) == 1:
                _resolve(batch, Conflict(str(error.orig)))
            else:
                for one in batch:
                    self._commit([one])
        except Exception as error:
            log.exception("commit failed", jobs=len(batch))
            _resolve(batch, error)
        else:
            _resolve(batch, None)

    def _transact(self, jobs: list[Job]) -> None:
        rows = [as_dict(entry) for job in jobs for entry in job.entries]
        changes = [{f"b_{k}": v for k, v in job.table.items()} for job in jobs if job.table]
        with self._engine.begin() as connection:
            for job in jobs:
                if job.also:
                    job.also(connection)
            if rows:
                connection.execute(_ADD, rows)
            if changes:
                connection.execute(_SET, changes)
            if rows and self._engine.dialect.name == "postgresql":
                _notify(connection, {row["table_id"]: row["seq"] for row in rows})


def _notify(connection: Connection, heads: dict[str, int]) -> None:
    """Tell other processes the last entry of each table, so that they look only where they know less."""
    listed = [f"{table}:{seq}" for table, seq in heads.items()]
    for start in range(0, len(listed), 200):
        payload = ",".join(listed[start : start + 200])
        connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})


def _resolve(batch: list[Waiting], error: Exception | None) -> None:
    """Wake everybody of one loop with a single call into it."""
    loops: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = {}
    for _, loop, future in batch:
        loops.setdefault(loop, []).append(future)
    for loop, futures in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_wake, futures, error)


def _wake(futures: list[asyncio.Future[None]], error: Exception | None) -> None:
    for future in futures:
        if future.cancelled():
            continue
        if error is None:
            future.set_result(None)
        else:
            future.set_exception(error)
