"""The client's pages and files, and the private link of a seat."""

from __future__ import annotations

from typing import Any

from litestar import Request, Response, get, route
from litestar.params import FromPath
from litestar.response import Redirect

from wartable.server import static
from wartable.server.lobby import join_by_link
from wartable.server.problems import Refused
from wartable.server.routes.common import AS_IT_IS, AnyRequest, services


@get("/seat/{token:str}", include_in_schema=False)
async def take_seat(request: AnyRequest, token: FromPath[str]) -> Redirect:
    """Make this browser the player of a seat, and lead to its table."""
    parts = services(request)
    try:
        found = await join_by_link(parts.hub, token)
    except Refused:
        found = None
    if found is None:
        return Redirect("/?problem=seat", status_code=303)
    table_id, player = found
    await parts.people.become(request, player)
    return Redirect(f"/table/{table_id}", status_code=303)


@route(["/", "/{path:path}"], http_method=["GET", "HEAD"], include_in_schema=False, opt=AS_IT_IS)
async def page(request: Request[Any, Any, Any], path: FromPath[str] = "/") -> Response[bytes]:
    """Return a file of the client, or its first page for every other address."""
    if path == "/api" or path.startswith("/api/"):
        raise Refused(404, "path.unknown", "There is nothing at this address.")
    pages = services(request).pages
    found = pages.find(path)
    if found is None and path.rsplit("/", 1)[-1].count("."):
        raise Refused(404, "file.unknown", "There is no such file.")
    return static.send(request, found or pages.index())
