"""What nobody needs any more is removed after an age that the host sets: tables that came to nothing, guests, cookies.

Games of people stay for ever unless the host says otherwise. Guests are those who neither sit at a table nor have made
one, and have no passkey and no confirmed address. A cookie is good for a year, so a browser known for longer than that
has lost it.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Select, Table, and_, delete, func, or_, select

from wartable.server.rows import now
from wartable.server.schema import addresses, entries, letters, passkeys, players, seats, sessions, tables
from wartable.server.store import Store

DAY = 86_400.0
PORTION = 20
"""Tables removed in one transaction: some have ten thousand entries, and others wait to write meanwhile."""


class Ages(Struct, frozen=True, kw_only=True):
    """After how many days what is removed (0: never).

    `tables` is for those that never started and for games between bots, `games` for games of people, finished or left,
    `guests` for players without any table and for cookies. A table's days count from the last thing that happened.
    """

    tables: int = 90
    games: int = 0
    guests: int = 400


class Removed(Struct, kw_only=True):
    """How much of each kind was removed, or would be."""

    tables: int = 0
    games: int = 0
    guests: int = 0
    cookies: int = 0

    @property
    def any(self) -> bool:
        """Whether there was anything."""
        return bool(self.tables or self.games or self.guests or self.cookies)


async def clean(store: Store, ages: Ages, *, dry: bool = False) -> Removed:
    """Remove what is old; with `dry` only count it."""
    at, done = now(), Removed()
    if ages.tables:
        done.tables = await _tables(store, and_(_nobodys(), _still(at - ages.tables * DAY)), dry=dry)
    if ages.games:
        done.games = await _tables(store, and_(~_nobodys(), _still(at - ages.games * DAY)), dry=dry)
    if ages.guests:
        before = at - ages.guests * DAY
        done.cookies = await _rows(store, sessions, sessions.c.created < before, dry=dry)
        done.guests = await _rows(store, players, _guests(before), dry=dry)
    return done


def _nobodys() -> ColumnElement[bool]:
    """Tables that never started, and those where only bots play."""
    person = select(seats.c.table_id).where(seats.c.table_id == tables.c.id, seats.c.kind.in_(("human", "local")))
    return or_(tables.c.status == "open", ~person.exists())


def _still(before: float) -> ColumnElement[bool]:
    """Tables where nothing has happened since a time: no move, no word, no letter, nobody who sat down."""
    newer = select(entries.c.seq).where(entries.c.table_id == tables.c.id, entries.c.at >= before)
    written = select(letters.c.id).where(letters.c.table_id == tables.c.id, letters.c.at >= before)
    return and_(tables.c.updated < before, ~newer.exists(), ~written.exists())


def _guests(before: float) -> ColumnElement[bool]:
    """Players who came before a time and have neither a seat nor a table, nor a passkey or address to come back by."""
    sits = select(seats.c.seat).where(seats.c.player_id == players.c.id)
    made = select(tables.c.id).where(or_(tables.c.creator == players.c.id, tables.c.master == players.c.id))
    comes = select(sessions.c.player_id).where(sessions.c.player_id == players.c.id, sessions.c.created >= before)
    signs_in = select(passkeys.c.id).where(passkeys.c.player_id == players.c.id)
    reached = select(addresses.c.id).where(addresses.c.player_id == players.c.id, addresses.c.confirmed)
    has_none = [~one.exists() for one in (sits, made, comes, signs_in, reached)]
    return and_(players.c.created < before, *has_none)


async def _tables(store: Store, which: ColumnElement[bool], *, dry: bool) -> int:
    if dry:
        return await store.read(lambda connection: _count(connection, select(tables.c.id).where(which)))
    removed = 0
    while True:
        # Once more with the condition: somebody may have come back since they were looked for.
        found = await store.read(
            lambda connection: list(connection.execute(select(tables.c.id).where(which).limit(PORTION)).scalars())
        )
        if not found:
            return removed
        await store.execute(delete(tables).where(tables.c.id.in_(found), which))
        removed += len(found)


async def _rows(store: Store, kind: Table, which: ColumnElement[bool], *, dry: bool) -> int:
    query = select(next(iter(kind.primary_key))).where(which)
    count = await store.read(lambda connection: _count(connection, query))
    if count and not dry:
        await store.execute(delete(kind).where(which))
    return count


def _count(connection: Connection, query: Select[Any]) -> int:
    return connection.execute(select(func.count()).select_from(query.subquery())).scalar_one()
