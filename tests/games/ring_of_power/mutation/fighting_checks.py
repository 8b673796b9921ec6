"""What abilities, tags, profiles and engines do in a combat (G, I, L, M)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from tests.games.ring_of_power.combat.builders import battle, fighter, troop
from tests.games.ring_of_power.mutation.field import SOUTH, figure, moment, refusal, world
from tests.games.ring_of_power.mutation.register import guards, guards_each
from tests.games.ring_of_power.mutation.tables import GROUND, PROFILES
from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat import targets
from wartable.games.ring_of_power.combat.allocation import severity
from wartable.games.ring_of_power.combat.machine import answer, begin, play, report, with_defaults
from wartable.games.ring_of_power.combat.outcome import leadership
from wartable.games.ring_of_power.combat.requests import Answer, Decision, Faces, Hold, Throw
from wartable.games.ring_of_power.combat.targets import Circumstances
from wartable.games.ring_of_power.combat.values import Battle, CombatRules, Fighter, Shelter
from wartable.games.ring_of_power.units import UnitType, rowed

RULES = CombatRules()
MAN = (1, 4, 5)


class Numbers(NamedTuple):
    """Dice, attack and defence of a figure that has 2, 4 and 5, and which dice are rolled again."""

    dice: int = 2
    attack: int = 4
    defence: int = 5
    again: str = ""
    saved: str = ""


class Where(NamedTuple):
    """Where a figure fights, and whom; whatever helps anybody is the case unless told."""

    terrain: str
    rides: bool = True
    water: bool = True
    riders: bool = True
    """Whether any enemy rides."""
    open: bool = True
    """Whether any enemy stands in the open."""


DIFFICULT = frozenset(kind for kind, of in GROUND.items() if of == "difficult")
UNDERGROUND = frozenset({"cave_tunnel", "rocky", "hills"})
Test = Callable[[Where], bool]
CHANGES: dict[str, tuple[Test, Numbers]] = {
    "berserk": (lambda _: True, Numbers(attack=3)),
    "burrower": (lambda now: now.terrain in {"cave_tunnel", "mountain", "pass"}, Numbers(defence=4)),
    "elite": (lambda _: True, Numbers(attack=3)),
    "furious_charge": (lambda now: now.open, Numbers(again="misses")),
    "furious_charge_mounted": (lambda now: now.open and now.rides, Numbers(again="misses")),
    "hardened_veterans": (lambda _: True, Numbers(saved="failures")),
    "heavy_armor": (lambda _: True, Numbers(defence=4)),
    "magic_weapons": (lambda _: True, Numbers(attack=3)),
    "miners": (lambda now: now.terrain in UNDERGROUND, Numbers(dice=4)),
    "pikes": (lambda now: now.riders, Numbers(defence=3)),
    "poison_weapons": (lambda _: True, Numbers(again="ones")),
    "rabble": (lambda _: True, Numbers(attack=5, defence=6)),
    "ranger": (lambda now: now.terrain in DIFFICULT, Numbers(defence=3)),
    "sailors": (lambda now: now.water, Numbers(attack=3)),
    "tough": (lambda _: True, Numbers(saved="failures")),
    "unarmored": (lambda _: True, Numbers(defence=6)),
    "woodsmen": (lambda now: now.terrain == "woods", Numbers(dice=4)),
}
"""When abilities change numbers, and to what (M); the others change none."""


def circumstances() -> Iterator[Where]:
    """Yield every ground with all that helps and with nothing that does, and some with one thing missing."""
    for kind in GROUND:
        yield Where(kind)
        yield Where(kind, rides=False, water=False, riders=False, open=False)
    for kind in ("cave_tunnel", "woods"):
        for lacking in ("rides", "water", "riders", "open"):
            yield Where(kind, **{lacking: False})


def numbers(key: str, where: Where) -> Numbers:
    horse = (2, 4, 5) if where.rides else None
    one = fighter(1, 0, (2, 4, 5), foot=horse, terrain=where.terrain, near_water=where.water, abilities=(key,))
    now = Circumstances(rules=RULES, enemy_mounted=where.riders, enemy_open=where.open)
    return Numbers(
        targets.dice(one, now).value,
        targets.attack(one, now).value,
        targets.defence(one, now).value,
        targets.attack_reroll(one, now),
        targets.defence_reroll(one, now),
    )


@guards_each("abilities", {key: CHANGES.get(key, (lambda _: False, Numbers())) for key in charts().abilities})
def an_ability_changes_its_numbers(key: str, change: tuple[Test, Numbers]) -> None:
    holds, changed = change
    for where in circumstances():
        assert numbers(key, where) == (changed if holds(where) else Numbers()), where


def course(*figures: Fighter, good: int = 6, evil: int = 6) -> Iterator[str]:
    """Yield what is asked in a fight where no defence holds, then the first figure's fate; attacks show a face each."""
    stage = begin(battle(figures))
    while stage.awaits is not None:
        if isinstance(stage.awaits, Decision):
            if stage.awaits.kind != "hold":
                yield stage.awaits.kind
            stage = answer(stage, stage.awaits.default)
        else:
            yield " ".join(pool.name for pool in stage.awaits.pools)
            stage = answer(stage, Faces(tuple(_faces(stage.awaits, good, evil))))
    fates = {one.id: one for one in report(stage).figures}
    yield f"{fates[1].fate} by {fates[1].cause}" if 1 in fates else "unhurt"


def _faces(throw: Throw, good: int, evil: int) -> Iterator[int]:
    for pool in throw.pools:
        face = {"attack.good": good, "attack.evil": evil}.get(pool.name, 1 if "defence" in pool.name else 6)
        yield from (face,) * pool.dice


BLOWS = ("attack.good attack.evil", "defence.1 defence.11")
COURSES: dict[str, tuple[str, ...]] = {
    "ambush": ("attack.good", "defence.11", "unhurt"),
    "berserk": ("attack.good attack.evil", "defence.11", "dead by berserk"),
    "ethereal": (*BLOWS, "dispersed by defence"),
    "hardened_veterans": (*BLOWS, "defence.1.again", "dead by defence"),
    "heroes": (*BLOWS, "wounded by defence"),
    "stealth": ("hide", "search", "search.2.1", *BLOWS, "dead by defence"),
    "tough": (*BLOWS, "defence.1.again", "dead by defence"),
}
"""How a fight goes for the owner of an ability, where not like everybody's."""


@guards_each("abilities", {key: COURSES.get(key, (*BLOWS, "dead by defence")) for key in charts().abilities})
def an_ability_takes_its_course(key: str, expected: tuple[str, ...]) -> None:
    assert tuple(course(fighter(1, 0, MAN, abilities=(key,)), fighter(11, 1, MAN))) == expected


@guards_each("abilities", dict.fromkeys(charts().abilities, ""))
def only_berserkers_take_no_hits(key: str, _: str) -> None:
    asked = course(fighter(1, 0, MAN, abilities=(key,)), fighter(11, 1, MAN), good=1)

    assert any("defence.1" in pools.split() for pools in asked) == (key != "berserk")


LOSSES = {"ethereal": "dispersed by extra", "heroes": "wounded by extra"}


@guards_each("abilities", {key: LOSSES.get(key, "dead by extra") for key in charts().abilities})
def an_idle_loser_is_lost(key: str, expected: str) -> None:
    """One who holds back, so that no ability of the fight itself matters, is the one in ten that a loser loses."""
    leader = fighter(11, 1, MAN, character=True, leadership=1)
    stage = begin(battle([fighter(1, 0, MAN, abilities=(key,))], [leader], found=(1, 2)))
    while stage.awaits is not None:
        stage = answer(stage, _idle(stage.awaits))
    fates = {one.id: f"{one.fate} by {one.cause}" for one in report(stage).figures}

    assert fates == {1: expected}


def _idle(asked: Decision | Throw) -> Answer:
    if isinstance(asked, Throw):
        return Faces((1,) * asked.dice)
    return Hold(asked.figures) if asked.kind == "hold" else asked.default


@guards_each("abilities", {key: "dead by berserk" if key == "berserk" else "unhurt" for key in charts().abilities})
def only_berserkers_die_of_a_fight(key: str, expected: str) -> None:
    *_, fate = course(fighter(1, 0, MAN, abilities=(key,)), fighter(11, 1, MAN), evil=1)

    assert fate == expected


@guards_each("abilities", dict.fromkeys(charts().abilities, ""))
def only_assassins_pick(key: str, _: str) -> None:
    asked = course(fighter(1, 0, MAN, abilities=(key,)), fighter(11, 1, MAN), fighter(12, 1, MAN))

    assert ("pick" in asked) == (key == "assassin")


@guards_each("abilities", {key: {"heroes": "wounded by defence"}.get(key, "dead by defence") for key in COURSES})
def magic_kills_the_ethereal(key: str, expected: str) -> None:
    *_, fate = course(fighter(1, 0, MAN, abilities=(key,)), fighter(11, 1, MAN, abilities=("magic_weapons",)))

    assert fate == {"ambush": "unhurt", "berserk": "dead by berserk"}.get(key, expected)


TAGS = {
    "axes": ("axes",),
    "crushing_attack": ("crushing",),
    "magic_weapons": ("magic",),
    "paralyze": ("paralyze",),
    "terror": ("terror",),
}


@guards_each("abilities", {key: TAGS.get(key, ()) for key in charts().abilities})
def hits_carry_their_tag(key: str, tags: tuple[str, ...]) -> None:
    assert targets.tags_of((key,)) == tags


@guards_each("abilities", {key: 3 if key == "tracker" else 4 for key in charts().abilities})
def trackers_find_better(key: str, least: int) -> None:
    for face in range(1, 7):
        hidden = fighter(1, 0, MAN, abilities=("stealth",))
        stage = with_defaults(begin(battle([hidden], [fighter(11, 1, MAN, abilities=(key,))])))
        assert isinstance(stage.awaits, Throw)
        assert (1 in answer(stage, Faces((face,) * stage.awaits.dice)).found) == (face >= least)


@guards_each("abilities", {key: 3 if key == "royal_standard" else 2 for key in charts().abilities})
def a_standard_helps_its_nations_leaders(key: str, value: int) -> None:
    for nation, led in (("rohan", value), ("gondor", 2)):
        leader = fighter(1, 0, MAN, character=True, leadership=2, nation=nation)
        stage = begin(battle([leader, fighter(2, 0, MAN, abilities=(key,))], troop(11, 2, 1, MAN)))
        assert leadership(_in_bout(stage), 0)[0] == led


def _in_bout(stage: Any) -> Any:
    return with_defaults(stage)


@guards_each("abilities", {key: "bully" if key == "bullies" else "" for key in charts().abilities})
def only_bullies_are_shy(key: str, code: str) -> None:
    one = world()
    state = moment(one, figure(1, f"with_{key}", (20_000, 8_000)), figure(2, "of_orc", (23_000, 8_000), SOUTH))

    assert refusal(one, state, 1, (22_000, 8_000)) == ("immobile" if key == "immobile" else code)


@guards_each("abilities", {key: "venerable" if key == "venerable" else "" for key in charts().abilities})
def only_the_venerable_rest(key: str, code: str) -> None:
    one = world()
    state = moment(one, figure(1, f"with_{key}", (20_000, 8_000), fought=1))

    assert refusal(one, state, 1, (21_000, 8_000)) == ("immobile" if key == "immobile" else code)


@guards_each("abilities", {key: "" if key == "stealth" else "pinned" for key in charts().abilities})
def only_the_unseen_are_not_pinned(key: str, code: str) -> None:
    one = world()
    state = moment(one, figure(1, f"with_{key}", (20_000, 8_000)), figure(2, "of_orc", (20_000, 9_000), SOUTH))

    assert refusal(one, state, 1, (20_000, 7_000)) == code


# Tags


class Tag(NamedTuple):
    """What a hit does to a defence of 4 in a fortress (3) and in the open, to saves, and to an ethereal figure."""

    walled: int = 3
    open: int = 4
    again: bool = False
    fate: str = "dispersed by defence"


TAG_DEEDS = {
    "axes": Tag(4, 5),
    "crushing": Tag(5, 5),
    "terror": Tag(again=True),
    "magic": Tag(fate="dead by defence"),
    "paralyze": Tag(fate="paralysed"),
}
OF_TAG = {"axes": "axes", "crushing": "crushing_attack", "terror": "terror", "magic": "magic_weapons"}


@guards_each("tags", TAG_DEEDS)
def a_tag_does_what_it_does(key: str, deeds: Tag) -> None:
    now = Circumstances(rules=RULES)
    walled = fighter(1, 0, (1, 4, 4), inside=Shelter.FORTRESS)

    assert targets.defence(walled, now, (key,)).value == deeds.walled
    assert targets.defence(fighter(1, 0, (1, 4, 4)), now, (key,)).value == deeds.open
    ghost = fighter(1, 0, MAN, abilities=("ethereal",))
    ability = {**OF_TAG, "paralyze": "paralyze"}[key]
    *_, fate = course(ghost, fighter(11, 1, MAN, abilities=(ability,)))
    assert fate == {"paralysed": "dispersed by paralysis"}.get(deeds.fate, deeds.fate)


@guards("tags.paralyze")
def a_ghost_that_a_plain_blow_fells_is_not_killed_by_a_spider() -> None:
    spider = fighter(12, 1, MAN, abilities=("paralyze",))
    *_, fate = course(fighter(1, 0, MAN, abilities=("ethereal",)), fighter(11, 1, MAN), spider)

    assert fate == "dispersed by defence"


@guards_each("tags", TAG_DEEDS)
def saves_are_rolled_again_in_terror(key: str, deeds: Tag) -> None:
    ability = {**OF_TAG, "paralyze": "paralyze"}[key]
    start = battle([fighter(1, 0, MAN)], [fighter(11, 1, MAN, abilities=(ability,))])
    thrown = [pool.name for throw in _throws(start) for pool in throw.pools]

    assert ("defence.1.again" in thrown) == deeds.again


def _throws(start: Battle) -> list[Throw]:
    """Return what is thrown in a fight where all dice show six."""
    seen: list[Throw] = []

    def six(throw: Throw) -> Faces:
        seen.append(throw)
        return Faces((6,) * throw.dice)

    play(begin(start), six)
    return seen


@guards("tags.axes", "tags.crushing", "tags.terror", "tags.magic", "tags.paralyze")
def hits_are_sorted_by_how_bad_they_are() -> None:
    assert sorted(TAG_DEEDS, key=lambda tag: severity((tag,))) == ["crushing", "axes", "terror", "magic", "paralyze"]


# Profiles


@guards_each("combat", PROFILES)
def a_row_of_the_combat_chart_makes_a_unit(key: str, row: tuple[object, ...]) -> None:
    plain = {"name": "x", "nation": "x", "race": "man", "provenance": "stated", "row": key}
    unit = msgspec.convert(rowed({"x": plain})["x"], UnitType)
    foot, riding = unit.foot, unit.mounted
    mounted = (riding.dice, riding.attack, riding.defence) if riding else None

    assert ((foot.dice, foot.attack, foot.defence), mounted, unit.abilities, unit.wounds) == row
