"""The adjudicator for everybody: judge a phase, list what may be ordered, look a map up. Nothing is stored."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, PathParameter

from wartable.games.diplomacy.variant import Variant
from wartable.server import adjudicator, jobs
from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, ready_json, worked_out
from wartable.server.wire_adjudicate import Adjudication, AdjudicationWish, Possible, Situation

Key = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_\-]{1,60}$")]


@post("/api/adjudicate", summary="Judge a phase", tags=["diplomacy"], responses=specs(404), status_code=200)
async def adjudicate(request: AnyRequest, data: JSONBody[AdjudicationWish]) -> Response[Adjudication]:
    """Judge orders in a position: results with reasons, the next position, what is due in it."""
    return ready_json(await worked_out(request, jobs.adjudication, data))


@post("/api/adjudicate/orders", summary="Possible orders", tags=["diplomacy"], responses=specs(404), status_code=200)
async def orders(request: AnyRequest, data: JSONBody[Situation]) -> Response[Possible]:
    """Return what every power may order in a position, as a game offers it."""
    return ready_json(await worked_out(request, jobs.possible_orders, data))


@get("/api/variants/{key:str}", summary="A map of Diplomacy", tags=["diplomacy"], responses=specs(404))
async def variant(key: Key) -> Response[Variant]:
    """Return powers, provinces, borders and calendar of a map."""
    return ready_json(msgspec.json.encode(adjudicator.facts(key)))
