"""The connections of the server: how long a client may take, how many one address may have, and who makes room."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextvars import ContextVar
from ipaddress import IPv6Address, IPv6Network
from typing import Any, cast

from wartable.server.answers import refusal
from wartable.server.settings import Settings
from wartable.server.sockets import open_files

_RESERVE = 128
"""Files that are kept for the database, the worker processes and what the server reads."""
_OVERFLOW = 32
"""So many connections beyond the most are told in words that the server is full, or asked for its health."""
_MOST_HEAD = 512 * 1024
"""Bytes that may come before a head is whole; most parsers refuse one long before that."""
_STUCK = 60.0
"""Seconds after which a client must have taken some more of what was sent to it."""

CURRENT: ContextVar[Connection | None] = ContextVar("connection", default=None)
"""The connection whose request is answered."""


class Shares:
    """How much each address holds of something that is limited."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held = Counter[str]()

    def take(self, address: str) -> bool:
        """Count one more; false where the address holds all that it may."""
        if self._held[address] >= self._most:
            return False
        self._held[address] += 1
        return True

    def give_back(self, address: str) -> None:
        """Count one less."""
        self._held[address] -= 1
        if not self._held[address]:
            del self._held[address]


class Connections:
    """All connections of the server.

    While a client is waited for, for a request or the rest of one, its connection can be closed to make room for
    others, the one that has waited longest first: many that send half of something then keep nobody out.
    Connections of a trusted proxy are those of many people, so they have no limit by address here.
    """

    def __init__(self, settings: Settings, trusted: Callable[[str], bool]) -> None:
        self.head_patience = settings.head_patience
        files = open_files(settings.connections + _OVERFLOW + _RESERVE)
        self._most = max(1, min(settings.connections, files - _OVERFLOW - _RESERVE))
        self._shares = Shares(settings.connections_per_address)
        self.trusted = trusted
        self._members = set[Connection]()
        self._waiting: dict[Connection, None] = {}

    def enter(self, connection: Connection) -> bytes:
        """Take a connection in; return the refusal where its address has too many, or there is no room at all."""
        if len(self._members) >= self._most:
            self.make_room()
        if len(self._members) >= self._most + _OVERFLOW:
            return refusal(*FULL)
        if not connection.proxied and not self._shares.take(connection.address):
            return refusal(429, "connections.too_many", _TOO_MANY)
        self._members.add(connection)
        connection.surplus = len(self._members) > self._most
        return b""

    def leave(self, connection: Connection) -> None:
        """Forget a connection, if it is known."""
        if connection in self._members:
            self._members.discard(connection)
            self._waiting.pop(connection, None)
            if not connection.proxied:
                self._shares.give_back(connection.address)

    def wait(self, connection: Connection) -> None:
        """Note that from now on something is waited for from a client."""
        self.wait_no_more(connection)
        if connection in self._members:
            self._waiting[connection] = None

    def wait_no_more(self, connection: Connection) -> None:
        """Note that nothing is waited for from a client."""
        self._waiting.pop(connection, None)

    def make_room(self) -> bool:
        """Close the connection whose client has been waited for longest; false where none is waited for."""
        longest = next(iter(self._waiting), None)
        if longest is None:
            return False
        self.leave(longest)  # at once: many may come before it is closed
        longest.abort()
        return True


class Connection(asyncio.Protocol):
    """One connection, around the protocol that speaks HTTP on it.

    It is waited for the client from the start, after each answer, and until a request is whole. The server closes an
    idle connection after its own time, and `incoming` sees to bodies; here it is a head that must not take too long.
    """

    surplus = False
    """There is no room for it: all that it gets is word of that."""

    def __init__(self, inner: asyncio.Protocol, connections: Connections) -> None:
        self._inner = inner
        self._all = connections
        self._open = 0
        self._received = 0
        self._entered = False
        self._deadline: asyncio.TimerHandle | None = None
        self._progress: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin, or tell the client that its address has too many connections."""
        self._transport = cast("asyncio.Transport", transport)
        self._loop = asyncio.get_running_loop()
        peer: tuple[Any, ...] | str | None = transport.get_extra_info("peername")
        host = str(peer[0]) if isinstance(peer, tuple) else ""
        self.address, self.proxied = network_of(host), self._all.trusted(host)
        refused = self._all.enter(self)
        self._entered = not refused
        if refused:
            self._transport.write(refused)
            self._transport.close()
            return
        self._inner.connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._stop(self._deadline)
        self._stop(self._progress)
        if self._entered:
            self._all.leave(self)
            self._inner.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Hand on what came; the tasks that are made of it know this connection."""
        if not self._entered or self._transport.is_closing():
            return
        if not self._open:
            self._received += len(data)
            if self._received > _MOST_HEAD + len(data):
                self.abort()
                return
            if self._deadline is None or self._received == len(data):
                self._wait()
        before = CURRENT.set(self)
        try:
            self._inner.data_received(data)
        finally:
            CURRENT.reset(before)

    def eof_received(self) -> bool | None:
        """Hand on that nothing more comes."""
        return self._inner.eof_received()

    def pause_writing(self) -> None:
        """Hand on that the client takes less than it is sent, and see that it takes something."""
        self._inner.pause_writing()
        self._check_progress(None)

    def resume_writing(self) -> None:
        """Hand on that the client has taken enough."""
        self._stop(self._progress)
        self._inner.resume_writing()

    def began(self) -> None:
        """Note that the head of a request is there."""
        self._open += 1
        self._received = 0
        self._stop(self._deadline)
        self._deadline = None

    def whole(self) -> None:
        """Note that all of a request is there."""
        self._all.wait_no_more(self)

    def answered(self) -> None:
        """Note that a request has its answer."""
        self._open -= 1
        if not self._open and not self._transport.is_closing():
            self._all.wait(self)

    def abort(self) -> None:
        """Close at once."""
        self._transport.abort()

    def _wait(self) -> None:
        """Wait for the head of a request, but not for ever."""
        self._all.wait(self)
        self._stop(self._deadline)
        self._deadline = self._loop.call_later(self._all.head_patience, self._too_late)

    def _too_late(self) -> None:
        """Close, with a word to a client that has begun; browsers open some connections before they have a request."""
        if self._received:
            self._transport.write(refusal(408, "request.slow", TOO_SLOW))
        self._transport.close()

    def _check_progress(self, before: int | None) -> None:
        """Close a connection whose client takes nothing of what waits for it."""
        left = self._transport.get_write_buffer_size()
        if before is not None and left >= before:
            self.abort()
            return
        self._progress = self._loop.call_later(_STUCK, self._check_progress, left)

    @staticmethod
    def _stop(timer: asyncio.TimerHandle | None) -> None:
        if timer is not None:
            timer.cancel()


FULL = (503, "server.full", "The server has all the connections it can hold; please try again in a moment.")
TOO_SLOW = "The request took too long to arrive."
_TOO_MANY = "This address has too many connections open; close some, or ask whoever hosts this server to allow more."


def network_of(host: str) -> str:
    """Return what counts as one address: of version 6, where everybody has a whole network of them, the network."""
    try:
        address = IPv6Address(host.partition("%")[0])
    except ValueError:
        return host
    return str(address.ipv4_mapped or IPv6Network((address, 64), strict=False))


def around(speaks: Callable[..., asyncio.Protocol], connections: Connections) -> Callable[..., Connection]:
    """Return a way to make connections around a protocol."""

    def make(**words: Any) -> Connection:  # noqa: ANN401 - the server's own
        return Connection(speaks(**words), connections)

    return make
