"""Where the clock of a table stands: wound anew with every turn, put aside while somebody else is asked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import msgspec
from msgspec import UNSET

from wartable.engine.values import CHANCE
from wartable.server import absence, time_bank
from wartable.server.closing import closing
from wartable.server.rows import SeatRow
from wartable.server.timing import Timing, ends_of, pace_of, seconds_of, timing_of
from wartable.server.windows import window_of
from wartable.server.wire_pace import Pace
from wartable.server.wire_play import Clock

if TYPE_CHECKING:
    from wartable.server.table import Table

LEAST_REST = 30.0
"""After a stop of the clock, or a sleep of the servers, so many seconds at least are left to whoever is asked."""
MOST_REST = 3600.0
"""Where nobody expected the clock to go on, whoever is asked has at most so many seconds left to see it."""


def has_clock(pace: Pace) -> bool:
    """Whether anything at a table ends by itself: turns, or only what is asked out of turn."""
    return bool(pace.seconds or pace.window)


def time_for(table: Table) -> float:
    """Return how many seconds the turn that is on is given."""
    if window := window_of(table):
        return float(window)
    return float(seconds_of(table.pace, table.asked))


def wound(table: Table) -> tuple[str, float | None]:
    """Return the timing of a table as it stands now (JSON), and when it has to be looked at; nothing without a clock.

    That is the deadline, or earlier where somebody is to be reminded, or later where a holiday ends.
    """
    match = table.running()
    if table.mixing.pending:  # time runs from the first moment that somebody can decide
        return "{}", table.mixing.until
    if match.outcome is not None or not has_clock(pace_of(table.row.pace)):
        return "{}", None
    timing = _wound(table, _present(table, timing_of(table.row.timing)))
    timing = time_bank.with_ready(table, timing)
    ends = _ends(table, timing)
    look = max(timing.holidays.values()) if timing.holidays else _earlier(ends, next_reminder(table, timing))
    look = _earlier(look, timing.paused_until)
    timing = msgspec.structs.replace(timing, ends=UNSET if ends == look else ends)
    return msgspec.json.encode(timing).decode(), look


def _earlier(*moments: float | None) -> float | None:
    return min((at for at in moments if at is not None), default=None)


def _present(table: Table, timing: Timing) -> Timing:
    """Return a timing without the holidays of those who have given up meanwhile."""
    if not any(table.seats[seat].given_up for seat in timing.holidays):
        return timing
    here = {seat: until for seat, until in timing.holidays.items() if not table.seats[seat].given_up}
    return resumed(table, msgspec.structs.replace(timing, holidays=here))


def _wound(table: Table, old: Timing) -> Timing:
    number, seat = table.game.clock(table.running().state)
    step = table.question if table.hushed else -1
    if table.secret and not table.hushed:
        number = table.question
    turn = (number, CHANCE if seat is None else int(seat))
    people = tuple(int(one) for one in table.people_asked)
    seats = () if table.secret else (*people, *map(int, absence.expected(table)))
    if (turn, step, seats) == (old.turn, old.step, old.seats) and old.timed:
        return old
    at = table.now()
    # Where a game does not say whose turn it is, whoever is asked next has a turn of his own.
    interrupted = turn == old.turn and seat is not None
    aside = dict(old.aside) if interrupted else {}
    if interrupted and old.seats and old.timed:
        aside[_names(old.seats)] = old.rest(at)
    new = msgspec.structs.replace(
        _kept(old),
        turn=turn,
        seats=seats,
        step=step,
        late=old.late if interrupted else (),
        aside=aside,
        bank=old.bank if interrupted else time_bank.settled(table.pace, old, at),
        asked=people,
        whole=old.whole if table.asked and table.asked.brief else people,
        began=at,
    )
    least = time_for(table)
    if not (people or seats) or not least:
        return new
    granted = ends(table, at, least) - at
    left = aside.pop(_names(seats), granted)
    return msgspec.structs.replace(new, granted=granted, aside=aside).lasting(left, at)


def _kept(old: Timing) -> Timing:
    """Return what stays from turn to turn: what was agreed, and what players have used up."""
    return Timing(
        paused=old.paused,
        paused_until=old.paused_until,
        votes=old.votes,
        refused=old.refused,
        forgiven=old.forgiven,
        holidays=old.holidays,
        taken=old.taken,
        bank=old.bank,
        excused=old.excused,
    )


def ends(table: Table, at: float, seconds: float) -> float:
    """Return when a turn with so many seconds left at a moment ends, by the hours and days on which turns close."""
    return at + seconds if window_of(table) else closing(pace_of(table.row.pace), at, seconds)


def welcomed(table: Table, timing: Timing, seats: Iterable[int]) -> Timing:
    """Return a timing in which seats have a whole turn again that were away, and were not waited for any more."""
    if table.deserted or set(absence.overdue(table)) & set(seats):
        timing = msgspec.structs.replace(timing, until=None, left=None)
    over = {_names((seat,)) for seat in seats}
    aside = {names: left for names, left in timing.aside.items() if left > 0 or names not in over}
    return msgspec.structs.replace(timing, aside=aside)


def resumed(table: Table, timing: Timing) -> Timing:
    """Let a clock that nothing stops any more go on, with a moment at least for everybody to see it."""
    if timing.standing or timing.left is None:
        return timing
    left = max(timing.left, min(LEAST_REST, timing.granted))
    return msgspec.structs.replace(timing, until=ends(table, table.now(), left), left=None)


def _names(seats: tuple[int, ...]) -> str:
    return ",".join(map(str, seats))


def _ends(table: Table, timing: Timing) -> float | None:
    """Return when the time of those who are waited for runs out, or where a phase is held back, when it closes."""
    if timing.until is None:
        return None
    waited = table.people_asked if table.hushed else table.waited
    if waited:
        return timing.until + time_bank.longest(table, timing, waited)
    if absence.expected(table):  # once it is over, those who decide for them need no clock
        return timing.until if timing.until > table.now() else None
    return _held_until(table, timing)


def held_back(table: Table) -> bool:
    """Whether a phase stays open although all are ready: its hour has not come, or its least time is not over."""
    timing = timing_of(table.row.timing)
    if not table.pace.early and timing.standing and _may_hold(table, timing):
        return True
    held = _held_until(table, timing)
    return held is not None and table.now() < held


def _held_until(table: Table, timing: Timing) -> float | None:
    pace = table.pace
    if timing.until is None or not _may_hold(table, timing):
        return None
    if not pace.early:
        return timing.until
    return min(timing.until, timing.began + pace.least) if pace.least else None


def _may_hold(table: Table, timing: Timing) -> bool:
    """Whether the hour of a phase matters to people who are ready: not where it is over and was put off."""
    return timing.timed and table.secret and not table.hushed and bool(table.people_asked) and not timing.overdue


def next_reminder(table: Table, timing: Timing) -> float | None:
    """Return when those who are not ready are to be reminded next, if at all."""
    if timing.until is None or not table.waited or table.hushed:
        return None
    before = timing.reminded or timing.granted
    coming = [seconds for seconds in table.pace.reminders if seconds < before]
    return timing.until - max(coming) if coming else None


def clock_info(table: Table) -> Clock:
    """Return the clock of a table as everybody sees it."""
    timing = timing_of(table.row.timing)
    deadline = None if table.mixing.pending else ends_of(table.row)
    banks = time_bank.stores(table, timing)
    return Clock(
        deadline=None if deadline is None else millis(deadline),
        granted=round(timing.granted),
        paused=timing.paused,
        left=None if timing.left is None else round(timing.left),
        paused_until=None if timing.paused_until is None else millis(timing.paused_until),
        votes=timing.votes,
        refused=timing.refused,
        needed=votes_needed(table.pace, table.people),
        late=timing.overdue,
        since=None if timing.since is None else millis(timing.since),
        holidays={seat: millis(until) for seat, until in timing.holidays.items()},
        taken={seat: round(seconds) for seat, seconds in timing.taken.items()},
        bank=banks,
        bank_from=millis(timing.until) if banks and timing.until is not None else None,
    )


def votes_needed(pace: Pace, people: Iterable[SeatRow]) -> int:
    """Return how many of those who play and are there have to agree to stop the clock, or to let it go on."""
    here = sum(not chair.away for chair in people)
    return here if pace.pause == "all" else here // 2 + 1


def least_rest(timing: Timing) -> float:
    """Return how many seconds whoever is asked has at least where the clock goes on and nobody had expected it."""
    return min(timing.granted, max(LEAST_REST, min(timing.granted / 10, MOST_REST)))


def millis(at: float) -> int:
    """Return a point in time in milliseconds since 1970."""
    return round(at * 1000)
