"""What goes over the wire: the shapes of the HTTP API for people, games and tables, in and out."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from wartable.engine.errors import Disagreement
from wartable.engine.optionfield import OptionField
from wartable.server.wire_dice import TableDice
from wartable.server.wire_pace import OpenVote, Pace

Text60 = Annotated[str, Meta(max_length=240)]
"""Text that is trimmed to 60 characters or refused; the wide limit here only stops absurdities."""

Key = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.:\-]{1,64}$", description="Idempotency key, new for every decision")]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
StepNumber = Annotated[int, Meta(ge=0, le=10_000_000)]
Status = Literal["open", "running", "finished"]
SeatKind = Literal["human", "bot", "local", "open"]


class Problem(Struct, frozen=True, kw_only=True):
    """Why a request was refused: a stable code, a sentence, the rule if one speaks, and what would be right.

    `disagreement` says of refused options which do not go together, and with which changes they would.
    """

    code: str
    message: str
    rule: str = ""
    fix: tuple[str, ...] = ()
    disagreement: Disagreement | UnsetType = UNSET


class Health(Struct, frozen=True):
    """That the server lives."""

    ok: bool
    version: str


class Me(Struct, frozen=True, kw_only=True):
    """A player as he sees himself."""

    id: str
    name: str
    colour: int
    avatar: str


class MeWish(Struct, frozen=True, kw_only=True):
    """What a player wants to be called and shown as."""

    name: Text60
    colour: Annotated[int, Meta(ge=1, le=8)]
    avatar: Annotated[str, Meta(pattern=r"^[a-z0-9_\-]{0,24}$")] = ""


class BotInfo(Struct, frozen=True, kw_only=True):
    """A kind of bot that plays a game."""

    key: str
    title: str
    line: str


class Preset(Struct, frozen=True, kw_only=True):
    """A named set of options; `counts` are the numbers of seats that it can be played with, the `usual` one of them."""

    key: str
    title: str
    line: str
    options: dict[str, Any]
    counts: tuple[int, ...]
    usual: int


class GameInfo(Struct, frozen=True, kw_only=True):
    """What the lobby needs to know of a game."""

    key: str
    title: str
    line: str
    about: str
    minutes: int
    dice: bool
    caveat: str
    seats: tuple[int, int]
    board: str | None
    pictured: bool
    hidden: bool
    absent: str
    brief_turns: str
    phases: dict[str, str]
    round: str
    out_of_turn: str
    presets: tuple[Preset, ...]
    options: tuple[OptionField, ...]
    bots: tuple[BotInfo, ...]


class RulesSection(Struct, frozen=True):
    """One section of a rules page."""

    id: str
    title: str
    html: str


class RulesPage(Struct, frozen=True, kw_only=True):
    """The rules of a game; `phases` holds the few lines for each phase of a turn."""

    title: str
    sections: tuple[RulesSection, ...]
    phases: dict[str, str]


class SeatCard(Struct, frozen=True, kw_only=True, gc=False):
    """A seat as everybody sees it; `you` and `present` depend on who looks and when.

    An open seat with a name is kept for somebody, as when a game is played again; with `you` it is kept for you.
    `missed` counts deadlines missed in a row, `away` says that after too many nobody waits for this seat, and `offered`
    that anybody may take it over until its player comes back.
    """

    seat: int
    kind: SeatKind
    name: str
    colour: int
    avatar: str
    level: str
    you: bool
    present: bool
    resigned: bool
    missed: int
    away: bool
    offered: bool


class PressRule(Struct, frozen=True, kw_only=True):
    """Who may write to whom while a game is on.

    `full`: to single sides, to several, to everybody; `public`: to everybody alone; `none`: nothing at all (gunboat).
    Empty is what suits the game: `full` where players bargain, else `public`. With `unsigned` letters to everybody may
    hide who wrote them. `brief`: also while little is decided, as in retreats. `archive`: once the game is over all
    letters may be read by all who may look at the table. `master`: a game master reads them while the game is on.
    `receipts`: whoever has written to sides by name sees which of them have read it; never where names are hidden.
    `inherited`: whoever takes over a seat reads what was written to it and by it before; else letters begin anew.
    """

    mode: Literal["", "full", "public", "none"] = ""
    unsigned: bool = False
    brief: bool = True
    archive: bool = True
    master: bool = False
    inherited: bool = False
    receipts: bool = False


class SidesRule(Struct, frozen=True, kw_only=True):
    """Who plays which side, and whether the names of those who play are hidden until the end.

    `give`: `seated`, as people sit down; `lot`: the sealed dice draw who plays what; `preference`: they draw an order,
    in which each gets what stands highest in their list and is still free, and who names none of that what is left.
    At an `anonymous` table sides are drawn in any case: where one sits down would tell what one plays.
    """

    give: Literal["seated", "lot", "preference"] = "seated"
    anonymous: bool = False


class SidesWish(Struct, frozen=True, kw_only=True):
    """The sides that a seat of mine would like to play, the dearest first; it need not name all."""

    seat: SeatNumber
    sides: Annotated[tuple[Annotated[str, Meta(max_length=60)], ...], Meta(max_length=64)]


class DrawnSeat(Struct, frozen=True, kw_only=True):
    """A seat as it was before sides were drawn: who sat there, what they wished for, and which seat they were given."""

    name: str
    kind: SeatKind
    wishes: tuple[str, ...]
    seat: int


class DrawnSides(Struct, frozen=True, kw_only=True):
    """How sides were drawn, for everybody to work out anew: seats as people sat in the lobby, sides by seat given.

    `order` is the answer of the dice with the host's seed to request 0 for `wartable sides`: seats as they are drawn.
    """

    give: Literal["seated", "lot", "preference"]
    sides: tuple[str, ...]
    order: tuple[int, ...]
    seats: tuple[DrawnSeat, ...]


class TableCard(Struct, frozen=True, kw_only=True):
    """A table in a list. `updated` is ISO 8601 in UTC; `owners` are the seats owning the spaces, for a thumbnail.

    `deadline` is when somebody's time runs out, of `granted` seconds, in milliseconds since 1970 by the server's clock,
    which every answer tells in its header `wartable-time`. `retired`: it can only be looked at any more.
    """

    id: str
    game: str
    preset: str
    title: str
    status: Status
    seats: tuple[SeatCard, ...]
    free: int
    turn: int
    asked: str
    waits_for_me: bool
    updated: str
    changes: int
    board: str | None
    owners: tuple[int, ...] | None
    pace: Pace
    deadline: int | None
    granted: int
    paused: bool
    retired: bool = False
    letters: int = 0
    """Letters to me that I have not read."""
    lines: int = 0
    """Lines of the chat that I have not read."""
    offered: tuple[str, ...] = ()
    """What is played on the seats that may be taken over, or whose they are."""
    vote: OpenVote | None = None
    """The vote on the clock that is open."""


class SeatWish(Struct, frozen=True, kw_only=True):
    """A seat as wanted at a new table."""

    kind: Literal["me", "open", "bot", "local"]
    level: Annotated[str, Meta(max_length=40)] = ""
    name: Text60 = ""
    colour: Annotated[int, Meta(ge=0, le=8)] = 0


class TableWish(Struct, frozen=True, kw_only=True):
    """A table as wanted. `start` begins at once: open seats are left out.

    `seed` gives repeatable dice, for trying things out; only a server that serves its own machine takes it. `joins`:
    the browser of who makes the table will add to its dice, and the first roll waits for it.
    """

    game: Annotated[str, Meta(max_length=60)]
    preset: Annotated[str, Meta(max_length=60)] = ""
    options: dict[str, Any] = {}
    title: Text60 = ""
    private: bool = False
    seats: Annotated[tuple[SeatWish, ...], Meta(min_length=1, max_length=64)] = (SeatWish(kind="me"),)
    pace: Pace = field(default_factory=Pace)
    press: PressRule = PressRule()
    sides: SidesRule = SidesRule()
    start: bool = False
    joins: bool = False
    seed: Annotated[str, Meta(max_length=64)] | None = None


class SeatChange(Struct, frozen=True, kw_only=True):
    """What should become of a seat. `open` frees it, `none` removes it from the table."""

    kind: Literal["me", "bot", "local", "open", "none"]
    level: Annotated[str, Meta(max_length=40)] = ""
    name: Text60 = ""
    invite: Annotated[str, Meta(max_length=64)] = ""


class OptionsWish(Struct, frozen=True, kw_only=True):
    """Options as wanted: a preset and what differs from it."""

    preset: Annotated[str, Meta(max_length=60)]
    options: dict[str, Any] = {}


class Again(Struct, frozen=True, kw_only=True):
    """Where a finished game is played again: the table, who asked for it, and whether that was me."""

    table: str
    by: str
    mine: bool


class Retired(Struct, frozen=True, kw_only=True):
    """A game that has begun by rules which are not here any more: why, and what is still known of it.

    `at` is when it had last changed by the time it was kept, ISO 8601 in UTC; empty where nothing was kept, and then so
    are preset and changes. So many `moves` were made since. `changes` are the options that differ from the preset, each
    by its label. `pictured`: the address `/picture` of the table shows the position. `here`: the game is installed.
    """

    why: str
    game: str
    version: str
    here: bool
    preset: str
    changes: tuple[tuple[str, str], ...]
    at: str
    moves: int
    pictured: bool


class Table(Struct, frozen=True, kw_only=True):
    """A table as one player sees it. `roles` says what each seat would play if it began so, where seats differ.

    `counts` are the numbers of seats with which the game can begin. `wishes` are the sides that seats of mine would
    like to play. `master` says whether the game master's seat is free, taken or mine (null: there is none). `lost` are
    seats that were mine and that somebody else plays now. A `retired` table can only be looked at.
    """

    id: str
    game: str
    title: str
    preset: str
    options: dict[str, Any]
    board: str | None
    changes: int
    status: Status
    private: bool
    creator: bool
    invite: str
    seats: tuple[SeatCard, ...]
    roles: tuple[str, ...]
    counts: tuple[int, ...]
    my_seats: tuple[int, ...]
    seat_link: str | None
    can_start: bool
    missing: str
    pace: Pace
    press: PressRule
    sides: SidesRule
    wishes: dict[int, tuple[str, ...]]
    master: Literal["free", "taken", "mine"] | None
    dice: TableDice
    again: Again | None
    retired: Retired | None = None
    lost: tuple[int, ...] = ()
