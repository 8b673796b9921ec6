"""What engines do: their dice, where they are used, their crews, rams and charges (L)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from tests.games.ring_of_power.combat.builders import battle, fighter, troop
from tests.games.ring_of_power.combat.test_weapons import armed, at_serve, serve, siege
from tests.games.ring_of_power.mutation.fighting_checks import MAN, RULES
from tests.games.ring_of_power.mutation.register import guards, guards_each
from tests.games.ring_of_power.mutation.tables import ENGINES, Engine
from wartable.games.ring_of_power.combat import targets
from wartable.games.ring_of_power.combat.machine import answer, begin, play, report, with_defaults
from wartable.games.ring_of_power.combat.odds.words import battle_of
from wartable.games.ring_of_power.combat.requests import Decision, Faces, Serve, Throw
from wartable.games.ring_of_power.combat.targets import Circumstances
from wartable.games.ring_of_power.combat.values import Battle, CombatRules, Shelter
from wartable.games.ring_of_power.units import units


@guards_each("artillery", ENGINES)
def an_engine_rolls_its_dice(key: str, engine: Engine) -> None:
    weapon = fighter(50, 0, (0, None, None), weapon=key)
    for profile, table in (("text", engine.dice), ("chart", engine.chart)):
        rules = CombatRules(artillery_profile=profile)  # type: ignore[arg-type]
        for crew, dice in enumerate(table):
            assert targets.dice(weapon, Circumstances(rules=rules, crew=crew)).value == dice
    if engine.dice:
        assert targets.attack(weapon, Circumstances(rules=RULES)).value == engine.attack


@guards_each("artillery", ENGINES)
def an_engine_comes_with_its_crew(key: str, engine: Engine) -> None:
    fighters = battle_of(units(), f"{key} with orc", "orc").fighters

    assert len([one for one in fighters if one.serves]) == engine.crew


@guards_each("artillery", ENGINES)
def an_engine_is_used_where_it_may_be(key: str, engine: Engine) -> None:
    if engine.dice:
        places = ("field", "besieging", "besieged")
        found = {where for where in places if "fire" in offered(standing(key, engine, where))}
    else:
        does = {"battering_ram": "break", "demolition_charge": "detonate"}[key]
        at = {"gate": "gate", "weak wall": "deeping wall"}
        found = {what for what, where in at.items() if does in offered(siege(key, engine.crew, at=where))}

    assert found == engine.used


def standing(key: str, engine: Engine, where: str) -> Battle:
    inside = Shelter.FORTRESS if where == "besieged" else Shelter.NONE
    walls = Shelter.FORTRESS if where == "besieging" else Shelter.NONE
    return battle(armed(key, engine.crew, inside=inside), troop(11, 2, 1, MAN, inside=walls))


def offered(start: Battle) -> tuple[object, ...]:
    stage = at_serve(start)
    if not isinstance(stage.awaits, Decision):
        return ()
    return dict(serve(stage).options).get(50, ())


def _faces(throw: Throw, attack: int) -> tuple[int, ...]:
    return tuple(attack if pool.name.startswith("attack") else 1 for pool in throw.pools for _ in range(pool.dice))


def _shot(attack: int, throw: Throw) -> Faces:
    return Faces(_faces(throw, attack))


@guards_each("artillery", ENGINES)
def a_full_crew_moves_an_engine_that_moves(key: str, engine: Engine) -> None:
    """Misses all around leave it as it is, hits that no defence saves cost it crew."""
    moves = engine.inches[0] > 0
    for hit, mobile in ((1, moves), (6, False)):
        end = play(begin(standing(key, engine, "field")), partial(_shot, hit))
        assert [weapon.mobile for weapon in report(end).weapons if not weapon.lost] in ([mobile], [])
        told = {weapon.id: weapon for weapon in report(end).weapons}[50]
        assert told.mobile == mobile


@guards_each("artillery", ENGINES)
def only_a_ram_is_lost_when_its_crew_fights(key: str, engine: Engine) -> None:
    stage = at_serve(siege(key, engine.crew))
    if isinstance(stage.awaits, Decision):
        stage = answer(stage, Serve(((50, "fight"),)))
    (told,) = report(play(stage, lambda throw: Faces((1,) * throw.dice))).weapons

    assert told.lost == (key == "battering_ram")


@guards("artillery.battering_ram")
def a_ram_lets_four_misses_be_rolled_again() -> None:
    start = siege("battering_ram", 4)
    many = replace(start, fighters=(*start.fighters, *troop(71, 3, 0, MAN)))
    stage = with_defaults(answer(at_serve(many), Serve(((50, "support"),))))
    assert isinstance(stage.awaits, Throw)
    stage = with_defaults(answer(stage, Faces((1,) * stage.awaits.dice)))
    assert isinstance(stage.awaits, Throw)

    assert stage.awaits.pools[0].name == "attack.good.again"
    assert stage.awaits.pools[0].dice == 4
