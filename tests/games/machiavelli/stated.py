"""Positions written in a few words, and the money of powers before and after."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from wartable.engine.options import build
from wartable.engine.values import Event
from wartable.games.machiavelli.cases.form import Before, Case, RebelFact, SiegeFact
from wartable.games.machiavelli.cases.positions import Stated
from wartable.games.machiavelli.events import Told
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.orders import Adjustment, Banking, Expense
from wartable.games.machiavelli.rules import Rules, rules_of
from wartable.games.machiavelli.state import Place, Position, Power


def game(**options: Any) -> Rules:
    """Return the rules of the classic game with some options."""
    return rules_of(build(MachiavelliOptions, options))


def position(
    rules: Rules,
    *units: str,
    held: Mapping[Power, Iterable[Place]] = {},
    treasury: Mapping[Power, int] = {},
    rebels: Iterable[tuple[Place, str, Power]] = (),
    sieges: Iterable[tuple[Place, str]] = (),
    **fields: Any,
) -> Position:
    """Return a position: units, provinces held with their cities, ducats, rebels, sieges by a unit."""
    control = {place: {"province": power, "city": power} for power, places in held.items() for place in places}
    before = Before(
        units=list(units),
        sieges=[SiegeFact(place, by) for place, by in sieges],
        rebellions=[RebelFact(place, space, against) for place, space, against in rebels],
        control={place: dict(facts) for place, facts in control.items()},
        treasury=dict(treasury),
    )
    made = Stated(rules).position(Case(id="", theme="", before=before))
    counting = {place: power for place, power in made.cities.items() if place in rules.board.counting}
    return replace(made, cities=counting, **fields).tidied()


def expenses(rules: Rules, **lines: Iterable[str]) -> dict[Power, list[Expense]]:
    """Return expenses by power: `venice=["E1: 18 K milan A parma"]`."""
    read = Stated(rules).read
    return {power: [read.expense(line) for line in those] for power, those in lines.items()}


def banking(rules: Rules, **lines: Iterable[str]) -> dict[Power, list[Banking]]:
    """Return banking by power: `venice=["PAY 5 TO milan"]`."""
    read = Stated(rules).read
    return {power: [read.banking(line) for line in those] for power, those in lines.items()}


def adjustments(rules: Rules, **lines: Iterable[str]) -> dict[Power, list[Adjustment]]:
    """Return adjustments by power: `venice=["BUILD A padua"]`."""
    read = Stated(rules).read
    return {power: [read.adjustment(line) for line in those] for power, those in lines.items()}


def codes(events: Iterable[Event]) -> list[str]:
    """Return the codes of the reasons that events give."""
    return [event.why.code for event in events if isinstance(event, Told) and event.why is not None]


def purse(position: Position, power: Power) -> int:
    """Return the treasury of a power."""
    return position.accounts[power].treasury
