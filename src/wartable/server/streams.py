"""Several tables over one stream: a browser opens few connections at a time, however many tables it has open."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence

import msgspec
from msgspec import Struct

from wartable.server import lobby
from wartable.server.hub import Hub
from wartable.server.problems import Refused
from wartable.server.stream import STILL_HERE, Listener, Part, events
from wartable.server.table import Table
from wartable.server.viewer import viewer_of

MOST = 100
"""Tables that one stream may carry."""


class Channel(Struct, frozen=True):
    """A table to be followed. `player` is whom the page takes itself for, empty where it does not say."""

    table: str
    after: int | None
    look: int | None
    invite: str
    player: str


class Source(Struct):
    """Something that has events to tell: a table, or the beat that belongs to none."""

    events: AsyncGenerator[list[Part]]
    table: Table | None = None


def read_channel(text: str) -> Channel:
    """Read `table,after,seat,invite,player`; all but the table may be left empty. Raises `Refused`."""
    table, after, look, invite, player = [*text.split(","), "", "", "", ""][:5]
    if text.count(",") > 4 or len(text) > 200 or not all(_is_number(number) for number in (after, look)):
        raise Refused(400, "stream.channel", "A table to follow is written as: table,after,seat,invite,player.")
    return Channel(table, int(after) if after else None, int(look) if look else None, invite, player)


def _is_number(text: str) -> bool:
    return text == "" or (text.isascii() and text.isdigit() and len(text) <= 8)


async def open_all(hub: Hub, player: str | None, channels: Sequence[Channel]) -> tuple[list[Part], list[Source]]:
    """Open each channel for whom it may be opened; return what is refused as events, and the open ones."""
    refusals, sources = list[Part](), list[Source]()
    for number, channel in enumerate(channels):
        try:
            sources.append(await _open(hub, player, channel, number))
        except Refused as error:
            event = b"event: %d.refused\ndata: %s\n\n" % (number, msgspec.json.encode(error.problem))
            refusals.append((event, None))
    return refusals, sources


async def _open(hub: Hub, player: str | None, channel: Channel, number: int) -> Source:
    if channel.player and player is None:
        message = (
            "This browser is signed out. Come back by a passkey, a link by mail or a private seat link, or load the "
            "page again as a new guest."
        )
        raise Refused(403, "identity.unknown", message)
    if channel.player and channel.player != player:
        message = "This browser plays as somebody else now, by a private seat link. Load the page again."
        raise Refused(403, "identity.changed", message)
    async with hub.looked_at(channel.table, fresh=True) as table:
        lobby.check_view(table, player, channel.invite)
        viewer_of(table, player, channel.look)
        seq = table.seq if channel.after is None else min(channel.after, table.seq)
        listener = Listener(player, channel.look, seq, number)
    table = await hub.table(channel.table)
    return Source(events(hub, table, listener), table)


async def merged(hub: Hub, refusals: list[Part], sources: Sequence[Source]) -> AsyncGenerator[list[Part]]:
    """Yield what all channels tell, as it comes.

    Of each channel one piece is asked for at a time, so that a slow reader costs no memory and a busy table holds no
    other up. A table that is dissolved leaves the stream; whatever else ends a channel ends them all, and the browser
    comes again.
    """
    waiting = {_next(source): source for source in [*sources, Source(_beats(hub.settings.heartbeat))]}
    try:
        yield refusals
        while not hub.closing:
            done, _ = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                source = waiting.pop(task)
                if task.exception() is None:
                    waiting[_next(source)] = source
                    if task.result() != STILL_HERE:
                        yield task.result()
                elif source.table is None or not source.table.gone:
                    return
    finally:
        await _close(waiting)


def _next(source: Source) -> asyncio.Future[list[Part]]:
    return asyncio.ensure_future(anext(source.events))


async def _beats(seconds: float) -> AsyncGenerator[list[Part]]:
    """Yield signs of life with how often they come; scripts of a page do not see comments, and so see a dead line."""
    while True:
        yield [(b'event: beat\ndata: {"every": %g}\n\n' % seconds, None)]
        await asyncio.sleep(seconds)


async def _close(waiting: dict[asyncio.Future[list[Part]], Source]) -> None:
    """End what is still listening, so that nobody seems to be here who is not."""
    for task in waiting:
        task.cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    for source in waiting.values():
        await source.events.aclose()
