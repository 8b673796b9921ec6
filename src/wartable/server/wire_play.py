"""What goes over the wire while a game is played: updates, decisions, log, chat, chart and result."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from wartable.engine.actions import Offer
from wartable.engine.mixing import Round
from wartable.engine.study import Scored
from wartable.engine.told import Dice
from wartable.engine.values import Asked
from wartable.server.wire import Key, SeatNumber, Status, StepNumber, Table


class LogLine(Struct, frozen=True, kw_only=True, gc=False):
    """One sentence of the log. `step` is the move that told it, `decision` the seat's move that it came from.

    `seat` did what is told, `against` is the seat that was attacked, where one was. `bot` says that code decided,
    `rules` that it was the rules, for somebody who had not decided: the time ran out, or the turn was closed.
    """

    step: int
    decision: int
    turn: int
    seat: int | None
    against: int | None
    text: str
    kind: str
    spaces: tuple[str, ...]
    dice: Dice | None
    chance: float | None
    mine: bool
    bot: bool
    rules: bool = False


class ChatLine(Struct, frozen=True, kw_only=True, gc=False):
    """One line of chat; `id` is its sequence number, `at` ISO 8601 in UTC."""

    id: int
    name: str
    colour: int
    text: str
    at: str


class Mark(Struct, frozen=True, kw_only=True, gc=False):
    """Where a turn of a seat begins: the step after which it does. `title` is its name; empty where it has none."""

    turn: int
    seat: int | None
    step: int
    title: str = ""


class Point(Struct, frozen=True, kw_only=True, gc=False):
    """A point of the chart: the measures as they stood when a turn ended at `step`."""

    step: int
    turn: int
    values: dict[str, tuple[float, ...]]


class Series(Struct, frozen=True, kw_only=True):
    """The whole chart: for each measure a row per turn with a figure per seat."""

    names: tuple[str, ...]
    turns: tuple[int, ...]
    steps: tuple[int, ...]
    values: dict[str, tuple[tuple[float, ...], ...]]


class UndoInfo(Struct, frozen=True, kw_only=True):
    """Whether the viewer may take back, what that would take back, how far (`earliest`), or why not."""

    allowed: bool
    seat: int | None
    label: str
    reason: str
    earliest: int


class OutcomeInfo(Struct, frozen=True, kw_only=True):
    """How a game ended."""

    ranks: tuple[int, ...]
    scores: tuple[float, ...]
    reason: str
    winners: tuple[int, ...]


class Clock(Struct, frozen=True, kw_only=True):
    """Where the clock of a turn stands. `deadline` is in milliseconds since 1970 by the server's time.

    It is null while the clock is `paused` (then `left` says how many seconds are left), or while nobody's time runs.
    A pause ends by itself at `paused_until`. `granted` is the whole time of the turn in seconds; `votes` are seats that
    want the clock paused, or resumed, where so many are `needed`, and `refused` those that do not. `late` are seats
    whose first missed deadline, at `since`, was put off. `holidays` says until when seats are on holiday, and `taken`
    how many seconds of holidays they have taken; while one of them is, the clock stands. `bank` is what each seat has
    in store in seconds, and `bank_from` when it begins to be used.
    """

    deadline: int | None
    granted: int
    paused: bool
    left: int | None
    votes: tuple[int, ...]
    needed: int = 0
    refused: tuple[int, ...] = ()
    paused_until: int | None = None
    late: tuple[int, ...] = ()
    since: int | None = None
    holidays: dict[int, int] = {}
    taken: dict[int, int] = {}
    bank: dict[int, int] = {}
    bank_from: int | None = None


class Update(Struct, frozen=True, kw_only=True):
    """What changed since `from_step`. Later steps that the viewer has beyond `from_step` were taken back.

    `view`, `events`, `prompts` and `offers` hold only what the viewer may know. `ready` are those of `to_act` who have
    said that their drafts may count. Where all decide in secret, offers come for the seat looked through only. `asked`
    says why they are asked, and is null while the dice roll and when the game is over. `sides` says by numbers which
    seats are allies; it is empty where everybody plays alone.
    """

    seq: int
    step: int
    from_step: int
    turn: int
    seat: int | None
    status: Status
    look: int | None
    view: Any
    events: tuple[Any, ...]
    log: tuple[LogLine, ...]
    asked: Asked | None
    to_act: tuple[int, ...]
    ready: tuple[int, ...]
    sides: tuple[int, ...]
    prompts: dict[int, str]
    offers: dict[int, tuple[Offer, ...]]
    undo: UndoInfo
    outcome: OutcomeInfo | None
    points: tuple[Point, ...]
    marks: tuple[Mark, ...]
    clock: Clock


class LogPage(Struct, frozen=True, kw_only=True):
    """A part of the log: its lines, and the step after which they begin (0: with the first move)."""

    lines: tuple[LogLine, ...]
    start: int


class Snapshot(Struct, frozen=True, kw_only=True):
    """Everything a browser needs to show a table. `log` begins after step `log_start`; pages tell what was before.

    `heard` is the last line of the chat, by its `id`, that whoever looks has read.
    """

    table: Table
    seq: int
    step: int
    update: Update | None
    log: tuple[LogLine, ...]
    log_start: int
    series: Series
    chat: tuple[ChatLine, ...]
    heard: int = 0
    commitment: str
    marks: tuple[Mark, ...]


class ActionWish(Struct, frozen=True, kw_only=True):
    """A decision of a seat: `action` is a `GAME.action` of the document, such as `pig.action`.

    `seq`: the last entry its player had seen, to notice that they have moved elsewhere since.
    """

    seat: SeatNumber
    action: dict[str, Any]
    key: Key
    seq: StepNumber | None = None


class ReadWish(Struct, frozen=True, kw_only=True):
    """A decision in the game's own notation."""

    seat: SeatNumber
    text: Annotated[str, Meta(max_length=4000)]


class Reading(Struct, frozen=True):
    """A notation read: the decision it stands for, legal or not."""

    action: Any


class UndoWish(Struct, frozen=True, kw_only=True):
    """Take back the last decision, or everything after step `to`."""

    seat: SeatNumber
    key: Key
    to: StepNumber | None = None


class ForecastWish(Struct, frozen=True, kw_only=True):
    """Actions whose odds are wanted, at most 64."""

    seat: SeatNumber
    actions: Annotated[tuple[dict[str, Any], ...], Meta(max_length=64)]


class InquiryWish(Struct, frozen=True, kw_only=True):
    """A question of the game about the position, or that after a past `step`, as a seat sees it (null: a spectator)."""

    seat: SeatNumber | None = None
    inquiry: dict[str, Any]
    step: StepNumber | None = None


class SeatOnly(Struct, frozen=True, kw_only=True):
    """A seat."""

    seat: SeatNumber


class ChatWish(Struct, frozen=True, kw_only=True):
    """Something to say to the table."""

    text: Annotated[str, Meta(max_length=2000)]
    key: Key | None = None


class ChatReadWish(Struct, frozen=True, kw_only=True):
    """That I have read the chat up to a line, by its `id`."""

    line: Annotated[int, Meta(ge=1)]


class Moment(Struct, frozen=True, kw_only=True):
    """The board after one step, and the events and sentences that led to it."""

    step: int
    turn: int
    seat: int | None
    view: Any
    events: tuple[Any, ...]
    text: str


class Why(Struct, frozen=True):
    """A bot's reason in one sentence."""

    text: str


class TurningPoint(Struct, frozen=True, kw_only=True):
    """A turn that changed who was ahead: `swing` is the change of the leading share, 0 to 1."""

    step: int
    turn: int
    text: str
    swing: float


class SeatDice(Struct, frozen=True, kw_only=True):
    """The dice of one seat over a game: how often each face came, and what they brought against expectation."""

    seat: int
    rolled: tuple[int, ...]
    mean: float
    expected_mean: float
    gained: float
    expected: float
    luck: float


class Result(Struct, frozen=True, kw_only=True):
    """A finished game: result, chart, swings, dice, and their proof: the host's seed and what others added.

    `scores` are points by the scoring systems of the game's hobby; none where there are none.
    """

    outcome: OutcomeInfo
    sentence: str
    scores: tuple[Scored, ...]
    series: Series
    marks: tuple[Mark, ...]
    turning_points: tuple[TurningPoint, ...]
    dice: tuple[SeatDice, ...]
    commitment: str
    seed: str
    rounds: tuple[Round, ...]
    rolls: int
    verified: bool
