"""When a turn's time runs out where a table closes turns at a time of day, or on some days of the week alone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time, timedelta, tzinfo
from functools import lru_cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from wartable.server.problems import Refused
from wartable.server.wire_pace import Pace

WEEK = 7


def has_calendar(pace: Pace) -> bool:
    """Whether the end of a turn depends on more than when it began."""
    return bool(pace.closes_at or pace.weekdays)


def closing(pace: Pace, began: float, seconds: float) -> float:
    """Return when a turn of so many seconds ends, in seconds since 1970.

    It lasts so long at least, and then until the table's time of day comes on a day on which turns close. Where only
    days are named, a turn that would end on another day ends at the same time of the next of these. Days are those of
    the calendar, so that an hour stays the same when summer time begins.
    """
    if not has_calendar(pace):
        return began + seconds
    zone = zone_of(pace.zone)
    least = _least(pace, datetime.fromtimestamp(began, zone), timedelta(seconds=seconds))
    at = time.fromisoformat(pace.closes_at) if pace.closes_at else least.time()
    return next(one.timestamp() for one in _moments(least, at, zone, pace.weekdays) if one >= least)


def _least(pace: Pace, at: datetime, left: timedelta) -> datetime:
    """Return when so much time has passed; where rest days do not count, that of days on which turns close."""
    while pace.rest_days and pace.weekdays:
        midnight = datetime.combine(at.date() + timedelta(days=1), time(), at.tzinfo)
        if at.weekday() in pace.weekdays:
            if at + left <= midnight:
                break
            left -= midnight - at
        at = midnight
    return datetime.fromtimestamp((at + left).timestamp(), at.tzinfo)


def _moments(first: datetime, at: time, zone: tzinfo, weekdays: tuple[int, ...]) -> Iterator[datetime]:
    """Yield a time of day on each day of a week and one more that is among the weekdays, all where none is named.

    One that the change to summer time leaves out is as much later as the clock goes on.
    """
    for days in range(WEEK + 1):
        day = first.date() + timedelta(days=days)
        if not weekdays or day.weekday() in weekdays:
            yield datetime.fromtimestamp(datetime.combine(day, at, zone).timestamp(), zone)


@lru_cache(maxsize=256)
def zone_of(name: str) -> ZoneInfo:
    """Return a time zone by its name, as `Europe/Rome`; raises `Refused` where there is none of that name."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:
        message = f"There is no time zone {name!r}. Write one as Europe/Rome, or UTC."
        raise Refused(400, "clock.zone", message) from error


def check(pace: Pace) -> None:
    """Raise `Refused` for a zone, an hour or days that cannot be."""
    zone_of(pace.zone)
    if pace.closes_at:
        try:
            time.fromisoformat(pace.closes_at)
        except ValueError as error:
            message = f"{pace.closes_at} is not a time of day. Write hours and minutes, as 18:00."
            raise Refused(400, "clock.hour", message) from error
    if any(day not in range(WEEK) for day in pace.weekdays):
        message = "Days are given as numbers from 0, which is Monday, to 6, which is Sunday."
        raise Refused(400, "clock.day", message)
    if has_calendar(pace) and not pace.seconds:
        message = (
            "Turns without a time limit cannot close at a set time or on set days. Choose a time for a turn first."
        )
        raise Refused(400, "clock.none", message)
