"""The front of a server that is starting: it has the pages at once, and all the rest waits until it is loaded.

Loading everything takes longer than a browser needs to ask for a page; so the pages begin meanwhile, and what they ask
for is answered as soon as it can be. Nothing else may be imported here that is slow to load.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from wartable.server.answers import answer, refuse
from wartable.server.headers import is_called
from wartable.server.settings import Settings
from wartable.server.static import File, Pages
from wartable.server.static import answer as answer_of

if TYPE_CHECKING:
    from litestar import Litestar

_TROUBLE = "The server ends before it has begun; its log may say why."


class Front:
    """An ASGI application that loads another behind it, in a thread.

    `load` makes the other one; `ready` is called when it has started up, `give_up` when it could not: then `fault` says
    why, and the server has to end.
    """

    fault: Exception | None = None

    def __init__(
        self,
        settings: Settings,
        load: Callable[[Settings], Litestar],
        ready: Callable[[], None],
        give_up: Callable[[], None],
    ) -> None:
        self._settings = settings
        self._hosts = frozenset(name.lower() for name in settings.hosts)
        self._pages = Pages(settings.static)
        self._load = load
        self._ready = ready
        self._give_up = give_up
        self._settled = asyncio.Event()
        self._ends = asyncio.Event()
        self.app: Litestar | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:  # noqa: ANN401 - the ASGI types
        """Answer with a page, or hand on to the application behind, once it is there."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
            return
        if not self._settled.is_set():
            asked = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
            file = self._page(scope, asked)
            if file is not None:
                await answer(send, *answer_of(file, asked), file.kind)
                return
            await self._settled.wait()
        if self.app is None:
            await refuse(send, 503, "server.ends", _TROUBLE)
        else:
            await self.app(scope, receive, send)

    def let_go(self) -> None:
        """Let those who wait go without an answer: the server ends."""
        self._settled.set()

    def _page(self, scope: Any, asked: dict[str, str]) -> File | None:  # noqa: ANN401
        """Return a file of the client, if that is asked for and no more."""
        if scope["method"] not in {"GET", "HEAD"} or not is_called(self._hosts, asked.get("host", "")):
            return None
        return self._pages.index() if scope["path"] == "/" else self._pages.find(scope["path"])

    async def _live(self, receive: Any, send: Any) -> None:  # noqa: ANN401
        """Load while the server serves; end when it does."""
        await receive()
        life = asyncio.create_task(self._keep())
        await send({"type": "lifespan.startup.complete"})
        await receive()
        self._ends.set()
        await life
        await send({"type": "lifespan.shutdown.complete"})

    async def _keep(self) -> None:
        """Load the application behind, and keep it alive until the end."""
        try:
            app = await asyncio.to_thread(self._load, self._settings)
            async with app.lifespan():
                self.app = app
                self._settled.set()
                self._ready()
                await self._ends.wait()
        except Exception as error:  # noqa: BLE001 - whoever runs the server is told
            self.fault = _within(error)
            self._settled.set()
            self._give_up()


def _within(error: Exception) -> Exception:
    """Return what went wrong, out of the groups of one that tasks wrap it in."""
    parts: Sequence[Exception] = getattr(error, "exceptions", ())
    return _within(parts[0]) if len(parts) == 1 else error
