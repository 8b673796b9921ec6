"""kill -9 at any moment under load, time after time on each database: nothing acknowledged is lost, nothing doubled."""

from __future__ import annotations

import random
import socket
import threading
from collections import Counter
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from sqlalchemy import create_engine, select

from tests.server.live import Player, some_action, wait_for
from tests.server.noticing import Receiver, receiving
from tests.server.restarts import process
from tests.server.test_dice_parts import Browser, finished
from wartable.engine.record import verify
from wartable.server.notice_file import NoticeFile
from wartable.server.schema import entries, letters, notices
from wartable.server.settings import database_url

pytestmark = [pytest.mark.server, pytest.mark.slow, pytest.mark.storage]

KILLS = {"sqlite": 12, "postgres": 5}
"""SQLite writes in the process that is killed; PostgreSQL lives on, and only has to drop what was not committed."""


def free_port() -> int:
    """A port for a server that goes and comes back: one of those that no connection is given while it is away."""
    for port in random.SystemRandom().sample(range(10_000, 32_000), 1000):
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port
    raise AssertionError("no port is free")


class Load:
    """Somebody who plays both seats of a table, and sends what was not acknowledged again."""

    def __init__(self, port: int) -> None:
        self.player = Player(f"http://127.0.0.1:{port}")
        self.table = self.player.table("me", "local")["id"]
        self.acknowledged: list[tuple[str, int]] = []
        self.pending: dict[str, object] | None = None
        self.errors: list[str] = []
        self.sent = 0

    def play(self, stop: threading.Event) -> None:
        fresh = Player(str(self.player.http.base_url))
        fresh.http.cookies.update(self.player.http.cookies)
        self.player.close()
        self.player = fresh
        try:
            while not stop.is_set():
                self.turn()
        except httpx.TransportError:
            return
        except Exception as error:  # noqa: BLE001 - told in the test's own thread
            self.errors.append(repr(error))

    def turn(self) -> None:
        path = f"/api/tables/{self.table}"
        if self.pending is None:
            update = self.player.snapshot(self.table)["update"]
            seat = next((seat for seat in update["to_act"] if str(seat) in update["offers"]), None)
            if seat is None:
                return
            self.sent += 1
            self.pending = {"seat": seat, "action": some_action(update, seat), "key": f"k{self.sent}"}
        answer = self.player.http.post(f"{path}/actions", json=self.pending)
        if answer.status_code == 503:  # what the killed server had locked is not free yet: nothing was entered
            return
        assert answer.status_code == 200, answer.text
        self.acknowledged.append((str(self.pending["key"]), answer.json()["seq"]))
        self.pending = None


class Correspondence:
    """Somebody who writes letters to somebody who never reads them and is told of them by a webhook."""

    def __init__(self, port: int, hook: str) -> None:
        self.writer, self.reader = (Player(f"http://127.0.0.1:{port}") for _ in range(2))
        made = self.writer.table("me", "open", "local", "local", "local", game="diplomacy", start=False)
        self.path = f"/api/tables/{made['id']}"
        self.reader.post(f"{self.path}/seats/1", {"kind": "me"})
        self.reader.post("/api/me/addresses", {"target": hook})
        if self.writer.get(self.path)["status"] == "open":
            self.writer.post(f"{self.path}/start")
        self.acknowledged = set[str]()
        self.written = 0
        self.errors: list[str] = []

    def write(self, stop: threading.Event) -> None:
        """Write one letter after the other; one that was not acknowledged is sent again under its key."""
        fresh = Player(str(self.writer.http.base_url))
        fresh.http.cookies.update(self.writer.http.cookies)
        self.writer.close()
        self.writer = fresh
        try:
            while not stop.is_set():
                self.letter()
        except httpx.TransportError:
            return
        except Exception as error:  # noqa: BLE001 - told in the test's own thread
            self.errors.append(repr(error))

    def letter(self) -> None:
        key = f"l{self.written}"
        wish = {"seat": 0, "to": [1], "text": f"Letter {key}", "key": key}
        answer = self.writer.http.post(f"{self.path}/press/letters", json=wish)
        if answer.status_code == 503:
            return
        assert answer.status_code in {200, 201}, answer.text
        self.acknowledged.add(key)
        self.written += 1


@pytest.mark.parametrize("times", [1, pytest.param(4, marks=pytest.mark.strength)])
def test_nothing_acknowledged_is_lost_or_doubled(database: str, storage: str, times: int) -> None:
    with receiving() as hooked:
        kill_again_and_again(database, times * KILLS[storage], random.Random(times), hooked)


def kill_again_and_again(database: str, times: int, rng: random.Random, hooked: Receiver) -> None:
    port, file = free_port(), NoticeFile(base="http://wartable.test", hooks=("json",))
    with process(database, port, file):
        loads = [Load(port) for _ in range(4)]
        loads[0].player.table("random", "random", "random")
        letter_writer = Correspondence(port, f"json://127.0.0.1:{hooked.port}/told")
    for _ in range(times):
        with process(database, port, file) as server:
            stop = threading.Event()
            threads = [threading.Thread(target=load.play, args=(stop,)) for load in loads]
            threads.append(threading.Thread(target=letter_writer.write, args=(stop,)))
            told = len(hooked.got)
            for thread in threads:
                thread.start()
            goal = acknowledged(loads) + rng.randrange(1, 25)
            wait_until(loads, goal)
            wait_told(hooked, told + 1, letter_writer)
            stop.wait(rng.uniform(0, 0.02))
            server.kill()
            stop.set()
            for thread in threads:
                thread.join()
    with process(database, port):
        for load in loads:
            if load.pending:
                load.turn()

    letter_writer.writer.close()
    letter_writer.reader.close()
    assert letter_writer.errors == []
    check_letters(database, letter_writer, len(hooked.got))
    assert [load.errors for load in loads] == [[], [], [], []]
    assert not any(load.pending for load in loads)
    check(database, loads)
    for load in loads:
        load.player.close()


def wait_until(loads: list[Load], goal: int) -> None:
    """Wait until so much is acknowledged, or something went wrong."""
    wait_for(lambda: acknowledged(loads) >= goal or any(load.errors for load in loads))


def wait_told(hooked: Receiver, goal: int, load: Correspondence) -> None:
    """Wait until so many notices have come, or something went wrong."""
    wait_for(lambda: len(hooked.got) >= goal or load.errors)


def acknowledged(loads: list[Load]) -> int:
    return sum(len(load.acknowledged) for load in loads)


def check(database: str, loads: list[Load]) -> None:
    engine = create_engine(database_url(database))
    with engine.connect() as connection:
        rows = list(connection.execute(select(entries).order_by(entries.c.table_id, entries.c.seq)).mappings())
    engine.dispose()
    for table in {row["table_id"] for row in rows}:
        numbers = [row["seq"] for row in rows if row["table_id"] == table]
        assert numbers == list(range(1, len(numbers) + 1))
    for load in loads:
        mine = [row for row in rows if row["table_id"] == load.table]
        keys = Counter(row["key"] for row in mine if row["key"])
        assert set(keys.values()) <= {1}
        assert {key for key, _ in load.acknowledged} == set(keys)


def check_letters(database: str, load: Correspondence, told: int) -> None:
    """Every letter that was acknowledged is there once, and no notice was sent twice or is called sent and was not."""
    engine = create_engine(database_url(database))
    with engine.connect() as connection:
        keys = Counter(connection.execute(select(letters.c.key)).scalars())
        states = Counter(connection.execute(select(notices.c.state)).scalars())
    engine.dispose()
    assert load.acknowledged <= set(keys)
    assert set(keys.values()) == {1}
    assert states["sent"] <= told <= states["sent"] + states["sending"]


def test_dice_on_their_way_survive_a_kill_after_each_step(database: str) -> None:
    port = free_port()
    with process(database, port):
        player = Player(f"http://127.0.0.1:{port}")
        table = player.table("me", "local", joins=True, options={"turn_limit": 1})["id"]
        page = Browser(player, table)
        assert page.dice()["phase"] == "sealing"
    with process(database, port):
        again(page)
        page.seal()
    with process(database, port):
        again(page)
        assert (page.dice()["phase"], page.player.snapshot(table)["step"]) == ("opening", 0)
        page.open()
    with process(database, port):
        again(page)
        assert page.dice()["phase"] == "set"
        assert page.dice()["seal"] == page.first
        verdict = verify(finished(table, page.player), seal=page.first, notes=page.notes)
        page.player.close()

    assert verdict.dice_match
    assert verdict.added == (0,)


def again(page: Browser) -> None:
    """Let a page speak to the server that came after the one killed."""
    fresh = Player(str(page.player.http.base_url))
    fresh.http.cookies.update(page.player.http.cookies)
    page.player.close()
    page.player = fresh


def test_a_signal_ends_the_server_though_streams_are_open(tmp_path: Path) -> None:
    port = free_port()
    with process(f"sqlite:///{tmp_path}/games.sqlite3", port) as server:
        player = Player(f"http://127.0.0.1:{port}")
        table = player.table("me", "local")["id"]
        with player.stream(table) as events:
            events.wait(lambda got: got.of("table"))
            server.terminate()
            server.join(120)
            assert server.exitcode == 0
        player.close()
