"""My deadlines in the calendar that I use anyway."""

from __future__ import annotations

from litestar import Response, delete, get, post
from litestar.params import FromPath

from wartable.server import calendars, ids
from wartable.server.people import address_of
from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, base_of, player_of, services
from wartable.server.wire_notices import OwnCalendar


@get("/api/me/calendar", summary="The address of my calendar", tags=["me"], responses=specs(401))
async def calendar(request: AnyRequest) -> OwnCalendar:
    """Return the private address at which other programs read my deadlines."""
    player = await player_of(request)
    return _shown(request, await calendars.word_of(services(request).store, player.id))


@post("/api/me/calendar", summary="Take a new address", tags=["me"], responses=specs(401, 409), status_code=200)
async def renew(request: AnyRequest) -> OwnCalendar:
    """Give me a private address at which other programs read my deadlines; one that I had shows nothing any more."""
    player = await player_of(request)
    return _shown(request, await calendars.renew(services(request).store, player.id))


@delete("/api/me/calendar", summary="Show my deadlines no more", tags=["me"], responses=specs(401), status_code=200)
async def drop(request: AnyRequest) -> OwnCalendar:
    """Let the address that I had show nothing any more."""
    player = await player_of(request)
    await calendars.drop(services(request).store, player.id)
    return _shown(request, "")


@get(f"{ids.CALENDARS}{{word:str}}", include_in_schema=False)
async def read(request: AnyRequest, word: FromPath[str]) -> Response[bytes]:
    """Return a player's deadlines in the form that calendars read (RFC 5545)."""
    parts = services(request)
    parts.limits.take("calendar", address_of(request))
    text = await calendars.written(parts.store, word.removesuffix(".ics"), base_of(request), parts.time())
    if text is None:
        return Response(b"There is no such calendar.", status_code=404, media_type="text/plain")
    return Response(text, media_type="text/calendar", headers={"cache-control": "private, no-store"})


def _shown(request: AnyRequest, word: str) -> OwnCalendar:
    address = f"{base_of(request)}{ids.CALENDARS}{word}.ics" if word else ""
    return OwnCalendar(offered=calendars.offered(), address=address)
