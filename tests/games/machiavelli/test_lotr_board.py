"""Lord of the Rings Machiavelli: what the notes settle, board, powers and both tables (machiavelli 18.1 to 18.10)."""

from __future__ import annotations

from itertools import combinations

import pytest

from tests.games.machiavelli.middle_earth import game, played, position
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.errors import BadOptions
from wartable.engine.options import describe
from wartable.engine.values import CHANCE, Seat
from wartable.games.adjudication.map import both_ways
from wartable.games.machiavelli import disasters, income
from wartable.games.machiavelli.lotr.data import board, facts, land
from wartable.games.machiavelli.lotr.game import LOTR_MACHIAVELLI
from wartable.games.machiavelli.lotr.options import LotrOptions
from wartable.games.machiavelli.lotr.state import as_lotr_state
from wartable.games.machiavelli.play.opening import opening
from wartable.games.machiavelli.state import Position

RULES = game()
NEUTRAL = {
    "forodwaith",
    "eastern_angmar",
    "fornost",
    "weather_hills",
    "rhudaur",
    "the_shire",
    "lorien",
    "brown_lands",
    "dead_marshes",
    "north_mirkwood",
    "south_mirkwood",
    "esgaroth",
    "ithilien",
    "khand",
}


# --- 18.1, 18.2


def test_advanced_machiavelli_with_plague_and_without_its_special_units_fortresses_and_storms() -> None:
    """18.1: 5.1, 5.3, 5.5."""
    options = RULES.options

    assert all((options.money, options.dice, options.famine, options.plague, options.loans, options.assassination))
    assert not any((options.special_units, options.fortresses, options.storms))
    names = {field.name for field in describe(LotrOptions)}
    assert names.isdisjoint({"money", "dice", "special_units", "fortresses", "scenario"})
    with pytest.raises(BadOptions, match="There is no option"):
        game(fortresses=True)
    assert RULES.most_of("mordor", "elite_mercenaries") == 0


def test_the_first_year_is_3000_without_famine_and_plague_comes_before_its_summer() -> None:
    """18.2."""
    first = opening(RULES)

    assert (first.year, first.season) == (3000, "spring")
    assert not disasters.famine_due(RULES, first)
    assert disasters.famine_due(RULES, Position(year=3001))
    assert disasters.plague_due(RULES, first)


def test_hidden_figures_move_once_a_campaign() -> None:
    """18.2: written and moved in each of the three campaigns; two steps by an option."""
    after = played("", "Eriador: RB the_shire - buckland").after

    assert (after.season, after.figures["RB"]) == ("fall", "buckland")
    two = played("", "Eriador: RB the_shire - buckland - old_forest", ring_steps=2).after
    assert two.figures["RB"] == "old_forest"


# --- 18.3


def test_the_board_is_that_of_ring_diplomacy_with_thirty_fortified_cities() -> None:
    """18.3, 18.1: 5.3."""
    on = RULES.board
    ends = both_ways(on.army_borders)

    assert len(on.provinces) == 65
    assert on.picture == "lotr-65"
    assert sum(len(near) for near in ends.values()) == 2 * 119, "118 land borders, and Tolfalas beside Belfalas"
    assert len(on.counting) == 30
    assert all(city.kind == "fortified" for place in on.counting if (city := on.city(place)))
    assert on.city("vale_of_erech") is None
    assert on.city("eregion") is None
    assert len(game(mount_doom_city=True).board.counting) == 31


def test_two_major_cities() -> None:
    """18.1: 5.4, Minas Tirith and Rivendale."""
    values = {place: city.value for place in RULES.board.counting if (city := RULES.board.city(place))}

    assert {place for place, value in values.items() if value == 2} == {"minas_tirith", "rhudaur"}
    assert set(values.values()) == {1, 2}


def test_five_ports_and_five_sea_lines() -> None:
    """18.3."""
    ports = {place for place in RULES.board.counting if RULES.port(place)}

    assert ports == {"forodwaith", "mithlond", "minhiriath", "belfalas", "umbar"}
    assert sum(map(len, both_ways(RULES.board.fleet_borders).values())) == 2 * 5
    assert not any(facts.kind == "sea" for facts in RULES.board.provinces.values())
    assert RULES.board.straits == {}


def test_an_army_sails_along_one_line_into_a_port_that_was_empty() -> None:
    """18.3 port_line."""
    went = played("Eriador: A mithlond", "A mithlond - minhiriath")
    assert went.result("A mithlond") == "moves"

    assert played("Eriador: A mithlond", "A mithlond - umbar").result("A mithlond") == "illegal"
    taken = played("Eriador: A mithlond\nRohan: A minhiriath", "A mithlond - minhiriath\nA minhiriath - dunland")
    assert (taken.result("A mithlond"), taken.result("A minhiriath")) == ("illegal", "moves")


def test_an_army_that_fleets_carry_may_attack_a_taken_port() -> None:
    """18.3 port_line."""
    there = "Eriador: A mithlond, F minhiriath, F belfalas\nMordor: A umbar"
    orders = "A mithlond - minhiriath - umbar\nF minhiriath T A mithlond - umbar\nF belfalas S A mithlond - umbar"

    went = played(there, orders)

    assert went.result("A mithlond") == "moves"
    assert [str(one.unit) for one in went.dislodged] == ["mordor A umbar"]
    alone = played(there, "A mithlond - minhiriath - umbar\nF belfalas S A mithlond - umbar")
    assert alone.result("A mithlond") == "no_path"


def test_fleets_go_and_support_one_sea_line_away() -> None:
    """18.3 port_line."""
    went = played("Mordor: F umbar\nGondor: F belfalas", "F umbar - minhiriath\nF belfalas S F umbar - minhiriath")
    assert went.result("F umbar") == "moves"

    for order in ("F umbar - mithlond", "F umbar S A mithlond H", "F umbar - harad"):
        assert played("Mordor: F umbar\nEriador: A mithlond", order).result("F umbar") == "illegal", order


def test_nobody_supports_over_the_sea_but_fleets() -> None:
    """18.3 port_line."""
    there = played("Gondor: A belfalas\nRohan: A enedwaith", "A belfalas S A enedwaith - minhiriath")

    assert there.result("A belfalas") == "illegal"


def test_free_lines_have_no_fleets_and_let_armies_sail_to_any_empty_port() -> None:
    """18.3 free_lines."""
    went = played("Eriador: A mithlond", "A mithlond - umbar", sea_model="free_lines")
    assert went.result("A mithlond") == "moves"

    built = played(
        "Eriador\ntreasury: 9", "Eriador: BUILD F mithlond", head="spring 3001 units", sea_model="free_lines"
    )
    assert "build.kind" in built.codes


def test_fleets_bring_no_income_from_seas() -> None:
    """18.3: sea income 0."""
    there = position("Eriador: F mithlond")

    assert [line for line in income.lines(RULES, there, "eriador") if line.source == "sea"] == []


def test_mountains_stop_units_and_not_figures() -> None:
    """18.3."""
    assert played("Gondor: A minas_tirith", "A minas_tirith - west_rohan").result("A minas_tirith") == "illegal"
    assert played("", "GEG minas_tirith - west_rohan").after.figures["GEG"] == "west_rohan"


# --- 18.4


@pytest.mark.parametrize(
    ("power", "cities", "provinces", "side"),
    [
        ("eriador", 3, 6, "good"),
        ("rohan", 3, 5, "good"),
        ("gondor", 3, 6, "good"),
        ("mordor", 4, 7, "evil"),
        ("saruman", 3, 5, "evil"),
    ],
)
def test_powers_and_their_homes(power: str, cities: int, provinces: int, side: str) -> None:
    """18.4, 18.1: 5.2."""
    first = opening(RULES)

    assert sum(holder == power for holder in first.cities.values()) == cities
    assert sum(holder == power for holder in first.provinces.values()) == provinces
    assert RULES.side(power) == side


def test_gondor_is_six_provinces_and_ithilien_is_nobodys() -> None:
    """18.1: 5.2."""
    first = opening(RULES)

    home = {place for place, holder in first.provinces.items() if holder == "gondor"}
    assert home == {"minas_tirith", "lebennin", "belfalas", "tolfalas", "lamedon", "vale_of_erech"}
    assert {"anfalas", "andrast", "ithilien", "south_ithilien"}.isdisjoint(first.provinces)


def test_neutral_cities_have_garrisons_of_nobody() -> None:
    """18.4: all 14, or none by an option."""
    garrisons = {unit.place for unit in opening(RULES).of("autonomous")}

    assert garrisons == NEUTRAL
    assert opening(game(autonomous_garrisons="none")).of("autonomous") == ()


def test_an_army_in_every_home_city_and_figures_where_they_begin() -> None:
    """18.4."""
    first = opening(RULES)

    for power in RULES.scenario.powers:
        cities = {place for place, holder in first.cities.items() if holder == power}
        assert {(unit.kind, unit.place) for unit in first.of(power)} == {("A", place) for place in cities}
    figures = position("").figures
    assert (figures["Z"], figures["GEG"]) == ("minas_morgul", "minas_tirith")
    assert set(first.accounts["mordor"].chits) == {"eriador", "rohan", "gondor", "saruman"}


def begun() -> Match:
    """Return a match at its first units of the year."""
    match = Match(LOTR_MACHIAVELLI, LotrOptions(), 5, SealedDice.of("first"))
    while match.to_act == (CHANCE,):
        match.answer_chance()
    return match


def test_home_ports_may_begin_with_a_fleet() -> None:
    """18.4: by the owner's choice, before the first spring only."""
    match = begun()
    eriador = Seat(0)
    match.act(eriador, LOTR_MACHIAVELLI.parse(match.state, eriador, "FLEET mithlond"))
    inland = LOTR_MACHIAVELLI.parse(match.state, Seat(1), "FLEET west_rohan")
    reason = LOTR_MACHIAVELLI.explain(match.state, Seat(1), inland)
    while (
        match.to_act != (Seat(0),) and (asked := LOTR_MACHIAVELLI.asked(match.state)) and asked.about == "orders.year"
    ):
        match.act(match.to_act[0], LOTR_MACHIAVELLI.default(match.state, match.to_act[0]))

    assert reason is not None
    assert reason.code == "order.fleet"
    there = as_lotr_state(match.state).position.at("mithlond")
    assert there is not None
    assert there.kind == "F"
    with pytest.raises(AssertionError):
        played("Eriador: A mithlond", "Eriador: FLEET mithlond", head="spring 3001 units")


@pytest.mark.parametrize(
    ("power", "face", "earned", "left"), [("eriador", 1, 12, 3), ("mordor", 1, 14, 2), ("saruman", 6, 13, 4)]
)
def test_opening_income_and_pay(power: str, face: int, earned: int, left: int) -> None:
    """18.4, 18.6: the first die counts as two at least; opening units are paid for."""
    faces = [face if one == power else 3 for one in RULES.scenario.powers]
    paid = income.income(RULES, opening(RULES), faces, opening=True).position

    assert paid.accounts[power].treasury == earned
    assert earned - 3 * len(paid.of(power)) == left


# --- 18.6


def test_variable_income() -> None:
    """18.6, 18.1: 5.9."""
    rows = {country: home.income.row for country, home in RULES.scenario.countries.items() if home.income}

    assert rows == {
        "eriador": (2, 3, 3, 4, 4, 5), "rohan": (1, 2, 2, 3, 4, 4), "gondor": (2, 3, 3, 4, 5, 6),
        "mordor": (2, 3, 4, 5, 5, 6), "saruman": (1, 2, 3, 4, 4, 5),
    }  # fmt: skip


# --- 18.8 to 18.10


@pytest.mark.parametrize(
    ("name", "row", "column", "struck"),
    [
        ("famine", 7, 0, "borderlands dead_marshes eastern_angmar gorgoroth minhiriath tower_hills vale_of_erech"),
        ("famine", 0, 2, "carrock fornost nurn south_rhun vale_of_erech"),
        (
            "plague", 9, 10,
            "anfalas emyn_muil fornost gladden_fields harlindon lamedon lune_valley south_ithilien withered_heath",
        ),
    ],
)  # fmt: skip
def test_what_a_line_of_a_table_strikes(name: str, row: int, column: int, struck: str) -> None:
    """18.8, 18.9."""
    assert disasters.struck(getattr(RULES.board, name), row, column) == tuple(struck.split())


WEIGHTS = dict(zip(range(2, 13), (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), strict=True))


@pytest.mark.parametrize(("name", "by_row", "by_column"), [("famine", 6.39, 6.61), ("plague", 6.31, 5.72)])
def test_tables_strike_what_the_digest_says_and_keep_neighbours_and_homes_apart(
    name: str, by_row: float, by_column: float
) -> None:
    """18.10: every province once; no two neighbours and no two of a home in one line."""
    table = getattr(board(sea="port_line", doom=False), name)
    cells = {place: (row, column) for row, line in table.items() for column, place in line.items()}

    assert set(cells) == set(land().provinces)
    assert sum(WEIGHTS[row] for row, _ in cells.values()) / 36 == pytest.approx(by_row, abs=0.006)
    assert sum(WEIGHTS[column] for _, column in cells.values()) / 36 == pytest.approx(by_column, abs=0.006)
    near = both_ways(land().army_borders)
    homes = [set(country.provinces) for country in facts().scenario.countries.values()]
    for one, other in combinations(cells, 2):
        if any(a == b for a, b in zip(cells[one], cells[other], strict=True)):
            assert other not in near[one], (one, other)
            assert not any({one, other} <= home for home in homes), (one, other)


def test_one_die_says_how_bad_a_year_is() -> None:
    """18.8: by default; the options of Machiavelli are there as well."""
    assert disasters.dice_wanted(RULES) == (6,)
    assert disasters.dice_wanted(game(severity_die="2d6_print")) == (6, 6)
