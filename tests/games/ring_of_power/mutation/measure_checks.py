"""The single numbers of the rules: distances to the thousandth of an inch, targets, and counts."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from tests.games.ring_of_power.combat.builders import fighter
from tests.games.ring_of_power.combat.test_weapons import chosen, siege
from tests.games.ring_of_power.mutation.field import SOUTH, figure, moment, world
from tests.games.ring_of_power.mutation.fighting_checks import MAN, RULES, trackers_find_better
from tests.games.ring_of_power.mutation.register import guards
from tests.games.ring_of_power.play.test_moving import arriving
from tests.games.ring_of_power.play.test_special import small
from tests.games.ring_of_power.terrain.tables import at, ground, pace, river
from wartable.games.ring_of_power.campaign.agenda import Clash
from wartable.games.ring_of_power.campaign.figures import Scene
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.combat import targets
from wartable.games.ring_of_power.combat.machine import answer, play, report, with_defaults
from wartable.games.ring_of_power.combat.outcome import extra_losses
from wartable.games.ring_of_power.combat.report import FigureResult, Report
from wartable.games.ring_of_power.combat.requests import Faces
from wartable.games.ring_of_power.combat.targets import Circumstances
from wartable.games.ring_of_power.combat.values import Barrier, Fate, Shelter
from wartable.games.ring_of_power.combat.weapons import breaks
from wartable.games.ring_of_power.play.battle import battle_of
from wartable.games.ring_of_power.play.combats import pairs, possible_sallies
from wartable.games.ring_of_power.play.fighting import settle
from wartable.games.ring_of_power.play.garrisons import controlled
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.geometry import forces, point_array
from wartable.games.ring_of_power.terrain.paths import crossings

HAIR = 10
"""A hundredth of an inch: curves are drawn with corners."""
NOW = Circumstances(rules=RULES)


@guards("constants.contact")
def a_force_holds_together_within_an_inch() -> None:
    assert [_forces(1000), _forces(1001)] == [1, 2]


def _forces(gap: int) -> int:
    return len(set(forces(point_array([(0, 0), (gap, 0)]), np.array([0, 0])).tolist()))


@guards("constants.engage")
def figures_fight_within_six_inches() -> None:
    assert [_engaged(6000), _engaged(6001)] == [True, False]


def _engaged(gap: int) -> bool:
    one = world()
    man, orc = figure(1, "of_man", (20_000, 8_000)), figure(2, "of_orc", (20_000 + gap, 8_000), SOUTH)
    battle = battle_of(Scene(one, moment(one, man, orc)), Clash(forces=((1,), (2,))))
    return battle.fighters[0].engaged


@guards("constants.hide")
def parties_meet_enemies_within_two_inches() -> None:
    assert [_meets(2000), _meets(2001)] == [True, False]


def _meets(gap: int) -> bool:
    one = world()
    party, orc = figure(1, "somebody", (20_000, 8_000)), figure(2, "of_orc", (20_000 + gap, 8_000), SOUTH)
    return bool(pairs(Scene(one, moment(one, party, orc))))


@guards("constants.crossing_start")
def streams_are_crossed_from_half_an_inch() -> None:
    table = ground(waters=[river([(20, 0), (20, 30)], kind="stream")])

    assert crossings(table, pace(), at(19, 15))
    assert not crossings(table, pace(), at(18.999, 15))


@guards("constants.sailor")
def sailors_feel_water_within_three_inches() -> None:
    assert [_by_water((30_000, 11_500)), _by_water((30_000, 11_499))] == [True, False]


def _by_water(spot: Point) -> bool:
    campaign = small()
    state = moment(campaign.world, figure(1, "corsair", spot), figure(2, "orc", (30_000, 8_000), SOUTH))
    battle = battle_of(Scene(campaign.world, state), Clash(forces=((1,), (2,))))
    return battle.by_id[1].near_water


@guards("constants.sortie")
def garrisons_sally_at_enemies_within_two_inches() -> None:
    assert [_sallies((8_500 - HAIR, 5_000)), _sallies((8_500 + HAIR, 5_000))] == [True, False]


def _sallies(spot: Point) -> bool:
    campaign = small()
    guard = figure(1, "rohan_foot", (5_000, 5_000), inside="keep")
    state = moment(campaign.world, guard, figure(2, "orc", spot, SOUTH))
    return bool(possible_sallies(campaign.world, state, guard.owner))


@guards("constants.arrival")
def reinforcements_arrive_within_three_inches() -> None:
    campaign = arriving(turn=2, groups=[{"unit": "rohan_foot", "count": 300}])
    campaign.by_default(lambda state: state.turn == 2)
    landed = [one for one in campaign.state.figures if one.unit == "rohan_foot" and one.in_field]
    farthest = max(campaign.world.distance("house", one.point) for one in landed)

    assert 2_900 < farthest <= 3_000


@guards("constants.edge_guard")
def an_edge_is_shut_by_an_enemy_within_three_inches() -> None:
    assert [_open_edge((39_000, 12_000 + HAIR)), _open_edge((39_000, 12_000 - HAIR))] == [False, True]


def _open_edge(spot: Point) -> bool:
    campaign = small()
    state = replace(campaign.state, figures=(figure(1, "orc", spot, SOUTH),))
    return controlled(campaign.world, state, campaign.world.place("door"), "good")


@guards("constants.ethereal_turns")
def the_dispersed_come_back_after_five_turns() -> None:
    campaign = small()
    ghost = figure(1, "nazgul", (20_000, 8_000), SOUTH)
    run = Run(campaign.world, moment(campaign.world, ghost, turn=2), None)
    fate = FigureResult(id=1, side=1, fate=Fate.DISPERSED, hits=1, failures=1, wounds=0, cause="defence")
    settle(run, Clash(forces=((1,),)), _report(fate))

    assert [away.back for away in run.state.away] == [7]


def _report(*fates: FigureResult) -> Report:
    return Report(figures=fates, bouts=(), retreats=())


@guards("constants.road")
def a_whole_move_on_road_is_two_inches_longer() -> None:
    assert (pace().road, pace("man", mounted=True).road) == (12_000, 17_000)


@guards("constants.detect_target")
def parties_are_found_on_four() -> None:
    trackers_find_better("axes", 4)


@guards("constants.extra_loss_per")
def a_loser_loses_one_in_ten() -> None:
    losses = {0: 0, 1: 1, 5: 1, 6: 1, 10: 1, 11: 2, 20: 2, 21: 3, 100: 10}

    assert {left: extra_losses(left) for left in losses} == losses


@guards("constants.best_target")
def nothing_is_better_than_two() -> None:
    best = fighter(1, 0, (1, 2, 2), abilities=("elite", "heavy_armor"))

    assert (targets.attack(best, NOW).value, targets.defence(best, NOW).value) == (2, 2)


@guards("constants.missing_defence")
def no_defence_is_a_seven() -> None:
    goblin = fighter(1, 0, (1, 6, None), abilities=("burrower",))
    under = fighter(1, 0, (1, 6, None), abilities=("burrower",), terrain="cave_tunnel")

    assert (targets.defence(goblin, NOW).value, targets.defence(under, NOW).value) == (7, 6)


@guards("constants.fortress_dice", "constants.fortress_defence")
def walls_double_dice_and_better_defence() -> None:
    guard = fighter(1, 0, MAN, inside=Shelter.FORTRESS)

    assert (targets.dice(guard, NOW).value, targets.defence(guard, NOW).value) == (2, 4)


@guards("constants.ram_target", "constants.ram_step")
def a_ram_breaks_a_gate_on_eleven_and_two_less_each_time() -> None:
    least = [next(total for total in range(-9, 13) if breaks(Barrier("gate", tries=t), total)) for t in range(6)]

    assert least == [11, 9, 7, 5, 3, 1]


@guards("constants.bomb_target")
def a_charge_breaks_a_gate_on_three() -> None:
    assert [_blown(face) for face in (2, 3)] == [False, True]


def _blown(face: int) -> bool:
    stage = with_defaults(answer(chosen(siege("demolition_charge", 2, at="gate"), "detonate"), Faces((face,))))
    told = report(play(stage, lambda throw: Faces((1,) * throw.dice)))
    return any(barrier.broken for barrier in told.barriers)
