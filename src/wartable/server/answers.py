"""Answers that are sent before the application is asked: they carry the same headers and the same form of problem."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import msgspec

from wartable.server.headers import HEADERS

_JSON = "application/json"
CLOSE = (b"connection", b"close")
NOT_NOW = (429, 503)
"""Statuses that say no more than "not now": they carry the seconds to wait."""
_WAIT = (b"retry-after", b"1")


def refusal(status: int, code: str, message: str) -> bytes:
    """Return a refusal as it goes over a connection that is closed after it."""
    body = _problem(code, message)
    pairs = [*_pairs(status, body, _JSON), CLOSE]
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}".encode(), *(b"%s: %s" % pair for pair in pairs)]
    return b"\r\n".join([*lines, b"", body])


async def refuse(send: Any, status: int, code: str, message: str) -> None:  # noqa: ANN401 - the ASGI types
    """Send a refusal."""
    await answer(send, status, {}, _problem(code, message), _JSON)


async def answer(send: Any, status: int, headers: dict[str, str], body: bytes, kind: str) -> None:  # noqa: ANN401
    """Send a whole answer."""
    pairs = [(name.lower().encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": [*pairs, *_pairs(status, body, kind)]})
    await send({"type": "http.response.body", "body": body})


def _problem(code: str, message: str) -> bytes:
    return msgspec.json.encode({"code": code, "message": message, "rule": "", "fix": ()})


def _pairs(status: int, body: bytes, kind: str) -> list[tuple[bytes, bytes]]:
    kind = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
    wait = [_WAIT] if status in NOT_NOW else []
    return [(b"content-type", kind.encode()), (b"content-length", b"%d" % len(body)), *wait, *HEADERS]
