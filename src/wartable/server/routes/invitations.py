"""The picture that a table's link is shown with elsewhere, and the code of the link for cameras."""

from __future__ import annotations

import asyncio
import io
import time
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import msgspec
import segno
from litestar import Response, get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter

from wartable.board.palette import Theme
from wartable.board.png import installed
from wartable.server import catalogue, lobby
from wartable.server.cards import colours_of
from wartable.server.invitation_picture import Sheet, board_of, picture
from wartable.server.invitations import invitation_to, is_free, link_of
from wartable.server.people import address_of
from wartable.server.problems import Refused, specs
from wartable.server.results import ended
from wartable.server.routes import common
from wartable.server.store import Loaded

_AT = "/api/tables/{table_id:str}"
_WHOLE = 1200
"""The width in pixels for which the board of a whole page is drawn."""
_CACHING = {"Cache-Control": "public, max-age=300"}


@get(
    f"{_AT}/invitation.png",
    summary="The picture of an invitation",
    tags=["tables"],
    responses={200: ResponseSpec(bytes, description="PNG", media_type="image/png"), **specs(404, 429)},
    opt=common.AS_IT_IS,
)
async def invitation_picture(
    request: common.AnyRequest, table_id: common.TableId, invite: common.Invite = ""
) -> Response[bytes]:
    """Return what the link of a table is shown with elsewhere: its title and its board, 1200 by 630 pixels.

    It shows what spectators may see. Of a private table only the invitation's link has one.
    """
    if not installed():
        raise Refused(404, "picture.none", "This server draws no pictures: its package for PNG is not installed.")
    parts, address = common.services(request), address_of(request)
    parts.limits.take("sum", address)
    if old := await common.retired_at(request, table_id, invite):
        told = Loaded(old.row, old.seats, ())
        sheet = Sheet(told=invitation_to(told), colours=(), board=old.picture("light").decode())
    else:
        sheet = await _sheet(request, table_id, invite)
    made = await parts.offload.answer(address, picture, sheet)
    return Response(made, media_type="image/png", headers=_CACHING)


@get(
    f"{_AT}/picture",
    summary="The board at the end",
    tags=["play"],
    responses={200: ResponseSpec(bytes, description="SVG", media_type="image/svg+xml"), **specs(404, 409, 429)},
)
async def picture_of_end(
    request: common.AnyRequest,
    table_id: common.TableId,
    theme: Annotated[Theme, QueryParameter(description="Page that it is shown on")] = "light",
    invite: common.Invite = "",
) -> Response[bytes]:
    """Return the last position of a game that is over, as spectators see it.

    Of a game whose rules are not here any more it is as it was drawn while they were.
    """
    if old := await common.retired_at(request, table_id, invite):
        made = old.picture(theme)
    else:
        async with common.services(request).hub.looked_at(table_id) as table:
            lobby.check_view(table, None, invite)
            ended(table)
            game, match, worn = (
                table.game,
                table.running(),
                colours_of(table.game, table.running().options, table.seats),
            )
        drawn = partial(board_of, game, match.options, match.state, worn, theme, _WHOLE)
        made = (await _drawn(request, drawn)).encode()
        if not made:
            raise Refused(404, "picture.none", f"{game.title} draws no picture of its positions.")
    return Response(made, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


async def _sheet(request: common.AnyRequest, table_id: str, invite: str) -> Sheet:
    """Return what is to be drawn of a table."""
    async with common.services(request).hub.looked_at(table_id) as table:
        lobby.check_view(table, None, invite)
        told = invitation_to(Loaded(table.row, tuple(table.seats), ()))
        game, chairs, match = table.game, tuple(table.seats), table.match
        state = match.state if match else None
        options = match.options if match else catalogue.options_of(table.row).for_seats(len(table.seats))
        end = ended(table) if table.row.status == "finished" and match else None
    worn = colours_of(game, options, chairs)
    if end:
        told = msgspec.structs.replace(told, lead=f"{game.title}: {told.title}", title=end[0], text="", host="")
    places = tuple((worn[seat], name) for seat, name in end[1]) if end else ()
    board = await _drawn(request, partial(board_of, game, options, state, worn))
    waits = state is None
    colours = tuple(0 if waits and is_free(chair) else colour for chair, colour in zip(chairs, worn, strict=True))
    return Sheet(told=told, colours=colours, board=board, places=places)


async def _drawn(request: common.AnyRequest, draw: Callable[[], str]) -> str:
    """Draw a board in a thread, and count the time it takes for whoever asks."""
    limits, address, began = common.services(request).limits, address_of(request), time.monotonic()
    limits.require("seconds", address)
    try:
        return await asyncio.to_thread(draw)
    finally:
        limits.spend("seconds", address, time.monotonic() - began)


@get(
    f"{_AT}/invitation.svg",
    summary="The code of an invitation",
    tags=["tables"],
    responses={200: ResponseSpec(bytes, description="SVG", media_type="image/svg+xml"), **specs(404)},
    opt=common.AS_IT_IS,
)
async def invitation_code(
    request: common.AnyRequest, table_id: common.TableId, invite: common.Invite = ""
) -> Response[Any]:
    """Return the link of a table as a QR code, for those who may see the table."""
    async with common.seen(request, table_id, invite) as (table, _):
        link = link_of(table.row, common.base_of(request))
    made = io.BytesIO()
    segno.make(link, error="m").save(
        made, kind="svg", scale=4, border=4, dark="#1E2329", light="#FFFFFF", xmldecl=False
    )
    return Response(made.getvalue(), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=300"})
