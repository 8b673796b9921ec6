"""Worker processes: started when they are wanted, ended even where they hang, and replaced with the next work."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import Executor, ProcessPoolExecutor
from typing import Any

from wartable.server.thinking import prepare


class Processes:
    """Up to `count` processes beside the server, at a lower priority than it; they end when it ends."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool: ProcessPoolExecutor | None = None

    def pool(self) -> Executor:
        """Return the pool that takes work now."""
        if self._pool is None:
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._count, mp_context=context, initializer=prepare)
        return self._pool

    def discard(self, pool: Executor) -> None:
        """End the processes of a pool, hanging ones included.

        Does nothing for threads, nor for a pool that somebody else has replaced already: the new one is at work.
        """
        if pool is self._pool:
            self.end()

    def end(self) -> None:
        """End all processes now; new ones start with the next work."""
        pool, self._pool = self._pool, None
        if pool is None:
            return
        # The pool has no public way to end a process that hangs before Python 3.14.
        processes: dict[int, Any] = dict(getattr(pool, "_processes", None) or {})
        pool.shutdown(wait=False, cancel_futures=True)
        for process in processes.values():
            process.kill()
