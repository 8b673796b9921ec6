"""The event stream: each listener is told what it does not know yet, so a slow one costs no memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

import msgspec

from wartable.server.cards import chat_line, present, table_for
from wartable.server.gzipped import Gzip, deflated
from wartable.server.hub import Hub
from wartable.server.press_rows import NO_SEAT, WATCHERS, readers_of, with_master
from wartable.server.remembered import Drafted
from wartable.server.table import Table
from wartable.server.updates import MOST_STEPS, update_json
from wartable.server.viewer import Viewer, is_master, seats_seen, viewer_of

Part = tuple[bytes, bytes | None]
"""Bytes of a stream, and the same compressed where that is done once for several streams."""

STILL_HERE: list[Part] = [(b": still here\n\n", None)]
"""What is sent when there has been nothing to tell for a while."""


class Listener:
    """One open stream. It keeps no queue, only how far it has read; what is sent is made when it is sent.

    Where one stream carries several tables, `channel` says which of them an event is about: its name begins with it.
    """

    def __init__(self, player: str | None, look: int | None, seq: int, channel: int | None = None) -> None:
        self.player = player
        self._prefix = b"" if channel is None else b"%d." % channel
        self._drafted: dict[int, Drafted] = {}
        self._lettered: dict[str, float] = {}
        self._marks: list[int] | None = None
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
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            return False
        self._news.clear()
        return True

    def flush(self, table: Table, key: bytes) -> list[Part]:
        """Return every event this listener does not know yet, as they go over the wire."""
        parts = [*self._table(table, key), *self._chat(table), *self._update(table)]
        if table.seq > self._seq and parts:
            parts.insert(len(parts) - 1, (b"id: %s%d\n" % (self._prefix, table.seq), None))
        self._seq = table.seq
        return [*parts, *self._drafts(table), *self._letters(table)]

    def event(self, name: bytes, data: bytes = b"{}") -> list[Part]:
        """Return an event as it goes over the wire."""
        return [self._name(name), (_data(data), None)]

    def _name(self, name: bytes) -> Part:
        return b"event: %s%s\n" % (self._prefix, name), None

    def _table(self, table: Table, key: bytes) -> list[Part]:
        here = present(table)
        if here == self._seen and table.lobby_seq <= self._seq:
            return []
        self._seen = here
        return self.event(b"table", msgspec.json.encode(table_for(table, self.player, key)))

    def _chat(self, table: Table) -> list[Part]:
        lines = (line for line in table.chat if line.seq > self._seq)
        return [part for line in lines for part in self.event(b"chat", msgspec.json.encode(chat_line(line)))]

    def _drafts(self, table: Table) -> list[Part]:
        """Tell the windows of a player which draft of theirs is the newest; what it says they ask for."""
        told: list[Part] = []
        answered = False
        for seat in seats_seen(table, self.player):
            mark = table.drafted.get(seat)
            if mark is not None and self._drafted.get(seat) != mark:
                self._drafted[seat] = mark
                said = b'{"seat":%d,"step":%d,"revision":%d}' % (seat, mark.step, mark.revision)
                told += self.event(b"draft", said)
                answered = answered or mark.step == table.question
        if answered and table.hushed:  # no entry tells of it
            told += self._state(table, table.step)
        return told

    def _letters(self, table: Table) -> list[Part]:
        """Tell a player in which conversations of theirs something is new; what it is they ask for."""
        own = seats_seen(table, self.player)
        leads = is_master(table, self.player)
        known = {
            name: at
            for name, at in table.letters.items()
            if readable(table, name, at, own) or (leads and with_master(name))
        }
        marks = [table.letter_marks[seat] for seat in ((NO_SEAT, *own) if leads else own)]
        new = sorted(name for name, at in known.items() if self._lettered.get(name) != at)
        if not new and self._marks in (None, marks):
            self._marks = marks
            return []
        self._lettered, self._marks = known, marks
        return self.event(b"letters", msgspec.json.encode({"conversations": new}))

    def _update(self, table: Table) -> list[Part]:
        if table.match is None or table.game_seq <= self._seq:
            return []
        # Seats move up when a game starts and open ones drop out: what was asked for may be another's now.
        if self._look not in seats_seen(table, self.player) and not is_master(table, self.player):
            self._look = None
        start = table.steps_at(self._seq)
        if table.step - start > MOST_STEPS:
            return self.event(b"reload")
        return self._state(table, start)

    def _state(self, table: Table, start: int) -> list[Part]:
        return [self._name(b"update"), _update_data(table, viewer_of(table, self.player, self._look), start)]


def _update_data(table: Table, viewer: Viewer, start: int) -> Part:
    """Return what the event of an update says, and the same compressed: made once for all who look alike."""

    def make() -> Part:
        data = _data(update_json(table, viewer, start))
        return data, deflated(data)

    made: Part = table.kept((viewer, start, "event"), make)
    return made


def _data(data: bytes) -> bytes:
    return b"data: %s\n\n" % data


def readable(table: Table, conversation: str, at: float, own: tuple[int, ...]) -> bool:
    """Whether somebody with some seats of their own, or none, reads the last letter of a conversation, due at a time.

    Whoever has taken over a seat does not learn with whom it has written before.
    """
    if conversation == WATCHERS:
        return not own
    readers = readers_of(conversation)
    return not readers or any(seat in readers and at >= table.seats[seat].since for seat in own)


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
                    parts = listener.event(b"gone") if table.gone else listener.flush(table, hub.store.key)
                if parts:
                    yield parts
                if table.gone:
                    return
            else:
                yield STILL_HERE
    finally:
        table.listeners.discard(listener)
        _notice(table)


def _notice(table: Table) -> None:
    """Let everybody see who has come or gone."""
    for listener in table.listeners:
        listener.wake()
