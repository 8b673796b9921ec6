"""What is kept of a table, so that it can be looked at when nothing knows its rules any more.

A later release may drop a version of the rules, or a game. It cannot replay the entries then, but it can show what was
written down while they could be: the last public view, the public log, a picture of the position and, of a game that is
over, its result with the dice. None of it takes the rules to be read. Nothing secret goes in while the game is on.
"""

from __future__ import annotations

import asyncio
import lzma
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from time import monotonic
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, and_, delete, insert, or_, select
from structlog import get_logger

from wartable.board.palette import Theme
from wartable.engine import registry
from wartable.engine.errors import UnknownGame
from wartable.engine.told import Look
from wartable.engine.values import CHANCE
from wartable.server import catalogue
from wartable.server.engines import Busy
from wartable.server.log import lines_between
from wartable.server.playable import playable, untouched
from wartable.server.processes import Processes
from wartable.server.results import result_json
from wartable.server.rows import now
from wartable.server.schema import kept, tables
from wartable.server.settings import Settings
from wartable.server.store import Loaded, Store
from wartable.server.table import Table
from wartable.server.viewer import Viewer
from wartable.server.writer import Conflict

log = get_logger("wartable.server")

EVERY = 30.0
"""Seconds between two looks for tables that have changed."""
QUIET = 600.0
"""Seconds for which a game that is on must have rested: a long one is replayed for this from its beginning."""
PORTION = 8
"""Tables looked for at a time."""
PATIENCE = 300.0
"""Seconds that one table may take."""

PUBLIC = Viewer((), None)
NULL = msgspec.Raw(b"null")
THEMES: tuple[Theme, ...] = ("light", "dark")


class Line(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A sentence of the log, with the step and the turn it belongs to and the seat that did what it tells."""

    step: int
    turn: int
    text: str
    kind: str
    seat: int | None = None


class Place(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What everybody saw of a seat that the row of the seat does not tell: its colour, and what it played."""

    colour: int
    role: str = ""


class Kept(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A table as everybody could see it after entry `seq`, when `step` moves were in force.

    It is read by releases to come, so a field may be added with a default, and none changed. `changes` are the options
    that differ from the preset, by label, in words. `view` is what the game showed to spectators, `result` what the
    server told of the end; both are JSON as it was then. `pictures` are SVG texts by theme, where the game draws any.
    """

    seq: int
    step: int
    turn: int
    game: str
    preset: str
    changes: tuple[tuple[str, str], ...]
    seats: tuple[Place, ...]
    whose: int | None
    asked: tuple[int, ...]
    view: msgspec.Raw
    log: tuple[Line, ...]
    pictures: dict[str, str]
    result: msgspec.Raw = NULL


def make(loaded: Loaded) -> bytes:
    """Return what is kept of a table; it is replayed for that, so this may take a while."""
    game = registry.get(loaded.row.game)
    game.prepare(catalogue.options_of(loaded.row))
    return lzma.compress(msgspec.json.encode(_kept(Table(loaded))))


def read(body: bytes) -> Kept:
    """Return what was kept."""
    return msgspec.json.decode(lzma.decompress(body), type=Kept)


def _kept(table: Table) -> Kept:
    match, game, options = table.running(), table.game, table.running().options
    turn, whose = game.clock(match.state)
    seats = len(table.seats)
    colours = game.show.colours(options, seats) or tuple(chair.colour for chair in table.seats)
    roles = game.roles(options, seats) or ("",) * seats
    drawn = ((theme, game.show.drawing(match.state, Look(colours=colours, theme=theme))) for theme in THEMES)
    base = game.presets.get(table.row.preset, options).for_seats(seats)
    return Kept(
        seq=table.seq,
        step=table.step,
        turn=turn,
        game=game.title,
        preset=catalogue.preset_title(game, table.row.preset),
        changes=tuple(catalogue.differences(game, options.for_seats(seats), base)),
        seats=tuple(Place(colour=colour, role=role) for colour, role in zip(colours, roles, strict=True)),
        whose=whose,
        asked=tuple(seat for seat in match.to_act if seat != CHANCE),
        view=msgspec.Raw(msgspec.json.encode(game.view(match.state, None))),
        log=tuple(
            Line(step=one.step, turn=one.turn, text=one.text, kind=one.kind, seat=one.seat)
            for one in lines_between(table, PUBLIC, 0, table.step)
        ),
        pictures={theme: svg for theme, svg in drawn if svg},
        result=msgspec.Raw(result_json(table)) if match.outcome else NULL,
    )


class Keeper:
    """Sees to it that tables are kept: those that are over at once, others when they have rested, all at the end.

    It works beside everything else, on one table at a time, in a process of its own at a lower priority, or in a thread
    where bots think in threads, too. What a crash prevents is done after the next start.
    """

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._processes = Processes(1)
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="kept")
        self._since = 0.0
        self._failed: set[str] = set()

    async def catch_up(self) -> None:
        """Keep what there is to keep now."""
        began = now()
        while found := await self._wanted(or_(tables.c.status == "finished", untouched(QUIET))):
            for table_id in found:
                await self._keep(table_id)
        # What was over or had rested by now is kept; only what has changed since need be looked at the next time.
        self._since = began - 2 * QUIET
        self._processes.end()

    async def finish(self, seconds: float) -> None:
        """Keep, before the server ends, what has changed, for as many seconds as that may take."""
        until = monotonic() + seconds
        with suppress(TimeoutError, Busy):
            async with asyncio.timeout(seconds):
                while monotonic() < until and (found := await self._wanted(tables.c.status != "open")):
                    for table_id in found:
                        await self._keep(table_id)

    def close(self) -> None:
        """End the process."""
        self._processes.end()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _wanted(self, which: ColumnElement[bool]) -> list[str]:
        """Return some tables that have changed since they were kept."""
        query: Select[Any] = (
            select(tables.c.id)
            .outerjoin(kept, and_(kept.c.table_id == tables.c.id, kept.c.updated == tables.c.updated))
            .where(kept.c.table_id.is_(None), tables.c.status != "open", tables.c.updated >= self._since, which)
            .where(playable(), tables.c.id.not_in(self._failed))
            .order_by(tables.c.updated.desc())
            .limit(PORTION)
        )
        return await self._store.read(lambda connection: list(connection.execute(query).scalars()))

    async def _keep(self, table_id: str) -> None:
        loaded = await self._store.load(table_id)
        if loaded is None:
            return
        try:
            async with asyncio.timeout(PATIENCE):
                body = await self._made(loaded)
        except Exception as error:  # noqa: BLE001 - one table that cannot be replayed must not hold up the others
            log.warning("table not kept", table=table_id, reason=repr(error))
            self._failed.add(table_id)
            if isinstance(error, TimeoutError | BrokenProcessPool):
                self._processes.end()
            return
        with suppress(Conflict):  # it was removed meanwhile, or another server was quicker
            await self._store.do(_write(table_id, loaded.row.updated, body))

    async def _made(self, loaded: Loaded) -> bytes:
        loop = asyncio.get_running_loop()
        if self._settings.workers:
            with suppress(UnknownGame):  # registered in this process only, as in notebooks and tests
                return await loop.run_in_executor(self._processes.pool(), make, loaded)
        return await loop.run_in_executor(self._threads, make, loaded)


def _write(table_id: str, updated: float, body: bytes) -> Callable[[Connection], None]:
    def work(connection: Connection) -> None:
        connection.execute(delete(kept).where(kept.c.table_id == table_id))
        connection.execute(insert(kept), {"table_id": table_id, "updated": updated, "body": body})

    return work


async def kept_of(store: Store, table_id: str) -> tuple[float, bytes] | None:
    """Return what is kept of a table, and when it had last changed by then; None where nothing is."""
    query = select(kept.c.updated, kept.c.body).where(kept.c.table_id == table_id)
    found = await store.read(lambda connection: connection.execute(query).one_or_none())
    return (found.updated, bytes(found.body)) if found else None
