"""Runs the server process: signals, the garbage collector, and an orderly end."""

from __future__ import annotations

import gc
import signal
import socket
import sys
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any, cast

import uvicorn
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from wartable.server.connections import Connections, around
from wartable.server.front import Front
from wartable.server.incoming import Incoming
from wartable.server.settings import Settings
from wartable.server.sockets import Listener, listeners_on

if TYPE_CHECKING:
    from litestar import Litestar


def spare_collector() -> None:
    """Keep the garbage collector off what lives as long as the process: whole passes over it would hold everybody up.

    Moves and events are values without cycles and are not tracked at all, so little is left to look through. No last
    pass before that either: it would hold up the first page.
    """
    gc.freeze()
    gc.enable()
    gc.set_threshold(10_000, 20, 20)


def share_interpreter() -> None:
    """Let threads that work something out give the interpreter back soon, so that requests are answered meanwhile.

    A request changes threads several times, to the database and back, and each time waits for its turn. While pointers
    are dragged over the War of the Ring, that takes half as long as with Python's own five milliseconds.
    """
    sys.setswitchinterval(0.0005)


class Server(uvicorn.Server):
    """Serves an application on sockets that listen, and ends what would keep it from stopping when it is told to."""

    def __init__(self, app: Any, settings: Settings, listeners: list[socket.socket]) -> None:  # noqa: ANN401 - ASGI
        self.incoming = Incoming(app, settings)
        connections = Connections(settings, self.incoming.trusts)
        config = uvicorn.Config(
            self.incoming,
            # Any callable will do, whatever the type says.
            http=cast("Any", around(AutoHTTPProtocol, connections)),
            log_config=None,
            log_level="error",  # anybody can make warnings, by sending nonsense
            access_log=False,
            server_header=False,
            proxy_headers=False,  # `Incoming` reads them
            timeout_graceful_shutdown=3,
            timeout_keep_alive=75,
            lifespan="on",
            ws="none",
        )
        super().__init__(config)
        self.listeners = [Listener.of(listener, connections.make_room) for listener in listeners]

    def run(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve until told to stop."""
        super().run([*self.listeners, *(sockets or ())])

    def give_up(self) -> None:
        """Stop taking requests."""
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End, without those who have not sent all of a request."""
        self.incoming.let_go()
        await super().shutdown(sockets)


class _Process(Server):
    """The server of a process: it loads the application while it serves the pages, and ends by a signal."""

    def __init__(self, settings: Settings, listeners: list[socket.socket], ready: Callable[[], object]) -> None:
        def started() -> None:
            spare_collector()
            ready()

        self.front = Front(settings, _load, started, self.give_up)
        super().__init__(self.front, settings, listeners)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - the signal handler's form
        """Stop taking requests, and let the streams end; a second Ctrl-C does not wait.

        Uvicorn would raise the signal again at its end, and the process would die of it before it has tidied up.
        """
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.give_up()
        self.front.let_go()
        if self.front.app is not None:
            self.front.app.state.services.end_streams()


def serve(
    settings: Settings, listeners: list[socket.socket] | None = None, ready: Callable[[], object] = lambda: None
) -> None:
    """Serve until a signal ends it; nothing acknowledged is lost, however it ends.

    `listeners` are sockets that listen already; without them the address of the settings is bound. `ready` is called
    when everything is loaded. Raises what kept the server from starting.
    """
    gc.disable()  # what is loaded now stays: looking through it time and again would be a tenth of the start
    share_interpreter()
    server = _Process(settings, listeners or listeners_on(settings.host, settings.port), ready)
    server.run()
    if server.front.fault is not None:
        raise server.front.fault


def _load(settings: Settings) -> Litestar:
    """Load everything; slow, and so done while the pages are served already."""
    from wartable.server.app import create_app  # noqa: PLC0415
    from wartable.server.logs import set_up_logs  # noqa: PLC0415

    set_up_logs(settings)
    return create_app(settings)
