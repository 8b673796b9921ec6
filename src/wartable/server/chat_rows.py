"""Up to which line of the chat of a table its players have read, and how many lines of others are new to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
from sqlalchemy import ColumnClause, Connection, and_, delete, func, insert, literal_column, select

from wartable.engine import registry
from wartable.server.entering import CLOCK
from wartable.server.press_rules import rule_of
from wartable.server.rows import TableRow
from wartable.server.schema import chat_read, entries

_SAID: ColumnClause[str] = literal_column("'chat'")
"""As SQLite wants it, to go by the index of lines of chat."""


def has_chat(row: TableRow) -> bool:
    """Whether what is said at a table goes to its chat: before the game, and where no letters stand in for it."""
    mode = rule_of(row.press).mode or ("full" if registry.get(row.game).blurb.letters else "public")
    return row.status == "open" or (mode == "public" and not row.master)


def unread_lines(connection: Connection, player_id: str, table_ids: Sequence[str]) -> Mapping[str, int]:
    """Return how many lines of others a player has not read, by table; what the clock says does not count."""
    mark = and_(chat_read.c.table_id == entries.c.table_id, chat_read.c.player_id == player_id)
    clock = msgspec.json.encode(CLOCK).decode().strip("{}")
    query = (
        select(entries.c.table_id, func.count())
        .select_from(entries.outerjoin(chat_read, mark))
        .where(entries.c.table_id.in_(table_ids), entries.c.kind == _SAID)
        .where(entries.c.seq > func.coalesce(chat_read.c.seq, 0))
        .where(func.coalesce(entries.c.player_id, "") != player_id)
        .where(~entries.c.body.contains(clock, autoescape=True))
        .group_by(entries.c.table_id)
    )
    return {row[0]: row[1] for row in connection.execute(query)}


def read_lines(connection: Connection, table_id: str, player_id: str) -> int:
    """Return up to which line of the chat, by its number, a player has read; 0 where they have read none."""
    mine = (chat_read.c.table_id == table_id, chat_read.c.player_id == player_id)
    return connection.execute(select(chat_read.c.seq).where(*mine)).scalar_one_or_none() or 0


def mark_lines(connection: Connection, table_id: str, player_id: str, seq: int) -> None:
    """Take note that a player has read the chat up to a line; what they have read they do not unread."""
    if read_lines(connection, table_id, player_id) >= seq:
        return
    mine = (chat_read.c.table_id == table_id, chat_read.c.player_id == player_id)
    connection.execute(delete(chat_read).where(*mine))
    connection.execute(insert(chat_read), {"table_id": table_id, "player_id": player_id, "seq": seq})
