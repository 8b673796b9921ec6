"""Brings the database to the present version on start, and costs next to nothing when it is there already."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from wartable.engine.errors import WartableError

HEAD = "0022"
"""The version this code works with: the last step in `migrations/versions`."""

KNOWN = (
    "0001",
    "0002",
    "0003",
    "0004",
    "0005",
    "0006",
    "0007",
    "0008",
    "0009",
    "0013",
    "0014",
    "0015",
    "0016",
    "0017",
    "0018",
    "0019",
    "0020",
    "0021",
    "0022",
)

_LOCK = 7_223_601
"""Number of the PostgreSQL advisory lock that lets one process at a time migrate."""


class NewerDatabase(WartableError):
    """The database was written by a later version of the program."""


def upgrade(engine: Engine) -> None:
    """Bring the database to `HEAD`; raises `NewerDatabase` where it is past it."""
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
        version = version_of(connection)
        if version == HEAD:
            return
        if version and version not in KNOWN:
            raise NewerDatabase(f"The database has version {version}; this program knows versions up to {HEAD}.")
        _run(connection)


def version_of(connection: Connection) -> str:
    """Return the version a database has, or nothing for an empty one."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none() or ""


def _run(connection: Connection) -> None:
    from alembic import command  # noqa: PLC0415 - a third of a second that a ready database need not pay
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
