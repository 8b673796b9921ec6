"""Schemathesis throws whatever the OpenAPI document allows, and what it does not, at a running server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
import schemathesis
from _pytest.mark.structures import ParameterSet
from hypothesis import HealthCheck, given, settings
from litestar.serialization import encode_json
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok, Result
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from tests.server.conftest import SETTINGS
from tests.server.live import Live, Player
from wartable.server.app import create_app
from wartable.server.settings import Settings

pytestmark = [pytest.mark.server, pytest.mark.slow]

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    unsupported_method,
]
Operation = schemathesis.APIOperation[Any, Any, Any, Any]


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """A server that gives long sums up as everywhere: by some rules a battle of ten thousand takes minutes."""
    database = f"sqlite:///{tmp_path_factory.mktemp('schema') / 'games.sqlite3'}"
    server = Live(msgspec.structs.replace(SETTINGS, database=database, long_sum=Settings().long_sum))
    yield server
    server.stop()


@pytest.fixture(scope="module")
def known(live: Live) -> dict[str, str]:
    """Things that exist, so that some requests get past the first check."""
    player = live.player()
    tables = {
        "running": player.table("me", "easy")["id"],
        "open": player.table("me", "open", start=False)["id"],
        "finished": player.table("random", "random", options={"turn_limit": 1})["id"],
    }
    player.wait_over(tables["finished"])
    cookie = player.http.cookies["wartable"]
    player.close()
    return {**tables, "cookie": cookie}


def operations() -> list[Operation]:
    """Return every operation of the document but the stream, which has no end and is tested by hand."""
    document = create_app(SETTINGS).openapi_schema.to_schema()
    schema = schemathesis.openapi.from_dict(msgspec.json.decode(encode_json(document)))
    return [found for found in map(described, schema.get_all_operations()) if not found.path.endswith("/stream")]


def described(result: Result[Operation, Any]) -> Operation:
    assert isinstance(result, Ok), result
    return result.ok()


def cases() -> Iterator[ParameterSet]:
    """Each operation with what its description allows, and, where it describes anything, with what it does not."""
    for operation in operations():
        for mode in schemathesis.GenerationMode:
            if mode.is_positive or operation.body or any(operation.iter_parameters()):
                yield pytest.param(operation, mode, id=f"{operation.label} {mode.value}")


@pytest.mark.parametrize(("operation", "mode"), list(cases()))
def test_nothing_breaks_the_server(
    operation: Operation, mode: schemathesis.GenerationMode, live: Live, known: dict[str, str]
) -> None:
    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    def throw(case: schemathesis.Case[Any]) -> None:
        cookies = {"wartable": known["cookie"]}
        case.call_and_validate(base_url=live.url, checks=CHECKS, cookies=cookies, timeout=120)
        for name in ("running", "open", "finished") if "table_id" in case.path_parameters else ():
            case.path_parameters["table_id"] = known[name]
            case.call_and_validate(base_url=live.url, checks=CHECKS, cookies=cookies, timeout=120)

    throw()


def test_the_stream_refuses_in_words(player: Player) -> None:
    assert player.get("/api/tables/nothing/stream", 404)["code"] == "table.unknown"
    assert player.get("/api/tables/nothing/stream", 400, after="x")["code"] == "request.invalid"
