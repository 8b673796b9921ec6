"""The pool of thinking processes: no bot blocks the server, and one that hangs or crashes is replaced."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from structlog import get_logger

from wartable.engine import registry
from wartable.engine.errors import UnknownGame
from wartable.engine.values import CHANCE
from wartable.server.fair import Claim, FairQueue
from wartable.server.processes import Processes
from wartable.server.settings import Settings
from wartable.server.thinking import EXCUSE, Chosen, Work, ready, think

log = get_logger("wartable.server")

ANYBODY = Claim()


class Brains:
    """Thinks for bots in `settings.workers` processes, or in threads where there are none or they cannot start."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._workers = settings.workers
        self._queue = FairQueue(max(1, self._workers))
        self._processes = Processes(max(1, self._workers))
        self._threads = ThreadPoolExecutor(4, thread_name_prefix="bot")

    async def warm(self) -> None:
        """Start the processes before anybody needs them."""
        if self._workers:
            await self._run_ready()

    async def think(self, work: Work, claim: Claim = ANYBODY) -> list[Chosen]:
        """Return decisions for the bots asked, at least one, when it is the claim's turn; never raises for a fault."""
        async with self._queue.place(claim):
            for _ in range(2):
                pool = self._processes.pool() if self._workers else self._threads
                try:
                    return await self._attempt(pool, work)
                except BrokenProcessPool:
                    # Perhaps another table's bot took the process down: this one gets a second chance.
                    self._processes.discard(pool)
                except TimeoutError:
                    self._processes.discard(pool)
                    return _by_rule(work, "it took too long")
                except UnknownGame:
                    # Registered in this process only, as in notebooks and tests.
                    return await self._attempt(self._threads, work)
        return _by_rule(work, "its process died")

    def close(self) -> None:
        """Stop everything at once."""
        self._processes.end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _attempt(self, pool: Executor, work: Work) -> list[Chosen]:
        future = asyncio.get_running_loop().run_in_executor(pool, think, work)
        return await asyncio.wait_for(future, self._settings.bot_patience + work.seconds)

    async def _run_ready(self) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._processes.pool(), ready)
        except (BrokenProcessPool, OSError) as error:
            log.warning("no thinking processes; bots think in threads", error=str(error))
            self._workers = 0


def _by_rule(work: Work, fault: str) -> list[Chosen]:
    """Decide as the rules do for an absent player."""
    game = registry.get(work.game)
    asked = [seat for seat in game.to_act(work.state) if seat != CHANCE and seat in work.levels]
    return [Chosen(seat, game.default(work.state, seat), EXCUSE, fault) for seat in asked[:1]]
