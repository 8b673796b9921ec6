"""Slow, greedy and broken clients: nobody holds a connection for nothing, and the others are answered meanwhile."""

from __future__ import annotations

import asyncio
import errno
import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.processes import started
from tests.server.conftest import SETTINGS, Opens
from tests.server.live import Live, alone, wait_for
from tests.server.test_kill import free_port
from tests.server.wire import Bare
from wartable.cli.play import free_listener, listeners_on
from wartable.server import connections as connections_module
from wartable.server.connections import network_of
from wartable.server.incoming import Incoming
from wartable.server.settings import Settings
from wartable.server.sockets import Listener

HEALTH = "/api/health"
JSON = "Content-Type: application/json"
ME = b'{"name":"Mira","colour":2}'
FOREVER = 3600.0


@pytest.fixture
def patient(tmp_path: Path) -> Settings:
    """A server that waits for ever, and whose clients come without a proxy."""
    database = f"{tmp_path}/games.sqlite3"
    return msgspec.structs.replace(
        SETTINGS, database=database, proxies="192.0.2.1", head_patience=FOREVER, body_patience=FOREVER
    )


def well(live: Live) -> bool:
    with Bare(live.port) as client:
        return client.head("GET", HEALTH).answer()[0] == 200


@pytest.mark.parametrize("begun", ["", "G", "GET / HTTP/1.1\r\nHost: local"])
def test_whoever_sends_half_a_head_is_hung_up_on(opens: Opens, patient: Settings, begun: str) -> None:
    live = opens(msgspec.structs.replace(patient, head_patience=0.3))

    with Bare(live.port) as client:
        client.send(begun)
        if begun:
            assert client.refusal() == (408, "request.slow")
        assert client.ended


def test_bytes_that_trickle_in_win_no_time(opens: Opens, patient: Settings) -> None:
    live = opens(msgspec.structs.replace(patient, head_patience=0.5))

    with Bare(live.port) as client:
        assert client.head("GET", HEALTH).answer()[0] == 200
        client.send("GET / HTTP/1.1\r\n")
        with pytest.raises(ConnectionError):
            wait_for(lambda: client.send("A: b\r\n") is None)


def test_whoever_sends_half_a_body_is_told_and_nothing_is_changed(opens: Opens, patient: Settings) -> None:
    live = opens(msgspec.structs.replace(patient, body_patience=0.3))
    player = live.player()
    before = player.me()
    cookie = f"Cookie: wartable={player.http.cookies['wartable']}"

    for length in (f"Content-Length: {len(ME) + 1}", "Transfer-Encoding: chunked"):
        with Bare(live.port) as client:
            client.head("PUT", "/api/me", JSON, cookie, length)
            client.send(ME if length.startswith("C") else b"%x\r\n%s\r\n" % (len(ME), ME))
            assert client.refusal() == (408, "request.slow")
            assert client.ended
    assert player.me() == before


def test_a_body_that_breaks_off_is_none_even_where_it_could_be_read(opens: Opens, patient: Settings) -> None:
    live = opens(patient)
    player = live.player()
    before = player.me()

    with Bare(live.port) as client:
        client.head("PUT", "/api/me", JSON, f"Cookie: wartable={player.http.cookies['wartable']}", "Content-Length: 99")
        client.send(ME)
        wait_for(lambda: live.asked == 1)
    wait_for(lambda: live.asked == 0)

    assert player.me() == before


def test_a_request_that_gives_its_length_twice_is_refused_and_the_connection_ends(
    opens: Opens, patient: Settings
) -> None:
    live = opens(patient)

    with Bare(live.port) as client:
        client.head("POST", "/api/tables", JSON, "Content-Length: 5", "Transfer-Encoding: chunked")
        client.send("0\r\n\r\nGET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert client.refusal() == (400, "body.length")
        assert client.ended


@pytest.mark.parametrize("path", ["/", HEALTH, "/api/tables/nothing/stream"])
def test_a_question_with_a_body_is_refused_since_nobody_would_read_it(
    opens: Opens, patient: Settings, path: str
) -> None:
    live = opens(patient)

    with Bare(live.port) as client:
        client.head("GET", path, "Content-Length: 5")
        assert client.refusal() == (400, "body.unwanted")
        assert client.ended


def test_one_address_has_so_many_connections_and_no_more(opens: Opens, patient: Settings) -> None:
    live = opens(msgspec.structs.replace(patient, connections_per_address=3))

    with ExitStack() as open_ones:
        clients = [open_ones.enter_context(Bare(live.port)) for _ in range(3)]
        assert all(client.head("GET", HEALTH).answer()[0] == 200 for client in clients)
        with Bare(live.port) as greedy:
            status, headers, body = greedy.answer()
            assert (status, json.loads(body)["code"]) == (429, "connections.too_many")
            assert int(headers["retry-after"]) >= 1
            assert greedy.ended
        clients[0].close()
        wait_for(lambda: live.connected == 2)
        assert well(live)


def test_behind_a_proxy_it_is_the_address_it_names_that_counts(opens: Opens, patient: Settings) -> None:
    live = opens(msgspec.structs.replace(patient, connections_per_address=3, proxies="127.0.0.1"))
    table = live.player().table("me", "open", start=False)["id"]
    path = f"/api/tables/{table}/stream"

    with ExitStack() as open_ones:
        clients = [open_ones.enter_context(Bare(live.port)) for _ in range(6)]
        for client in clients[:3]:
            assert client.head("GET", path, "X-Forwarded-For: 192.0.2.7").begun()[0] == 200
        for client in clients[3:]:
            client.head("GET", HEALTH, "X-Forwarded-For: 192.0.2.7")
            assert client.refusal() == (429, "requests.too_many")
            assert client.head("GET", HEALTH, "X-Forwarded-For: 192.0.2.8").answer()[0] == 200


def test_a_crowd_that_sends_nothing_whole_makes_room_for_those_who_do(opens: Opens, patient: Settings) -> None:
    live = opens(msgspec.structs.replace(patient, connections=8))

    with ExitStack() as open_ones:
        crowd = [open_ones.enter_context(Bare(live.port)) for _ in range(40)]
        for number, client in enumerate(crowd):
            if number % 2 and number >= 32:
                client.head("PUT", "/api/me", JSON, "Content-Length: 9").send("{")
        assert well(live)
        assert crowd[0].ended
        assert live.connected <= 8


def test_a_server_that_is_full_says_so_and_tells_how_it_is(opens: Opens, patient: Settings) -> None:
    live = opens(msgspec.structs.replace(patient, connections=2))
    player = live.player()
    table = player.table("me", "open", start=False)["id"]
    player.close()

    with ExitStack() as open_ones:
        for _ in range(2):
            client = open_ones.enter_context(Bare(live.port))
            assert client.head("GET", f"/api/tables/{table}/stream").begun()[0] == 200
        with Bare(live.port) as late:
            late.head("GET", "/api/games")
            assert late.refusal() == (503, "server.full")
            assert late.ended
        assert well(live)


def test_whoever_comes_when_there_is_no_room_even_for_word_of_it_is_told_so_at_once(
    opens: Opens, patient: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections_module, "_OVERFLOW", 0)
    live = opens(msgspec.structs.replace(patient, connections=1))
    player = live.player()
    table = player.table("me", "open", start=False)["id"]
    player.close()
    wait_for(lambda: live.connected == 0)

    with Bare(live.port) as client:
        assert client.head("GET", f"/api/tables/{table}/stream").begun()[0] == 200
        with Bare(live.port) as late:
            assert late.refusal() == (503, "server.full")
            assert late.ended


def test_whoever_takes_nothing_of_an_answer_is_hung_up_on(
    opens: Opens, patient: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections_module, "_STUCK", 0.3)
    (tmp_path / "big.bin").write_bytes(bytes(40_000_000))
    live = opens(msgspec.structs.replace(patient, static=tmp_path))

    with Bare(live.port, takes=4096) as client:
        client.head("GET", "/big.bin", "Accept-Encoding: identity")
        client.begun()
        wait_for(lambda: live.connected == 0)


def test_answers_on_sockets_handed_in_do_not_wait_for_more_to_send(opens: Opens, patient: Settings) -> None:
    live = opens(patient)

    for made in [free_listener(0), *listeners_on("127.0.0.1", 0)]:
        with (
            Listener.of(made, lambda: False) as listener,
            socket.create_connection(listener.getsockname()),
            listener.accept()[0] as accepted,
        ):
            assert accepted.proto == socket.IPPROTO_TCP
    with Bare(live.port) as client:
        client.head("GET", HEALTH).answer()
        assert live.prompt


class Exhausted(Listener):
    """A listener of a process that can open no more files."""

    def _accept(self) -> tuple[int, Any]:
        raise OSError(errno.EMFILE, "Too many open files")


def test_a_listener_that_can_open_no_more_files_lets_one_go_and_keeps_calm() -> None:
    answers, asked = [True, False], list[bool]()

    def make_room() -> bool:
        asked.append(answers[len(asked)])
        return asked[-1]

    with Exhausted.of(free_listener(0), make_room) as listener:
        for _ in answers:
            with pytest.raises(BlockingIOError):
                listener.accept()

    assert asked == answers


PROGRAM = """
import resource, sys
if len(sys.argv) > 3:
    resource.setrlimit(resource.RLIMIT_NOFILE, (240, 240))
    held = [open("/dev/null") for _ in range(140)]
from wartable.server.run import serve
from wartable.server.incoming import Incoming
from wartable.server.settings import Settings
serve(Settings(database=sys.argv[1], port=int(sys.argv[2]), proxies="", bot_workers=0))
"""


@contextmanager
def process(folder: Path, *words: str) -> Iterator[tuple[int, subprocess.Popen[str]]]:
    """Run a server process; give its port."""
    port = free_port()
    with started([sys.executable, "-c", PROGRAM, f"{folder}/games.sqlite3", str(port), *words]) as server:
        wait_for(lambda: server.poll() is not None or _lives(port))
        yield port, server


def _lives(port: int) -> bool:
    try:
        with Bare(port) as client:
            return client.head("GET", HEALTH).answer()[0] == 200
    except (OSError, IndexError):
        return False


def ended(server: subprocess.Popen[str]) -> str:
    """Stop a server; return what it wrote to its log."""
    server.send_signal(signal.SIGTERM)
    said = server.communicate(timeout=60)[1]
    assert server.returncode == 0
    return said


@pytest.mark.server
def test_a_process_out_of_files_answers_and_writes_no_novel(tmp_path: Path) -> None:
    with process(tmp_path, "few files") as (port, server):
        with ExitStack() as open_ones:
            for _ in range(300):
                open_ones.enter_context(Bare(port)).send("GET / HT")
            answers = [_lives(port) for _ in range(20)]
        said = ended(server)

    assert answers == [True] * 20
    assert len(said.splitlines()) < 20, said[:2000]


@pytest.mark.server
def test_a_stop_in_the_middle_of_a_request_is_told_and_ends_in_good_order(tmp_path: Path) -> None:
    with process(tmp_path) as (port, server), Bare(port) as half, Bare(port) as nearly, Bare(port):
        half.send("PUT /api/me HT")
        nearly.head("PUT", "/api/me", JSON, "Content-Length: 99").send(ME)
        assert _lives(port)  # the others have come before this one
        said = ended(server)
        assert nearly.refusal() == (503, "server.ends")
        assert half.ended

    assert "Traceback" not in said
    assert "error" not in said.lower()


def test_versions_of_addresses_that_count_as_one() -> None:
    assert network_of("192.0.2.1") == "192.0.2.1"
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2::9%eth0") == "2001:db8:1:2::/64"
    assert network_of("::ffff:192.0.2.1") == "192.0.2.1"
    assert network_of("") == ""


def test_an_answer_that_outlasts_the_server_is_given_up_in_words(patient: Settings) -> None:
    began, sent = asyncio.Event(), list[Any]()

    async def slow(*_: object) -> None:
        began.set()
        await asyncio.Event().wait()

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    async def ended() -> None:
        incoming = Incoming(slow, patient)
        scope = {"type": "http", "method": "GET", "path": "/", "headers": [], "client": ("192.0.2.1", 1)}
        asked = asyncio.create_task(incoming(scope, receive, send))
        await began.wait()
        incoming.let_go()
        asked.cancel()
        await asked

    alone(ended())
    assert sent[0]["status"] == 503
    assert b"being stopped" in sent[1]["body"]
