"""The event stream: each listener is told what it does not know yet, so a slow one costs no memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec

from wartable.server.cards import chat_line, present, table_for
from wartable.server.hub import Hub
from wartable.server.table import Table
from wartable.server.updates import update_json
from wartable.server.viewer import seats_seen, viewer_of


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

    def flush(self, table: Table, key: bytes) -> bytes:
        """Return every event this listener does not know yet, as they go over the wire."""
        parts = [*self._table(table, key), *self._chat(table), *self._update(table)]
        if table.seq > self._seq and parts:
            parts[-1] = b"id: %d\n%s" % (table.seq, parts[-1])
        self._seq = table.seq
        return b"".join(parts)

    def _table(self, table: Table, key: bytes) -> list[bytes]:
        here = present(table)
        if here == self._seen and table.lobby_seq <= self._seq:
            return []
        self._seen = here
        return [_event(b"table", msgspec.json.encode(table_for(table, self.player, key)))]

    def _chat(self, table: Table) -> list[bytes]:
        lines = (line for line in table.chat if line.seq > self._seq)
        return [_event(b"chat", msgspec.json.encode(chat_line(line))) for line in lines]

    def _update(self, table: Table) -> list[bytes]:
        if table.match is None or table.game_seq <= self._seq:
            return []
        # Seats move up when a game starts and open ones drop out: what was asked for may be another's now.
        if self._look not in seats_seen(table, self.player):
            self._look = None
        viewer = viewer_of(table, self.player, self._look)
        return [_event(b"update", update_json(table, viewer, table.steps_at(self._seq)))]


def _event(name: bytes, data: bytes) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name, data)


async def events(hub: Hub, table: Table, listener: Listener) -> AsyncIterator[bytes]:
    """Yield what a listener is to be told, and a sign of life when there is nothing to tell."""
    table.listeners.add(listener)
    _notice(table)
    try:
        yield b"retry: 1000\n\n"
        while not hub.closing:
            if await listener.wait(hub.settings.heartbeat):
                if listener.ended:
                    return
                async with table.lock:
                    if table.broken:  # the browser comes again and gets it from a whole one
                        return
                    chunk = _event(b"gone", b"{}") if table.gone else listener.flush(table, hub.store.key)
                if chunk:
                    yield chunk
                if table.gone:
                    return
            else:
                yield b": still here\n\n"
    finally:
        table.listeners.discard(listener)
        _notice(table)


def _notice(table: Table) -> None:
    """Let everybody see who has come or gone."""
    for listener in table.listeners:
        listener.wake()
