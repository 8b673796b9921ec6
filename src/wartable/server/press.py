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
    DraftOfLetter,
    Heard,
    LetterRow,
    add_letter,
    heard_by,
    letter_by_id,
    letter_by_key,
    letter_drafts_of,
    letters_in,
    mark_read,
    name_of,
    newest_letters,
    put_letter_draft,
    readers_of,
)
from wartable.server.press_rules import LEAST_HOURS, closed, conversation_of, reachable, rule_at
from wartable.server.problems import Refused
from wartable.server.rows import PlayerRow, iso
from wartable.server.table import Table
from wartable.server.viewer import seats_seen
from wartable.server.wire_press import (
    LETTER_MOST,
    ConversationCard,
    Letter,
    LetterDraftWish,
    LetterPage,
    LettersReadWish,
    LetterWish,
    Press,
    Quote,
    QuoteWish,
)
from wartable.server.writer import Conflict, Job

PAGE = 60
"""Letters on one page of a conversation."""


async def send(hub: Hub, table: Table, player: PlayerRow, wish: LetterWish) -> Letter:
    """Store a letter of a player's own seat and tell its readers; the caller holds the table.

    A key used before sends nothing and leads to its letter. Raises `Refused`.
    """
    seat = own_seat(table, player, wish.seat)
    if found := await hub.store.read(lambda one: letter_by_key(one, table.id, player.id, wish.key)):
        return _repeated(found, wish)
    text = names.required(wish.text, "letter", LETTER_MOST, lines=True)
    conversation = conversation_of(table, seat, wish.to, unsigned=wish.unsigned)
    quotes = tuple(_quoted(table, seat, quote) for quote in wish.quotes)
    at = hub.now()
    row = LetterRow(
        id=ids.short_id(),
        table_id=table.id,
        conversation=conversation,
        readers="" if conversation == ALL else f".{conversation}.",
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
    try:
        await hub.store.writer.commit(Job(also=partial(add_letter, row=row)))
    except Conflict:  # the same request came twice at once
        found = await hub.store.read(lambda one: letter_by_key(one, table.id, player.id, wish.key))
        if found is None:
            raise
        return _repeated(found, wish)
    if row.due <= at:
        table.note_letter(conversation, row.due)
    return _told(row, seat)


def _repeated(found: LetterRow, wish: LetterWish) -> Letter:
    conversation = name_of({wish.seat, *wish.to} if wish.to else ())
    same = (found.seat, found.conversation, found.unsigned) == (wish.seat, conversation, wish.unsigned)
    if not same or found.text != names.clean(wish.text, "letter", LETTER_MOST, lines=True):
        raise Refused(409, "key.reused", "This key belongs to another letter; every letter needs a new one.")
    return _told(found, found.seat)


def _due(table: Table, at: float) -> float:
    """Return when an unsigned letter appears: with all others of the same hour, or minute where turns are short."""
    step = 3600 if table.pace.seconds >= LEAST_HOURS or not table.pace.seconds else 60
    return float((floor(at / step) + 1) * step)


def _quoted(table: Table, seat: Seat, quote: QuoteWish) -> Quote:
    """Read a quoted order as its seat would give it; raises `Refused` or `BadNotation` where it cannot be quoted."""
    if quote.seat >= len(table.seats):
        raise Refused(404, "seat.unknown", f"There is no seat {quote.seat + 1} at this table.")
    game, state, whose = table.game, table.running().state, Seat(quote.seat)
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
    seat, opened = _reader(table, player, wanted), _opened(table)
    heard, drafts, last = await hub.store.read(
        partial(_conversations, table_id=table.id, seat=seat, at=hub.now(), opened=opened)
    )
    cards = {
        one.conversation: _card(table, one, drafts.get(one.conversation, ""), _told(last[number], seat))
        for number, one in enumerate(heard)
    }
    for conversation, text in drafts.items():
        if conversation not in cards:
            begun = Heard(conversation=conversation, due=0.0, unread=0)
            cards = {conversation: _card(table, begun, text, None), **cards}
    return Press(
        rule=rule_at(table),
        closed=closed(table, seat),
        to=() if seat is None else reachable(table, seat),
        opened=opened,
        conversations=tuple(cards.values()),
    )


def _conversations(
    connection: Connection, table_id: str, seat: int | None, at: float, *, opened: bool
) -> tuple[list[Heard], Mapping[str, str], list[LetterRow]]:
    """Return the conversations of a seat, what it has begun to write, and the last letter of each conversation."""
    heard = heard_by(connection, table_id, seat, at, opened=opened)
    drafts = dict[str, str]() if seat is None else letter_drafts_of(connection, table_id, seat)
    last = [letters_in(connection, table_id, one.conversation, at, None, 1)[0] for one in heard]
    return heard, drafts, last


def _card(table: Table, heard: Heard, draft: str, last: Letter | None) -> ConversationCard:
    return ConversationCard(
        conversation=heard.conversation,
        seats=readers_of(heard.conversation) or tuple(range(len(table.seats))),
        unread=heard.unread,
        last=last,
        draft=draft,
    )


async def page(
    hub: Hub, table: Table, player: str | None, wanted: int | None, conversation: str, before: str
) -> LetterPage:
    """Return the last letters of a conversation, or those before one; raises `Refused` for who does not read it."""
    seat = _reader(table, player, wanted)
    _check_reads(table, seat, conversation, opened=_opened(table))
    last = await _letter(hub, table, conversation, before) if before else None
    at = hub.now()
    found = await hub.store.read(lambda one: letters_in(one, table.id, conversation, at, last, PAGE + 1))
    letters = tuple(_told(row, seat) for row in reversed(found[:PAGE]))
    return LetterPage(letters=letters, more=len(found) > PAGE)


async def keep_draft(hub: Hub, table: Table, player: PlayerRow, wish: LetterDraftWish) -> None:
    """Keep what a player's own seat has begun to write in a conversation; nothing drops it."""
    seat = own_seat(table, player, wish.seat)
    _check_reads(table, seat, wish.conversation)
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


async def read_up_to(hub: Hub, table: Table, player: PlayerRow, wish: LettersReadWish) -> None:
    """Take note that a player's own seat has read a conversation up to a letter."""
    seat = _reader(table, player.id, wish.seat)
    _check_reads(table, seat, wish.conversation)
    letter = await _letter(hub, table, wish.conversation, wish.letter)
    mark = partial(mark_read, table_id=table.id, seat=wish.seat, conversation=wish.conversation, due=letter.due)
    await _put(hub, mark)
    table.note_letter_of(wish.seat)


async def _put(hub: Hub, put: Callable[[Connection], None]) -> None:
    """Store what replaces something; where another process has just stored the same for the first time, once more."""
    try:
        await hub.store.do(put)
    except Conflict:
        await hub.store.do(put)


async def _letter(hub: Hub, table: Table, conversation: str, letter: str) -> LetterRow:
    row = await hub.store.read(lambda one: letter_by_id(one, table.id, letter))
    if row is None or row.conversation != conversation or row.due > hub.now():
        raise Refused(404, "letter.unknown", "There is no such letter in this conversation.")
    return row


def _reader(table: Table, player: str | None, wanted: int | None) -> Seat | None:
    """Return the seat that reads: one of the player's own, the first where none is named; None for who looks on."""
    own = seats_seen(table, player)
    if wanted is None:
        return Seat(own[0]) if own else None
    if wanted not in own:
        raise Refused(403, "seat.not_yours", f"Seat {wanted + 1} is not yours; its letters are not yours to read.")
    return Seat(wanted)


def _check_reads(table: Table, seat: int | None, conversation: str, *, opened: bool = False) -> None:
    """Refuse who does not read a conversation, unless all are `opened`; whether there is one makes no difference."""
    seats = readers_of(conversation.strip())  # a pattern lets a line break at the end pass
    sound = conversation == name_of(seats) and all(one < len(table.seats) for one in seats)
    if not sound or not (not seats or seat in seats or opened):
        raise Refused(403, "press.not_yours", "Only those who read this conversation may look at it.")


def _opened(table: Table) -> bool:
    """Whether all letters may be read by all, because the game is over."""
    return table.row.status == "finished" and rule_at(table).archive


def _told(row: LetterRow, reader: int | None) -> Letter:
    """Return a letter as a seat sees it, None as who looks on. Unsigned ones stay so when the game is over."""
    return Letter(
        id=row.id,
        conversation=row.conversation,
        seat=None if row.unsigned else row.seat,
        mine=row.seat == reader,
        text=row.text,
        quotes=msgspec.json.decode(row.quotes, type=tuple[Quote, ...]),
        step=None if row.unsigned else row.step,
        at=iso(row.due),
    )


async def watch(hub: Hub, tables: Sequence[Table] | None = None) -> None:
    """Tell windows that are open here of letters sent through other processes, and of those that have come due."""
    there = {table.id: table for table in (hub.listened() if tables is None else tables) if table.match is not None}
    if there:
        at = hub.now()
        found = await hub.store.read(lambda one: newest_letters(one, list(there), at))
        for table_id, conversation, due in found:
            there[table_id].note_letter(conversation, due)
