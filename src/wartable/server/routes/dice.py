"""The dice of a table while they are made: join, seal, open. What that proves is told in the docs, under Fair dice."""

from __future__ import annotations

from litestar import post
from litestar.params import JSONBody

from wartable.server import dice_parts, lobby
from wartable.server.cards import table_for
from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, TableId, player_of, services
from wartable.server.wire import Table
from wartable.server.wire_dice import OpenWish, SealWish

AT = "/api/tables/{table_id:str}/dice"
_ANSWERS = specs(401, 403, 404, 409)


@post(f"{AT}/join", summary="Say that I will add to the dice", tags=["dice"], responses=_ANSWERS, status_code=200)
async def join(request: AnyRequest, table_id: TableId) -> Table:
    """Join those who add to the dice of an open table; when it starts, it waits a moment for their seals."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.held(table_id, fresh=True) as table:
        lobby.check_view(table, player.id, "")
        await dice_parts.join(parts.hub, table, player)
        return table_for(table, player.id, parts.store.key)


@post(f"{AT}/seal", summary="Seal what I add", tags=["dice"], responses=_ANSWERS, status_code=200)
async def seal(request: AnyRequest, table_id: TableId, data: JSONBody[SealWish]) -> Table:
    """Send a seal while they are gathered; the answer shows whether the list is closed."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.held(table_id, fresh=True) as table:
        lobby.check_view(table, player.id, "")
        await dice_parts.seal(parts.hub, table, player, data)
        parts.driver.kick(table)
        return table_for(table, player.id, parts.store.key)


@post(f"{AT}/open", summary="Open what I sealed", tags=["dice"], responses=_ANSWERS, status_code=200)
async def open_part(request: AnyRequest, table_id: TableId, data: JSONBody[OpenWish]) -> Table:
    """Send what was sealed once the list is closed; when all have, the dice are set and rolled."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.held(table_id, fresh=True) as table:
        lobby.check_view(table, player.id, "")
        await dice_parts.open_part(parts.hub, table, player, data)
        parts.driver.kick(table)
        return table_for(table, player.id, parts.store.key)
