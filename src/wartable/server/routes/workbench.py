"""The sandbox's own addresses: maps, orders read line by line, saved games, and pictures. Nothing is stored."""

from __future__ import annotations

import asyncio

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody

from wartable.server import gamefiles, jobs, mapfiles, workbench
from wartable.server.people import address_of
from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, ready_json, services
from wartable.server.wire_workbench import (
    GameRead,
    GameText,
    MapFile,
    MapRead,
    MapTitle,
    OrderRead,
    PictureWish,
    ReadingWish,
    SavingWish,
)


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
    if data.kind == "svg":
        return Response(await asyncio.to_thread(workbench.draw, data), media_type="image/svg+xml")
    drawn = await services(request).offload.answer(address_of(request), jobs.picture, data)
    return Response(drawn, media_type="image/png")


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


@get("/api/variants", summary="Maps of Diplomacy", tags=["diplomacy"], responses=specs())
async def maps() -> tuple[MapTitle, ...]:
    """Return the maps of this server."""
    return mapfiles.maps()


@post("/api/variants/read", summary="Read a map file", tags=["diplomacy"], responses=specs(), status_code=200)
async def map_file(request: AnyRequest, data: JSONBody[MapFile]) -> Response[MapRead]:
    """Return a map file as the adjudicator takes it; nothing is kept."""
    _count(request)
    return ready_json(msgspec.json.encode(await asyncio.to_thread(mapfiles.read_map_file, data)))


def _count(request: AnyRequest) -> None:
    services(request).limits.take("sum", address_of(request))
