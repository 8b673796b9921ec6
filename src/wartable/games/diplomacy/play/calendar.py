"""The first year in words, for timetables, and what players call the kinds of phases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wartable.engine.values import Coming
from wartable.games.diplomacy.play.rules import Rules

PHASES: Mapping[str, str] = {
    "orders.movement": "Orders",
    "orders.retreats": "Retreats",
    "orders.adjustments": "Builds",
}
"""What players call each kind of phase, by the code of the occasion; the usual one first."""


def first_year(rules: Rules) -> Iterator[Coming]:
    """Yield the phases of the first year."""
    calendar = rules.variant.calendar
    for step in calendar.seasons:
        season, about, maybe = calendar.season(step.season), f"orders.{step.kind}", step.kind == "retreats"
        called = PHASES[about].lower()
        title = f"{season} {called}" if maybe else f"{season} {calendar.written(calendar.first_year)}, {called}"
        yield Coming(title=title, about=about, brief=step.kind != "movement", maybe=maybe)
