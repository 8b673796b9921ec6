"""Where the clock of a table stands: wound anew with every turn, put aside while somebody else is asked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import msgspec

from wartable.engine.game import AnyGame
from wartable.engine.values import CHANCE
from wartable.server.closing import check, closing
from wartable.server.problems import Refused
from wartable.server.rows import TableRow
from wartable.server.windows import LEAST as LEAST_WINDOW
from wartable.server.windows import usual, window_of
from wartable.server.wire import Pace
from wartable.server.wire_play import Clock

if TYPE_CHECKING:
    from wartable.server.table import Table


LEAST = 10
"""The shortest time for a turn, in seconds."""


class Timing(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far the time of a turn has run, as stored; points in time are seconds since 1970.

    It runs for `turn` (its number and whose it is; of secret decisions, the step) and, where seats decide openly, for
    the `seats` asked; in the middle of a turn for the reaction window of a `step`. It ends at `until`; while the clock
    is `paused` that is None and `left` says how many seconds are left. `granted` is the whole time. `aside` holds what
    is left to those who were asked before in the same turn, `late` those who have missed it.
    """

    turn: tuple[int, int] | None = None
    seats: tuple[int, ...] = ()
    step: int = -1
    until: float | None = None
    left: float | None = None
    granted: float = 0.0
    paused: bool = False
    votes: tuple[int, ...] = ()
    late: tuple[int, ...] = ()
    aside: Mapping[str, float] = {}

    def lasting(self, seconds: float, at: float) -> Timing:
        """Return the same with so many seconds left from now on."""
        if self.paused:
            return msgspec.structs.replace(self, until=None, left=seconds)
        return msgspec.structs.replace(self, until=at + seconds, left=None)

    def rest(self, at: float) -> float:
        """Return the seconds left, negative ones when it is over."""
        if self.until is not None:
            return self.until - at
        return self.left or 0.0


def pace_of(text: str) -> Pace:
    """Return how long turns may take, as stored."""
    return msgspec.json.decode(text, type=Pace)


def with_timing(row: TableRow, timing: Timing) -> TableRow:
    """Return a table's row with its clock standing elsewhere."""
    return msgspec.structs.replace(row, timing=msgspec.json.encode(timing).decode())


def stored_pace(game: AnyGame, wish: Pace) -> str:
    """Return a wish for a clock as it is stored, with nothing left open; raises `Refused` for what cannot be."""
    for name, seconds in (("a turn", wish.seconds), ("a brief turn", wish.short)):
        if 0 < seconds < LEAST:
            raise Refused(400, "clock.short", f"{LEAST} seconds is the least for {name}; 0 is no limit.")
    window = usual(wish.seconds) if wish.window is None else wish.window
    if 0 < window < LEAST_WINDOW:
        raise Refused(400, "clock.short", f"{LEAST_WINDOW} seconds is the least for reactions; 0 is no limit.")
    check(wish)
    absent: Literal["rules", "bot"] = "rules" if game.blurb.absent else "bot"
    days = tuple(sorted(set(wish.weekdays)))
    kept = msgspec.structs.replace(wish, window=window, absent=wish.absent or absent, weekdays=days)
    return msgspec.json.encode(kept).decode()


def timing_of(text: str) -> Timing:
    """Return where a clock stands, as stored."""
    return msgspec.json.decode(text, type=Timing)


def has_clock(pace: Pace) -> bool:
    """Whether anything at a table ends by itself: turns, or only what is asked out of turn."""
    return bool(pace.seconds or pace.window)


def time_for(table: Table) -> float:
    """Return how many seconds the turn that is on is given."""
    pace = pace_of(table.row.pace)
    if window := window_of(table):
        return float(window)
    if pace.short and table.asked is not None and table.asked.brief:
        return float(pace.short)
    return float(pace.seconds)


def wound(table: Table) -> tuple[str, float | None]:
    """Return the timing of a table as it stands now (JSON), and its deadline; nothing where there is no clock."""
    match = table.running()
    if table.mixing.pending:  # time runs from the first moment that somebody can decide
        return "{}", table.mixing.until
    if match.outcome is not None or not has_clock(pace_of(table.row.pace)):
        return "{}", None
    timing = _wound(table, timing_of(table.row.timing))
    waits = bool(table.people_asked if table.hushed else table.waited)
    return msgspec.json.encode(timing).decode(), timing.until if waits else None


def _wound(table: Table, old: Timing) -> Timing:
    number, seat = table.game.clock(table.running().state)
    step = table.question if table.hushed else -1
    if table.secret and not table.hushed:
        number = table.question
    turn = (number, CHANCE if seat is None else int(seat))
    people = tuple(int(one) for one in table.people_asked)
    seats = () if table.secret else people
    if (turn, step, seats) == (old.turn, old.step, old.seats) and (old.until, old.left) != (None, None):
        return old
    at = table.now()
    # Where a game does not say whose turn it is, whoever is asked next has a turn of his own.
    interrupted = turn == old.turn and seat is not None
    aside = dict(old.aside) if interrupted else {}
    if interrupted and old.seats and (old.until, old.left) != (None, None):
        aside[_names(old.seats)] = old.rest(at)
    late = old.late if interrupted else ()
    new = Timing(turn=turn, seats=seats, step=step, paused=old.paused, votes=old.votes, late=late, aside=aside)
    least = time_for(table)
    if not people or not least:
        return new
    granted = ends(table, at, least) - at
    left = aside.pop(_names(seats), granted)
    return msgspec.structs.replace(new, granted=granted, aside=aside).lasting(left, at)


def ends(table: Table, at: float, seconds: float) -> float:
    """Return when a turn with so many seconds left at a moment ends, by the hours and days on which turns close."""
    return at + seconds if window_of(table) else closing(pace_of(table.row.pace), at, seconds)


def _names(seats: tuple[int, ...]) -> str:
    return ",".join(map(str, seats))


def clock_info(table: Table) -> Clock:
    """Return the clock of a table as everybody sees it."""
    timing = timing_of(table.row.timing)
    deadline = None if table.mixing.pending else table.row.deadline
    return Clock(
        deadline=None if deadline is None else millis(deadline),
        granted=round(timing.granted),
        paused=timing.paused,
        left=None if timing.left is None else round(timing.left),
        votes=timing.votes,
    )


def millis(at: float) -> int:
    """Return a point in time in milliseconds since 1970."""
    return round(at * 1000)
