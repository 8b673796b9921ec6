"""Press: who may write to whom, conversations, letters, what is read and what is begun."""

from __future__ import annotations

from typing import Annotated

from litestar import get, post, put
from litestar.params import JSONBody, PathParameter, QueryParameter

from wartable.server import lobby
from wartable.server import press as letters
from wartable.server.cards import table_for
from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, Invite, Look, TableId, id_of, player_of, seen, services
from wartable.server.wire import PressRule
from wartable.server.wire import Table as TableInfo
from wartable.server.wire_press import Letter, LetterDraftWish, LetterPage, LettersReadWish, LetterWish, Press

AT = "/api/tables/{table_id:str}/press"
ConversationPath = Annotated[
    str,
    PathParameter(
        pattern=r"^(all|[0-9]{1,2}(\.[0-9]{1,2}){1,63})$", description="`all`, or the seats that read it, as `0.3.5`"
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
    """Send a letter of a seat of mine to other seats or to everybody. It is answered when it is stored."""
    parts, player = services(request), await player_of(request, "chat")
    async with parts.hub.held(table_id, fresh=True) as table:
        lobby.check_view(table, player.id, "")
        return await letters.send(parts.hub, table, player, data)


@put(f"{AT}/draft", summary="Keep a letter that is begun", tags=["press"], responses=specs(401, 403, 404))
async def letter_draft(request: AnyRequest, table_id: TableId, data: JSONBody[LetterDraftWish]) -> None:
    """Keep what a seat of mine has begun to write in a conversation, for all my devices; nothing drops it."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.looked_at(table_id) as table:
        lobby.check_view(table, player.id, "")
        await letters.keep_draft(parts.hub, table, player, data)


@put(f"{AT}/read", summary="Mark as read", tags=["press"], responses=specs(401, 403, 404))
async def letters_read(request: AnyRequest, table_id: TableId, data: JSONBody[LettersReadWish]) -> None:
    """Say that a seat of mine has read a conversation up to a letter."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.looked_at(table_id) as table:
        lobby.check_view(table, player.id, "")
        await letters.read_up_to(parts.hub, table, player, data)
