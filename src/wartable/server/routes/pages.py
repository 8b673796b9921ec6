"""The client's pages and files, and the private link of a seat."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import cache
from typing import Any

from litestar import Request, Response, get, post, route
from litestar.params import FromPath
from litestar.response import Redirect

from wartable.engine.errors import WartableError
from wartable.server import doorway, ids, lobby, members
from wartable.server.engines import Busy
from wartable.server.invitations import tags, with_tags
from wartable.server.problems import Refused
from wartable.server.routes.common import AS_IT_IS, AnyRequest, base_of, send_file, services
from wartable.server.static import File, packed
from wartable.tools.registry import installed

_SEAT = f"{ids.SEAT_LINKS}{{token:str}}"

PAGES = (
    "/",
    "/games",
    "/games/:key",
    "/table/:id",
    "/table/:id/result",
    "/odds",
    "/learn",
    "/learn/:key",
    "/you",
)
"""The addresses that the client has pages for whatever is installed, as it writes them in `web/src/app/routes.ts`."""
_TABLE = re.compile(r"/table/([A-Za-z0-9_\-]{1,24})(?:/result)?/?")
"""The pages of a table."""
_PART = "[^/\N{REPLACEMENT CHARACTER}]+"
"""A part of an address that may be anything but what is no text: that sign is read for `%ff`."""


@cache
def _pages() -> re.Pattern[str]:
    """Return what matches the addresses of all pages: those of games' tools too."""
    own = (page for tools in installed(lambda _key, _error: None) for page in tools.pages)
    return re.compile("|".join(re.sub(r":\w+", _PART, page.rstrip("/")) + "/?" for page in (*PAGES, *own)))


@get(_SEAT, include_in_schema=False)
async def open_seat(request: AnyRequest, token: FromPath[str]) -> Response[Any]:
    """Make this browser the player of a seat and lead to its table; ask before somebody else's seats are lost by it."""
    parts, link = services(request), await _link(request, token)
    you = await parts.people.other(request, link.player) if link else None
    if link is None or you is None:
        return await _go(request, link)
    if parts.settings.known_seeds and link.player in parts.people.unclaimed:
        # On one's own machine: the table was laid for whoever sits here.
        parts.people.unclaimed.discard(link.player)
        await members.hand_over(parts.hub, link, you)
        return Redirect(f"/table/{link.table}", status_code=303)
    if "text/html" not in request.headers.get("accept", ""):
        raise doorway.refusal(link)
    return Response(doorway.page(link, you), status_code=409, media_type="text/html")


@post(_SEAT, include_in_schema=False)
async def take_seat(request: AnyRequest, token: FromPath[str]) -> Response[Any]:
    """Make this browser the player of a seat, whoever it was before."""
    return await _go(request, await _link(request, token))


async def _link(request: AnyRequest, token: str) -> members.Link | None:
    with suppress(Refused):
        return await members.read_link(services(request).hub, token)
    return None


async def _go(request: AnyRequest, link: members.Link | None) -> Response[Any]:
    """Lead to the table of a link as its player, or home where the link is not good."""
    if link is None:
        return Redirect("/?problem=seat", status_code=303)
    await services(request).people.become(request, link.player)
    return Redirect(f"/table/{link.table}", status_code=303)


@route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False, opt=AS_IT_IS)
async def page(request: Request[Any, Any, Any], path: FromPath[str] = "/") -> Response[bytes]:
    """Return a file of the client, or its first page for every other address; it says itself where there is nothing."""
    if path == "/api" or path.startswith("/api/"):
        raise Refused(404, "path.unknown", "There is nothing at this address.")
    pages = services(request).pages
    found = pages.find(path)
    if found is None and path.rsplit("/", 1)[-1].count("."):
        raise Refused(404, "file.unknown", "There is no such file.")
    if found is None and not _pages().fullmatch(path):
        return send_file(request, pages.index(), status=404)
    return send_file(request, found or await _first_page(request, path))


async def _first_page(request: Request[Any, Any, Any], path: str) -> File:
    """Return the page that every address begins with; that of a table tells other sites of it."""
    index, table = services(request).pages.index(), _TABLE.fullmatch(path)
    if table is None:
        return index
    try:
        found = await services(request).store.card(table[1])
        if found is None:
            return index
        lobby.check_view(found, None, request.query_params.get("invite", ""))
        return packed(with_tags(index.body, tags(found, base_of(request))), index.kind)
    except (Refused, Busy, WartableError):  # whoever may not see the table, or cannot now, gets the page as it is
        return index
