"""The start of a year: disasters, income, and the adjustment of units (rules/machiavelli.md 10, 11, 13)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.machiavelli.stated import adjustments, codes, game, position, purse
from wartable.games.machiavelli import adjustment, disasters, income
from wartable.games.machiavelli.board import Income
from wartable.games.machiavelli.money_events import DisasterRolled, Earned, Maintained
from wartable.games.machiavelli.play.opening import opening
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import Position

MILAN = ("milan", "pavia", "cremona", "como", "fornova", "parma", "piacenza")


# --- 13 disasters


def test_dice_are_asked_for_one_after_the_other_as_the_severity_needs_them() -> None:
    """13.2: the column is rolled before the row, and each only if it counts."""
    rules = game(severity_die="2d6_print")

    assert disasters.dice_wanted(rules) == (6, 6)
    assert disasters.dice_wanted(rules, (1, 1)) == ()
    assert disasters.dice_wanted(rules, (1, 3)) == (6, 6)
    assert disasters.dice_wanted(rules, (6, 6)) == (6, 6, 6, 6)
    assert disasters.dice_wanted(rules, (6, 6, 1, 2, 3)) == (6,)
    assert disasters.year_of(rules, (6, 6, 1, 2, 6, 5)) == disasters.Year(12, "both", row=11, column=3)


def test_a_place_in_row_and_column_is_struck_once() -> None:
    """13.2 and vector 12 of section 17: severity 8, row 5, column 5."""
    board = game().board

    both = disasters.struck(board.famine, 5, 5)
    assert board.famine[5][5] == "salerno"
    assert both.count("salerno") == 1
    assert set(both) == {*board.famine[5].values(), *(line[5] for line in board.famine.values() if 5 in line)}


def test_the_lowest_and_the_highest_lines_can_strike() -> None:
    """19.3: in another program rows 11 and 12 never strike, and low throws strike nothing."""
    rules = game(severity_die="1d6")
    for row in (2, 11, 12):
        faces = (2, 1, 1) if row == 2 else (2, 6, row - 6)
        event = disasters.famine(rules, position(rules), faces).events[0]
        assert isinstance(event, DisasterRolled)
        assert event.struck == tuple(sorted(rules.board.famine[row].values()))


def test_famine_is_not_rolled_before_the_first_spring_unless_asked_for() -> None:
    """2.1."""
    first = position(game())
    assert not disasters.famine_due(game(), first)
    assert disasters.famine_due(game(), replace(first, year=1455))
    assert disasters.famine_due(game(first_year_famine=True), first)
    assert not disasters.famine_due(game(famine=False), replace(first, year=1455))


def test_plague_kills_everybody_at_once_and_leaves_control_and_income_alone() -> None:
    """13.3: garrisons too, those of nobody too; no marker."""
    rules = game(severity_die="1d6", plague=True)
    row = rules.board.plague[8]
    before = position(
        rules,
        "milan A cremona",
        "milan G cremona",
        "autonomous G modena",
        "venice A padua",
        held={"milan": ["cremona"]},
    )
    after = disasters.plague(rules, before, (2, 4, 4)).position

    assert {"cremona", "modena"} <= set(row.values())
    assert [str(unit) for unit in after.units] == ["venice A padua"]
    assert (after.provinces, after.cities, after.famine) == (before.provinces, before.cities, ())


def test_plague_of_the_italian_board_is_not_rolled_before_1348() -> None:
    """13.3."""
    rules = game(plague=True)
    assert not disasters.plague_due(rules, position(rules, year=1347))
    assert disasters.plague_due(rules, position(rules, year=1348))


def test_storms_sink_fleets_after_fall() -> None:
    """13.3."""
    rules = game(storms=True, severity_die="1d6")
    before = position(rules, "venice F lower_adriatic", "venice A padua", season="fall")

    assert disasters.storms_due(rules, before)
    assert not disasters.storms_due(rules, replace(before, season="summer"))
    after = disasters.storms(rules, before, (4, 2, 2)).position
    assert [str(unit) for unit in after.units] == ["venice A padua"]
    assert after.storms == ()


def test_storms_rolled_after_summer_leave_fleets_a_campaign_to_sail() -> None:
    """13.3, as condottieri has it."""
    rules = game(storms=True, severity_die="1d6", storm_season="summer")
    before = position(rules, "venice F lower_adriatic", season="summer")

    assert disasters.storms_due(rules, before)
    warned = disasters.storms(rules, before, (4, 2, 2)).position
    assert warned.storms == ("lower_adriatic", "western_gulf_of_lyons")
    assert len(warned.units) == 1
    sunk = disasters.storms_break(rules, warned)
    assert (sunk.position.units, sunk.position.storms) == ((), ())
    assert codes(sunk.events) == ["lost.storm"]


# --- 10 income


def paid(rules: Rules, now: Position, power: str, faces: tuple[int, ...] = ()) -> tuple[int, int, int]:
    """Return what seas, provinces and cities pay a power."""
    done = income.income(rules, now, faces)
    event = next(one for one in done.events if isinstance(one, Earned) and one.power == power)
    return event.seas, event.provinces, event.cities


CITY_ROWS: dict[str, tuple[list[str], dict[str, Any], tuple[int, int, int]]] = {
    "normal, garrison": (["milan G milan"], {}, (0, 1, 3)),
    "normal, no garrison": ([], {}, (0, 1, 3)),
    "famine, garrison": (["milan G milan"], {"famine": ("milan",)}, (0, 0, 3)),
    "famine, army only": (["milan A milan"], {"famine": ("milan",)}, (0, 0, 0)),
    "city rebels": ([], {"rebels": [("milan", "city", "milan")]}, (0, 1, 0)),
    "field rebels, garrison": (["milan G milan"], {"rebels": [("milan", "field", "milan")]}, (0, 0, 3)),
    "field rebels, no garrison": ([], {"rebels": [("milan", "field", "milan")]}, (0, 0, 3)),
    "both rebel": ([], {"rebels": [("milan", "field", "milan"), ("milan", "city", "milan")]}, (0, 0, 0)),
    "besieged": (["milan G milan", "france A milan"], {"sieges": [("milan", "france A milan")]}, (0, 1, 0)),
    "storm": ([], {"storms": ("milan",)}, (0, 1, 3)),
}


@pytest.mark.parametrize("row", CITY_ROWS)
def test_what_a_walled_city_and_its_province_pay(row: str) -> None:
    """10, the table, rows of walled cities."""
    units, fields, found = CITY_ROWS[row]
    rules = game(dice=False)
    now = position(rules, *units, held={"milan": ["milan"]}, **fields)

    assert paid(rules, now, "milan") == found


OPEN_ROWS: dict[str, tuple[dict[str, Any], tuple[int, int, int]]] = {
    "normal": ({}, (0, 1, 1)),
    "famine": ({"famine": ("hungary",)}, (0, 0, 0)),
    "field rebels": ({"rebels": [("hungary", "field", "austria")]}, (0, 0, 0)),
}


@pytest.mark.parametrize("row", OPEN_ROWS)
def test_what_an_unfortified_city_pays(row: str) -> None:
    """10, the table."""
    fields, found = OPEN_ROWS[row]
    rules = game(dice=False)

    assert paid(rules, position(rules, held={"austria": ["hungary"]}, **fields), "austria") == found


def test_a_fortress_pays_nothing_and_seas_pay_for_fleets() -> None:
    """10; 1: a fortress has the value 0."""
    rules = game(dice=False, fortresses=True)
    now = position(rules, "naples G salerno", "naples F ionian_sea", "naples F otranto", held={"naples": ["salerno"]})

    assert paid(rules, now, "naples") == (1, 1, 0)


def test_every_country_rolls_its_own_dice() -> None:
    """10; 19.3: in another program one die counts for all."""
    rules = game()
    begun = opening(rules)
    rows = income.rows(rules, begun)

    assert [(row.power, row.income.dice) for row in rows] == [
        ("austria", 1), ("florence", 2), ("france", 1), ("milan", 1),
        ("naples", 1), ("papacy", 1), ("turkey", 1), ("venice", 2),
    ]  # fmt: skip
    assert income.income_dice(rules, begun) == (6,) * 10
    assert income.income_dice(game(variable_income_die="per_game"), begun) == (6,)
    assert income.income_dice(game(dice=False), begun) == ()


def test_one_die_for_all_is_read_on_every_row() -> None:
    """10, as condottieri has it."""
    rules = game(variable_income_die="per_game")
    done = income.income(rules, opening(rules), (6,))
    dice = {event.power: [die.ducats for die in event.dice] for event in done.events if isinstance(event, Earned)}

    assert dice["florence"] == [5, 5]
    assert dice["naples"] == [4]


def test_a_city_with_dice_pays_its_holder_and_a_conquered_country_its_conqueror() -> None:
    """10: one die for each home country held, and for certain cities."""
    rules = game()
    now = replace(position(rules, held={"france": ["genoa"]}), countries={"milan": "france", "france": "france"})

    assert [(row.power, row.source) for row in income.rows(rules, now)] == [
        ("france", "milan"), ("france", "france"), ("france", "genoa"),
    ]  # fmt: skip
    assert income.rows(rules, now)[2].income == Income(1, (1, 2, 2, 3, 3, 4))


def test_the_first_die_of_each_row_counts_as_two_in_the_opening_income() -> None:
    """10; vector 15 of section 17."""
    rules = game()
    first, later = (
        {event.power: [die.ducats for die in event.dice] for event in done.events if isinstance(event, Earned)}
        for done in (income.income(rules, opening(rules), (1,) * 10, opening=begins) for begins in (True, False))
    )

    assert (first["venice"], later["venice"]) == ([3, 2], [2, 2])
    assert (first["turkey"], later["turkey"]) == ([2], [1])


def test_famine_is_before_income_so_that_struck_provinces_pay_nothing() -> None:
    """2.1."""
    rules = game(severity_die="1d6", dice=False)
    before = position(rules, held={"milan": MILAN})
    struck = disasters.famine(rules, before, (2, 3, 4)).position

    assert set(struck.famine) & set(MILAN) == {"como", "fornova"}
    assert paid(rules, struck, "milan")[1] == paid(rules, before, "milan")[1] - 2


# --- 11 adjustment


def adjusted(rules: Rules, now: Position, *lines: str, power: str = "milan", opening: bool = False) -> Outcome:
    return adjustment.adjust(rules, now, adjustments(rules, **{power: lines}), opening=opening)


REFUSED: dict[str, tuple[dict[str, Any], str, str]] = {
    "not at home": ({"held": {"milan": ["bologna"]}}, "BUILD A bologna", "build.home"),
    "no city": ({"held": {"milan": ["como"]}}, "BUILD A como", "build.city"),
    "a fortress does not count": ({"held": {"milan": ["parma"]}}, "BUILD A parma", "build.city"),
    "not controlled": ({}, "BUILD A pavia", "build.control"),
    "famine": ({"held": {"milan": ["pavia"]}, "famine": ("pavia",)}, "BUILD G pavia", "build.famine"),
    "rebels in the field": (
        {"held": {"milan": ["pavia"]}, "rebels": [("pavia", "field", "milan")]}, "BUILD A pavia", "build.rebels",
    ),
    "rebels in the city": (
        {"held": {"milan": ["pavia"]}, "rebels": [("pavia", "city", "milan")]}, "BUILD G pavia", "build.rebels",
    ),
    "fleet without port": ({"held": {"milan": ["pavia"]}}, "BUILD F pavia", "build.kind"),
    "too dear": ({"held": {"milan": ["pavia"]}, "treasury": {"milan": 2}}, "BUILD A pavia", "build.money"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_where_nothing_may_be_built(name: str) -> None:
    """11, the rules of building, one by one."""
    fields, line, code = REFUSED[name]
    rules = game()
    given: dict[str, Any] = {"treasury": {"milan": 9}, **fields}
    before = position(rules, **given)
    done = adjusted(rules, before, line)

    assert codes(done.events) == [code]
    assert done.position == before


def test_garrisons_need_walls_and_fleets_need_ports() -> None:
    """11."""
    rules = game()
    before = position(rules, held={"france": ["swiss", "marseille"]}, treasury={"france": 9})
    done = adjusted(rules, before, "BUILD G swiss", "BUILD F marseille", power="france")

    assert codes(done.events) == ["build.kind", "adjust.built"]
    assert [str(unit) for unit in done.position.units] == ["france F marseille"]


def test_each_province_raises_one_unit_a_year() -> None:
    """11; the second of two in one province is refused."""
    rules = game()
    done = adjusted(
        rules, position(rules, held={"milan": ["pavia"]}, treasury={"milan": 9}), "BUILD A pavia", "BUILD G pavia"
    )

    assert codes(done.events) == ["adjust.built", "build.twice"]
    assert purse(done.position, "milan") == 6


def test_venice_holds_one_unit_of_any_kind() -> None:
    """5.11."""
    rules = game()
    before = position(rules, "venice F venice", held={"venice": ["venice"]}, treasury={"venice": 9})
    done = adjusted(rules, before, "BUILD G venice", power="venice")

    assert codes(done.events) == ["adjust.maintained", "build.space"]


def test_units_are_paid_first_and_what_cannot_be_paid_is_disbanded() -> None:
    """11: pay as you go, and a unit that cannot be paid leaves; the space it leaves is not filled in this step."""
    rules = game()
    before = position(
        rules, "milan A milan", "milan A pavia", "milan A cremona", held={"milan": MILAN}, treasury={"milan": 8}
    )
    done = adjusted(rules, before, "MAINTAIN A cremona", "BUILD A pavia")

    assert [str(unit) for unit in done.position.units] == ["milan A cremona", "milan A milan"]
    assert codes(done.events) == ["adjust.unpaid", "adjust.maintained", "build.space"]
    assert purse(done.position, "milan") == 2


def test_units_without_an_order_are_disbanded_where_the_option_says_so() -> None:
    """11: the judge disbands."""
    rules = game(unordered_upkeep="disband")
    before = position(rules, "milan A milan", "milan A pavia", treasury={"milan": 9})
    done = adjusted(rules, before, "MAINTAIN A milan")

    assert [str(unit) for unit in done.position.units] == ["milan A milan"]
    assert purse(done.position, "milan") == 6


def test_nothing_is_given_back_for_a_disbanded_unit() -> None:
    """11."""
    rules = game()
    done = adjusted(rules, position(rules, "milan A milan", treasury={"milan": 4}), "DISBAND A milan")

    assert (done.position.units, purse(done.position, "milan")) == ((), 4)


def test_special_units_cost_their_own_price_and_each_power_has_one() -> None:
    """3.1."""
    rules = game()
    before = position(rules, held={"milan": MILAN}, treasury={"milan": 20})
    done = adjusted(rules, before, "BUILD elite_professionals A milan", "BUILD citizen_militia G pavia")

    assert codes(done.events) == ["adjust.built", "build.special"]
    assert purse(done.position, "milan") == 11


def test_classes_of_special_units_may_be_limited_by_power() -> None:
    """3.1, as 1995 has it: Milan has militia and mercenaries, no professionals."""
    rules = game(scenario="balance_of_power_1454_1995", special_unit_limits="per_power_table")
    before = position(rules, held={"milan": ["milan", "pavia"]}, treasury={"milan": 20})
    done = adjusted(rules, before, "BUILD elite_professionals A milan", "BUILD citizen_militia A pavia")

    assert codes(done.events) == ["build.special", "adjust.built"]


def test_opening_units_are_never_lost_for_lack_of_money() -> None:
    """10; vector 15 of section 17: units dearer than the treasury are kept, and the treasury is empty then."""
    rules = game()
    before = position(rules, "milan A milan", "milan A pavia", treasury={"milan": 4})
    done = adjusted(rules, before, opening=True)

    assert len(done.position.units) == 2
    assert purse(done.position, "milan") == 0
    (event,) = done.events
    assert isinstance(event, Maintained)
    assert event.ducats == -4
    assert event.why
    assert event.why.sentence == "2 units cost 6, of which 2 are forgiven."


def test_a_unit_that_is_not_there_is_told_of() -> None:
    rules = game()
    done = adjusted(rules, position(rules, treasury={"milan": 4}), "DISBAND A milan")

    assert codes(done.events) == ["adjust.no_unit"]


def test_powers_in_scenarios_that_build_no_fleets_build_none() -> None:
    rules = game(scenario="fall_of_the_lombards_725")
    before = position(rules, held={"lombardy": ["naples"]}, treasury={"lombardy": 9})
    done = adjusted(rules, before, "BUILD F naples", power="lombardy")

    assert codes(done.events) == ["build.kind"]
