"""The event stream: each listener is told what it does not know yet, so a slow one costs no memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

import msgspec

from wartable.server.cards import chat_line, present, table_for
from wartable.server.gzipped import Gzip, deflated
from wartable.server.hub import Hub
from wartable.server.table import Table
from wartable.server.updates import MOST_STEPS, update_json
from wartable.server.viewer import Viewer, seats_seen, viewer_of

Part = tuple[bytes, bytes | None]
"""Bytes of a stream, and the same compressed where that is done once for several streams."""


class Listener:
    """One open stream. It keeps no queue, only how far it has read; what is sent is made when it is sent."""

    def __init__(self, player: str | None, look: int | None, seq: int) -> None:
        self.player = player
        self._look = look
        self._seq = seq
        self._seen: frozenset[str] | None = None
        self.ended = False
        self._news = asyncio.Event()
        self._news.set()

    def wake(self) -> None:
        """Take note that something is new."""
        self._news.set()

    def hang_up(self) -> None:
        """End the stream: whoever may still listen comes again, and is asked who he is."""
        self.ended = True
        self._news.set()

    async def wait(self, seconds: float) -> bool:
        """Wait for news; false when none came in time."""
        try:
            await asyncio.wait_for(self._news.wait(), seconds)
        except TimeoutError:
            return False
        self._news.clear()
        return True

    def flush(self, table: Table, key: bytes) -> list[Part]:
        """Return every event this listener does not know yet, as they go over the wire."""
        parts = [*self._table(table, key), *self._chat(table), *self._update(table)]
        if table.seq > self._seq and parts:
            parts.insert(len(parts) - 1, (b"id: %d\n" % table.seq, None))
        self._seq = table.seq
        return parts

    def _table(self, table: Table, key: bytes) -> list[Part]:
        here = present(table)
        if here == self._seen and table.lobby_seq <= self._seq:
            return []
        self._seen = here
        return [(_event(b"table", msgspec.json.encode(table_for(table, self.player, key))), None)]

    def _chat(self, table: Table) -> list[Part]:
        lines = (line for line in table.chat if line.seq > self._seq)
        return [(_event(b"chat", msgspec.json.encode(chat_line(line))), None) for line in lines]

    def _update(self, table: Table) -> list[Part]:
        if table.match is None or table.game_seq <= self._seq:
            return []
        # Seats move up when a game starts and open ones drop out: what was asked for may be another's now.
        if self._look not in seats_seen(table, self.player):
            self._look = None
        start = table.steps_at(self._seq)
        if table.step - start > MOST_STEPS:
            return [_said(b"reload")]
        return [_update_event(table, viewer_of(table, self.player, self._look), start)]


def _update_event(table: Table, viewer: Viewer, start: int) -> Part:
    """Return the event that tells an update, and the same compressed: made once for all who look alike."""

    def make() -> Part:
        event = _event(b"update", update_json(table, viewer, start))
        return event, deflated(event)

    made: Part = table.kept((viewer, start, "event"), make)
    return made


def _said(name: bytes) -> Part:
    return _event(name, b"{}"), None


def _event(name: bytes, data: bytes) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name, data)


async def gzipped(parts: AsyncGenerator[list[Part]]) -> AsyncIterator[bytes]:
    """Yield a stream as it goes over the wire to those who take gzip."""
    stream = Gzip()
    yield stream.begin()
    async with aclosing(parts):
        async for some in parts:
            yield b"".join(stream.add(part, packed) for part, packed in some)
    yield stream.end()


async def plain(parts: AsyncGenerator[list[Part]]) -> AsyncIterator[bytes]:
    """Yield a stream as it goes over the wire to those who do not take gzip."""
    async with aclosing(parts):
        async for some in parts:
            yield b"".join(part for part, _ in some)


async def events(hub: Hub, table: Table, listener: Listener) -> AsyncGenerator[list[Part]]:
    """Yield what a listener is to be told, and a sign of life when there is nothing to tell."""
    table.listeners.add(listener)
    _notice(table)
    try:
        yield [(b"retry: 1000\n\n", None)]
        while not hub.closing:
            if await listener.wait(hub.settings.heartbeat):
                if listener.ended:
                    return
                async with table.lock:
                    if table.broken:  # the browser comes again and gets it from a whole one
                        return
                    parts = [_said(b"gone")] if table.gone else listener.flush(table, hub.store.key)
                if parts:
                    yield parts
                if table.gone:
                    return
            else:
                yield [(b": still here\n\n", None)]
    finally:
        table.listeners.discard(listener)
        _notice(table)


def _notice(table: Table) -> None:
    """Let everybody see who has come or gone."""
    for listener in table.listeners:
        listener.wake()
