"""Clocks of tables: how long turns may take, votes to stop the clock, more time, and coming back."""

from __future__ import annotations

from litestar import Response, post, put
from litestar.params import JSONBody

from wartable.server import clock_controls, lobby
from wartable.server.cards import table_for
from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, TableId, player_of, ready_json, services
from wartable.server.rows import PlayerRow
from wartable.server.table import Table
from wartable.server.updates import update_json
from wartable.server.viewer import viewer_of
from wartable.server.wire import Pace
from wartable.server.wire import Table as TableInfo
from wartable.server.wire_clock import ExtendWish, PauseWish
from wartable.server.wire_play import Update

AT = "/api/tables/{table_id:str}"


@put(f"{AT}/pace", summary="Change the clock", tags=["tables"], responses=specs(401, 403, 404, 409))
async def pace_change(request: AnyRequest, table_id: TableId, data: JSONBody[Pace]) -> TableInfo:
    """Set how long turns may take at an open table; only its creator may."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.held(table_id) as table:
        lobby.check_view(table, player.id, "")
        await lobby.set_pace(parts.hub, table, player, data)
        return table_for(table, player.id, parts.store.key)


@post(f"{AT}/pause", summary="Vote for a pause", tags=["play"], responses=specs(401, 403, 404, 409), status_code=200)
async def pause(request: AnyRequest, table_id: TableId, data: JSONBody[PauseWish]) -> Response[Update]:
    """Say that I want the clock to rest, or to go on; it does when all who play want the same."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.held(table_id) as table:
        lobby.check_view(table, player.id, "")
        await clock_controls.vote(parts.hub, table, player, paused=data.paused)
        return _update(table, player)


@post(f"{AT}/extend", summary="Give more time", tags=["play"], responses=specs(401, 403, 404, 409), status_code=200)
async def extend(request: AnyRequest, table_id: TableId, data: JSONBody[ExtendWish]) -> Response[Update]:
    """Give the turn that is on more time; only whoever made the table may."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.held(table_id) as table:
        lobby.check_view(table, player.id, "")
        await clock_controls.extend(parts.hub, table, player, data.seconds)
        return _update(table, player)


@post(f"{AT}/back", summary="Come back", tags=["play"], responses=specs(401, 403, 404, 409), status_code=200)
async def back(request: AnyRequest, table_id: TableId) -> Response[Update]:
    """Say that I am there again, after deadlines that I missed; a move says the same."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.held(table_id) as table:
        lobby.check_view(table, player.id, "")
        await clock_controls.come_back(parts.hub, table, player)
        parts.driver.kick(table)
        return _update(table, player)


def _update(table: Table, player: PlayerRow) -> Response[Update]:
    return ready_json(update_json(table, viewer_of(table, player.id, None), table.step))
