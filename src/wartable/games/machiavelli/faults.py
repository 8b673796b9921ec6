"""What is wrong with a board or a scenario that has the right form: places that there are not, units that cannot stand.

Each fault names its field and says what would be right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from wartable.board.findings import did_you_mean
from wartable.games.machiavelli.board import Board, Scenario, Start, StartUnit
from wartable.games.machiavelli.state import Place, Unit

LINES = range(2, 13)
"""Numbers of the rows and columns of a table of disasters: sums of two dice."""


def board_faults(board: Board) -> Iterator[str]:
    """Yield every fault of a board."""
    yield from _province_faults(board)
    for name, borders, kinds in (
        ("army_borders", board.army_borders, {"inland", "coastal"}),
        ("fleet_borders", board.fleet_borders, {"coastal", "sea"}),
    ):
        for one, others in borders.items():
            for at in (one, *others):
                yield from _border_end_faults(board, f"{name}.{one}", at, kinds)
            if one in others:
                yield f"{name}.{one}: a place does not border on itself"
    yield from _strait_faults(board)
    for name in ("famine", "plague", "storm"):
        yield from _table_faults(board, name)
    yield from _optional_faults(board)


def _optional_faults(board: Board) -> Iterator[str]:
    """Yield places of trade routes and of heretics that there are not, or that are no seas, or no land."""
    named = [("heretics", place, False) for place in board.heretics]
    for route in board.trade_routes:
        named += [("trade_routes.ends", place, False) for place in route.ends]
        named += [("trade_routes.seas", place, True) for place in route.seas]
    for field, place, sea in named:
        facts = board.provinces.get(place)
        if facts is None:
            yield f"{field}: there is no place {place!r}; {did_you_mean(place, board.provinces)}"
        elif sea != (facts.kind == "sea" and not facts.fills):
            yield f"{field}: {place} is {facts.kind}; a {'sea' if sea else 'province'} is right"


def _province_faults(board: Board) -> Iterator[str]:
    names = Counter(name.lower() for place, facts in board.provinces.items() for name in _names(place, facts.aliases))
    for name, count in names.items():
        if count > 1:
            yield f"provinces: {name!r} names {count} places; each name should be of one"
    for place, facts in board.provinces.items():
        city, where = facts.city, f"provinces.{place}"
        if facts.fills and city is None:
            yield f"{where}: a city that is not there cannot fill the province"
        if city and (city.value == 0) != (city.kind == "fortress"):
            yield f"{where}.city.value: a fortress has the value 0, any other city 1 and more"
        if city and city.port and facts.kind == "inland":
            yield f"{where}.city.port: an inland province has no port"
        if len(facts.coasts) == 1:
            yield f"{where}.coasts: one coast needs no name"


def _names(place: Place, aliases: Iterable[str]) -> set[str]:
    return {place, *aliases}


def _border_end_faults(board: Board, where: str, at: str, kinds: set[str]) -> Iterator[str]:
    place, _, coast = at.partition("/")
    facts = board.provinces.get(place)
    if facts is None:
        yield f"{where}: there is no place {place!r}; {did_you_mean(place, board.provinces)}"
    elif facts.kind not in kinds:
        yield f"{where}: {place} is {facts.kind}; such a border is between places that are {' or '.join(sorted(kinds))}"
    elif "sea" in kinds and coast not in (facts.coasts or ("",)):
        yield f"{where}: {place} has the coasts {', '.join(facts.coasts) or 'of one name only'}, not {coast!r}"


def _strait_faults(board: Board) -> Iterator[str]:
    for place, (one, other) in board.straits.items():
        if place not in board.provinces:
            yield f"straits.{place}: there is no place {place!r}; {did_you_mean(place, board.provinces)}"
        near = {*board.fleet_borders.get(one, ()), *(a for a, b in board.fleet_borders.items() if one in b)}
        if other not in near:
            yield f"straits.{place}: no fleet passes between {one} and {other}"


def _table_faults(board: Board, name: str) -> Iterator[str]:
    table: Mapping[int, Mapping[int, Place]] = getattr(board, name)
    times = Counter(place for line in table.values() for place in line.values())
    for place, count in times.items():
        facts = board.provinces.get(place)
        if facts is None:
            yield f"{name}: there is no place {place!r}; {did_you_mean(place, board.provinces)}"
        elif (facts.kind == "sea" and not facts.fills) != (name == "storm"):
            yield f"{name}: {place} is {facts.kind}; storms strike seas, famine and plague strike provinces"
        if count > 1:
            yield f"{name}: {place} stands in it {count} times; once is right"
    for number in (*table, *(column for line in table.values() for column in line)):
        if number not in LINES:
            yield f"{name}: there is no line {number}; lines go from {LINES[0]} to {LINES[-1]}"


# --- scenarios


def scenario_faults(scenario: Scenario, board: Board) -> Iterator[str]:
    """Yield every fault of a scenario on its board."""
    yield from _unknown_places(scenario, board)
    yield from _country_faults(scenario)
    yield from _power_faults(scenario)
    yield from _treasury_faults(scenario)
    if not any(_unknown_places(scenario, board)):
        yield from _unit_faults(scenario, board)
        yield from _garrison_faults(scenario, board)


def _named(scenario: Scenario) -> Iterator[tuple[str, Place]]:
    """Yield the places that a scenario names, each with its field."""
    for country, land in scenario.countries.items():
        yield from ((f"countries.{country}.provinces", place) for place in land.provinces)
    for power, start in scenario.powers.items():
        yield from ((f"powers.{power}.units", unit.place) for unit in start.units)
        for field in ("provinces", "without_city", "city_only"):
            yield from ((f"powers.{power}.{field}", place) for place in getattr(start, field))
    for field in ("autonomous", "city_income", "out", "cities", "army_borders"):
        yield from ((field, place) for place in getattr(scenario, field))
    yield from (("army_borders", place) for others in scenario.army_borders.values() for place in others)


def _unknown_places(scenario: Scenario, board: Board) -> Iterator[str]:
    for field, place in _named(scenario):
        if place not in board.provinces:
            yield f"{field}: there is no place {place!r} on {board.key}; {did_you_mean(place, board.provinces)}"
        elif place in scenario.out and field != "out":
            yield f"{field}: {place} is not in play, as `out` says"


def _country_faults(scenario: Scenario) -> Iterator[str]:
    times = Counter(place for land in scenario.countries.values() for place in land.provinces)
    yield from (
        f"countries: {place} lies in {count} countries; one is right" for place, count in times.items() if count > 1
    )
    held = Counter(country for start in scenario.powers.values() for country in start.countries)
    for country, count in held.items():
        if country not in scenario.countries:
            yield f"powers: there is no country {country!r}; {did_you_mean(country, scenario.countries)}"
        if count > 1:
            yield f"powers: {country} is held by {count} powers; one is right"


def _power_faults(scenario: Scenario) -> Iterator[str]:
    for field in ("no_fleets", "idle"):
        for power in getattr(scenario, field):
            if power not in scenario.powers:
                yield f"{field}: there is no power {power!r}; {did_you_mean(power, scenario.powers)}"
    yield from (
        f"powers.{power}.countries: a power needs one" for power, one in scenario.powers.items() if not one.countries
    )
    taken = Counter(place for start in scenario.powers.values() for place in _lands(scenario, start))
    yield from (f"powers: {place} begins in {count} hands; one is right" for place, count in _twice(taken))


def _twice(times: Counter[str]) -> Iterator[tuple[str, int]]:
    return ((name, count) for name, count in times.items() if count > 1)


def _lands(scenario: Scenario, start: Start) -> set[Place]:
    home = {place for country in start.countries for place in _provinces(scenario, country)}
    return home | {*start.provinces}


def _provinces(scenario: Scenario, country: str) -> tuple[Place, ...]:
    land = scenario.countries.get(country)
    return land.provinces if land else ()


def _treasury_faults(scenario: Scenario) -> Iterator[str]:
    without = [power for power, start in scenario.powers.items() if start.treasury is None]
    if without and len(without) < len(scenario.powers):
        yield f"powers: {', '.join(without)} should have a treasury too, as others have a fixed one"


def _unit_faults(scenario: Scenario, board: Board) -> Iterator[str]:
    units = [unit for start in scenario.powers.values() for unit in start.units]
    spaces = Counter(_space(board, unit.place, garrison=unit.kind == "G") for unit in units)
    spaces.update(_space(board, place, garrison=True) for place in scenario.autonomous)
    yield from (
        f"powers: {count} units begin in the {space}; one is right" for space, count in spaces.items() if count > 1
    )
    for power, start in scenario.powers.items():
        for unit in start.units:
            fault = stand_fault(scenario, board, unit)
            if fault:
                yield f"powers.{power}.units: {unit.kind} {unit.place} {fault}"


def _space(board: Board, place: Place, *, garrison: bool) -> str:
    return f"{'city' if garrison and not board.provinces[place].fills else 'field'} of {place}"


def stand_fault(scenario: Scenario, board: Board, unit: StartUnit | Unit) -> str:
    """Return why a unit cannot stand where it begins."""
    facts = board.provinces[unit.place]
    if unit.kind == "G":
        return "" if walled(scenario, board, unit.place) else "cannot be: the city has no walls"
    if unit.kind == "A" and facts.kind == "sea":
        return "cannot be: armies stand on land"
    if unit.kind == "F" and facts.kind == "inland":
        return "cannot be: the province has no coast"
    if unit.kind == "F" and facts.coasts and unit.coast not in facts.coasts:
        return f"should lie on one of the coasts {', '.join(facts.coasts)}"
    return "has a coast without need" if unit.coast and unit.coast not in facts.coasts else ""


def _garrison_faults(scenario: Scenario, board: Board) -> Iterator[str]:
    for place in scenario.autonomous:
        if not walled(scenario, board, place):
            yield f"autonomous: the city of {place} has no walls"


def walled(scenario: Scenario, board: Board, place: Place) -> bool:
    """Whether a garrison may begin in a city: it is fortified, or a fortress that the scenario uses."""
    city = scenario.cities.get(place) or board.city(place)
    return city is not None and (city.kind == "fortified" or (city.kind == "fortress" and scenario.fortresses))
