"""Optional rules: shifts, new homes, teams, hired units, burnt land, guards, gifts, plague, trade, chance (14)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.machiavelli.stated import banking, codes, expenses, game, position, purse
from wartable.engine.conformance import conform
from wartable.engine.options import build, describe
from wartable.engine.values import Seat
from wartable.games.machiavelli import assassination, bribes, disasters, ending, steps
from wartable.games.machiavelli.adjustment import build_fault
from wartable.games.machiavelli.banking import bank
from wartable.games.machiavelli.cases.positions import Stated
from wartable.games.machiavelli.events import HomeGained
from wartable.games.machiavelli.expenses import spend
from wartable.games.machiavelli.lotr.options import LotrOptions
from wartable.games.machiavelli.optional import fortune, homes, plague, shifting, teams, trade
from wartable.games.machiavelli.optional.hiring import commanded
from wartable.games.machiavelli.optional_rules import NAMES
from wartable.games.machiavelli.options import PROFILES, MachiavelliOptions
from wartable.games.machiavelli.orders import Advance, Besiege, Build, Convert, UnitName
from wartable.games.machiavelli.play import campaigns
from wartable.games.machiavelli.play.actions import CampaignOrders
from wartable.games.machiavelli.play.checks import campaign_refusal
from wartable.games.machiavelli.play.desk import desk_of
from wartable.games.machiavelli.play.game import MACHIAVELLI
from wartable.games.machiavelli.play.tasks import SendOrders
from wartable.games.machiavelli.state import AUTONOMOUS, Tenure

ALL: dict[str, Any] = {**dict.fromkeys(NAMES, True), "teams": "two", "excommunication": "forgiven", "plague": True}


def test_every_optional_rule_is_off_in_every_profile_and_names_its_rule() -> None:
    """14; 15: options of their own, that no profile plays by."""
    rows = {field.name: field for field in describe(MachiavelliOptions)}

    assert {rows[name].rule for name in NAMES} == {"machiavelli 14"}
    for values in PROFILES.values():
        made = build(MachiavelliOptions, values)
        assert {getattr(made, name) for name in NAMES} == {False, "none"}
    assert not {field.name for field in describe(LotrOptions)} & set(NAMES)


# --- strategic movement

SHIFTS = game(strategic_movement=True)


def test_an_army_is_shifted_through_empty_provinces_of_its_own_and_over_seas_with_own_fleets() -> None:
    """14, strategic movement: chains of own provinces; over a sea where a fleet of its own is."""
    held = {"florence": ["florence", "pistoia", "lucca", "pisa", "corsica"]}
    walking = position(SHIFTS, "florence A florence", "milan A lucca", held=held)
    sailing = position(SHIFTS, "florence A pisa", "florence F western_tyrrhenian_sea", held=held)

    assert shifting.goals(SHIFTS, walking, walking.at("florence")) == ("pisa", "pistoia")  # type: ignore[arg-type]
    assert "corsica" in shifting.goals(SHIFTS, sailing, sailing.at("pisa"))  # type: ignore[arg-type]
    assert "corsica" not in shifting.goals(SHIFTS, walking, walking.at("florence"))  # type: ignore[arg-type]


def test_the_power_with_most_cities_shifts_first_and_two_units_at_most() -> None:
    """14, strategic movement: order by city count, most first; up to two."""
    held = {"florence": ["florence", "pistoia", "pisa"], "milan": ["milan"]}
    start = position(SHIFTS, "florence A florence", "florence A pisa", "milan A milan", held=held)

    assert shifting.in_order(start)[:2] == ("florence", "milan")
    shift = shifting.Shift(UnitName("A", "florence"), "pistoia")
    again = shifting.Shift(UnitName("A", "pisa"), "pistoia")
    done = shifting.shifted(SHIFTS, start, {"florence": [shift, again, again], "milan": []})
    assert [unit.place for unit in done.position.of("florence")] == ["pistoia", "pisa"]
    assert codes(done.events) == ["shift.no_way"]


def test_besiegers_and_garrisons_are_not_shifted_and_rebels_stop_a_way() -> None:
    """14, strategic movement: what is reconstructed of it."""
    held = {"venice": ["mantua", "verona", "padua"]}
    start = position(
        SHIFTS,
        "venice A mantua",
        "autonomous G mantua",
        "venice G padua",
        "venice A padua",
        held=held,
        rebels=[("verona", "field", "venice")],
        sieges=[("mantua", "venice A mantua")],
    )

    assert {shifting.goals(SHIFTS, start, unit) for unit in start.of("venice")} == {()}


# --- new homes and teams


def test_a_province_that_is_held_through_two_falls_is_home() -> None:
    """14, variable home country: held two years it becomes home; who lost it begins anew."""
    rules = game(variable_home=True)
    start = position(rules, "milan A milan", held={"milan": ["siena", "milan"]}, treasury={"milan": 9})
    once = homes.counted(rules, start)
    twice = homes.counted(rules, once.position)
    lost = replace(twice.position, provinces={"milan": "milan", "siena": "venice"})

    order = Build(UnitName("A", "siena"))
    assert build_fault(rules, once.position, "milan", order) is not None
    assert build_fault(rules, twice.position, "milan", order) is None
    assert [event.place for event in twice.events if isinstance(event, HomeGained)] == ["siena"]
    assert "siena" in ending.home_cities(rules, twice.position, "milan")
    assert not homes.is_home(rules, homes.counted(rules, lost).position, "siena", "venice")
    assert build_fault(game(), twice.position, "milan", order) is not None


def test_cities_of_a_team_count_together_and_it_wins_together() -> None:
    """14, team game: seats in turn, cities and countries added up."""
    options = build(MachiavelliOptions, {"teams": "two"})
    sides = teams.sides_of(options, ("austria", "florence", "france", "milan"))
    own = {"austria": ending.Standing(9, 1), "france": ending.Standing(7, 1), "florence": ending.Standing(3, 1)}

    assert sides == (("austria", "france"), ("florence", "milan"))
    assert teams.together(own, sides[0]) == ending.Standing(16, 2)
    assert teams.together(own, sides[1]) == ending.Standing(3, 1)
    assert MACHIAVELLI.roles(options, 8)[:2] == ("Austria, team 1", "Florence, team 2")


# --- money

HIRED = game(autonomous_units=True)


@pytest.mark.parametrize(("ducats", "kind", "comes"), [(6, "A", True), (6, "F", False), (9, "F", True)])
def test_a_hired_garrison_comes_out_for_its_price(ducats: int, kind: Any, comes: bool) -> None:  # noqa: FBT001
    """14, operate autonomous units: 6 or 9 for a conversion."""
    start = position(HIRED, "florence A siena", "autonomous G piombino", treasury={"florence": 20})
    spent = spend(HIRED, start, expenses(HIRED, florence=[f"E1: {ducats} L autonomous G piombino"]))
    order = Convert(UnitName("G", "piombino"), kind)
    hired = commanded(spent.position, {"florence": [order]})
    after = steps.move(HIRED, hired.position, hired.orders).position

    assert [unit.kind for unit in after.of(AUTONOMOUS)] == [kind if comes else "G"]
    assert codes(hired.events) == ([] if comes else ["hire.too_small"])
    assert purse(after, "florence") == 20 - ducats


def test_the_largest_sum_hires_and_equal_ones_hire_nobody() -> None:
    """14, operate autonomous units; armies and fleets of nobody are bought for 15 and garrisons are not."""
    units = ("florence A siena", "papacy A pisa", "autonomous G piombino")
    start = position(HIRED, *units, treasury={"florence": 20, "papacy": 20})
    lines = {"florence": ["E1: 9 L autonomous G piombino"], "papacy": ["E1: 9 L autonomous G piombino"]}
    even = spend(HIRED, start, expenses(HIRED, **lines))
    more = spend(HIRED, start, expenses(HIRED, **{**lines, "papacy": ["E1: 12 L autonomous G piombino"]}))
    army = position(HIRED, "florence A siena", "autonomous A piombino", treasury={"florence": 20})
    bought = spend(HIRED, army, expenses(HIRED, florence=["E1: 15 M autonomous A piombino"]))

    assert even.position.extra.hires == ()
    assert [(hire.power, hire.worth) for hire in more.position.extra.hires] == [("papacy", 12)]
    assert bought.position.at("piombino").owner == "florence"  # type: ignore[union-attr]
    garrison = start.at("piombino", "city")
    assert garrison is not None
    assert bribes.target_fault(HIRED, "florence", "M", garrison) is not None
    assert codes(spend(game(), start, expenses(game(), **lines)).events).count("expense.off") == 2


def test_a_hired_unit_does_only_what_has_a_price() -> None:
    """14, operate autonomous units: advance, support, transport and convert; the unit must be nobody's still."""
    start = position(HIRED, "florence A siena", "autonomous A piombino", treasury={"florence": 20})
    spent = spend(HIRED, start, expenses(HIRED, florence=["E1: 6 L autonomous A piombino"]))
    name = UnitName("A", "piombino")

    assert codes(commanded(spent.position, {"florence": [Besiege(name)]}).events) == ["hire.order"]
    went = commanded(spent.position, {"florence": [Advance(name, "pisa")]})
    assert steps.move(HIRED, went.position, went.orders).position.at("pisa") is not None
    assert went.position.extra.hires == ()


def test_burnt_land_starves_until_the_next_spring_and_famine_adds_to_it() -> None:
    """14, scorched earth: 3 ducats, in any season."""
    rules = game(scorched_earth=True)
    start = position(rules, "florence A siena", treasury={"florence": 6})
    spent = spend(rules, start, expenses(rules, florence=["E1: 3 N pisa", "E2: 3 N milan"]))

    assert spent.position.famine == ("pisa",)
    assert "expense.not_adjacent" in codes(spent.events)
    assert "pisa" in disasters.famine(rules, spent.position, (1, 1)).position.famine
    assert steps.starved(rules, spent.position).position.famine == ()


def test_guards_count_against_what_assassins_are_paid() -> None:
    """14, bodyguard against assassins."""
    rules = game(bodyguards=True)
    start = position(rules, "florence A siena", treasury={"florence": 30, "milan": 30})
    accounts = {**start.accounts, "milan": replace(start.accounts["milan"], chits=("florence",))}
    lines = {"milan": ["E1: 24 E florence"], "florence": ["E1: 15 O florence"]}
    spent = spend(rules, replace(start, accounts=accounts), expenses(rules, **lines))

    assert [one.ducats for one in spent.attempts] == [9]
    assert assassination.attempt(rules, spent.position, spent.attempts, (1,)).victims == ()


def test_a_province_is_handed_over_with_its_city_where_no_unit_stands() -> None:
    """14, give a province: transfer of control by agreement."""
    rules = game(province_gifts=True)
    start = position(rules, "milan A milan", held={"milan": ["milan", "siena"]})
    given = bank(rules, start, banking(rules, milan=["GIVE PROVINCE siena TO venice"]))
    kept = bank(rules, start, banking(rules, milan=["GIVE PROVINCE milan TO venice"]))

    assert (given.position.provinces["siena"], given.position.cities["siena"]) == ("venice", "venice")
    assert codes(kept.events) == ["province.units"]
    assert codes(bank(game(), start, banking(rules, milan=["GIVE PROVINCE siena TO venice"])).events) == [
        "province.off"
    ]


# --- the year


def test_plague_goes_on_to_neighbours_on_one_to_three_and_ends_with_the_year() -> None:
    """14, spreading plague."""
    rules = game(plague=True, spreading_plague=True)
    start = position(rules, "florence A pisa", "florence G florence", year=1455, season="summer")
    struck = start.with_extra(plague=("lucca",))
    near = plague.exposed(rules, struck)
    faces = [3 if place == "pisa" else 4 for place in near]
    done = plague.spread(rules, struck, faces)

    assert "pisa" in near
    assert "lucca" not in near
    assert [unit.place for unit in done.position.units] == ["florence"]
    assert done.position.extra.plague == ("lucca", "pisa")
    assert plague.spreads(rules, done.position)
    assert not plague.spreads(rules, replace(done.position, season="spring"))


def test_a_safe_route_pays_its_ends_and_a_foreign_fleet_closes_it() -> None:
    """14, trade routes: its ends get 1 each."""
    rules = game(trade_routes=True)
    held = {"venice": ["venice"], "turkey": ["durazzo"]}
    safe = position(rules, "venice F upper_adriatic", held=held)
    closed = position(rules, "naples F lower_adriatic", held=held)

    assert [purse(trade.paid(rules, safe).position, power) for power in ("venice", "turkey")] == [1, 1]
    assert trade.paid(rules, closed).events == ()
    assert trade.paid(game(), safe).events == ()


def test_heretics_rebel_for_less_and_more_easily() -> None:
    """14, religious war."""
    rules = game(religious_war=True)
    start = position(rules, "venice A carinthia", held={"austria": ["tyrolea", "milan"]}, treasury={"venice": 40})
    spent = spend(rules, start, expenses(rules, venice=["E1: 12 D tyrolea"]))
    plain = spend(game(), start, expenses(game(), venice=["E1: 12 D tyrolea"]))

    assert {one.place for one in spent.position.rebellions} == {"tyrolea"}
    assert plain.position.rebellions == ()
    assert assassination.limit(rules, start, "tyrolea", "austria") == 1 + assassination.limit(
        game(), start, "tyrolea", "austria"
    )


def test_chance_brings_money_and_takes_no_more_than_there_is() -> None:
    """14, random events."""
    rules = game(random_events=True)
    start = position(rules, treasury={"austria": 4, "florence": 1})
    faces = (1, 6, *(3 for _ in start.powers[2:]))
    done = fortune.told(start, faces).position

    assert len(fortune.dice(rules, start)) == len(start.powers)
    assert [purse(done, power) for power in start.powers[:2]] == [0, 7]
    assert fortune.dice(game(), start) == ()


def test_tenures_are_of_who_holds_the_province() -> None:
    """14, variable home country: a tenure of another power counts for nothing."""
    rules = game(variable_home=True)
    start = position(rules, held={"milan": ["siena"]}).with_extra(tenures={"siena": Tenure("venice", 5)})

    assert not homes.is_home(rules, start, "siena", "milan")
    assert not homes.is_home(rules, start, "siena", "venice")


def test_a_game_with_every_optional_rule_keeps_every_promise() -> None:
    """14: played at random, with all of them together."""
    values = {"scenario": "fall_of_the_lombards_725", "last_year": 2, **ALL}
    (report,) = conform(MACHIAVELLI, games=1, seed=4, preset="classic", limit=90, values=values)

    assert report.decisions >= 40


def test_units_of_nobody_within_reach_are_offered_their_orders_with_the_price_of_each() -> None:
    rules = HIRED
    spot = position(rules, "milan A pavia", "autonomous G montferrat", "autonomous G rome")
    state = replace(MACHIAVELLI.state_at(rules.options, rules.scenario.played, spot), agenda=(SendOrders((Seat(3),)),))
    milan = state.powers.index("milan")
    hired = [one for one in campaigns.offers(rules, state, SendOrders((Seat(milan),)), milan) if one.kind == "hire"]

    assert {one.source for one in hired} == {"G montferrat"}
    assert {(line, one.least) for one in hired for line in one.targets} >= {("G montferrat C A", 6)}


def test_units_that_money_can_buy_are_offered_every_order_that_they_would_obey() -> None:
    """12.2: bought units obey the buyer's orders of the same campaign; sellers and far ones are not offered."""
    rules = game()
    spot = position(rules, "milan A pavia", "autonomous G montferrat", "florence A fornova", "florence A rome")
    state = replace(MACHIAVELLI.state_at(rules.options, rules.scenario.played, spot), agenda=(SendOrders((Seat(3),)),))
    milan = Seat(state.powers.index("milan"))
    found = {
        one.source: one for one in campaigns.offers(rules, state, SendOrders((milan,)), milan) if one.kind == "buy"
    }

    assert {source: one.least for source, one in found.items()} == {"G montferrat": 9, "A fornova": 18}
    assert {"G montferrat C A", "G montferrat H"} <= set(found["G montferrat"].targets)
    for line in (*found["G montferrat"].targets, *found["A fornova"].targets):
        letter = "H autonomous G montferrat" if line.startswith("G") else "K florence A fornova"
        read = expenses(rules, milan=[f"E1: 18 {letter}"])["milan"]
        sent = CampaignOrders((Stated(rules).read.order(line),), (), tuple(read))
        assert campaign_refusal(rules, state, SendOrders((milan,)), milan, sent) is None, line


def test_the_desk_names_what_a_rebellion_of_heretics_costs() -> None:
    rules = game(religious_war=True)
    place = next(iter(rules.board.heretics))
    seen = desk_of(rules, position(rules, f"milan A {place}"), "milan")

    assert seen.prices[place] == {"C": 6, "D": 12}
    assert place not in desk_of(game(), position(game(), f"milan A {place}"), "milan").prices
