"""Runs the server process: signals, the garbage collector, and an orderly end."""

from __future__ import annotations

import gc
import signal
import socket
from types import FrameType
from typing import TYPE_CHECKING

import uvicorn

from wartable.server.front import Front
from wartable.server.settings import Settings

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


class _Server(uvicorn.Server):
    """Ends open streams when told to stop; it would wait for them otherwise."""

    front: Front

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - the signal handler's form
        """Stop taking requests, and let the streams end; a second Ctrl-C does not wait.

        Uvicorn would raise the signal again at its end, and the process would die of it before it has tidied up.
        """
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.give_up()
        self.front.let_go()
        if self.front.app is not None:
            self.front.app.state.services.end_streams()

    def give_up(self) -> None:
        """Stop taking requests."""
        self.should_exit = True


def serve(settings: Settings, listeners: list[socket.socket] | None = None) -> None:
    """Serve until a signal ends it; nothing acknowledged is lost, however it ends.

    `listeners` are sockets that listen already; without them the address of the settings is bound. Raises what kept
    the server from starting.
    """
    gc.disable()  # what is loaded now stays: looking through it time and again would be a tenth of the start
    # The front comes before the server that it may have to end.
    front = Front(settings, _load, spare_collector, lambda: server.give_up())  # noqa: PLW0108
    config = uvicorn.Config(
        front,
        host=settings.host,
        port=settings.port,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        timeout_graceful_shutdown=3,
        timeout_keep_alive=75,
        lifespan="on",
        ws="none",
    )
    server = _Server(config)
    server.front = front
    server.run(listeners)
    if front.fault is not None:
        raise front.fault


def _load(settings: Settings) -> Litestar:
    """Load everything; slow, and so done while the pages are served already."""
    from wartable.server.app import create_app  # noqa: PLC0415
    from wartable.server.logs import set_up_logs  # noqa: PLC0415

    set_up_logs(settings)
    return create_app(settings)
