"""The end of a campaign: countries conquered and lost, powers eliminated, and who has won (machiavelli 9.2 to 9.4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from wartable.games.machiavelli.events import CountryTaken, Eliminated, Reason
from wartable.games.machiavelli.goals import FEW_POWERS
from wartable.games.machiavelli.optional.homes import grown
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import NOBODY, Account, Country, Place, Position, Power


def first_target(rules: Rules, powers: int) -> int:
    """Return how many cities win at the beginning (machiavelli 9.4)."""
    goal = rules.goal
    return goal.few if goal.few and powers <= FEW_POWERS else goal.cities


def homes_needed(cities: int) -> int:
    """Return how many home countries go with so many cities."""
    return (cities + 1) // 8


# --- countries and powers


def settle(rules: Rules, position: Position) -> Outcome:
    """Return the position with home countries and powers as control has them.

    Conquest comes before elimination, and again after it, so that the last city of a power may complete its country.
    """
    after = _eliminated(rules, _lost(rules, _conquered(rules, position)))
    after = _conquered(rules, after)
    return Outcome(after, (*_countries_told(rules, position, after), *_powers_told(rules, position, after)))


def _cities(rules: Rules, country: Country) -> tuple[Place, ...]:
    counting = rules.board.counting
    return tuple(place for place in rules.scenario.countries[country].provinces if place in counting)


def _conquered(rules: Rules, position: Position) -> Position:
    """Give each country that is nobody's to the power that controls every province and city of it."""
    found = dict(position.countries)
    for country, land in rules.scenario.countries.items():
        if found.get(country):
            continue
        holders = {position.provinces.get(place, NOBODY) for place in land.provinces if place not in rules.scenario.out}
        holders |= {position.cities.get(place, NOBODY) for place in _cities(rules, country)}
        if len(holders) == 1 and (holder := holders.pop()):
            found[country] = holder
    return replace(position, countries=found)


def _lost(rules: Rules, position: Position) -> Position:
    """Take countries from powers that control no province and no city of them."""
    kept = {
        country: power for country, power in position.countries.items() if _rules_any(rules, position, country, power)
    }
    return replace(position, countries=kept)


def _rules_any(rules: Rules, position: Position, country: Country, power: Power) -> bool:
    land = rules.scenario.countries[country].provinces
    return any(power in {position.provinces.get(place), position.cities.get(place)} for place in land)


def _eliminated(rules: Rules, position: Position) -> Position:
    """Take out the powers that control no city in any home country they hold (machiavelli 9.3)."""
    out = {power for power in position.powers if not home_cities(rules, position, power)}
    return without_powers(position, out) if out else position


def home_cities(rules: Rules, position: Position, power: Power) -> tuple[Place, ...]:
    """Return the cities that a power controls in the home countries it holds, and where else it is at home."""
    found = [place for country in position.held_by(power) for place in _cities(rules, country)]
    found += (place for place in grown(rules, position, power) if place in rules.board.counting)
    return tuple(place for place in dict.fromkeys(found) if position.cities.get(place) == power)


def without_powers(position: Position, out: set[Power]) -> Position:
    """Return the position without some powers: their units, control and money, and assassins sent to them."""
    accounts = {
        power: Account(eliminated=True)
        if power in out
        else replace(account, chits=tuple(other for other in account.chits if other not in out))
        for power, account in position.accounts.items()
    }
    return replace(
        position,
        units=tuple(unit for unit in position.units if unit.owner not in out),
        provinces={place: power for place, power in position.provinces.items() if power not in out},
        cities={place: power for place, power in position.cities.items() if power not in out},
        countries={country: power for country, power in position.countries.items() if power not in out},
        rebellions=tuple(one for one in position.rebellions if one.against not in out),
        accounts=accounts,
    ).tidied()


def _countries_told(rules: Rules, before: Position, after: Position) -> tuple[CountryTaken, ...]:
    found: list[CountryTaken] = []
    for country in rules.scenario.countries:
        one, other = before.countries.get(country, NOBODY), after.countries.get(country, NOBODY)
        if one != other:
            sentence = (
                "Every province and city of it is in one hand." if other else "Nothing of it is left to its holder."
            )
            found.append(
                CountryTaken(
                    year=after.year,
                    season=after.season,
                    country=country,
                    before=one,
                    after=other,
                    why=Reason("country.taken" if other else "country.lost", sentence, {}, "machiavelli 9.2"),
                )
            )
    return tuple(found)


def _powers_told(rules: Rules, before: Position, after: Position) -> tuple[Eliminated, ...]:
    gone = [power for power in before.powers if power not in after.powers]
    return tuple(
        Eliminated(
            year=after.year,
            season=after.season,
            power=power,
            why=Reason(
                "power.eliminated",
                f"{rules.power(power)} controls no city of a home country.",
                {"cities": 0},
                "machiavelli 9.3",
            ),
        )
        for power in gone
    )


# --- victory


class Standing(NamedTuple):
    """What a power has of what wins: cities, home countries, and the cities of its homes that it lacks."""

    cities: int
    homes: int
    homes_lacking: int = 0
    other_cities: int = 0


def standing_of(rules: Rules, position: Position, power: Power) -> Standing:
    """Return what a power has; a home country counts if one of its cities at least is controlled."""
    held = position.held_by(power)
    own = [place for country in held for place in _cities(rules, country)]
    mine = {place for place, holder in position.cities.items() if holder == power}
    homes = sum(any(place in mine for place in _cities(rules, country)) for country in held)
    return Standing(len(mine), homes, sum(place not in mine for place in own), len(mine - set(own)))


def qualifies(rules: Rules, standing: Standing, target: int) -> bool:
    """Whether a power has what it takes to win (machiavelli 9.4)."""
    if standing.cities < target:
        return False
    if rules.goal.others:
        return not standing.homes_lacking and standing.other_cities >= rules.goal.others
    return standing.homes >= rules.goal.homes


class Winner(NamedTuple):
    """Who has won, if anybody has, and the number of cities that wins from now on."""

    power: Power
    target: int


def winner(rules: Rules, standings: Mapping[Power, Standing], target: int) -> Winner:
    """Return who has won: of several that qualify the one with most cities; of equals nobody, and the target rises."""
    able = {power: one.cities for power, one in standings.items() if qualifies(rules, one, target)}
    if not able:
        return Winner(NOBODY, target)
    most = max(able.values())
    first = [power for power, cities in able.items() if cities == most]
    return Winner(first[0], target) if len(first) == 1 else Winner(NOBODY, most + 1)
