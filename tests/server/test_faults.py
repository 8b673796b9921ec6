"""Faults below the server: transactions that fail, replays that fail, jobs that fail; the server goes on as it was."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa
from sqlalchemy.exc import OperationalError

from tests.server.conftest import SETTINGS, Opens, fresh_database
from tests.server.live import Live, Player, alone, wait_for
from tests.server.test_once import entries
from tests.server.test_play import place
from wartable.engine import registry
from wartable.engine.game import AnyGame
from wartable.server import hub as hub_module
from wartable.server.brains import Brains
from wartable.server.drive import Driver
from wartable.server.engines import connect
from wartable.server.hub import Hub
from wartable.server.migrate import upgrade
from wartable.server.run import share_interpreter, spare_collector
from wartable.server.schema import players, secrets
from wartable.server.settings import database_url
from wartable.server.store import Loaded
from wartable.server.table import Table
from wartable.server.writer import PAUSES, Conflict, Job, Writer

pytestmark = pytest.mark.storage

PATIENCE = 120.0
"""Seconds that a thread may take: this bounds failing tests only."""


class Deadlock(Exception):
    """What the driver raises for the victim of a deadlock."""

    sqlstate = "40P01"


@pytest.fixture
def writer(database: str) -> Iterator[Writer]:
    engine, reader = connect(database_url(database))
    upgrade(engine)
    writer = Writer(engine)
    yield writer
    writer.close()
    engine.dispose()
    reader.dispose()


def note(name: str) -> Job:
    """A job that would fail if it were done twice."""
    return Job(also=lambda connection: _run(connection, sa.insert(secrets).values(name=name, value=b"x")))


def _run(connection: sa.Connection, statement: Any) -> None:
    connection.execute(statement)


def names(writer: Writer) -> list[str]:
    with writer._engine.connect() as connection:
        return sorted(connection.execute(sa.select(secrets.c.name)).scalars())


class Fails:
    """Work that fails some times before it succeeds."""

    def __init__(self, job: Job, times: int, error: Exception) -> None:
        self.job, self.left, self.error = job, times, error

    def __call__(self, connection: sa.Connection) -> None:
        assert self.job.also is not None
        self.job.also(connection)
        if self.left:
            self.left -= 1
            raise self.error


async def together(writer: Writer, *jobs: Job) -> list[BaseException | None]:
    """Commit jobs in one batch: the writer is held up until all of them wait."""
    gate, entered = threading.Event(), threading.Event()
    held = asyncio.create_task(writer.commit(Job(also=lambda _: _wait(gate, entered))))
    await asyncio.to_thread(entered.wait, PATIENCE)
    tasks = [asyncio.create_task(writer.commit(job)) for job in jobs]
    await asyncio.sleep(0.05)  # each task puts its job into the queue when it first runs, which is now
    gate.set()
    await held
    return await asyncio.gather(*tasks, return_exceptions=True)


def _wait(gate: threading.Event, entered: threading.Event) -> None:
    entered.set()
    assert gate.wait(PATIENCE)


def test_a_deadlock_fails_nobody_and_doubles_nothing(writer: Writer) -> None:
    deadlock = OperationalError("UPDATE", {}, Deadlock("deadlock detected"))
    unlucky = Job(also=Fails(note("b"), 2, deadlock))

    told = alone(together(writer, note("a"), unlucky, note("c")))

    assert told == [None, None, None]
    assert names(writer) == ["a", "b", "c"]


@pytest.mark.parametrize("error", [RuntimeError("no"), OperationalError("UPDATE", {}, Deadlock("deadlock detected"))])
def test_a_job_that_keeps_failing_is_told_so_alone(writer: Writer, error: Exception) -> None:
    hopeless = Job(also=Fails(note("b"), 2 + len(PAUSES), error))

    told = alone(together(writer, note("a"), hopeless, note("c"), note("a")))

    assert told[:3] == [None, error, None]
    assert isinstance(told[3], Conflict)
    assert names(writer) == ["a", "c"]


@pytest.mark.server
def test_a_real_deadlock_between_two_processes(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    engine, reader = connect(database_url(fresh_database("postgres", tmp_path, request)))
    upgrade(engine)
    people = [{"id": one, "name": "", "colour": 1, "avatar": "", "created": 0.0} for one in "ab"]
    with engine.begin() as connection:
        connection.execute(sa.insert(players), people)
    writer = Writer(engine)
    with reader.connect().execution_options(isolation_level="READ COMMITTED") as other:
        other.execute(sa.update(players).where(players.c.id == "b").values(name="other"))
        pid = other.execute(sa.text("SELECT pg_backend_pid()")).scalar_one()
        alone(_crossed(writer, threading.Thread(target=lambda: _then_commit(other, "a")), pid))
    writer.close()
    with reader.connect() as connection:
        found = {(row.id, row.name, row.colour) for row in connection.execute(sa.select(players))}
    engine.dispose()
    reader.dispose()

    assert found == {("a", "other", 2), ("b", "other", 2)}


_BLOCKED = sa.text("SELECT count(*) FROM pg_locks WHERE pid = :pid AND NOT granted")
"""Whether the other one wants what somebody else holds."""


def _then_commit(connection: sa.Connection, row: str) -> None:
    connection.execute(sa.update(players).where(players.c.id == row).values(name="other"))
    connection.commit()


async def _crossed(writer: Writer, other: threading.Thread, pid: int) -> None:
    """Take row a, let the other one want it while it holds b, and then want b."""
    started = threading.Event()

    def work(connection: sa.Connection) -> None:
        # The one who waits the shorter time before it looks for deadlocks is the one who is ended.
        connection.execute(sa.text("SET LOCAL deadlock_timeout = '50ms'"))
        for row in "ab":
            connection.execute(sa.update(players).where(players.c.id == row).values(colour=players.c.colour + 1))
            if not started.is_set():
                started.set()
                other.start()
                wait_for(lambda: connection.execute(_BLOCKED, {"pid": pid}).scalar_one())

    await writer.commit(Job(also=work))
    other.join(PATIENCE)


def test_a_replay_after_a_conflict_holds_nobody_up_and_is_seen_by_nobody(
    live: Live, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = player.table("me", "random")["id"]
    update = player.wait_turn(table, 0)
    whole, gate, entered = hub_module._opened, threading.Event(), threading.Event()

    def slowly(loaded: Loaded) -> Table:
        if loaded.row.id == table:
            entered.set()
            assert gate.wait(PATIENCE)
        return whole(loaded)

    monkeypatch.setattr(hub_module, "_opened", slowly)
    before = entries(live, table).count("act")
    steal(live, table)
    answers: list[Any] = []
    acting = threading.Thread(target=lambda: answers.append(player.act(table, 0, place(update, 0))))
    acting.start()
    assert entered.wait(PATIENCE)
    known = live.services.hub.known(table)

    assert known is not None
    assert known.broken, "what failed half-way is not to be read"
    assert live.player().get("/api/health")["ok"], "the others go on meanwhile"
    gate.set()
    acting.join(PATIENCE)
    assert answers[0]["step"] == update["step"] + 1
    assert entries(live, table).count("act") == before + 1
    assert not known.broken


def steal(live: Live, table: str) -> None:
    """Write the next entry of a table as another process would."""
    with live.services.store.write_engine.begin() as connection:
        connection.execute(
            sa.text(
                "INSERT INTO entries (table_id, seq, kind, body, why, at) "
                "SELECT table_id, max(seq) + 1, 'lobby', '{}', '', 0 FROM entries "
                "WHERE table_id = :id GROUP BY table_id"
            ),
            {"id": table},
        )


def test_a_table_whose_replay_failed_is_read_anew_by_whoever_comes_next(
    live: Live, player: Player, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = player.table("me", "random")["id"]
    update = player.wait_turn(table, 0)

    async def fails(*_: object) -> Loaded:
        raise RuntimeError("the database is away")

    steal(live, table)
    with monkeypatch.context() as patch:
        patch.setattr(live.services.store, "load", fails)
        player.act(table, 0, place(update, 0), 500)

    assert player.snapshot(table)["step"] == update["step"]
    assert player.act(table, 0, place(update, 0))["step"] == update["step"] + 1


def test_a_stream_goes_on_though_the_seat_looked_through_has_moved_up(player: Player) -> None:
    table = player.table("open", "random", "me", start=False)["id"]

    with player.stream(table, None, **{"as": 2}) as events:
        events.wait(lambda got: got.of("table"))
        player.post(f"/api/tables/{table}/start")
        update = events.wait(lambda got: got.of("update"))[0]

    assert update["look"] == 1


def test_a_start_whose_background_work_fails_still_serves_and_moves_bots(
    opens: Opens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sweeps: list[float] = []
    whole = Driver.sweep

    async def falters(self: Driver, idle: float) -> None:
        sweeps.append(idle)
        if len(sweeps) == 1:
            raise RuntimeError("the shelf fell down")
        await whole(self, idle)

    async def fails(_: Brains) -> None:
        raise RuntimeError("no thoughts")

    monkeypatch.setattr(Driver, "sweep", falters)
    monkeypatch.setattr(Brains, "warm", fails)
    live = opens(msgspec.structs.replace(SETTINGS, database=f"{tmp_path}/games.sqlite3"))
    player = live.player()
    table = player.table("me", "random")["id"]

    assert player.wait_turn(table, 0)["to_act"] == [0]
    wait_for(lambda: len(sweeps) > 1)


def test_one_table_that_cannot_be_opened_does_not_hold_up_the_bots_of_others(
    opens: Opens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = msgspec.structs.replace(SETTINGS, database=f"{tmp_path}/games.sqlite3", sweep=600.0)
    with monkeypatch.context() as patch:
        patch.setattr(Driver, "kick", lambda *_: None)
        live = opens(settings)
        player = live.player()
        for _ in range(2):
            player.table("random", "random")
        live.stop()
    whole, asked = Hub.table, list[str]()

    async def fails_first(self: Hub, table_id: str) -> Table:
        asked.append(table_id)
        if asked[0] == table_id:
            raise RuntimeError("unreadable")
        return await whole(self, table_id)

    monkeypatch.setattr(Hub, "table", fails_first)
    live = opens(settings)

    wait_for(lambda: len(asked) > 1 and live.services.hub.known(asked[1]))


def test_a_game_that_cannot_be_loaded_does_not_keep_the_others_from_being_played(
    opens: Opens, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keys, get = registry.keys(), registry.get

    def fails(key: str) -> AnyGame:
        if key == "broken":
            raise ModuleNotFoundError("No module named 'broken'")
        return get(key)

    monkeypatch.setattr(registry, "keys", lambda: ("broken", *keys))
    monkeypatch.setattr(registry, "get", fails)
    live = opens(msgspec.structs.replace(SETTINGS, database=f"{tmp_path}/games.sqlite3"))
    player = live.player()

    assert "risk" in {game["key"] for game in player.get("/api/games")}
    assert "broken" not in {game["key"] for game in player.get("/api/games")}
    assert player.table("me", "easy")["status"] == "running"


def test_the_collector_rests_while_the_server_loads_and_works_from_then_on() -> None:
    thresholds = gc.get_threshold()
    gc.disable()
    try:
        spare_collector()
        assert gc.isenabled()
        assert gc.get_freeze_count() > 0
    finally:
        gc.enable()
        gc.unfreeze()
        gc.set_threshold(*thresholds)


def test_threads_that_compute_give_the_interpreter_back_sooner_than_is_usual() -> None:
    usual = sys.getswitchinterval()
    try:
        share_interpreter()
        assert sys.getswitchinterval() < usual
    finally:
        sys.setswitchinterval(usual)
