"""Lord of the Rings Machiavelli for two and four players, forced alliances, and readings of doubtful names."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.games.machiavelli.middle_earth import game, played, position
from wartable.engine.chance import SealedDice
from wartable.engine.driver import Match
from wartable.engine.errors import BadOptions
from wartable.engine.options import build
from wartable.engine.values import CHANCE, Seat
from wartable.games.machiavelli import disasters
from wartable.games.machiavelli.ending import settle
from wartable.games.machiavelli.lotr.game import LOTR_MACHIAVELLI
from wartable.games.machiavelli.lotr.options import LotrOptions
from wartable.games.machiavelli.lotr.state import LotrState, as_lotr_state
from wartable.games.machiavelli.play.opening import opening
from wartable.games.machiavelli.rules import rules_of

FALL = "fall 3001 campaign"


def begun(seats: int, **options: object) -> LotrState:
    return as_lotr_state(LOTR_MACHIAVELLI.start(build(LotrOptions, options), seats))


# --- seats (ring-diplomacy Y06)


@pytest.mark.parametrize(
    ("seats", "powers"),
    [
        (5, "eriador rohan gondor mordor saruman"),
        (4, "rohan gondor mordor saruman"),
        (2, "gondor mordor"),
    ],
)
def test_two_four_or_five_play(seats: int, powers: str) -> None:
    assert begun(seats).powers == tuple(powers.split())
    assert len(LOTR_MACHIAVELLI.roles(LotrOptions(), seats)) == seats
    assert LOTR_MACHIAVELLI.seat_counts(LotrOptions()) == (2, 4, 5)


def test_the_notes_know_no_game_for_three_and_what_was_chosen_counts() -> None:
    with pytest.raises(BadOptions, match="for 2, 4 or 5 players, not 3; its notes have no game for three"):
        begun(3)
    with pytest.raises(BadOptions, match="is for 4 players, not 5"):
        begun(5, powers="four")
    assert LOTR_MACHIAVELLI.seat_counts(build(LotrOptions, {"powers": "two"})) == (2,)


def test_with_four_eriador_is_a_country_of_nobody_with_garrisons() -> None:
    """Its cities are neutral; whoever holds all of it has its income, as of any country (9.2, 18.4)."""
    state = begun(4)
    rules, first = rules_of(state.options), state.position
    home = rules.scenario.countries["eriador"].provinces

    assert {unit.place for unit in first.of("autonomous")} >= {"mithlond", "harlindon", "evendim_hills"}
    assert len(first.of("autonomous")) == 17
    assert {first.provinces.get(place) for place in home} == {None}
    assert "eriador" not in first.countries
    assert first.target == 16
    assert opening(game(powers="four", victory="machiavelli")).target == 13
    taken = position(f"Rohan\ncontrols: west_rohan, {', '.join(home)}", powers="four")
    assert settle(rules, taken).position.countries["eriador"] == "rohan"


def test_with_two_each_side_is_one_power_with_all_homes_units_figures_and_elites() -> None:
    state = begun(2)
    rules, first = rules_of(state.options), state.position

    assert LOTR_MACHIAVELLI.roles(LotrOptions(), 2) == ("Good side", "Evil side")
    assert LOTR_MACHIAVELLI.show.colours(LotrOptions(), 2) == (2, 1), "those that their land has on the board"
    assert Counter(unit.owner for unit in first.units) == {"gondor": 9, "mordor": 7, "autonomous": 14}
    assert first.held_by("gondor") == ("gondor", "eriador", "rohan")
    assert state.controller == "gondor", "nobody else could lead the ring-bearer"
    assert rules.most_of("gondor", "cavalry") == 2
    assert rules.most_of("mordor", "trolls_orcs") == 2
    assert rules.most_of("mordor", "uruk_hai") == 1
    view = LOTR_MACHIAVELLI.view(state, None)
    assert view.sides == {"gondor": "good", "mordor": "evil"}
    assert {power.name for power in view.powers} == {"Good side", "Evil side"}


def test_cities_of_a_side_count_together() -> None:
    """Y06: 16 of 30 for the player's powers."""
    home = "mithlond, harlindon, evendim_hills, minhiriath, gap_of_rohan, west_rohan, belfalas, lebennin, minas_tirith"
    more = "the_shire, fornost, weather_hills, rhudaur, lorien, ithilien"

    assert played(f"Gondor\ncontrols: {home}, {more}, khand", head=FALL, powers="two").winners == ("gondor",)
    short = played(f"Gondor\ncontrols: {home}, {more}", head=FALL, powers="two", dice=[1, 3, 3, 3, 3, 3])
    assert short.winners == ()


# --- forced alliances (ring-diplomacy Y50)


def test_allies_do_not_go_where_the_other_stands_nor_help_there() -> None:
    there = "Gondor: A minas_tirith, A lebennin\nRohan: A gap_of_rohan"
    order = "A minas_tirith - gap_of_rohan"

    went = played(there, order, forced_alliances=True)
    assert went.result("A minas_tirith") == "illegal"
    assert played(there, order).result("A minas_tirith") == "bounces"
    helped = played(f"{there}\nSaruman: A fangorn", f"{order}\nA fangorn S {order}", forced_alliances=True)
    assert helped.result("A fangorn") == "illegal"


def test_allies_may_attack_each_other_once_the_other_side_has_one_power_left() -> None:
    gone = "Saruman\neliminated: yes\ncontrols: none\nhomes: none"
    there = f"Gondor: A minas_tirith\nRohan: A gap_of_rohan\n{gone}"

    assert played(there, "A minas_tirith - gap_of_rohan", forced_alliances=True).result("A minas_tirith") == "bounces"


def test_expenses_against_allies_are_refused_before_they_are_in() -> None:
    match = Match(LOTR_MACHIAVELLI, build(LotrOptions, {"forced_alliances": True}), 5, SealedDice.of("allies"))
    while match.to_act == (CHANCE,):
        match.answer_chance()
    while (asked := LOTR_MACHIAVELLI.asked(match.state)) and asked.about == "orders.year":
        match.act(match.to_act[0], LOTR_MACHIAVELLI.default(match.state, match.to_act[0]))
    gondor = Seat(2)

    spared = LOTR_MACHIAVELLI.parse(match.state, gondor, "E1: 3 J rohan A gap_of_rohan")
    reason = LOTR_MACHIAVELLI.explain(match.state, gondor, spared)

    assert reason is not None
    assert reason.code == "order.spared"
    free = LOTR_MACHIAVELLI.parse(match.state, gondor, "E1: 3 F rohan A gap_of_rohan")
    assert LOTR_MACHIAVELLI.explain(match.state, gondor, free) is None


def test_allies_take_no_land_from_each_other_and_besiege_nobody() -> None:
    near = "Gondor: A minas_tirith\nRohan: G gap_of_rohan\ncontrols: gap_of_rohan, west_rohan"
    went = played(near, "A minas_tirith - gap_of_rohan", forced_alliances=True)

    assert went.result("A minas_tirith") == "moves", "the field is empty"
    assert went.after.provinces["gap_of_rohan"] == "rohan"
    assert played(near, "A minas_tirith - gap_of_rohan").after.provinces["gap_of_rohan"] == "gondor"
    inside = near.replace("A minas_tirith", "A gap_of_rohan")
    assert played(inside, "A gap_of_rohan B", forced_alliances=True).result("A gap_of_rohan") == "illegal"
    assert played(inside, "A gap_of_rohan B").result("A gap_of_rohan") != "illegal"


@pytest.mark.parametrize(
    "expense",
    ["E1: 18 K rohan A gap_of_rohan", "E1: 15 D gap_of_rohan", "E1: 12 E rohan", "E1: 12 J rohan A gap_of_rohan"],
)
def test_allies_spend_nothing_against_each_other(expense: str) -> None:
    there = "Gondor: A minas_tirith\ntreasury: 30\nRohan: A gap_of_rohan\ncontrols: gap_of_rohan"

    spared = played(there, f"Gondor: {expense}", forced_alliances=True)

    assert "expense.spared" in spared.codes
    assert "expense.spared" not in played(there, f"Gondor: {expense}", dice=[6]).codes


# --- doubtful names (18.3)


def test_saruman_may_have_the_dead_marshes_for_the_wold() -> None:
    first = opening(game(hedemyra="dead_marshes"))

    assert first.cities["dead_marshes"] == "saruman"
    assert {unit.place for unit in first.of("saruman")} == {"fangorn", "moria", "dead_marshes"}
    assert "the_wold" in {unit.place for unit in first.of("autonomous")}
    assert first.provinces.get("the_wold") is None


@pytest.mark.parametrize(("reading", "home"), [("druwaith_iaur", {"druwaith_iaur"}), ("omit", set[str]())])
def test_tolfalas_may_be_left_out(reading: str, home: set[str]) -> None:
    """18.10: its cells in the tables of disasters are empty then."""
    rules = game(tolfalas=reading)
    first = opening(rules)
    gondor = {place for place, holder in first.provinces.items() if holder == "gondor"}

    assert gondor == {"minas_tirith", "lebennin", "belfalas", "lamedon", "vale_of_erech"} | home
    assert "tolfalas" not in rules.map.provinces
    assert all("tolfalas" not in ends for ends in rules.wild.values())
    assert played("Gondor: A belfalas", "A belfalas - tolfalas", tolfalas=reading).result("A belfalas") == "illegal"
    rolled = disasters.famine(rules, first, (2, 1, 1))
    assert rolled.position.famine == ("fangorn", "north_mirkwood", "old_forest", "rhudaur", "the_shire")


def test_mordor_begins_with_an_army_in_mount_doom_if_that_has_a_city() -> None:
    """18.4: one in each home city."""
    first = opening(game(mount_doom_city=True))

    assert "mount_doom" in {unit.place for unit in first.of("mordor")}
    assert first.target == 16


# --- the last year as sudden death (ring-diplomacy Y40, Y41)


def test_of_powers_level_after_the_last_year_that_with_more_home_cities_of_the_other_side_wins() -> None:
    there = (
        "Eriador\ncontrols: mithlond\nRohan\ncontrols: west_rohan\nSaruman\ncontrols: fangorn\n"
        "Gondor\ncontrols: belfalas, lebennin, minas_tirith, khand, lorien\n"
        "Mordor\ncontrols: barad_dur, minas_morgul, udun_vale, harlindon, umbar"
    )

    level = played(there, head=FALL, last_year=2)
    decided = played(there, head=FALL, last_year=2, sudden_death=["last_year"])

    assert level.winners == ("gondor", "mordor")
    assert decided.winners == ("mordor",)
    with pytest.raises(BadOptions, match="needs a number of years"):
        game(sudden_death=["last_year"])


# --- the Ents (ring-diplomacy Y51)

ASLEEP = "ents: asleep\n"
AWAKE = "ents: awake\nRohan: N fangorn"


def test_the_ents_come_when_evil_holds_fangorn_and_drive_its_unit_off() -> None:
    there = f"{ASLEEP}Saruman: A fangorn\ncontrols: fangorn\nRohan: A west_rohan"
    woken = played(there, "Saruman: A fangorn H", ents=True)

    assert woken.unit("fangorn").unit_class == "ents"
    assert woken.unit("fangorn").owner == "rohan"
    (driven,) = woken.dislodged
    assert str(driven.unit) == "saruman A fangorn"
    assert set(driven.retreats) == {"lorien", "the_wold", "gap_of_rohan", "enedwaith"}
    assert woken.after.cities["fangorn"] == "saruman", "they take no city"
    assert not woken.after.asleep
    assert played(there, "Saruman: A fangorn H").dislodged == (), "there are none without the option"


def test_the_ents_come_when_evil_attacks_who_is_not_evil_and_wait_for_room() -> None:
    there = f"{ASLEEP}Gondor: A fangorn\ncontrols: belfalas, fangorn\nSaruman: A lorien, A the_wold\ncontrols: moria"
    beaten = played(there, "A lorien - fangorn\nA the_wold S A lorien - fangorn", ents=True)
    assert beaten.unit("fangorn").unit_class == "ents"
    assert {str(one.unit) for one in beaten.dislodged} == {"gondor A fangorn", "saruman A fangorn"}
    assert all("fangorn" not in one.retreats for one in beaten.dislodged)

    held = played(there, "A lorien - fangorn", ents=True)
    assert held.unit("fangorn").owner == "gondor"
    assert held.after.asleep


def test_the_ents_fight_near_fangorn_and_do_nothing_else() -> None:
    went = played(f"{AWAKE}\nSaruman: A lorien", "N fangorn - lorien", ents=True)
    assert went.result("A fangorn") == "moves", "with strength 2"
    assert went.after.provinces.get("lorien") != "rohan"

    for order in ("N lorien - moria", "N lorien - gladden_fields", "N lorien B", "N lorien C G"):
        there = "ents: awake\nRohan: N lorien\nAutonomous: G lorien"
        assert played(there, order, ents=True).result("A lorien") == "illegal", order
    there = "ents: awake\nRohan: {} lorien\nSaruman: T the_wold\nMordor: M fangorn"
    orders = "T the_wold - lorien\nM fangorn S T the_wold - lorien"
    (army,) = played(there.format("A"), orders, ents=True).dislodged
    assert "gladden_fields" in army.retreats
    assert "retreat.nowhere" in played(there.format("N"), orders, ents=True).codes, "that is too far for Ents"


def test_the_ents_cost_nothing_cannot_be_bought_and_do_not_starve() -> None:
    assert played(f"{AWAKE}\ntreasury: 5", head="spring 3001 units", ents=True).after.accounts["rohan"].treasury == 5
    bribed = played(f"{AWAKE}\nSaruman: A the_wold\ntreasury: 30", "Saruman: E1: 18 K rohan A fangorn", ents=True)
    assert "bribe.apart" in bribed.codes
    famine = f"famine: fangorn\n{AWAKE}, A west_rohan"
    assert played(famine, head="spring 3001 campaign", ents=True, dice=[1]).unit("fangorn").unit_class == "ents"


# --- retreats in advance


def test_who_says_in_advance_where_units_go_is_not_asked() -> None:
    there = "Gondor: A lebennin\nMordor: M ithilien"
    attack = "Mordor: M ithilien - lebennin"

    asked = played(there, attack)
    assert [str(one.unit) for one in asked.dislodged] == ["gondor A lebennin"]
    planned = played(there, f"{attack}\nGondor: RETREAT A lebennin - lamedon")
    assert planned.dislodged == ()
    assert "gondor A lamedon" in planned.units
