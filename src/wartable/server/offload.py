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

Job = Callable[[Any], Any]
"""A function of a module that makes the answer to a wish: bytes, or what becomes JSON."""

_MOST_OPEN = 5
"""So many questions of one address may be open at a time."""
_PLACES = 2
"""So many questions are worked out at a time, each of another address: one that takes long holds up nobody else."""
_KEPT_BYTES = 32 * 1024 * 1024
"""So much of what was made is kept for whoever asks the same again."""


class Offload:
    """Answers expensive questions of an address one at a time, addresses in turn; equal questions are answered once.

    A process takes them all, and a second one while the first is busy with somebody else's, so that nobody waits for
    what a stranger asked. They start with a question and end when nobody has asked for a while. Where bots think in
    threads there are threads instead.
    """

    def __init__(self, settings: Settings, limits: Limits) -> None:
        self._settings = settings
        self._limits = limits
        self._queue = FairQueue(_PLACES)
        self._processes = [Processes(1) for _ in range(_PLACES)]
        self._idle = [*self._processes]
        self._threads = ThreadPoolExecutor(_PLACES, thread_name_prefix="offload")
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._making: dict[bytes, asyncio.Task[bytes]] = {}
        self._open: Counter[str] = Counter()
        self._turns: dict[str, asyncio.Lock] = {}
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
            self._end()

    def close(self) -> None:
        """Stop everything at once."""
        for task in self._making.values():
            task.cancel()
        self._end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _end(self) -> None:
        for processes in self._processes:
            processes.end()

    def _check(self, address: str) -> None:
        self._limits.require("seconds", address)
        if self._open[address] >= _MOST_OPEN:
            message = "Your last questions are still being worked on. Please wait for their answers, then ask again."
            raise Refused(429, "rate.limit", message)

    async def _make(self, address: str, job: Job, wish: msgspec.Struct, key: bytes) -> bytes:
        try:
            async with self._turns.setdefault(address, asyncio.Lock()), self._queue.place(Claim(address)):
                made = await self._work(address, job, wish)
            self._keep(key, made)
            return made
        finally:
            del self._making[key]
            self._open -= Counter((address,))  # without those that have none
            if address not in self._open:
                self._turns.pop(address, None)
            self._used = time.monotonic()

    async def _work(self, address: str, job: Job, wish: msgspec.Struct) -> bytes:
        """Work an answer out in a place that is free, and count the time it takes."""
        processes, began = self._idle.pop(), time.monotonic()
        try:
            return await self._attempts(processes, job, wish)
        finally:
            self._idle.append(processes)
            self._limits.spend("seconds", address, time.monotonic() - began)

    async def _attempts(self, processes: Processes, job: Job, wish: msgspec.Struct) -> bytes:
        for _ in range(2):
            pool: Executor = processes.pool() if self._settings.workers else self._threads
            try:
                async with asyncio.timeout(self._settings.long_sum):
                    return await asyncio.get_running_loop().run_in_executor(pool, made_by, job, wish)
            except BrokenProcessPool:
                processes.discard(pool)
            except TimeoutError as error:
                processes.discard(pool)
                message = "This takes too long to work out here. Ask for less at once."
                raise Refused(400, "answer.long", message) from error
        raise Refused(503, "answer.none", "This could not be worked out. Please try again.")

    def _keep(self, key: bytes, made: bytes) -> None:
        self._kept[key] = made
        while sum(map(len, self._kept.values())) > _KEPT_BYTES:
            self._kept.popitem(last=False)


def made_by(job: Job, wish: msgspec.Struct) -> bytes:
    """Return the answer of a job as bytes."""
    made = job(wish)
    return made if isinstance(made, bytes) else msgspec.json.encode(made)


def _look_at(task: asyncio.Task[bytes]) -> None:
    """Take note of how a task ended, so that nobody is told of an error that was nobody's any more."""
    if not task.cancelled():
        task.exception()
