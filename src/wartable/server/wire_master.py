"""What goes over the wire of game masters: their seat, all orders, and what they may do with a game."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from wartable.server.wire import Key, SeatKind, SeatNumber, StepNumber
from wartable.server.wire_press import LETTER_MOST

Note = Annotated[str, Meta(max_length=2000, description="What everybody at the table is told; at most 500 characters")]


class MasterWish(Struct, frozen=True, kw_only=True):
    """What should become of the game master's seat: `none` at this table, `free` for whoever comes, or `mine`."""

    seat: Literal["none", "free", "mine"]


class Overseen(Struct, frozen=True, kw_only=True):
    """A seat as the game master sees it: its player by name, and what is drafted for the question that is asked.

    `asked`: it has something to decide. `text` is the draft in notation, empty where there is none; `problem` says why
    it could not be entered as it is, `omissions` what it leaves open.
    """

    seat: int
    kind: SeatKind
    player: str
    asked: bool
    ready: bool
    here: bool
    away: bool
    missed: int
    action: Any
    text: str
    problem: str
    omissions: tuple[str, ...]
    free: bool


class Correctable(Struct, frozen=True, kw_only=True):
    """What seats decided last, all at once, and can be corrected: `step` before it, and each decision in notation."""

    step: int
    texts: dict[int, str]


class Overview(Struct, frozen=True, kw_only=True):
    """All that a game master sees. `correctable` is null where nothing can be corrected, and `why` says the reason."""

    seats: tuple[Overseen, ...]
    correctable: Correctable | None
    why: str


class CorrectionWish(Struct, frozen=True, kw_only=True):
    """What a seat should have decided, in notation, in place of what it did after `step`; `note` is told to all."""

    seat: SeatNumber
    step: StepNumber
    text: Annotated[str, Meta(max_length=4000)]
    note: Note = ""


class LostOrder(Struct, frozen=True, kw_only=True):
    """A draft that could not be entered any more after a correction, and why."""

    seat: int
    text: str
    why: str


class Correction(Struct, frozen=True, kw_only=True):
    """What a correction changes: the decision before and after, what is told no more and what instead, orders lost."""

    old: str
    new: str
    gone: tuple[str, ...]
    come: tuple[str, ...]
    lost: tuple[LostOrder, ...]


class ReplaceWish(Struct, frozen=True, kw_only=True):
    """Take a seat from its player: a bot of a `level` plays on, or without one whoever comes by the link returned."""

    seat: SeatNumber
    note: Note
    level: Annotated[str, Meta(max_length=40)] = ""


class Replaced(Struct, frozen=True, kw_only=True):
    """The link by which somebody takes the seat; empty where a bot plays on."""

    link: str


class TakeWish(Struct, frozen=True, kw_only=True):
    """The code of a link to a free seat; or without one a seat that is offered, at private tables with an `invite`."""

    code: Annotated[str, Meta(max_length=64)] = ""
    seat: SeatNumber | None = None
    invite: Annotated[str, Meta(max_length=64)] = ""


class SeatOffer(Struct, frozen=True, kw_only=True):
    """What a newcomer may know before taking a free seat: why they may not (empty: they may), and their own deadlines.

    `first` is how many seconds at least a first decision is given; they have `met` so many `of` their last deadlines.
    """

    problem: str
    first: int
    met: int
    of: int


class EntryWish(Struct, frozen=True, kw_only=True):
    """Orders of a seat, in notation, that came to the game master in another way, for the question `step`.

    They become the draft of the seat, and are `ready` where that is said; `note` is told to all.
    """

    seat: SeatNumber
    step: StepNumber
    text: Annotated[str, Meta(max_length=4000)]
    ready: bool = False
    note: Note = ""


class Entered(Struct, frozen=True, kw_only=True):
    """How orders were read that a game master entered, what is wrong with them, and what they leave open."""

    text: str
    problem: str
    omissions: tuple[str, ...]


class WordWish(Struct, frozen=True, kw_only=True):
    """Something that the game master writes `to` a side alone, or to everybody where that is null."""

    to: SeatNumber | None = None
    text: Annotated[str, Meta(max_length=4 * LETTER_MOST)]
    key: Key
