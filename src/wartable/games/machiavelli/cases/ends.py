"""Cases of elimination and victory, which state figures in place of a position."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from wartable.games.machiavelli import ending
from wartable.games.machiavelli.cases.form import Case
from wartable.games.machiavelli.cases.positions import Stated, rules_for
from wartable.games.machiavelli.rules import Rules
from wartable.games.machiavelli.state import Account, Loan, Position

_ALIVE = "alive"


def eliminated(case: Case) -> Iterator[str]:
    """Yield what differs in a case on home countries and elimination."""
    rules = rules_for(case)
    power = case.state["power"]
    before = _position(rules, Stated(rules), case.state, power)
    after = ending.settle(rules, before).position
    expect = dict(case.expect or {})
    if "homes_held" in expect:
        yield from _compare("homes held", sorted(expect.pop("homes_held")), sorted(after.held_by(power)))
    gone = [one for one in before.powers if one not in after.powers]
    if "eliminated" in expect:
        yield from _compare("eliminated", expect.pop("eliminated"), gone)
    if "units_left" in expect:
        yield from _compare("units left", expect.pop("units_left"), [str(unit) for unit in after.of(power)])
    for place, holder in expect.pop("provinces_of", {}).items():
        yield from _compare(f"province {place}", holder, after.provinces.get(place))
    if "money" in expect:
        yield from _compare("money", expect.pop("money"), after.accounts[power].treasury)
    if expect.pop("chits_against_it", "") == "void":
        left = [one for one, account in after.accounts.items() if power in account.chits]
        yield from _compare("chits against it", [], left)
    yield from (f"{name} is stated, and nothing reads that" for name in expect)


def _position(rules: Rules, stated: Stated, state: Mapping[str, Any], power: str) -> Position:
    """Return the position that a case outlines: other powers keep what they begin with, but for what is named."""
    controls = state.get("controls", {})
    lands = [
        *state.get("control_provinces", ()),
        *controls.get("provinces", ()),
        *state.get("controls_of_florence", ()),
    ]
    cities = [*state.get("control_cities", ()), *controls.get("cities", ())]
    kept = state.get("homes_held", ())
    provinces = {
        place: other
        for other, start in rules.scenario.powers.items()
        if other != power
        for country in start.countries
        if country not in kept
        for place in rules.scenario.countries[country].provinces
    }
    counting = set(rules.board.counting)
    towns = {place: other for place, other in provinces.items() if place in counting}
    countries = {country: other for other, start in rules.scenario.powers.items() for country in start.countries}
    countries |= dict.fromkeys(kept, power)
    named = "control_cities" not in state
    own = rules.scenario.countries[power].provinces
    if named:
        provinces |= dict.fromkeys(own, power)
        towns |= {place: power for place in own if place in counting}
    provinces |= dict.fromkeys(lands, power)
    towns |= dict.fromkeys(cities, power)
    out = {other for other, start in rules.scenario.powers.items() if other != power and {*start.countries} <= {*kept}}
    out |= {key.removesuffix(f"_{_ALIVE}") for key, alive in state.items() if key.endswith(f"_{_ALIVE}") and not alive}
    loans = tuple(Loan(1455, "spring", one["principal"], one["interest"]) for one in state.get("loans", ()))
    accounts = {
        other: Account(eliminated=other in out, chits=() if other == power else (power,))
        for other in rules.scenario.powers
    }
    accounts[power] = replace(accounts[power], treasury=state.get("treasury", 0), loans=loans)
    position = Position(
        year=1454,
        season="fall",
        units=stated.units(state.get("units", ())),
        provinces=provinces,
        cities=towns,
        countries={country: holder for country, holder in countries.items() if holder not in out},
        accounts=accounts,
    )
    return position.tidied()


def won(case: Case) -> Iterator[str]:
    """Yield what differs in a case on victory."""
    expect = dict(case.expect or {})
    for cities, homes in expect.pop("homes_needed", {}).items():
        yield from _compare(f"homes for {cities} cities", homes, ending.homes_needed(int(cities)))
    if not case.state:
        return
    rules, standings = _standings(case)
    powers = case.state.get("powers_in_game", len(rules.scenario.powers))
    found = ending.winner(rules, standings, ending.first_target(rules, powers))
    if "wins" in expect:
        stated = expect["wins"]
        if isinstance(stated, bool):
            yield from _compare("wins", stated, bool(found.power))
        else:
            yield from _compare("wins", stated, found.power or None)
    if "new_target" in expect:
        yield from _compare("target", expect["new_target"], found.target)


def _standings(case: Case) -> tuple[Rules, dict[str, ending.Standing]]:
    """Return the rules and what each power has; a case that counts home cities is of the basic game."""
    state = case.state
    if "home_cities" in state:
        lacking = state.get("home_cities_of", state["home_cities"]) - state["home_cities"]
        total = state["home_cities"] + state["other_cities"]
        standing = ending.Standing(total, 1, lacking, state["other_cities"])
        return rules_for(replace(case, options={"length": "basic", **case.options})), {state["power"]: standing}
    rules = rules_for(case)
    if "cities" in state:
        return rules, {"milan": ending.Standing(state["cities"], state["homes"])}
    powers: dict[str, Mapping[str, int]] = {
        power: facts for power, facts in state.items() if power in rules.scenario.powers
    }
    return rules, {power: ending.Standing(facts["cities"], facts["homes"]) for power, facts in powers.items()}


def _compare(name: str, expected: object, found: object) -> Iterator[str]:
    if expected != found:
        yield f"{name}: expected {expected}, found {found}"
