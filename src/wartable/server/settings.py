"""What a host may set, with defaults that suit one person playing on his own machine."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from wartable.server.notice_file import NoticeFile

STATIC = Path(__file__).parent / "static"
"""Where the package build puts the browser client."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """Settings of one server process.

    `database` is a URL (`sqlite:///file`, `postgresql://user@host/name`) or the path of an SQLite file.
    Durations are seconds. `bot_workers` counts processes that think for bots; 0 thinks in threads of the server.
    `long_sum` is how long a drawing or a calculation may take.
    `known_seeds` lets whoever makes a table name the seed of its dice: only for servers that nobody else plays on.
    `hosts` lists the names this server is called by, without ports (none: any). On one's own machine it keeps out pages
    of other sites that have had their name pointed here.
    `connections` may be open at once (fewer where the system allows the process fewer files), and of one address
    `connections_per_address`, or as many requests under way where a proxy passes them on. A request must begin with a
    whole head within `head_patience` and be there in whole `body_patience` later.
    `leave` is how long an orderly end may take to keep what later releases show of the tables that have changed.
    `keep_tables`, `keep_games` and `keep_guests` are days after which is removed what nobody needs any more (0: never):
    tables that came to nothing, games of people, guests without a table.
    `notices` says how players are told whose browser is closed; without it nobody is.
    `secure_cookie` must be on where players come by https; `proxies` lists addresses whose forwarded headers are
    believed (`*`: all).
    """

    database: str = "sqlite:///wartable.sqlite3"
    host: str = "127.0.0.1"
    port: int = 8000
    static: Path = STATIC
    hosts: tuple[str, ...] = ()
    secure_cookie: bool = False
    proxies: str = "127.0.0.1"
    limits: bool = True
    connections: int = 4096
    connections_per_address: int = 256
    head_patience: float = 20.0
    body_patience: float = 60.0
    known_seeds: bool = False
    bot_workers: int | None = None
    bot_patience: float = 20.0
    bot_slice: float = 0.06
    long_sum: float = 20.0
    heartbeat: float = 15.0
    sweep: float = 5.0
    leave: float = 5.0
    idle: float = 60.0
    tables_in_memory: int = 512
    keep_tables: int = 90
    keep_games: int = 0
    keep_guests: int = 400
    notices: NoticeFile | None = None
    log_json: bool = False
    log_level: str = "info"

    @property
    def url(self) -> str:
        """The database address in SQLAlchemy's form."""
        return database_url(self.database)

    @property
    def workers(self) -> int:
        """Number of processes that think for bots: all processors but one, but two, so that no bot holds up all."""
        if self.bot_workers is not None:
            return self.bot_workers
        return max(2, (os.cpu_count() or 2) - 1)


def database_url(text: str) -> str:
    """Return SQLAlchemy's form of a database address: the driver named, a bare path read as an SQLite file."""
    for short in ("postgresql://", "postgres://"):
        if text.startswith(short):
            return "postgresql+psycopg://" + text.removeprefix(short)
    if "://" in text:
        return text
    return f"sqlite:///{text}"
