"""Everything that is kept of a player, for the player: who they are, where they sit, what they wrote."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec import Struct
from sqlalchemy import ColumnElement, Connection, Table, literal, select

from wartable.server import calendars, devices, passkeys
from wartable.server.addresses import AddressRow, rows_of, rules_of, told_of
from wartable.server.entering import CLOCK
from wartable.server.reliability import History, histories
from wartable.server.rows import PlayerRow
from wartable.server.schema import (
    drafts,
    entries,
    letter_drafts,
    letters,
    letters_reported,
    seats,
    standing,
    tables,
)
from wartable.server.store import Store
from wartable.server.wire import Me
from wartable.server.wire_notices import NoticeRule, ToldOfTable


class OwnTable(Struct, frozen=True, kw_only=True):
    """A table at which the player sits; `record` is where its whole game can be had once it is over."""

    id: str
    title: str
    game: str
    status: str
    seat: int
    name: str
    prefers: str
    record: str


class OwnWords(Struct, frozen=True, kw_only=True):
    """Something the player wrote at a table: `to` is a conversation, `chat`, `draft` or `report`; `at` in seconds."""

    table: str
    to: str
    text: str
    at: float


class OwnPlan(Struct, frozen=True, kw_only=True):
    """What the player means to decide for a seat, and nobody else may see: a draft, or an answer settled in advance."""

    table: str
    seat: int
    what: str


class OwnData(Struct, frozen=True, kw_only=True):
    """All data of a player; times are seconds since 1970.

    `leads` are tables that the player made or is game master of, `told_of` those of which they are told
    otherwise than of all. `calendar` is whether other programs read their deadlines at a private address. `deadlines`
    are the last that were met (1) or missed (0), the newest last; `seats_lost` others have taken over.
    """

    me: Me
    since: float
    devices: tuple[devices.Device, ...]
    passkeys: tuple[passkeys.Passkey, ...]
    addresses: tuple[str, ...]
    told: NoticeRule
    told_of: dict[str, ToldOfTable]
    calendar: bool
    tables: tuple[OwnTable, ...]
    leads: tuple[str, ...]
    plans: tuple[OwnPlan, ...]
    words: tuple[OwnWords, ...]
    deadlines: str
    seats_lost: int


async def collect(store: Store, player: PlayerRow, token_hash: str) -> OwnData:
    """Return all data of a player; `token_hash` is of the browser that asks."""
    found, words = await store.read(lambda connection: (_tables(connection, player.id), _words(connection, player.id)))
    leads, differ, plans = await store.read(lambda connection: _led(connection, player.id))
    known = await store.read(lambda connection: histories(connection, [player.id]))
    history = known.get(player.id, History())
    rows, rule = await store.read(lambda connection: _reached(connection, player.id))
    return OwnData(
        me=Me(id=player.id, name=player.name, colour=player.colour, avatar=player.avatar),
        since=player.created,
        devices=await devices.of(store, player.id, token_hash),
        passkeys=await passkeys.of(store, player.id),
        addresses=tuple(row.target for row in rows),
        told=rule,
        told_of=differ,
        calendar=bool(await calendars.word_of(store, player.id)),
        tables=found,
        leads=leads,
        plans=plans,
        words=words,
        deadlines=history.recent,
        seats_lost=history.lost,
    )


def _reached(connection: Connection, player_id: str) -> tuple[list[AddressRow], NoticeRule]:
    return rows_of(connection, [player_id]), rules_of(connection, [player_id])[player_id]


def _tables(connection: Connection, player_id: str) -> tuple[OwnTable, ...]:
    query = (
        select(tables.c.id, tables.c.title, tables.c.game, tables.c.status, seats.c.seat, seats.c.name, seats.c.prefers)
        .join(seats, seats.c.table_id == tables.c.id)
        .where(seats.c.player_id == player_id)
        .order_by(tables.c.created, tables.c.id, seats.c.seat)
    )
    rows = connection.execute(query).mappings()
    return tuple(OwnTable(**row, record=f"/api/tables/{row['id']}/record") for row in rows)


def _led(connection: Connection, player_id: str) -> tuple[tuple[str, ...], dict[str, ToldOfTable], tuple[OwnPlan, ...]]:
    leads = select(tables.c.id).where((tables.c.creator == player_id) | (tables.c.master == player_id))
    plans = [
        OwnPlan(table=table, seat=seat, what=what)
        for kind, what_is in ((drafts, drafts.c.body), (standing, standing.c.key))
        for table, seat, what in connection.execute(
            select(kind.c.table_id, kind.c.seat, what_is).where(kind.c.player_id == player_id)
        )
    ]
    leading = tuple(connection.execute(leads.order_by(tables.c.id)).scalars())
    return leading, told_of(connection, player_id), tuple(plans)


def _words(connection: Connection, player_id: str) -> tuple[OwnWords, ...]:
    written = [
        *_rows(connection, letters, letters.c.conversation, letters.c.text, player_id),
        *_rows(connection, letter_drafts, literal("draft"), letter_drafts.c.text, player_id),
        *_rows(connection, letters_reported, literal("report"), letters_reported.c.why, player_id),
        *_chat(connection, player_id),
    ]
    return tuple(sorted(written, key=lambda words: words.at))


def _rows(
    connection: Connection, kind: Table, to: ColumnElement[str], text: ColumnElement[str], player_id: str
) -> Iterator[OwnWords]:
    query = select(kind.c.table_id, to, text, kind.c.at).where(kind.c.player_id == player_id)
    for table, where, words, at in connection.execute(query):
        yield OwnWords(table=table, to=where, text=words, at=at)


def _chat(connection: Connection, player_id: str) -> Iterator[OwnWords]:
    query = select(entries.c.table_id, entries.c.body, entries.c.at).where(
        entries.c.player_id == player_id, entries.c.kind == "chat"
    )
    for table, body, at in connection.execute(query):
        said = msgspec.json.decode(body)
        if said["name"] != CLOCK["name"]:
            yield OwnWords(table=table, to="chat", text=said["text"], at=at)
