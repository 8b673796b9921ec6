"""Looks every moment whose time has run out, and notices when all servers have slept."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from sqlalchemy import Connection, insert, select, update
from structlog import get_logger

from wartable.server import holidays, pauses, reminders
from wartable.server.clock_controls import grant_rest
from wartable.server.clocks import MOST_REST
from wartable.server.drive import Driver
from wartable.server.engines import Busy
from wartable.server.hub import Hub
from wartable.server.playable import playable
from wartable.server.schema import pulse, tables
from wartable.server.table import Table
from wartable.server.timeouts import run_out
from wartable.server.writer import Conflict

log = get_logger("wartable.server")

BEAT = 15.0
"""So often, in seconds, the database is told that a server is awake."""
NAP = 60.0
"""After so long without a sign of any server, in seconds, all of them have slept."""
AGAIN = 60.0
"""After so many seconds a table is tried again that could not be opened or closed."""
_AWAKE = "awake"


class Timekeeper:
    """Closes turns whose time has run out; several processes may do so side by side."""

    def __init__(self, hub: Hub, driver: Driver) -> None:
        self._hub = hub
        self._driver = driver
        self._beaten: float | None = None
        self._later: dict[str, float] = {}

    async def tick(self) -> None:
        """Look once; after a sleep of all servers everybody is granted a rest before."""
        at = self._hub.now()
        if self._beaten is None or abs(at - self._beaten) >= BEAT:
            await self._beat(at)
        await self._each(at, look)

    async def _beat(self, at: float) -> None:
        store = self._hub.store
        last = await store.read(last_pulse)
        if last is not None:
            at = self._hub.follow(last)
        if last is not None and at - last > NAP:
            log.info("clocks rest after a sleep", seconds=round(at - last))
            await self._each(at + MOST_REST, grant_rest)
        try:
            await store.do(lambda connection: put_pulse(connection, at))
        except Conflict:
            log.debug("another process was quicker to say that it is awake")
        self._beaten = at

    async def _each(self, before: float, work: Callable[[Hub, Table], Awaitable[object]]) -> None:
        """Do something at every table whose deadline is near; one that cannot be opened does not hold up the others."""
        found = await self._hub.store.read(lambda connection: overdue(connection, before))
        now = self._hub.now()
        for table_id in found:
            if self._later.get(table_id, now) > now:
                continue
            try:
                async with self._hub.held(table_id, fresh=True) as table:
                    await work(self._hub, table)
            except Busy:
                continue  # nothing is wrong with the table: the next look finds it again
            except Exception as error:  # noqa: BLE001 - whatever it is, the other tables go on
                if table_id not in self._later:
                    log.warning("clock stands still", table=table_id, reason=str(error))
                self._later[table_id] = now + AGAIN
            else:
                self._later.pop(table_id, None)
                self._driver.kick(table)


async def look(hub: Hub, table: Table) -> None:
    """Do what the clock of a table has to do now: close a turn, end a pause or a holiday, remind of a deadline."""
    if pauses.over(table):
        await pauses.end(hub, table)
    elif holidays.over(table):
        await holidays.end(hub, table)
    elif not await run_out(hub, table) and reminders.is_due(table):
        await reminders.remind(hub, table)


def overdue(connection: Connection, before: float) -> list[str]:
    """Return the running tables whose clock is to be looked at not later than at a time."""
    query = select(tables.c.id).where(tables.c.deadline <= before, tables.c.status == "running", playable())
    return list(connection.execute(query).scalars())


def last_pulse(connection: Connection) -> float | None:
    """Return when a server was last known to be awake."""
    return connection.execute(select(pulse.c.at).where(pulse.c.name == _AWAKE)).scalar_one_or_none()


def put_pulse(connection: Connection, at: float) -> None:
    """Note that a server is awake; a later note stays."""
    connection.execute(update(pulse).where(pulse.c.name == _AWAKE, pulse.c.at < at).values(at=at))
    if last_pulse(connection) is None:
        connection.execute(insert(pulse).values(name=_AWAKE, at=at))
