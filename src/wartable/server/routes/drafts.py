"""Drafts of secret decisions: fetched by their own player, saved with every change, ready when he says so."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get, post, put
from litestar.params import JSONBody, QueryParameter

from wartable.server import drafts, lobby, timeouts
from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, TableId, player_of, ready_json, services
from wartable.server.updates import update_json
from wartable.server.viewer import viewer_of
from wartable.server.wire_drafts import Draft, DraftWish, TurnWish
from wartable.server.wire_play import Update

AT = "/api/tables/{table_id:str}/draft"
Mine = Annotated[int, QueryParameter(name="as", ge=0, le=63, description="Which of my seats")]
Step = Annotated[int | None, QueryParameter(ge=0, le=10_000_000, description="Step that is meant; it may be over")]


@get(AT, summary="My draft", tags=["play"], responses=specs(401, 403, 404, 409))
async def draft(request: AnyRequest, table_id: TableId, seat: Mine, step: Step = None) -> Draft:
    """Return the draft of one of my own seats for the present turn."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.looked_at(table_id, fresh=True) as table:
        lobby.check_view(table, player.id, "")
        return await drafts.read(parts.hub, table, player, seat, step)


@put(AT, summary="Save a draft", tags=["play"], responses=specs(401, 403, 404, 409))
async def save_draft(request: AnyRequest, table_id: TableId, data: JSONBody[DraftWish]) -> Draft:
    """Save what one of my seats means to decide, and whether it is ready. It is answered when it is committed."""
    parts, player = services(request), await player_of(request, "action")
    async with parts.hub.held(table_id) as table:
        lobby.check_view(table, player.id, "")
        saved = await drafts.save(parts.hub, table, player, data)
        parts.driver.kick(table)
        return saved


@post(
    "/api/tables/{table_id:str}/close",
    summary="Close a turn",
    tags=["play"],
    responses=specs(401, 403, 404, 409),
    status_code=200,
)
async def close_turn(request: AnyRequest, table_id: TableId, data: JSONBody[TurnWish]) -> Response[Update]:
    """Close a turn without a clock before all are ready, as whoever made the table may."""
    parts, player = services(request), await player_of(request, "action")
    async with parts.hub.held(table_id) as table:
        lobby.check_view(table, player.id, "")
        before = table.seq
        await timeouts.force(parts.hub, table, player, data.step)
        parts.driver.kick(table)
        return ready_json(update_json(table, viewer_of(table, player.id, None), table.steps_at(before)))
