"""Requests as they come in, before the application sees them: whole, in time, unambiguous, and not too many at once."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from wartable.server.answers import CLOSE, refuse
from wartable.server.connections import CURRENT, FULL, TOO_SLOW, Connection, Shares, network_of
from wartable.server.settings import Settings

READS = ("GET", "HEAD", "OPTIONS")
_HEALTH = "/api/health"

Problem = tuple[int, str, str]

_ENDS: Problem = (503, "server.ends", "The server is being stopped; please try again in a moment.")
_BOTH: Problem = (400, "body.length", "The request tells its length twice, by Content-Length and Transfer-Encoding.")
_UNWANTED: Problem = (400, "body.unwanted", "A request of this method has no body.")
_SLOW: Problem = (408, "request.slow", TOO_SLOW)
_CROWD: Problem = (429, "requests.too_many", "Too many requests of this address are under way; please wait for some.")


class Incoming:
    """An ASGI application around another, which gets the whole of a request or does not see it.

    All people behind a proxy share its connections; so requests under way are counted, too, by the address it names.
    """

    def __init__(self, app: Any, settings: Settings) -> None:  # noqa: ANN401 - the ASGI types
        self._app = app
        self._patience = settings.body_patience
        self._shares = Shares(settings.connections_per_address)
        self._forwarded = ProxyHeadersMiddleware(self._counted, trusted_hosts=settings.proxies)
        self._requests = set[_Request]()
        self._ends = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401
        """Answer a request, or have it answered."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        connection = CURRENT.get()
        request = _Request(scope, receive, send, connection)
        self._requests.add(request)
        if connection:
            connection.began()
        try:
            await self._answered(request, scope)
        finally:
            self._requests.discard(request)
            if connection:
                connection.answered()

    def trusts(self, host: str) -> bool:
        """Whether a peer is a proxy that connects for others."""
        return host in self._forwarded.trusted_hosts

    def let_go(self) -> None:
        """Let those go who have not sent all of their requests: the server ends."""
        self._ends = True
        for request in tuple(self._requests):
            request.wait_no_more()

    async def _answered(self, request: _Request, scope: Any) -> None:  # noqa: ANN401
        problem = request.trouble(scope)
        clock = asyncio.timeout(0.0 if self._ends else self._patience)
        try:
            async with clock:
                request.starts(clock)
                await (request.refuse(problem) if problem else self._forwarded(scope, request.receive, request.send))
        except TimeoutError:
            if not clock.expired():
                raise
            await request.refuse(_ENDS if self._ends else _SLOW)
        except asyncio.CancelledError:
            if not self._ends:
                raise
            await request.refuse(_ENDS)  # it has taken longer than the server waits at its end
        except _GoneError:
            pass

    async def _counted(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401
        """Have a request answered, if its address has not too many."""
        address = network_of(scope["client"][0]) if scope["client"] else ""
        if not self._shares.take(address):
            await refuse(send, *_CROWD)
            return
        try:
            await self._app(scope, receive, send)
        finally:
            self._shares.give_back(address)


class _GoneError(Exception):
    """The client has gone in the middle of its request."""


class _Request:
    """A request on its way in: whether all of it is there, and whether its answer has begun."""

    def __init__(self, scope: Any, receive: Any, send: Any, connection: Connection | None) -> None:  # noqa: ANN401
        self._receive, self._send, self._connection = receive, send, connection
        lengths = [value for name, value in scope["headers"] if name == b"content-length"]
        chunked = any(name == b"transfer-encoding" for name, _ in scope["headers"])
        self._ambiguous = chunked and bool(lengths)
        self._whole = not chunked and not any(value.strip(b"0") for value in lengths)
        self._begun = False
        self._clock: asyncio.Timeout | None = None

    def trouble(self, scope: Any) -> Problem | None:  # noqa: ANN401
        """Return why the request is not handed on, if it is not."""
        if self._ambiguous:
            return _BOTH
        if scope["method"] in READS and not self._whole:
            return _UNWANTED
        if self._connection and self._connection.surplus and scope["path"] != _HEALTH:
            return FULL
        return None

    def starts(self, clock: asyncio.Timeout) -> None:
        """Let a clock run until the request is whole."""
        self._clock = clock
        if self._whole:
            self._arrived()

    def wait_no_more(self) -> None:
        """Let the time be up, if something is still waited for."""
        clock, self._clock = self._clock, None
        if clock and not self._whole and not self._begun:
            clock.reschedule(0.0)

    async def receive(self) -> Any:  # noqa: ANN401
        """Return the next part of the request."""
        message = await self._receive()
        if not self._whole:
            if message["type"] == "http.disconnect":
                raise _GoneError
            if not message.get("more_body", False):
                self._arrived()
        return message

    async def send(self, message: Any) -> None:  # noqa: ANN401
        """Send a part of the answer; the connection ends with it where the rest of the request is not read."""
        if message["type"] == "http.response.start":
            self._begun = True
            if not self._whole or (self._connection and self._connection.surplus):
                message = {**message, "headers": [*message["headers"], CLOSE]}
        await self._send(message)

    async def refuse(self, problem: Problem) -> None:
        """Send a refusal, unless an answer has begun."""
        if not self._begun:
            await refuse(self.send, *problem)

    def _arrived(self) -> None:
        self._whole = True
        if self._clock:
            self._clock.reschedule(None)
        if self._connection:
            self._connection.whole()
