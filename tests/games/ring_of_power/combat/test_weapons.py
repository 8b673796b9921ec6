"""Artillery and its crews, rams, demolition charges and beasts with crews."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.games.ring_of_power.combat.builders import always, battle, fighter, troop
from wartable.engine.errors import IllegalAction
from wartable.games.ring_of_power.combat.machine import answer, begin, play, report, with_defaults
from wartable.games.ring_of_power.combat.report import BarrierResult, WeaponResult
from wartable.games.ring_of_power.combat.requests import Decision, Faces, Mode, Serve, Throw
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.values import Barrier, Battle, CombatRules, Fate, Fighter, Place, Shelter

WEAPON = 50
MAN = (1, 4, 5)


def armed(kind: str, crew: int, **facts: Any) -> list[Fighter]:
    weapon = fighter(WEAPON, 0, (0, None, None), unit=kind, weapon=kind, **facts)
    return [weapon, *troop(51, crew, 0, MAN, serves=WEAPON, **facts)]


def serve(stage: Stage) -> Decision:
    while isinstance(stage.awaits, Decision) and stage.awaits.kind != "serve":
        stage = answer(stage, stage.awaits.default)
    assert isinstance(stage.awaits, Decision), stage.awaits
    return stage.awaits


def at_serve(start: Battle) -> Stage:
    stage = begin(start)
    while isinstance(stage.awaits, Decision) and stage.awaits.kind != "serve":
        stage = answer(stage, stage.awaits.default)
    return stage


def dice(stage: Stage) -> dict[int, int]:
    stage = with_defaults(stage)
    assert isinstance(stage.awaits, Throw)
    good = [pool for pool in stage.awaits.pools if pool.name == "attack.good"]
    return dict(good[0].figures) if good else {}


FIELD, BESIEGED, WITHIN = "field", "besieged", "within"


@pytest.mark.parametrize(
    ("kind", "crew", "where", "fires"),
    [
        ("bolt_shooter", 2, FIELD, 2),
        ("bolt_shooter", 1, FIELD, 1),
        ("siege_ballista", 3, BESIEGED, 3),
        ("siege_ballista", 2, BESIEGED, 2),
        ("siege_ballista", 3, WITHIN, 3),
        ("siege_catapult", 3, BESIEGED, 4),
        ("siege_catapult", 1, BESIEGED, 2),
        ("trebuchet", 3, WITHIN, 3),
        ("siege_ballista", 3, FIELD, 0),
        ("trebuchet", 3, BESIEGED, 0),
        ("trebuchet", 2, WITHIN, 0),
    ],
)
def test_what_weapons_roll(kind: str, crew: int, where: str, fires: int) -> None:
    """Statements G5, L3, settlement Q19: a weapon that fires has its dice and its crew none; else the crew fight."""
    inside = Shelter.FORTRESS if where == WITHIN else Shelter.NONE
    enemies = troop(11, 2, 1, MAN, inside=Shelter.FORTRESS if where == BESIEGED else Shelter.NONE)
    place = None if where == FIELD else Place(name="keep", holder=0 if where == WITHIN else 1)
    found = dice(begin(battle(armed(kind, crew, inside=inside), enemies, place=place)))
    doubled = 2 if where == WITHIN else 1

    assert found == ({WEAPON: fires} if fires else {51 + n: doubled for n in range(crew)})


def test_a_weapon_fires_at_enemies_within_six_inches_like_any_figure() -> None:
    """Settlement Q32: one that is not engaged does not fire."""
    weapon, *crew = armed("bolt_shooter", 2)
    start = battle([replace(weapon, near=()), *crew], troop(11, 2, 1, MAN))

    assert dice(begin(start)) == {51: 1, 52: 1}


def test_the_chart_gives_other_dice() -> None:
    """Settlement Q19."""
    rules = CombatRules(artillery_profile="chart")
    start = battle(armed("siege_catapult", 3), troop(11, 2, 1, MAN, inside=Shelter.FORTRESS), rules=rules)

    assert dice(begin(start)) == {WEAPON: 6}


def test_weapons_may_be_doubled_like_figures() -> None:
    """Settlement Q19."""
    rules = CombatRules(weapons_double=True)
    start = battle(armed("trebuchet", 3, inside=Shelter.FORTRESS), troop(11, 2, 1, MAN), rules=rules)

    assert dice(begin(start)) == {WEAPON: 6}


def test_a_crew_may_leave_its_weapon_to_fight() -> None:
    """Statement L3."""
    stage = at_serve(battle(armed("bolt_shooter", 2), troop(11, 2, 1, MAN)))

    assert dice(answer(stage, Serve(((WEAPON, "fight"),)))) == {51: 1, 52: 1}
    with pytest.raises(IllegalAction, match="one of the things it can do"):
        answer(stage, Serve(((WEAPON, "break"),)))


def test_the_crew_is_hit_and_the_weapon_is_not() -> None:
    """Statements L1, G8."""
    told = report(play(begin(battle(armed("bolt_shooter", 2), troop(11, 3, 1, (1, 2, 5)))), lambda t: Faces(low(t))))

    assert {result.id for result in told.figures if result.fate is Fate.DEAD and result.side == 0} == {51, 52}
    assert told.weapons == (WeaponResult(id=WEAPON, crew=0, mobile=False, lost=True),)


def low(throw: Throw) -> tuple[int, ...]:
    """Sixes to attack with, ones to defend with."""
    return tuple(6 if pool.name.startswith("attack") else 1 for pool in throw.pools for _ in range(pool.dice))


@pytest.mark.parametrize(
    ("present", "killed", "left"),
    [
        (2, 0, WeaponResult(id=WEAPON, crew=2, mobile=True)),
        (2, 1, WeaponResult(id=WEAPON, crew=1, mobile=False)),
        (2, 2, WeaponResult(id=WEAPON, crew=0, mobile=False, lost=True)),
        (0, 0, WeaponResult(id=WEAPON, crew=0, mobile=True, unmanned=True)),
    ],
)
def test_a_weapon_loses_only_the_crew_that_fell_where_some_stand_elsewhere(
    present: int, killed: int, left: WeaponResult
) -> None:
    """Statements L1, L4: of the four who carry a ram, some may be in a force that does not fight here."""
    stage = begin(battle(armed("battering_ram", present), troop(61, 1, 0, MAN), troop(11, killed, 1, (1, 2, 5))))
    told = report(play(stage, lambda throw: Faces(low(throw)))) if killed else report(play(stage, always(1)))

    assert told.weapons == (left,)


def test_infantry_takes_the_place_of_lost_crew() -> None:
    """Statement L2."""
    start = battle(armed("bolt_shooter", 1), troop(61, 2, 0, MAN), troop(11, 2, 1, MAN))
    stage = at_serve(start)
    assert serve(stage).figures == (61, 62)

    recruited = answer(stage, Serve(((WEAPON, "fire"),), ((61, WEAPON),)))
    assert dice(recruited) == {WEAPON: 2, 62: 1}
    told = report(play(recruited, always(1)))
    assert told.weapons == (WeaponResult(id=WEAPON, crew=2, mobile=True),)
    assert told.recruits == ((61, WEAPON),)
    with pytest.raises(IllegalAction, match="no place for so many"):
        answer(stage, Serve(((WEAPON, "fire"),), ((61, WEAPON), (62, WEAPON))))


def test_nobody_joins_a_crew_whose_first_men_are_dead() -> None:
    """Statement L2."""
    crew = armed("bolt_shooter", 1, original_crew=False)
    start = battle(crew, troop(61, 2, 0, MAN), troop(11, 2, 1, MAN))

    assert serve(at_serve(start)).figures == ()


def siege(kind: str, crew: int, tries: int = 0, **facts: Any) -> Battle:
    gate = Barrier("gate", tries=tries)
    wall = Barrier("deeping wall", "weak_wall")
    place = Place(name="keep", holder=1, barriers=(gate, wall))
    engine = armed(kind, crew)
    weapon = fighter(WEAPON, 0, (0, None, None), unit=kind, weapon=kind, at=facts.pop("at", "gate"))
    guards = troop(11, 2, 1, MAN, inside=Shelter.FORTRESS)
    return battle([weapon, *engine[1:]], troop(61, 3, 0, MAN), guards, place=place, **facts)


def chosen(start: Battle, mode: Mode) -> Stage:
    return with_defaults(answer(at_serve(start), Serve(((WEAPON, mode),))))


@pytest.mark.parametrize(("faces", "tries", "broken"), [((5, 5), 0, False), ((5, 6), 0, True), ((4, 5), 1, True)])
def test_a_ram_breaks_a_gate(faces: tuple[int, int], tries: int, broken: bool) -> None:  # noqa: FBT001
    """Statements L4, A4, settlement Q58."""
    stage = chosen(siege("battering_ram", 4, tries), "break")
    assert isinstance(stage.awaits, Throw)
    assert [(pool.name, pool.dice) for pool in stage.awaits.pools] == [(f"ram.{WEAPON}", 2)]

    stage = with_defaults(answer(stage, Faces(faces)))
    assert dice(stage) == {61: 1, 62: 1, 63: 1}
    told = report(play(stage, always(1)))
    assert told.barriers == (BarrierResult("gate", tries + 1, broken),)
    assert told.weapons == (WeaponResult(id=WEAPON, crew=4, mobile=True),)


def test_a_gate_that_breaks_opens_the_place_after_the_combat_or_at_once() -> None:
    """Statement G0, settlement Q57."""
    for breach, inside in (("after_combat", 2), ("at_once", 1)):
        rules = CombatRules(breach="at_once") if breach == "at_once" else CombatRules()
        stage = with_defaults(answer(chosen(siege("battering_ram", 4, rules=rules), "break"), Faces((6, 6))))
        assert isinstance(stage.awaits, Throw)
        assert dict(stage.awaits.pools[1].figures) == {11: inside, 12: inside}


@pytest.mark.parametrize(("kind", "where", "fires"), [("siege_ballista", BESIEGED, 3), ("trebuchet", WITHIN, 3)])
def test_a_breach_silences_no_weapon(kind: str, where: str, fires: int) -> None:
    """Statements K8, L1: it takes the benefit of the walls; the enemies are in a fortress, or assault it, as before."""
    inside = {True: Shelter.FORTRESS, False: Shelter.NONE}
    place = Place(name="keep", holder=0 if where == WITHIN else 1, open=True)
    guns = armed(kind, 3, inside=inside[where == WITHIN])

    stage = begin(battle(guns, troop(11, 2, 1, MAN, inside=inside[where == BESIEGED]), place=place))

    assert dict(serve(stage).options)[WEAPON] == ("fire", "fight")
    assert dice(stage) == {WEAPON: fires}


def test_a_ram_lets_four_figures_roll_all_their_misses_again() -> None:
    """Statement L4: "up to 4 attacking figures", those who gain most by it; not four dice."""
    place = Place(name="keep", holder=1, barriers=(Barrier("gate"),))
    ram = [replace(one, at="gate") if one.weapon else one for one in armed("battering_ram", 4)]
    strong, weak = troop(61, 4, 0, (3, 4, 5)), troop(71, 2, 0, MAN)
    start = battle(ram, strong, weak, troop(11, 2, 1, MAN, inside=Shelter.FORTRESS), place=place)

    stage = answer(chosen(start, "support"), Faces((1, 1, 1, 4, 4, 4, 1, 4, 1, 1, 1, 1, 1, 1, 6, 6, 6, 6)))

    assert isinstance(stage.awaits, Throw)
    assert stage.awaits.pools[0].figures == ((61, 3), (63, 2), (64, 3), (71, 1))


def test_a_ram_helps_whoever_missed() -> None:
    """Statements G7, L4."""
    stage = chosen(siege("battering_ram", 4), "support")
    stage = answer(stage, Faces((1, 4, 3, 1, 1, 1, 1)))
    assert isinstance(stage.awaits, Throw)

    assert [(pool.name, pool.figures) for pool in stage.awaits.pools] == [("attack.good.again", ((61, 1), (63, 1)))]
    stage = answer(stage, Faces((4, 1)))
    assert stage.volley.hits[0] == ((61, 1), (62, 1))


def test_a_ram_without_its_full_crew_or_gate_is_idle_until_it_is_dropped() -> None:
    """Statement L6."""
    for start in (siege("battering_ram", 3), siege("battering_ram", 4, at="")):
        options = dict(serve(at_serve(start)).options)
        assert options[WEAPON] == ("idle", "fight")
    stage = chosen(siege("battering_ram", 3), "fight")
    assert report(play(stage, always(1))).weapons[0].lost


@pytest.mark.parametrize(("face", "broken"), [(2, False), (3, True)])
def test_a_charge_costs_its_crew_either_way(face: int, broken: bool) -> None:  # noqa: FBT001
    """Statement L5, settlement Q71."""
    stage = chosen(siege("demolition_charge", 2, at="deeping wall"), "detonate")
    stage = with_defaults(answer(stage, Faces((face,))))
    told = report(play(stage, always(1)))

    assert {result.id: result.cause for result in told.figures} == {51: "charge", 52: "charge"}
    assert told.barriers == ((BarrierResult("deeping wall", 0, broken=True),) if broken else ())
    assert [score.casualties for score in told.bouts[0].scores] == [0, 0]
    assert told.weapons[0].lost


def test_a_charge_that_cannot_be_set_off_is_kept_unless_somebody_says_otherwise() -> None:
    """Statement L6."""
    for start in (siege("demolition_charge", 1, at="deeping wall"), siege("demolition_charge", 2, at="")):
        options = dict(serve(at_serve(start)).options)
        assert options[WEAPON] == ("idle", "fight")


def mumak(crew: int) -> list[Fighter]:
    beast = fighter(1, 0, ("crew", 3, 3), unit="mumak", abilities=("terror",))
    return [beast, *troop(2, crew, 0, (1, 4, 6), serves=1, unit="haradrim")]


@pytest.mark.parametrize(("crew", "rolls"), [(1, 1), (3, 3), (4, 4), (5, 4)])
def test_a_mumak_rolls_a_die_for_each_man_up_to_four(crew: int, rolls: int) -> None:
    """Statement N, settlement Q30."""
    assert dice(begin(battle(mumak(crew), troop(11, 2, 1, MAN)))) == {1: rolls}


def test_a_mumak_without_crew_runs_amok() -> None:
    """Settlement Q70."""
    lord = fighter(9, 0, MAN, character=True, leadership=2, near=())
    start = battle(mumak(1), [lord], [fighter(11, 1, (2, 2, 6))])
    told = report(play(begin(start), lambda throw: Faces(tuple(faces(throw)))))

    assert told.weapons == (WeaponResult(id=1, crew=0, mobile=True, amok=True),)


def faces(throw: Throw) -> list[int]:
    shown = {"attack.good": 1, "attack.evil": 6, "defence.2": 1}
    return [shown.get(pool.name, 6) for pool in throw.pools for _ in range(pool.dice)]
