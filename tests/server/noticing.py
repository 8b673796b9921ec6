"""What tests of notices share: a mail server that keeps what it is given, a server that tells, people who are told."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from time import time
from typing import Any

import msgspec
import pytest
from aiosmtpd.controller import Controller

from tests.server.clockwork import Time, Timed
from tests.server.conftest import SETTINGS
from tests.server.live import Json, Live, Player
from wartable.server import services
from wartable.server.notice_file import MailServer, NoticeFile
from wartable.server.schema import addresses

BASE = "http://wartable.test"


class Inbox:
    """A mail server that keeps what it is given, or takes nothing for a while."""

    def __init__(self) -> None:
        self.got: list[EmailMessage] = []
        self.closed = self.rude = False

    async def handle_QUIT(self, *_: Any) -> str:  # noqa: N802
        return "421 not so" if self.rude else "221 good-bye"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802 - as it is called
        if self.closed:
            return "451 not now"
        self.got.append(BytesParser(policy=default).parsebytes(envelope.content))
        return "250 taken"

    def to(self, address: str) -> list[EmailMessage]:
        return [one for one in self.got if one["To"] == address]


class Posted(msgspec.Struct, frozen=True):
    """A request as it came: header names are in lower case."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """A web server that keeps what is posted to it; what it answers at which path is for a test to say."""

    def __init__(self) -> None:
        self.got: list[Posted] = []
        self.answers: dict[str, int] = {}
        self.held = dict[str, Event]()
        self.port = 0

    @property
    def at(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def to(self, path: str) -> list[Posted]:
        return [one for one in self.got if one.path == path]


@contextmanager
def receiving() -> Iterator[Receiver]:
    """Such a web server on this machine."""
    kept = Receiver()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            headers = {name.lower(): value for name, value in self.headers.items()}
            body = self.rfile.read(int(headers["content-length"]))
            if self.path in kept.held:
                kept.held[self.path].wait(30)
            kept.got.append(Posted(self.path, headers, body))
            self.send_response(kept.answers.get(self.path, 201))
            self.send_header("Location", "/redirected")
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    kept.port = server.server_address[1]
    Thread(target=server.serve_forever, daemon=True).start()
    yield kept
    server.shutdown()
    server.server_close()


@contextmanager
def mailing() -> Iterator[tuple[Inbox, MailServer]]:
    """A mail server on this machine, and how it is reached."""
    kept = Inbox()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(kept, hostname="127.0.0.1", port=port)
    controller.start()
    yield kept, MailServer(host="127.0.0.1", port=port, tls="none", sender="Wartable <games@wartable.test>")
    controller.stop()


@contextmanager
def telling(file: NoticeFile, database: str, static: Path = SETTINGS.static) -> Iterator[Timed]:
    """A server with a file of notices that looks what there is to tell only when a test says so."""
    server = object.__new__(Timed)
    settings = msgspec.structs.replace(SETTINGS, database=database, notices=file, static=static)
    server.time = Time()
    server.time.at = time()  # when tables last changed goes by the clock of the machine
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(services, "TELL", 10_000.0)
        Live.__init__(server, settings, server.time)
        yield server
        server.stop()


def forget(server: Timed) -> None:
    """Let nobody be told of what a test has left: when that is due hangs on the hour at which the tests run."""
    with server.services.store.write_engine.begin() as connection:
        connection.execute(addresses.delete())


def told(server: Timed) -> int:
    """Let the server look once what there is to tell; return how many messages it handed over."""
    postman = server.services.postman
    assert postman is not None
    return server.run(postman.round(server.time()))


def text_of(message: EmailMessage) -> str:
    """What a mail says to programs that show plain text."""
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


def link_in(message: EmailMessage, kind: str) -> str:
    found = re.search(rf"{re.escape(BASE)}(/{kind}/\S+)", text_of(message))
    assert found, text_of(message)
    return found[1]


def reached(server: Timed, inbox: Inbox, address: str, **rule: Json) -> Player:
    """A person with a confirmed address, and what they want to be told."""
    player = server.player()
    player.put("/api/me", {"name": address.partition("@")[0].title(), "colour": 1})
    player.post("/api/me/addresses", {"target": address})
    (asked,) = inbox.to(address)
    link = link_in(asked, "confirm")
    assert player.get("/api/me/notices")["addresses"][0]["confirmed"] is False
    assert "Confirm" in player.http.get(link).text, "opening it confirms nothing"
    assert player.http.post(link).status_code == 200
    assert player.get("/api/me/notices")["addresses"][0]["confirmed"] is True
    player.put("/api/me/notices", {"hours": 6, "zone": "Europe/Berlin", **rule})
    inbox.got.clear()
    return player


def season(players: list[Player], *, bots: int = 0, **pace: Json) -> str:
    table = players[0].table("me", *["open"] * (4 - bots), *["easy"] * bots, game="diplomacy", start=False, pace=pace)
    for seat, player in enumerate(players[1:], 1):
        player.post(f"/api/tables/{table['id']}/seats/{seat}", {"kind": "me"})
    if players[0].get(f"/api/tables/{table['id']}")["status"] == "open":
        players[0].post(f"/api/tables/{table['id']}/start")
    return str(table["id"])
