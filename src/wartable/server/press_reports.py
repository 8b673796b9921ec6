"""Letters that their readers report to the host, and how the host reads the reports."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import partial

import msgspec
from sqlalchemy import Connection, insert, select
from structlog import get_logger

from wartable.server import ids, names
from wartable.server.hub import Hub
from wartable.server.press import letter_at
from wartable.server.press_rows import LetterRow, letters_in
from wartable.server.press_rules import called, check_reads, reader_at
from wartable.server.rows import PlayerRow, as_dict, iso
from wartable.server.schema import letters_reported, tables
from wartable.server.table import Table
from wartable.server.wire_press import ReportWish
from wartable.server.writer import Conflict

log = get_logger("wartable.server")

BEFORE = 5
"""Letters before the one that is reported which the host sees with it."""


class ReportRow(msgspec.Struct, frozen=True, kw_only=True):
    """A report as stored; `letters` is JSON, `at` is seconds since 1970."""

    id: str
    table_id: str
    letter: str
    player_id: str
    why: str
    letters: str
    at: float


class Reported(msgspec.Struct, frozen=True, kw_only=True):
    """A letter in a report: who wrote it (the host is told of unsigned ones, too), when, and what."""

    who: str
    player: str
    at: str
    text: str


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A report as the host reads it; the last letter is the one reported. `at` is ISO 8601 in UTC."""

    table: str
    title: str
    by: str
    why: str
    at: str
    letters: tuple[Reported, ...]


async def report(hub: Hub, table: Table, player: PlayerRow, wish: ReportWish) -> None:
    """Report a letter that a player reads, with those before it, to the host; a second time changes nothing.

    Raises `Refused`.
    """
    who, at = reader_at(table, player.id, wish.seat), hub.now()
    check_reads(len(table.seats), who, wish.conversation)
    row = await letter_at(hub, table, wish.conversation, wish.letter, who)
    before = await hub.store.read(lambda one: letters_in(one, table.id, wish.conversation, at, row, BEFORE, who))
    seen = [_reported(table, one) for one in (*reversed(before), row)]
    made = ReportRow(
        id=ids.short_id(),
        table_id=table.id,
        letter=row.id,
        player_id=player.id,
        why=names.clean(wish.why, "reason", 500, lines=True),
        letters=msgspec.json.encode(seen).decode(),
        at=at,
    )
    with suppress(Conflict):
        await hub.store.do(partial(_add, row=made))
        log.warning("letter reported", table=table.id, report=made.id)


def _reported(table: Table, row: LetterRow) -> Reported:
    return Reported(who=row.name or called(table, row.seat), player=row.player_id, at=iso(row.due), text=row.text)


def _add(connection: Connection, row: ReportRow) -> None:
    connection.execute(insert(letters_reported), as_dict(row))


def reports(connection: Connection) -> Sequence[Report]:
    """Return what was reported, the newest first."""
    query = select(letters_reported, tables.c.title).join(tables, tables.c.id == letters_reported.c.table_id)
    return [
        Report(
            table=row.table_id,
            title=row.title,
            by=row.player_id,
            why=row.why,
            at=iso(row.at),
            letters=msgspec.json.decode(row.letters, type=tuple[Reported, ...]),
        )
        for row in connection.execute(query.order_by(letters_reported.c.at.desc()))
    ]
