"""Moves bots along: one task per table where bots are asked, and a sweep for tables nobody drives."""

from __future__ import annotations

import asyncio
from collections import Counter

from structlog import get_logger

from wartable.server import drafts
from wartable.server.brains import Brains
from wartable.server.draft_rows import tables_ready
from wartable.server.hub import Hub
from wartable.server.play import bot_moves
from wartable.server.problems import Refused
from wartable.server.rows import now
from wartable.server.table import Table
from wartable.server.thinking import MOST, Work

log = get_logger("wartable.server")


class Driver:
    """Keeps bots playing until a person is asked or the game is over."""

    def __init__(self, hub: Hub, brains: Brains) -> None:
        self._hub = hub
        self._brains = brains
        self._tasks: set[asyncio.Task[None]] = set()
        self._shut: set[str] = set()

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
        before = now() - idle
        ready = await self._hub.store.read(lambda connection: tables_ready(connection, before))
        for table_id in [*await self._hub.store.bots_waiting(before), *ready]:
            try:
                async with self._hub.held(table_id) as table:
                    await self._hub.refresh(table)
                    await drafts.close(self._hub, table)
            except Exception as error:  # noqa: BLE001 - one table that cannot be opened must not hold up the others
                self._tell_once(table_id, error)
            else:
                self.kick(table)

    def _tell_once(self, table_id: str, error: Exception) -> None:
        """Log that a table cannot be opened, not with every sweep."""
        if table_id not in self._shut:
            self._shut.add(table_id)
            log.warning("table stays shut", table=table_id, reason=str(error))

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
        except Exception:
            log.exception("bots stopped", table=table.id)
        finally:
            table.driven = False

    async def _move(self, table: Table) -> bool:
        """Let the bots asked make some decisions; false when none is asked any more."""
        async with table.lock:
            if table.gone or table.broken or not table.bots_asked():
                return False
            work = self._work(table)
        chosen = await self._brains.think(work)
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
            table.row.seed,
            {chair.seat: chair.level for chair in chairs},
            self._hub.settings.bot_slice,
            most=len(asked) if absent and table.game.simultaneous else MOST,
            made=Counter(int(move.entry.seat) for move in match.moves),
        )
