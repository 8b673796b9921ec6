"""Famine, plague and storms: what kind of year the dice give, and what a table of eleven rows and columns strikes.

Source: rules/machiavelli.md 13.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from wartable.games.machiavelli.board import Table
from wartable.games.machiavelli.events import Reason
from wartable.games.machiavelli.money_events import Disaster, DisasterRolled
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import Place, Position
from wartable.games.machiavelli.steps import struck_down
from wartable.games.machiavelli.tables import DIE, Effect, tables

RULE = "machiavelli 13"
_LINE = (DIE, DIE)
"""Two dice choose a row, and two others a column."""


class Year(msgspec.Struct, frozen=True):
    """What the dice gave: the sum for the severity, its effect, the row and the column (0: none)."""

    severity: int
    effect: Effect
    row: int = 0
    column: int = 0


def famine_due(rules: Rules, position: Position) -> bool:
    """Whether famine is rolled for at the start of this year: not before the first spring (machiavelli 2.1)."""
    first = position.year <= rules.scenario.first_year
    return rules.options.famine and (rules.options.first_year_famine or not first)


def plague_due(rules: Rules, position: Position) -> bool:
    """Whether plague is rolled for after this spring: on a board that knows it from some year on (machiavelli 13.3)."""
    return rules.options.plague and position.year >= rules.board.plague_from


def storms_due(rules: Rules, position: Position) -> bool:
    """Whether storms are rolled for after this campaign (machiavelli 13.3)."""
    return rules.options.storms and position.season == rules.options.storm_season


def dice_wanted(rules: Rules, faces: Sequence[int] = ()) -> tuple[int, ...]:
    """Return the sides of the dice that a roll for a disaster still needs after those faces; none when it is whole.

    First the dice of severity; then two for the column, two for the row, as far as the severity asks for them.
    """
    first = _severity_dice(rules)
    if len(faces) < len(first):
        return first[len(faces) :]
    effect = tables().effect(rules.options.severity_die, sum(faces[: len(first)]))
    lines = _LINE * ((effect in {"column", "both"}) + (effect in {"row", "both"}))
    return lines[len(faces) - len(first) :]


def _severity_dice(rules: Rules) -> tuple[int, ...]:
    return (DIE,) if rules.options.severity_die == "1d6" else (DIE, DIE)


def year_of(rules: Rules, faces: Sequence[int]) -> Year:
    """Return what kind of year whole dice give (machiavelli 13.1, 13.2)."""
    count = len(_severity_dice(rules))
    total, lines = sum(faces[:count]), [sum(faces[at : at + 2]) for at in range(count, len(faces), 2)]
    effect = tables().effect(rules.options.severity_die, total)
    column = lines.pop(0) if effect in {"column", "both"} else 0
    row = lines.pop(0) if effect in {"row", "both"} else 0
    return Year(total, effect, row, column)


def struck(table: Table, row: int = 0, column: int = 0) -> tuple[Place, ...]:
    """Return the places of a row and of a column, each once, in alphabetical order; 0 stands for no line."""
    across = set(table.get(row, {}).values())
    down = {line[column] for line in table.values() if column in line}
    return tuple(sorted(across | down))


def _rolled(rules: Rules, position: Position, disaster: Disaster, faces: Sequence[int]) -> DisasterRolled:
    year = year_of(rules, faces)
    table: Table = getattr(rules.board, disaster)
    places = tuple(place for place in struck(table, year.row, year.column) if place not in rules.scenario.out)
    lines = [f"{name} {number}" for name, number in (("column", year.column), ("row", year.row)) if number]
    told = f"The dice of severity give {year.severity}: {' and '.join(lines) or 'nothing'}."
    return DisasterRolled(
        year=position.year,
        season=position.season,
        disaster=disaster,
        effect=year.effect,
        severity=year.severity,
        row=year.row,
        column=year.column,
        struck=places,
        why=Reason(f"{disaster}.{year.effect}", told, {"severity": year.severity}, f"{RULE}.1"),
    )


def famine(rules: Rules, position: Position, faces: Sequence[int]) -> Outcome:
    """Mark the provinces that famine strikes this year (machiavelli 13.3)."""
    event = _rolled(rules, position, "famine", faces)
    there = position.famine if rules.options.scorched_earth else ()
    return Outcome(replace(position, famine=tuple(sorted({*there, *event.struck}))), (event,))


def plague(rules: Rules, position: Position, faces: Sequence[int]) -> Outcome:
    """Kill every unit in the provinces that plague strikes, garrisons too (machiavelli 13.3)."""
    event = _rolled(rules, position, "plague", faces)
    if rules.options.spreading_plague:
        position = position.with_extra(plague=event.struck)
    lost = struck_down(rules, position, event.struck, "lost.plague", "Died in {place} of the plague.", f"{RULE}.3")
    return Outcome(lost.position, (event, *lost.events))


def storms(rules: Rules, position: Position, faces: Sequence[int]) -> Outcome:
    """Sink the fleets in the seas that storms strike; rolled after summer, storms only show (machiavelli 13.3)."""
    event = _rolled(rules, position, "storm", faces)
    marked = replace(position, storms=event.struck)
    after = Outcome(marked) if rules.options.storm_season == "summer" else storms_break(rules, marked)
    return Outcome(after.position, (event, *after.events))


def storms_break(rules: Rules, position: Position) -> Outcome:
    """Sink the fleets in seas that are marked, and take the marks off."""
    lost = struck_down(rules, position, position.storms, "lost.storm", "Sank in {place} in a storm.", f"{RULE}.3")
    return Outcome(replace(lost.position, storms=()), lost.events)
