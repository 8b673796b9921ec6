"""What handlers share: who asks, parameters, answers made of JSON already encoded, files and streams."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Request, Response
from litestar.datastructures import State
from litestar.params import PathParameter, QueryParameter
from litestar.response import Stream

from wartable.server import lobby, static
from wartable.server.limits import Limits
from wartable.server.offload import Job, made_by
from wartable.server.people import address_of
from wartable.server.playable import Retired
from wartable.server.retired import Relic, relic_of
from wartable.server.rows import PlayerRow
from wartable.server.services import Services
from wartable.server.stream import Part, gzipped, plain
from wartable.server.table import Table

T = TypeVar("T")

AS_IT_IS = {"as_it_is": True}
"""Option of addresses whose answers are not to be compressed on the way out: they are already, or never end."""

_MOMENT = 0.05
"""Seconds charged for a short question when it is asked, so that many asked at once are not all taken for the first."""

AnyRequest = Request[Any, Any, State]
TableId = Annotated[str, PathParameter(description="The table's id", pattern=r"^[A-Za-z0-9_\-]{1,24}$")]
SeatPath = Annotated[int, PathParameter(ge=0, le=63, description="Seat, counted from 0")]
StepPath = Annotated[int, PathParameter(ge=0, le=10_000_000, description="Step: number of moves made")]
Look = Annotated[int | None, QueryParameter(name="as", ge=0, le=63, description="Which of my seats to look through")]
Invite = Annotated[
    str, QueryParameter(name="invite", max_length=64, description="Code of an invitation to a private table")
]


def services(request: AnyRequest) -> Services:
    """Return the parts of the running server."""
    found: Services = request.app.state.services
    return found


async def stranger_or_player(request: AnyRequest, *, fresh: bool = False) -> PlayerRow | None:
    """Return who asks, where anybody may; `fresh` where what was true just now will not do."""
    return await services(request).people.who(request, fresh=fresh)


async def player_of(request: AnyRequest, what: str = "command") -> PlayerRow:
    """Return who asks, where a player is needed, and count one more command of his; a newcomer becomes a guest."""
    player = await services(request).people.somebody(request)
    services(request).limits.take(what, player.id)
    return player


@asynccontextmanager
async def seen(
    request: AnyRequest, table_id: str, invite: str = "", *, fresh: bool = False
) -> AsyncGenerator[tuple[Table, PlayerRow | None]]:
    """Hold a table that the one who asks may look at, for one who changes nothing."""
    player = await stranger_or_player(request, fresh=fresh)
    async with services(request).hub.looked_at(table_id, fresh=fresh) as table:
        lobby.check_view(table, id_of(player), invite)
        yield table, player


async def retired_at(request: AnyRequest, table_id: str, invite: str = "") -> Relic | None:
    """Return a table that can only be looked at, if it is one and the one who asks may look at it."""
    parts = services(request)
    try:
        await parts.hub.table(table_id)
    except Retired as error:
        lobby.check_view(error.loaded, id_of(await stranger_or_player(request)), invite)
        return await relic_of(parts.store, error.loaded)
    return None


@asynccontextmanager
async def played_at(request: AnyRequest, table_id: str) -> AsyncGenerator[Table]:
    """Hold a table that the one who asks may look at, for one who changes it."""
    player = await stranger_or_player(request)
    async with services(request).hub.held(table_id) as table:
        lobby.check_view(table, id_of(player), "")
        yield table


async def worked_out(request: AnyRequest, job: Job, wish: msgspec.Struct, *, short: bool) -> bytes:
    """Return the answer to a question that anybody may ask, about no table.

    What may take long is worked out beside the server: the threads here are few, and tables are opened in them, too.
    So is a `short` question of somebody who has kept them busy.
    """
    parts, address = services(request), address_of(request)
    parts.limits.take("sum", address)
    if short and parts.limits.allow("moments", address):
        return await _worked_out_here(parts.limits, address, job, wish)
    return await parts.offload.answer(address, job, wish)


async def _worked_out_here(limits: Limits, address: str, job: Job, wish: msgspec.Struct) -> bytes:
    """Answer in a thread, and count the time it takes, though nobody may wait for it any more."""
    took = _MOMENT

    def work() -> bytes:
        nonlocal took
        began = time.thread_time()
        try:
            return made_by(job, wish)
        finally:
            took = time.thread_time() - began

    def count(done: asyncio.Future[bytes]) -> None:
        limits.spend("moments", address, took - _MOMENT)
        if not done.cancelled():
            done.exception()

    limits.spend("moments", address, _MOMENT)
    working = asyncio.ensure_future(asyncio.to_thread(work))
    working.add_done_callback(count)
    return await asyncio.shield(working)


def base_of(request: Request[Any, Any, Any]) -> str:
    """Return the address by which this server was asked, without a slash at its end."""
    return str(request.base_url).rstrip("/")


def id_of(player: PlayerRow | None) -> str | None:
    """Return a player's id; None for strangers."""
    return player.id if player else None


def ready_json(body: bytes) -> Response[Any]:
    """Return JSON that is encoded already."""
    return Response(body, media_type="application/json")


def event_stream(request: AnyRequest, parts: AsyncGenerator[list[Part]]) -> Stream:
    """Return a stream of server-sent events, compressed for those who take that."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no", "Vary": "Accept-Encoding"}
    packed = static.takes_gzip(request.headers)
    source = gzipped(parts) if packed else plain(parts)
    coding = {"Content-Encoding": "gzip"} if packed else {}
    return Stream(source, media_type="text/event-stream", headers={**headers, **coding})


def send_file(request: Request[Any, Any, Any], file: static.File, *, status: int = 200) -> Response[Any]:
    """Return a file, compressed where the browser takes that, or word that it has it already, where all is well."""
    asked = {name: value for name, value in request.headers.items() if status == 200 or name != "if-none-match"}
    told, headers, body = static.answer(file, asked)
    return Response(body, status_code=told if status == 200 else status, headers=headers, media_type=file.kind)
