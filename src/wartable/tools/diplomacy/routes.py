"""Addresses of the adjudicator and of the sandbox. Nothing is stored: what is needed comes with the request."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter

from wartable.games.diplomacy.variant import Variant
from wartable.server.offload import Job
from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, ready_json, worked_out
from wartable.tools.diplomacy import adjudicator, gamefiles, mapfiles, wire, workbench

_LONG = 4096
"""Letters of a question from which reading it may take longer than a few milliseconds."""

Key = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_\-]{1,60}$")]


def is_short(wish: msgspec.Struct) -> bool:
    """Whether a thread of the server may answer a question.

    It may not where somebody brings a map of their own, on which there is no end to what can be asked for, nor draw.
    """
    if isinstance(wish, wire.PictureWish | wire.MapFile) or (isinstance(wish, wire.AdjudicationWish) and wish.picture):
        return False
    known = not isinstance(wish, wire.Situation) or isinstance(wish.variant, str)
    return known and len(msgspec.json.encode(wish)) < _LONG


async def _told(request: AnyRequest, job: Job, wish: msgspec.Struct) -> bytes:
    return await worked_out(request, job, wish, short=is_short(wish))


@post("/api/adjudicate", summary="Judge a phase", tags=["diplomacy"], responses=specs(404), status_code=200)
async def adjudicate(request: AnyRequest, data: JSONBody[wire.AdjudicationWish]) -> Response[wire.Adjudication]:
    """Judge orders in a position: results with reasons, the next position, what is due in it."""
    return ready_json(await _told(request, adjudicator.adjudicate, data))


@post("/api/adjudicate/orders", summary="Possible orders", tags=["diplomacy"], responses=specs(404), status_code=200)
async def orders(request: AnyRequest, data: JSONBody[wire.Situation]) -> Response[wire.Possible]:
    """Return what every power may order in a position, as a game offers it."""
    return ready_json(await _told(request, adjudicator.possible, data))


@post("/api/adjudicate/readings", summary="Read orders", tags=["diplomacy"], responses=specs(404), status_code=200)
async def readings(request: AnyRequest, data: JSONBody[wire.ReadingWish]) -> Response[tuple[wire.OrderRead, ...]]:
    """Return what each line of a text of orders says, or why it says nothing."""
    return ready_json(await _told(request, workbench.read_lines, data))


@post(
    "/api/adjudicate/picture",
    summary="Draw a phase",
    tags=["diplomacy"],
    responses=specs(404),
    status_code=200,
    media_type="image/*",
)
async def picture(request: AnyRequest, data: JSONBody[wire.PictureWish]) -> Response[bytes]:
    """Return the board with units and orders, as SVG or PNG."""
    drawn = await _told(request, workbench.draw, data)
    return Response(drawn, media_type="image/svg+xml" if data.kind == "svg" else "image/png")


@post("/api/adjudicate/games", summary="Read a saved game", tags=["diplomacy"], responses=specs(), status_code=200)
async def saved_game(request: AnyRequest, data: JSONBody[wire.GameText]) -> Response[wire.GameRead]:
    """Return the phases of a saved game of the `diplomacy` package."""
    return ready_json(await _told(request, gamefiles.read_game, data))


@post("/api/adjudicate/saved", summary="Write a saved game", tags=["diplomacy"], responses=specs(404), status_code=200)
async def saving(request: AnyRequest, data: JSONBody[wire.SavingWish]) -> Response[bytes]:
    """Return phases as a saved game of the `diplomacy` package."""
    return ready_json(await _told(request, gamefiles.write_game, data))


@get("/api/variants", summary="Maps of Diplomacy", tags=["diplomacy"], responses=specs())
async def maps() -> tuple[wire.MapTitle, ...]:
    """Return the maps of this server."""
    return mapfiles.maps()


@get("/api/variants/{key:str}", summary="A map of Diplomacy", tags=["diplomacy"], responses=specs(404))
async def variant(key: Key) -> Response[Variant]:
    """Return powers, provinces, borders and calendar of a map."""
    return ready_json(msgspec.json.encode(adjudicator.facts(key)))


@post("/api/variants/read", summary="Read a map file", tags=["diplomacy"], responses=specs(), status_code=200)
async def map_file(request: AnyRequest, data: JSONBody[wire.MapFile]) -> Response[wire.MapRead]:
    """Return a map file as the adjudicator takes it; nothing is kept."""
    return ready_json(await _told(request, mapfiles.read_map_file, data))


ROUTES = [adjudicate, orders, variant, maps, map_file, readings, picture, saved_game, saving]
