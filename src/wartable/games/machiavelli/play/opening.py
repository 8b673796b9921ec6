"""The position with which a scenario begins (machiavelli 1, 12.4)."""

from __future__ import annotations

from collections.abc import Iterator

from wartable.games.machiavelli.ending import first_target
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import AUTONOMOUS, Account, Place, Position, Power, Unit


def opening(rules: Rules) -> Position:
    """Return the first position: units of the powers and autonomous garrisons, control, money and assassins."""
    scenario = rules.scenario
    provinces = dict(_held(rules))
    counting = set(rules.board.counting)
    units = tuple(_units(rules))
    garrisoned = {unit.place for unit in units if unit.owner == AUTONOMOUS}
    cities = {place: power for place, power in provinces.items() if place in counting and place not in garrisoned}
    cities = {place: power for place, power in cities.items() if place not in scenario.powers[power].without_city}
    cities |= {place: power for power, start in scenario.powers.items() for place in start.city_only}
    powers = tuple(scenario.powers)
    first = Position(
        year=scenario.first_year,
        units=units,
        provinces=provinces,
        cities=cities,
        countries={country: power for power, start in scenario.powers.items() for country in start.countries},
        accounts={power: _account(rules, power) for power in powers},
        target=first_target(rules, len(powers)),
        born=len(units),
    )
    return rules.begun(first.tidied())


def _held(rules: Rules) -> Iterator[tuple[Place, Power]]:
    """Yield the provinces of home countries, those that a power holds beside them, and those with its units."""
    for power, start in rules.scenario.powers.items():
        for country in start.countries:
            yield from ((place, power) for place in rules.scenario.countries[country].provinces)
        yield from ((place, power) for place in start.provinces)
        fields = [unit.place for unit in start.units if unit.place not in start.city_only]
        yield from ((place, power) for place in fields if rules.is_land(place))


def _units(rules: Rules) -> Iterator[Unit]:
    number = 0
    for power, start in rules.scenario.powers.items():
        for one in start.units:
            number += 1
            yield Unit(power, one.kind, one.place, one.coast, one.unit_class, number)
    for place in rules.scenario.autonomous:
        if rules.walled(place):
            number += 1
            yield Unit(AUTONOMOUS, "G", place, number=number)


def _account(rules: Rules, power: Power) -> Account:
    chits = tuple(other for other in rules.scenario.powers if other != power) if rules.options.assassination else ()
    money = rules.options.money
    return Account(treasury=(rules.scenario.powers[power].treasury or 0) if money else 0, chits=chits if money else ())
