"""What holds for every request and response: size, type and origin of writes, security headers, the cookie."""

from __future__ import annotations

from collections.abc import Iterable
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Litestar

from wartable.server.people import COOKIE
from wartable.server.wire import Problem

MOST_BYTES = 64 * 1024
"""The largest body that is read."""
_DRAINED = 16 * 1024 * 1024
"""So much of a body that is too large is still taken from the wire, so that the sender reads the answer."""

HEADERS = (
    (
        b"content-security-policy",
        (
            b"default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
            b"font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
            b"frame-ancestors 'none'"
        ),
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)
_YEAR = 365 * 24 * 3600


class GuardedApp(Litestar):
    """The application behind its guard."""

    secure_cookie: bool = False

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - the ASGI types
        """Refuse what no handler should see, and see to the headers of every answer."""
        if scope["type"] != "http":
            await super().__call__(scope, receive, send)
            return
        scope.setdefault("state", {})

        async def answer(message: Any) -> None:  # noqa: ANN401
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *self._extra(scope, message["headers"])]
            await send(message)

        trouble = _trouble(scope)
        if trouble is None:
            await super().__call__(scope, _limited(receive), answer)
            return
        await _drain(receive)
        await _refuse(answer, *trouble)

    def _extra(self, scope: Any, there: Iterable[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:  # noqa: ANN401
        extra = list(HEADERS)
        if scope["path"].startswith("/api") and not any(name.lower() == b"cache-control" for name, _ in there):
            extra.append((b"cache-control", b"no-store"))
        token = scope["state"].pop("cookie", None)
        if token:
            secure = "; Secure" if self.secure_cookie else ""
            value = f"{COOKIE}={token}; Path=/; Max-Age={_YEAR}; HttpOnly; SameSite=Lax{secure}"
            extra.append((b"set-cookie", value.encode()))
        return extra


def _trouble(scope: Any) -> tuple[int, Problem] | None:  # noqa: ANN401
    if scope["method"] in ("GET", "HEAD", "OPTIONS"):
        return None
    headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
    if _foreign(headers):
        message = "Writes come from this server's own pages, or from programs that send no Origin."
        return 403, Problem(code="origin.foreign", message=message)
    length = headers.get(b"content-length", "0")
    if not length.isdigit() or int(length) > MOST_BYTES:
        message = f"The body is too large: at most {MOST_BYTES} bytes are read."
        return 413, Problem(code="body.too_large", message=message)
    kind = headers.get(b"content-type", "").split(";")[0].strip().lower()
    has_body = length != "0" or b"transfer-encoding" in headers
    if kind != "application/json" and (has_body or kind):
        return 415, Problem(code="body.type", message="The body must be JSON: send Content-Type: application/json.")
    return None


def _foreign(headers: dict[bytes, str]) -> bool:
    """Whether a browser says that another site's page sends this."""
    if headers.get(b"sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return True
    origin = headers.get(b"origin")
    return origin is not None and urlsplit(origin).netloc.lower() != headers.get(b"host", "").lower()


def _limited(receive: Any) -> Any:  # noqa: ANN401
    """Hand a body on as long as it is not too large; chunked ones do not say their length before."""
    read = 0

    async def limited() -> Any:  # noqa: ANN401
        nonlocal read
        message = await receive()
        read += len(message.get("body", b""))
        if read > MOST_BYTES:
            # The rest is taken from the wire, and the handler sees a body that is no JSON.
            if message.get("more_body"):
                await _drain(receive)
            return {"type": "http.request", "body": b"\x00", "more_body": False}
        return message

    return limited


async def _drain(receive: Any) -> None:  # noqa: ANN401
    read, more = 0, True
    while more and read < _DRAINED:
        message = await receive()
        read += len(message.get("body", b""))
        more = message.get("more_body", False)


async def _refuse(send: Any, status: int, problem: Problem) -> None:  # noqa: ANN401
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": HTTPStatus(status), "headers": headers})
    await send({"type": "http.response.body", "body": body})
