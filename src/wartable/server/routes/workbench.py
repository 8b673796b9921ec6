"""The sandbox's own addresses: orders read line by line, saved games, and pictures. Nothing is stored."""

from __future__ import annotations

import asyncio

from litestar import Response, post
from litestar.params import JSONBody

from wartable.server import gamefiles, workbench
from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, services
from wartable.server.wire_workbench import GameRead, GameText, OrderRead, PictureWish, ReadingWish, SavingWish


@post("/api/adjudicate/readings", summary="Read orders", tags=["diplomacy"], responses=specs(404), status_code=200)
async def readings(request: AnyRequest, data: JSONBody[ReadingWish]) -> tuple[OrderRead, ...]:
    """Return what each line of a text of orders says, or why it says nothing."""
    _count(request)
    return await asyncio.to_thread(workbench.read_lines, data)


@post(
    "/api/adjudicate/picture",
    summary="Draw a phase",
    tags=["diplomacy"],
    responses=specs(404),
    status_code=200,
    media_type="image/*",
)
async def picture(request: AnyRequest, data: JSONBody[PictureWish]) -> Response[bytes]:
    """Return the board with units and orders, as SVG or PNG."""
    _count(request)
    kind = "image/svg+xml" if data.kind == "svg" else "image/png"
    return Response(await asyncio.to_thread(workbench.draw, data), media_type=kind)


@post("/api/adjudicate/games", summary="Read a saved game", tags=["diplomacy"], responses=specs(), status_code=200)
async def saved_game(request: AnyRequest, data: JSONBody[GameText]) -> GameRead:
    """Return the phases of a saved game of the `diplomacy` package."""
    _count(request)
    return await asyncio.to_thread(gamefiles.read_game, data)


@post("/api/adjudicate/saved", summary="Write a saved game", tags=["diplomacy"], responses=specs(404), status_code=200)
async def saving(request: AnyRequest, data: JSONBody[SavingWish]) -> Response[bytes]:
    """Return phases as a saved game of the `diplomacy` package."""
    _count(request)
    return Response(await asyncio.to_thread(gamefiles.write_game, data), media_type="application/json")


def _count(request: AnyRequest) -> None:
    services(request).limits.take("sum", request.client.host if request.client else "")
