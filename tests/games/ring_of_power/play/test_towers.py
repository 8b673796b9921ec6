"""Towers and broken places: storming a tower from within, leaving it, and what befalls the beaten where walls lie."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign, asks
from tests.games.ring_of_power.play.test_moving import facing
from tests.games.ring_of_power.play.test_special import doing, points, small
from wartable.games.ring_of_power.campaign import events
from wartable.games.ring_of_power.campaign.actions import Assault, Choose, Declaration, Done, Move
from wartable.games.ring_of_power.campaign.agenda import Clash, Declare, Movement
from wartable.games.ring_of_power.campaign.figures import Scene
from wartable.games.ring_of_power.campaign.state import Damage, Figure, RingState
from wartable.games.ring_of_power.combat.requests import Enter, Flee
from wartable.games.ring_of_power.play.battle import battle_of
from wartable.games.ring_of_power.play.combats import possible_assaults, possible_sallies
from wartable.games.ring_of_power.play.combatview import combat_of
from wartable.games.ring_of_power.play.inquiries.battles import prospect
from wartable.games.ring_of_power.play.inquiries.questions import AskBattle

HERO, ORC = 1, 2
NORTH, SOUTH = 0, 1
GATE = (6_500, 5_000)


def besieged(hero: str = "aragorn", orcs: int = 4) -> Campaign:
    """Return the keep taken by orcs, a hero in its tower."""
    campaign = facing({"character": hero, "inside": "keep", "tower": True})
    first = campaign.state.by_id[ORC]
    inside = tuple(replace(first, id=ORC + n, x=5_000, y=5_000, inside="keep") for n in range(orcs))
    control = tuple((place, "evil" if place == "keep" else side) for place, side in campaign.state.control)
    figures = (campaign.state.by_id[HERO], *inside)
    campaign.put(replace(campaign.state, figures=figures, control=control, next_id=ORC + orcs))
    return campaign


def declaring(campaign: Campaign, player: int) -> Campaign:
    def due(state: RingState) -> bool:
        return isinstance(state.agenda[0], Declare) and state.agenda[0].player == player

    campaign.by_default(due)
    return campaign


def of_the_hero(good: int, evil: int, hero: int = 2) -> object:
    """Return dice: the hero's attacks show one face, all others' another, and every defence a one."""
    return lambda purpose, count: (1,) * count if "defence" in purpose else (good,) * hero + (evil,) * (count - hero)


def orcs_of(campaign: Campaign) -> list[Figure]:
    return [one for one in campaign.state.figures if one.owner == SOUTH]


def test_who_leaves_a_tower_among_enemies_must_fight() -> None:
    """Rule K6."""
    campaign = besieged()
    assert campaign.refusal(Move(paths=((HERO, (GATE, (8_500, 5_000))),))) == "ring.besieged"

    control = tuple((place, "good" if place == "keep" else side) for place, side in campaign.state.control)
    campaign.put(replace(campaign.state, figures=(campaign.state.by_id[HERO],), control=control))
    assert campaign.refusal(Move(paths=((HERO, (GATE, (8_500, 5_000))),))) == ""


def test_a_sally_from_a_tower_drives_the_holders_out() -> None:
    """Rule K6: neither has the good of walls there, and who holds the place has to leave it when he loses."""
    campaign = declaring(besieged(), NORTH)
    assert possible_sallies(campaign.world, campaign.state, NORTH) == (("keep", (HERO,)),)
    campaign.faces = of_the_hero(6, 1)  # type: ignore[assignment]
    campaign.do(Declaration(sallies=(("keep", (HERO,)),)))
    campaign.by_default(lambda state: state.turn == 2)

    (begun,) = campaign.told(events.BattleBegan)
    assert begun == events.BattleBegan(forces=((HERO,), (2, 3, 4, 5)), owners=(0, 1), place="")
    (left,) = orcs_of(campaign)  # two fell, one was lost besides
    assert (left.inside, left.still_until) == ("", 2)
    assert campaign.state.by_id[HERO].tower
    assert campaign.state.holder["keep"] == "good"


def test_who_loses_a_sally_from_a_tower_is_thrown_back_into_it() -> None:
    """Rule K6: one hobbit falls to the blows, one is lost besides, one comes back."""
    campaign = besieged("frodo", orcs=3)
    friends = [replace(campaign.state.by_id[HERO], id=n, unit=unit) for n, unit in ((8, "sam"), (9, "pippin"))]
    campaign.put(replace(campaign.state, figures=(*campaign.state.figures, *friends)))
    declaring(campaign, NORTH)
    campaign.faces = lambda purpose, count: (1,) * count if "defence" in purpose else (1, 1, 1, 6, 1, 1)
    campaign.do(Declaration(sallies=(("keep", (HERO, 8, 9)),)))
    campaign.by_default(lambda state: state.turn == 2)
    friends = [one for one in campaign.state.figures if one.owner == NORTH]

    assert [one.tower for one in friends] == [True, True, True]
    assert {(one.wounded, one.still_until) for one in friends} == {(True, 0), (False, 2)}
    assert campaign.state.holder["keep"] == "evil"


def test_who_stays_in_the_tower_takes_no_part_in_a_sally_until_it_is_assaulted() -> None:
    """Rules K5, K6: neither in its odds nor in the combat."""
    campaign = besieged("frodo", orcs=3)
    friends = [replace(campaign.state.by_id[HERO], id=n, unit=unit) for n, unit in ((8, "aragorn"), (9, "legolas"))]
    campaign.put(replace(campaign.state, figures=(*campaign.state.figures, *friends)))
    declaring(campaign, NORTH)
    sally = Declaration(sallies=(("keep", (HERO,)),))

    told = prospect(campaign.world, campaign.state, None, AskBattle(declare=sally, of=HERO))
    assert told is not None
    assert (told.own, told.other) == (1, 3)
    campaign.do(sally)
    before = campaign.state
    campaign.by_default(lambda state: state.turn == 2)
    assert [one.forces for one in campaign.told(events.BattleBegan)] == [((HERO,), (2, 3, 4))]

    campaign.put(replace(before, assaults=(Assault(figure=2, place="keep", tower=True),)))
    campaign.by_default(lambda state: isinstance(state.agenda[0], Clash))
    clash = campaign.state.agenda[0]
    assert isinstance(clash, Clash)
    assert (clash.forces[0], clash.inside) == ((HERO, 8, 9), (8, 9))


@pytest.mark.parametrize(("hero", "falls"), [("frodo", True), ("aragorn", False)])
def test_a_tower_is_assaulted_from_within(hero: str, falls: bool) -> None:  # noqa: FBT001
    """Rules K5, K4, H: its defenders have double dice; if they lose they are gone, if they win the others leave."""
    campaign = declaring(besieged(hero), SOUTH)
    assert possible_assaults(campaign.world, campaign.state, SOUTH) == (Assault(figure=ORC, place="keep", tower=True),)
    dice = 2 if hero == "frodo" else 4
    campaign.faces = of_the_hero(1, 6 if falls else 1, dice)  # type: ignore[assignment]
    campaign.do(Declaration(assaults=(Assault(figure=ORC, place="keep", tower=True),)))
    campaign.by_default(lambda state: state.turn == 2)

    (begun,) = campaign.told(events.BattleBegan)
    assert begun == events.BattleBegan(forces=((HERO,), (2, 3, 4, 5)), owners=(0, 1), place="keep")
    assert (HERO in campaign.state.by_id) is not falls
    assert {one.inside for one in orcs_of(campaign)} == {"keep" if falls else ""}
    assert len(orcs_of(campaign)) == (4 if falls else 3)


def open_and_lost(guards: int = 3) -> Campaign:
    """Return the keep with a broken gate, stormed by four orcs, at the question who of its guards goes up."""
    campaign = small()
    guard = campaign.state.figures[0]
    team = [replace(guard, id=1 + n) for n in range(guards)]
    orc = next(one for one in campaign.state.figures if one.unit == "orc")
    orcs = [replace(orc, id=10 + n, x=7_200, y=4_000 + 700 * n) for n in range(4)]
    figures = (*team, *orcs)
    campaign.put(replace(campaign.state, figures=figures, damage=(Damage("keep:gate:0", 1, broken=True),)))
    declaring(campaign, SOUTH)
    campaign.faces = lambda purpose, count: (1,) * count if "defence" in purpose else (1,) * guards + (6,) + (1,) * 3
    (assault,) = possible_assaults(campaign.world, campaign.state, SOUTH)
    campaign.do(Declaration(assaults=(assault,)))
    campaign.by_default(lambda state: asks(state) == "flee")
    return campaign


def of_the_garrison(campaign: Campaign) -> list[Figure]:
    return [one for one in campaign.state.figures if one.owner == NORTH]


def test_who_loses_a_place_that_stands_open_retreats_from_it() -> None:
    """Rules K8, K7: nobody dies of its fall, and the winners go in."""
    campaign = open_and_lost()
    campaign.do(Choose(choice=Flee(())))
    campaign.by_default(lambda state: state.turn == 2)

    (guard,) = of_the_garrison(campaign)  # one fell, one was lost besides
    assert (guard.inside, guard.tower, guard.still_until) == ("", False, 2)
    assert campaign.state.holder["keep"] == "evil"
    assert all(one.inside == "keep" for one in orcs_of(campaign))


def test_who_loses_a_place_that_stands_open_may_go_up_into_its_tower() -> None:
    """Rules K4, K8: the tower keeps its own; army figures go up as far as it has room, the others retreat."""
    campaign = open_and_lost(guards=6)
    shown = combat_of(campaign.world, campaign.state)
    assert shown is not None
    assert shown.open
    refused = campaign.refusal(Choose(choice=Flee((2, 3, 4, 5))))
    campaign.by_default(lambda state: state.turn == 2)
    up = [one for one in of_the_garrison(campaign) if one.tower]
    out = [one for one in of_the_garrison(campaign) if not one.tower]

    assert refused == "combat.flee"
    assert [one.still_until for one in up] == [0, 0]
    assert {(one.inside, one.still_until) for one in out} == {("", 2)}
    assert campaign.state.holder["keep"] == "evil"
    assert all(one.inside == "keep" and not one.tower for one in orcs_of(campaign))


def test_a_place_that_stands_open_is_lost_when_all_go_up_and_nobody_goes_in() -> None:
    """Rules K7, K8."""
    campaign = open_and_lost()
    campaign.by_default(lambda state: asks(state) == "enter")
    campaign.do(Choose(choice=Enter(())))
    campaign.by_default(lambda _: bool(campaign.told(events.PlaceTaken)))

    assert [one.tower for one in of_the_garrison(campaign)] == [True]
    assert campaign.told(events.PlaceTaken)[:1] == [events.PlaceTaken(place="keep", by="evil", before="good")]
    assert not any(one.inside for one in orcs_of(campaign))


def test_who_goes_out_before_the_gate_stands_outside() -> None:
    """Rules K2, K6."""
    campaign = small()
    orc = next(one for one in campaign.state.figures if one.unit == "orc")
    foe = replace(orc, id=10, x=8_000, y=5_000)
    campaign.put(replace(campaign.state, figures=(*campaign.state.figures[:3], foe)))
    campaign.do(Done())
    declaring(campaign, NORTH)
    campaign.do(Declaration(sallies=(("keep", (1, 2, 3)),)))
    out = [one for one in campaign.state.figures if one.owner == NORTH]

    assert all(campaign.world.distance("keep", one.point) > 0 for one in out if not one.inside)


def test_a_garrison_that_moved_in_under_a_tower_is_what_is_assaulted() -> None:
    """Rules K2, K5: the tower was all that was held when the assault was declared, and is not any more."""
    campaign = facing({"character": "aragorn", "inside": "keep", "tower": True})
    orc = replace(campaign.state.by_id[ORC], x=GATE[0] + 500, y=GATE[1])
    campaign.put(replace(campaign.state, figures=(campaign.state.by_id[HERO], orc)))
    (assault,) = possible_assaults(campaign.world, campaign.state, SOUTH)
    assert assault.tower
    declaring(campaign, SOUTH)
    guard = replace(campaign.state.by_id[HERO], id=3, unit="gondor_guard", tower=False)
    figures = (*campaign.state.figures, guard)
    campaign.put(replace(campaign.state, figures=figures, next_id=4, assaults=(assault,)))
    campaign.do(Declaration())
    campaign.faces = of_the_hero(1, 1)  # type: ignore[assignment]
    campaign.by_default(lambda state: state.turn == 2)

    assert campaign.told(events.BattleBegan) == [events.BattleBegan(forces=((ORC,), (3,)), owners=(1, 0), place="keep")]


def test_the_wounded_and_weapons_without_crew_fall_with_a_place_that_is_taken_around_them() -> None:
    """Rules J4, K4: who comes to hold a place leaves nobody and nothing of the enemy lying in it."""
    campaign = besieged(orcs=1)
    lying = replace(campaign.state.by_id[HERO], wounded=True, tower=False)
    catapult = replace(lying, id=3, unit="", weapon="siege_catapult", wounded=False)
    control = tuple((place, "good" if place == "keep" else side) for place, side in campaign.state.control)
    orc = replace(campaign.state.by_id[ORC], inside="", x=5_000, y=5_000)
    campaign.put(replace(campaign.state, figures=(lying, orc, catapult), control=control, next_id=4))
    campaign.by_default(lambda state: state.turn == 2)

    assert campaign.state.holder["keep"] == "evil"
    assert [one.id for one in campaign.state.figures] == [ORC]
    assert [(away.figure.id, away.why) for away in campaign.state.away] == [(HERO, "dead"), (3, "dead")]


@pytest.mark.parametrize(("above", "fled"), [("gimli", False), ("gothmog", True)])
def test_nobody_flees_to_a_tower_that_enemies_hold(above: str, fled: bool) -> None:  # noqa: FBT001
    """Rule K4: a garrison that has taken the place below its enemies has no tower to go to when it falls."""
    campaign = facing({"character": above, "inside": "keep", "tower": True})
    orc = campaign.state.by_id[ORC]
    lord = replace(orc, unit="gothmog", x=5_000, y=5_000, inside="keep")
    aragorn = replace(
        campaign.state.by_id[HERO], id=3, unit="aragorn", x=GATE[0] + 500, y=GATE[1], inside="", tower=False
    )
    holder = replace(campaign.state.by_id[HERO], owner=NORTH if above == "gimli" else SOUTH)
    control = tuple((place, "evil" if place == "keep" else side) for place, side in campaign.state.control)
    campaign.put(replace(campaign.state, figures=(holder, lord, aragorn), control=control, next_id=4))
    declaring(campaign, NORTH)
    clash = Clash(((3,), (ORC,)), "keep", inside=(ORC,), attacking=(3,))

    walls = battle_of(Scene(campaign.world, campaign.state), clash).place
    assert walls is not None
    assert walls.tower is fled


@pytest.mark.parametrize("bearers", [(ORC,), ()], ids=["carried", "left lying"])
def test_captives_inside_the_walls_take_no_part(bearers: tuple[int, ...]) -> None:
    """Rules D1, E2, J4: they are where their captors are, but of no force that fights there."""
    campaign = besieged(orcs=1)
    captive = replace(campaign.state.by_id[HERO], wounded=True, captured=True, carried_by=bearers, tower=False)
    friend = replace(campaign.state.by_id[HERO], id=3, x=GATE[0] + 500, y=GATE[1], inside="", tower=False)
    campaign.put(replace(campaign.state, figures=(captive, campaign.state.by_id[ORC], friend), next_id=4))
    declaring(campaign, NORTH)
    (assault,) = possible_assaults(campaign.world, campaign.state, NORTH)
    campaign.do(Declaration(assaults=(assault,)))
    campaign.faces = of_the_hero(6, 1)  # type: ignore[assignment]
    campaign.by_default(lambda state: state.turn == 2)

    assert campaign.told(events.BattleBegan) == [events.BattleBegan(forces=((3,), (ORC,)), owners=(0, 1), place="keep")]
    assert campaign.state.holder["keep"] == "good"
    freed = campaign.state.by_id[HERO]
    assert (freed.wounded, freed.carried_by) == (True, ())


def test_who_vanished_from_the_combat_in_which_a_place_falls_leaves_it_by_a_gate() -> None:
    """Rules K4, K7: else the winners would go in to an enemy whom they cannot see."""
    vanishing = doing("assault", "{do: vanish, who: {holds: ring}}", points(1))
    campaign = small(vanishing)
    orc = next(one for one in campaign.state.figures if one.unit == "orc")
    frodo = next(one for one in campaign.state.figures if one.holds == "ring")
    bearer = replace(frodo, x=5_000, y=5_000, inside="keep")
    friend = replace(bearer, id=50, unit="gondor_guard", holds="")
    orcs = [replace(orc, id=60 + n, x=GATE[0] + 500, y=4_000 + 700 * n) for n in range(4)]
    figures = (bearer, friend, *orcs)
    campaign.put(replace(campaign.state, figures=figures, next_id=70, damage=(Damage("keep:gate:0", 1, broken=True),)))
    declaring(campaign, SOUTH)
    campaign.faces = of_the_hero(1, 6, hero=1)  # type: ignore[assignment]
    (assault, *_) = possible_assaults(campaign.world, campaign.state, SOUTH)
    campaign.do(Declaration(assaults=(assault,)))
    campaign.by_default(lambda state: state.turn == 2)

    assert campaign.told(events.BattleBegan)[0].forces[1] == (50,)
    assert campaign.state.holder["keep"] == "evil"
    slipped = campaign.state.by_id[bearer.id]
    assert (slipped.inside, slipped.holds) == ("", "ring")
    assert campaign.world.distance("keep", slipped.point) > 0


def test_a_tower_above_the_wounded_is_assaulted_although_they_lie_there() -> None:
    """Rules K2, K5: only those who can fight hold the place, so that it is the tower that is stormed."""
    campaign = besieged(orcs=1)
    lying = replace(campaign.state.by_id[HERO], id=3, wounded=True, tower=False)
    orc = replace(campaign.state.by_id[ORC], x=GATE[0] + 500, y=GATE[1], inside="")
    campaign.put(replace(campaign.state, figures=(campaign.state.by_id[HERO], orc, lying), next_id=4))
    declaring(campaign, SOUTH)

    (assault,) = possible_assaults(campaign.world, campaign.state, SOUTH)
    assert assault.tower
    campaign.do(Declaration(assaults=(assault,)))
    campaign.faces = of_the_hero(6, 1)  # type: ignore[assignment]
    campaign.by_default(lambda state: state.turn == 2)
    assert campaign.told(events.BattleBegan) == [
        events.BattleBegan(forces=((ORC,), (HERO,)), owners=(1, 0), place="keep")
    ]


def test_who_moves_in_slays_the_wounded_enemies_who_lie_there() -> None:
    """Rules J4, K1, 4: the place was theirs already, and nobody able to fight was inside; they take what he held."""
    campaign = besieged(orcs=1)
    lying = replace(campaign.state.by_id[HERO], wounded=True, tower=False, holds="ring")
    x, y = GATE[0] + 1_500, GATE[1]
    orc = replace(campaign.state.by_id[ORC], inside="", x=x, y=y)
    campaign.put(replace(campaign.state, figures=(lying, orc)))
    campaign.by_default(lambda state: isinstance(state.agenda[0], Movement) and state.agenda[0].player == SOUTH)
    campaign.do(Move(paths=((ORC, ((x, y), (GATE[0] + 300, y))),), into="keep"))

    assert [(one.id, one.inside, one.holds) for one in campaign.state.figures] == [(ORC, "keep", "ring")]
    assert [(away.figure.id, away.why) for away in campaign.state.away] == [(HERO, "dead")]


@pytest.mark.parametrize(("owner", "above"), [(NORTH, False), (SOUTH, True)], ids=["captive", "friend"])
def test_who_flees_to_the_tower_takes_friends_along_and_leaves_captives_behind(owner: int, *, above: bool) -> None:
    """Rules J3, J4, K4: the captive is free among those who took the place around him."""
    campaign = besieged(orcs=1)
    load = replace(campaign.state.by_id[HERO], owner=owner, wounded=True, captured=not above, tower=False)
    lord = replace(campaign.state.by_id[ORC], unit="gothmog")
    orcs = [replace(campaign.state.by_id[ORC], id=3 + n) for n in range(2)]
    relief = [
        replace(campaign.state.by_id[HERO], id=20 + n, unit="gimli", x=GATE[0] + 500, y=GATE[1] + 600 * n)
        for n in range(3)
    ]
    relief = [replace(one, inside="", tower=False) for one in relief]
    figures = (replace(load, carried_by=(ORC,)), lord, *orcs, *relief)
    campaign.put(replace(campaign.state, figures=figures, next_id=30))
    declaring(campaign, NORTH)
    campaign.do(Declaration(assaults=possible_assaults(campaign.world, campaign.state, NORTH)[:1]))
    campaign.faces = lambda purpose, dice: (1,) * dice if "defence" in purpose else (6, 6, *(1,) * (dice - 2))
    campaign.by_default(lambda state: state.turn == 2)

    assert campaign.state.by_id[ORC].tower
    left = campaign.state.by_id[HERO]
    assert (left.inside, left.tower, left.carried_by) == ("keep", above, (ORC,) if above else ())


@pytest.mark.parametrize("before", [False, True], ids=["never a captive", "freed"])
def test_the_wounded_in_a_place_that_enemies_walk_into_are_slain_captives_of_old_as_well(*, before: bool) -> None:
    """Rules J4, K4: who was captured once, and freed, is no captive now."""
    campaign = besieged(orcs=2)
    lying = replace(campaign.state.by_id[HERO], wounded=True, captured=before, tower=False)
    control = tuple((place, "good" if place == "keep" else side) for place, side in campaign.state.control)
    orcs = [replace(orc, inside="", x=7_000, y=4_500 + 700 * n) for n, orc in enumerate(orcs_of(campaign))]
    campaign.put(replace(campaign.state, figures=(lying, *orcs), control=control))
    declaring(campaign, SOUTH)
    campaign.do(Declaration(assaults=possible_assaults(campaign.world, campaign.state, SOUTH)[:1]))
    campaign.by_default(lambda state: state.turn == 2)

    assert campaign.state.holder["keep"] == "evil"
    assert HERO not in campaign.state.by_id
