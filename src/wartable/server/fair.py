"""A fair queue for few places: urgent claims go before others, and owners who wait share the time alike."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

from msgspec import Struct

K = TypeVar("K")

URGENT_SHARE = 8
"""While both kinds wait, urgent claims get so many times the time of the others, which never stand still."""
_GUESS = 0.05
"""Seconds charged when a place is taken, so that nobody takes several before the first has cost anything."""
_KEPT = 4096
"""So many owners are remembered before those who have nothing outstanding are forgotten."""


class Claim(Struct, frozen=True):
    """Who asks for a place: owners share alike, however many claims each has; somebody waits for an `urgent` one."""

    owner: str = ""
    urgent: bool = True


class Shares(Generic[K]):
    """Who has had how much time. Who comes back after a pause has not saved any up."""

    def __init__(self) -> None:
        self._had: dict[K, float] = {}
        self._level = 0.0

    def join(self, key: K) -> None:
        """Begin to wait."""
        if len(self._had) > _KEPT:
            self._had = {one: had for one, had in self._had.items() if had > self._level}
        self._had[key] = max(self._had.get(key, 0.0), self._level)

    def next(self, keys: Iterable[K]) -> K:
        """Return who has had least; of equals the first."""
        found = min(keys, key=lambda key: self._had.get(key, self._level))
        self._level = max(self._level, self._had.get(found, 0.0))
        return found

    def charge(self, key: K, seconds: float) -> None:
        """Note that somebody has had time."""
        self._had[key] = self._had.get(key, self._level) + seconds


class FairQueue:
    """Gives out `places`, each to one claim at a time.

    Fair queueing by virtual time, on two levels: first between urgent claims and the others, then between the owners
    of one kind. Time is what counts, not turns, since a decision may take milliseconds or seconds.
    """

    def __init__(self, places: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._free = places
        self._clock = clock
        self._waiting: dict[bool, dict[str, deque[asyncio.Future[None]]]] = {True: {}, False: {}}
        self._kinds: Shares[bool] = Shares()
        self._owners: dict[bool, Shares[str]] = {True: Shares(), False: Shares()}

    @asynccontextmanager
    async def place(self, claim: Claim) -> AsyncGenerator[None]:
        """Hold a place, once it is this claim's turn."""
        await self._enter(claim)
        began = self._clock()
        try:
            yield
        finally:
            self._charge(claim, max(0.0, self._clock() - began - _GUESS))
            self._free += 1
            self._give_out()

    async def _enter(self, claim: Claim) -> None:
        kind = self._waiting[claim.urgent]
        if not kind:
            self._kinds.join(claim.urgent)
        if claim.owner not in kind:
            self._owners[claim.urgent].join(claim.owner)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        kind.setdefault(claim.owner, deque()).append(turn)
        self._give_out()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.cancelled():
                self._drop(claim, turn)
            else:  # it was given the place in the same moment
                self._free += 1
                self._give_out()
            raise

    def _give_out(self) -> None:
        while self._free:
            kinds = [urgent for urgent, waiting in self._waiting.items() if waiting]
            if not kinds:
                return
            urgent = self._kinds.next(kinds)
            owner = self._owners[urgent].next(self._waiting[urgent])
            claim = Claim(owner, urgent)
            turn = self._waiting[urgent][owner][0]
            self._drop(claim, turn)
            if not turn.done():
                self._free -= 1
                self._charge(claim, _GUESS)
                turn.set_result(None)

    def _drop(self, claim: Claim, turn: asyncio.Future[None]) -> None:
        """Take a claim out of its row, if it is still there."""
        row = self._waiting[claim.urgent].get(claim.owner)
        if row is not None and turn in row:
            row.remove(turn)
            if not row:
                del self._waiting[claim.urgent][claim.owner]

    def _charge(self, claim: Claim, seconds: float) -> None:
        self._kinds.charge(claim.urgent, seconds / URGENT_SHARE if claim.urgent else seconds)
        self._owners[claim.urgent].charge(claim.owner, seconds)
