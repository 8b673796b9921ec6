"""Whatever is put in the place of any part of any request, the answer is no error of the server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import msgspec
import pytest
from litestar.serialization import encode_json
from structlog.testing import capture_logs

from tests.server.conftest import SETTINGS
from tests.server.live import NO_CERTIFICATES, Json, Live
from tests.server.wire import Bare
from wartable.server.app import create_app

pytestmark = [pytest.mark.server, pytest.mark.slow, pytest.mark.storage]

DEEP = 4_000
RAW = (
    *(
        '"\\u0000"',
        '"a\\u0000b"',
        '"\\ud800"',
        '"\\udc00\\ud800"',
        '"\\uffff"',
        '"\\u202e"',
        '""',
        '" "',
        '"../../etc"',
    ),
    *('"%00"', '"\'; DROP TABLE players; --"', '"A PAR - BUR"', "0", "-1", "63", "64", "1.5", "1e308", "1e999", "-0.0"),
    *("9007199254740993", "9223372036854775808", "-9223372036854775809", "1" * 400, "NaN", "Infinity"),
    *("null", "true", "[]", "{}", "[null]", '{"":null}', '{"a":1,"a":2}', '[[[1,[2]],"x"],{}]', '{"type":"place"}'),
    *('{"ask":"way"}', "[" * DEEP + "]" * DEEP, '{"a":' * DEEP + "1" + "}" * DEEP, '"' + "x" * 50_000 + '"'),
    *('"' + "\\u0000" * 9_000 + '"', "[" + "0," * 20_000 + "0]"),
)
"""JSON, or what looks like it, to stand where something else is wanted."""
BYTES = (b"\xe4", b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\x80", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf{}", b"\0", b"{", b"")
WORDS = (
    "%00",
    "%ff",
    "%ed%a0%80",
    "-1",
    "1e9",
    "9" * 400,
    "NaN",
    "a%00b",
    "..%2f..",
    "%27",
    "null",
    "%f0%9f%92%a9",
    "",
)
MARK = "@here@"


@pytest.fixture(scope="module")
def known(live: Live) -> dict[str, str]:
    """Tables in every state, and the cookie of whoever sits at them."""
    player = live.player()
    figures = player.table("me", "local", game="ring-of-power")["id"]
    orders = player.table("me", *["easy"] * 6, game="diplomacy")["id"]
    running = player.table("me", "local")["id"]
    return {
        "running": running,
        "open": player.table("me", "open", start=False)["id"],
        "figures": figures,
        "orders": orders,
        "cookie": player.http.cookies["wartable"],
    }


def document() -> Json:
    return msgspec.json.decode(encode_json(create_app(SETTINGS).openapi_schema.to_schema()))


SCHEMA = document()


def operations() -> list[tuple[str, str]]:
    """Every method and path of the document but the stream, whose answers have no end."""
    paths = SCHEMA["paths"].items()
    return [(method, path) for path, item in paths for method in item if not path.endswith("/stream")]


def example(schema: Json, depth: int = 0) -> Any:
    """Return something that a schema allows, every field of it present."""
    schema = meant(schema)
    if depth > 12 or schema.get("default") or "enum" in schema:
        return schema.get("default") or schema.get("enum", [None])[0]
    fields = {name: example(field, depth + 1) for name, field in schema.get("properties", {}).items()}
    plain = {"integer": schema.get("minimum", 1), "number": schema.get("minimum", 1), "boolean": True, "string": "a"}
    if schema.get("type") == "array":
        return [example(schema.get("items", {}), depth + 1)]
    return fields or plain.get(schema.get("type", ""), {"type": "end_turn"})


def meant(schema: Json) -> Json:
    """Return what a schema refers to, or the first of its alternatives."""
    while "$ref" in schema or "oneOf" in schema or "anyOf" in schema:
        if "$ref" in schema:
            schema = SCHEMA["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]]
        else:
            choices = schema.get("oneOf") or schema["anyOf"]
            schema = next(one for one in choices if one.get("type") != "null")
    return schema


def marked(value: Any) -> Iterator[Any]:
    """Yield a value with each part of it in turn replaced by the mark."""
    yield MARK
    if isinstance(value, dict):
        for name, part in value.items():
            yield from ({**value, name: one} for one in marked(part))
            yield {MARK if one == name else one: other for one, other in value.items()}
    elif isinstance(value, list):
        for number, part in enumerate(value):
            yield from ([*value[:number], one, *value[number + 1 :]] for one in marked(part))


def bodies(operation: Json) -> Iterator[bytes]:
    """Yield what is sent as the body of an operation."""
    content = operation.get("requestBody", {}).get("content", {}).get("application/json")
    if content is None:
        return
    whole = example(content["schema"])
    for text in map(json.dumps, marked(whole)):
        as_name = f'"{MARK}":' in text
        for raw in RAW:
            if not as_name or raw.startswith('"'):
                yield text.replace(f'"{MARK}"', raw).encode()
    sound = json.dumps(whole).encode()
    for wrong in BYTES:
        yield wrong
        yield sound[:-1] + b',"x":"' + wrong + b'"}'


TABLES = ("running", "figures", "orders", "open")


def filled(path: str, operation: Json, known: dict[str, str], *words: str) -> Iterator[str]:
    """Yield addresses of an operation: sound ones, and with each parameter in turn replaced by each word."""
    places = [one for one in operation.get("parameters", ()) if one["in"] in ("path", "query")]
    for table in TABLES if "{table_id}" in path else TABLES[:1]:
        sound = {one["name"]: str(example(one["schema"])) for one in places if one["in"] == "path"}
        sound |= {"table_id": known[table]} if "{table_id}" in path else {}
        yield path.format(**sound)
        for one in places if table == "running" else ():
            for word in words:
                values = sound | {one["name"]: word}
                query = f"?{one['name']}={word}" if one["in"] == "query" else ""
                yield path.format(**values) + query


@pytest.mark.parametrize(("method", "path"), operations())
def test_nothing_that_a_client_sends_is_our_mistake(live: Live, known: dict[str, str], method: str, path: str) -> None:
    operation = SCHEMA["paths"][path][method]
    headers = {"Cookie": f"wartable={known['cookie']}", "Content-Type": "application/json"}
    failed: list[str] = []
    with (
        capture_logs() as logs,
        httpx.Client(base_url=live.url, timeout=120, headers=headers, verify=NO_CERTIFICATES) as http,
    ):

        def send(address: str, body: bytes | None = None) -> None:
            answer = http.request(method, address, content=body)
            if answer.status_code >= 500 and answer.status_code != 503:
                failed.append(f"{answer.status_code} {address} {body[:200] if body else b''!r}")

        for address in filled(path, operation, known, *WORDS):
            send(address)
        sound = tuple(filled(path, operation, known))
        for number, body in enumerate(bodies(operation)):
            send(sound[number % len(sound)], body)

    assert failed == []
    assert [line for line in logs if line["log_level"] in ("error", "critical")] == []


HEADERS = ("Cookie", "Host", "Origin", "Accept", "Last-Event-ID", "X-Forwarded-For", "If-None-Match", "Content-Length")
VALUES = (
    *(b"\xe4", b"\xff\xfe", b"", b"-1", b"\xb2", b"x" * 8_000, b",;=,,", b"wartable=\xff\xfe", b'wartable="\\400"'),
    *(b"[::1", b"http://[", b"::1%eth0", b"fe80::%" + b"x" * 300, b"null", b"%00", b'"', b"*/*;q=x", b"gzip;q=nan"),
)


@pytest.mark.parametrize("name", HEADERS)
def test_no_header_is_our_mistake(live: Live, known: dict[str, str], name: str) -> None:
    requests = (("GET", "/"), ("GET", "/api/me"), ("GET", f"/api/tables/{known['open']}"), ("PUT", "/api/me"))
    failed: list[str] = []
    for value in VALUES:
        for method, path in requests:
            with Bare(live.port) as client:
                client.send(f"{method} {path} HTTP/1.1\r\n")
                client.send(b"".join((name.encode(), b": ", value, b"\r\n")))
                client.send("" if name == "Host" else "Host: localhost\r\n")
                client.send("Content-Type: application/json\r\nConnection: close\r\n\r\n")
                if not 200 <= client.begun()[0] < 500:
                    failed.append(f"{method} {path} {name}: {value[:80]!r}")
    assert failed == []
