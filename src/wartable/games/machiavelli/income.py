"""The income of a year: seas, provinces and cities held, and dice for home countries and some cities.

Source: rules/machiavelli.md 10.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from wartable.engine.words import listed
from wartable.games.machiavelli.accounts import earns
from wartable.games.machiavelli.board import Income
from wartable.games.machiavelli.events import Reason
from wartable.games.machiavelli.money_events import Die, Earned
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import Place, Position, Power
from wartable.games.machiavelli.tables import DIE, tables

RULE = "machiavelli 10"


class Line(msgspec.Struct, frozen=True):
    """One place that pays, or would: how many ducats, and where it does not pay, why."""

    source: Literal["sea", "province", "city"]
    place: Place
    ducats: int
    why: str = ""


class Row(NamedTuple):
    """Dice of variable income: who has them, for which country or city, and their row."""

    power: Power
    source: str
    income: Income


def lines(rules: Rules, position: Position, power: Power) -> tuple[Line, ...]:
    """Return what each sea, province and city of a power pays now, and why some pay nothing."""
    return (
        *(Line("sea", unit.place, 1) for unit in position.of(power) if rules.board.provinces[unit.place].kind == "sea"),
        *_provinces(rules, position, power),
        *_cities(rules, position, power),
    )


def _provinces(rules: Rules, position: Position, power: Power) -> Iterator[Line]:
    for place, holder in position.provinces.items():
        if holder == power and rules.board.provinces[place].kind != "sea":
            rebels = any(position.rebels(place, "field"))
            why = "famine" if place in position.famine else "rebels in the field" if rebels else ""
            yield Line("province", place, 0 if why else 1, why)


def _cities(rules: Rules, position: Position, power: Power) -> Iterator[Line]:
    for place, holder in position.cities.items():
        city = rules.board.city(place)
        if holder == power and city is not None and city.value:
            why = _city_fault(rules, position, place)
            yield Line("city", place, 0 if why else city.value, why)


def _city_fault(rules: Rules, position: Position, place: Place) -> str:
    """Return why a city pays nothing; empty where it pays."""
    city = rules.board.city(place)
    garrison = position.at(place, "city")
    if position.siege_of(place) is not None:
        return "besieged"
    if place in position.famine and garrison is None:
        return "famine, and no garrison"
    if any(position.rebels(place, "city")):
        return "rebels in the city"
    if city is not None and city.kind == "unfortified" and any(position.rebels(place, "field")):
        return "rebels in the field, and no walls"
    return ""


def rows(rules: Rules, position: Position) -> tuple[Row, ...]:
    """Return the dice of variable income in the order in which they are rolled: by power, its countries, its cities."""
    if not rules.options.dice:
        return ()
    found: list[Row] = []
    for power in position.powers:
        lands = ((country, rules.scenario.countries[country].income) for country in position.held_by(power))
        found += [Row(power, country, income) for country, income in lands if income is not None]
        found += [
            Row(power, place, income)
            for place, income in rules.scenario.city_income.items()
            if position.cities.get(place) == power
        ]
    return tuple(found)


def income_dice(rules: Rules, position: Position) -> tuple[int, ...]:
    """Return the sides of the dice that the income of this year needs."""
    if rules.options.variable_income_die == "per_game":
        return (DIE,) if rows(rules, position) else ()
    return (DIE,) * sum(row.income.dice for row in rows(rules, position))


def income(rules: Rules, position: Position, faces: Sequence[int] = (), *, opening: bool = False) -> Outcome:
    """Pay every power its income. In the opening income the first die of each row counts as at least two."""
    dice = tuple(_dice(rules, rows(rules, position), faces, opening=opening))
    events: list[Earned] = []
    for power in position.powers:
        event = _earned(rules, position, power, tuple(die for owner, die in dice if owner == power))
        position = earns(position, event)
        events.append(event)
    return Outcome(position, tuple(events))


def _dice(rules: Rules, every: Sequence[Row], faces: Sequence[int], *, opening: bool) -> Iterator[tuple[Power, Die]]:
    """Yield each die with who has it; where one die counts for everybody it is read on every row."""
    shared = rules.options.variable_income_die == "per_game"
    least = tables().opening_die if opening else 1
    left = iter(faces)
    for row in every:
        for number in range(row.income.dice):
            face = faces[0] if shared else next(left)
            counted = max(least, face) if number == 0 else face
            yield row.power, Die(row.source, counted, row.income.row[counted - 1])


def _earned(rules: Rules, position: Position, power: Power, dice: tuple[Die, ...]) -> Earned:
    found = {"sea": 0, "province": 0, "city": 0}
    for line in lines(rules, position, power):
        found[line.source] += line.ducats
    total = sum(found.values()) + sum(die.ducats for die in dice)
    parts = f"{found['sea']} for seas, {found['province']} for provinces, {found['city']} for cities"
    parts += f", {listed([str(die.ducats) for die in dice])} by dice" if dice else ""
    return Earned(
        year=position.year,
        season=position.season,
        power=power,
        ducats=total,
        seas=found["sea"],
        provinces=found["province"],
        cities=found["city"],
        dice=dice,
        why=Reason("income", f"{parts}: {total}.", {"total": total}, RULE),
    )
