"""Turns that close at a time of day and on some days of the week, over weekends and the change to summer time."""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from wartable.server.closing import check, closing
from wartable.server.problems import Refused
from wartable.server.wire_pace import Pace

HOUR = 3600
DAY = 86_400
WORKDAYS = (0, 1, 2, 3, 4)


def _closes(began: str, pace: Pace) -> str:
    zone = ZoneInfo(pace.zone)
    at = datetime.fromisoformat(began).replace(tzinfo=zone).timestamp()
    return datetime.fromtimestamp(closing(pace, at, pace.seconds), zone).isoformat()[:16]


@pytest.mark.parametrize(
    ("began", "pace", "wanted"),
    [
        pytest.param("2026-11-23T10:00", Pace(seconds=2 * DAY), "2026-11-25T10:00", id="no calendar"),
        pytest.param("2026-11-23T10:00", Pace(seconds=2 * DAY, closes_at="18:00"), "2026-11-25T18:00", id="evening"),
        pytest.param("2026-11-23T19:00", Pace(seconds=2 * DAY, closes_at="18:00"), "2026-11-26T18:00", id="the next"),
        pytest.param("2026-11-23T18:00", Pace(seconds=DAY, closes_at="18:00"), "2026-11-24T18:00", id="on the hour"),
        pytest.param(
            "2026-11-26T18:00",
            Pace(seconds=2 * DAY, closes_at="18:00", weekdays=WORKDAYS),
            "2026-11-30T18:00",
            id="after the weekend",
        ),
        pytest.param("2026-11-27T10:00", Pace(seconds=DAY, weekdays=WORKDAYS), "2026-11-30T10:00", id="days alone"),
        pytest.param("2026-11-23T10:00", Pace(seconds=DAY, weekdays=WORKDAYS), "2026-11-24T10:00", id="such a day"),
        pytest.param(
            "2026-11-23T10:00",
            Pace(seconds=DAY, closes_at="09:00", weekdays=(0,)),
            "2026-11-30T09:00",
            id="once a week",
        ),
        pytest.param(
            "2026-11-23T08:00", Pace(seconds=HOUR, closes_at="09:00", weekdays=(0,)), "2026-11-23T09:00", id="today"
        ),
    ],
)
def test_a_turn_lasts_its_time_and_then_until_a_table_closes_turns(began: str, pace: Pace, wanted: str) -> None:
    assert _closes(began, pace) == wanted


def test_the_hour_stays_where_summer_time_begins_and_one_that_is_left_out_comes_later() -> None:
    evening = Pace(seconds=DAY, closes_at="18:00", zone="Europe/Berlin")
    assert _closes("2026-03-28T17:00", evening) == "2026-03-29T18:00"
    assert _closes("2026-03-28T01:00", Pace(seconds=DAY, closes_at="02:30", zone="Europe/Berlin")) == "2026-03-29T03:30"


@pytest.mark.parametrize(
    ("pace", "code"),
    [
        (Pace(seconds=DAY, zone="Europe/Romee"), "clock.zone"),
        (Pace(seconds=DAY, zone="../etc/passwd"), "clock.zone"),
        (Pace(seconds=DAY, closes_at="25:00"), "clock.hour"),
        (Pace(seconds=DAY, weekdays=(7,)), "clock.day"),
        (Pace(closes_at="18:00"), "clock.none"),
        (Pace(weekdays=(0,)), "clock.none"),
    ],
)
def test_what_cannot_be_is_refused(pace: Pace, code: str) -> None:
    with pytest.raises(Refused) as refused:
        check(pace)
    assert refused.value.problem.code == code


def test_an_hour_that_comes_a_day_later_does_not_slip_a_day_when_summer_time_begins() -> None:
    evening = Pace(seconds=DAY, closes_at="18:00", zone="Europe/Berlin")
    assert _closes("2026-03-28T18:00", evening) == "2026-03-29T18:00"
    assert _closes("2026-10-24T18:00", evening) == "2026-10-25T18:00"


@pytest.mark.parametrize(
    ("began", "days", "wanted"),
    [
        ("2026-11-27T18:00", 2, "2026-12-01T18:00"),
        ("2026-11-26T18:00", 2, "2026-11-30T18:00"),
        ("2026-11-28T12:00", 1, "2026-12-01T18:00"),
        ("2026-11-27T19:00", 1, "2026-12-01T18:00"),
    ],
)
def test_days_of_rest_do_not_count(began: str, days: int, wanted: str) -> None:
    pace = Pace(seconds=days * DAY, closes_at="18:00", weekdays=WORKDAYS, rest_days=True)
    assert _closes(began, pace) == wanted
