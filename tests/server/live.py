"""Helpers of the server's tests: a real server in a thread, players with their own cookies, and readers of streams."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import httpx
from litestar import Litestar

from tests.server.tap import Tap
from wartable.engine import registry
from wartable.engine.game import AnyGame
from wartable.server import catalogue
from wartable.server.app import create_app
from wartable.server.run import Server
from wartable.server.services import Services
from wartable.server.settings import Settings
from wartable.server.sockets import listeners_on

Json = Any
T = TypeVar("T")
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients that speak to servers of this machine, without TLS: loading the certificates of all authorities, which
httpx does for each client anew, takes longer than most tests."""


class Live:
    """A server on a free port, in this process; `stop` ends it in good order."""

    def __init__(self, settings: Settings, time: Callable[[], float] | None = None) -> None:
        self.app: Litestar = create_app(settings, time)
        self.services: Services = self.app.state.services
        self.tap = Tap(self.app)
        self._players: list[Player] = []
        self._server = Server(self.tap, settings, listeners_on("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._server.run, daemon=True)
        self._thread.start()
        wait_for(lambda: self._server.started or not self._thread.is_alive())
        assert self._thread.is_alive(), "the server did not start"
        self.port: int = self._server.listeners[0].getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """End, once and for all."""
        for player in self._players:
            player.close()
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self.services.hub.close)
        self._server.should_exit = True
        self._thread.join(60)
        assert not self._thread.is_alive()

    @property
    def connected(self) -> int:
        """How many connections are open."""
        return len(self._server.server_state.connections)

    @property
    def asked(self) -> int:
        """How many requests are under way."""
        return len(self._server.incoming._requests)

    @property
    def prompt(self) -> bool:
        """Whether every connection sends what it has at once."""
        sockets = [one.transport.get_extra_info("socket") for one in self._server.server_state.connections]
        return all(one.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY) for one in sockets)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something in the server's own loop, and return when it is done."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(120)

    @property
    def _loop(self) -> asyncio.AbstractEventLoop:
        return self.services._jobs[0].get_loop()

    def player(self) -> Player:
        self._players.append(Player(self.url))
        return self._players[-1]


class Player:
    """A browser: one cookie jar."""

    def __init__(self, url: str) -> None:
        self.http = httpx.Client(base_url=url, timeout=120, verify=NO_CERTIFICATES)
        self._keys = 0

    def close(self) -> None:
        self.http.close()

    def get(self, path: str, status: int = 200, **query: Any) -> Json:
        return _read(self.http.get(path, params=query), status)

    def post(self, path: str, body: Json = None, status: int = 200) -> Json:
        return _read(self.http.post(path, json={} if body is None else body), status)

    def put(self, path: str, body: Json, status: int = 200) -> Json:
        return _read(self.http.put(path, json=body), status)

    def me(self) -> Json:
        return self.get("/api/me")

    def table(self, *seats: str, game: str = "risk", status: int = 201, **wish: Any) -> Json:
        """Make a table; seats are `me`, `open`, `local` or a bot's level. Starts unless told otherwise."""
        kinds = ({"kind": s} if s in {"me", "open", "local"} else {"kind": "bot", "level": s} for s in seats)
        body = {"game": game, "start": True, **wish, "seats": list(kinds)}
        return self.post("/api/tables", body, status)

    def key(self) -> str:
        self._keys += 1
        return f"key-{self._keys}"

    def snapshot(self, table: str, **query: Any) -> Json:
        return self.get(f"/api/tables/{table}/game", **query)

    def act(self, table: str, seat: int, action: Json, status: int = 200, **more: Any) -> Json:
        body = {"seat": seat, "action": action, "key": self.key(), **more}
        return self.post(f"/api/tables/{table}/actions", body, status)

    def undo(self, table: str, seat: int, status: int = 200, **more: Any) -> Json:
        return self.post(f"/api/tables/{table}/undo", {"seat": seat, "key": self.key(), **more}, status)

    def wait_turn(self, table: str, seat: int) -> Json:
        """Wait until one's own seat is asked, or the game is over; return the update.

        At a table of bots alone `wait_over` is the one to use: they are asked, too, and do not wait.
        """
        return wait_for(lambda: _asked(self.snapshot(table)["update"], seat))

    def wait_over(self, table: str) -> Json:
        """Wait until a game is over and its table knows; return the table."""
        return wait_for(lambda: _over(self.get(f"/api/tables/{table}")))

    def long_game(self, least: int, turn_limit: int) -> tuple[str, int]:
        """Have bots play a game of more than so many steps to its end; return its table and its steps."""
        for _ in range(10):  # chance may end a game early
            table = str(self.table("random", "random", "random", options={"turn_limit": turn_limit})["id"])
            self.wait_over(table)
            steps = int(self.snapshot(table)["step"])
            if steps > least:
                return table, steps
        raise AssertionError(f"none of ten games took more than {least} steps")

    @contextlib.contextmanager
    def stream(self, table: str, headers: dict[str, str] | None = None, **query: Any) -> Iterator[Events]:
        """Read a table's stream in the background."""
        with self.http.stream("GET", f"/api/tables/{table}/stream", params=query, headers=headers) as response:
            assert response.status_code == 200, response.read()
            assert response.headers["content-type"].startswith("text/event-stream")
            events = Events(response)
            try:
                yield events
            finally:
                events.closed = True


@contextlib.contextmanager
def installed(game: AnyGame) -> Iterator[str]:
    """Have a game installed in this process for a while, also in the lobby; give its key."""
    registry.register(game)
    catalogue.forget()
    try:
        yield game.key
    finally:
        registry.unregister(game.key)
        catalogue.forget()


class Event:
    """One event as it came."""

    def __init__(self, name: str, data: Json, seq: int | None) -> None:
        self.name, self.data, self.seq = name, data, seq

    def __repr__(self) -> str:
        return f"Event({self.name}, {self.seq})"


class Events:
    """The events of one stream, collected as they come until it is `closed`."""

    def __init__(self, response: httpx.Response) -> None:
        self.got: list[Event] = []
        self.raw: list[str] = []
        self.closed = False
        self._response = response
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        try:
            self._read()
        except Exception:
            if not self.closed:  # a connection that is closed while it is read may fail in any way
                raise

    def _read(self) -> None:
        fields: dict[str, str] = {}
        with contextlib.suppress(httpx.HTTPError, httpx.StreamError):
            for line in self._response.iter_lines():
                self.raw.append(line)
                if line:
                    name, _, value = line.partition(": ")
                    fields[name] = value
                elif "event" in fields:
                    seq = int(fields["id"].rpartition(".")[2]) if "id" in fields else None
                    self.got.append(Event(fields["event"], json.loads(fields["data"]), seq))
                    fields = {}

    def of(self, name: str) -> list[Json]:
        return [event.data for event in self.got if event.name == name]

    def wait(self, done: Callable[[Events], Any]) -> Any:
        return wait_for(lambda: done(self))

    @property
    def last_id(self) -> int:
        return max((event.seq for event in self.got if event.seq is not None), default=0)


def wait_for(check: Callable[[], Any], seconds: float = 120.0) -> Any:
    """Wait until a check gives something true and return that; the time only bounds a failing test."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = check()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("what was waited for did not come")


def answers(port: int, path: str = "/api/health") -> bool:
    """Whether a server of this machine answers there; costs nothing that a test which waits for it would notice."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=120)
    try:
        connection.request("GET", path)
        return connection.getresponse().status == 200
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _asked(update: Json, seat: int) -> Json:
    return update if seat in update["to_act"] or update["outcome"] else None


def _over(table: Json) -> Json:
    return table if table["status"] == "finished" else None


def _read(response: httpx.Response, status: int) -> Json:
    assert response.status_code == status, f"{response.status_code}: {response.text[:600]}"
    return response.json() if response.content else None


def some_action(update: Json, seat: int) -> Json:
    """Return a legal decision of Classic Risk made from what the server offers."""
    offers = {offer["kind"]: offer for offer in update["offers"][str(seat)]}
    for kind, offer in offers.items():
        match kind:
            case "claim":
                return {"type": "claim", "space": offer["targets"][0]}
            case "place":
                return {"type": "place", "space": offer["targets"][0], "count": offer["most"]}
            case "occupy":
                return {"type": "occupy", "count": offer["most"]}
            case "trade":
                continue
            case _:
                continue
    return {"type": "end_turn"}


def alone(coroutine: Coroutine[Any, Any, T]) -> T:
    """Run to the end in a thread of its own: the browser of other tests keeps a loop running in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()
