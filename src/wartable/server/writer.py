"""One thread that commits for all tables at once: what waits while a transaction runs goes into the next one."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any

from msgspec import Struct
from sqlalchemy import Connection, Engine, bindparam, insert, text, update
from sqlalchemy.exc import DBAPIError, IntegrityError
from structlog import get_logger

from wartable.engine.errors import WartableError
from wartable.server.rows import EntryRow, as_dict
from wartable.server.schema import entries, tables

log = get_logger("wartable.server")

MOST = 200
"""At most so many jobs share a transaction."""

PAUSES = (0.005, 0.05, 0.2)
"""Seconds before each further try of a job whose failure may pass."""

PASSING = ("40001", "40P01")
"""What PostgreSQL says of transactions that are to be tried again: not serialisable, deadlock."""

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

_TABLE_FIELDS = ("status", "updated", "turn", "asked", "bots_due", "owners", "outcome", "timing", "deadline")
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
        """Commit a batch; where that fails each job stands for itself, so that one does not fail the others."""
        try:
            self._transact([job for job, _, _ in batch])
        except Exception as error:  # noqa: BLE001 - every job is told of its own
            if len(batch) == 1:
                _resolve(batch, self._alone(batch[0][0], error))
                return
            log.warning("batch failed; committing one by one", jobs=len(batch), error=str(error))
            for one in batch:
                self._commit([one])
        else:
            _resolve(batch, None)

    def _alone(self, job: Job, error: Exception) -> Exception | None:
        """Try a job again while its failure may pass; return what its caller is told, None once it is committed.

        Should a commit have come through although word of it was lost, the second try meets its own entries: a
        `Conflict`, and whoever reads again finds them.
        """
        for pause in PAUSES:
            if not _passing(error):
                break
            time.sleep(pause)
            try:
                self._transact([job])
            except Exception as again:  # noqa: BLE001 - looked at like the first
                error = again
            else:
                return None
        if isinstance(error, IntegrityError):
            return Conflict(str(error.orig))
        log.error("commit failed", exc_info=error)
        return error

    def _transact(self, jobs: list[Job]) -> None:
        # In one order everywhere, so that processes which write to the same tables wait for each other in turn.
        jobs = sorted(jobs, key=_place)
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


def _place(job: Job) -> str:
    return job.entries[0].table_id if job.entries else ""


def _passing(error: Exception) -> bool:
    """Whether the same may succeed in a moment: a deadlock, a serialisation failure, a connection that broke."""
    if not isinstance(error, DBAPIError):
        return False
    return error.connection_invalidated or getattr(error.orig, "sqlstate", None) in PASSING


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
