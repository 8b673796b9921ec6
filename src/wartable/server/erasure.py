"""What a player leaves behind when they want to be forgotten: their seats go on without them, under no name.

Games are not undone: decisions, letters and lines of chat stay where others read them, from "Former player".
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy import Connection, bindparam, delete, select, update

from wartable.server import lobby, masters, members, play
from wartable.server.anonymity import behind
from wartable.server.challenges import mailed
from wartable.server.entering import CLOCK
from wartable.server.hub import Hub
from wartable.server.playable import Retired
from wartable.server.rows import PlayerRow, SeatRow
from wartable.server.schema import (
    addresses,
    calendars,
    challenges,
    chat_read,
    drafts,
    entries,
    letter_drafts,
    letters,
    letters_reported,
    notice_rules,
    notices,
    notices_off,
    passkeys,
    players,
    presence,
    reliability,
    seats,
    sessions,
    standing,
    tables,
)
from wartable.server.store import Loaded
from wartable.server.table import Table
from wartable.server.wire import SeatChange
from wartable.server.wire_master import MasterWish

NOBODY = "Former player"
MOST_OF_TITLE = 80
_OWN = (
    sessions, passkeys, challenges, drafts, standing, letter_drafts, letters_reported, reliability, presence, addresses,
    notice_rules, notices, notices_off, chat_read,
    calendars,
)  # fmt: skip
"""What is kept for a player alone."""
_TOLD = ("clock", "note", "lobby")
"""Kinds of entries that the server words itself."""


async def erase(hub: Hub, player: PlayerRow) -> None:
    """Forget a player: free their seats, take their name from everything, sign every browser out.

    Raises `Refused` where a table cannot be left just now; the rest is done then, and it may be asked for again.
    """
    gone = replace(player, name=NOBODY, colour=1, avatar="")
    found = await hub.store.tables_of(player.id, None)
    for loaded in found:
        if loaded.row.status != "finished":
            await _leave(hub, loaded.row.id, player, gone)
    await members.rename(hub, gone, player.name)
    left = await hub.store.tables_of(player.id, None)
    names = {one.row.id: _names(one.seats, player) | _names(_seats_before(found, one), player) for one in left}
    been = await hub.store.read(lambda connection: _been_at(connection, player.id))
    names |= {table_id: {player.name} for table_id in been if table_id not in names}
    await hub.store.do(lambda connection: _forget(connection, gone, names))
    for table_id in names:
        table = hub.known(table_id)
        if table is not None:
            async with table.lock:
                await hub.reload(table)
    hub.hang_up(player.id)


async def _leave(hub: Hub, table_id: str, player: PlayerRow, gone: PlayerRow) -> None:
    """Leave a table that is not over: an open one of the player's own is dissolved, seats of others' are freed."""
    try:
        async with hub.held(table_id, fresh=True) as table:
            if table.row.master == player.id:
                await masters.set_seat(hub, table, gone, MasterWish(seat="none"))
            if table.row.status == "open":
                await _leave_open(hub, table, player)
            elif table.row.status == "running":
                await _give_up(hub, table, player)
    except Retired:
        return  # nobody plays there any more


async def _leave_open(hub: Hub, table: Table, player: PlayerRow) -> None:
    if table.row.creator == player.id:
        await lobby.dissolve(hub, table, player)
        return
    for chair in [chair for chair in table.seats if chair.player_id == player.id]:
        await lobby.change_seat(hub, table, player, chair.seat, SeatChange(kind="open"))


async def _give_up(hub: Hub, table: Table, player: PlayerRow) -> None:
    for chair in table.seats:
        if chair.player_id == player.id and chair.by_person and table.row.status == "running":
            await play.resign(hub, table, player, chair.seat)


def _names(chairs: Iterable[SeatRow], player: PlayerRow) -> set[str]:
    """Return what a player is called at a table."""
    mine = {
        chair.name for chair in chairs if chair.player_id == player.id and chair.kind == "human" and not chair.behind
    }
    return {player.name, *mine}


def _been_at(connection: Connection, player_id: str) -> list[str]:
    """Return the tables where a player has lost a seat to somebody else, who may have been told of by name there."""
    query = select(entries.c.table_id).where(entries.c.player_id == player_id, entries.c.kind == "lobby").distinct()
    return list(connection.execute(query).scalars())


def _seats_before(found: Iterable[Loaded], table: Loaded) -> tuple[SeatRow, ...]:
    return next((one.seats for one in found if one.row.id == table.row.id), ())


def _forget(connection: Connection, gone: PlayerRow, names: dict[str, set[str]]) -> None:
    for kind in _OWN:
        connection.execute(delete(kind).where(kind.c.player_id == gone.id))
    connection.execute(delete(challenges).where(challenges.c.player_id == mailed(gone.id)))
    own, shown = seats.c.player_id == gone.id, {"avatar": "", "link": "", "prefers": "[]"}
    connection.execute(update(seats).where(own, seats.c.behind == "").values(shown | {"name": NOBODY}))
    connection.execute(update(seats).where(own, seats.c.behind != "").values(shown | {"behind": behind(gone)}))
    connection.execute(update(letters).where(letters.c.player_id == gone.id, letters.c.name != "").values(name=NOBODY))
    connection.execute(update(players).where(players.c.id == gone.id).values(name=NOBODY, colour=1, avatar=""))
    for table_id, called in names.items():
        named = re.compile(
            "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(called, key=len, reverse=True))
        )
        _forget_words(connection, gone, table_id, named)
        _forget_title(connection, gone, table_id, named)


def _forget_title(connection: Connection, gone: PlayerRow, table_id: str, named: re.Pattern[str]) -> None:
    """Take a player's name from the title of a table of their own, which is called after them unless they named it."""
    own = (tables.c.id == table_id, tables.c.creator == gone.id)
    title = connection.execute(select(tables.c.title).where(*own)).scalar_one_or_none()
    if title is not None:
        connection.execute(update(tables).where(*own).values(title=named.sub(NOBODY, title)[:MOST_OF_TITLE]))


def _forget_words(connection: Connection, gone: PlayerRow, table_id: str, named: re.Pattern[str]) -> None:
    """Take a player's name from what was told at a table, not from what others wrote."""
    words = select(entries.c.seq, entries.c.kind, entries.c.body, entries.c.player_id).where(
        entries.c.table_id == table_id, entries.c.kind.in_((*_TOLD, "chat"))
    )
    changed = list[dict[str, object]]()
    for row in connection.execute(words).mappings():
        body: Any = msgspec.json.decode(row["body"])
        new = _unnamed(row["kind"], body, named, own=row["player_id"] == gone.id)
        if new != body:
            changed.append({"b_seq": row["seq"], "b_body": msgspec.json.encode(new).decode()})
    if changed:
        one = entries.update().where(entries.c.table_id == table_id, entries.c.seq == bindparam("b_seq"))
        connection.execute(one.values(body=bindparam("b_body")), changed)


def _unnamed(kind: str, body: dict[str, Any], named: re.Pattern[str], *, own: bool) -> dict[str, Any]:
    if kind == "chat" and {key: body.get(key) for key in CLOCK} != CLOCK:
        return {**body, "name": NOBODY} if own else body
    return {key: named.sub(NOBODY, value) if isinstance(value, str) else value for key, value in body.items()}
