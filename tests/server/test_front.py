"""A server that starts: its pages come at once, the rest as soon as it is loaded, and what stops it is told."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar, get

from tests.server.conftest import SETTINGS
from tests.server.live import alone
from wartable.server.front import Front
from wartable.server.headers import HEADERS
from wartable.server.settings import Settings


class Loader:
    """Loads an application with one address when it is let."""

    def __init__(self, fault: Exception | None = None) -> None:
        self.allowed = threading.Event()
        self.told: list[str] = []
        self._fault = fault

    def __call__(self, _: Settings) -> Litestar:
        self.allowed.wait(120)
        if self._fault is not None:
            raise self._fault

        @get("/api/health")
        async def health() -> str:
            return "well"

        return Litestar([health])


class Answer(msgspec.Struct):
    status: int
    headers: dict[bytes, bytes]
    body: bytes


async def ask(front: Front, path: str, host: str = "localhost", method: str = "GET") -> Answer:
    """Send one request to an ASGI application."""
    sent: list[Any] = []

    async def receive() -> Any:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": [(b"host", host.encode())],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
        "scheme": "http",
        "http_version": "1.1",
    }
    await front(scope, receive, send)
    body = b"".join(message["body"] for message in sent[1:])
    return Answer(sent[0]["status"], dict(sent[0]["headers"]), body)


async def with_front(
    loader: Loader, folder: Path, visit: Callable[[Front], Any], hosts: tuple[str, ...] = ()
) -> tuple[Front, Any]:
    """Let somebody visit a front while it lives."""
    settings = msgspec.structs.replace(SETTINGS, static=folder, hosts=hosts)
    front = Front(
        settings,
        loader,
        lambda: loader.told.append("ready"),
        lambda: loader.told.append("gives up"),
    )
    messages: asyncio.Queue[Any] = asyncio.Queue()
    sent: asyncio.Queue[Any] = asyncio.Queue()
    life = asyncio.create_task(front({"type": "lifespan"}, messages.get, sent.put))
    await messages.put({"type": "lifespan.startup"})
    assert (await sent.get())["type"] == "lifespan.startup.complete"
    found = await visit(front)
    await messages.put({"type": "lifespan.shutdown"})
    assert (await sent.get())["type"] == "lifespan.shutdown.complete"
    await life
    return front, found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "index.html").write_text("<p>Hello</p>")
    (tmp_path / "code.js").write_text("let a = 1;")
    return tmp_path


def test_pages_come_before_the_rest_is_loaded_and_what_they_ask_for_waits(folder: Path) -> None:
    loader = Loader()

    async def visit(front: Front) -> Any:
        asked = asyncio.create_task(ask(front, "/api/health"))
        pages = [await ask(front, "/"), await ask(front, "/code.js")]
        early = asked.done()
        loader.allowed.set()
        return pages, early, await asked

    _, (pages, early, health) = alone(with_front(loader, folder, visit))

    assert [(page.status, page.body) for page in pages] == [(200, b"<p>Hello</p>"), (200, b"let a = 1;")]
    assert pages[0].headers[b"content-type"] == b"text/html; charset=utf-8"
    assert all(pages[0].headers[name] == value for name, value in HEADERS)
    assert not early
    assert (health.status, health.body) == (200, b"well")
    assert loader.told == ["ready"]


@pytest.mark.parametrize(
    ("path", "host", "method"),
    [("/", "evil.example", "GET"), ("/", "localhost", "POST"), ("/seat/abc", "localhost", "GET")],
)
def test_what_the_front_must_not_decide_waits_for_the_rest(folder: Path, path: str, host: str, method: str) -> None:
    loader = Loader()

    async def visit(front: Front) -> Any:
        asked = asyncio.create_task(ask(front, path, host, method))
        await ask(front, "/code.js")
        early = asked.done()
        loader.allowed.set()
        return early, (await asked).status

    _, (early, status) = alone(with_front(loader, folder, visit, hosts=("localhost",)))

    assert not early
    assert status == 404  # the small application behind knows nothing of it


def test_a_server_that_cannot_be_loaded_says_so_to_those_who_wait_and_gives_up(folder: Path) -> None:
    fault = OSError("no room")
    loader = Loader(fault)

    async def visit(front: Front) -> Any:
        asked = asyncio.create_task(ask(front, "/api/health"))
        await ask(front, "/")
        loader.allowed.set()
        return await asked

    front, answer = alone(with_front(loader, folder, visit))

    assert answer.status == 503
    assert b"ends before it has begun" in answer.body
    assert front.fault is fault
    assert loader.told == ["gives up"]
