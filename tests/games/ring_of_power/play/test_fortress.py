"""Walls in play: assaults, sallies, gates, charges, towers, and what falls with them (K, L)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from tests.games.ring_of_power.play.table import Campaign, asks
from wartable.engine.values import Event
from wartable.games.ring_of_power.campaign import events
from wartable.games.ring_of_power.campaign.actions import Assault, Choose, Declaration, Done, Move
from wartable.games.ring_of_power.campaign.agenda import Clash, Declare
from wartable.games.ring_of_power.campaign.figures import Scene
from wartable.games.ring_of_power.campaign.run import Run
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.combat.machine import answer, begin, with_defaults
from wartable.games.ring_of_power.combat.odds.words import battle_of as battle_in_words
from wartable.games.ring_of_power.combat.requests import Decision, Enter, Faces, Throw
from wartable.games.ring_of_power.combat.stage import Step
from wartable.games.ring_of_power.play.battle import battle_of
from wartable.games.ring_of_power.play.combats import possible_assaults, possible_sallies
from wartable.games.ring_of_power.play.fighting import go_on
from wartable.games.ring_of_power.play.garrisons import controlled
from wartable.games.ring_of_power.play.tell import sentence
from wartable.games.ring_of_power.units import units

GATE = (26_500, 13_000)
SARUMAN, ROHAN = 0, 1
FAR = [(30_000, 44_000)]


def siege(spots: Sequence[tuple[int, int]], faces: int = 4, unit: str = "uruk_hai", garrison: int = 99) -> Campaign:
    """Return Helm's Deep with attackers at points, few defenders if so wished, and dice that all show one face."""
    campaign = Campaign("helms-deep", lambda _, count: (faces,) * count)
    inside = [one for one in campaign.state.figures if one.inside and one.unit == "rohan_foot"][:garrison]
    if garrison == 99:
        inside = [one for one in campaign.state.figures if one.inside]
    attackers = [one for one in campaign.state.figures if one.unit == unit and not one.serves]
    chosen = [replace(one, x=x, y=y) for one, (x, y) in zip(attackers, spots, strict=False)]
    keep = sorted([*inside, *chosen], key=lambda one: one.id)
    loose = [one if one.serves in {k.id for k in keep} else replace(one, serves=0) for one in keep]
    campaign.put(replace(campaign.state, figures=tuple(loose)))
    return campaign


def at_declaration(campaign: Campaign) -> Campaign:
    campaign.by_default(lambda state: isinstance(state.agenda[0], Declare))
    return campaign


def line(count: int) -> list[tuple[int, int]]:
    return [(23_000 + 650 * n, 13_500) for n in range(count)]


def test_nobody_fights_at_a_wall_unless_somebody_says_so() -> None:
    """Statement K2, settlement Q17."""
    campaign = at_declaration(siege(line(6)))
    campaign.by_default(lambda state: state.turn > 1)

    assert campaign.told(events.BattleBegan) == []


def test_an_assault_needs_a_force_at_the_wall() -> None:
    """Statement K2."""
    near, far = at_declaration(siege(line(6))), siege([(30_000, 30_000)])
    figure = next(one for one in near.state.figures if one.owner == SARUMAN)

    assert [one.place for one in possible_assaults(near.world, near.state, SARUMAN)] == ["helms_deep"]
    assert possible_assaults(far.world, far.state, SARUMAN) == ()
    assert near.refusal(Declaration(assaults=(Assault(figure=figure.id, place="helms_deep"),))) == ""
    assert near.refusal(Declaration(assaults=(Assault(figure=9_999, place="helms_deep"),))) == "ring.no_assault"


def test_an_assault_without_a_hit_changes_nothing() -> None:
    campaign = at_declaration(siege(line(6), faces=1))
    (assault, *_) = possible_assaults(campaign.world, campaign.state, SARUMAN)
    campaign.do(Declaration(assaults=(assault,)))
    campaign.by_default(lambda state: state.turn > 1)

    assert campaign.state.holder["helms_deep"] == "good"
    assert len(campaign.told(events.BattleEnded)) == 1


def test_a_fortress_that_loses_falls_with_everybody_in_it_and_is_entered() -> None:
    """Statements K4, K7."""
    strong = at_declaration(siege(line(16), garrison=1))
    strong.faces = lambda purpose, count: (1,) * count if "defence" in purpose else (1, 1, *(6,) * (count - 2))
    (assault, *_) = possible_assaults(strong.world, strong.state, SARUMAN)
    strong.do(Declaration(assaults=(assault,)))
    strong.by_default(lambda state: state.turn > 1 or state.ending is not None)

    assert strong.state.holder["helms_deep"] == "evil"
    assert not [one for one in strong.state.figures if one.owner == ROHAN and one.inside]
    assert any(one.owner == SARUMAN and one.inside == "helms_deep" for one in strong.state.figures)
    assert strong.state.ending is not None
    assert strong.state.ending.winner == "evil"


def stormed() -> Campaign:
    """Return Helm's Deep when those who have stormed it are asked who goes inside."""
    campaign = at_declaration(siege(line(16), garrison=1))
    campaign.faces = lambda purpose, count: (1,) * count if "defence" in purpose else (1, 1, *(6,) * (count - 2))
    (assault, *_) = possible_assaults(campaign.world, campaign.state, SARUMAN)
    campaign.do(Declaration(assaults=(assault,)))
    campaign.by_default(lambda state: asks(state) == "enter")
    return campaign


@pytest.mark.parametrize("going", [0, 2])
def test_winners_choose_who_goes_inside_and_hold_the_place_even_from_outside(going: int) -> None:
    """Statement K7."""
    campaign = stormed()
    task = campaign.state.agenda[0]
    assert isinstance(task, Clash)
    assert task.stage is not None
    asked = task.stage.awaits
    assert isinstance(asked, Decision)
    assert asked.default == Enter(asked.figures)
    assert campaign.refusal(Choose(choice=Enter((9_999,)))) == "combat.enter"
    assert campaign.refusal(Choose(choice=Enter(asked.figures[:1] * 2))) == "combat.enter"

    campaign.do(Choose(choice=Enter(asked.figures[:going])))

    assert (
        tuple(one.id for one in campaign.state.figures if one.owner == SARUMAN and one.inside)
        == (asked.figures[:going])
    )
    assert campaign.state.holder["helms_deep"] == "evil"


def test_crews_stay_with_their_weapons_unless_they_are_sent_inside() -> None:
    """Statements K7, L6."""
    battle = battle_in_words(units(), "battering_ram with orc, 6 uruk_hai", "rohan_foot in fortress")
    beside = tuple(replace(one, by_walls=one.side == 0) for one in battle.fighters)
    stage = begin(replace(battle, fighters=beside))
    while stage.step < Step.ENTER:
        stage = with_defaults(stage, until=Step.ENTER)
        if isinstance(stage.awaits, Throw):
            rolled = [[6 if "attackers" in pool.name else 1] * pool.dice for pool in stage.awaits.pools]
            stage = answer(stage, Faces(tuple(face for pool in rolled for face in pool)))
    asked = stage.awaits

    assert isinstance(asked, Decision)
    assert isinstance(asked.default, Enter)
    crew = {one.id for one in beside if one.serves is not None}
    assert set(asked.figures) - set(asked.default.figures) == crew & set(asked.figures)
    assert crew & set(asked.figures)


def test_attackers_who_lose_retreat_from_the_wall() -> None:
    """Statements K4, H."""
    campaign = at_declaration(siege(line(12)))
    campaign.faces = lambda purpose, count: (1 if "defence" in purpose else 4,) * count
    (assault, *_) = possible_assaults(campaign.world, campaign.state, SARUMAN)
    campaign.do(Declaration(assaults=(assault,)))
    campaign.by_default(lambda state: state.turn > 1)
    left = [one for one in campaign.state.figures if one.owner == SARUMAN and one.unit == "uruk_hai"]

    assert len(left) < 12
    assert all(one.still_until == 2 for one in left if one.disturbed == 1 and one.y < 30_000)


def test_whoever_is_inside_may_sally_when_an_enemy_is_near() -> None:
    """Statement K2."""
    campaign = siege([(26_500, 14_000), (27_200, 14_000)])
    at_declaration(campaign)
    campaign.do(Declaration())
    ((place, figures),) = possible_sallies(campaign.world, campaign.state, ROHAN)
    assert place == "helms_deep"

    campaign.do(Declaration(sallies=(("helms_deep", figures[:6]),)))
    out = [campaign.state.by_id[number] for number in figures[:6] if number in campaign.state.by_id]
    campaign.by_default(lambda state: state.turn > 1)

    assert out
    assert len(campaign.told(events.BattleBegan)) == 1


def test_a_place_that_nobody_defends_is_walked_into() -> None:
    campaign = at_declaration(siege(line(4), garrison=0))
    (assault, *_) = possible_assaults(campaign.world, campaign.state, SARUMAN)
    campaign.do(Declaration(assaults=(assault,)))
    campaign.by_default(lambda state: state.turn > 1 or state.ending is not None)

    assert campaign.state.holder["helms_deep"] == "evil"
    assert any(one.inside == "helms_deep" for one in campaign.state.figures)


def movers_turn(campaign: Campaign, player: int) -> Campaign:
    campaign.by_default(lambda state: _movement(state, player) is not None)
    return campaign


def _movement(state: RingState, player: int) -> object:
    task = state.agenda[0]
    return task if getattr(task, "player", None) == player and type(task).__name__ == "Movement" else None


def test_the_garrison_goes_out_and_in_by_the_gate() -> None:
    """Statements C11, K1, settlement Q18."""
    campaign = movers_turn(siege(FAR), ROHAN)
    soldier = _soldier(campaign)
    out = Move(paths=((soldier.id, (GATE, (26_500, 16_000))),))

    assert campaign.refusal(Move(paths=((soldier.id, (soldier.point, (26_500, 16_000))),))) == "ring.no_door"
    campaign.do(out)
    assert campaign.state.by_id[soldier.id].point == (26_500, 16_000)
    assert campaign.state.by_id[soldier.id].inside == ""

    campaign.do(Done())
    movers_turn(campaign, ROHAN)
    campaign.by_default(lambda state: state.turn == 2 and _movement(state, ROHAN) is not None)
    campaign.do(Move(paths=((soldier.id, ((26_500, 16_000), GATE)),), into="helms_deep"))
    assert campaign.state.by_id[soldier.id].inside == "helms_deep"


def test_nobody_joins_a_garrison_while_enemies_are_within_the_walls() -> None:
    """Statements B5, K1, K5: a tower may keep a place for its side that the enemy has stormed but for it."""
    campaign = movers_turn(siege(FAR), ROHAN)
    soldier, orc = _soldier(campaign), next(one for one in campaign.state.figures if one.owner == SARUMAN)
    campaign.do(Move(paths=((soldier.id, (GATE, (26_500, 16_000))),)))
    campaign.by_default(lambda state: state.turn == 2 and _movement(state, ROHAN) is not None)
    home = Move(paths=((soldier.id, ((26_500, 16_000), GATE)),), into="helms_deep")
    deep = campaign.world.place("helms_deep")
    assert campaign.refusal(home) == ""
    assert controlled(campaign.world, campaign.state, deep, "good")

    within = replace(orc, inside=deep.id, x=deep.centre[0], y=deep.centre[1])
    others = [replace(one, tower=one.inside == deep.id) for one in campaign.state.figures if one.id != orc.id]
    campaign.put(replace(campaign.state, figures=(*others, within)))
    assert campaign.refusal(home) == "ring.intruded"
    assert not controlled(campaign.world, campaign.state, deep, "good")


def _soldier(campaign: Campaign) -> Figure:
    return next(one for one in campaign.state.figures if one.unit == "rohan_foot" and not one.serves)


def test_a_tower_has_room_for_so_many_armies() -> None:
    """Statement K5, settlement Q56."""
    campaign = movers_turn(siege(FAR), ROHAN)
    soldiers = [one for one in campaign.state.figures if one.unit == "rohan_foot" and not one.serves][:7]
    stands = tuple((one.id, (GATE, GATE)) for one in soldiers)

    assert campaign.refusal(Move(paths=stands, into="helms_deep", tower=True)) == "ring.tower_full"
    campaign.do(Move(paths=stands[:6], into="helms_deep", tower=True))
    assert sum(one.tower for one in campaign.state.figures) == 6


def test_minor_walls_help_the_defence_of_those_who_hold_them() -> None:
    """Statement I5."""
    campaign = Campaign("edoras-raid")
    figures = tuple(
        replace(one, x=40_000 + 500 * one.id, y=7_000 if one.owner == 0 else 7_800, mounted=False)
        for one in campaign.state.figures
        if one.id in {1, 2, 6, 7}
    )
    campaign.put(replace(campaign.state, figures=figures))
    scene = Scene(campaign.world, campaign.state)
    forces = tuple(tuple(one.id for one in members) for members in scene.lineup.members.values())
    shelters = {one.id: one.inside for one in battle_of(scene, Clash(forces=forces)).fighters}

    assert shelters == {1: "stockade", 2: "stockade", 6: "", 7: ""}


@pytest.mark.parametrize("tower", [False, True])
def test_a_place_that_only_the_wounded_are_in_is_walked_into(tower: bool) -> None:  # noqa: FBT001
    """Statements J4, K4: nobody defends them."""
    campaign = siege(line(6))
    hurt = (replace(one, wounded=True, tower=tower) if one.unit == "gimli" else one for one in campaign.state.figures)
    left = tuple(one for one in hurt if one.unit == "gimli" or not one.inside)
    campaign.put(replace(campaign.state, figures=left))
    at_declaration(campaign)
    (assault, *_) = possible_assaults(campaign.world, campaign.state, SARUMAN)
    campaign.do(Declaration(assaults=(assault,)))
    campaign.by_default(lambda state: bool(state.ending) or state.turn > 1)

    assert campaign.state.holder["helms_deep"] == "evil"
    assert all(one.unit != "gimli" for one in campaign.state.figures)


def test_nobody_goes_up_into_a_tower_that_enemies_hold() -> None:
    """Statement K5: it is stormed."""
    campaign = siege(line(2))
    gimli = next(one for one in campaign.state.figures if one.unit == "gimli")
    uruk = next(one for one in campaign.state.figures if one.unit == "uruk_hai" and not one.serves)
    figures = (replace(uruk, inside="helms_deep"), replace(gimli, tower=True))
    held = replace(campaign.state, figures=tuple(sorted(figures, key=lambda one: one.id)))
    control = tuple({**held.holder, "helms_deep": "evil"}.items())
    campaign.put(replace(held, control=control))
    movers_turn(campaign, SARUMAN)

    move = Move(paths=((uruk.id, (GATE,)),), into="helms_deep", tower=True)
    assert campaign.refusal(move) == "ring.tower_held"


def test_those_who_were_taken_out_of_a_combat_are_left_out_and_another_of_the_force_leads() -> None:
    """Rules E2, K2: special rules may take away who declared the assault, or one of those behind the walls."""
    clash = Clash(forces=((1, 2, 3), (4, 5), (6,)), place="keep", inside=(4, 5), attacking=(1, 6), sallied=(6,))

    assert clash.without({1, 5}) == Clash(
        forces=((2, 3), (4,), (6,)), place="keep", inside=(4,), attacking=(2, 6), sallied=(6,)
    )
    assert clash.without({6, 9}) == Clash(
        forces=((1, 2, 3), (4, 5)), place="keep", inside=(4, 5), attacking=(1,), sallied=()
    )


def test_an_assault_goes_on_without_who_declared_it_and_without_a_defender_who_is_gone() -> None:
    """Rule E2: combats earlier in the phase, and special rules before this one, may have taken them away."""
    campaign = siege(line(6))
    attackers = tuple(one.id for one in campaign.state.figures if one.owner == SARUMAN)
    defenders = tuple(one.id for one in campaign.state.figures if one.owner == ROHAN)
    clash = Clash((attackers, defenders), "helms_deep", inside=defenders, attacking=attackers[:1], prepared=True)
    lost = {attackers[0], defenders[-1]}
    left = tuple(one for one in campaign.state.figures if one.id not in lost)
    told: list[Event] = []
    go_on(Run(campaign.world, replace(campaign.state, figures=left), told), clash)

    weapons = tuple(one.id for one in left if one.weapon and one.id in defenders)
    assert told == [
        events.BattleBegan(
            forces=(attackers[1:], defenders[:-1]), owners=(SARUMAN, ROHAN), place="helms_deep", weapons=weapons
        )
    ]
    sizes = f"{len(attackers) - 1} figures of Saruman and {len(defenders) - 2} figures of Rohan with 1 weapon"
    assert sentence(campaign.world, told[0]) == f"A combat begins at Helm's Deep: {sizes}."
