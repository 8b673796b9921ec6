"""The first year in words, for timetables, and what players call the kinds of phases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from wartable.engine.values import Coming
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import SEASONS

PHASES: Mapping[str, str] = {
    "orders.campaign": "Orders",
    "orders.retreats": "Retreats",
    "orders.year": "Units of the year",
    "orders.shifts": "Strategic movement",
    "bans.sentence": "Sentence of the Papacy",
    "bans.heed": "Answers to that sentence",
}
"""What players call each kind of phase, by the code of the occasion; the usual one first."""


def first_year(rules: Rules) -> Iterator[Coming]:
    """Yield the phases of the first year (machiavelli 2.1, 2.2)."""
    year = rules.scenario.first_year
    if rules.options.money:
        yield Coming(title=f"Start of {year}, units", about="orders.year", brief=True, maybe=True)
    bans = rules.options.excommunication != "none"
    for season in SEASONS:
        name = season.capitalize()
        if bans:
            yield Coming(title=f"{name} {year}, sentence of the Papacy", about="bans.sentence", brief=True, maybe=True)
        yield Coming(title=f"{name} {year}, orders", about="orders.campaign")
        yield Coming(title=f"{name} retreats", about="orders.retreats", brief=True, maybe=True)
