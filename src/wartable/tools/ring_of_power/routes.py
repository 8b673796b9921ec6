"""The calculator of Ring of Power: what forces are put together from, and the odds of two of them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Annotated

import msgspec
from litestar import Response, get, post
from litestar.params import JSONBody, QueryParameter

from wartable.engine.lazy import Lazy
from wartable.server.people import address_of
from wartable.server.problems import specs
from wartable.server.routes.common import AnyRequest, ready_json, services
from wartable.tools.ring_of_power import jobs
from wartable.tools.ring_of_power.wire import OddsAnswer, OddsWish, Stock

if TYPE_CHECKING:
    from wartable.tools.ring_of_power import calculator
else:
    calculator = Lazy("wartable.tools.ring_of_power.calculator")

ScenarioKey = Annotated[
    str, QueryParameter(max_length=60, description="Scenario whose units hold; empty: those of the package")
]


@get(
    "/api/ring-of-power/units",
    summary="What forces of Ring of Power are put together from",
    tags=["games"],
    responses=specs(404),
)
async def units(scenario: ScenarioKey = "") -> Response[Stock]:
    """Return units, characters and artillery with their profiles, and where a side can stand."""
    # The module is loaded with its first use, which takes a while: in the thread, too.
    found = await asyncio.to_thread(lambda: calculator.stock(scenario))
    return ready_json(msgspec.json.encode(found))


@post(
    "/api/ring-of-power/odds",
    summary="Exact odds of a combat of Ring of Power",
    tags=["games"],
    responses=specs(),
    status_code=200,
)
async def odds(request: AnyRequest, data: JSONBody[OddsWish]) -> Response[OddsAnswer]:
    """Return how a combat of two forces ends, exactly; what would take too long is refused before it begins."""
    parts, address = services(request), address_of(request)
    parts.limits.take("sum", address)
    return ready_json(await parts.offload.answer(address, jobs.answer, data))


ROUTES = [units, odds]
