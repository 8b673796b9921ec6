"""A game in progress: snapshot, stream, decisions, undo, odds, chat, resigning, past moments, result and record."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post, put
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import HeaderParameter, JSONBody, QueryParameter
from litestar.response import Stream

from wartable.engine.values import Forecast
from wartable.server import drafts, lobby, play, wire_play
from wartable.server.cards import chat_line, is_member
from wartable.server.chat_rows import mark_lines, read_lines
from wartable.server.press_rules import check_chat
from wartable.server.problems import Refused, specs
from wartable.server.reasons import reason_at
from wartable.server.results import record_bytes, result_json
from wartable.server.routes.common import (
    AS_IT_IS,
    AnyRequest,
    Invite,
    Look,
    StepPath,
    TableId,
    event_stream,
    id_of,
    played_at,
    player_of,
    ready_json,
    retired_at,
    seen,
    services,
    stranger_or_player,
)
from wartable.server.rows import PlayerRow
from wartable.server.services import Services
from wartable.server.stream import Listener, events
from wartable.server.table import Table
from wartable.server.updates import log_page, moment, snapshot, update_json
from wartable.server.viewer import viewer_of

AT = "/api/tables/{table_id:str}"
_EVENTS = (
    "Server-sent events: update, table, chat; draft (one of your own was saved, by this window or another); "
    "letters (something is new in conversations of mine); "
    "reload (too much was missed: load the game anew); gone (dissolved)"
)


@get(f"{AT}/game", summary="Everything a browser needs", tags=["play"], responses=specs(403, 404))
async def game(
    request: AnyRequest, table_id: TableId, look: Look = None, invite: Invite = ""
) -> Response[wire_play.Snapshot]:
    """Return the table, the game as the viewer may see it, log, chart and chat."""
    if old := await retired_at(request, table_id, invite):
        player = await stranger_or_player(request)
        return ready_json(msgspec.json.encode(old.snapshot(id_of(player), services(request).store.key)))
    async with seen(request, table_id, invite, fresh=True) as (table, player):
        viewer = viewer_of(table, id_of(player), look)
        found = snapshot(table, id_of(player), viewer, services(request).store.key)
        if player and found.chat and is_member(table.row, table.seats, player.id):
            read = partial(read_lines, table_id=table.id, player_id=player.id)
            found = msgspec.structs.replace(found, heard=await services(request).store.read(read))
        return ready_json(msgspec.json.encode(found))


@get(
    f"{AT}/stream",
    summary="Events as they come",
    tags=["play"],
    responses={
        200: ResponseSpec(str, description=_EVENTS, media_type="text/event-stream"),
        **specs(403, 404),
    },
    opt=AS_IT_IS,
)
async def stream(
    request: AnyRequest,
    table_id: TableId,
    after: Annotated[int | None, QueryParameter(ge=0, le=10_000_000, description="Last sequence number known")] = None,
    look: Look = None,
    invite: Invite = "",
    last: Annotated[str, HeaderParameter(name="Last-Event-ID", max_length=20, description="Sent by browsers")] = "",
) -> Stream:
    """Send everything after a sequence number, and then whatever happens; `reload` where that would be too much."""
    async with seen(request, table_id, invite, fresh=True) as (table, player):
        viewer_of(table, id_of(player), look)
        seq = int(last) if last.isascii() and last.isdigit() else after
        listener = Listener(id_of(player), look, table.seq if seq is None else min(seq, table.seq))
    hub = services(request).hub
    return event_stream(request, events(hub, await hub.table(table_id), listener))


@post(f"{AT}/actions", summary="Decide", tags=["play"], responses=specs(401, 403, 404, 409), status_code=200)
async def action(
    request: AnyRequest, table_id: TableId, data: JSONBody[wire_play.ActionWish]
) -> Response[wire_play.Update]:
    """Make a decision. It is answered when it is committed; the same key again gives the same answer."""
    parts, player = services(request), await player_of(request, "action")
    async with played_at(request, table_id) as table:
        before = await play.act(parts.hub, table, player, data)
        await drafts.close(parts.hub, table)
        parts.driver.kick(table)
        return _update(table, player, data.seat, before)


@post(f"{AT}/readings", summary="Read a notation", tags=["play"], responses=specs(401, 403, 404, 409), status_code=200)
async def reading(request: AnyRequest, table_id: TableId, data: JSONBody[wire_play.ReadWish]) -> wire_play.Reading:
    """Return the decision that a line of the game's notation stands for; nothing is entered."""
    player = await player_of(request, "sum")
    async with seen(request, table_id) as (table, _):
        return play.read(table, player, data)


@post(f"{AT}/undo", summary="Take back", tags=["play"], responses=specs(401, 403, 404, 409), status_code=200)
async def undo(
    request: AnyRequest, table_id: TableId, data: JSONBody[wire_play.UndoWish]
) -> Response[wire_play.Update]:
    """Take back the last decision, or all after a step, as far as the undo rule allows."""
    parts, player = services(request), await player_of(request, "action")
    async with played_at(request, table_id) as table:
        before = await play.undo(parts.hub, table, player, data)
        return _update(table, player, data.seat, before)


def _update(table: Table, player: PlayerRow, seat: int, before: int) -> Response[Any]:
    viewer = viewer_of(table, player.id, seat)
    return ready_json(update_json(table, viewer, table.steps_at(before)))


@post(f"{AT}/forecasts", summary="Odds of actions", tags=["play"], responses=specs(401, 403, 404, 409), status_code=200)
async def forecasts(
    request: AnyRequest, table_id: TableId, data: JSONBody[wire_play.ForecastWish]
) -> list[Forecast | None]:
    """Return the exact odds of actions that are legal now; null for others."""
    async with seen(request, table_id) as (table, player):
        services(request).limits.take("sum", id_of(player) or "")
        # Battles of hundreds of armies take a while to work out: in a thread the other tables need not wait for it.
        return await asyncio.to_thread(play.forecasts, table, player, data)


@get(f"{AT}/at/{{step:int}}", summary="A past moment", tags=["play"], responses=specs(403, 404, 409))
async def at(
    request: AnyRequest, table_id: TableId, step: StepPath, look: Look = None, invite: Invite = ""
) -> Response[wire_play.Moment]:
    """Return the board after a step, and what led to it."""
    async with seen(request, table_id, invite) as (table, player):
        _check_begun(table)
        return ready_json(msgspec.json.encode(moment(table, viewer_of(table, id_of(player), look), step)))


@get(f"{AT}/log", summary="Earlier lines of the log", tags=["play"], responses=specs(403, 404, 409))
async def log(
    request: AnyRequest,
    table_id: TableId,
    before: Annotated[int, QueryParameter(ge=0, le=10_000_000, description="Step up to which moves are told")],
    look: Look = None,
    invite: Invite = "",
) -> wire_play.LogPage:
    """Return the log of the moves up to a step, the last of them; `start` of one page is `before` of the next."""
    if old := await retired_at(request, table_id, invite):
        return old.log_page(before)
    async with seen(request, table_id, invite) as (table, player):
        _check_begun(table)
        return log_page(table, viewer_of(table, id_of(player), look), before)


@get(f"{AT}/why/{{step:int}}", summary="A bot's reason", tags=["play"], responses=specs(404, 409))
async def why(request: AnyRequest, table_id: TableId, step: StepPath, invite: Invite = "") -> wire_play.Why:
    """Return the reason a bot gave for the decision that led to a step."""
    async with seen(request, table_id, invite) as (table, _):
        _check_begun(table)
        return wire_play.Why(reason_at(table, step))


@post(f"{AT}/resign", summary="Give up", tags=["play"], responses=specs(401, 403, 404, 409), status_code=200)
async def resign(
    request: AnyRequest, table_id: TableId, data: JSONBody[wire_play.SeatOnly]
) -> Response[wire_play.Update]:
    """Give a seat up for good; a bot plays on."""
    parts, player = services(request), await player_of(request)
    async with played_at(request, table_id) as table:
        before = table.seq
        await play.resign(parts.hub, table, player, data.seat)
        parts.driver.kick(table)
        return _update(table, player, data.seat, before)


@post(f"{AT}/chat", summary="Say something", tags=["play"], responses=specs(401, 403, 404, 409), status_code=201)
async def chat(request: AnyRequest, table_id: TableId, data: JSONBody[wire_play.ChatWish]) -> wire_play.ChatLine:
    """Say something to everybody at the table; where those who play write letters, letters stand in for this."""
    parts, player = services(request), await player_of(request, "chat")
    async with played_at(request, table_id) as table:
        check_chat(table, player.id)
        seq = await play.say(parts.hub, table, player, data)
        await _heard(parts, table, player, seq)
        return chat_line(next(line for line in reversed(table.chat) if line.seq == seq))


@put(f"{AT}/chat/read", summary="Say that I have read the chat", tags=["play"], responses=specs(401, 403, 404))
async def chat_heard(request: AnyRequest, table_id: TableId, data: JSONBody[wire_play.ChatReadWish]) -> None:
    """Say that I have read the chat of a table up to a line; of who plays nowhere there nothing is kept."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.looked_at(table_id) as table:
        lobby.check_view(table, player.id, "")
        if is_member(table.row, table.seats, player.id) and table.chat:
            await _heard(parts, table, player, min(data.line, table.chat[-1].seq))


async def _heard(parts: Services, table: Table, player: PlayerRow, line: int) -> None:
    await parts.store.do(partial(mark_lines, table_id=table.id, player_id=player.id, seq=line))


@get(f"{AT}/result", summary="How it ended", tags=["play"], responses=specs(404, 409))
async def how_it_ended(request: AnyRequest, table_id: TableId, invite: Invite = "") -> Response[wire_play.Result]:
    """Return result, chart, swings and dice of a finished game, with the seed and its proof."""
    if old := await retired_at(request, table_id, invite):
        return ready_json(old.result())
    async with seen(request, table_id, invite, fresh=True) as (table, _):
        # The whole game is replayed to check its dice; the other tables need not wait for it.
        return ready_json(await asyncio.to_thread(result_json, table))


@get(
    f"{AT}/record",
    summary="The record",
    tags=["play"],
    responses={
        200: ResponseSpec(bytes, description="JSON lines", media_type="application/x-ndjson"),
        **specs(404, 409),
    },
)
async def record(request: AnyRequest, table_id: TableId, invite: Invite = "") -> Response[bytes]:
    """Return the whole record of a finished game; `wartable replay` and `wartable verify` read it.

    Of a game whose rules are not here any more it is made of its entries as they are.
    """
    if old := await retired_at(request, table_id, invite):
        body, name = old.record(), f"{old.row.game}-{old.id}.jsonl"
    else:
        async with seen(request, table_id, invite, fresh=True) as (table, _):
            body = await asyncio.to_thread(record_bytes, table)
            name = f"{table.row.game}-{table.id}.jsonl"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(body, media_type="application/x-ndjson", headers=headers)


def _check_begun(table: Table) -> None:
    if table.match is None:
        raise Refused(409, "table.open", "The game has not started yet.")
