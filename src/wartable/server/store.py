"""Reads and writes of the database, as the rest of the server needs them."""

from __future__ import annotations

import asyncio
import secrets as random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, Select, UpdateBase, delete, func, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from wartable.server.engines import READERS, Busy, connect, is_locked
from wartable.server.migrate import upgrade
from wartable.server.playable import playable, untouched
from wartable.server.rows import EntryRow, PlayerRow, SeatRow, TableRow, as_dict
from wartable.server.schema import entries, players, seats, secrets, sessions, tables
from wartable.server.writer import Job, Writer

T = TypeVar("T")
R = TypeVar("R", bound=msgspec.Struct)


PAGE = 60
"""Tables on one page of a list."""


class Loaded(msgspec.Struct, frozen=True):
    """A table as stored: its row, its seats, and its entries from some number on."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    entries: tuple[EntryRow, ...]


class Store:
    """The database of one server process. Every coroutine reads a consistent moment or commits as a whole."""

    def __init__(self, url: str) -> None:
        self.write_engine, self.read_engine = connect(url)
        upgrade(self.write_engine)
        self.key = _secret(self.write_engine, "links")
        _fill(self.read_engine)
        self.writer = Writer(self.write_engine)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")

    def close(self) -> None:
        """Commit what waits and let go of the database."""
        self.writer.close()
        self._readers.shutdown()
        self.write_engine.dispose()
        self.read_engine.dispose()

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Run a read in a thread; raises `Busy` where another program keeps readers out, too."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def _read(self, work: Callable[[Connection], T]) -> T:
        try:
            with self.read_engine.connect() as connection:
                return work(connection)
        except DBAPIError as error:
            if is_locked(error):
                raise Busy from error
            raise

    async def do(self, work: Callable[[Connection], None]) -> None:
        """Commit a write that is no entry; raises `Conflict` or `Busy`."""
        await self.writer.commit(Job(also=work))

    async def execute(self, statement: UpdateBase) -> int:
        """Commit one statement that writes, and return how many rows it touched; raises `Conflict` or `Busy`."""
        touched = 0

        def work(connection: Connection) -> None:
            nonlocal touched
            touched = connection.execute(statement).rowcount

        await self.do(work)
        return touched

    # --- players

    async def player_of(self, token_hash: str) -> PlayerRow | None:
        """Return the player a cookie belongs to."""
        query = select(players).join(sessions).where(sessions.c.token_hash == token_hash)
        return await self.read(lambda connection: _one(connection, query, PlayerRow))

    async def player(self, player_id: str) -> PlayerRow | None:
        """Return a player by id."""
        query = select(players).where(players.c.id == player_id)
        return await self.read(lambda connection: _one(connection, query, PlayerRow))

    async def add_player(self, row: PlayerRow, token_hash: str, device: str) -> None:
        """Register a player and the browser he came with."""

        def work(connection: Connection) -> None:
            connection.execute(insert(players), as_dict(row))
            _add_session(connection, token_hash, row.id, row.created, device)

        await self.do(work)

    async def add_session(self, token_hash: str, player_id: str, at: float, device: str) -> None:
        """Let one more browser be a player."""
        await self.do(lambda connection: _add_session(connection, token_hash, player_id, at, device))

    async def save_player(self, row: PlayerRow) -> None:
        """Store a player's new name, colour and avatar."""
        change = players.update().where(players.c.id == row.id).values(as_dict(row))
        await self.execute(change)

    # --- tables

    async def load(self, table_id: str, after: int = 0) -> Loaded | None:
        """Return a table with its entries after a number, read in one moment."""
        return await self.read(lambda connection: _load(connection, table_id, after))

    async def add_table(self, row: TableRow, chairs: Sequence[SeatRow], first: Sequence[EntryRow]) -> None:
        """Store a new table with its seats and first entries."""

        def work(connection: Connection) -> None:
            connection.execute(insert(tables), as_dict(row))
            replace_seats(connection, row.id, chairs)

        await self.writer.commit(Job(entries=first, also=work))

    async def drop_open_table(self, table_id: str) -> None:
        """Remove a table with its seats and entries if it has not started."""
        drop = delete(tables).where(tables.c.id == table_id, tables.c.status == "open")
        await self.execute(drop)

    async def open_tables(self, skip: int = 0) -> list[Loaded]:
        """Return a page of the public tables with a seat for anybody, the newest first."""
        free = select(seats.c.table_id).where(seats.c.kind == "open", seats.c.player_id.is_(None))
        query = select(tables).where(tables.c.status == "open", tables.c.private.is_(False), tables.c.id.in_(free))
        return await self._cards(query.order_by(tables.c.updated.desc(), tables.c.id).limit(PAGE).offset(skip))

    async def free_tables(self, player_id: str | None, skip: int = 0) -> list[Loaded]:
        """Return a page of the public games with a seat that is offered, but those of a player; the newest first."""
        free = select(seats.c.table_id).where(seats.c.offered.is_(True))
        mine = select(seats.c.table_id).where(seats.c.player_id == player_id)
        query = select(tables).where(tables.c.status == "running", tables.c.private.is_(False))
        query = query.where(tables.c.id.in_(free), tables.c.id.not_in(mine))
        return await self._cards(query.order_by(tables.c.updated.desc(), tables.c.id).limit(PAGE).offset(skip))

    async def tables_of(self, player_id: str, limit: int | None = PAGE, skip: int = 0) -> list[Loaded]:
        """Return a player's tables, those not finished first, then the newest first; without a limit all of them."""
        mine = select(seats.c.table_id).where(seats.c.player_id == player_id)
        leads = (tables.c.creator == player_id) | (tables.c.master == player_id)
        query = select(tables).where(tables.c.id.in_(mine) | leads)
        order = (tables.c.status == "finished", tables.c.updated.desc(), tables.c.id)
        return await self._cards(query.order_by(*order).limit(limit).offset(skip))

    async def card(self, table_id: str) -> Loaded | None:
        """Return a table with its seats, without its entries."""
        found = await self._cards(select(tables).where(tables.c.id == table_id))
        return found[0] if found else None

    async def bots_waiting(self, idle: float) -> list[str]:
        """Return running tables where bots are asked and nothing has happened for some seconds."""
        query = select(tables.c.id).where(
            tables.c.status == "running", tables.c.bots_due.is_(True), untouched(idle), playable()
        )
        return await self.read(lambda connection: list(connection.execute(query).scalars()))

    async def heads(self, ids: Sequence[str]) -> dict[str, int]:
        """Return the last entry number of each of some tables that still exist."""
        query = select(entries.c.table_id, func.max(entries.c.seq)).where(entries.c.table_id.in_(ids))
        grouped = query.group_by(entries.c.table_id)
        return await self.read(lambda connection: {row[0]: row[1] for row in connection.execute(grouped)})

    async def entry_by_key(self, table_id: str, player_id: str, key: str) -> EntryRow | None:
        """Return the entry a player made with an idempotency key."""
        query = select(entries).where(
            entries.c.table_id == table_id, entries.c.player_id == player_id, entries.c.key == key
        )
        return await self.read(lambda connection: _one(connection, query, EntryRow))

    async def _cards(self, query: Select[Any]) -> list[Loaded]:
        return await self.read(lambda connection: _with_seats(connection, query))


def replace_seats(connection: Connection, table_id: str, chairs: Sequence[SeatRow]) -> None:
    """Store the seats of a table anew."""
    connection.execute(delete(seats).where(seats.c.table_id == table_id))
    connection.execute(insert(seats), [{"table_id": table_id, **as_dict(chair)} for chair in chairs])


def _secret(engine: Engine, name: str) -> bytes:
    """Return a key of this installation, made on first use; of two processes that start at once one wins."""
    query = select(secrets.c.value).where(secrets.c.name == name)
    for _ in range(2):
        with engine.begin() as connection:
            found = connection.execute(query).scalar_one_or_none()
        if found is not None:
            return bytes(found)
        try:
            with engine.begin() as connection:
                connection.execute(insert(secrets), {"name": name, "value": random.token_bytes(32)})
        except IntegrityError:
            continue
    return _secret(engine, name)


def _add_session(connection: Connection, token_hash: str, player_id: str, at: float, device: str) -> None:
    row = {"token_hash": token_hash, "player_id": player_id, "created": at, "device": device, "seen": at}
    connection.execute(insert(sessions), row)


def _fill(engine: Engine) -> None:
    """Open all connections for reading now: later the process may have no file left to open."""
    with ExitStack() as opened:
        for _ in range(READERS):
            opened.enter_context(engine.connect())


def _one(connection: Connection, query: Select[Any], kind: type[R]) -> R | None:
    found = connection.execute(query).mappings().one_or_none()
    return kind(**found) if found else None


def _load(connection: Connection, table_id: str, after: int) -> Loaded | None:
    row = _one(connection, select(tables).where(tables.c.id == table_id), TableRow)
    if row is None:
        return None
    query = select(entries).where(entries.c.table_id == table_id, entries.c.seq > after).order_by(entries.c.seq)
    found = tuple(EntryRow(**item) for item in connection.execute(query).mappings())
    return Loaded(row, _seats(connection, [table_id]).get(table_id, ()), found)


def _with_seats(connection: Connection, query: Select[Any]) -> list[Loaded]:
    rows = [TableRow(**item) for item in connection.execute(query).mappings()]
    chairs = _seats(connection, [row.id for row in rows])
    return [Loaded(row, chairs.get(row.id, ()), ()) for row in rows]


def _seats(connection: Connection, ids: list[str]) -> dict[str, tuple[SeatRow, ...]]:
    query = select(seats).where(seats.c.table_id.in_(ids)).order_by(seats.c.table_id, seats.c.seat)
    found: dict[str, tuple[SeatRow, ...]] = {}
    for item in connection.execute(query).mappings():
        values = dict(item)
        table_id = values.pop("table_id")
        found[table_id] = (*found.get(table_id, ()), SeatRow(**values))
    return found
