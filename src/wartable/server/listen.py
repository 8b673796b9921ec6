"""Hints from other processes over one PostgreSQL. They may be lost, so readers re-read by sequence."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Mapping

from sqlalchemy import make_url
from structlog import get_logger

from wartable.server.writer import CHANNEL

log = get_logger("wartable.server")

Heard = Callable[[Mapping[str, int]], Awaitable[None]]


class Hints:
    """Listens in a thread, and tells the event loop which tables may have changed."""

    def __init__(self, url: str, heard: Heard) -> None:
        self._address = make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._heard = heard
        self._loop = asyncio.get_running_loop()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hints", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening."""
        self._stop.set()
        self._thread.join(timeout=5)

    def _run(self) -> None:
        while not self._stop.is_set():
            try:
                self._listen()
            except Exception as error:  # noqa: BLE001 - the driver is optional, so its errors have no name here
                log.warning("listening failed; trying again", error=str(error))
                self._stop.wait(2)

    def _listen(self) -> None:
        import psycopg  # noqa: PLC0415 - only hosts with PostgreSQL have it

        with psycopg.connect(self._address, autocommit=True) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            while not self._stop.is_set():
                for note in connection.notifies(timeout=0.5, stop_after=50):
                    self._pass_on(read_heads(note.payload))

    def _pass_on(self, heads: dict[str, int]) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(lambda: self._loop.create_task(_awaited(self._heard(heads))))


def read_heads(payload: str) -> dict[str, int]:
    """Read a hint: the last entry number of each table written to."""
    pairs = (part.rpartition(":") for part in payload.split(","))
    return {table: int(seq) for table, _, seq in pairs}


async def _awaited(work: Awaitable[None]) -> None:
    await work
