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
from wartable.server.engines import Busy, hurried, is_locked
from wartable.server.rows import EntryRow, as_dict
from wartable.server.schema import entries, tables

log = get_logger("wartable.server")

MOST = 200
"""At most so many jobs share a transaction."""

PAUSES = (0.005, 0.05, 0.2)
"""Seconds before each further try of a job whose failure may pass."""

PATIENCE = 2.0
"""Seconds that a job waits for a database that another program has locked, before its caller is told so."""

TRY = 0.5
"""Seconds of them that one try takes: whatever has come meanwhile goes into the next."""

LEAST_TRY = 0.02
"""The least of it that a job gets where the jobs of a batch are tried one by one."""

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


def in_turn(*works: Callable[[Connection], None] | None) -> Callable[[Connection], None]:
    """Return the write that does one thing after another; None is nothing."""

    def work(connection: Connection) -> None:
        for one in works:
            if one is not None:
                one(connection)

    return work


class Waiting(Struct, frozen=True):
    """A job in the queue: who waits for it, and since when."""

    job: Job
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[None]
    since: float


_TABLE_FIELDS = (
    "rules_version", "status", "updated", "turn", "asked", "bots_due", "owners", "outcome", "timing", "deadline"
)  # fmt: skip
_ADD = insert(entries)
_SET = update(tables).where(tables.c.id == bindparam("b_id")).values({n: bindparam(f"b_{n}") for n in _TABLE_FIELDS})


class Writer:
    """Takes jobs from the event loop and commits them in a thread of its own, in the order given.

    `locked_out` says that another program has locked the database: what waits now may wait for a while.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._queue: SimpleQueue[Waiting | None] = SimpleQueue()
        self.locked_out = False
        self._thread = threading.Thread(target=self._run, name="writer", daemon=True)
        self._thread.start()

    async def commit(self, job: Job) -> None:
        """Return when the job is committed; raises `Conflict` or `Busy` (nothing of it was written)."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[None] = loop.create_future()
        self._queue.put(Waiting(job, loop, future, time.monotonic()))
        # A caller that goes away must not leave the table in doubt: the commit happens either way.
        await asyncio.shield(future)

    def close(self) -> None:
        """Commit what waits and stop."""
        self._queue.put(None)
        self._thread.join(timeout=30)

    def _run(self) -> None:
        kept: list[Waiting] = []  # what the last try could not commit for a lock, and is not weary yet
        open_ = True
        while open_ or kept:
            batch, open_ = self._gathered(kept) if open_ else (kept, False)
            kept = self._commit(batch) if batch else []

    def _gathered(self, kept: list[Waiting]) -> tuple[list[Waiting], bool]:
        """Return the next batch, which begins with what was kept, and whether more may come after it."""
        batch = list(kept)
        while len(batch) < MOST and not (batch and self._queue.empty()):
            item = self._queue.get()
            if item is None:
                return batch, False
            batch.append(item)
        return batch, True

    def _commit(self, batch: list[Waiting], seconds: float = TRY) -> list[Waiting]:
        """Commit a batch, and return what is to be tried again because something is locked.

        Where a batch fails otherwise each job stands for itself, so that one does not fail the others.
        """
        try:
            self._transact([one.job for one in batch], seconds)
        except Exception as error:  # noqa: BLE001 - every job is told of its own
            alone = len(batch) == 1
            if is_locked(error) and (alone or self._engine.dialect.name == "sqlite"):
                return self._put_off(batch)
            if alone:
                return self._settled(batch[0], self._alone(batch[0].job, error))
            # PostgreSQL locks rows: only those jobs wait that want the same. SQLite has one lock, for all.
            log.warning("batch failed; committing one by one", jobs=len(batch), error=str(error))
            share = max(LEAST_TRY, seconds / len(batch)) if is_locked(error) else TRY
            return [again for one in batch for again in self._commit([one], share)]
        self.locked_out = False
        _resolve(batch, None)
        return []

    def _put_off(self, batch: list[Waiting]) -> list[Waiting]:
        """Tell those who have waited long enough that the database is locked; return the others."""
        if not self.locked_out:
            log.warning("the database is locked by another program")
        self.locked_out = True
        before = time.monotonic() - PATIENCE
        _resolve([one for one in batch if one.since <= before], Busy())
        return [one for one in batch if one.since > before]

    def _settled(self, one: Waiting, error: Exception | None) -> list[Waiting]:
        """Tell the caller of a job how it went; a lock met at a further try is waited for like one met at the first."""
        if error is not None and is_locked(error):
            return self._put_off([one])
        _resolve([one], error)
        return []

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
                self._transact([job], TRY)
            except Exception as again:  # noqa: BLE001 - looked at like the first
                error = again
            else:
                return None
        if isinstance(error, IntegrityError):
            return Conflict(str(error.orig))
        if is_locked(error) or isinstance(error, WartableError):  # of what it found when it looked again
            return error
        log.error("commit failed", exc_info=error)
        return error

    def _transact(self, jobs: list[Job], seconds: float) -> None:
        # In one order everywhere, so that processes which write to the same tables wait for each other in turn.
        jobs = sorted(jobs, key=_place)
        rows = [as_dict(entry) for job in jobs for entry in job.entries]
        changes = [{f"b_{k}": v for k, v in job.table.items()} for job in jobs if job.table]
        with hurried(self._engine, round(seconds * 1000)) as connection:
            for job in jobs:
                if job.also:
                    job.also(connection)
            if rows:
                connection.execute(_ADD, rows)
            if changes:
                connection.execute(_SET, changes)
            if rows and self._engine.dialect.name == "postgresql":
                notify(connection, {row["table_id"]: row["seq"] for row in rows})


def _place(job: Job) -> str:
    return job.entries[0].table_id if job.entries else ""


def _passing(error: Exception) -> bool:
    """Whether the same may succeed in a moment: a deadlock, a serialisation failure, a connection that broke."""
    if not isinstance(error, DBAPIError):
        return False
    return error.connection_invalidated or getattr(error.orig, "sqlstate", None) in PASSING


def notify(connection: Connection, heads: dict[str, int]) -> None:
    """Tell other processes the last entry of each table, so that they look only where they know less."""
    listed = [f"{table}:{seq}" for table, seq in heads.items()]
    for start in range(0, len(listed), 200):
        payload = ",".join(listed[start : start + 200])
        connection.execute(text("SELECT pg_notify(:channel, :payload)"), {"channel": CHANNEL, "payload": payload})


def _resolve(batch: list[Waiting], error: Exception | None) -> None:
    """Wake everybody of one loop with a single call into it."""
    loops: dict[asyncio.AbstractEventLoop, list[asyncio.Future[None]]] = {}
    for one in batch:
        loops.setdefault(one.loop, []).append(one.future)
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
