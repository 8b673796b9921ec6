"""What holds for every request and response: size, type and origin of writes, security headers, the cookie."""

from __future__ import annotations

import re
from collections.abc import Iterable
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar

from wartable.server.headers import HEADERS, is_called
from wartable.server.ids import LINKS, STOP_LINKS
from wartable.server.people import COOKIE
from wartable.server.wire import Problem

MOST_BYTES = 64 * 1024
"""The largest body that is read, but for decisions and what is asked about them."""
MOST_OF_A_MOVE = 256 * 1024
"""The largest decision: five hundred figures that move at once, thirty corners each."""
_MOVES = re.compile(r"^/api/tables/[^/]+/(actions|inquiries)$")
_DRAINED = 16 * 1024 * 1024
"""So much of a body that is too large is still taken from the wire, so that the sender reads the answer."""

_OWN = COOKIE.encode() + b"="
_TOKEN = re.compile(rb"[\w\-]{1,100}")
_MOST_QUERY = 24 * 1024
"""Bytes of a query: a hundred tables to follow, each by its longest name."""
_MOST_PARAMETERS = 128

_READS = ("GET", "HEAD", "OPTIONS")
_YEAR = 365 * 24 * 3600


class GuardedApp(Litestar):
    """The application behind its guard."""

    secure_cookie: bool = False
    hosts: frozenset[str] = frozenset()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - the ASGI types
        """Refuse what no handler should see, and see to the headers of every answer."""
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        scope.setdefault("state", {})
        scope["headers"] = _with_own_cookie(scope["headers"])

        async def answer(message: Any) -> None:  # noqa: ANN401
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._extra(scope, message["headers"])]
            await send(message)

        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        trouble = self._misdirected(headers) or _too_long(scope["query_string"]) or _trouble(scope, headers)
        if scope["method"] in _READS:
            await (_refuse(answer, *trouble) if trouble else super().__call__(scope, receive, answer))
            return
        body = await _whole(receive, _most(scope))
        trouble = trouble or (_too_large(scope) if body is None else _unreadable(body))
        await (_refuse(answer, *trouble) if trouble else super().__call__(scope, _again(body or b"", receive), answer))

    def _misdirected(self, headers: dict[bytes, str]) -> tuple[int, Problem] | None:
        """Refuse what is meant for a server of another name, or of none that there could be."""
        host = headers.get(b"host", "")
        if not _is_host(host):
            return 400, Problem(code="host.invalid", message="The Host header is not the name of a server.")
        if is_called(self.hosts, host):
            return None
        message = f"This server is called {' or '.join(sorted(self.hosts))}; whoever hosts it can allow further names."
        return 421, Problem(code="host.unknown", message=message)

    def _extra(self, scope: Any, there: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:  # noqa: ANN401
        extra = list(HEADERS)
        if scope["path"].startswith("/api") and not any(name.lower() == b"cache-control" for name, _ in there):
            extra.append((b"cache-control", b"no-store"))
        token = scope["state"].pop("cookie", None)
        if token is not None:
            secure = "; Secure" if self.secure_cookie else ""
            value = f"{COOKIE}={token}; Path=/; Max-Age={_YEAR if token else 0}; HttpOnly; SameSite=Lax{secure}"
            extra.append((b"set-cookie", value.encode()))
        return extra


def _with_own_cookie(headers: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    """Return headers with no cookie but ours.

    Python takes a time that grows with the square of the length to read a quoted cookie (CVE-2024-7592), and the
    framework keeps the last thousand headers that it has read: nine seconds and gigabytes for nothing of ours.
    """
    cookies = (part.strip() for name, value in headers if name == b"cookie" for part in value.split(b";"))
    tokens = [cookie.removeprefix(_OWN) for cookie in cookies if cookie.startswith(_OWN)]
    own = [(b"cookie", _OWN + (tokens[-1] if _TOKEN.fullmatch(tokens[-1]) else b"nobody"))] if tokens else []
    return [*(pair for pair in headers if pair[0] != b"cookie"), *own]


def _too_long(query: bytes) -> tuple[int, Problem] | None:
    """Refuse a query longer than any of ours: the framework keeps the last thousand that it has read."""
    if len(query) <= _MOST_QUERY and query.count(b"&") < _MOST_PARAMETERS:
        return None
    message = f"The query is too long: at most {_MOST_QUERY} bytes and {_MOST_PARAMETERS} parameters are read."
    return 414, Problem(code="query.too_long", message=message)


def _most(scope: Any) -> int:  # noqa: ANN401
    """Return how many bytes of a body are read."""
    return MOST_OF_A_MOVE if _MOVES.match(scope["path"]) else MOST_BYTES


def _too_large(scope: Any) -> tuple[int, Problem]:  # noqa: ANN401
    message = f"The body is too large: at most {_most(scope)} bytes are read."
    return 413, Problem(code="body.too_large", message=message)


def _trouble(scope: Any, headers: dict[bytes, str]) -> tuple[int, Problem] | None:  # noqa: ANN401
    if scope["method"] in _READS:
        return None
    if _foreign(headers):
        message = "Writes come from this server's own pages, or from programs that send no Origin."
        return 403, Problem(code="origin.foreign", message=message)
    length = headers.get(b"content-length", "0")
    if not length.isdecimal() or int(length) > _most(scope):
        return _too_large(scope)
    kind = headers.get(b"content-type", "").split(";")[0].strip().lower()
    has_body = length != "0" or b"transfer-encoding" in headers
    # The button of a plain page sends an empty form, and what programs for mail send says nothing either (RFC 8058).
    if scope["path"].startswith(STOP_LINKS if has_body else LINKS):
        return None
    if kind != "application/json" and (has_body or kind):
        return 415, Problem(code="body.type", message="The body must be JSON: send Content-Type: application/json.")
    return None


def _unreadable(body: bytes) -> tuple[int, Problem] | None:
    try:
        body.decode()
    except UnicodeDecodeError as error:
        message = (
            f"The body must be JSON in UTF-8; its byte {error.start + 1} (hexadecimal {body[error.start]:02x}) is not."
        )
        return 400, Problem(code="body.encoding", message=message)
    return None


def _is_host(host: str) -> bool:
    """Whether a header may name a server and its port."""
    try:
        urlsplit(f"//{host}").port  # noqa: B018 - reading it is the check
    except ValueError:
        return False
    return True


def _foreign(headers: dict[bytes, str]) -> bool:
    """Whether a browser says that another site's page sends this."""
    if headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get(b"origin")
    try:
        return origin is not None and urlsplit(origin).netloc.lower() != headers.get(b"host", "").lower()
    except ValueError:  # no address at all
        return True


async def _whole(receive: Any, most: int) -> bytes | None:  # noqa: ANN401
    """Return a whole body, or None for one that is too large; chunked ones do not say their length before."""
    read, parts, more = 0, list[bytes](), True
    while more and read < _DRAINED:
        message = await receive()
        part: bytes = message.get("body", b"")
        read += len(part)
        if read <= most:
            parts.append(part)
        more = message.get("more_body", False)
    return b"".join(parts) if read <= most else None


def _again(body: bytes, receive: Any) -> Any:  # noqa: ANN401
    """Hand a body that was read on to the handler."""
    first = True

    async def once() -> Any:  # noqa: ANN401
        nonlocal first
        if first:
            first = False
            return {"type": "http.request", "body": body, "more_body": False}
        return await receive()

    return once


async def _refuse(send: Any, status: int, problem: Problem) -> None:  # noqa: ANN401
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": HTTPStatus(status), "headers": headers})
    await send({"type": "http.response.body", "body": body})
