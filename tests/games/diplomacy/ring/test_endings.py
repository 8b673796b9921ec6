"""Sudden death, victory, and the optional rules (ring-diplomacy Y05, Y06, Y40 to Y42, Y50 to Y54)."""

from __future__ import annotations

from typing import Any, cast

from msgspec.structs import replace

from tests.games.diplomacy.ring.table import Sitting, judged, map_with, movement, position, results, retreats, why
from wartable.games.diplomacy.position import Phase
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.game import RING_DIPLOMACY

ALL = {"Z": "minas_morgul", "GEG": "minas_tirith", "RB": "the_shire", "BRC": "nurn", "DEAD": "vale_of_erech"}
DOOM = {**ALL, "RB": "barad_dur"}
OWNED = {"gondor": "lebennin, belfalas, ithilien", "mordor": "umbar, udun_vale", "eriador": "mithlond"}


def ended(
    owners: dict[str, str], figures: dict[str, str] = DOOM, orders: dict[str, str] | None = None, **values: object
) -> Sitting:
    table = Sitting("advanced", 5, leader=0, **cast("Any", values))
    table.put(dict.fromkeys(owners, ""), figures, owners=owners)
    table.phase({"eriador": "RB barad_dur - mount_doom"} if orders is None else orders)
    return table


def test_y40_the_ring_bearer_on_mount_doom_ends_the_game_for_whoever_has_most_centres() -> None:
    ending = ended(OWNED).state.ending

    assert ending is not None
    assert ending.kind == "sudden_death"
    assert ending.powers == ("gondor",)
    assert "Mount Doom" in ending.reason


def test_y40_with_the_riders_there_nothing_ends_by_doom() -> None:
    table = ended(OWNED, {**DOOM, "BRC": "gorgoroth"}, sudden_death=("doom",), orders={
        "eriador": "RB barad_dur - mount_doom", "mordor": "BRC gorgoroth - mount_doom",
    })  # fmt: skip

    assert table.state.ending is None
    assert figures_of(table.state.position).at["BRC"] == "mount_doom"


def test_y40_sudden_death_can_be_left_out_and_come_after_the_last_year() -> None:
    assert ended(OWNED, sudden_death=()).state.ending is None
    late = Sitting("advanced", sudden_death=("last_year",), last_year=3000)
    late.put({}, ALL, owners=OWNED, phase="fall 3000 movement")
    late.phase()
    state = late.phase()

    assert state.ending is not None
    assert (state.ending.kind, state.ending.powers) == ("sudden_death", ("gondor",))


def test_y41_of_those_level_the_one_with_more_homes_of_the_other_side_wins() -> None:
    owners = {"gondor": "lebennin, udun_vale, khand", "mordor": "umbar, minas_tirith, belfalas", "eriador": "mithlond"}
    ending = ended(owners).state.ending

    assert ending is not None
    assert ending.powers == ("mordor",)


def test_y41_still_level_they_share() -> None:
    table = ended({"gondor": "lebennin, khand", "mordor": "umbar, fornost", "eriador": "mithlond"})
    outcome = RING_DIPLOMACY.outcome(table.state)

    assert table.state.ending is not None
    assert table.state.ending.powers == ("gondor", "mordor")
    assert outcome is not None
    assert len(outcome.winners) == 2
    assert "share" in outcome.reason


def test_y41_by_the_option_only_good_powers_win_at_mount_doom() -> None:
    owners = {"gondor": "lebennin", "mordor": "umbar, minas_tirith, belfalas", "eriador": "mithlond, harlindon"}

    ending = ended(owners, ring_decides=True).state.ending

    assert ending is not None
    assert ending.powers == ("eriador",)


def test_y42_in_spring_the_last_count_stands_and_in_fall_the_new_one_counts() -> None:
    for phase, winner in (("spring 3001 movement", "gondor"), ("fall 3001 movement", "mordor")):
        table = Sitting("advanced", leader=0)
        owners = {"gondor": "lebennin, belfalas", "mordor": "umbar, udun_vale", "eriador": "mithlond"}
        table.put({"mordor": "A lebennin", "gondor": "A belfalas"}, DOOM, owners=owners, phase=phase)
        table.state = table.phase({"eriador": "RB barad_dur - mount_doom"})

        assert table.state.ending is not None
        assert winner in table.state.ending.powers


def test_y05_sixteen_centres_end_the_game_after_fall() -> None:
    centres = [code for code, facts in map_with().provinces.items() if facts.centre]
    table = Sitting("basic")
    table.put(
        {"gondor": f"A {centres[15]}"},
        owners={"gondor": ", ".join(centres[:15]), "mordor": centres[20]},
        phase="fall 3005 movement",
    )

    state = table.phase()

    assert state.ending is not None
    assert (state.ending.kind, state.ending.powers) == ("solo", ("gondor",))


def test_y06_with_two_players_the_centres_of_a_side_count_together() -> None:
    centres = [code for code, facts in map_with().provinces.items() if facts.centre]
    table = Sitting("two-player", 2)
    owners = {"mordor": ", ".join(centres[:8]), "saruman": ", ".join(centres[8:15]), "gondor": centres[20]}
    table.put({"saruman": f"A {centres[15]}"}, ALL, owners=owners, phase="fall 3005 movement")

    state = table.phase()
    outcome = RING_DIPLOMACY.outcome(state)

    assert state.ending is not None
    assert state.ending.powers == ("mordor", "saruman")
    assert outcome is not None
    assert outcome.ranks == (2, 1)


def test_y06_one_player_orders_all_units_of_a_side() -> None:
    table = Sitting("two-player", 2)

    table.send("mordor", "A umbar - deep_harad; A moria - eregion; Z minas_morgul - ithilien")
    state = table.phase()

    told = {str(one.order): one.result for report in state.last for one in report.judged}
    assert told["A umbar - deep_harad"] == "moves"
    assert told["A moria - eregion"] == "moves"
    assert RING_DIPLOMACY.view(state, table.seat("mordor")).led == ("mordor", "saruman")


# --- optional rules


def test_y50_forced_allies_do_not_attack_each_other_while_two_foes_live() -> None:
    on = map_with(forced_alliances=True)
    units = {"rohan": "A dunland, A enedwaith", "eriador": "A minhiriath, A south_downs"}
    orders = {
        "rohan": "A dunland - minhiriath, A enedwaith S A dunland - minhiriath",
        "eriador": "A south_downs S A dunland - minhiriath",
    }
    two = {"rohan": "west_rohan", "eriador": "mithlond", "mordor": "umbar", "saruman": "moria"}
    one = {power: centre for power, centre in two.items() if power != "saruman"}

    barred = judged(position(units, on=on, owners=two), orders, on=on)
    free = judged(position(units, on=on, owners=one), orders, on=on)
    retreating = judged(
        position({**units, "mordor": "T eregion"}, on=on, owners=two), {"mordor": "T eregion - dunland"}, on=on
    )

    assert why(barred, "A dunland - minhiriath").why.code == "illegal.barred"
    assert why(barred, "A south_downs S A dunland - minhiriath").why.code == "illegal.barred"
    assert results(free)["A dunland - minhiriath"] == "moves"
    assert results(retreating)["T eregion - dunland"] == "moves"


def test_y50_forced_allies_take_no_centres_from_each_other() -> None:
    on = map_with(forced_alliances=True)
    fall = Phase("fall", 3000, "movement")
    before = position({"rohan": "A mithlond"}, on=on, phase=fall)

    after = judged(before, {}, on=on).next

    assert after.owners["mithlond"] == "eriador"
    assert judged(before, {}).next.owners["mithlond"] == "rohan"


def test_y51_the_ents_wake_where_evil_holds_fangorn_and_drive_an_evil_unit_out() -> None:
    on = map_with(ents=True)
    asleep = {**ALL, "WOOD": "fangorn"}
    before = position({"saruman": "A fangorn", "rohan": "A west_rohan"}, asleep, on=on)

    verdict = judged(before, {}, on=on)

    assert [str(one) for one in verdict.next.units["rohan"]] == ["A west_rohan", "N fangorn"]
    assert "lorien" in retreats(verdict)["A fangorn"]
    assert "WOOD" not in figures_of(verdict.next).at
    assert movement(verdict).judged[-1].result == "woken"


def test_y51_the_ents_are_strong_stay_near_and_take_no_centre() -> None:
    on = map_with(ents=True)
    fall = Phase("fall", 3000, "movement")
    before = position({"rohan": "N the_wold", "saruman": "A gap_of_rohan"}, ALL, on=on, phase=fall)

    stays = judged(before, {}, on=on).next
    strong = judged(before, {"rohan": "N the_wold - gap_of_rohan"}, on=on)
    far = judged(before, {"rohan": "N the_wold - emyn_muil"}, on=on)

    assert stays.owners["the_wold"] == "saruman"
    assert on.supplied(before.units["rohan"]) == 0
    assert results(strong)["N the_wold - gap_of_rohan"] == "moves"
    assert results(far)["N the_wold - emyn_muil"] == "illegal"


def test_y51_the_ents_sleep_while_good_holds_fangorn_in_peace() -> None:
    on = map_with(ents=True)
    owners = {"rohan": "fangorn, west_rohan", "saruman": "moria"}
    asleep = {**ALL, "WOOD": "fangorn"}
    units = {"rohan": "A fangorn", "saruman": "A lorien"}

    peace = judged(position(units, asleep, on=on, owners=owners), {}, on=on)
    left = judged(
        position(units, asleep, on=on, owners=owners),
        {"rohan": "A fangorn - the_wold", "saruman": "A lorien - fangorn"},
        on=on,
    )

    assert "WOOD" in figures_of(peace.next).at
    assert "N fangorn" in [str(one) for one in left.next.units["rohan"]]


def test_y52_a_stronghold_helps_whoever_does_not_try_to_leave() -> None:
    on = map_with(strongholds=True)
    before = position({"gondor": "A minas_tirith", "mordor": "T ithilien, A lebennin"}, on=on)

    holds = judged(before, {"mordor": "T ithilien - minas_tirith"}, on=on)
    leaves = judged(before, {"mordor": "T ithilien - minas_tirith", "gondor": "A minas_tirith - lebennin"}, on=on)

    assert results(holds)["T ithilien - minas_tirith"] == "bounces"
    assert "stronghold" in why(holds, "T ithilien - minas_tirith").why.sentence
    assert results(leaves)["T ithilien - minas_tirith"] == "moves"


def test_y53_fleets_sail_support_and_carry_from_port_to_port() -> None:
    on = map_with(fleets=True)
    before = position(
        {"eriador": "A mithlond, F minhiriath", "mordor": "A umbar, F belfalas", "saruman": "A deep_harad, A harad"},
        on=on,
    )
    carried = {
        "eriador": "A mithlond - umbar, F minhiriath C A mithlond - umbar",
        "saruman": "A harad S A mithlond - umbar",
        "mordor": "A umbar H",
    }

    verdict = judged(before, carried, on=on)
    sails = judged(before, {"eriador": "F minhiriath - umbar", "mordor": "F belfalas S A umbar"}, on=on)

    assert results(verdict)["A mithlond - umbar"] == "moves"
    assert results(verdict)["F minhiriath C A mithlond - umbar"] == "convoys"
    assert results(sails)["F minhiriath - umbar"] == "bounces"
    assert results(sails)["F belfalas S A umbar"] == "supports"


def test_y53_a_convoy_breaks_with_its_carrier() -> None:
    on = map_with(fleets=True)
    before = position(
        {"eriador": "A mithlond, F minhiriath", "mordor": "A umbar", "saruman": "A dunland, A enedwaith"}, on=on
    )
    orders = {
        "eriador": "A mithlond - umbar, F minhiriath C A mithlond - umbar",
        "saruman": "A dunland - minhiriath, A enedwaith S A dunland - minhiriath",
    }

    assert results(judged(before, orders, on=on))["A mithlond - umbar"] == "no_path"


def test_y53_without_the_option_no_fleet_is_built() -> None:
    assert not map_with().fleet_builds
    assert map_with(fleets=True).fleet_builds


def test_y54_no_rule_hangs_on_the_dead_marshes_or_the_doomed_city() -> None:
    names = set(type(Sitting("everything").options).__struct_fields__)

    assert not names & {"doomed_city", "dead_marshes"}


def test_whoever_orders_for_one_of_their_powers_has_left_none_of_them() -> None:
    for version, left in (("1", 3), ("2", 0)):
        table = Sitting("two-player", 2, disorder_after=1)
        table.state = replace(table.state, options=RING_DIPLOMACY.options_by(table.state.options, version))
        first, powers = table.state.position.units, table.state.powers

        table.phase({powers[number]: f"{first[powers[number]][0]} H" for number in (0, powers.index("mordor"))})

        assert sum(table.state.in_disorder(number) for number in range(len(powers))) == left


def test_y06_a_draw_of_two_players_names_them_not_two_of_their_powers() -> None:
    table = Sitting("basic", 2)
    for power in ("gondor", "mordor"):
        seat = table.seat(power)
        step = RING_DIPLOMACY.apply(table.state, seat, RING_DIPLOMACY.parse(table.state, seat, "draw"))
        table.state = cast("Any", step.state)

    told = [RING_DIPLOMACY.tell(event, ("Ann", "Ben"), table.options) for event in step.events]
    assert told[-1] == "All powers agree on a draw. Ann and Ben draw."
