"""Runs the server process: logs, signals, and an orderly end."""

from __future__ import annotations

import gc
import logging
import signal
import socket
import sys
from types import FrameType
from typing import TYPE_CHECKING, Any

import structlog
import uvicorn

from wartable.server.settings import Settings

if TYPE_CHECKING:
    from wartable.server.services import Services


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

    def __init__(self, config: uvicorn.Config, services: Services) -> None:
        super().__init__(config)
        self._services = services

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to serve."""
        await super().startup(sockets)
        spare_collector()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:  # noqa: ARG002 - the signal handler's form
        """Stop taking requests, and let the streams end; a second Ctrl-C does not wait.

        Uvicorn would raise the signal again at its end, and the process would die of it before it has tidied up.
        """
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True
        self._services.end_streams()


def serve(settings: Settings, listener: socket.socket | None = None) -> None:
    """Serve until a signal ends it; nothing acknowledged is lost, however it ends.

    `listener` is a socket bound already; without one the address of the settings is bound.
    """
    gc.disable()  # what is loaded now stays: looking through it time and again would be a tenth of the start
    from wartable.server.app import create_app  # noqa: PLC0415

    set_up_logs(settings)
    app = create_app(settings)
    config = uvicorn.Config(
        app,
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
    _Server(config, app.state.services).run(None if listener is None else [listener])


def set_up_logs(settings: Settings) -> None:
    """Send what the server has to say to standard error, as lines for people or as JSON."""
    level = logging.getLevelNamesMapping().get(settings.log_level.upper(), logging.INFO)
    logging.basicConfig(level=max(level, logging.WARNING), format="%(message)s")
    shown: Any = (
        structlog.processors.JSONRenderer()
        if settings.log_json
        else structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper("iso", utc=True),
            *([structlog.processors.format_exc_info] if settings.log_json else []),
            shown,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
