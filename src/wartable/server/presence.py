"""Who has which table open, shared by all server processes of one database.

Every process writes now and then who listens to it, at once when that has changed and else so seldom that it costs
next to nothing, and reads what the others have written. Whoever a process that died had open is gone after a while.
"""

from __future__ import annotations

from collections import defaultdict

from sqlalchemy import Connection, delete, insert, or_, select

from wartable.server import ids
from wartable.server.hub import Hub
from wartable.server.schema import presence

BEAT = 20.0
"""So often, in seconds, a process says who is there although nothing has changed."""
STALE = 60.0
"""After so many seconds what a process has said counts no more."""


class Presence:
    """Tells other processes who is here, and the tables here who is elsewhere."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._server = ids.short_id()
        self._told: frozenset[tuple[str, str]] = frozenset()
        self._at = 0.0

    async def beat(self) -> None:
        """Tell who is here where it is time to, and take note of who is elsewhere."""
        at, here = self._hub.now(), self._here()
        if here != self._told or (here and abs(at - self._at) >= BEAT):
            await self._hub.store.do(lambda connection: self._write(connection, here, at))
            self._told, self._at = here, at
        found = await self._hub.store.read(lambda connection: self._others(connection, at))
        elsewhere = defaultdict[str, set[str]](set)
        for table_id, player in found:
            elsewhere[table_id].add(player)
        for table in self._hub.in_memory():
            table.note_elsewhere(frozenset(elsewhere.get(table.id, ())))

    async def leave(self) -> None:
        """Take back what this process has said, before it ends."""
        if self._told:
            await self._hub.store.do(lambda connection: self._write(connection, frozenset(), self._hub.now()))

    def _here(self) -> frozenset[tuple[str, str]]:
        tables = self._hub.listened()
        return frozenset((table.id, ear.player) for table in tables for ear in table.listeners if ear.player)

    def _write(self, connection: Connection, here: frozenset[tuple[str, str]], at: float) -> None:
        mine = or_(presence.c.server == self._server, presence.c.at < at - STALE)
        connection.execute(delete(presence).where(mine))
        if here:
            rows = [{"server": self._server, "table_id": t, "player_id": p, "at": at} for t, p in sorted(here)]
            connection.execute(insert(presence), rows)

    def _others(self, connection: Connection, at: float) -> list[tuple[str, str]]:
        query = select(presence.c.table_id, presence.c.player_id)
        query = query.where(presence.c.server != self._server, presence.c.at >= at - STALE)
        return [(row.table_id, row.player_id) for row in connection.execute(query)]
