"""Lord of the Rings Machiavelli: elite units, figures, what wins, and what is secret (machiavelli 18.5, 18.7)."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from tests.games.machiavelli.middle_earth import game, played, position
from wartable.engine.chance import SealedDice
from wartable.engine.conformance import conform
from wartable.engine.driver import Match
from wartable.engine.errors import BadNotation
from wartable.engine.values import CHANCE, Seat
from wartable.games.machiavelli.adjustment import cost_of
from wartable.games.machiavelli.bribes import price
from wartable.games.machiavelli.ending import qualifies, standing_of
from wartable.games.machiavelli.lotr.actions import LotrOrders
from wartable.games.machiavelli.lotr.data import facts
from wartable.games.machiavelli.lotr.game import LOTR_MACHIAVELLI
from wartable.games.machiavelli.lotr.options import LotrOptions
from wartable.games.machiavelli.lotr.position import LotrPosition, as_lotr
from wartable.games.machiavelli.lotr.state import LotrState, as_lotr_state
from wartable.games.machiavelli.lotr.tasks import LotrSendYear
from wartable.games.machiavelli.maps import steps_of, strength_of
from wartable.games.machiavelli.reach import reaches
from wartable.games.machiavelli.state import Unit, UnitClass
from wartable.games.ring_figures.actions import Pursue

RULES = game()
UNITS = "spring 3001 units"


def elite(unit_class: UnitClass) -> Unit:
    return Unit("rohan", "A", "west_rohan", unit_class=unit_class)


def offered(now: LotrPosition, kind: str) -> dict[str, int]:
    """Return the ducats at which a year offers Rohan to keep, or to raise, each unit."""
    powers = tuple(now.accounts)
    rohan = Seat(powers.index("rohan"))
    state = replace(LOTR_MACHIAVELLI.state_at(LotrOptions(), powers, now), agenda=(LotrSendYear((rohan,)),))
    offers = LOTR_MACHIAVELLI.legal(state, rohan).structure()
    return {one.source: one.least for one in offers if one.kind == kind}


# --- costs and limits


def test_what_units_cost_how_strong_and_how_fast_they_are() -> None:
    """18.5, 18.1: 5.6."""
    classes: tuple[UnitClass, ...] = ("regular", *facts().letters.values())
    found = {one: (cost_of([elite(one)]), strength_of(elite(one)), steps_of(elite(one))) for one in classes}

    assert found == {
        "regular": (3, 1, 1), "trolls_orcs": (6, 2, 1), "mumakil": (6, 2, 1), "worg_riders": (6, 1, 2),
        "uruk_hai": (6, 1, 2), "elite_archers": (6, 2, 1), "cavalry": (3, 1, 2), "ents": (0, 2, 1),
    }  # fmt: skip


def test_the_second_cavalry_costs_six_and_a_survivor_three_again() -> None:
    """18.5: to build and to maintain."""
    two = played("Rohan: C west_rohan, C gap_of_rohan\ntreasury: 20", "", head=UNITS)
    assert two.after.accounts["rohan"].treasury == 20 - 9

    second = played("Rohan: C west_rohan\ntreasury: 20", "Rohan: BUILD C gap_of_rohan", head=UNITS)
    assert second.after.accounts["rohan"].treasury == 20 - 3 - 6

    assert played("Rohan: C west_rohan\ntreasury: 20", head=UNITS).after.accounts["rohan"].treasury == 17
    poor = played("Rohan: C west_rohan, C gap_of_rohan\ntreasury: 8", "", head=UNITS)
    assert poor.units == ["rohan A west_rohan [cavalry]"]


def test_the_second_cavalry_is_offered_at_what_it_costs_to_keep() -> None:
    """18.5: the second that exists at the time of payment costs 6; the oldest is paid first."""
    after = position("Rohan: C west_rohan, A minhiriath, C gap_of_rohan\ntreasury: 20", head=UNITS)
    costs = offered(after, "maintain")

    assert costs == {"A west_rohan": 3, "A minhiriath": 3, "A gap_of_rohan": 6}
    assert sum(costs.values()) == cost_of(after.of("rohan"))


def test_units_to_raise_are_offered_at_what_is_taken_for_them() -> None:
    """18.5: beside one that is kept, another of cavalry costs 6."""
    text = "Rohan: C west_rohan\ntreasury: 20"
    costs = offered(position(text, head=UNITS), "build")

    assert {costs["A gap_of_rohan"], costs["cavalry A gap_of_rohan"]} == {3, 6}
    for source, ducats in costs.items():
        raised = played(text, f"Rohan: BUILD {source}", head=UNITS)
        assert raised.after.accounts["rohan"].treasury == 20 - 3 - ducats


@pytest.mark.parametrize(
    ("power", "own", "order", "code"),
    [
        ("Rohan", "C west_rohan, C minhiriath", "BUILD C gap_of_rohan", "build.special"),
        ("Rohan", "", "BUILD T gap_of_rohan", "build.special"),
        ("Mordor", "T barad_dur", "BUILD T udun_vale", "build.special"),
        ("Mordor", "T barad_dur", "BUILD M udun_vale", "adjust.built"),
        ("Saruman", "", "BUILD U moria", "adjust.built"),
        ("Mordor", "", "BUILD mumakil F umbar", "build.kind"),
        ("Gondor", "", "BUILD elite_mercenaries A lebennin", "build.special"),
    ],
)
def test_who_may_raise_which_elite_units(power: str, own: str, order: str, code: str) -> None:
    """18.5, 18.1: 5.5: no militia, mercenaries or professionals, and no elites at sea."""
    there = played(
        f"{power}: {own}\ntreasury: 40" if own else f"{power}\ntreasury: 40", f"{power}: {order}", head=UNITS
    )

    assert code in there.codes


def test_elite_units_become_garrisons_and_stay_what_they_are() -> None:
    """18.5."""
    inside = played("Gondor: H lebennin", "A lebennin C G")
    assert inside.units == ["gondor G lebennin [elite_archers]"]

    out = played("Gondor: G lebennin [elite_archers]\nMordor: A ithilien", "A ithilien - lebennin\nG lebennin C A")
    assert out.units == ["gondor A lebennin [elite_archers]", "mordor A ithilien"]
    sea = played("Mordor: G umbar [mumakil]", "G umbar C F")
    assert sea.result("G umbar") == "illegal", "they are no fleets"
    assert played("Mordor: G umbar", "G umbar C F").result("G umbar") == "converts"


def test_bribes_on_elite_units_cost_what_others_do() -> None:
    """18.5: x1; double for a garrison in a major city (18.1: 5.4)."""
    assert price(RULES, Unit("mordor", "A", "barad_dur", unit_class="mumakil"), "K") == 18
    assert price(RULES, Unit("gondor", "G", "minas_tirith"), "J") == 24


@pytest.mark.parametrize(
    ("buyer", "own", "letter", "ducats", "holder"),
    [
        ("saruman", "A dead_marshes", "K", 18, "saruman"),
        ("saruman", "A dead_marshes, T moria", "K", 18, "mordor"),
        ("gondor", "A dead_marshes", "K", 18, "mordor"),
        ("gondor", "A dead_marshes", "J", 12, ""),
    ],
)
def test_who_may_own_a_kind_buys_it_below_its_limit(
    buyer: str, own: str, letter: str, ducats: int, holder: str
) -> None:
    """18.5."""
    there = f"{buyer.capitalize()}: {own}\ntreasury: 30\nMordor: T udun_vale"

    after = played(there, f"{buyer.capitalize()}: E1: {ducats} {letter} mordor A udun_vale").after

    unit = after.at("udun_vale")
    assert (unit.owner if unit else "") == holder


# --- moves over two provinces


def test_a_move_over_two_provinces_does_nothing_in_the_first() -> None:
    """18.5: no control, no cut of support, no end of a rebellion there; the one between may be taken."""
    there = (
        "rebellions: ithilien field against gondor\nGondor\nA ithilien, A south_ithilien\n"
        "controls: belfalas, ithilien\nMordor: W minas_morgul, A harondor"
    )
    went = played(
        there,
        "A minas_morgul - ithilien - lebennin\nA harondor - south_ithilien\nA ithilien S A south_ithilien H",
    )

    assert went.result("A minas_morgul") == "moves"
    assert went.result("A ithilien") == "supports"
    assert went.after.provinces["lebennin"] == "mordor"
    assert went.after.provinces["ithilien"] == "gondor"
    assert went.after.rebellions


def test_a_move_over_two_provinces_finds_its_way_and_mountains_stop_it() -> None:
    """18.5: each step is a border of armies."""
    assert played("Mordor: W minas_morgul", "A minas_morgul - lebennin").result("A minas_morgul") == "moves"
    assert played("Rohan: C west_rohan", "A west_rohan - lamedon").result("A west_rohan") == "illegal"
    assert played("Rohan: A west_rohan", "A west_rohan - enedwaith - dunland").result("A west_rohan") == "illegal"


def test_who_bounces_over_two_provinces_stays_where_it_began() -> None:
    """18.5."""
    there = "Mordor: W minas_morgul\nGondor: A lebennin"

    went = played(there, "A minas_morgul - ithilien - lebennin")

    assert went.result("A minas_morgul") == "bounces"
    assert went.unit("minas_morgul").unit_class == "worg_riders"


def test_who_was_ordered_over_two_provinces_retreats_to_the_one_between() -> None:
    """18.5: if that is open; the attack of such a move comes from the one between."""
    there = "Rohan: C enedwaith\nSaruman: A fangorn, A gap_of_rohan\nGondor: A belfalas, A minhiriath"
    orders = (
        "A enedwaith - dunland - south_downs\nA fangorn - enedwaith\nA gap_of_rohan S A fangorn - enedwaith\n"
        "A minhiriath - south_downs"
    )

    went = played(there, orders)

    (lost,) = went.dislodged
    assert (lost.unit.unit_class, lost.retreats) == ("cavalry", ("dunland",))


# --- figures


def test_the_nazgul_voids_the_order_of_a_unit_and_drives_it_off() -> None:
    """18.5: before strengths; its supports are gone."""
    there = "Gondor: A ithilien, A lebennin\nMordor: A minas_morgul"
    orders = "Z minas_morgul - ithilien\nA ithilien S A lebennin H\nA minas_morgul - ithilien"

    went = played(there, orders)

    assert went.result("A ithilien") == "struck"
    assert went.result("A minas_morgul") == "moves"
    assert [str(one.unit) for one in went.dislodged] == ["gondor A ithilien"]
    assert went.after.figures["Z"] == "ithilien"


def test_a_besieger_that_is_struck_loses_its_siege_and_a_garrison_is_not_struck() -> None:
    """18.5."""
    there = "sieges: ithilien\nGondor: A ithilien\nAutonomous: G ithilien"

    went = played(there, "A ithilien B\nMordor: Z minas_morgul - ithilien")

    assert went.result("A ithilien") == "struck"
    assert went.after.sieges == ()
    assert went.after.at("ithilien", "city") is not None
    spared = played("Autonomous: G ithilien", "Mordor: Z minas_morgul - ithilien")
    assert spared.dislodged == ()


def test_the_great_eagles_drive_the_nazgul_off_which_then_retreats() -> None:
    """18.5: GEG before the Nazgul; its retreat is asked for."""
    there = "Gondor: A ithilien"

    went = played(there, "GEG minas_tirith - ithilien\nMordor: Z minas_morgul - ithilien")

    assert went.dislodged == ()
    assert went.after.driven
    assert went.after.figures["Z"] == "minas_morgul"
    again = played(
        f"driven: gorgoroth, nurn\n{there}", "Mordor: Z minas_morgul - gorgoroth", head="summer 3001 retreats"
    )
    assert (again.after.figures["Z"], again.after.driven) == ("gorgoroth", ())


def test_the_dead_take_evil_units_that_attack_a_good_one_once() -> None:
    """18.5: after the Nazgul, before strengths, helpers too."""
    there = "Gondor: A minas_tirith\nMordor: A ithilien, T minas_morgul, A lebennin"
    orders = "DEAD AT minas_tirith\nA ithilien - minas_tirith\nA lebennin S A ithilien - minas_tirith"

    went = played(there, orders)

    assert went.units == ["gondor A minas_tirith", "mordor A minas_morgul [trolls_orcs]"]
    assert (went.result("A ithilien"), went.result("A lebennin")) == ("eliminated", "eliminated")
    assert "DEAD" not in went.after.figures
    assert "DEAD" in played(there, "DEAD AT minas_tirith").after.figures


def test_special_units_are_touched_by_no_famine_or_plague_and_control_nothing() -> None:
    """18.5."""
    there = played("famine: ithilien", "Mordor: Z minas_morgul - ithilien", head="spring 3001 campaign", dice=[1])

    assert there.after.figures["Z"] == "ithilien"
    assert "ithilien" not in there.after.provinces
    on = position("Rohan: A west_rohan")
    assert not reaches(RULES, on, "mordor", "minas_morgul"), "the Nazgul there does not count for bribes"


def test_figures_of_who_was_murdered_stay_and_the_dead_are_not_lost() -> None:
    """18.5: an assassinated owner's special units hold; so do hidden figures."""
    there = "Gondor: A minas_tirith\nMordor: A ithilien\ntreasury: 40\nassassins: gondor"
    orders = (
        "Mordor: E1: 36 E gondor\nA ithilien - minas_tirith\nGondor: DEAD AT minas_tirith\nGEG minas_tirith - lamedon"
    )

    went = played(there, orders, dice=[1, *[6] * 6])

    assert went.after.figures["GEG"] == "minas_tirith"
    assert "DEAD" in went.after.figures
    assert "mordor A ithilien" in went.units


def test_the_great_eagles_go_to_rohan_and_then_to_who_leads_the_ring_bearer() -> None:
    """18.5, 18.7: an eliminated Gondor hands them on."""
    gone = "eliminated: yes\ncontrols: none\nhomes: none"

    assert RULES.leads_eagles(position("")) == "gondor"
    assert RULES.leads_eagles(position(f"Gondor\n{gone}")) == "rohan"
    both = position(f"Gondor\n{gone}\nRohan\n{gone}")
    assert RULES.leads_eagles(both) == "eriador"
    without = position(f"figures: GEG minas_tirith\nGondor\n{gone}\nRohan\n{gone}")
    assert RULES.leads_eagles(without) == ""


def test_the_ring_bearer_is_seen_and_the_riders_may_come() -> None:
    """18.5, section 4 of the notes: garrisons are units, too."""
    there = "figures: Z minas_morgul, GEG minas_tirith, RB buckland, BRC the_shire\nAutonomous: G fornost"
    orders = "Eriador: RB buckland - fornost"
    seen = played(there, orders)
    assert seen.after.figures["RB"] == "fornost"
    assert [type(event).__name__ for event in seen.events if "Seen" in type(event).__name__] == ["BearerSeen"]

    near = there.replace("BRC the_shire", "BRC old_forest")
    came = played(near, orders, reactions={"mordor": Pursue(go=True)}, sudden_death=["doom"])
    assert came.after.figures["BRC"] == "fornost"
    unseen = played(there.replace("Autonomous: G fornost", ""), orders)
    assert not any("Seen" in type(event).__name__ for event in unseen.events)


# --- 18.7


def cities(power: str, count: int) -> str:
    others = [place for place in RULES.board.counting if place not in RULES.scenario.country_of]
    home = [place for place in RULES.scenario.countries[power].provinces if place in RULES.board.counting]
    more = [place for place in RULES.board.counting if place not in {*others, *home}]
    return f"{power.capitalize()}\ncontrols: {', '.join([*home, *others, *more][:count])}"


def test_more_than_half_of_the_cities_win_after_fall() -> None:
    """18.7: 16 of 30."""
    assert RULES.goal.cities == 16
    there = cities("eriador", 16)

    assert played(there, head="fall 3001 campaign").winners == ("eriador",)
    assert played(there).winners == (), "a summer does not count"
    assert played(there, victory_check="every_campaign").winners == ("eriador",)
    rest = played(cities("eriador", 15), head="fall 3001 campaign", dice=[1, 3, 3, 3, 3, 3])
    assert rest.winners == ()


@pytest.mark.parametrize(("length", "count", "homes"), [("advanced", 11, 2), ("ultimate", 16, 3)])
def test_the_numbers_of_machiavelli_are_scaled(length: str, count: int, homes: int) -> None:
    """18.7."""
    rules = game(victory="machiavelli", length=length)

    assert (rules.goal.cities, rules.goal.homes) == (count, homes)
    assert game(victory="machiavelli", length="advanced").goal.few == 13


def test_the_basic_number_asks_for_all_of_the_own_home_and_five_others() -> None:
    """18.7."""
    rules = game(victory="machiavelli", length="basic")
    on = position(cities("eriador", 9), victory="machiavelli", length="basic")

    assert qualifies(rules, standing_of(rules, on, "eriador"), 9)
    less = position(cities("eriador", 9).replace("mithlond", "khand"), victory="machiavelli", length="basic")
    assert not qualifies(rules, standing_of(rules, less, "eriador"), 9)


def test_the_ring_ends_the_game_at_mount_doom_or_caught() -> None:
    """18.7: in any campaign, for the power with most cities."""
    doom = "figures: RB gorgoroth, BRC the_shire\n" + cities("saruman", 8)
    end = played(doom, "Eriador: RB gorgoroth - mount_doom")
    assert "Mount Doom" in end.end
    assert end.winners == ("saruman",)

    caught = "figures: RB buckland, BRC fornost"
    won = played(caught, "Mordor: BRC fornost - buckland")
    assert "caught" in won.end
    assert won.winners == ("mordor",)
    decides = played(doom, "Eriador: RB gorgoroth - mount_doom", ring_decides=True)
    assert set(decides.winners) <= {"eriador", "rohan", "gondor"}


def test_of_powers_level_at_sudden_death_that_with_more_home_cities_of_the_other_side_wins() -> None:
    """18.7: the tie rule of section 4."""
    there = (
        "figures: RB gorgoroth, BRC the_shire\nGondor\ncontrols: belfalas, lebennin, minas_tirith, moria\n"
        "Mordor\ncontrols: barad_dur, minas_morgul, udun_vale, umbar\nSaruman\ncontrols: fangorn, the_wold"
    )

    end = played(there, "Eriador: RB gorgoroth - mount_doom")

    assert end.winners == ("gondor",)


# --- the game


def started(seed: str = "secret") -> Match:
    """Return a match at the first orders of a campaign."""
    match = Match(LOTR_MACHIAVELLI, LotrOptions(), 5, SealedDice.of(seed))
    while match.to_act == (CHANCE,):
        match.answer_chance()
    while (asked := LOTR_MACHIAVELLI.asked(match.state)) and asked.about == "orders.year":
        match.act(match.to_act[0], LOTR_MACHIAVELLI.default(match.state, match.to_act[0]))
    return match


def state(match: Match) -> LotrState:
    return as_lotr_state(match.state)


def test_only_its_leader_sees_the_ring_bearer_and_orders_it() -> None:
    """18.2: notional figures are secret."""
    match = started()
    leader = Seat(state(match).powers.index(state(match).controller))
    for seat in map(Seat, range(5)):
        view = LOTR_MACHIAVELLI.view(match.state, seat)
        order = LOTR_MACHIAVELLI.parse(match.state, seat, "RB the_shire - buckland")
        assert ("RB" in view.position.figures) is view.leads_bearer is (seat == leader)
        assert ("BRC" in view.position.figures) is (state(match).powers[seat] == "mordor")
        assert (LOTR_MACHIAVELLI.explain(match.state, seat, order) is None) is (seat == leader)
        assert view.controller == ""
    watched = LOTR_MACHIAVELLI.view(match.state, None)
    assert {"RB", "BRC"}.isdisjoint(watched.position.figures)


def test_states_drawn_anew_move_hidden_figures_that_a_seat_does_not_know() -> None:
    match = started()
    leader = Seat(state(match).powers.index(state(match).controller))
    mordor = Seat(3)
    for campaign in range(2):
        for seat in map(Seat, range(5)):
            text = ("RB the_shire - buckland", "RB buckland - tower_hills")[campaign] if seat == leader else ""
            text = "BRC minas_morgul - nurn" if seat == mordor and not campaign else text
            match.act(seat, LOTR_MACHIAVELLI.parse(match.state, seat, text or "nothing"))
        while match.to_act == (CHANCE,):
            match.answer_chance()
    drawn = [as_lotr_state(LOTR_MACHIAVELLI.resample(match.state, Seat(4), Random(seed))) for seed in range(20)]

    assert len({one.position.figures["RB"] for one in drawn}) > 3
    assert len({one.controller for one in drawn}) == 3
    known = as_lotr_state(LOTR_MACHIAVELLI.resample(match.state, leader, Random(1)))
    assert known.position.figures["RB"] == state(match).position.figures["RB"] == "tower_hills"
    assert as_lotr(state(match).position).there.at["BRC"] == "nurn"


def test_notation_goes_there_and_back_and_says_what_would_be_right() -> None:
    match = started()
    mordor = Seat(3)
    text = "A barad_dur - gorgoroth; Z minas_morgul - ithilien; BRC minas_morgul H"

    action = LOTR_MACHIAVELLI.parse(match.state, mordor, text)

    assert isinstance(action, LotrOrders)
    assert LOTR_MACHIAVELLI.format(action) == text
    assert LOTR_MACHIAVELLI.parse(match.state, mordor, LOTR_MACHIAVELLI.format(action)) == action
    with pytest.raises(BadNotation, match="There is no place"):
        LOTR_MACHIAVELLI.parse(match.state, mordor, "Z minas_morgul - atlantis")
    twice = LOTR_MACHIAVELLI.parse(match.state, mordor, "Z minas_morgul H; Z minas_morgul - ithilien")
    foreign = LOTR_MACHIAVELLI.parse(match.state, mordor, "GEG minas_tirith H")
    for wrong, code in ((twice, "order.twice"), (foreign, "order.foreign_unit")):
        reason = LOTR_MACHIAVELLI.explain(match.state, mordor, wrong)
        assert reason is not None
        assert reason.code == code


@pytest.mark.parametrize("preset", list(LOTR_MACHIAVELLI.presets))
def test_every_preset_conforms(preset: str) -> None:
    (report,) = conform(LOTR_MACHIAVELLI, games=1, seed=2, preset=preset, limit=60)

    assert report.decisions >= 60
