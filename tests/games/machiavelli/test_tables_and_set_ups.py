"""The figures, boards and scenarios of the package: what must add up does, and what is wrong is refused by field."""

from __future__ import annotations

from importlib import resources
from itertools import combinations
from typing import Any, Literal

import pytest

from tests.games.machiavelli.stated import game
from wartable.board.fileformat import read_yaml
from wartable.engine.errors import BadData
from wartable.games.machiavelli.board import Board, Table
from wartable.games.machiavelli.data import board_named, make_board, make_scenario, scenario_named, scenario_titles
from wartable.games.machiavelli.play.opening import opening
from wartable.games.machiavelli.play.tell import PURPOSES
from wartable.games.machiavelli.state import AUTONOMOUS
from wartable.games.machiavelli.tables import read_tables, tables

DATA = resources.files("wartable") / "data" / "machiavelli"
WEIGHTS = {line: 6 - abs(7 - line) for line in range(2, 13)}
"""In 36 throws of two dice so many give a line."""
SCENARIOS = tuple(scenario_titles())
Yaml = dict[str, Any]
Die = Literal["2d6_print", "2d6_judge", "1d6"]


def plain(name: str) -> Yaml:
    found: Yaml = read_yaml((DATA / name).read_text("utf-8"))
    return found


def steps(board: Board, name: str) -> set[frozenset[str]]:
    borders = getattr(board, name).items()
    return {frozenset((one.partition("/")[0], other.partition("/")[0])) for one, near in borders for other in near}


@pytest.mark.parametrize(
    ("key", "land", "seas", "armies", "ports"), [("italy", 70, 11, 147, 18), ("italy-1995", 63, 10, 133, 15)]
)
def test_provinces_borders_and_ports_are_as_many_as_printed(
    key: str, land: int, seas: int, armies: int, ports: int
) -> None:
    """Digest 0.3: 70 and 64 provinces, 11 and 9 seas; Venice of 1995, a sea with a city, counts among the provinces."""
    board = board_named(key)
    kinds = [facts.kind for facts in board.provinces.values()]

    assert (len(kinds) - kinds.count("sea"), kinds.count("sea")) == (land, seas)
    assert len(steps(board, "army_borders")) == armies
    assert sum(facts.city is not None and facts.city.port for facts in board.provinces.values()) == ports


@pytest.mark.parametrize("key", ["italy", "italy-1995"])
def test_forty_four_cities_pay_fifty_five_ducats(key: str) -> None:
    """Digest 0.3 and 1: 44 cities count in both editions; seven are major."""
    board = board_named(key)
    values = {place: city.value for place in board.counting if (city := board.city(place))}

    assert (len(values), sum(values.values())) == (44, 55)
    assert {place for place, value in values.items() if value == 3} == {"florence", "genoa", "milan", "venice"}
    assert {place for place, value in values.items() if value == 2} == {"naples", "rome", "tunis"}


def expected(table: Table) -> tuple[float, float]:
    """Return how many places a row, and a column, strike on average."""
    row = sum(WEIGHTS[row] * len(line) for row, line in table.items()) / 36
    column = sum(WEIGHTS[column] for line in table.values() for column in line) / 36
    return round(row, 2), round(column, 2)


@pytest.mark.parametrize(
    ("key", "name", "cells", "struck"),
    [
        ("italy", "famine", 70, (6.97, 6.97)),
        ("italy", "plague", 70, (6.58, 6.25)),
        ("italy", "storm", 10, (0.64, 0.58)),
        ("italy-1995", "famine", 64, (6.36, 6.44)),
        ("italy-1995", "plague", 64, (6.19, 5.64)),
        ("italy-1995", "storm", 9, (0.72, 0.58)),
    ],
)
def test_tables_of_disasters_strike_as_often_as_those_of_the_sources(
    key: str, name: str, cells: int, struck: tuple[float, float]
) -> None:
    """Digest 13.2."""
    table: Table = getattr(board_named(key), name)

    assert sum(map(len, table.values())) == cells
    assert expected(table) == struck


def test_there_are_sixteen_scenarios_and_one_with_genoa() -> None:
    """Digest 14: house rules have a ninth power."""
    own = [key for key in SCENARIOS if not scenario_named(key).like]

    assert len(own) == 17
    assert [scenario_named(key).board for key in own].count("italy") == 8


@pytest.mark.parametrize("key", SCENARIOS)
def test_a_scenario_begins_with_what_its_file_says(key: str) -> None:
    """Units, control and garrisons of nobody are as stated, and no space has two units."""
    rules = game(scenario=key)
    begun, scenario = opening(rules), rules.scenario

    assert len({(unit.place, unit.space) for unit in begun.units}) == len(begun.units)
    assert [unit.place for unit in begun.units if unit.owner == AUTONOMOUS] == sorted(scenario.autonomous)
    assert not set(scenario.autonomous) & set(begun.cities)
    for power, start in scenario.powers.items():
        assert len(begun.of(power)) == len(start.units)
        assert begun.held_by(power) == start.countries
        homes = {place for country in start.countries for place in scenario.countries[country].provinces}
        assert homes <= {place for place, holder in begun.provinces.items() if holder == power}
    assert set(begun.cities) <= set(rules.board.counting)


@pytest.mark.parametrize(
    ("name", "players", "homes", "out"),
    [
        ("two", 2, 8, ""), ("two_of_five", 2, 5, "austria france turkey"), ("three", 3, 4, "austria france"),
        ("four", 4, 4, ""), ("five", 5, 2, "austria france turkey"), ("six", 6, 2, "austria france"),
        ("seven", 7, 2, "austria"),
    ],
)  # fmt: skip
def test_the_balance_of_power_is_played_by_two_to_seven(name: str, players: int, homes: int, out: str) -> None:
    """Sides are one power with several home countries; home provinces of who is out are no part of the board."""
    rules = game(scenario=f"balance_of_power_1454_{name}")
    base = scenario_named("balance_of_power_1454")

    assert len(rules.scenario.played) == players
    assert (rules.goal.cities, rules.goal.homes) == ((0, homes) if players < 5 else (15, homes))
    gone = {place for power in out.split() for place in base.countries[power].provinces}
    assert gone == set(rules.scenario.out) - set(base.out)
    assert gone.isdisjoint(rules.map.provinces)
    held = [country for start in rules.scenario.powers.values() for country in start.countries]
    assert sorted(held) == sorted(set(base.countries) - set(out.split()))
    assert len(opening(rules).units) == sum(
        len(start.units) for power, start in base.powers.items() if power not in out.split()
    ) + len([place for place in base.autonomous if place not in gone])


def test_a_set_up_for_fewer_that_forgets_a_power_is_refused_by_name() -> None:
    data = plain("scenarios/balance_of_power_1454_five.yaml") | {"out": ["austria", "france"]}

    with pytest.raises(BadData, match="turkey is named 0 times"):
        make_scenario(data)


def test_one_may_hold_the_province_and_another_its_city() -> None:
    """In 1513 Austria stands before Milan, and France sits in it."""
    begun = opening(game(scenario="struggle_for_dominance_ii_1513"))

    assert (begun.provinces["milan"], begun.cities["milan"]) == ("austria", "france")


def test_a_conquered_country_begins_in_the_hands_of_its_conqueror() -> None:
    begun = opening(game(scenario="spanish_preponderance_1521"))

    assert begun.held_by("austria") == ("austria", "naples")
    assert "naples" not in begun.accounts


def test_scenarios_change_cities_and_borders_of_their_board() -> None:
    lombards, papal = game(scenario="fall_of_the_lombards_725"), game(scenario="papal_ascendancy_1177")

    assert [lombards.board.provinces[place].city.value for place in ("florence", "venice", "pisa")] == [1, 2, 2]  # type: ignore[union-attr]
    assert "bosnia" in papal.board.around("slavonia")
    assert "bosnia" not in board_named("italy-1995").around("slavonia")
    assert lombards.scenario.no_fleets == ("lombardy",)


def test_a_power_without_a_player_has_no_seat() -> None:
    scenario = scenario_named("empire_and_invaders_1051")

    assert set(scenario.powers) - set(scenario.played) == {"lombardy"}
    assert len(scenario.played) == 7


@pytest.mark.parametrize("key", SCENARIOS)
def test_home_countries_of_neighbours_do_not_overlap(key: str) -> None:
    lands = scenario_named(key).countries.values()

    assert all(not set(one.provinces) & set(other.provinces) for one, other in combinations(lands, 2))


# --- what is wrong


def milan(*units: str, home: str = "milan", **fields: Any) -> Yaml:
    """Return what Milan begins with."""
    starts = [dict(zip(("kind", "place"), unit.split(), strict=True)) for unit in units]
    return {"name": "Milan", "countries": [home], "units": starts, **fields}


def land(place: str) -> Yaml:
    """Return a country of one province."""
    return {"name": "Milan", "provinces": [place]}


SLIPS: dict[str, tuple[str, Yaml, str]] = {
    "unknown place": ("countries", land("pavai"), "no place 'pavai'"),
    "in two countries": ("countries", land("florence"), "florence lies in 2 countries"),
    "unknown country": ("powers", milan(home="milano"), 'did you mean "milan"'),
    "held twice": ("powers", milan(home="venice"), "venice is held by 2 powers"),
    "army at sea": ("powers", milan("A ionian_sea"), "armies stand on land"),
    "fleet inland": ("powers", milan("F pavia"), "the province has no coast"),
    "no walls": ("powers", milan("G como"), "the city has no walls"),
    "no coast": ("powers", milan("F croatia"), "one of the coasts nc, sc"),
    "two in a field": ("powers", milan("A padua"), "2 units begin in the field of padua"),
    "one treasury": ("powers", milan(treasury=4), "should have a treasury too"),
    "misspelt field": ("powers", milan(tresury=4), "tresury"),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_faulty_scenario_is_refused_by_the_field(slip: str) -> None:
    part, value, told = SLIPS[slip]
    data = plain("scenarios/balance_of_power_1454.yaml")
    data[part]["milan"] = value

    with pytest.raises(BadData, match=told) as refused:
        make_scenario(data, "mine.yaml")
    assert str(refused.value).startswith("mine.yaml: ")


def test_places_that_are_out_of_play_cannot_be_used() -> None:
    data = plain("scenarios/balance_of_power_1454.yaml") | {"out": ["padua"], "autonomous": ["como", "siena"]}

    with pytest.raises(BadData) as refused:
        make_scenario(data)
    assert "padua is not in play" in str(refused.value)


BOARD_SLIPS: dict[str, tuple[str, Any, str]] = {
    "unknown neighbour": ("army_borders", {"como": ["pavai"]}, "no place 'pavai'"),
    "army to sea": ("army_borders", {"pisa": ["ionian_sea"]}, "ionian_sea is sea"),
    "fleet inland": ("fleet_borders", {"pisa": ["florence"]}, "florence is inland"),
    "coast left out": ("fleet_borders", {"marseille": ["provence"]}, "provence has the coasts nc, sc"),
    "strait nowhere": ("straits", {"pisa": ["lagoon", "ionian_sea"]}, "no fleet passes between lagoon and ionian_sea"),
    "twice in a table": ("famine", {2: {2: "pisa"}, 3: {3: "pisa"}}, "pisa stands in it 2 times"),
    "no such line": ("famine", {13: {2: "pisa"}}, "there is no line 13"),
    "storm on land": ("storm", {2: {2: "pisa"}}, "storms strike seas"),
}


@pytest.mark.parametrize("slip", BOARD_SLIPS)
def test_a_faulty_board_is_refused_by_the_field(slip: str) -> None:
    field, value, told = BOARD_SLIPS[slip]
    data = plain("boards/italy.yaml") | {field: value}

    with pytest.raises(BadData, match=told):
        make_board(data)


def test_a_city_that_cannot_be_is_refused() -> None:
    data = plain("boards/italy.yaml")
    data["provinces"]["florence"] = {"name": "Florence", "kind": "inland", "city": {"kind": "fortress", "port": True}}

    with pytest.raises(BadData) as refused:
        make_board(data)
    assert "an inland province has no port" in str(refused.value)
    assert "a fortress has the value 0" in str(refused.value)


def test_figures_are_those_of_the_sources() -> None:
    """Digest 3, 3.1, 12.1, 12.2."""
    found = tables()

    assert {name: facts.cost for name, facts in found.units.items()} == {
        "regular": 3, "citizen_militia": 6, "elite_mercenaries": 6, "elite_professionals": 9,
        "trolls_orcs": 6, "mumakil": 6, "worg_riders": 6, "uruk_hai": 6, "elite_archers": 6, "cavalry": 3, "ents": 0,
    }  # fmt: skip
    assert [facts.ducats for facts in found.expenses.values()] == [
        *(3, 12, 9, 15, 12, 3, 6, 9, 9, 12, 18),
        *(6, 15, 3, 3, 3),
    ]
    assert PURPOSES.keys() == found.expenses.keys()
    assert [letter for letter, facts in found.expenses.items() if facts.bribe] == ["G", "H", "I", "J", "K", "M"]


def test_how_likely_each_kind_of_year_is() -> None:
    """Digest 13.1: 3, 9, 9, 15 of 36 as printed; 3, 8, 10, 15 of the judge; 1, 2, 2, 1 of 6 by one die."""
    twos = {total: WEIGHTS[total] for total in range(2, 13)}
    dice: dict[Die, dict[int, int]] = {
        "2d6_print": twos,
        "2d6_judge": twos,
        "1d6": dict.fromkeys(range(1, 7), 1),
    }
    odds = {
        die: [
            sum(weight for total, weight in weights.items() if tables().effect(die, total) == effect)
            for effect in ("none", "row", "column", "both")
        ]
        for die, weights in dice.items()
    }

    assert odds == {"2d6_print": [3, 9, 9, 15], "2d6_judge": [3, 8, 10, 15], "1d6": [1, 2, 2, 1]}


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("severity", {"1d6": ["none"], "2d6_print": [], "2d6_judge": []}, "one for each sum from 1 to 6"),
        ("units", {"regular": {"cost": 3}}, "citizen_militia"),
        ("units", {"regular": {"cost": 0}}, "cost"),
        ("interest", {1: 20}, "for 1 and for 2 years"),
        ("assassins", {"sixths": {12: 2, 24: 1}, "dice_pool": {10: 1}}, "should rise with the ducats"),
        ("opening_die", 7, "opening_die"),
    ],
)
def test_faulty_figures_are_refused_by_the_field(field: str, value: object, told: str) -> None:
    with pytest.raises(BadData, match=told):
        read_tables(plain("tables.yaml") | {field: value})


def test_no_two_scenarios_have_the_same_title() -> None:
    """Four stood twice in the list, with nothing that told the editions apart."""
    assert len(set(scenario_titles().values())) == len(SCENARIOS)
    assert scenario_titles()["balance_of_power_1454_1995"] == "The Balance of Power, 1454 (edition of 1995)"
