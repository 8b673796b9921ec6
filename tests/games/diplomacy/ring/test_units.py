"""Elite units and sea moves (ring-diplomacy Y04, Y10 to Y14)."""

from __future__ import annotations

from msgspec.structs import replace

from tests.games.diplomacy.ring.table import (
    judged,
    map_with,
    position,
    results,
    retreats,
    unit,
    why,
)
from wartable.games.adjudication.orders import Build, Disband
from wartable.games.diplomacy.adjudicate import judge, rulings_of
from wartable.games.diplomacy.position import Phase

WINTER = Phase("winter", 3000, "adjustments")


def test_y04_armies_sail_to_ports_that_were_empty_and_the_reason_says_so() -> None:
    before = position({"eriador": "A mithlond", "rohan": "A minhiriath"})

    verdict = judged(before, {"eriador": "A mithlond - minhiriath", "rohan": "A minhiriath - dunland"})

    assert results(verdict)["A mithlond - minhiriath"] == "illegal"
    assert "before the orders" in why(verdict, "A mithlond - minhiriath").why.sentence


def test_y04_support_over_the_sea_is_refused_with_its_own_reason() -> None:
    before = position({"gondor": "A belfalas", "eriador": "A umbar"})

    verdict = judged(before, {"gondor": "A belfalas S A umbar"})

    assert why(verdict, "A belfalas S A umbar").why.code == "illegal.support_over_crossing"


def test_y04_a_retreat_may_go_over_the_sea_to_a_port_that_is_empty_afterwards() -> None:
    before = position({"eriador": "A umbar", "mordor": "A harad, A deep_harad", "gondor": "A belfalas"})

    verdict = judged(
        before,
        {"mordor": "A harad - umbar, A deep_harad S A harad - umbar", "gondor": "A belfalas - lamedon"},
    )

    assert "belfalas" in retreats(verdict)["A umbar"]
    assert "minhiriath" in retreats(verdict)["A umbar"]


def test_y04_own_ports_do_not_stop_a_unit_and_others_do() -> None:
    on = map_with(sea_moves="until_occupied")
    before = position({"eriador": "A forodwaith, A mithlond", "rohan": "A minhiriath"}, on=on)

    verdict = judged(before, {"eriador": "A forodwaith - umbar"}, on=on)
    again = judged(
        replace(before, units={"eriador": (unit("A forodwaith"), unit("A mithlond"), unit("A minhiriath"))}),
        {"eriador": "A forodwaith - umbar"},
        on=on,
    )

    assert results(verdict)["A forodwaith - umbar"] == "illegal"
    assert results(again)["A forodwaith - umbar"] == "moves"


def test_y10_elites_are_built_at_home_by_those_who_have_them_and_few_of_a_kind() -> None:
    on = map_with()
    owners = {"rohan": "minhiriath, gap_of_rohan, west_rohan", "gondor": "lebennin"}
    before = position({"rohan": "C dunland"}, owners=owners, phase=WINTER)

    def built(power: str, *orders: Build) -> list[str]:
        verdict = judge(on, before, {power: list(orders)}, rulings_of(on))
        return [one.result for one in verdict.result.judged]

    cavalry = [Build(unit(f"C {place}")) for place in ("minhiriath", "gap_of_rohan")]

    assert built("rohan", *cavalry) == ["built", "rejected"]
    assert built("rohan", Build(unit("H west_rohan"))) == ["rejected"]
    assert built("gondor", Build(unit("H lebennin"))) == ["built"]
    assert built("gondor", Build(unit("F lebennin"))) == ["rejected"]


def test_y11_a_strong_unit_counts_two_and_its_support_as_the_option_says() -> None:
    before = position({"gondor": "A lebennin, H minas_tirith", "mordor": "A ithilien, A minas_morgul"})
    orders = {
        "gondor": "A lebennin - ithilien, H minas_tirith S A lebennin - ithilien",
        "mordor": "A minas_morgul S A ithilien",
    }

    assert results(judged(before, orders))["A lebennin - ithilien"] == "moves"
    assert results(judged(before, orders, on=map_with(elite_support=1)))["A lebennin - ithilien"] == "bounces"


def test_y11_the_reason_says_what_makes_a_unit_strong() -> None:
    before = position({"mordor": "T ithilien", "gondor": "H minas_tirith"})

    verdict = judged(before, {"mordor": "T ithilien - minas_tirith"})

    sentence = why(verdict, "T ithilien - minas_tirith").why.sentence
    assert "2 against 2" in sentence
    assert "elite archers have strength 2" in sentence


def test_y12_a_support_to_hold_is_cut_from_the_space_between() -> None:
    before = position(
        {"rohan": "C west_rohan", "saruman": "A enedwaith, A dunland, A fangorn", "mordor": "A minhiriath"}
    )
    orders = {
        "rohan": "C west_rohan - enedwaith - dunland",
        "saruman": "A enedwaith H, A dunland S A enedwaith",
        "mordor": "A minhiriath - enedwaith",
    }

    assert results(judged(before, orders))["A dunland S A enedwaith"] == "cut"


def test_y12_a_move_without_its_middle_goes_by_land_before_the_sea() -> None:
    before = position({"rohan": "C minhiriath"})

    verdict = judged(before, {"rohan": "C minhiriath - umbar"})
    near = judged(position({"rohan": "C enedwaith"}), {"rohan": "C enedwaith - eregion"})

    assert results(verdict) == {"C minhiriath - umbar": "moves"}
    assert results(near) == {"C enedwaith - dunland - eregion": "moves"}


def test_y12_of_several_ways_the_first_without_a_foreign_unit_is_taken() -> None:
    free = judged(position({"rohan": "C west_rohan"}), {"rohan": "C west_rohan - fangorn"})
    blocked = judged(position({"rohan": "C west_rohan", "saruman": "A enedwaith"}), {"rohan": "C west_rohan - fangorn"})

    assert list(results(free)) == ["C west_rohan - enedwaith - fangorn"]
    assert next(iter(results(blocked))) == "C west_rohan - gap_of_rohan - fangorn"


def test_y13_support_reaches_one_province_whoever_gives_it() -> None:
    before = position({"rohan": "C west_rohan, A dunland"})

    assert results(judged(before, {"rohan": "C west_rohan S A dunland"}))["C west_rohan S A dunland"] == "illegal"


def test_y14_civil_disorder_removes_ordinary_units_before_elites_at_equal_distance() -> None:
    on = map_with()
    before = position(
        {"mordor": "A minas_morgul, T udun_vale, W barad_dur"},
        owners={"mordor": "minas_morgul, udun_vale, barad_dur"},
        phase=WINTER,
    )
    fewer = replace(before, owners={"mount_doom": "mordor"})

    verdict = judge(on, fewer, {}, rulings_of(on))

    assert [str(one) for one in verdict.result.units["mordor"]] == ["W barad_dur"]


def test_y14_whoever_orders_his_removals_may_keep_what_he_likes() -> None:
    on = map_with()
    before = position({"mordor": "A minas_morgul, T udun_vale"}, owners={"mordor": "minas_morgul"}, phase=WINTER)

    verdict = judge(on, before, {"mordor": [Disband(unit("T udun_vale"))]}, rulings_of(on))

    assert [str(one) for one in verdict.result.units["mordor"]] == ["A minas_morgul"]
