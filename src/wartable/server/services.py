"""The parts of a running server, put together and taken apart."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any, ParamSpec

import msgspec
from sqlalchemy.exc import SQLAlchemyError
from structlog import get_logger

from wartable.server import drafts, press
from wartable.server.brains import Brains
from wartable.server.cleanup import DAY, Ages, clean
from wartable.server.drive import Driver
from wartable.server.engines import Busy, no_database
from wartable.server.hub import Hub
from wartable.server.inquiries import Desk
from wartable.server.kept import EVERY, Keeper
from wartable.server.limits import Limits
from wartable.server.listen import Hints
from wartable.server.offload import Offload
from wartable.server.people import People
from wartable.server.postman import Postman
from wartable.server.presence import Presence
from wartable.server.problems import Refused
from wartable.server.servertime import ServerTime
from wartable.server.settings import Settings
from wartable.server.static import Pages
from wartable.server.store import Store
from wartable.server.timekeeper import Timekeeper, last_pulse
from wartable.server.warm import warm_up

log = get_logger("wartable.server")

P = ParamSpec("P")

CLEAN_AFTER = 60.0
"""Seconds after the start, and after each day, until the server cleans up."""

TELL = 15.0
"""So often, in seconds, is looked what there is to tell to players who are not here."""

TICK = 1.0
"""So often, in seconds, is looked whose time has run out."""


class Services:
    """Everything handlers need. `open` before the first request, `close` after the last.

    `time` tells the time, in seconds since 1970, that deadlines go by: usually `ServerTime`.
    """

    store: Store
    hub: Hub
    people: People
    driver: Driver
    desk: Desk
    postman: Postman | None = None

    def __init__(self, settings: Settings, time: Callable[[], float] | None = None) -> None:
        self.settings = settings
        self.time = time or ServerTime()
        self.limits = Limits(on=settings.limits)
        self.offload = Offload(settings, self.limits)
        self.pages = Pages(settings.static)
        self._hints: Hints | None = None
        self._jobs: list[asyncio.Task[None]] = []
        self._chores: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Connect, bring the database up to date, and begin the background jobs; raises `NoDatabase`."""
        await asyncio.to_thread(warm_up)
        try:
            self.store = await asyncio.to_thread(Store, self.settings.url)
        except SQLAlchemyError as error:
            raise no_database(self.settings.url, error) from error
        self.hub = Hub(self.store, self.settings, self.time)
        self.people = People(self.store, self.limits)
        self._brains = Brains(self.settings)
        self.desk = Desk()
        self._keeper = Keeper(self.store, self.settings)
        self.driver = Driver(self.hub, self._brains)
        self._timekeeper = Timekeeper(self.hub, self.driver)
        self._presence = Presence(self.hub)
        if self.settings.notices is not None:
            self.postman = Postman(self.hub, self.settings.notices)
        last = await self.store.read(last_pulse)
        if last is not None:
            self.hub.follow(last)  # before anybody is told a time
        if self.store.write_engine.dialect.name == "postgresql":
            self._hints = Hints(self.settings.url, self._hinted)
        jobs: tuple[Coroutine[Any, Any, None], ...] = (
            _guarded(self._brains.warm),
            self._sweep(),
            self._keep_time(),
            self._clean_daily(),
            self._keep(),
        )
        if self.postman is not None:
            jobs = (*jobs, self._tell(self.postman))
        self._jobs = [asyncio.create_task(job) for job in jobs]

    def end_streams(self) -> None:
        """Let every open stream end, so that the server can."""
        if self._jobs:
            self.hub.close()

    async def close(self) -> None:
        """Stop the jobs, end the streams, commit what waits."""
        self.hub.close()
        if self._hints:
            self._hints.close()
        for job in self._jobs:
            job.cancel()
        await asyncio.gather(*self._jobs, *self._chores, return_exceptions=True)
        if self.postman is not None:
            self.postman.close()
        await self.driver.close()
        self._brains.close()
        self.desk.close()
        self.offload.close()
        await _guarded(self._presence.leave)
        await _guarded(self._keeper.finish, self.settings.leave)
        self._keeper.close()
        await asyncio.to_thread(self.store.close)

    async def _sweep(self) -> None:
        """Take up the bots that were left; then, now and then, do it again and see to the tables in memory."""
        await _guarded(self.driver.sweep, 0.0)
        while True:
            await asyncio.sleep(self.settings.sweep)
            await _guarded(self._tidy)
            await _guarded(self.driver.sweep, 2 * self.settings.sweep)

    def later(self, work: Coroutine[Any, Any, object]) -> None:
        """Do something that whoever asked need not wait for, and may not learn from how long it takes."""
        task = asyncio.create_task(_quietly(work))
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    async def _tell(self, postman: Postman) -> None:
        """Tell players whose browser is closed, as long as the server lives."""
        while True:
            await asyncio.sleep(TELL)
            await _guarded(self._tell_once, postman)

    async def _tell_once(self, postman: Postman) -> None:
        await postman.round(self.time())

    async def _keep_time(self) -> None:
        """Close turns whose time has run out, as long as the server lives."""
        while True:
            await _guarded(self._timekeeper.tick)
            await asyncio.sleep(min(TICK, self.settings.sweep))

    async def _clean_daily(self) -> None:
        """Remove once a day what nobody needs any more; not at the start, which is for those who wait."""
        kept = self.settings
        ages = Ages(tables=kept.keep_tables, games=kept.keep_games, guests=kept.keep_guests)
        while True:
            await asyncio.sleep(CLEAN_AFTER)
            await _guarded(self._clean, ages)
            await asyncio.sleep(DAY)

    async def _keep(self) -> None:
        """Keep now and then what later releases show of the tables."""
        while True:
            await asyncio.sleep(EVERY)
            await _guarded(self._keeper.catch_up)

    async def _clean(self, ages: Ages) -> None:
        removed = await clean(self.store, ages)
        if removed.any:
            log.info("removed what nobody needs any more", **msgspec.structs.asdict(removed))

    async def _tidy(self) -> None:
        """Drop idle tables, and look for entries of other processes."""
        self.hub.drop_idle()
        self.offload.rest()
        listened = [table.id for table in self.hub.listened()]
        await self._hinted(await self.store.heads(listened) if listened else {})
        await drafts.watch(self.hub)
        await press.watch(self.hub)
        await self._presence.beat()

    async def _hinted(self, heads: Mapping[str, int]) -> None:
        """Bring tables in memory up to date of which the database knows more."""
        for table_id, seq in heads.items():
            table = self.hub.known(table_id)
            if table is not None and seq == 0:
                await press.watch(self.hub, [table])
            if table is None or table.seq >= seq:
                continue
            async with table.lock:
                if table.seq < seq:
                    with suppress(Refused):  # it cannot be read any more: whoever asks for it is told, others go on
                        await self.hub.refresh(table)


async def _quietly(work: Coroutine[Any, Any, object]) -> None:
    try:
        await work
    except Exception:
        log.exception("something put off failed")


async def _guarded(work: Callable[P, Coroutine[Any, Any, None]], *args: P.args, **kwargs: P.kwargs) -> None:
    """Do background work; what goes wrong in it is logged, and the server goes on."""
    try:
        await work(*args, **kwargs)
    except Busy:
        log.warning("background work waits for the database", work=getattr(work, "__qualname__", ""))
    except Exception:
        log.exception("background work failed")
