"""Moves bots along: one task per table where bots are asked, and a sweep for tables nobody drives."""

from __future__ import annotations

import asyncio
import time
from collections import Counter

from structlog import get_logger

from wartable.server import drafts
from wartable.server.brains import Brains
from wartable.server.draft_rows import tables_ready
from wartable.server.engines import Busy
from wartable.server.fair import Claim
from wartable.server.hub import Hub
from wartable.server.play import bot_moves
from wartable.server.problems import Refused
from wartable.server.table import Table
from wartable.server.thinking import MOST, Work

log = get_logger("wartable.server")

AGAIN = 10.0
"""After so many seconds a table is tried again that could not be opened, and then after twice as many each time."""

TICK = 0.3
"""Where people play, bots answer a reaction window whole ticks of so many seconds after they were asked.

Who holds no card that fits passes at once, who holds one thinks about it, so how long that took would tell.
"""

MOST_PAUSE = 3600.0
"""The longest pause between two tries."""


class Driver:
    """Keeps bots playing until a person is asked or the game is over."""

    def __init__(self, hub: Hub, brains: Brains) -> None:
        self._hub = hub
        self._brains = brains
        self._tasks: set[asyncio.Task[None]] = set()
        self._shut: dict[str, tuple[float, float]] = {}

    def kick(self, table: Table) -> None:
        """See to it that the bots asked at a table play; does nothing where they already do."""
        if table.driven or table.gone or not table.bots_asked():
            return
        table.driven = True
        task = asyncio.create_task(self._drive(table))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def sweep(self, idle: float) -> None:
        """Take up tables whose bots or ready drafts nobody has moved for some seconds: after a crash, say."""
        ready = await self._hub.store.read(lambda connection: tables_ready(connection, idle))
        for table_id in [*await self._hub.store.bots_waiting(idle), *ready]:
            if self._later(table_id):
                continue
            try:
                async with self._hub.held(table_id) as table:
                    await self._hub.refresh(table)
                    await drafts.close(self._hub, table)
            except Busy:
                continue  # nothing is wrong with the table: the next sweep finds it again
            except Exception as error:  # noqa: BLE001 - one table that cannot be opened must not hold up the others
                self._put_off(table_id, error)
            else:
                self._shut.pop(table_id, None)
                self.kick(table)

    def _later(self, table_id: str) -> bool:
        """Whether a table that could not be opened is not yet to be tried again."""
        return table_id in self._shut and time.monotonic() < self._shut[table_id][0]

    def _put_off(self, table_id: str, error: Exception) -> None:
        """Try a table that cannot be opened again later, each time twice as late; log it, not with every try."""
        if table_id not in self._shut:
            log.warning("table stays shut", table=table_id, reason=str(error))
        _, pause = self._shut.get(table_id, (0.0, AGAIN / 2))
        pause = min(2 * pause, MOST_PAUSE)
        self._shut[table_id] = (time.monotonic() + pause, pause)

    async def close(self) -> None:
        """Stop all tasks; what they have not entered is thought anew after the next start."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _drive(self, table: Table) -> None:
        try:
            while await self._move(table):
                pass
        except Refused:
            return
        except Busy:
            log.warning("bots wait for the database", table=table.id)
        except Exception:
            log.exception("bots stopped", table=table.id)
        finally:
            table.driven = False

    async def _move(self, table: Table) -> bool:
        """Let the bots asked make some decisions; false when none is asked any more."""
        async with table.lock:
            if table.gone or table.broken or not table.bots_asked():
                return False
            work, claim = self._work(table), claim_of(table)
            watched = table.hushed and bool(table.people)
        began = time.monotonic()
        chosen = await self._brains.think(work, claim)
        if watched:
            await asyncio.sleep((began - time.monotonic()) % TICK)
        for one in chosen:
            if one.fault:
                log.warning("bot failed", table=table.id, seat=one.seat, fault=one.fault)
        async with table.lock:
            if not table.gone and not table.broken:
                await bot_moves(self._hub, table, work.state, chosen)
                await drafts.close(self._hub, table)
        return True

    def _work(self, table: Table) -> Work:
        match, asked = table.running(), table.bots_asked()
        absent = any(table.seats[seat].away for seat in asked)
        # For people who are away only what is due now is decided: they may be back for the next turn.
        chairs = [table.seats[seat] for seat in asked] if absent else [c for c in table.seats if c.given_up]
        return Work(
            table.row.game,
            match.state,
            match.rolls,
            table.dice.seed,
            {chair.seat: chair.level for chair in chairs},
            self._hub.settings.bot_slice,
            most=len(asked) if absent and table.secret else MOST,
            made=Counter(int(move.entry.seat) for move in match.moves),
        )


def claim_of(table: Table) -> Claim:
    """Return whose share a table's bots think in: its maker's, and at once where somebody waits for them."""
    return Claim(table.row.creator, urgent=bool(table.people) and not table.deserted)
