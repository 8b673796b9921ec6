"""Drawings and long calculations, made in a process of their own: neither the server nor the bots wait for them."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter, OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec

from wartable.server.fair import Claim, FairQueue
from wartable.server.limits import Limits
from wartable.server.problems import Refused
from wartable.server.processes import Processes
from wartable.server.settings import Settings

Job = Callable[[Any], bytes]
"""A function of a module that makes the answer to a wish."""

_MOST_OPEN = 5
"""So many questions of one address may be open at a time."""
_KEPT_BYTES = 32 * 1024 * 1024
"""So much of what was made is kept for whoever asks the same again."""


class Offload:
    """Answers expensive questions one at a time, addresses in turn; equal questions are answered once.

    One process takes them all, so that they cost at most one processor. It starts with the first question and ends
    when nobody has asked for a while. Where bots think in threads there is a thread instead.
    """

    def __init__(self, settings: Settings, limits: Limits) -> None:
        self._settings = settings
        self._limits = limits
        self._queue = FairQueue(1)
        self._processes = Processes(1)
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="offload")
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._making: dict[bytes, asyncio.Task[bytes]] = {}
        self._open: Counter[str] = Counter()
        self._used = time.monotonic()

    async def answer(self, address: str, job: Job, wish: msgspec.Struct) -> bytes:
        """Return what a job makes of a wish; raises `Refused` where an address asks too much or it takes too long."""
        key = hashlib.sha256(f"{job.__module__}.{job.__name__}".encode() + msgspec.json.encode(wish)).digest()
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        task = self._making.get(key)
        if task is None:
            self._check(address)
            self._open[address] += 1
            task = self._making[key] = asyncio.create_task(self._make(address, job, wish, key))
            task.add_done_callback(_look_at)
        return await asyncio.shield(task)

    def rest(self) -> None:
        """End the process if nobody has asked for a while: what it has loaded and remembered is large."""
        if not self._making and time.monotonic() - self._used > self._settings.idle:
            self._processes.end()

    def close(self) -> None:
        """Stop everything at once."""
        for task in self._making.values():
            task.cancel()
        self._processes.end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _check(self, address: str) -> None:
        self._limits.require("seconds", address)
        if self._open[address] >= _MOST_OPEN:
            message = "Your last questions are still being worked on. Please wait for their answers, then ask again."
            raise Refused(429, "rate.limit", message)

    async def _make(self, address: str, job: Job, wish: msgspec.Struct, key: bytes) -> bytes:
        try:
            async with self._queue.place(Claim(address)):
                began = time.monotonic()
                try:
                    made = await self._attempts(job, wish)
                finally:
                    self._limits.spend("seconds", address, time.monotonic() - began)
            self._keep(key, made)
            return made
        finally:
            del self._making[key]
            self._open -= Counter((address,))  # without those that have none
            self._used = time.monotonic()

    async def _attempts(self, job: Job, wish: msgspec.Struct) -> bytes:
        for _ in range(2):
            pool: Executor = self._processes.pool() if self._settings.workers else self._threads
            future = asyncio.get_running_loop().run_in_executor(pool, job, wish)
            try:
                return await asyncio.wait_for(future, self._settings.long_sum)
            except BrokenProcessPool:
                self._processes.discard(pool)
            except TimeoutError as error:
                self._processes.discard(pool)
                message = "This takes too long to work out here. Ask for less at once."
                raise Refused(400, "answer.long", message) from error
        raise Refused(503, "answer.none", "This could not be worked out. Please try again.")

    def _keep(self, key: bytes, made: bytes) -> None:
        self._kept[key] = made
        while sum(map(len, self._kept.values())) > _KEPT_BYTES:
            self._kept.popitem(last=False)


def _look_at(task: asyncio.Task[bytes]) -> None:
    """Take note of how a task ended, so that nobody is told of an error that was nobody's any more."""
    if not task.cancelled():
        task.exception()
