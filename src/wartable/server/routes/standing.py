"""Standing answers: looked at, made and withdrawn by their own player."""

from __future__ import annotations

from typing import Annotated

from litestar import get, put
from litestar.params import JSONBody, QueryParameter

from wartable.server import lobby, settling
from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, TableId, player_of, services
from wartable.server.wire_standing import StandingAnswers, StandingWish

AT = "/api/tables/{table_id:str}/standing"
Mine = Annotated[int, QueryParameter(name="as", ge=0, le=63, description="Which of my seats")]


@get(AT, summary="My standing answers", tags=["play"], responses=specs(401, 403, 404, 409))
async def standing(request: AnyRequest, table_id: TableId, seat: Mine) -> StandingAnswers:
    """Return what one of my own seats may settle in advance, and has settled."""
    parts, player = services(request), await player_of(request)
    async with parts.hub.looked_at(table_id, fresh=True) as table:
        lobby.check_view(table, player.id, "")
        return await settling.read(parts.hub, table, player, seat)


@put(AT, summary="Settle in advance", tags=["play"], responses=specs(401, 403, 404, 409))
async def save_standing(request: AnyRequest, table_id: TableId, data: JSONBody[StandingWish]) -> StandingAnswers:
    """Make a standing answer, or withdraw it. Nobody else is told; a question that is asked already is answered."""
    parts, player = services(request), await player_of(request, "action")
    async with parts.hub.held(table_id, fresh=True) as table:
        lobby.check_view(table, player.id, "")
        saved = await settling.save(parts.hub, table, player, data)
        parts.driver.kick(table)
        return saved
