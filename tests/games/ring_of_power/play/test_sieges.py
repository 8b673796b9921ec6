"""Sieges in which much happens at once: sallies, relief, retreats between combats, arrivals, weapons left behind."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign
from tests.games.ring_of_power.play.test_moving import facing, table
from tests.games.ring_of_power.play.test_special import small
from tests.games.ring_of_power.play.test_towers import GATE, HERO, NORTH, ORC, SOUTH, besieged, declaring, orcs_of
from wartable.games.ring_of_power.campaign import events
from wartable.games.ring_of_power.campaign.actions import Assault, Declaration, FallBack
from wartable.games.ring_of_power.campaign.agenda import BeginTurn, Clash, Retreat
from wartable.games.ring_of_power.campaign.figures import Scene
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Away, Damage, Figure
from wartable.games.ring_of_power.play.battle import battle_of
from wartable.games.ring_of_power.play.combats import possible_assaults
from wartable.games.ring_of_power.play.turn import begin_turn


def blows(before: int, hits: int) -> Any:
    """Return dice: of the attacks so many show a six, after so many that show a one; every defence shows a one."""
    return lambda purpose, count: (
        (1,) * count if "defence" in purpose else ((1,) * before + (6,) * hits + (1,) * count)[:count]
    )


def guard_and_orc(campaign: Campaign) -> tuple[Figure, Figure]:
    return campaign.state.figures[0], next(one for one in campaign.state.figures if one.unit == "orc")


def lined(one: Figure, first: int, count: int, x: int, y: int = 4_000, apart: int = 700, **fields: object) -> Any:
    return tuple(replace(one, id=first + n, x=x, y=y + apart * n, inside="", **fields) for n in range(count))


def relieved(hero: str = "aragorn", orcs: int = 3, unit: str = "gimli") -> Campaign:
    """Return the keep taken by orcs, a hero in its tower, and three friends before its gate."""
    campaign = besieged(hero, orcs)
    friend = replace(campaign.state.by_id[HERO], unit=unit, tower=False)
    friends = lined(friend, 20, 3, GATE[0] + 500, GATE[1] - 600, 600)
    campaign.put(replace(campaign.state, figures=(*campaign.state.figures, *friends), next_id=30))
    return declaring(campaign, NORTH)


def test_who_is_in_contact_does_not_slip_into_a_garrison_that_has_sallied() -> None:
    """Rules E1, E2, K2: a declared assault on an emptied place does not take a force out of its combat."""
    campaign = small()
    _, orc = guard_and_orc(campaign)
    campaign.put(replace(campaign.state, figures=(*campaign.state.figures[:3], *lined(orc, 10, 4, 7_300)), next_id=20))
    declaring(campaign, NORTH)
    campaign.do(Declaration(sallies=(("keep", (1, 2, 3)),)))
    declaring(campaign, SOUTH)
    campaign.do(Declaration(assaults=possible_assaults(campaign.world, campaign.state, SOUTH)[:1]))
    campaign.by_default(lambda state: state.turn == 2)

    assert campaign.told(events.BattleBegan) == [
        events.BattleBegan(forces=((1, 2, 3), (10, 11, 12, 13)), owners=(0, 1), place="")
    ]
    assert campaign.told(events.BattleRolled)
    assert campaign.state.holder["keep"] == "good"


def test_a_garrison_that_is_stormed_defends_itself_and_assaults_no_tower() -> None:
    """Rules K2, K5: else the relief would find nobody before it."""
    campaign = relieved()
    campaign.do(Declaration(assaults=possible_assaults(campaign.world, campaign.state, NORTH)))
    declaring(campaign, SOUTH)
    (from_within,) = possible_assaults(campaign.world, campaign.state, SOUTH)
    assert from_within.tower
    campaign.do(Declaration(assaults=(from_within,)))
    campaign.by_default(lambda state: state.turn == 2)

    assert campaign.told(events.BattleBegan) == [
        events.BattleBegan(forces=((20, 21, 22), (2, 3, 4)), owners=(0, 1), place="keep")
    ]
    assert campaign.state.holder["keep"] == "good"


def test_a_place_is_stormed_as_its_garrisons_while_its_tower_is_stormed_too() -> None:
    """Rules K4, K5: nobody flees to the tower of his enemies above."""
    campaign = relieved()
    nazgul = replace(campaign.state.by_id[ORC], id=40, unit="nazgul", x=GATE[0] + 600, y=GATE[1] + 900, inside="")
    campaign.put(replace(campaign.state, figures=(*campaign.state.figures, nazgul), next_id=50))
    garrison, relief, tower = (2, 3, 4), (20, 21, 22), (HERO,)
    clash = Clash((relief, (40,), tower, garrison), "keep", inside=(*tower, *garrison), attacking=(20, 40))

    walls = battle_of(Scene(campaign.world, campaign.state), clash).place
    assert walls is not None
    assert (walls.holder, walls.tower) == (1, False)


def test_who_came_down_from_a_tower_has_no_walls_and_goes_back_when_the_relief_fails() -> None:
    """Rules K3, K6: nobody stormed the tower, so that it does not fall."""
    campaign = relieved("frodo", orcs=4, unit="rohan_foot")
    assaults = possible_assaults(campaign.world, campaign.state, NORTH)
    campaign.do(Declaration(assaults=assaults, sallies=(("keep", (HERO,)),)))
    campaign.faces = blows(5, 2)
    campaign.by_default(lambda state: state.turn == 2)

    frodo = campaign.state.by_id[HERO]
    assert (frodo.inside, frodo.tower, frodo.still_until) == ("keep", True, 2)
    assert campaign.state.holder["keep"] == "evil"


def test_who_sallied_from_a_place_that_falls_flees_into_the_open() -> None:
    """Rules H, K6: another fortress of his side, far away, is none to which he goes back."""

    def two_keeps(whole: dict[str, Any]) -> None:
        far = {"id": "far", "name": "Far", "kind": "fortress", "circle": [35, 27, 1.5], "owner": "good"}
        whole["places"].append({**far, "base": "good", "gates": [[33.5, 27]]})
        north, south = {"unit": "rohan_foot", "count": 8, "inside": "keep"}, {"unit": "orc", "count": 12}
        whole["rosters"] = {"north": [north], "south": [{**south, "at": [30, 8]}]}
        whole |= {"items": [], "victory": [{"when": "time_out"}]}

    campaign = table(two_keeps)
    orc = campaign.state.by_id[9]
    orcs = [replace(orc, id=9 + n, x=7_300 + (n % 2) * 800, y=3_000 + 700 * (n // 2)) for n in range(12)]
    campaign.put(replace(campaign.state, figures=(*campaign.state.figures[:8], *orcs)))
    declaring(campaign, NORTH)
    campaign.do(Declaration(sallies=(("keep", (1, 2, 3, 4, 5)),)))
    declaring(campaign, SOUTH)
    campaign.do(Declaration(assaults=possible_assaults(campaign.world, campaign.state, SOUTH)[:1]))
    campaign.faces = blows(21, 2)
    campaign.by_default(lambda state: state.turn == 2)

    assert campaign.state.holder["keep"] == "evil"
    fled = next(event for event in campaign.events if isinstance(event, events.FellBack))
    assert {campaign.state.by_id[number].inside for number, _ in fled.paths} == {""}


def test_whoever_leaves_a_tower_fights_the_enemy_at_its_walls() -> None:
    """Rule K6: also where the gate is on the other side."""
    campaign = facing({"character": "frodo", "inside": "keep", "tower": True})
    orc = replace(campaign.state.by_id[ORC], x=2_000, y=5_000)
    campaign.put(replace(campaign.state, figures=(campaign.state.by_id[HERO], orc)))
    declaring(campaign, NORTH)
    campaign.do(Declaration(sallies=(("keep", (HERO,)),)))
    campaign.by_default(lambda state: state.turn == 2)

    assert campaign.told(events.BattleBegan) == [events.BattleBegan(forces=((HERO,), (ORC,)), owners=(0, 1), place="")]


@pytest.mark.parametrize("linked", [False, True])
def test_a_retreat_between_two_forces_takes_neither_out_of_its_combat(linked: bool) -> None:  # noqa: FBT001
    """Rules D1, E2, E4: who meets in a later combat was settled when all of them were found."""
    campaign = facing({"unit": "rohan_foot", "count": 4, "at": [20, 8]})
    man, orc = guard_and_orc(campaign)
    beaten = lined(man, 1, 4, 15_000, 8_000, 800)
    pair = (replace(man, id=5, x=22_000, y=8_000), replace(man, id=6, x=23_800, y=8_000))
    spots = ((22_000, 8_900), (22_900, 9_200), (23_800, 8_900))
    facing_pair = tuple(replace(orc, id=20 + n, x=x, y=y) for n, (x, y) in enumerate(spots))
    figures = (*beaten, *pair, *lined(orc, 10, 8, 14_200, 7_000, 600), *facing_pair)
    campaign.put(replace(campaign.state, figures=figures, next_id=30))

    def dice(purpose: str, count: int) -> tuple[int, ...]:
        """Let the four lose and the pair win."""
        pair: tuple[int, ...] = (6, 6, 1, 1, 1)
        lost: tuple[int, ...] = blows(4, 1)(purpose, count)
        return pair if "attack" in purpose and count == len(pair) else lost

    campaign.faces = dice
    campaign.by_default(lambda state: isinstance(state.agenda[0], Retreat))
    first = campaign.state.agenda[0].figures[0]  # type: ignore[union-attr]
    path = (campaign.state.by_id[first].point, (20_000, 6_100), (22_900, 7_700 if linked else 6_100))
    campaign.do(FallBack(paths=((first, path),)))
    campaign.by_default(lambda state: state.turn == 2)

    assert {campaign.state.by_id[number].fought for number in (5, 6)} == {1}


def test_who_storms_a_tower_slays_the_wounded_below_it() -> None:
    """Rules J4, K5, K7: the place was theirs already, and the winners go in beside them."""
    campaign = besieged("frodo", orcs=4)
    lying = replace(campaign.state.by_id[HERO], id=30, unit="aragorn", wounded=True, tower=False)
    orcs = [replace(one, inside="", x=GATE[0] + 500, y=4_000 + 700 * n) for n, one in enumerate(orcs_of(campaign))]
    campaign.put(replace(campaign.state, figures=(campaign.state.by_id[HERO], *orcs, lying), next_id=40))
    declaring(campaign, SOUTH)
    campaign.do(Declaration(assaults=possible_assaults(campaign.world, campaign.state, SOUTH)))
    campaign.faces = blows(2, 4)
    campaign.by_default(lambda state: state.turn == 2)

    assert {one.unit for one in campaign.state.figures} == {"orc"}


def test_reinforcements_slay_the_wounded_enemies_in_the_place_where_they_arrive() -> None:
    """Rules B7, J4."""

    def arriving(whole: dict[str, Any]) -> None:
        whole["rosters"] = {
            "north": [{"character": "aragorn", "inside": "keep"}], "south": [{"unit": "orc", "count": 1, "at": [30, 8]}]
        }  # fmt: skip
        whole |= {"items": [], "victory": [{"when": "time_out"}]}
        groups = [{"unit": "orc", "count": 2}]
        whole["arrivals"] = [{"id": "r", "player": "south", "turn": 2, "at": ["keep"], "groups": groups}]

    campaign = table(arriving)
    held = tuple((place, "evil" if place == "keep" else side) for place, side in campaign.state.control)
    lying = replace(campaign.state.by_id[HERO], wounded=True)
    campaign.put(replace(campaign.state, figures=(lying, campaign.state.by_id[ORC]), control=held))
    campaign.by_default(lambda state: state.turn == 2 and state.phase == "movement")

    assert HERO not in campaign.state.by_id
    assert sum(one.inside == "keep" for one in orcs_of(campaign)) == 2


def test_those_near_the_walls_walk_into_an_empty_place_and_crews_stay_with_their_weapons() -> None:
    """Rules K7, L6: as after a combat."""
    campaign = small()
    _, orc = guard_and_orc(campaign)
    weapon = replace(orc, id=10, unit="", weapon="siege_catapult", x=7_600, y=5_000)
    crew = lined(orc, 11, 3, 7_300, 4_400, 600, serves=10)
    chain = [replace(orc, id=20 + n, x=8_200 + 900 * n, y=5_600) for n in range(20)]
    bystander = replace(campaign.state.figures[5], x=30_000, y=20_000)
    campaign.put(replace(campaign.state, figures=(bystander, weapon, *crew, *chain), next_id=50))
    declaring(campaign, SOUTH)
    campaign.do(Declaration(assaults=possible_assaults(campaign.world, campaign.state, SOUTH)[:1]))
    campaign.by_default(lambda state: state.turn == 2)

    assert {one.id for one in campaign.state.figures if one.inside == "keep"} == {20, 21, 22, 23, 24}
    assert {one.serves for one in campaign.state.figures if one.id in (11, 12, 13)} == {10}


def test_a_crew_that_sallies_leaves_its_weapon_behind() -> None:
    """Rule L6."""
    campaign = small()
    guard, orc = guard_and_orc(campaign)
    weapon = replace(guard, id=1, unit="", weapon="trebuchet")
    crew = tuple(replace(guard, id=2 + n, serves=1) for n in range(3))
    campaign.put(replace(campaign.state, figures=(weapon, *crew, *lined(orc, 10, 3, 7_300)), next_id=30))
    declaring(campaign, NORTH)
    campaign.do(Declaration(sallies=(("keep", (2, 3, 4)),)))

    assert {campaign.state.by_id[number].serves for number in (2, 3, 4)} == {0}


def test_a_trebuchet_is_not_carried_out_of_a_broken_place() -> None:
    """Rules C15, K8: it cannot be moved, and falls with the place."""
    campaign = small()
    guard, orc = guard_and_orc(campaign)
    weapon = replace(guard, id=1, unit="", weapon="trebuchet")
    crew = tuple(replace(guard, id=2 + n, serves=1) for n in range(3))
    gate = Damage("keep:gate:0", 1, broken=True)
    figures = (weapon, *crew, *lined(orc, 10, 6, 7_200, 3_000))
    campaign.put(replace(campaign.state, figures=figures, damage=(gate,), next_id=30))
    declaring(campaign, SOUTH)
    campaign.faces = lambda purpose, count: (1,) * count if "defence" in purpose else (*(1,) * (count - 1), 6)
    campaign.do(Declaration(assaults=possible_assaults(campaign.world, campaign.state, SOUTH)[:1]))
    campaign.by_default(lambda state: state.turn == 2)

    assert campaign.state.holder["keep"] == "evil"
    assert not [one for one in campaign.state.figures if one.weapon]


def test_who_takes_form_again_in_the_open_is_not_where_he_was_dispersed() -> None:
    """Rule J6."""
    campaign = small()
    _, orc = guard_and_orc(campaign)
    gone = replace(orc, id=30, unit="nazgul", x=5_000, y=5_000, inside="keep", tower=True, serves=4, aboard=5)
    campaign.put(replace(campaign.state, away=(Away(figure=gone, why="dispersed", turn=1, back=2, at="hall"),)))
    campaign.by_default(lambda state: state.turn == 2 and state.phase != "turn_start")

    back = campaign.state.by_id[30]
    assert (back.inside, back.tower, back.serves, back.aboard) == ("", False, 0, 0)


def test_who_finds_no_room_to_take_form_again_waits() -> None:
    """Rule J6: only reinforcements are lost for want of room."""
    campaign = small()
    orc = next(one for one in campaign.state.figures if one.unit == "orc")
    man = next(one for one in campaign.state.figures if one.unit == "aragorn")
    spots = [(35_000 + x, 5_000 + y) for x in range(-3_600, 3_601, 1_200) for y in range(-3_600, 3_601, 1_200)]
    crowd = tuple(replace(man, id=40 + n, x=x, y=y) for n, (x, y) in enumerate(spots))
    due = Away(figure=replace(orc, id=30, unit="nazgul"), why="dispersed", turn=1, back=2, at="hall")
    run = Run(campaign.world, replace(campaign.state, figures=crowd, away=(due,), next_id=200), None)
    begin_turn(run, BeginTurn())
    assert [(one.figure.id, one.back) for one in run.state.away] == [(30, 3)]
    run.change(figures=crowd[:1])
    begin_turn(run, BeginTurn())

    assert 30 in run.state.by_id
    assert run.state.away == ()


def test_a_wounded_figure_declares_no_assault() -> None:
    """Rule K2."""
    campaign = relieved(orcs=2)
    lame = replace(campaign.state.by_id[20], id=30, wounded=True, x=GATE[0] + 900)
    campaign.put(replace(campaign.state, figures=(*campaign.state.figures, lame), next_id=40))

    assert campaign.refusal(Declaration(assaults=(Assault(figure=30, place="keep"),))) == "ring.no_assault"
    assert campaign.refusal(Declaration(assaults=(Assault(figure=20, place="keep"),))) == ""
