"""The calendar: which phase comes next, when centres change hands, who has won, and phases as short codes."""

from __future__ import annotations

import re
from collections import Counter

from wartable.engine.errors import BadData
from wartable.engine.words import listed
from wartable.games.adjudication.orders import Power
from wartable.games.diplomacy.phases.due import anything_due
from wartable.games.diplomacy.position import Phase, Position
from wartable.games.diplomacy.variant import Variant

_SHOWN = 40
"""Letters shown of a text that is no phase."""
_PHASE_FILLERS = frozenset(["third", "age", "phase", "turn", "of", "the", "year", "orders", "for"])
_GLUED = re.compile(r"(?<=[^\W\d])(?=\d)|(?<=\d)(?=[^\W\d])")
"""Where letters and digits meet: `S1901M`."""
_CENTURY = 100
_WORDS = 2
"""Words that name a phase: its season and its kind."""
_LONGEST_YEAR = 6
"""Most digits of a year."""


def step_of(variant: Variant, phase: Phase) -> int:
    """Return the place of a phase in its year, from 0; raises `BadData` where the variant has no such phase."""
    season, kind = phase.season, phase.kind
    for index, step in enumerate(variant.calendar.seasons):
        if step.season == season and step.kind == kind:
            return index
    known = listed([f"{step.season} {step.kind}" for step in variant.calendar.seasons])
    message = f"{variant.title} has no phase called {phase.season} {phase.kind}; its year has {known}."
    raise BadData(message)


def advance(variant: Variant, position: Position) -> Position:
    """End the phase of a position: count centres where the calendar says so, and go to the next phase with work in it.

    Phases in which nobody has anything to decide are passed over (rules/middle-earth-viii.md 6).
    """
    seasons = variant.calendar.seasons
    step, year, owners = step_of(variant, position.phase), position.phase.year, position.owners
    while True:
        if seasons[step].counts:
            owners = variant.counted(position)
        step += 1
        if step == len(seasons):
            step, year = 0, year + 1
        phase = Phase(seasons[step].season, year, seasons[step].kind)
        position = Position(phase, position.units, owners, position.dislodged, position.marks)
        if anything_due(variant, position):
            return position


def winner(variant: Variant, position: Position) -> Power | None:
    """Return the power that has won when play has come to a position, or None.

    Centres count as soon as they are owned. Units count when a year begins, after the adjustments of the last one
    (rules/middle-earth-viii.md 20). Where two powers have enough, the one ahead wins; level, play goes on.
    """
    needed, counts = _claims(variant, position)
    best = counts.most_common(2)
    if not needed or not best or best[0][1] < needed:
        return None
    return None if len(best) > 1 and best[0][1] == best[1][1] else best[0][0]


def _claims(variant: Variant, position: Position) -> tuple[int, Counter[Power]]:
    victory = variant.victory
    if victory.centres:
        return victory.centres, Counter(position.owners.values())
    first = variant.calendar.seasons[0]
    begins = position.phase.season == first.season and position.phase.kind == first.kind
    counts = {power: len(units) for power, units in position.units.items()} if begins else {}
    return victory.units, Counter(counts)


def phase_code(phase: Phase) -> str:
    """Return a phase in the short form of saved games: `S1901M`, `W1905A`."""
    return f"{phase.season[:1].upper()}{phase.year}{phase.kind[:1].upper()}"


def read_phase(variant: Variant, text: str) -> Phase:
    """Read `S1901M`, `S01` or `spring 1901 movement`, in any case; raises `BadData` with the phases there are."""
    words = _GLUED.sub(" ", re.sub(r"[_,.:()-]", " ", text)).casefold().split()
    years = [_year(variant, word) for word in words if word.isdecimal() and len(word) <= _LONGEST_YEAR]
    names = [word for word in words if not word.isdecimal()]
    for step in variant.calendar.seasons:
        called = (step.season, step.called or step.season)
        if len(years) == 1 and names and any(_fits(names, (season, step.kind)) for season in called):
            return Phase(step.season, years[0], step.kind)
    known = listed([f"{step.season} {years[0] if years else 1901} {step.kind}" for step in variant.calendar.seasons])
    message = f"I know no phase {text[:_SHOWN]!r}. Write one such as {known}."
    raise BadData(message)


def _year(variant: Variant, digits: str) -> int:
    """Return a year; two digits are one of the century in which the game begins."""
    century = variant.calendar.first_year // _CENTURY * _CENTURY if len(digits) == len("01") else 0
    return century + int(digits)


def _fits(names: list[str], step: tuple[str, str]) -> bool:
    season, kind = step
    kinds = {"retreat": "retreats", "adjustment": "adjustments", "builds": "adjustments", "build": "adjustments"}
    said = [kinds.get(name, name) for name in names if name not in _PHASE_FILLERS]
    if len(said) == 1:
        return season.startswith(said[0])
    return len(said) == _WORDS and any(
        season.startswith(one) and kind.startswith(other) for one, other in (said, said[::-1])
    )
