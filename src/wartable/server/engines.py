"""Connections to SQLite and PostgreSQL, set up alike: one that writes, some that read."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError

from wartable.engine.errors import WartableError

READERS = 4
"""Connections for reading; as many threads read."""


LONGEST_WAIT = 10_000
"""Milliseconds that a connection waits for what others have locked, unless it is in a hurry."""

LONGEST_READ = 2_000
"""The same for reads, which wait only where another program shuts everybody out."""

RETRY_AFTER = 5
"""Seconds after which whoever met a locked database may try again."""


class Busy(WartableError):
    """Another program has locked what is wanted of the database; nothing was changed."""

    def __init__(self) -> None:
        super().__init__(
            "The database is locked by another program, so nothing was changed. "
            f"Please try again in {RETRY_AFTER} seconds."
        )


class NoDatabase(WartableError):
    """The database cannot be opened; the message says which, and why."""


def no_database(url: str, error: SQLAlchemyError) -> NoDatabase:
    """Return what to tell whoever named a database that cannot be opened; it shows no password."""
    if isinstance(error, ArgumentError):
        return NoDatabase(f"{url!r} is no address of a database; sqlite:///FILE and postgresql://USER@HOST/NAME are.")
    shown = make_url(url).render_as_string()
    return NoDatabase(f"The database {shown} cannot be opened: {getattr(error, 'orig', None) or error}")


def connect(url: str) -> tuple[Engine, Engine]:
    """Return the writing and the reading engine of a database; makes the folder of an SQLite file."""
    if make_url(url).get_backend_name() == "sqlite":
        path = make_url(url).database or ""
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        return _sqlite(url, "BEGIN IMMEDIATE", 1, LONGEST_WAIT), _sqlite(url, "BEGIN", READERS, LONGEST_READ)
    options: dict[str, Any] = {"pool_pre_ping": True, "pool_recycle": 1800}
    writer = create_engine(url, pool_size=1, max_overflow=1, **options)
    reader = create_engine(url, pool_size=READERS, max_overflow=0, isolation_level="REPEATABLE READ", **options)

    @event.listens_for(reader, "connect")
    def _prepare(connection: Any, _: object) -> None:  # noqa: ANN401 - a raw connection
        connection.execute(f"SET lock_timeout = {LONGEST_READ}")
        connection.commit()

    return writer, reader


def is_missing(url: str) -> bool:
    """Whether a URL names an SQLite file that is not there; connecting would make an empty one."""
    found = make_url(url)
    return found.get_backend_name() == "sqlite" and not Path(found.database or "").exists()


@contextmanager
def hurried(engine: Engine, milliseconds: int) -> Generator[Connection]:
    """Run a transaction that waits for what others have locked only so long; `is_locked` knows what it raises then."""
    with engine.connect() as connection:
        raw: Any = connection.connection.driver_connection
        if engine.dialect.name == "sqlite":
            raw.execute(f"PRAGMA busy_timeout={milliseconds}")
        try:
            with connection.begin():
                if engine.dialect.name == "postgresql":
                    connection.execute(text(f"SET LOCAL lock_timeout = {milliseconds}"))
                yield connection
        finally:
            if engine.dialect.name == "sqlite":
                raw.execute(f"PRAGMA busy_timeout={LONGEST_WAIT}")


def is_locked(error: BaseException) -> bool:
    """Whether the database refused something because somebody else has locked it."""
    orig = error.orig if isinstance(error, DBAPIError) else None
    if isinstance(orig, sqlite3.OperationalError):
        primary = orig.sqlite_errorcode & 0xFF  # the rest says which kind of lock it was
        return primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
    return getattr(orig, "sqlstate", None) == "55P03"


def _sqlite(url: str, begin: str, size: int, wait: int) -> Engine:
    connect_args = {"check_same_thread": False, "timeout": LONGEST_WAIT / 1000}
    engine = create_engine(url, pool_size=size, max_overflow=1, connect_args=connect_args)

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: object) -> None:  # noqa: ANN401 - a raw connection
        # The driver must not begin transactions by itself; a commit must survive power loss as well as kill -9.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={wait}"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:  # noqa: ANN401
        connection.exec_driver_sql(begin)

    return engine
