"""The game master's seat: taken and left, all orders, and what a game master may do with a game."""

from __future__ import annotations

from litestar import Response, get, post, put
from litestar.params import JSONBody

from wartable.server import corrections, lobby, masters, on_behalf, takeover
from wartable.server.cards import table_for
from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, Invite, SeatPath, TableId, player_of, ready_json, seen, services
from wartable.server.updates import update_json
from wartable.server.viewer import viewer_of
from wartable.server.wire import Table
from wartable.server.wire_master import (
    Correction,
    CorrectionWish,
    Entered,
    EntryWish,
    MasterWish,
    Overview,
    Replaced,
    ReplaceWish,
    SeatOffer,
    TakeWish,
    WordWish,
)
from wartable.server.wire_play import Update
from wartable.server.wire_press import Letter

AT = "/api/tables/{table_id:str}/master"


@put(AT, summary="The game master's seat", tags=["tables"], responses=specs(401, 403, 404, 409))
async def master_seat(request: AnyRequest, table_id: TableId, data: JSONBody[MasterWish], invite: Invite = "") -> Table:
    """Take the game master's seat or leave it; who made the table says whether there is one."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.held(table_id) as table:
        lobby.check_view(table, player.id, invite)
        await masters.set_seat(parts.hub, table, player, data)
        return table_for(table, player.id, parts.store.key)


@get(AT, summary="All orders", tags=["master"], responses=specs(401, 403, 404, 409))
async def overview(request: AnyRequest, table_id: TableId) -> Overview:
    """Return every seat with its player and its draft, and what can be corrected; for the game master alone."""
    player = await player_of(request)
    async with seen(request, table_id, fresh=True) as (table, _):
        found = await masters.overview(services(request).hub, table, player)
        last, why = corrections.correctable(table)
        return Overview(seats=found, correctable=last, why=why)


@post(
    f"{AT}/preview",
    summary="What a correction changes",
    tags=["master"],
    responses=specs(401, 403, 404, 409),
    status_code=200,
)
async def preview(request: AnyRequest, table_id: TableId, data: JSONBody[CorrectionWish]) -> Correction:
    """Say what a correction would change and which drafts would be lost; nothing is changed."""
    player = await player_of(request, "sum")
    async with seen(request, table_id, fresh=True) as (table, _):
        return await corrections.preview(services(request).hub, table, player, data)


@post(
    f"{AT}/correct", summary="Correct a decision", tags=["master"], responses=specs(401, 403, 404, 409), status_code=200
)
async def correct(request: AnyRequest, table_id: TableId, data: JSONBody[CorrectionWish]) -> Correction:
    """Enter what a seat should have decided last in place of what it did; everybody is told with the note."""
    parts, player = services(request), await player_of(request, "action")
    async with parts.hub.held(table_id, fresh=True) as table:
        lobby.check_view(table, player.id, "")
        made = await corrections.correct(parts.hub, table, player, data)
        parts.driver.kick(table)
        return made


@post(
    f"{AT}/orders",
    summary="Enter a player's orders",
    tags=["master"],
    responses=specs(401, 403, 404, 409),
    status_code=201,
)
async def entered(request: AnyRequest, table_id: TableId, data: JSONBody[EntryWish]) -> Entered:
    """Enter orders that a player sent in another way as the draft of their seat; everybody is told, not what."""
    parts, player = services(request), await player_of(request, "action")
    async with parts.hub.held(table_id, fresh=True) as table:
        lobby.check_view(table, player.id, "")
        read = await on_behalf.enter(parts.hub, table, player, data)
        parts.driver.kick(table)
        return read


@post(
    f"{AT}/word", summary="Write as game master", tags=["master"], responses=specs(401, 403, 404, 409), status_code=201
)
async def word(request: AnyRequest, table_id: TableId, data: JSONBody[WordWish]) -> Letter:
    """Write to a side of the table alone, or to everybody, as its game master."""
    parts, player = services(request), await player_of(request, "chat")
    async with parts.hub.held(table_id, fresh=True) as table:
        lobby.check_view(table, player.id, "")
        return await masters.write(parts.hub, table, player, data)


@post(
    f"{AT}/replace", summary="Replace a player", tags=["master"], responses=specs(401, 403, 404, 409), status_code=200
)
async def replaced(request: AnyRequest, table_id: TableId, data: JSONBody[ReplaceWish]) -> Replaced:
    """Take a seat from its player: a bot plays on, or whoever takes it by the link that is returned."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.held(table_id) as table:
        lobby.check_view(table, player.id, "")
        given = await masters.give_seat(parts.hub, table, player, data)
        parts.driver.kick(table)
        return given


@get("/api/tables/{table_id:str}/take/{seat:int}", summary="A free seat", tags=["play"], responses=specs(404))
async def seat_offer(request: AnyRequest, table_id: TableId, seat: SeatPath, invite: Invite = "") -> SeatOffer:
    """Return what I may know of a free seat before I take it, and why I may not, if so."""
    async with seen(request, table_id, invite, fresh=True) as (table, player):
        return await takeover.offer(services(request).hub, table, player, seat)


@post(
    "/api/tables/{table_id:str}/take",
    summary="Take a free seat",
    tags=["play"],
    responses=specs(401, 403, 404, 409),
    status_code=200,
)
async def take(request: AnyRequest, table_id: TableId, data: JSONBody[TakeWish]) -> Response[Update]:
    """Sit down on a seat of a running game that is offered to anybody, or by the code of its link."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.held(table_id) as table:
        await takeover.take(parts.hub, table, player, data)
        parts.driver.kick(table)
        return ready_json(update_json(table, viewer_of(table, player.id, None), table.step))
