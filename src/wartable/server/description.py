"""The OpenAPI document, with the shapes of every game: made in a thread at its first request, as it takes a second."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

from litestar import Litestar, Request

from wartable.server.shapes import all_shapes

_MAKING = threading.Lock()


async def described(request: Request[Any, Any, Any]) -> None:
    """Have the document made, before the framework hands it out; whoever asks meanwhile waits for the same one."""
    await asyncio.to_thread(_make, request.app)


def _make(app: Litestar) -> None:
    with _MAKING:
        for plugin in app.plugins:
            # The framework's own maker of the document; it keeps what it has made.
            make = getattr(plugin, "provide_openapi_schema", None)
            if make is not None:
                make()["components"]["schemas"] |= all_shapes()
