"""All tables of this process: loaded when wanted, dropped when idle, brought up to date when others wrote."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import TypeAlias

import msgspec
from structlog import get_logger

from wartable.engine import registry
from wartable.engine.errors import BadOptions, IllegalAction, WartableError
from wartable.server import ids
from wartable.server.catalogue import options_of
from wartable.server.playable import Retired, why_retired
from wartable.server.problems import Refused
from wartable.server.rows import now
from wartable.server.servertime import ServerTime
from wartable.server.settings import Settings
from wartable.server.store import Loaded, Store
from wartable.server.table import Table

log = get_logger("wartable.server")

RENEWED = '{"what":"link"}'
"""Body of the entry that says that a player's private link was renewed."""
_PATIENCE = 0.3
"""Seconds that a reader waits for a table before it asks whether the database is locked."""
_WORTH_TELLING = 60.0
"""Seconds by which clocks may differ without a word in the log."""
_JUST_NOW = 5.0
"""A table used within so many seconds is never dropped, however full the memory."""


class Reminder(msgspec.Struct, frozen=True, kw_only=True):
    """A deadline comes near, and some players are not ready.

    `players` says what each of them is asked, in a few words; `before` is how many seconds before it they are told, and
    `closes` when it is, ISO 8601 in UTC.
    """

    table: str
    title: str
    players: Mapping[str, str]
    before: int
    closes: str


Way: TypeAlias = Callable[[Reminder], Awaitable[None]]


class Hub:
    """Keeps the tables in use in memory. What is in memory is a cache: the entries are the truth."""

    def __init__(self, store: Store, settings: Settings, now: Callable[[], float] = now) -> None:
        self.store = store
        self.settings = settings
        self.now = now
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self.closing = False
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._copies: dict[str, Table] = {}
        self._copying = asyncio.Lock()
        self.ways: list[Way] = []
        """Where reminders go outside the browser. The table is held meanwhile: a way takes note and returns at once."""

    def follow(self, at: float) -> float:
        """Take note of a time that another server, or this one before a restart, has been at; return what it is now."""
        if isinstance(self.now, ServerTime):
            late = self.now.not_before(at)
            if late > _WORTH_TELLING:
                log.warning("this machine's clock is behind that of the deadlines", seconds=round(late))
        return self.now()

    def __len__(self) -> int:
        return len(self._tables)

    async def table(self, table_id: str) -> Table:
        """Return a table; raises `Refused` where there is none."""
        while (table := self._tables.get(table_id)) is None:  # what was loaded may be dropped before it is used
            if not ids.is_id(table_id):
                raise unknown_table()
            # Those who ask for the same table at once share one load, and get one object.
            task = self._loading.get(table_id)
            if task is None:
                task = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            await asyncio.shield(task)
        table.touched = time.monotonic()
        self._tables.move_to_end(table_id)
        return table

    @asynccontextmanager
    async def held(self, table_id: str, *, fresh: bool = False) -> AsyncGenerator[Table]:
        """Hold a table alone; raises `Refused` where there is none (any more).

        `fresh` looks for entries of other processes first. Changes need not: they notice when they come second.
        """
        table = await self.table(table_id)
        async with table.lock:
            await self._up_to_date(table, fresh=fresh)
            yield table

    async def _up_to_date(self, table: Table, *, fresh: bool) -> None:
        if table.broken:
            await self.reload(table)
        elif fresh and (await self.store.heads([table.id])).get(table.id, 0) != table.seq:
            await self.refresh(table)
        if table.gone:
            raise unknown_table()

    @asynccontextmanager
    async def looked_at(self, table_id: str, *, fresh: bool = False) -> AsyncGenerator[Table]:
        """Hold a table for one who changes nothing; raises `Refused` where there is none (any more).

        While somebody's change of it waits for a database that another program has locked, this is a copy of what is
        committed: reading goes on.
        """
        table = await self.table(table_id)
        if not await self._acquired(table.lock):
            yield await self._copy(table)
            return
        try:
            await self._up_to_date(table, fresh=fresh)
            yield table
        finally:
            table.lock.release()

    async def _acquired(self, lock: asyncio.Lock) -> bool:
        """Wait for a lock; false where whoever holds it may wait for a locked database."""
        # One place in the row for all of the wait: with a new one each time, others would always be before.
        asked = asyncio.create_task(lock.acquire())
        try:
            while not (await asyncio.wait({asked}, timeout=_PATIENCE))[0]:
                if self.store.writer.locked_out:
                    asked.cancel()
                    return False
        except asyncio.CancelledError:
            if not asked.cancel():  # it was given the lock in the same moment
                lock.release()
            raise
        return True

    async def _copy(self, table: Table) -> Table:
        """Return a table as it is committed; all who look meanwhile share one copy."""
        async with self._copying:
            known = self._copies.get(table.id)
            head = (await self.store.heads([table.id])).get(table.id)
            if known is None or known.seq != head:
                loaded = await self.store.load(table.id)
                if loaded is None:
                    raise unknown_table()
                known = self._copies[table.id] = await asyncio.to_thread(_opened, loaded)
                known.now = self.now
                known.listeners = table.listeners
            return known

    async def refresh(self, table: Table) -> None:
        """Read what others have written; the caller holds the table."""
        if table.broken:
            await self.reload(table)
            return
        loaded = await self.store.load(table.id, table.seq)
        if loaded is None:
            self.forget(table)
            return
        before = table.seq
        try:
            table.take_in(loaded)
        except Exception as error:
            table.broken = True  # it has taken in a part of it
            raise _unreadable(table.id, error) from error
        for entry in loaded.entries:
            if entry.kind == "lobby" and entry.player_id and entry.body == RENEWED:
                self.hang_up(entry.player_id)  # by another process; the streams here are its business too
        if table.seq != before:
            table.wake()

    async def reload(self, table: Table) -> None:
        """Read a table anew from its first entry, after something failed half-way; the caller holds the table.

        Until that has come through the table is marked as broken, and nobody reads it.
        """
        table.broken = True
        loaded = await self.store.load(table.id)
        if loaded is None:
            self.forget(table)
            return
        table.become(await asyncio.to_thread(_opened, loaded))
        table.wake()

    def forget(self, table: Table) -> None:
        """Let go of a table that is no more."""
        table.gone = True
        self._tables.pop(table.id, None)
        table.wake()

    def known(self, table_id: str) -> Table | None:
        """Return a table if it is in memory."""
        return self._tables.get(table_id)

    def listened(self) -> list[Table]:
        """Return the tables somebody has open."""
        return [table for table in self._tables.values() if table.listeners]

    def in_memory(self) -> list[Table]:
        """Return all tables that are in memory."""
        return list(self._tables.values())

    def hang_up(self, player_id: str) -> None:
        """End every stream of a player: of his browsers some may be signed out."""
        for table in self.listened():
            for listener in table.listeners:
                if listener.player == player_id:
                    listener.hang_up()

    def close(self) -> None:
        """End every stream, so that the server can stop."""
        self.closing = True
        for table in self._tables.values():
            table.wake()

    def drop_idle(self) -> None:
        """Drop tables nobody uses: those idle for long, and the longest idle ones beyond the limit."""
        if not self.store.writer.locked_out:
            self._copies.clear()
        limit = time.monotonic() - self.settings.idle
        surplus = len(self._tables) - self.settings.tables_in_memory
        for table in list(self._tables.values()):
            if table.touched > (limit if surplus <= 0 else limit + self.settings.idle - _JUST_NOW):
                break
            if not table.listeners and not table.lock.locked() and not table.driven:
                del self._tables[table.id]
                surplus -= 1

    async def _load(self, table_id: str) -> Table:
        try:
            loaded = await self.store.load(table_id)
            if loaded is None:
                raise unknown_table()
            # Replaying a long game takes a while: in a thread the others need not wait for it.
            table = self._tables[table_id] = await asyncio.to_thread(_opened, loaded)
            table.now = self.now
            return table
        finally:
            self._loading.pop(table_id, None)


def _opened(loaded: Loaded) -> Table:
    """Return a table as stored; raises `Refused` where this server lacks what it is played with, or plays otherwise."""
    row = loaded.row
    if why := why_retired(row):
        raise Retired(loaded, why)
    try:
        registry.get(row.game).prepare(options_of(row))
        return Table(loaded)
    except Refused:
        raise
    except (BadOptions, IllegalAction) as error:
        message = f"This game cannot be opened. {error.reason.message}"
        raise Refused(409, error.reason.code, message, rule=error.reason.rule) from error
    except Exception as error:  # rows may hold anything: a bug of an earlier day, or what another program wrote
        raise _unreadable(row.id, error) from error


def _unreadable(table_id: str, error: Exception) -> Refused:
    if not isinstance(error, WartableError | msgspec.MsgspecError):
        log.warning("table unreadable", table=table_id, exc_info=error)
    return Refused(409, "table.unreadable", f"This game cannot be opened. {error}")


def unknown_table() -> Refused:
    """Return the refusal of a table that is not there, or no more."""
    return Refused(404, "table.unknown", "There is no such table. It may have been deleted; ask for a new link.")
