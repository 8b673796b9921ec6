"""Addresses of the sandbox of Machiavelli. Nothing is stored: what is needed comes with the request."""

from __future__ import annotations

from litestar import Response, post
from litestar.params import JSONBody

from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, ready_json, worked_out
from wartable.tools.machiavelli import sandbox, wire


@post("/api/adjudicate/machiavelli", summary="Judge a step", tags=["machiavelli"], responses=specs(), status_code=200)
async def judge(request: AnyRequest, data: JSONBody[wire.StepWish]) -> Response[wire.StepTold]:
    """Judge a step of a year in any position: what happens with reasons, the next position, a picture if asked for."""
    return ready_json(await worked_out(request, sandbox.judge_step, data, short=not data.picture))


@post(
    "/api/adjudicate/machiavelli/orders",
    summary="Possible orders",
    tags=["machiavelli"],
    responses=specs(),
    status_code=200,
)
async def orders(request: AnyRequest, data: JSONBody[wire.StepSituation]) -> Response[wire.StepOffers]:
    """Return what every power may write in a position, as a game offers it."""
    return ready_json(await worked_out(request, sandbox.offers, data, short=True))


@post(
    "/api/adjudicate/machiavelli/readings",
    summary="Orders read",
    tags=["machiavelli"],
    responses=specs(),
    status_code=200,
)
async def readings(request: AnyRequest, data: JSONBody[wire.StepReading]) -> Response[wire.StepRead]:
    """Read what powers wrote, in any notation: the decision of each of them, and lines that make no sense."""
    return ready_json(await worked_out(request, sandbox.readings, data, short=True))


ROUTES = [judge, orders, readings]
