"""The Nazgul, the Great Eagles, the Dead, and hidden figures (ring-diplomacy Y20 to Y23, Y30 to Y34)."""

from __future__ import annotations

import pytest

from tests.games.diplomacy.ring.table import Sitting, judged, map_with, movement, position, results, retreats, unit, why
from wartable.engine.values import Seat
from wartable.games.adjudication.orders import Disband, Retreat
from wartable.games.diplomacy.adjudicate import judge, rulings_of, start
from wartable.games.diplomacy.phases.due import due
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.game import RING_DIPLOMACY
from wartable.games.ring_figures.events import BearerElected, BearerSeen, RidersCame

ON = map_with()
ALL = {"Z": "minas_morgul", "GEG": "minas_tirith", "RB": "the_shire", "BRC": "minas_morgul", "DEAD": "vale_of_erech"}


def test_y20_figures_begin_at_their_places_and_need_no_centre() -> None:
    assert figures_of(start(ON)).at == ALL
    assert figures_of(start(map_with("basic"))).at == {}
    assert ON.supplied((unit("A umbar"), unit("T umbar"))) == 2


@pytest.mark.parametrize(
    ("living", "leader"),
    [("gondor, rohan", "gondor"), ("rohan, eriador", "rohan"), ("eriador, mordor", "eriador"), ("mordor, saruman", "")],
)
def test_y20_the_eagles_pass_to_rohan_then_to_the_leader_of_the_ring_bearer(living: str, leader: str) -> None:
    places = {"gondor": "lebennin", "rohan": "dunland", "eriador": "fornost", "mordor": "nurn", "saruman": "moria"}
    units = {power: f"A {places[power]}" for power in living.split(", ")}

    assert ON.leads_eagles(position(units, ALL, owners={})) == leader


def test_y20_gondor_and_mordor_are_asked_for_figures_as_for_units() -> None:
    wanted = due(ON, start(ON))

    assert unit("Z minas_morgul") in wanted["mordor"].units
    assert unit("GEG minas_tirith") in wanted["gondor"].units


def test_y21_figures_cross_mountains_two_provinces_far_and_hinder_nobody() -> None:
    before = position({"mordor": "A udun_vale", "saruman": "A ithilien"}, {"Z": "udun_vale", "GEG": "minas_tirith"})

    verdict = judged(
        before, {"mordor": "Z udun_vale - ithilien - south_ithilien", "saruman": "A ithilien - dead_marshes"}
    )

    assert results(verdict)["Z udun_vale - ithilien - south_ithilien"] == "moves"
    assert results(verdict)["A ithilien - dead_marshes"] == "moves"


@pytest.mark.parametrize(
    "order", ["Z umbar - belfalas", "Z umbar S A udun_vale", "Z umbar - harondor - nurn - gorgoroth"]
)
def test_y21_figures_go_by_no_sea_help_nobody_and_go_two_provinces(order: str) -> None:
    before = position({"mordor": "A udun_vale"}, {"Z": "umbar"})

    verdict = judged(before, {"mordor": order})

    assert results(verdict)[order] == "illegal"
    assert figures_of(verdict.next).at["Z"] == "umbar"


def test_y22_a_driven_off_nazgul_retreats_anywhere_but_there_and_stays_without_an_order() -> None:
    before = position({"gondor": "A ithilien"}, ALL)
    driven = judged(before, {"mordor": "Z minas_morgul - ithilien", "gondor": "GEG minas_tirith - ithilien"}).next

    gone = judge(ON, driven, {"mordor": [Retreat(unit("Z minas_morgul"), "nurn")]}, rulings_of(ON))
    stays = judge(ON, driven, {}, rulings_of(ON))
    wrong = judge(ON, driven, {"mordor": [Retreat(unit("Z minas_morgul"), "ithilien")]}, rulings_of(ON))
    given_up = judge(ON, driven, {"mordor": [Disband(unit("Z minas_morgul"))]}, rulings_of(ON))

    assert figures_of(gone.next).at["Z"] == "nurn"
    assert {figures_of(one.next).at["Z"] for one in (stays, wrong, given_up)} == {"minas_morgul"}
    assert wrong.result.judged[0].result == "illegal"


def test_y22_the_nazgul_spare_mordor_always_and_saruman_by_the_option() -> None:
    before = position({"saruman": "A ithilien", "mordor": "A nurn"}, {"Z": "minas_morgul"})
    orders = {"mordor": "Z minas_morgul - ithilien", "saruman": "A ithilien H"}

    assert results(judged(before, orders))["A ithilien H"] == "struck"
    assert results(judged(before, orders, on=map_with(nazgul_spares="evil")))["A ithilien H"] == "holds"
    assert "struck" not in results(judged(before, {"mordor": "Z minas_morgul - nurn, A nurn H"})).values()


def test_y22_the_dead_take_attackers_and_their_helpers_once() -> None:
    before = position({"mordor": "T ithilien", "saruman": "A gap_of_rohan", "gondor": "A minas_tirith"}, ALL)
    orders = {
        "mordor": "T ithilien - minas_tirith",
        "saruman": "A gap_of_rohan S T ithilien - minas_tirith",
        "gondor": "DEAD AT minas_tirith",
    }

    after = judged(before, orders).next
    again = judged(after, {"gondor": "DEAD AT minas_tirith"})

    assert not after.units["mordor"]
    assert not after.units["saruman"]
    assert not figures_of(after).dead
    assert why(again, "DEAD AT minas_tirith").why.code == "illegal.dead.spent"


@pytest.mark.parametrize(
    ("power", "order", "code"),
    [
        ("gondor", "DEAD AT umbar", "illegal.dead.nobody_there"),
        ("rohan", "DEAD AT minas_tirith", "illegal.dead.not_gondor"),
    ],
)
def test_y22_the_dead_are_called_by_gondor_where_a_good_unit_stands(power: str, order: str, code: str) -> None:
    before = position({"gondor": "A minas_tirith", "rohan": "A dunland"}, ALL)

    assert why(judged(before, {power: order}), order).why.code == code


def test_y22_a_call_that_finds_nobody_is_told_to_nobody() -> None:
    table = Sitting().put({"gondor": "A minas_tirith", "mordor": "A nurn"}, ALL)

    state = table.phase({"gondor": "DEAD AT minas_tirith"})

    told = [str(one.order) for report in state.last for one in report.judged]
    assert not any("DEAD" in text for text in told)
    assert RING_DIPLOMACY.view(state, None).dead


def test_y23_where_the_struck_stood_others_may_enter_or_bounce() -> None:
    before = position({"gondor": "A ithilien, A minas_tirith", "mordor": "A minas_morgul"}, {"Z": "minas_morgul"})
    strike = "Z minas_morgul - ithilien"

    alone = judged(before, {"mordor": strike, "gondor": "A minas_tirith - ithilien"})
    both = judged(before, {"mordor": f"{strike}, A minas_morgul - ithilien", "gondor": "A minas_tirith - ithilien"})

    assert results(alone)["A minas_tirith - ithilien"] == "moves"
    assert results(both)["A minas_tirith - ithilien"] == "bounces"
    assert movement(both).standoffs == ("ithilien",)
    assert "minas_morgul" not in retreats(alone)["A ithilien"]


# --- hidden figures


def test_y30_hidden_figures_go_one_province_before_all_others() -> None:
    before = position({}, ALL)

    verdict = judged(before, {"hidden": "RB the_shire - harlindon, BRC minas_morgul - nurn"})
    far = judged(before, {"hidden": "RB the_shire - harlindon - mithlond"})

    assert figures_of(verdict.next).at["RB"] == "harlindon"
    assert figures_of(verdict.next).at["BRC"] == "nurn"
    assert results(far) == {"RB the_shire - harlindon - mithlond": "illegal"}


def test_y31_only_the_one_drawn_knows_that_he_leads() -> None:
    table = Sitting(leader=1)

    views = {power: RING_DIPLOMACY.view(table.state, table.seat(power)) for power in table.state.powers}
    assert [power for power, view in views.items() if view.leads_bearer] == ["rohan"]
    assert [power for power, view in views.items() if "RB" in view.figures] == ["rohan"]
    assert [power for power, view in views.items() if "BRC" in view.figures] == ["mordor"]
    assert "RB" not in RING_DIPLOMACY.view(table.state, None).figures


def test_y31_another_is_drawn_when_the_leader_loses_everything() -> None:
    table = Sitting(leader=0)
    table.put({"rohan": "A dunland", "gondor": "A lebennin", "mordor": "A nurn"}, ALL, owners={"mordor": "umbar"})
    table.leader = 1

    state = table.phase()

    assert state.controller == "gondor"
    assert any(isinstance(event, BearerElected) and event.again for event in table.events)


def test_y31_without_good_powers_the_ring_bearer_leaves() -> None:
    table = Sitting()
    table.put({"mordor": "A nurn", "saruman": "A moria"}, ALL, owners={"mordor": "umbar"})

    state = table.phase()

    assert "RB" not in figures_of(state.position).at
    assert not RING_DIPLOMACY.view(state, None).ring


def test_y31_nobody_else_may_move_the_ring_bearer() -> None:
    table = Sitting(leader=0)

    assert table.refused("eriador", "RB the_shire - buckland") == ""
    assert table.refused("gondor", "RB the_shire - buckland") == "order.not_leader"
    assert table.refused("gondor", "BRC minas_morgul - nurn") == "order.not_leader"


def test_y32_a_retreat_into_the_province_shows_the_ring_bearer() -> None:
    before = position({"rohan": "A dunland, A minhiriath", "saruman": "A eregion"}, {**ALL, "RB": "moria"})
    after = judged(before, {"rohan": "A dunland - eregion, A minhiriath H"}).next

    driven = judged(
        position({"rohan": "A dunland, A south_downs", "saruman": "A eregion"}, {**ALL, "RB": "moria"}),
        {"rohan": "A dunland - eregion, A south_downs S A dunland - eregion"},
    ).next
    seen = judge(ON, driven, {"saruman": [Retreat(unit("A eregion"), "moria")]}, rulings_of(ON)).next

    assert figures_of(after).seen == frozenset()
    assert figures_of(seen).seen == {"RB"}


def test_y32_the_riders_are_shown_only_where_they_share_the_place() -> None:
    before = position({"eriador": "A tower_hills"}, {**ALL, "BRC": "buckland"})

    apart = judged(before, {"eriador": "A tower_hills - the_shire"}).next
    together = judged(before, {"hidden": "RB the_shire - buckland"}).next

    assert figures_of(apart).seen == {"RB"}
    assert figures_of(together).seen == {"RB", "BRC"}


def test_y33_mordor_is_asked_whenever_the_ring_bearer_is_seen_wherever_the_riders_are() -> None:
    for riders, answers in (("buckland", 2), ("nurn", 1)):
        table = Sitting().put({"eriador": "A tower_hills", "mordor": "A nurn"}, {**ALL, "BRC": riders})
        state = table.phase({"eriador": "A tower_hills - the_shire"})
        mordor = table.seat("mordor")

        assert any(isinstance(event, BearerSeen) for event in table.events)
        assert RING_DIPLOMACY.to_act(state) == (mordor,)
        assert len(list(RING_DIPLOMACY.legal(state, mordor))) == answers


def test_y33_the_riders_come_and_catch_the_ring_bearer() -> None:
    table = Sitting().put({"eriador": "A tower_hills", "mordor": "A nurn"}, {**ALL, "BRC": "buckland"})
    table.phase({"eriador": "A tower_hills - the_shire"})

    table.send("mordor", "riders go")

    assert any(isinstance(event, RidersCame) for event in table.events)
    assert table.state.ending is not None
    assert table.state.ending.kind == "sudden_death"


def test_y33_whoever_stays_goes_on() -> None:
    table = Sitting().put({"eriador": "A tower_hills", "mordor": "A nurn"}, {**ALL, "BRC": "buckland"})
    number = table.state.number
    table.phase({"eriador": "A tower_hills - the_shire"})

    table.send("mordor", "riders stay")

    assert table.state.number == number + 1
    assert figures_of(table.state.position).at["BRC"] == "buckland"
    view = RING_DIPLOMACY.view(table.state, Seat(1))
    assert view.seen is not None
    assert view.seen.place == "the_shire"


def test_y34_by_the_option_hidden_figures_go_two_provinces() -> None:
    on = map_with(ring_steps=2)
    before = position({}, ALL, on=on)

    verdict = judged(before, {"hidden": "RB the_shire - harlindon - mithlond"}, on=on)
    short = judged(before, {"hidden": "RB the_shire - fornost"}, on=on)

    assert figures_of(verdict.next).at["RB"] == "mithlond"
    assert figures_of(short.next).at["RB"] == "fornost"
