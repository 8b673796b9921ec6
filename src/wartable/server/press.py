"""Press: letters between those who play, told to nobody who does not read them.

Letters are no entries of their table. Their number, their time and that there is one at all stay with their readers:
streams are woken for those alone, and what is sent names the conversation and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import floor
from random import Random

import msgspec
from sqlalchemy import Connection

from wartable.engine.values import Seat, named
from wartable.server import ids, names
from wartable.server.hub import Hub
from wartable.server.play import own_seat
from wartable.server.press_rows import (
    ALL,
    NO_SEAT,
    WATCHERS,
    DraftOfLetter,
    Heard,
    LetterRow,
    Reader,
    Span,
    add_letter,
    heard_by,
    letter_by_id,
    letter_by_key,
    letter_drafts_of,
    letters_in,
    mark_read,
    muted_by,
    name_of,
    name_with_master,
    newest_letters,
    put_letter_draft,
    put_muted,
    read_until,
    readers_of,
    stored_readers,
)
from wartable.server.press_rules import (
    LEAST_HOURS,
    barred,
    check_reads,
    check_watches,
    closed,
    closed_with_master,
    conversation_of,
    reachable,
    reached_by_master,
    reader_at,
    rule_at,
    tells_who_read,
    with_master_of,
)
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow, iso
from wartable.server.table import Table
from wartable.server.viewer import is_master
from wartable.server.wire_press import (
    LETTER_MOST,
    ConversationCard,
    Letter,
    LetterDraftWish,
    LetterPage,
    LettersReadWish,
    LetterWish,
    MutedWish,
    Press,
    Quote,
    QuoteCheck,
    QuoteWish,
    WatcherWish,
)
from wartable.server.writer import Conflict, Job

PAGE = 60
"""Letters on one page of a conversation."""

LOOKS_ON = Reader(None)
"""Who plays nowhere."""


async def send(hub: Hub, table: Table, player: PlayerRow, wish: LetterWish) -> Letter:
    """Store a letter of a player's own seat and tell its readers; the caller holds the table.

    A key used before sends nothing and leads to its letter. Raises `Refused`.
    """
    seat = own_seat(table, player, wish.seat)
    if found := await hub.store.read(lambda one: letter_by_key(one, table.id, player.id, wish.key)):
        return _repeated(found, wish)
    text = names.required(wish.text, "letter", LETTER_MOST, lines=True)
    conversation = _conversation(table, seat, wish)
    quotes = tuple(_quoted(table, seat, quote) for quote in wish.quotes)
    at = hub.now()
    row = LetterRow(
        id=ids.short_id(),
        table_id=table.id,
        conversation=conversation,
        readers=stored_readers(conversation, table.row.master or ""),
        seat=seat,
        unsigned=wish.unsigned,
        text=text,
        quotes=msgspec.json.encode(quotes).decode(),
        step=table.step,
        at=at,
        due=_due(table, at) if wish.unsigned else at,
        player_id=player.id,
        key=wish.key,
    )
    kept = await stored(hub, table, row)
    return told(row, _whole(seat)) if kept is row else _repeated(kept, wish)


def _conversation(table: Table, seat: Seat, wish: LetterWish) -> str:
    """Return the conversation that a letter belongs to; raises `Refused` where it cannot be sent."""
    of = with_master_of if wish.master else conversation_of
    return of(table, seat, wish.to, unsigned=wish.unsigned)


async def stored(hub: Hub, table: Table, row: LetterRow) -> LetterRow:
    """Store a letter and tell its readers; return the one that there is where the same request came twice at once."""
    try:
        await hub.store.writer.commit(Job(also=partial(add_letter, row=row)))
    except Conflict:
        found = await hub.store.read(lambda one: letter_by_key(one, table.id, row.player_id, row.key))
        if found is None:
            raise
        return found
    if row.due <= row.at:
        table.note_letter(row.conversation, row.due)
    return row


async def watch_and_write(hub: Hub, table: Table, player: PlayerRow, wish: WatcherWish) -> Letter:
    """Store a letter of one who looks on, for others who do; the caller holds the table. Raises `Refused`."""
    check_watches(table, player.id)
    text = names.required(wish.text, "letter", LETTER_MOST, lines=True)
    if found := await hub.store.read(lambda one: letter_by_key(one, table.id, player.id, wish.key)):
        return told(found, LOOKS_ON, player.id)
    at = hub.now()
    row = unseated_letter(table, player.id, WATCHERS, text, at=at, key=wish.key, name=player.name)
    return told(await stored(hub, table, row), LOOKS_ON, player.id)


def unseated_letter(
    table: Table, player_id: str, conversation: str, text: str, *, at: float, key: str, name: str
) -> LetterRow:
    """Return the row of a letter by somebody without a seat, under a name; it is due at once."""
    return LetterRow(
        id=ids.short_id(),
        table_id=table.id,
        conversation=conversation,
        readers=stored_readers(conversation, player_id),
        seat=NO_SEAT,
        unsigned=False,
        text=text,
        quotes="[]",
        step=table.step,
        at=at,
        due=at,
        player_id=player_id,
        key=key,
        name=name,
    )


def _repeated(found: LetterRow, wish: LetterWish) -> Letter:
    there = {wish.seat, *wish.to} if wish.to else ()
    conversation = name_with_master(wish.seat) if wish.master else name_of(there)
    same = (found.seat, found.conversation, found.unsigned) == (wish.seat, conversation, wish.unsigned)
    if not same or found.text != names.clean(wish.text, "letter", LETTER_MOST, lines=True):
        raise Refused(409, "key.reused", "This key belongs to another letter; every letter needs a new one.")
    return told(found, _whole(found.seat))


def _whole(seat: int) -> Reader:
    """Return who reads all letters of a seat, as whoever has just written one."""
    return Reader(seat, (Span(seat),))


def _due(table: Table, at: float) -> float:
    """Return when an unsigned letter appears: with all others of the same hour, or minute where turns are short."""
    step = 3600 if table.pace.seconds >= LEAST_HOURS or not table.pace.seconds else 60
    return float((floor(at / step) + 1) * step)


def quoted(table: Table, player: PlayerRow, wish: QuoteCheck) -> Quote:
    """Return an order as a letter of a player's own seat would quote it; raises `Refused` or `BadNotation`."""
    return _quoted(table, Seat(own_seat(table, player, wish.seat)), wish.quote)


def _quoted(table: Table, seat: Seat, quote: QuoteWish) -> Quote:
    """Read a quoted order as its seat would give it; raises `Refused` or `BadNotation` where it cannot be quoted."""
    if quote.seat >= len(table.seats):
        raise Refused(404, "seat.unknown", f"There is no seat {quote.seat + 1} at this table.")
    if table.match is None:
        raise Refused(409, "table.open", "The game has not started, so there is no order to quote.")
    game, state, whose = table.game, table.match.state, Seat(quote.seat)
    if game.hidden and quote.seat != seat:
        # What the writer cannot know is drawn anew, so that no answer here tells of it: by the secret seed of the
        # dice, since whoever could foretell the draw would learn from what is dealt what it was dealt from.
        state = game.resample(state, seat, Random(f"{table.row.seed.hex()} {table.step} {quote.text}"))
    action = game.parse(state, whose, quote.text)
    if whose in game.to_act(state) and (reason := game.explain(state, whose, action)):
        raise Refused.because(msgspec.structs.replace(reason, message=named(reason.message, table.names)))
    return Quote(seat=quote.seat, text=game.format(action), action=action)


async def press(hub: Hub, table: Table, player: str | None, wanted: int | None) -> Press:
    """Return the conversations of one of a player's seats; without one what everybody may read.

    Raises `Refused` for a seat that is not theirs.
    """
    who = reader_at(table, player, wanted)
    seat = who.seat
    heard, drafts, last, muted = await hub.store.read(partial(_conversations, table_id=table.id, who=who, at=hub.now()))
    cards = {
        one.conversation: _card(table, one, drafts.get(one.conversation, ""), told(last[number], who, player))
        for number, one in enumerate(heard)
    }
    for conversation, text in drafts.items():
        if conversation not in cards:
            begun = Heard(conversation=conversation, due=0.0, unread=0)
            cards = {conversation: _card(table, begun, text, None), **cards}
    leads = bool(who.master)
    return Press(
        rule=rule_at(table),
        closed=closed_with_master(table) if leads else closed(table, seat),
        to=reached_by_master(table) if leads else () if seat is None else reachable(table, seat),
        barred={} if seat is None else barred(table, seat),
        master=closed_with_master(table),
        opened=who.opened,
        watches=seat is None and table.row.status == "running" and not is_master(table, player),
        muted=muted,
        conversations=tuple(cards.values()),
    )


def _conversations(
    connection: Connection, table_id: str, who: Reader, at: float
) -> tuple[list[Heard], Mapping[str, str], list[LetterRow], tuple[int, ...]]:
    """Return the conversations of a seat, what it has begun, the last letter of each, and whom it does not read."""
    heard, seat = heard_by(connection, table_id, who, at), who.seat
    writer = NO_SEAT if who.master else seat
    drafts = dict[str, str]() if writer is None else letter_drafts_of(connection, table_id, writer)
    last = [letters_in(connection, table_id, one.conversation, at, None, 1, who)[0] for one in heard]
    return heard, drafts, last, () if seat is None else muted_by(connection, table_id, seat)


def _card(table: Table, heard: Heard, draft: str, last: Letter | None) -> ConversationCard:
    return ConversationCard(
        conversation=heard.conversation,
        seats=readers_of(heard.conversation) or tuple(range(len(table.seats) if heard.conversation == ALL else 0)),
        unread=heard.unread,
        last=last,
        draft=draft,
    )


async def page(
    hub: Hub, table: Table, player: str | None, wanted: int | None, conversation: str, before: str
) -> LetterPage:
    """Return the last letters of a conversation, or those before one; raises `Refused` for who does not read it."""
    who, at = reader_at(table, player, wanted), hub.now()
    check_reads(len(table.seats), who, conversation)
    last = await letter_at(hub, table, conversation, before, who) if before else None
    found = await hub.store.read(lambda one: letters_in(one, table.id, conversation, at, last, PAGE + 1, who))
    letters = tuple(told(row, who, player) for row in reversed(found[:PAGE]))
    read_by = () if before else await _read_by(hub, table, who, conversation, found[:PAGE])
    return LetterPage(letters=letters, more=len(found) > PAGE, read_by=read_by)


async def _read_by(
    hub: Hub, table: Table, who: Reader, conversation: str, newest: Sequence[LetterRow]
) -> tuple[int, ...]:
    """Return which seats have read the last letter of a seat's present player, where the table tells that."""
    own = next((row for row in newest if row.seat == who.seat and row.at >= who.since and who.wrote(row)), None)
    if own is None or not tells_who_read(table, conversation):
        return ()
    found = await hub.store.read(lambda one: read_until(one, table.id, conversation, own.due))
    return tuple(seat for seat in found if seat not in (who.seat, NO_SEAT))


async def keep_draft(hub: Hub, table: Table, player: PlayerRow, wish: LetterDraftWish) -> None:
    """Keep what a player's own seat, or a game master, has begun to write in a conversation; nothing drops it."""
    seat = _who_writes(table, player, wish.seat)
    who = Reader(None, master=player.id) if seat == NO_SEAT else _whole(seat)
    check_reads(len(table.seats), who, wish.conversation)
    text = names.clean(wish.text, "letter", LETTER_MOST, lines=True)
    row = DraftOfLetter(
        table_id=table.id, seat=seat, conversation=wish.conversation, text=text, at=hub.now(), player_id=player.id
    )
    put = partial(
        put_letter_draft,
        table_id=table.id,
        seat=seat,
        conversation=wish.conversation,
        row=row if text else None,
    )
    await _put(hub, put)
    table.note_letter_of(seat)


def _who_writes(table: Table, player: PlayerRow, seat: int | None) -> int:
    """Return a seat of a player's own; for a game master, who names none, what stands for them. Raises `Refused`."""
    if seat is not None:
        return own_seat(table, player, seat)
    if not is_master(table, player.id):
        raise Refused(403, "master.not_you", "Only the game master of this table writes without a seat.")
    return NO_SEAT


async def read_up_to(hub: Hub, table: Table, player: PlayerRow, wish: LettersReadWish) -> None:
    """Take note that a player's own seat, or a game master, has read a conversation up to a letter."""
    seat = _who_writes(table, player, None) if wish.seat is None else wish.seat
    who = reader_at(table, player.id, wish.seat)
    check_reads(len(table.seats), who, wish.conversation)
    letter = await letter_at(hub, table, wish.conversation, wish.letter, who)
    mark = partial(mark_read, table_id=table.id, seat=seat, conversation=wish.conversation, due=letter.due)
    await _put(hub, mark)
    for one in readers_of(wish.conversation) if tells_who_read(table, wish.conversation) else (seat,):
        table.note_letter_of(one)


async def mute(hub: Hub, table: Table, player: PlayerRow, wish: MutedWish) -> None:
    """Keep whose letters a player's own seat does not want to see; raises `Refused`."""
    seat = own_seat(table, player, wish.seat)
    if unknown := [one for one in wish.muted if one >= len(table.seats)]:
        raise Refused(404, "seat.unknown", f"There is no seat {unknown[0] + 1} at this table.")
    await _put(hub, partial(put_muted, table_id=table.id, seat=seat, muted=wish.muted))
    table.note_letter_of(seat)


async def _put(hub: Hub, put: Callable[[Connection], None]) -> None:
    """Store what replaces something; where another process has just stored the same for the first time, once more."""
    try:
        await hub.store.do(put)
    except Conflict:
        await hub.store.do(put)


async def letter_at(hub: Hub, table: Table, conversation: str, letter: str, who: Reader) -> LetterRow:
    """Return a letter of a conversation that has appeared and that somebody reads; raises `Refused` without one."""
    row = await hub.store.read(lambda one: letter_by_id(one, table.id, letter))
    there = row is not None and row.conversation == conversation and row.due <= hub.now()
    if row is None or not there or not who.reads(row):
        raise Refused(404, "letter.unknown", "There is no such letter in this conversation.")
    return row


def told(row: LetterRow, who: Reader, player: str | None = None) -> Letter:
    """Return a letter as somebody sees it. Unsigned ones stay so when the game is over."""
    apart = row.seat == NO_SEAT
    return Letter(
        id=row.id,
        conversation=row.conversation,
        seat=None if row.unsigned or apart else row.seat,
        mine=row.player_id == player if apart else who.wrote(row),
        text=row.text,
        quotes=msgspec.json.decode(row.quotes, type=tuple[Quote, ...]),
        step=None if row.unsigned else row.step,
        at=iso(row.due),
        name=row.name,
    )


async def watch(hub: Hub, tables: Sequence[Table] | None = None) -> None:
    """Tell windows that are open here of letters sent through other processes, and of those that have come due."""
    there = {table.id: table for table in (hub.listened() if tables is None else tables) if table.match is not None}
    if there:
        at = hub.now()
        found = await hub.store.read(lambda one: newest_letters(one, list(there), at))
        for table_id, conversation, due in found:
            there[table_id].note_letter(conversation, due)
