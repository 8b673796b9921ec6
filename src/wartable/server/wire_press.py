"""What goes over the wire of press: who may write to whom, conversations, letters, and drafts of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import Meta, Struct

from wartable.server.wire import Key, PressRule, SeatNumber

LETTER_MOST = 2000
"""Characters in one letter."""

QUOTES_MOST = 12
"""Orders that one letter may quote."""

CONVERSATION = r"^(all|watchers|master\.[0-9]{1,2}|[0-9]{1,2}(\.[0-9]{1,2}){1,63})$"
"""What a conversation may be called."""

FIND_MOST = 100
"""Characters of what is looked for in letters."""

Conversation = Annotated[
    str,
    Meta(
        pattern=CONVERSATION,
        description=(
            "`all`, `watchers` (the spectators), `master.3` (seat 3 with the game master), or the seats that read "
            "it from the lowest on, as `0.3.5`"
        ),
    ),
]


class QuoteWish(Struct, frozen=True, kw_only=True):
    """An order that a letter speaks of: in notation, as the seat would give it. It says nothing of what is ordered."""

    seat: SeatNumber
    text: Annotated[str, Meta(max_length=400)]


class Quote(Struct, frozen=True, kw_only=True):
    """A quoted order: in notation, and as an action of the game that can be drawn."""

    seat: int
    text: str
    action: Any


class LetterWish(Struct, frozen=True, kw_only=True):
    """A letter of a seat of mine `to` other seats; to nobody by name is to everybody.

    An `unsigned` one goes to everybody, hides who wrote it, and appears at the next full hour (where turns take less
    than an hour, at the next full minute), so that the time tells nothing either. To the game `master` a letter goes
    alone, by every rule of press.
    """

    seat: SeatNumber
    to: Annotated[tuple[SeatNumber, ...], Meta(max_length=63)] = ()
    text: Annotated[str, Meta(max_length=4 * LETTER_MOST)]
    quotes: Annotated[tuple[QuoteWish, ...], Meta(max_length=QUOTES_MOST)] = ()
    unsigned: bool = False
    master: bool = False
    key: Key


class Letter(Struct, frozen=True, kw_only=True):
    """A letter as a seat sees it. `seat` wrote it, null where it is unsigned; `mine`: the seat that looks wrote it.

    Spectators and game masters have a `name` in place of a seat.

    `step` is the step of the game at which it was written, null where it is unsigned: it would tell when that was, and
    by that who. `at` is when it appeared, ISO 8601 in UTC.
    """

    id: str
    conversation: str
    seat: int | None
    mine: bool
    text: str
    quotes: tuple[Quote, ...]
    step: int | None
    at: str
    name: str = ""


class ConversationCard(Struct, frozen=True, kw_only=True):
    """A conversation in the list of a seat: who reads it, letters not read yet, the last one, and what is begun."""

    conversation: str
    seats: tuple[int, ...]
    unread: int
    last: Letter | None
    draft: str


class Press(Struct, frozen=True, kw_only=True):
    """What a seat has of the press of its table; without a seat only what is open to all, and to a game master theirs.

    `closed` says why nothing can be sent now, in a sentence; empty where something can. `to` are the seats that can be
    written to; `barred` says by seat, and by `all`, whom the rules of the game let it not write to just now, and why.
    `master` says why nothing can be sent to the game master (or, for them, to a side); empty where something can.
    `opened`: the game is over, and every letter may be read by all, but those to and from a game master. `watches`:
    who asks plays nowhere here and may write to others who look on. `muted` are the seats whose letters the seat does
    not want to see.
    """

    rule: PressRule
    closed: str
    to: tuple[int, ...]
    barred: Mapping[str, str]
    master: str
    opened: bool
    watches: bool
    muted: tuple[int, ...]
    conversations: tuple[ConversationCard, ...]


class LetterPage(Struct, frozen=True, kw_only=True):
    """Letters of a conversation, the oldest first; `more` where there are older ones.

    `read_by` are the seats that have read the last letter of the seat that looks, where the table tells that; nothing
    with older letters.
    """

    letters: tuple[Letter, ...]
    more: bool
    read_by: tuple[int, ...] = ()


class LetterDraftWish(Struct, frozen=True, kw_only=True):
    """What a seat of mine (null: I as game master) has begun to write in a conversation; nothing drops the draft."""

    seat: SeatNumber | None
    conversation: Conversation
    text: Annotated[str, Meta(max_length=4 * LETTER_MOST)]


class LettersReadWish(Struct, frozen=True, kw_only=True):
    """That a seat of mine (null: I as game master) has read a conversation up to a letter."""

    seat: SeatNumber | None
    conversation: Conversation
    letter: Annotated[str, Meta(max_length=24)]


class WatcherWish(Struct, frozen=True, kw_only=True):
    """A letter of one who looks on, to others who do."""

    text: Annotated[str, Meta(max_length=4 * LETTER_MOST)]
    key: Key


class QuoteCheck(Struct, frozen=True, kw_only=True):
    """An order that a seat of mine may quote."""

    seat: SeatNumber
    quote: QuoteWish


class MutedWish(Struct, frozen=True, kw_only=True):
    """The seats whose letters a seat of mine does not want to see, in place of those before."""

    seat: SeatNumber
    muted: Annotated[tuple[SeatNumber, ...], Meta(max_length=63)]


class ReportWish(Struct, frozen=True, kw_only=True):
    """A letter that the host should look at, and `why`; `seat` is mine that reads it, null where I look on."""

    seat: SeatNumber | None
    conversation: Conversation
    letter: Annotated[str, Meta(max_length=24)]
    why: Annotated[str, Meta(max_length=500)] = ""


class Archive(Struct, frozen=True, kw_only=True):
    """The letters of a table that a seat reads, the oldest first; `sides` is what each seat is called in them."""

    title: str
    game: str
    sides: tuple[str, ...]
    letters: tuple[Letter, ...]
