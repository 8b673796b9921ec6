"""One stream for all tables that a browser has open."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import QueryParameter
from litestar.response import Stream

from wartable.server.problems import specs
from wartable.server.routes.common import AS_IT_IS, AnyRequest, event_stream, id_of, services, stranger_or_player
from wartable.server.streams import MOST, merged, open_all, read_channel

Follow = Annotated[
    list[str],
    QueryParameter(
        name="follow",
        min_items=1,
        max_items=MOST,
        description="A table to follow: its id, last sequence number known, seat to look through, code of an "
        "invitation, and the player one takes oneself for, with commas between; all but the id may be left empty. "
        "Repeat it for each table.",
    ),
]


@get(
    "/api/stream",
    summary="Events of several tables as they come",
    tags=["play"],
    responses={
        200: ResponseSpec(
            str,
            description="Server-sent events as of one table, `0.update` for the first one followed; `0.refused` with "
            "a problem where it may not be followed; `beat` as a sign of life",
            media_type="text/event-stream",
        ),
        **specs(),
    },
    opt=AS_IT_IS,
)
async def streams(request: AnyRequest, follow: Follow) -> Stream:
    """Send of each table everything after a sequence number, and then whatever happens."""
    hub, player = services(request).hub, await stranger_or_player(request, fresh=True)
    refusals, sources = await open_all(hub, id_of(player), [read_channel(text) for text in follow])
    return event_stream(request, merged(hub, refusals, sources))
