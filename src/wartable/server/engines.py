"""Connections to SQLite and PostgreSQL, set up alike: one that writes, some that read."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from wartable.engine.errors import WartableError

READERS = 4
"""Connections for reading; as many threads read."""


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
        return _sqlite(url, "BEGIN IMMEDIATE", 1), _sqlite(url, "BEGIN", READERS)
    options: dict[str, Any] = {"pool_pre_ping": True, "pool_recycle": 1800}
    writer = create_engine(url, pool_size=1, max_overflow=1, **options)
    return writer, create_engine(url, pool_size=READERS, max_overflow=0, isolation_level="REPEATABLE READ", **options)


def _sqlite(url: str, begin: str, size: int) -> Engine:
    connect_args = {"check_same_thread": False, "timeout": 10}
    engine = create_engine(url, pool_size=size, max_overflow=1, connect_args=connect_args)

    @event.listens_for(engine, "connect")
    def _prepare(connection: Any, _: object) -> None:  # noqa: ANN401 - a raw connection
        # The driver must not begin transactions by itself; a commit must survive power loss as well as kill -9.
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: Any) -> None:  # noqa: ANN401
        connection.exec_driver_sql(begin)

    return engine
