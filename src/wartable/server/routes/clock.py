"""Clocks of tables: how long turns may take, votes to stop the clock, more time, holidays, and coming back."""

from __future__ import annotations

import asyncio
from typing import Annotated

from litestar import Response, post, put
from litestar.params import JSONBody, PathParameter

from wartable.server import clock_controls, holidays, lobby, pace_dates, pauses
from wartable.server.cards import table_for
from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, TableId, player_of, ready_json, services
from wartable.server.rows import PlayerRow
from wartable.server.table import Table
from wartable.server.updates import update_json
from wartable.server.viewer import viewer_of
from wartable.server.wire import Table as TableInfo
from wartable.server.wire_clock import Dates, DatesWish, ExtendWish, HolidayWish, PauseWish
from wartable.server.wire_pace import Pace
from wartable.server.wire_play import Update

AT = "/api/tables/{table_id:str}"
GameKey = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_\-]{1,60}$")]


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
    """Say that I want the clock to rest, or to go on; it does when as many agree as the table asks for.

    Wanting what is so already refuses the vote that is open, or takes my own vote back.
    """
    parts, player = services(request), await player_of(request)
    async with parts.hub.held(table_id) as table:
        lobby.check_view(table, player.id, "")
        await pauses.vote(parts.hub, table, player, paused=data.paused)
        return _update(table, player)


@post(f"{AT}/extend", summary="Give more time", tags=["play"], responses=specs(401, 403, 404, 409), status_code=200)
async def extend(request: AnyRequest, table_id: TableId, data: JSONBody[ExtendWish]) -> Response[Update]:
    """Give the turn that is on more time; only whoever made the table may."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.held(table_id) as table:
        lobby.check_view(table, player.id, "")
        await clock_controls.extend(parts.hub, table, player, data.seconds)
        return _update(table, player)


@post(f"{AT}/holiday", summary="Go on holiday", tags=["play"], responses=specs(401, 403, 404, 409), status_code=200)
async def holiday(request: AnyRequest, table_id: TableId, data: JSONBody[HolidayWish]) -> Response[Update]:
    """Say that I am on holiday for some days, or back; meanwhile the clock stands."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.held(table_id) as table:
        lobby.check_view(table, player.id, "")
        await holidays.announce(parts.hub, table, player, data.days)
        return _update(table, player)


@post("/api/games/{key:str}/dates", summary="Dates of a pace", tags=["games"], responses=specs(404), status_code=200)
async def dates(request: AnyRequest, key: GameKey, data: JSONBody[DatesWish]) -> Dates:
    """Return when the phases of the first round would close if the game started now; refuse a pace that cannot be."""
    return await asyncio.to_thread(pace_dates.dates, key, data, services(request).hub.now())


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
