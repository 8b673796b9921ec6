"""What a player is told, put into words: for mails, webhooks and browsers alike."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from msgspec import Struct
from sqlalchemy import Connection, select

from wartable.server import addresses
from wartable.server.accounts import Account
from wartable.server.closing import zone_of
from wartable.server.notices import Notice, sittings
from wartable.server.press_rows import unread_of
from wartable.server.schema import tables
from wartable.server.wire_notices import NoticeRule


class Line(Struct, frozen=True):
    """One thing that is told: what it is, until when it is so, and how a letter begins (both may be empty)."""

    what: str
    until: str = ""
    begins: str = ""

    def __str__(self) -> str:
        return f"{self.what}, {self.until}" if self.until else self.what


class Message(Struct, frozen=True, kw_only=True):
    """All that a player is told at once: its lines, the tables that they are of, and what has happened there.

    `titles` are those of the tables, by their ids.
    """

    lines: tuple[Line, ...]
    titles: Mapping[str, str]
    accounts: tuple[Account, ...] = ()

    @property
    def tables(self) -> tuple[str, ...]:
        """The ids of the tables."""
        return tuple(self.titles)

    @property
    def subject(self) -> str:
        """The first line, as a mail is headed."""
        return str(self.lines[0])

    def text(self, base: str, *, public: bool = False) -> str:
        """Return the whole as text, with the addresses of the tables; `public` for a place where others may read it."""
        lines = (text for line in self.lines for text in (str(line), *([f"  {line.begins}"] if line.begins else [])))
        written = [*lines, "", *(f"{base}/table/{table}" for table in self.tables)]
        for account in self.accounts:
            if told := account.public if public else account.own:
                written += ["", f"{account.title}, since your last decision:", *(f"- {line}" for line in told)]
        return "\n".join(written)

    def push(self) -> dict[str, str]:
        """Return what a browser shows: two lines and where they lead; a later one of the same `tag` replaces it."""
        first, *rest = self.lines
        more = [first.until[:1].upper() + first.until[1:], first.begins]
        body = "\n".join([*filter(None, more), *map(str, rest)])
        one = self.tables[0] if len(self.tables) == 1 else ""
        return {"title": first.what, "body": body, "url": f"/table/{one}" if one else "/", "tag": one or "wartable"}


TEST = Message(lines=(Line("This is a test from Wartable", "and if you read it, notices come here"),), titles={})

TOLD_OF = frozenset({"turn", "judged", "over"})
"""Kinds of notices with which it is told what has happened."""


def written(
    connection: Connection, player: str, listed: Sequence[Notice], at: float, letters: Mapping[str, Line] | None = None
) -> Message:
    """Return the message of a player's notices, without accounts.

    `letters` is what is told of unread letters, by table; of others only their number is, and the name of nobody.
    """
    rule = addresses.rules_of(connection, [player])[player]
    ids = tuple(dict.fromkeys(one.table_id for one in listed))
    query = select(tables.c.id, tables.c.title).where(tables.c.id.in_(ids))
    found = {row.id: row.title for row in connection.execute(query)}
    titles = {table: found[table] for table in ids if table in found}
    ends = {one.table: one.ends for one in sittings(connection, [player], at)}
    unread = unread_of(connection, player, list(ids), at)
    told = letters or {}
    lines = (
        told[one.table_id] if one.kind == "letters" and one.table_id in told
        else _line(one, titles.get(one.table_id, ""), ends.get(one.table_id), unread, rule)
        for one in listed
    )  # fmt: skip
    return Message(lines=tuple(dict.fromkeys(lines)), titles=titles)


def _line(notice: Notice, title: str, ends: float | None, unread: Mapping[str, int], rule: NoticeRule) -> Line:
    if notice.kind == "letters":
        count = unread.get(notice.table_id, 0)
        return Line(f"{title}: {count} unread {'letter' if count == 1 else 'letters'}")
    if notice.kind in _WORDS:
        return Line(f"{title}: {_WORDS[notice.kind]}")
    what = "it is your turn" if notice.kind == "turn" else "you are not ready"
    return Line(f"{title}: {what}", "" if ends is None else _until(ends, rule.zone))


_WORDS = {
    "judged": "orders were judged, and you have nothing to decide yet",
    "over": "the game is over",
    "vote": "others vote on the clock, and your vote is missing",
    "invited": "a seat is kept for you",
    "seat": "a seat is free",
}


def _until(ends: float, zone: str) -> str:
    return f"until {datetime.fromtimestamp(ends, zone_of(zone)):%A %d %B %H:%M} ({zone})"
