"""Letters in the database. Whoever reads here says for which seat, so that no query returns what it may not know."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import inf
from typing import Any

from msgspec import Struct
from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    String,
    Table,
    and_,
    case,
    cast,
    delete,
    exists,
    func,
    insert,
    literal,
    not_,
    or_,
    select,
)

from wartable.server.rows import as_dict
from wartable.server.schema import letter_drafts, letters, letters_muted, letters_read, seats, tables
from wartable.server.writer import notify

ALL = "all"
"""The conversation that everybody reads who may look at the table."""

WATCHERS = "watchers"
"""The conversation of the spectators: nobody who plays there reads it before the letters are opened."""

MASTER = "master."
"""How the conversations of a seat with the game master begin, as `master.3`."""

NO_SEAT = -1
"""The seat, as stored, of who looks on, and of a game master."""


def readers_of(conversation: str) -> tuple[int, ...]:
    """Return the seats that read a conversation; nothing for the one that is everybody's, or of the spectators."""
    if conversation in (ALL, WATCHERS):
        return ()
    return tuple(int(one) for one in conversation.removeprefix(MASTER).split("."))


def with_master(conversation: str) -> bool:
    """Whether a conversation is one of a seat with the game master, which is opened to nobody else, ever."""
    return conversation.startswith(MASTER)


def name_with_master(seat: int) -> str:
    """Return the name of the conversation of a seat with the game master."""
    return f"{MASTER}{seat}"


def stored_readers(conversation: str, master: str = "") -> str:
    """Return who reads a letter, as stored for searches; `master` is the player who is game master by then."""
    if conversation in (ALL, WATCHERS):
        return ""
    seats_there = "".join(f".{seat}" for seat in readers_of(conversation)) + "."
    return seats_there + _mark(master) if with_master(conversation) else seats_there


def _mark(master: str) -> str:
    return f"@{master}."


def name_of(readers: Collection[int]) -> str:
    """Return the name of the conversation that some seats read; of nobody by name it is everybody's."""
    return ".".join(str(one) for one in sorted({*readers})) or ALL


class LetterRow(Struct, frozen=True, kw_only=True):
    """A letter as stored; `quotes` is JSON, `at` and `due` are seconds since 1970."""

    id: str
    table_id: str
    conversation: str
    readers: str
    seat: int
    unsigned: bool
    text: str
    quotes: str
    step: int
    at: float
    due: float
    player_id: str
    key: str
    name: str = ""


class DraftOfLetter(Struct, frozen=True, kw_only=True):
    """What a seat has begun to write in a conversation."""

    table_id: str
    seat: int
    conversation: str
    text: str
    at: float
    player_id: str


class Heard(Struct, frozen=True, kw_only=True):
    """A conversation as a seat has it: when the last letter appeared, and how many of others it has not read."""

    conversation: str
    due: float
    unread: int


class Span(Struct, frozen=True):
    """A seat, and from when until when somebody reads its letters, in seconds since 1970."""

    seat: int
    since: float = 0.0
    until: float = inf

    def holds(self, at: float) -> bool:
        """Whether a time lies in it."""
        return self.since <= at < self.until


class Reader(Struct, frozen=True):
    """Who reads letters: the player of a seat, or None who looks on; and what they read of which seats.

    Whoever has taken over a seat reads its letters from then on, whoever has lost one those from before. A game
    `master`, by the player's id, reads what was written to and by themselves; nobody reads that of one before them.
    `opened`: they read what others wrote to each other as well, but nothing that went to or came from a game master.
    """

    seat: int | None
    spans: tuple[Span, ...] = ()
    master: str = ""
    opened: bool = False

    @property
    def since(self) -> float:
        """From when on letters to everybody count as unread: since the seat was taken over."""
        return max((span.since for span in self.spans if span.until == inf), default=0.0)

    def reads(self, row: LetterRow) -> bool:
        """Whether a letter was written to them or to everybody, or is opened to them."""
        if row.conversation in (ALL, WATCHERS):
            return row.conversation == ALL or self.seat is None or self.opened
        if self.master and _mark(self.master) in row.readers:
            return True
        if self.opened and not with_master(row.conversation):
            return True
        return any(span.seat in readers_of(row.conversation) and span.holds(row.at) for span in self.spans)

    def wrote(self, row: LetterRow) -> bool:
        """Whether a letter of a seat is their own."""
        return any(span.seat == row.seat and span.holds(row.at) for span in self.spans)


def add_letter(connection: Connection, row: LetterRow) -> None:
    """Store a letter, drop its draft, and tell other processes of one that appears at once."""
    connection.execute(insert(letters), as_dict(row))
    put_letter_draft(connection, row.table_id, row.seat, row.conversation, None)
    if connection.dialect.name == "postgresql" and row.due <= row.at:
        # By number 0, which no entry has: how many letters there are is told to nobody.
        notify(connection, {row.table_id: 0})


def letter_by_key(connection: Connection, table_id: str, player_id: str, key: str) -> LetterRow | None:
    """Return the letter that a player's key made."""
    mine = (letters.c.table_id == table_id, letters.c.player_id == player_id, letters.c.key == key)
    return _first(connection, select(letters).where(*mine))


def letter_by_id(connection: Connection, table_id: str, letter: str) -> LetterRow | None:
    """Return a letter of a table."""
    return _first(connection, select(letters).where(letters.c.table_id == table_id, letters.c.id == letter))


def _first(connection: Connection, query: Select[Any]) -> LetterRow | None:
    found = connection.execute(query).mappings().first()
    return LetterRow(**found) if found else None


def letters_in(
    connection: Connection,
    table_id: str,
    conversation: str,
    at: float,
    before: LetterRow | None,
    most: int,
    who: Reader,
) -> list[LetterRow]:
    """Return the last letters of a conversation that somebody reads, of those out by some time, the newest first."""
    query = select(letters).where(
        letters.c.table_id == table_id, letters.c.conversation == conversation, letters.c.due <= at, _reads(who)
    )
    if before is not None:
        older = and_(letters.c.due == before.due, letters.c.id < before.id)
        query = query.where(or_(letters.c.due < before.due, older))
    query = query.order_by(letters.c.due.desc(), letters.c.id.desc()).limit(most)
    return [LetterRow(**item) for item in connection.execute(query).mappings()]


def heard_by(connection: Connection, table_id: str, who: Reader, at: float) -> list[Heard]:
    """Return the conversations that somebody reads, those last written to first.

    Of who has no seat and is no game master nothing counts as unread, and of nobody what was only opened to them.
    """
    seat = NO_SEAT if who.seat is None else who.seat
    mark = and_(
        letters_read.c.table_id == letters.c.table_id,
        letters_read.c.conversation == letters.c.conversation,
        letters_read.c.seat == seat,
    )
    since = letters.c.due > func.coalesce(letters_read.c.due, who.since)
    written = and_(_written_to(who), letters.c.conversation != WATCHERS)
    new = and_(letters.c.seat != seat, since, written, not_(_muted(literal(seat))))
    unread = literal(0) if who.seat is None and not who.master else func.sum(case((new, 1), else_=0))
    last = func.max(letters.c.due)
    query = (
        select(letters.c.conversation, last.label("due"), unread.label("unread"))
        .select_from(letters.outerjoin(letters_read, mark))
        .where(letters.c.table_id == table_id, letters.c.due <= at, _reads(who))
        .group_by(letters.c.conversation)
        .order_by(last.desc(), letters.c.conversation)
    )
    return [Heard(**item) for item in connection.execute(query).mappings()]


def _reads(who: Reader) -> ColumnElement[bool]:
    """Return what `Reader.reads` says, for the database."""
    own = _written_to(who)
    return or_(not_(letters.c.conversation.startswith(MASTER, autoescape=True)), own) if who.opened else own


def _written_to(who: Reader) -> ColumnElement[bool]:
    """Whether a letter was written to somebody, or to everybody, and not only opened to them."""
    to_all = letters.c.conversation.in_((ALL, WATCHERS) if who.seat is None else (ALL,))
    as_master = [letters.c.readers.contains(_mark(who.master), autoescape=True)] if who.master else []
    return or_(to_all, *as_master, *(_within(span) for span in who.spans))


def _within(span: Span) -> ColumnElement[bool]:
    within = [letters.c.readers.contains(f".{span.seat}.", autoescape=True)]
    within += [letters.c.at >= span.since] if span.since else []
    within += [letters.c.at < span.until] if span.until < inf else []
    return and_(*within)


def _muted(seat: ColumnElement[Any]) -> ColumnElement[bool]:
    """Whether a letter is of one whom a seat does not want to read; of unsigned ones that would tell who wrote them."""
    of = (letters_muted.c.table_id == letters.c.table_id, letters_muted.c.muted == letters.c.seat)
    return and_(not_(letters.c.unsigned), exists().where(*of, letters_muted.c.seat == seat))


def letters_of(
    connection: Connection, table_id: str, who: Reader, at: float, *, find: str = "", most: int = 0
) -> list[LetterRow]:
    """Return the letters that somebody reads, the oldest first.

    With `find` those that hold each of its words; of many the newest `most` (0: all).
    """
    query = select(letters).where(letters.c.table_id == table_id, letters.c.due <= at, _reads(who))
    for word in find.replace("\0", " ").split():  # which PostgreSQL takes in no text
        query = query.where(letters.c.text.icontains(word, autoescape=True))
    query = query.order_by(letters.c.due.desc(), letters.c.id.desc())
    found = connection.execute(query.limit(most) if most else query).mappings()
    return [LetterRow(**item) for item in found][::-1]


def muted_by(connection: Connection, table_id: str, seat: int) -> tuple[int, ...]:
    """Return the seats whose letters a seat does not want to see."""
    query = select(letters_muted.c.muted).where(letters_muted.c.table_id == table_id, letters_muted.c.seat == seat)
    return tuple(connection.execute(query.order_by(letters_muted.c.muted)).scalars())


def put_muted(connection: Connection, table_id: str, seat: int, muted: Sequence[int]) -> None:
    """Store whose letters a seat does not want to see, in place of what was."""
    mine = and_(letters_muted.c.table_id == table_id, letters_muted.c.seat == seat)
    connection.execute(delete(letters_muted).where(mine))
    if muted:
        rows = [{"table_id": table_id, "seat": seat, "muted": one} for one in sorted({*muted})]
        connection.execute(insert(letters_muted), rows)


def newest_letters(connection: Connection, table_ids: Sequence[str], at: float) -> list[tuple[str, str, float]]:
    """Return table, conversation and time of the newest letter that has appeared, of every conversation there."""
    newest = select(letters.c.table_id, letters.c.conversation, func.max(letters.c.due))
    newest = newest.where(letters.c.table_id.in_(table_ids), letters.c.due <= at)
    return [(*row,) for row in connection.execute(newest.group_by(letters.c.table_id, letters.c.conversation))]


def mark_read(connection: Connection, table_id: str, seat: int, conversation: str, due: float) -> None:
    """Take note that a seat has read a conversation up to some time; what it has read it does not unread."""
    mine = _mine(letters_read, table_id, seat, conversation)
    known = connection.execute(select(letters_read.c.due).where(mine)).scalar_one_or_none()
    if known is not None and known >= due:
        return
    connection.execute(delete(letters_read).where(mine))
    row = {"table_id": table_id, "seat": seat, "conversation": conversation, "due": due}
    connection.execute(insert(letters_read), row)


def read_until(connection: Connection, table_id: str, conversation: str, due: float) -> tuple[int, ...]:
    """Return the seats that have read a conversation up to some time or further."""
    here = and_(letters_read.c.table_id == table_id, letters_read.c.conversation == conversation)
    query = select(letters_read.c.seat).where(here, letters_read.c.due >= due).order_by(letters_read.c.seat)
    return tuple(connection.execute(query).scalars())


def letter_drafts_of(connection: Connection, table_id: str, seat: int) -> Mapping[str, str]:
    """Return what a seat has begun to write, by conversation, the newest last."""
    query = select(letter_drafts.c.conversation, letter_drafts.c.text).order_by(letter_drafts.c.at)
    query = query.where(letter_drafts.c.table_id == table_id, letter_drafts.c.seat == seat)
    return {row.conversation: row.text for row in connection.execute(query)}


def put_letter_draft(
    connection: Connection, table_id: str, seat: int, conversation: str, row: DraftOfLetter | None
) -> None:
    """Store what a seat has begun to write in place of what it had begun before; None drops it."""
    connection.execute(delete(letter_drafts).where(_mine(letter_drafts, table_id, seat, conversation)))
    if row is not None:
        connection.execute(insert(letter_drafts), as_dict(row))


def _mine(kind: Table, table_id: str, seat: int, conversation: str) -> ColumnElement[bool]:
    return and_(kind.c.table_id == table_id, kind.c.seat == seat, kind.c.conversation == conversation)


def unread_of(connection: Connection, player_id: str, table_ids: Sequence[str], at: float) -> Mapping[str, int]:
    """Return how many letters of others a player has not read for their own seat, or as game master, by table.

    Seats of others at the same screen do not count: the number would tell their letters to the one who looks.
    """
    return _by_table(connection, func.count(), player_id, table_ids, at)


def newest_unread(connection: Connection, player_id: str, table_ids: Sequence[str], at: float) -> Mapping[str, float]:
    """Return when the newest letter came that a player has not read, by table, as `unread_of` counts them."""
    return _by_table(connection, func.max(letters.c.due), player_id, table_ids, at)


def unread_letters(connection: Connection, player_id: str, table_id: str, at: float) -> list[LetterRow]:
    """Return the letters of a table that a player has not read, as `unread_of` counts them, the newest first."""
    queries = _unread_in(letters, player_id, [table_id], at)
    found = (LetterRow(**row) for query in queries for row in connection.execute(query).mappings())
    return sorted(found, key=lambda row: (-row.due, row.id))


def _by_table(
    connection: Connection, what: ColumnElement[Any], player_id: str, ids: Sequence[str], at: float
) -> Mapping[str, Any]:
    found = (query.with_only_columns(letters.c.table_id, what) for query in _unread_in(letters, player_id, ids, at))
    return {row[0]: row[1] for query in found for row in connection.execute(query.group_by(letters.c.table_id))}


def _unread_in(what: Table, player_id: str, ids: Sequence[str], at: float) -> tuple[Select[Any], Select[Any]]:
    return _unread_as_master(what, player_id, ids, at), _unread(what, player_id, ids, at)


def _unread_as_master(what: Table, player_id: str, table_ids: Sequence[str], at: float) -> Select[Any]:
    mark = and_(
        letters_read.c.table_id == letters.c.table_id,
        letters_read.c.conversation == letters.c.conversation,
        letters_read.c.seat == NO_SEAT,
    )
    mine = letters.c.readers.contains(_mark(player_id), autoescape=True)
    return (
        select(what)
        .select_from(letters.join(tables, tables.c.id == letters.c.table_id).outerjoin(letters_read, mark))
        .where(letters.c.table_id.in_(table_ids), tables.c.master == player_id, letters.c.seat != NO_SEAT)
        .where(letters.c.due <= at, letters.c.due > func.coalesce(letters_read.c.due, 0.0))
        .where(or_(letters.c.conversation == ALL, mine))
    )


def _unread(what: Table, player_id: str, table_ids: Sequence[str], at: float) -> Select[Any]:
    sits = and_(seats.c.table_id == letters.c.table_id, seats.c.player_id == player_id, seats.c.kind == "human")
    seat = cast(seats.c.seat, String)
    reads = or_(
        letters.c.conversation == ALL,
        and_(letters.c.readers.like("%." + seat + ".%"), letters.c.at >= seats.c.since),
    )
    mark = and_(
        letters_read.c.table_id == letters.c.table_id,
        letters_read.c.conversation == letters.c.conversation,
        letters_read.c.seat == seats.c.seat,
    )
    return (
        select(what)
        .select_from(letters.join(seats, and_(sits, reads)).outerjoin(letters_read, mark))
        .where(letters.c.table_id.in_(table_ids), letters.c.seat != seats.c.seat)
        .where(letters.c.due <= at, letters.c.due > func.coalesce(letters_read.c.due, seats.c.since))
        .where(not_(_muted(seats.c.seat)))
    )
