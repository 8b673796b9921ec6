"""Press: who may write to whom, conversations, letters, what is read and what is begun."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post, put
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, PathParameter, QueryParameter

from wartable.server import lobby, press_archive, press_reports
from wartable.server import press as letters
from wartable.server.cards import table_for
from wartable.server.problems import specs
from wartable.server.routes.common import (
    AnyRequest,
    Invite,
    Look,
    TableId,
    id_of,
    player_of,
    retired_at,
    seen,
    services,
    stranger_or_player,
)
from wartable.server.wire import PressRule
from wartable.server.wire import Table as TableInfo
from wartable.server.wire_press import (
    CONVERSATION,
    FIND_MOST,
    Archive,
    Letter,
    LetterDraftWish,
    LetterPage,
    LettersReadWish,
    LetterWish,
    MutedWish,
    Press,
    Quote,
    QuoteCheck,
    ReportWish,
    WatcherWish,
)

AT = "/api/tables/{table_id:str}/press"
ARCHIVE = "/api/tables/{table_id:str}/letters"
ConversationPath = Annotated[
    str,
    PathParameter(
        pattern=CONVERSATION,
        description="`all`, `watchers` (the spectators), `master.3` (with the game master), or seats, as `0.3.5`",
    ),
]


@put(f"{AT}/rule", summary="Change the press", tags=["tables"], responses=specs(401, 403, 404, 409))
async def press_change(request: AnyRequest, table_id: TableId, data: JSONBody[PressRule]) -> TableInfo:
    """Set who may write to whom at an open table; only its creator may."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.held(table_id) as table:
        lobby.check_view(table, player.id, "")
        await lobby.set_press(parts.hub, table, player, data)
        return table_for(table, player.id, parts.store.key)


@get(AT, summary="My conversations", tags=["press"], responses=specs(403, 404))
async def press(request: AnyRequest, table_id: TableId, look: Look = None, invite: Invite = "") -> Press:
    """Return the conversations that one of my seats reads; who plays nowhere here gets what is written to all."""
    async with seen(request, table_id, invite, fresh=True) as (table, player):
        return await letters.press(services(request).hub, table, id_of(player), look)


@get(f"{AT}/{{conversation:str}}", summary="Letters of a conversation", tags=["press"], responses=specs(403, 404))
async def conversation(
    request: AnyRequest,
    table_id: TableId,
    conversation: ConversationPath,
    look: Look = None,
    before: Annotated[str, QueryParameter(max_length=24, description="Id of a letter: those older than it")] = "",
    invite: Invite = "",
) -> LetterPage:
    """Return the last letters of a conversation, at most 60 at once, the oldest first."""
    async with seen(request, table_id, invite, fresh=True) as (table, player):
        return await letters.page(services(request).hub, table, id_of(player), look, conversation, before)


@post(f"{AT}/letters", summary="Write a letter", tags=["press"], responses=specs(401, 403, 404, 409), status_code=201)
async def write(request: AnyRequest, table_id: TableId, data: JSONBody[LetterWish]) -> Letter:
    """Send a letter of a seat of mine to other seats, to everybody or to the game master; answered when stored."""
    parts, player = services(request), await player_of(request, "chat")
    async with parts.hub.held(table_id, fresh=True) as table:
        lobby.check_view(table, player.id, "")
        return await letters.send(parts.hub, table, player, data)


@put(f"{AT}/draft", summary="Keep a letter that is begun", tags=["press"], responses=specs(401, 403, 404))
async def letter_draft(request: AnyRequest, table_id: TableId, data: JSONBody[LetterDraftWish]) -> None:
    """Keep what a seat of mine, or I as game master, have begun to write, for all my devices; nothing drops it."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.looked_at(table_id) as table:
        lobby.check_view(table, player.id, "")
        await letters.keep_draft(parts.hub, table, player, data)


@put(f"{AT}/read", summary="Mark as read", tags=["press"], responses=specs(401, 403, 404))
async def letters_read(request: AnyRequest, table_id: TableId, data: JSONBody[LettersReadWish]) -> None:
    """Say that a seat of mine, or I as game master, have read a conversation up to a letter."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.looked_at(table_id) as table:
        lobby.check_view(table, player.id, "")
        await letters.read_up_to(parts.hub, table, player, data)


@post(
    f"{AT}/watching",
    summary="Write to who looks on",
    tags=["press"],
    responses=specs(401, 403, 404, 409),
    status_code=201,
)
async def watcher_write(
    request: AnyRequest, table_id: TableId, data: JSONBody[WatcherWish], invite: Invite = ""
) -> Letter:
    """Send a letter to the spectators at a table where I play no seat; those who play do not read it."""
    parts, player = services(request), await player_of(request, "chat")
    async with parts.hub.held(table_id, fresh=True) as table:
        lobby.check_view(table, player.id, invite)
        return await letters.watch_and_write(parts.hub, table, player, data)


@post(f"{AT}/quotes", summary="Check a quote", tags=["press"], responses=specs(401, 403, 404, 409), status_code=200)
async def quote(request: AnyRequest, table_id: TableId, data: JSONBody[QuoteCheck]) -> Quote:
    """Return an order as a letter of a seat of mine would quote it; nothing is stored, and nobody is told."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.looked_at(table_id) as table:
        lobby.check_view(table, player.id, "")
        return letters.quoted(table, player, data)


@put(f"{AT}/muted", summary="Mute sides", tags=["press"], responses=specs(401, 403, 404))
async def muted(request: AnyRequest, table_id: TableId, data: JSONBody[MutedWish]) -> None:
    """Say whose letters a seat of mine does not want to see; nobody else learns of it."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.looked_at(table_id) as table:
        lobby.check_view(table, player.id, "")
        await letters.mute(parts.hub, table, player, data)


@post(f"{AT}/reports", summary="Report a letter", tags=["press"], responses=specs(401, 403, 404), status_code=201)
async def report(request: AnyRequest, table_id: TableId, data: JSONBody[ReportWish], invite: Invite = "") -> None:
    """Report a letter that I read to the host of this server, with the five before it."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.looked_at(table_id, fresh=True) as table:
        lobby.check_view(table, player.id, invite)
        await press_reports.report(parts.hub, table, player, data)


@get(ARCHIVE, summary="My letters", tags=["press"], responses=specs(403, 404))
async def archive(
    request: AnyRequest,
    table_id: TableId,
    look: Look = None,
    find: Annotated[str, QueryParameter(max_length=FIND_MOST, description="Only letters that hold these words")] = "",
    invite: Invite = "",
) -> Archive:
    """Return all letters that one of my seats reads, of a table that can only be looked at, too; the oldest first.

    With `find` the newest 200 that hold each of its words.
    """
    return await _archive(request, table_id, invite, look, find)


@get(
    f"{ARCHIVE}/text",
    summary="My letters to keep",
    tags=["press"],
    responses={200: ResponseSpec(str, description="Plain text", media_type="text/plain"), **specs(403, 404)},
)
async def archive_text(
    request: AnyRequest, table_id: TableId, look: Look = None, invite: Invite = ""
) -> Response[bytes]:
    """Return all letters that one of my seats reads as plain text, the oldest first."""
    text = press_archive.as_text(await _archive(request, table_id, invite, look, ""))
    headers = {"Content-Disposition": f'attachment; filename="letters-{table_id}.txt"'}
    return Response(text.encode(), media_type="text/plain", headers=headers)


async def _archive(request: AnyRequest, table_id: str, invite: str, look: int | None, find: str) -> Archive:
    if old := await retired_at(request, table_id, invite):
        reading = press_archive.reading_of(old, id_of(await stranger_or_player(request)), look)
    else:
        async with seen(request, table_id, invite, fresh=True) as (table, player):
            reading = press_archive.reading_at(table, id_of(player), look)
    parts = services(request)
    return await press_archive.archive(parts.store, reading, parts.hub.now(), find)
