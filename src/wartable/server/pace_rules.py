"""Which clocks a table may have: wishes are checked and settled here, and refused with what would be right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from wartable.engine.game import AnyGame
from wartable.engine.words import listed
from wartable.server.closing import check
from wartable.server.problems import Refused
from wartable.server.windows import LEAST as LEAST_WINDOW
from wartable.server.windows import LIVE, usual
from wartable.server.wire_pace import MONTHS_2, Pace

LEAST = 10
"""The shortest time for a turn, in seconds."""
MINUTE = 60
MOST_REMINDERS = 6


def stored_pace(game: AnyGame, wish: Pace) -> str:
    """Return a wish for a clock as it is stored; raises `Refused` for what cannot be."""
    return msgspec.json.encode(settled_pace(game, wish)).decode()


def settled_pace(game: AnyGame, wish: Pace) -> Pace:
    """Return a wish for a clock with nothing left open; raises `Refused` for what cannot be."""
    window = usual(wish.seconds) if wish.window is None else wish.window
    _check_times(game, wish)
    if 0 < window < LEAST_WINDOW:
        raise Refused(400, "clock.short", f"{LEAST_WINDOW} seconds is the least for reactions; 0 is no limit.")
    check(wish)
    _check_absence(wish)
    _check_live(wish)
    absent: Literal["rules", "bot"] = "rules" if game.blurb.absent else "bot"
    return msgspec.structs.replace(
        wish,
        window=window,
        absent=wish.absent or absent,
        weekdays=tuple(sorted(set(wish.weekdays))),
        times={kind: seconds for kind, seconds in wish.times.items() if seconds},
        reminders=tuple(sorted(set(wish.reminders), reverse=True)),
    )


def _check_times(game: AnyGame, wish: Pace) -> None:
    phases = game.blurb.phases
    for kind in wish.times:
        if kind not in phases:
            there = tuple(phases)
            message = f"{game.title} has no phase {kind!r} with a time of its own."
            message += f" There are: {listed(there)}." if there else ""
            raise Refused(400, "clock.phase", message, fix=there)
    given = [("a turn", wish.seconds), ("a brief turn", wish.short)]
    for name, seconds in given + [(phases[kind].lower(), seconds) for kind, seconds in wish.times.items()]:
        if 0 < seconds < LEAST:
            raise Refused(400, "clock.short", f"{LEAST} seconds is the least for {name}; 0 is no limit.")


def _check_absence(wish: Pace) -> None:
    if not wish.seconds and (named := list(_without_time(wish))):
        message = f"Turns without a time limit have no {listed(named)}. Choose a time for a turn first."
        raise Refused(400, "clock.none", message)
    if len(wish.reminders) > MOST_REMINDERS or any(not MINUTE <= one <= MONTHS_2 for one in wish.reminders):
        message = f"{MOST_REMINDERS} reminders at most, each between a minute and 60 days before the end."
        raise Refused(400, "clock.reminders", message)
    if wish.least and wish.least >= wish.seconds:
        message = "The earliest close has to come before the end of the turn. Choose a shorter time, or no early close."
        raise Refused(400, "clock.least", message)
    if wish.misses and wish.offer > wish.misses:
        message = f"The game stops waiting after {wish.misses} missed deadlines, so a seat cannot be offered after"
        raise Refused(400, "clock.offer", f"{message} {wish.offer}: choose {wish.misses} at most.")
    if wish.holidays_at_once > wish.holidays:
        message = f"{wish.holidays_at_once} days at once are more than the {wish.holidays} days of holidays in all."
        raise Refused(400, "clock.holidays", message)


def _without_time(wish: Pace) -> Iterator[str]:
    """Yield what is wished for that only turns with a time limit have."""
    wished = {
        "times of phases": wish.times,
        "set closing time": not wish.early,
        "earliest close": wish.least,
        "grace": wish.grace,
        "holidays": wish.holidays,
        "reminders": wish.reminders,
        "seats to take over": wish.offer,
        "excused misses": wish.excused,
    }
    yield from (name for name, value in wished.items() if value)


def _check_live(wish: Pace) -> None:
    if (wish.bank or wish.increment) and not 0 < wish.seconds < LIVE:
        message = "A time bank is only for turns of less than an hour. Choose a shorter time, or no time bank."
        raise Refused(400, "clock.bank", message)
