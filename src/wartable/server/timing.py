"""Where the clock of a table stands, as it is stored: of the turn that is on, and of what players have used up."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
from msgspec import UNSET, UnsetType

from wartable.engine.values import Asked
from wartable.server.rows import TableRow
from wartable.server.wire_pace import Pace


class Timing(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far the time of a turn has run, as stored; points in time are seconds since 1970.

    It runs for `turn` (its number and whose it is; of secret decisions, the step) and, where seats decide openly, for
    the `seats` asked; in the middle of a turn for the reaction window of a `step`. It ends at `until`; while the clock
    is `paused`, or somebody is on holiday, that is None and `left` says how many seconds are left. `granted` is the
    whole time, since `began`. `aside` holds what is left to those who were asked before in the same turn, `late` those
    who have missed it.

    `ends` is when the turn closes for all, where a table's row has to be looked at earlier; not set, it is the row's
    deadline. `since` is the deadline that was put off for those `overdue`, who are among the `forgiven` from then on.
    `holidays` says until when seats are on holiday, `taken` how many seconds they have used. `bank` is what seats have
    in store, `asked` whose store the turn may use, and `drawn` what those ready have used of it. `reminded` is how many
    seconds before the end the last reminder came. `excused` counts the misses of seats that were not counted. `whole`
    are those asked in the last turn that was not brief: what it came to concerns them, though a brief one asks fewer.

    A pause ends by itself at `paused_until`. While a vote is open, `votes` are the seats that agree, `refused` those
    that do not.
    """

    turn: tuple[int, int] | None = None
    seats: tuple[int, ...] = ()
    step: int = -1
    until: float | None = None
    left: float | None = None
    granted: float = 0.0
    paused: bool = False
    paused_until: float | None = None
    votes: tuple[int, ...] = ()
    refused: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    aside: Mapping[str, float] = {}
    began: float = 0.0
    ends: float | UnsetType | None = UNSET
    since: float | None = None
    overdue: tuple[int, ...] = ()
    forgiven: tuple[int, ...] = ()
    holidays: Mapping[int, float] = {}
    taken: Mapping[int, float] = {}
    asked: tuple[int, ...] = ()
    whole: tuple[int, ...] = ()
    bank: Mapping[int, float] = {}
    drawn: Mapping[int, float] = {}
    reminded: float = 0.0
    excused: Mapping[int, int] = {}

    @property
    def standing(self) -> bool:
        """Whether the clock stands: by agreement, or because somebody is on holiday."""
        return self.paused or bool(self.holidays)

    @property
    def timed(self) -> bool:
        """Whether any time is granted, be it that the clock stands."""
        return (self.until, self.left) != (None, None)

    def lasting(self, seconds: float, at: float) -> Timing:
        """Return the same with so many seconds left from now on."""
        if self.standing:
            return msgspec.structs.replace(self, until=None, left=seconds)
        return msgspec.structs.replace(self, until=at + seconds, left=None)

    def stopped(self, at: float) -> Timing:
        """Return the same with what is left put by; where the clock stands already, as it is."""
        if self.until is None:
            return self
        return msgspec.structs.replace(self, until=None, left=max(self.until - at, 0.0))

    def rest(self, at: float) -> float:
        """Return the seconds left, negative ones when it is over."""
        if self.until is not None:
            return self.until - at
        return self.left or 0.0


def pace_of(text: str) -> Pace:
    """Return how long turns may take, as stored."""
    return msgspec.json.decode(text, type=Pace)


def seconds_of(pace: Pace, asked: Asked | None) -> int:
    """Return how many seconds a question is given: those of its kind of phase, of brief turns, or of all."""
    if asked is None or not pace.seconds:
        return pace.seconds
    return pace.times.get(asked.about) or (asked.brief and pace.short) or pace.seconds


def timing_of(text: str) -> Timing:
    """Return where a clock stands, as stored."""
    return msgspec.json.decode(text, type=Timing)


def with_timing(row: TableRow, timing: Timing) -> TableRow:
    """Return a table's row with its clock standing elsewhere."""
    return msgspec.structs.replace(row, timing=msgspec.json.encode(timing).decode())


def ends_of(row: TableRow) -> float | None:
    """Return when the time of those who are waited for runs out; None while it does not run."""
    ends = timing_of(row.timing).ends
    return row.deadline if isinstance(ends, UnsetType) else ends
