"""The pool of thinking processes: no bot blocks the server, and one that hangs or crashes is replaced."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeAlias

from structlog import get_logger

from wartable.engine import registry
from wartable.engine.errors import UnknownGame
from wartable.engine.values import CHANCE, Seat
from wartable.server.fair import Claim, FairQueue
from wartable.server.processes import Processes
from wartable.server.settings import Settings
from wartable.server.thinking import EXCUSE, Chosen, Work, ready, think

log = get_logger("wartable.server")

ANYBODY = Claim()
_PLACES = 2
"""So many tables think at a time where bots think in threads: one that hangs holds up no other."""
_REST = 60.0
"""Seconds for which a bot is not asked that took too long; each time twice as many, up to `_LONGEST`."""
_LONGEST = 3600.0
Asked: TypeAlias = tuple[str, str, str]
"""Who laid the table, its game, and the level of a bot: the same bot may be slow in one person's games only."""


class Slow:
    """Bots that took too long, and until when they rest; who decides in time again begins anew."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._known: dict[Asked, tuple[float, float]] = {}

    def rests(self, bot: Asked) -> bool:
        """Whether a bot is not to be asked now."""
        return self._clock() < self._known.get(bot, (0.0, 0.0))[0]

    def note(self, bot: Asked) -> None:
        """Let a bot rest that took too long."""
        rest = min(2 * self._known.get(bot, (0.0, _REST / 2))[1], _LONGEST)
        self._known[bot] = (self._clock() + rest, rest)

    def forget(self, bot: Asked) -> None:
        """Note that a bot decided in time."""
        self._known.pop(bot, None)


class Brains:
    """Thinks for bots in `settings.workers` processes, or in threads where there are none or they cannot start."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._workers = settings.workers
        self._queue = FairQueue(self._workers or _PLACES)
        self._processes = Processes(max(1, self._workers))
        self._slow = Slow()
        self._threads = _threads()

    async def warm(self) -> None:
        """Start the processes before anybody needs them."""
        if self._workers:
            await self._run_ready()

    async def think(self, work: Work, claim: Claim = ANYBODY) -> list[Chosen]:
        """Return decisions for the bots asked, at least one, when it is the claim's turn; never raises for a fault.

        A bot that took too long is not asked again for a while in the games of who laid that table.
        """
        if self._slow.rests(bot := _asked(work, claim)):
            return _by_rule(work, "it took too long before")
        async with self._queue.place(claim):
            for _ in range(2):
                pool = self._processes.pool() if self._workers else self._threads
                try:
                    chosen = await self._attempt(pool, work)
                except BrokenProcessPool:
                    # Perhaps another table's bot took the process down: this one gets a second chance.
                    self._processes.discard(pool)
                except TimeoutError:
                    self._discard(pool)
                    self._slow.note(bot)
                    return _by_rule(work, "it took too long")
                except UnknownGame:
                    # Registered in this process only, as in notebooks and tests.
                    return await self._attempt(self._threads, work)
                else:
                    self._slow.forget(bot)
                    return chosen
        return _by_rule(work, "its process died")

    def _discard(self, pool: Executor) -> None:
        """Think elsewhere from now on: a process is ended, a thread, which cannot be, is left alone with its bot."""
        if pool is self._threads:
            pool.shutdown(wait=False)
            self._threads = _threads()
        else:
            self._processes.discard(pool)

    def close(self) -> None:
        """Stop everything at once."""
        self._processes.end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _attempt(self, pool: Executor, work: Work) -> list[Chosen]:
        # Python 3.11's `wait_for` loses a cancellation that comes with the answer: a table would play on at the end.
        async with asyncio.timeout(self._settings.bot_patience + work.seconds):
            return await asyncio.get_running_loop().run_in_executor(pool, think, work)

    async def _run_ready(self) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._processes.pool(), ready)
        except (BrokenProcessPool, OSError) as error:
            log.warning("no thinking processes; bots think in threads", error=str(error))
            self._workers = 0


def _threads() -> Executor:
    return ThreadPoolExecutor(4, thread_name_prefix="bot")


def _asked(work: Work, claim: Claim) -> Asked:
    """Return the bot that decides first, and with it all (see `think`)."""
    seat = next(iter(_seats(work)), None)
    return claim.owner, work.game, "" if seat is None else work.levels[seat]


def _seats(work: Work) -> list[Seat]:
    """Return the seats of bots that are asked."""
    asked = registry.get(work.game).to_act(work.state)
    return [seat for seat in asked if seat != CHANCE and seat in work.levels]


def _by_rule(work: Work, fault: str) -> list[Chosen]:
    """Decide as the rules do for an absent player."""
    game = registry.get(work.game)
    return [Chosen(seat, game.default(work.state, seat), EXCUSE, fault) for seat in _seats(work)[:1]]
