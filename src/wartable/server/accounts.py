"""What has happened at a table since a player last decided, with the board: what goes into their mail."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from functools import partial

from msgspec import Struct
from structlog import get_logger

from wartable.board.png import installed, to_png
from wartable.server.cards import colours_of
from wartable.server.hub import Hub
from wartable.server.invitation_picture import board_of
from wartable.server.log import lines_between
from wartable.server.table import Table
from wartable.server.viewer import Viewer, viewer_of

log = get_logger("wartable.server")

LINES = 40
"""The most lines of an account: the newest."""
STEPS = 300
"""So many steps are looked back at most."""
WIDTH = 800
"""Pixels of the board."""
_KEPT = 30


class Account(Struct, frozen=True, kw_only=True):
    """What has happened, as the player may know it (`own`) and as everybody may (`public`); the newest comes last.

    Of a private table nothing is public. `picture` is the board as spectators see it, as PNG; empty where none can be
    drawn.
    """

    title: str
    own: tuple[str, ...]
    public: tuple[str, ...]
    picture: bytes = b""


class Reporter:
    """Gives accounts of tables, for one server process. A board is drawn once for all who are told of it."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._boards: OrderedDict[tuple[str, int], bytes] = OrderedDict()
        self._drawing = asyncio.Lock()

    async def account_of(self, table_id: str, player: str) -> Account | None:
        """Return what has happened at a table since a player last decided; None where nothing can be told."""
        try:
            async with self._hub.looked_at(table_id) as table:
                if table.match is None:
                    return None
                viewer = viewer_of(table, player, None)
                start = _since(table, viewer)
                own, public = (_told(table, one, start) for one in (viewer, Viewer((), None)))
                title, seq = table.row.title, table.seq
                options, state = table.match.options, table.match.state
                draw = partial(board_of, table.game, options, state, colours_of(table.game, options, table.seats))
            picture = await self._board((table_id, seq), lambda: to_png(draw(), WIDTH)) if installed() else b""
        except Exception as error:  # noqa: BLE001 - whatever it is, the message goes without it
            log.warning("a message has no account of its table", table=table_id, reason=type(error).__name__)
            return None
        return Account(title=title, own=own, public=public, picture=picture)

    async def _board(self, key: tuple[str, int], draw: Callable[[], bytes]) -> bytes:
        async with self._drawing:
            if key not in self._boards:
                self._boards[key] = await asyncio.to_thread(draw)
                while len(self._boards) > _KEPT:
                    self._boards.popitem(last=False)
            return self._boards[key]


def _since(table: Table, viewer: Viewer) -> int:
    """Return the step after which a viewer is told: what their last decision led to is told, too.

    Of secret decisions that are entered together it may be the last, with which all are told.
    """
    least = max(0, table.step - STEPS)
    mine = (step for step in range(table.step, least, -1) if table.stamps[step - 1].seat in viewer.seats)
    return next(mine, least + 1) - 1


def _told(table: Table, viewer: Viewer, start: int) -> tuple[str, ...]:
    if viewer.look is None and table.row.private:
        return ()
    return tuple(line.text for line in lines_between(table, viewer, start, table.step))[-LINES:]
