"""Home provinces: those of home countries, and those that a power has held long enough to be at home in.

A province is home to whoever controlled it at the end of two falls in a row; that it stays so until somebody else
controls it, and that its city counts among those that keep a power in the game, is reconstructed. It belongs to no home
country and brings no variable income.
Source: rules/machiavelli.md 14, variable home country.
"""

from __future__ import annotations

from collections.abc import Iterator

from wartable.games.machiavelli.events import HomeGained, Reason
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import Place, Position, Power, Tenure
from wartable.games.machiavelli.tables import tables

RULE = "machiavelli 14"


def is_home(rules: Rules, position: Position, place: Place, power: Power) -> bool:
    """Whether a province is home to a power: of a home country that it holds, or by the years it has had it."""
    country = rules.scenario.country_of.get(place, "")
    return position.countries.get(country) == power or place in set(grown(rules, position, power))


def grown(rules: Rules, position: Position, power: Power) -> Iterator[Place]:
    """Yield the provinces that have become home to a power and that it still controls."""
    if rules.options.variable_home:
        for place, tenure in position.extra.tenures.items():
            holds = position.provinces.get(place) == tenure.power == power
            if holds and tenure.falls >= tables().home_after:
                yield place


def counted(rules: Rules, position: Position) -> Outcome:
    """Count another fall for every province, and tell which are home to their holders now."""
    if not rules.options.variable_home:
        return Outcome(position)
    before = position.extra.tenures
    tenures = {place: _longer(before.get(place), power) for place, power in position.provinces.items()}
    after = position.with_extra(tenures=tenures)
    new = [
        place
        for place, power in position.provinces.items()
        if is_home(rules, after, place, power) and not is_home(rules, position, place, power)
    ]
    return Outcome(after, tuple(_told(after, place) for place in new))


def _longer(before: Tenure | None, power: Power) -> Tenure:
    return Tenure(power, before.falls + 1 if before is not None and before.power == power else 1)


def _told(position: Position, place: Place) -> HomeGained:
    power, falls = position.provinces[place], position.extra.tenures[place].falls
    why = Reason("home.grown", f"It was held through {falls} falls.", {"falls": falls}, RULE)
    return HomeGained(year=position.year, season=position.season, place=place, power=power, why=why)
