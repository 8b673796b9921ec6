"""Questions about a position that decide nothing, and the ground that pieces lie on where there is no board."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from litestar import Response, get, post
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import JSONBody, QueryParameter

from wartable.board.palette import Theme
from wartable.server import inquiries
from wartable.server.problems import specs
from wartable.server.routes import common
from wartable.server.wire_play import InquiryWish

AT = "/api/tables/{table_id:str}"
_JSON = "application/json"


@post(
    f"{AT}/inquiries",
    summary="Ask about a position",
    tags=["play"],
    responses={
        200: ResponseSpec(dict[str, Any], description="The answer, as the game gives it", media_type=_JSON),
        **specs(403, 404, 409),
    },
    status_code=200,
)
async def inquiry(
    request: common.AnyRequest, table_id: common.TableId, data: JSONBody[InquiryWish], invite: common.Invite = ""
) -> Response[Any]:
    """Return the answer to a question of the game: how far, by which way, with what odds. Nothing is decided.

    Only those who sit at the table, or made it, may ask, each a limited number of times a second. The body is `null`
    where there is nothing to tell, as the odds of a combat that would not come.
    """
    async with common.seen(request, table_id, invite) as (table, player):
        asked, who = inquiries.read(table, common.id_of(player), data), common.id_of(player) or ""
        common.services(request).limits.take("inquiry", who)
    # Positions never change, so nobody needs to wait for the answer, neither at this table nor at others.
    return common.ready_json(await common.services(request).desk.answer(who, asked))


@get(
    f"{AT}/ground",
    summary="What pieces lie on",
    tags=["play"],
    responses={
        200: ResponseSpec(dict[str, Any], description="Picture, scale, places, as the game has them", media_type=_JSON),
        **specs(403, 404),
    },
    opt=common.AS_IT_IS,
)
async def ground(
    request: common.AnyRequest,
    table_id: common.TableId,
    theme: Annotated[Theme, QueryParameter(description="Page that it is shown on")] = "light",
    invite: common.Invite = "",
) -> Response[Any]:
    """Return the table that figures stand on, where the game has no board of spaces. It stays the same all game."""
    async with common.seen(request, table_id, invite) as (table, _):
        wanted = inquiries.ground_of(table, theme)
    return common.send_file(request, await asyncio.to_thread(wanted))
