"""A database that another program has locked: writes are refused with the time to wait, reading goes on."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx
import msgspec
import pytest
import sqlalchemy as sa

from tests.server.clockwork import Time, Timed, missed
from tests.server.conftest import SETTINGS, Opens, fresh_database
from tests.server.live import Json, Live, Player, alone, wait_for
from tests.server.test_faults import names, note
from tests.server.test_once import entries
from tests.server.test_play import place
from wartable.server import hub as hub_module
from wartable.server import writer as writer_module
from wartable.server.engines import RETRY_AFTER, Busy, connect
from wartable.server.hub import Hub
from wartable.server.migrate import upgrade
from wartable.server.schema import tables
from wartable.server.settings import database_url
from wartable.server.writer import Writer

pytestmark = pytest.mark.storage

LOCKS = {"sqlite": ["BEGIN IMMEDIATE"], "postgresql": ["BEGIN", "LOCK TABLE entries, players IN EXCLUSIVE MODE"]}


@contextmanager
def locked(database: str, *statements: str) -> Iterator[Callable[[], None]]:
    """Lock a database as another program would; what is yielded ends that early."""
    engine = sa.create_engine(database_url(database), isolation_level="AUTOCOMMIT")
    try:
        with engine.connect() as connection:
            for statement in statements or LOCKS[engine.dialect.name]:
                connection.exec_driver_sql(statement)
            held = True

            def let_go() -> None:
                nonlocal held
                if held:
                    held = False
                    connection.exec_driver_sql("ROLLBACK")

            try:
                yield let_go
            finally:
                let_go()
    finally:
        engine.dispose()


@pytest.fixture
def served(opens: Opens, database: str) -> Live:
    return opens(msgspec.structs.replace(SETTINGS, database=database))


def begun(player: Player) -> tuple[str, Json]:
    table = player.table("me", "random")["id"]
    return table, player.wait_turn(table, 0)


def test_a_write_is_refused_with_the_seconds_to_wait_and_goes_through_later(served: Live, database: str) -> None:
    player = served.player()
    table, update = begun(player)
    before = entries(served, table)
    wish = {"seat": 0, "action": place(update, 0), "key": "one-key"}

    with locked(database):
        answer = player.http.post(f"/api/tables/{table}/actions", json=wish)
        newcomer = httpx.get(f"{served.url}/api/me")

    assert (answer.status_code, answer.json()["code"]) == (503, "database.busy")
    assert answer.headers["retry-after"] == str(RETRY_AFTER)
    assert f"{RETRY_AFTER} seconds" in answer.json()["message"]
    assert newcomer.status_code in (200, 503)
    assert entries(served, table) == before
    assert player.post(f"/api/tables/{table}/actions", wish)["step"] == update["step"] + 1


def test_reading_goes_on_at_the_very_table_where_a_write_waits(
    served: Live, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer_module, "PATIENCE", 600.0)
    player, watcher = served.player(), served.player()
    table, update = begun(player)
    answers: list[Json] = []

    with locked(database) as let_go:
        known = served.services.hub.known(table)
        assert known is not None
        writing = threading.Thread(target=lambda: answers.append(player.act(table, 0, place(update, 0))))
        writing.start()
        wait_for(known.lock.locked)
        seen = watcher.snapshot(table)
        past = watcher.get(f"/api/tables/{table}/at/0")
        card = watcher.get(f"/api/tables/{table}")
        answered_before = list(answers)
        let_go()
        writing.join(60)

    assert answered_before == [], "the readers did not wait for the writer"
    assert seen["step"] == update["step"], "and saw nothing that is not committed"
    assert past["step"] == 0
    assert card["id"] == table
    assert answers[0]["step"] == update["step"] + 1


def test_a_short_lock_is_waited_for(served: Live, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer_module, "PATIENCE", 600.0)
    player = served.player()
    table, update = begun(player)
    answers: list[Any] = []
    with locked(database) as let_go:
        acting = threading.Thread(target=lambda: answers.append(player.act(table, 0, place(update, 0))))
        acting.start()
        known = served.services.hub.known(table)
        assert known is not None
        wait_for(known.lock.locked)
        let_go()
        acting.join(60)

    assert answers[0]["step"] == update["step"] + 1


def test_bots_go_on_by_themselves_after_a_lock(served: Live, database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    player, driver = served.player(), served.services.driver
    with monkeypatch.context() as patch:
        patch.setattr(driver, "kick", lambda _: None)  # they begin once it is locked: a game may be short
        table = player.table("random", "random", "random", options={"turn_limit": 500})["id"]
    with locked(database):
        known = served.services.hub.known(table)
        assert known is not None
        served.services._jobs[0].get_loop().call_soon_threadsafe(driver.kick, known)
        wait_for(lambda: served.services.store.writer.locked_out)
        step = player.snapshot(table)["step"]  # once the lock is gone the game may be over before anybody looks

    wait_for(lambda: player.snapshot(table)["step"] > step)


@pytest.fixture
def timed(database: str) -> Iterator[Timed]:
    server = Timed(database, Time())
    yield server
    server.stop()


def test_bots_and_deadlines_that_met_a_lock_wait_no_longer_than_it_lasts(
    timed: Timed, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = timed.player()
    table = player.table("me", "random", "random", pace={"seconds": 60})["id"]
    player.wait_turn(table, 0)

    async def busy(*_: object) -> bool:
        raise Busy

    with monkeypatch.context() as patch:
        patch.setattr("wartable.server.timekeeper.run_out", busy)
        patch.setattr("wartable.server.drive.drafts.close", busy)
        with timed.services.store.write_engine.begin() as connection:
            connection.execute(tables.update().where(tables.c.id == table).values(bots_due=True, updated=0.0))
        sweep(timed)
        timed.skip(61)
        assert missed(player, table)[0] == 0  # the server looks by itself, too, as soon as nothing is busy
    timed.tick()

    assert missed(player, table)[0] == 1
    assert table not in timed.services.driver._shut


def sweep(served: Live) -> None:
    """Let a server look for bots that wait."""
    loop = served.services._jobs[0].get_loop()
    asyncio.run_coroutine_threadsafe(served.services.driver.sweep(0.0), loop).result(60)


@pytest.mark.server
def test_a_row_that_somebody_holds_keeps_no_other_table_waiting(
    opens: Opens, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = fresh_database("postgres", tmp_path, request)
    served = opens(msgspec.structs.replace(SETTINGS, database=database))
    held, free = served.player(), served.player()
    one, two = begun(held), begun(free)
    answers: list[int] = []
    wish = {"seat": 0, "action": place(one[1], 0), "key": "one-key"}
    path = f"/api/tables/{one[0]}/actions"

    with locked(database, "BEGIN", f"SELECT * FROM tables WHERE id = '{one[0]}' FOR UPDATE"):
        writing = threading.Thread(target=lambda: answers.append(held.http.post(path, json=wish).status_code))
        writing.start()
        known = served.services.hub.known(one[0])
        assert known is not None
        wait_for(known.lock.locked)
        moved = free.act(two[0], 0, place(two[1], 0))
        writing.join(60)

    assert moved["step"] == two[1]["step"] + 1
    assert answers == [503]


def test_of_jobs_that_wait_none_is_lost_and_none_is_done_twice(database: str) -> None:
    engine, reader = connect(database_url(database))
    upgrade(engine)
    writer = Writer(engine)
    statements = ["BEGIN", "LOCK TABLE secrets IN EXCLUSIVE MODE"] if engine.dialect.name == "postgresql" else []

    async def all_at_once() -> list[BaseException | None]:
        jobs = [writer.commit(note(f"n{number}")) for number in range(5)]
        return await asyncio.gather(*jobs, return_exceptions=True)

    with locked(database, *statements):
        refused = alone(all_at_once())
        assert writer.locked_out
    done = alone(all_at_once())
    doubled = alone(all_at_once())
    writer.close()
    found = names(writer)
    engine.dispose()
    reader.dispose()

    assert all(isinstance(error, Busy) for error in refused)
    assert done == [None] * 5
    assert not any(isinstance(error, Busy) or error is None for error in doubled)
    assert found == [f"n{number}" for number in range(5)]
    assert not writer.locked_out


def test_a_server_stops_in_good_order_while_the_database_is_locked(opens: Opens, database: str) -> None:
    served = opens(msgspec.structs.replace(SETTINGS, database=database))
    player = served.player()
    table, update = begun(player)
    with locked(database):
        answer = player.http.post(
            f"/api/tables/{table}/actions", json={"seat": 0, "action": place(update, 0), "key": "one-key"}
        )
        served.stop()

    assert answer.status_code == 503


Reading = tuple[asyncio.Lock, Callable[[], asyncio.Task[bool]], SimpleNamespace]


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> Reading:
    """The lock of a table, a way to wait for it as readers do, and the writer they look at."""
    monkeypatch.setattr(hub_module, "_PATIENCE", 0.01)
    lock, writer = asyncio.Lock(), SimpleNamespace(locked_out=False)
    hub: Any = SimpleNamespace(store=SimpleNamespace(writer=writer))
    return lock, lambda: asyncio.create_task(Hub._acquired(hub, lock)), writer


def test_a_reader_keeps_its_place_before_those_who_come_later(reading: Reading) -> None:
    lock, read, _ = reading

    async def run() -> None:
        await lock.acquire()
        reader = read()
        await asyncio.sleep(0)
        later = asyncio.create_task(lock.acquire())
        await asyncio.sleep(0.1)  # many times its patience
        lock.release()
        await asyncio.wait({reader, later}, return_when=asyncio.FIRST_COMPLETED)
        assert reader.done()
        assert not later.done()
        lock.release()
        await later

    alone(run())


def test_a_reader_that_is_given_up_leaves_no_lock_behind(reading: Reading) -> None:
    lock, read, writer = reading

    async def run() -> None:
        await lock.acquire()
        first, second = read(), read()
        await asyncio.sleep(0)
        lock.release()
        await asyncio.sleep(0)
        first.cancel()  # as the lock is given to it
        assert await asyncio.wait_for(second, 60)
        writer.locked_out = True
        assert not await asyncio.wait_for(read(), 60)
        lock.release()
        await asyncio.wait_for(lock.acquire(), 60)

    alone(run())
