"""Which clocks a table may have, and the dates that they lead to."""

from __future__ import annotations

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest

from wartable.engine import registry
from wartable.engine.values import Asked, Coming
from wartable.server.pace_dates import dates
from wartable.server.pace_rules import settled_pace
from wartable.server.problems import Refused
from wartable.server.timing import seconds_of
from wartable.server.wire_clock import Dates, DatesWish
from wartable.server.wire_pace import Pace

DAY = 86_400
HOUR = 3600
TWO_WEEKDAYS = Pace(
    seconds=2 * DAY,
    times={"orders.retreats": DAY, "orders.adjustments": DAY},
    closes_at="18:00",
    zone="Europe/Berlin",
    weekdays=(0, 1, 2, 3, 4),
    rest_days=True,
)


def _at(text: str) -> float:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo("Europe/Berlin")).timestamp()


def _dates(pace: Pace, start: str = "2026-11-23T10:00", game: str = "diplomacy") -> Dates:
    return dates(game, DatesWish(pace=pace), _at(start))


def _days(found: Dates) -> list[str]:
    zone = ZoneInfo("Europe/Berlin")
    return [f"{one.title} {datetime.fromtimestamp(one.closes / 1000, zone):%a %d %b %H:%M}" for one in found.phases]


def test_the_first_year_is_dated_as_turns_are_closed() -> None:
    found = _dates(TWO_WEEKDAYS)
    assert _days(found) == [
        "Spring 1901, orders Wed 25 Nov 18:00",
        "Spring retreats Thu 26 Nov 18:00",
        "Autumn 1901, orders Mon 30 Nov 18:00",
        "Autumn retreats Tue 01 Dec 18:00",
        "Winter 1901, builds Wed 02 Dec 18:00",
    ]
    assert [one.far for one in found.phases] == [False, False, True, False, False]
    assert [one.maybe for one in found.phases] == [False, True, False, True, False]
    assert (found.round, found.seconds, round(found.ten / DAY / 7)) == ("year", 9 * DAY + 8 * HOUR, 14)
    assert found.note == ""


def test_a_note_tells_why_the_first_hour_is_passed_over() -> None:
    found = _dates(Pace(seconds=DAY // 2, closes_at="18:00", zone="Europe/Berlin"), "2026-11-23T12:00")
    assert found.note == "18:00 is 6 hours after the start, and the first phase takes 12 hours. It closes on Tuesday."


def test_games_without_named_phases_are_dated_by_turns_and_those_without_a_clock_not_at_all() -> None:
    found = _dates(Pace(seconds=DAY), game="risk")
    assert _days(found)[1] == "Second turn Wed 25 Nov 10:00"
    assert (found.round, found.seconds, found.ten) == ("", 0, 0)
    assert _dates(Pace()).phases == ()


@pytest.mark.parametrize("game", registry.keys())
def test_the_phases_that_a_game_names_are_those_it_has(game: str) -> None:
    rules = registry.get(game)
    coming: set[Coming] = set()
    for options in rules.presets.values():
        coming |= set(rules.first_round(options))
    assert {one.about for one in coming} <= set(rules.blurb.phases)
    assert bool(coming) is bool(rules.blurb.round)


def test_a_phase_is_granted_the_time_of_its_kind_else_of_brief_turns_else_of_all() -> None:
    pace = Pace(seconds=1000, short=500, times={"orders.retreats": 100})

    def given(about: str, *, brief: bool) -> int:
        return seconds_of(pace, Asked(seats=(), step=0, turn=0, whose=None, about=about, brief=brief))

    assert given("orders.retreats", brief=True) == 100
    assert given("orders.adjustments", brief=True) == 500
    assert given("orders.movement", brief=False) == 1000
    assert seconds_of(pace, None) == 1000


@pytest.mark.parametrize(
    ("code", "words", "wish"),
    [
        (
            "clock.phase",
            "There are: orders.movement, orders.retreats and orders.adjustments.",
            {"times": {"orders": DAY}},
        ),
        ("clock.short", "10 seconds is the least for retreats", {"times": {"orders.retreats": 5}}),
        ("clock.none", "have no grace and reminders", {"seconds": 0, "grace": DAY, "reminders": (3600,)}),
        ("clock.none", "have no set closing time", {"seconds": 0, "early": False}),
        ("clock.least", "or no early close", {"least": DAY}),
        ("clock.holidays", "9 days at once are more than the 7 days", {"holidays": 7, "holidays_at_once": 9}),
        ("clock.reminders", "6 reminders at most", {"reminders": tuple(range(60, 67))}),
        ("clock.reminders", "between a minute and 60 days", {"reminders": (5,)}),
        ("clock.bank", "for turns of less than an hour", {"bank": 60}),
        ("clock.bank", "for turns of less than an hour", {"seconds": 3600, "increment": 5}),
    ],
)
def test_a_clock_that_cannot_be_is_refused(code: str, words: str, wish: dict[str, Any]) -> None:
    with pytest.raises(Refused) as refused:
        settled_pace(registry.get("diplomacy"), msgspec.structs.replace(Pace(seconds=DAY), **wish))
    assert (refused.value.problem.code, words in refused.value.problem.message) == (code, True)


def test_a_clock_is_settled_as_it_is_stored() -> None:
    wish = Pace(seconds=DAY, times={"orders.retreats": 0}, reminders=(3600, 10_800, 3600))
    settled = settled_pace(registry.get("diplomacy"), wish)
    assert (settled.times, settled.reminders, settled.absent, settled.window) == ({}, (10_800, 3600), "rules", 0)
