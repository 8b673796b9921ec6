"""What a pace means: the dates of a game's first round, by the same reckoning that closes its turns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from wartable.engine import registry
from wartable.engine.values import Asked, Coming
from wartable.server import catalogue
from wartable.server.clock_controls import spoken
from wartable.server.clocks import millis
from wartable.server.closing import closing, zone_of
from wartable.server.pace_rules import settled_pace
from wartable.server.timing import seconds_of
from wartable.server.wire_clock import DatedPhase, Dates, DatesWish
from wartable.server.wire_pace import Pace

ROUNDS = 10
DAY = 86_400
TURNS = tuple(Coming(title=f"{name} turn") for name in ("First", "Second", "Third", "Fourth", "Fifth"))
"""What is dated of a game that names no phases."""


def dates(game_key: str, wish: DatesWish, start: float) -> Dates:
    """Return the dates of a game that starts at a moment; raises `Refused` for a pace that cannot be."""
    game = registry.get(game_key)
    _, options = catalogue.read_options(game, wish.preset, wish.options)
    pace = settled_pace(game, wish.pace)
    named = game.first_round(options)
    if not pace.seconds:
        return Dates(start=millis(start), phases=(), round="", seconds=0, ten=0, note="")
    phases = named or TURNS
    closed = list(_closed(pace, phases, start))
    after = [closes for _, closes, _ in closed]
    return Dates(
        start=millis(start),
        phases=tuple(
            DatedPhase(title=one.title, closes=millis(closes), brief=one.brief, maybe=one.maybe, far=far)
            for one, closes, far in closed[: len(phases)]
        ),
        round=game.blurb.round if named else "",
        seconds=round(after[len(named) - 1] - start) if named else 0,
        ten=round(after[-1] - start) if named else 0,
        note=_note(pace, start, seconds_of(pace, _question(phases[0]))),
    )


def _closed(pace: Pace, phases: Sequence[Coming], start: float) -> Iterator[tuple[Coming, float, bool]]:
    """Yield the phases of ten rounds with when they close, and whether that is days later than their time is over."""
    at = start
    for one in [*phases] * ROUNDS:
        seconds = seconds_of(pace, _question(one))
        closes = closing(pace, at, seconds)
        yield one, closes, closes - at - seconds >= DAY
        at = closes


def _question(one: Coming) -> Asked:
    """Return a phase to come as the question that will be asked, which is what its time goes by."""
    return Asked(seats=(), step=0, turn=0, whose=None, brief=one.brief, about=one.about)


def _note(pace: Pace, start: float, seconds: int) -> str:
    """Say why the first phase does not close at the first hour at which the table closes phases."""
    if not pace.closes_at or seconds > DAY:
        return ""
    first, closes = closing(pace, start, 0), closing(pace, start, seconds)
    if first == closes:
        return ""
    day = datetime.fromtimestamp(closes, zone_of(pace.zone))
    soon = spoken(round((first - start) / 60) * 60) or "less than a minute"
    return (
        f"{pace.closes_at} is {soon} after the start, and the first phase takes {spoken(seconds)}. "
        f"It closes on {day:%A}."
    )
