"""Who plays which side: the rule of a table, what people would like to play, and what was drawn."""

from __future__ import annotations

from functools import partial

from litestar import get, put
from litestar.params import JSONBody

from wartable.server import lobby
from wartable.server.cards import table_for
from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, Invite, TableId, player_of, seen, services
from wartable.server.sides import drawn_at
from wartable.server.wire import DrawnSides, SidesRule, SidesWish, Table

AT = "/api/tables/{table_id:str}/sides"


@put(f"{AT}/rule", summary="Change how sides are given", tags=["tables"], responses=specs(401, 403, 404, 409))
async def sides_change(request: AnyRequest, table_id: TableId, data: JSONBody[SidesRule]) -> Table:
    """Set how sides are given at an open table, and whether names are told; only its creator may."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.held(table_id) as table:
        lobby.check_view(table, player.id, "")
        await lobby.set_sides(parts.hub, table, player, data)
        return table_for(table, player.id, parts.store.key)


@put(f"{AT}/wishes", summary="What I would like to play", tags=["tables"], responses=specs(401, 403, 404, 409))
async def sides_wished(request: AnyRequest, table_id: TableId, data: JSONBody[SidesWish]) -> Table:
    """Say which sides a seat of mine would like to play; nobody else learns of it before the end."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.held(table_id) as table:
        lobby.check_view(table, player.id, "")
        await lobby.set_wishes(parts.hub, table, player, data)
        return table_for(table, player.id, parts.store.key)


@get(AT, summary="How sides were drawn", tags=["tables"], responses=specs(404, 409))
async def sides_drawn(request: AnyRequest, table_id: TableId, invite: Invite = "") -> DrawnSides:
    """Return what the dice drew and who had wished for what, when the game is over and its seed is out."""
    async with seen(request, table_id, invite, fresh=True) as (table, _):
        return await services(request).store.read(partial(drawn_at, table=table))
