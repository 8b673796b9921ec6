"""The sandbox's own addresses: maps, orders read line by line, saved games, and pictures. Nothing is stored."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import JSONBody

from wartable.server import jobs, mapfiles
from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, ready_json, worked_out
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
async def readings(request: AnyRequest, data: JSONBody[ReadingWish]) -> Response[tuple[OrderRead, ...]]:
    """Return what each line of a text of orders says, or why it says nothing."""
    return ready_json(await worked_out(request, jobs.readings, data))


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
    drawn = await worked_out(request, jobs.picture, data)
    return Response(drawn, media_type="image/svg+xml" if data.kind == "svg" else "image/png")


@post("/api/adjudicate/games", summary="Read a saved game", tags=["diplomacy"], responses=specs(), status_code=200)
async def saved_game(request: AnyRequest, data: JSONBody[GameText]) -> Response[GameRead]:
    """Return the phases of a saved game of the `diplomacy` package."""
    return ready_json(await worked_out(request, jobs.saved_game, data))


@post("/api/adjudicate/saved", summary="Write a saved game", tags=["diplomacy"], responses=specs(404), status_code=200)
async def saving(request: AnyRequest, data: JSONBody[SavingWish]) -> Response[bytes]:
    """Return phases as a saved game of the `diplomacy` package."""
    return ready_json(await worked_out(request, jobs.saving, data))


@get("/api/variants", summary="Maps of Diplomacy", tags=["diplomacy"], responses=specs())
async def maps() -> tuple[MapTitle, ...]:
    """Return the maps of this server."""
    return mapfiles.maps()


@post("/api/variants/read", summary="Read a map file", tags=["diplomacy"], responses=specs(), status_code=200)
async def map_file(request: AnyRequest, data: JSONBody[MapFile]) -> Response[MapRead]:
    """Return a map file as the adjudicator takes it; nothing is kept."""
    return ready_json(await worked_out(request, jobs.map_file, data))
