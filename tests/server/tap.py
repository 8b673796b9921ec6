"""Listens at the door of a server: every byte that it sends to a browser that wears a mark."""

from __future__ import annotations

from collections import defaultdict

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

MARK = "x-heard-as"
"""The header whose value names whoever sent a request."""


class Tap:
    """The whole of a server behind a listening ear; a request without the mark passes unheard.

    Nothing is lost when a page moves on: it is heard where it is sent, not where it is read. Answers to those who are
    heard go uncompressed, so that words can be searched for.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._heard: dict[str, bytearray] = defaultdict(bytearray)

    def new(self, name: str) -> str:
        """What has been sent to somebody since this was last asked, from addresses of the API; of pictures, signs."""
        return self._heard.pop(name, bytearray()).decode(errors="replace")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        name = dict(scope["headers"]).get(MARK.encode()) if scope["type"] == ScopeType.HTTP else None
        if name is None or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return

        async def heard(message: Message) -> None:
            if message["type"] == "http.response.body":
                self._heard[name.decode()] += message["body"]
            await send(message)

        scope["headers"] = [(key, value) for key, value in scope["headers"] if key != b"accept-encoding"]
        await self._app(scope, receive, heard)
