"""What places have to fear of famine, plague and storms: exact, and what a page is told of it (machiavelli 13)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tests.games.machiavelli.test_desk import opened
from wartable.games.machiavelli.dangers import LINES, effect_odds, place_odds
from wartable.games.machiavelli.data import board_named
from wartable.games.machiavelli.play.years import special_builds
from wartable.games.machiavelli.rules import rules_of
from wartable.games.machiavelli.state import Account
from wartable.games.machiavelli.tables import SeverityDie, tables

DICE: tuple[SeverityDie, ...] = ("2d6_print", "2d6_judge", "1d6")


@pytest.mark.parametrize("die", DICE)
def test_a_year_is_of_one_kind(die: SeverityDie) -> None:
    assert sum(effect_odds(die).values()) == 1


def test_a_place_is_struck_by_its_row_or_its_column_once() -> None:
    """One place alone in row 2 and column 7: 1 and 6 throws in 36; in a year of both it is struck once."""
    effects = effect_odds("1d6")
    found = place_odds({2: {7: "pavia"}}, "1d6")
    row, column = LINES[2], LINES[7]
    both = row + column - row * column
    assert found == {"pavia": effects["row"] * row + effects["column"] * column + effects["both"] * both}
    assert effects["both"] == Fraction(1, 6)


def test_a_year_of_the_edition_of_1995_strikes_as_many_places_as_its_tables_say() -> None:
    """Digest 18.10: 6.3 provinces by famine and 5.8 by plague a year with one die of severity."""
    board = board_named("italy-1995")
    famine, plague = place_odds(board.famine, "1d6"), place_odds(board.plague, "1d6")
    assert (round(float(sum(famine.values())), 1), round(float(sum(plague.values())), 1)) == (6.3, 5.8)


def test_a_page_is_told_of_what_is_rolled_for_in_its_game() -> None:
    _, views = opened()
    (famine,) = views[0].dangers
    assert (famine.disaster, famine.since) == ("famine", 1455)
    _, views = opened(plague=True, storms=True, first_year_famine=True)
    told = [(one.disaster, one.season, one.since) for one in views[0].dangers]
    assert told == [("famine", "spring", 1454), ("plague", "spring", 1454), ("storm", "fall", 1454)]
    plague = views[0].dangers[1]
    assert plague.odds.keys() == {place for _, _, place in plague.cells}


def test_a_page_knows_straits_and_capitals() -> None:
    _, views = opened()
    assert views[0].straits["piombino"] == ("eastern_tyrrhenian_sea", "pisa")
    capitals = {power.id: power.capital for power in views[0].powers}
    assert (capitals["milan"], capitals["papacy"]) == ("milan", "rome")


@pytest.mark.parametrize(("ducats", "dearest"), [(5, 0), (6, 6), (9, 9)])
def test_special_units_are_offered_where_they_can_be_paid(ducats: int, dearest: int) -> None:
    """Militia and mercenaries cost six ducats, professionals nine; with one at hand there is no second (3.1)."""
    state, _ = opened()
    rules, position = rules_of(state.options), state.position.with_account("milan", Account(treasury=ducats))
    found = {tables().cost(order.unit_class) for order in special_builds(rules, position, "milan")}
    assert max(found, default=0) == dearest
    units = tuple(replace(unit, unit_class="citizen_militia") for unit in position.of("milan")[:1])
    assert not list(special_builds(rules, replace(position, units=units), "milan"))
