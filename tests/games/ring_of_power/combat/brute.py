"""Every face of every die of a small combat put through the machine, and random small combats to do it with."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from msgspec.structs import replace

from tests.games.ring_of_power.combat.builders import battle, fighter
from wartable.games.ring_of_power.combat.lines import lines
from wartable.games.ring_of_power.combat.machine import answer, begin, report, with_defaults
from wartable.games.ring_of_power.combat.odds.tree import mixture, result_of
from wartable.games.ring_of_power.combat.requests import Faces, Throw
from wartable.games.ring_of_power.combat.stage import Stage, Step
from wartable.games.ring_of_power.combat.values import (
    CASUALTIES,
    Barrier,
    Battle,
    CombatRules,
    Fate,
    Fighter,
    Modifier,
    Place,
    Shelter,
)

ABILITIES = (
    "ambush",
    "assassin",
    "axes",
    "berserk",
    "burrower",
    "crushing_attack",
    "elite",
    "ethereal",
    "furious_charge",
    "furious_charge_mounted",
    "hardened_veterans",
    "heavy_armor",
    "heroes",
    "magic_weapons",
    "miners",
    "paralyze",
    "pikes",
    "poison_weapons",
    "rabble",
    "ranger",
    "sailors",
    "terror",
    "tough",
    "unarmored",
    "woodsmen",
)
Law = dict[Any, Fraction]


def every_end(start: Battle) -> Iterator[tuple[Fraction, Stage]]:
    """Every end of a combat with its chance, decisions by default, each face of each die tried."""
    layer = {_key(first): (Fraction(1), first) for first in [with_defaults(begin(start))]}
    while layer:
        after: dict[Any, tuple[Fraction, Stage]] = {}
        for weight, stage in layer.values():
            if stage.awaits is None:
                yield weight, stage
                continue
            throw = stage.awaits
            assert isinstance(throw, Throw)
            share = weight / 6**throw.dice
            for faces in product(range(1, 7), repeat=throw.dice):
                then = with_defaults(answer(stage, Faces(faces)))
                key = _key(then)
                after[key] = (after[key][0] + share if key in after else share, then)
        layer = after


def _key(stage: Stage) -> Any:
    """All of a stage but the dice that are already counted."""
    volley = stage.volley
    if stage.step > Step.REROLL:
        volley = replace(volley, faces=((), ()), again=((), ()))
    kept = replace(stage, dice=(), volley=volley)
    return tuple(getattr(kept, name) for name in kept.__struct_fields__ if name != "battle")


def laws(ends: list[tuple[Fraction, Stage]]) -> dict[str, Law]:
    """What exact odds tell, from every end."""
    found: dict[str, Law] = {"result": {}, "casualties": {}, "lost": {}, "fates": {}, "final": {}, "units": {}}
    for weight, stage in ends:
        _add(found["result"], result_of(stage, 0) if stage.bouts else "none", weight)
        final = {result.id: result.fate for result in report(stage).figures}
        for side in range(len(stage.battle.sides)):
            own = [f for f in stage.battle.fighters if f.side == side]
            fought = {f.id: stage.by_id[f.id].blow if f.id in stage.by_id else Fate.UNHURT for f in own}
            _add(found["casualties"], (side, sum(fate in CASUALTIES for fate in fought.values())), weight)
            lost = sum(final.get(f.id) in CASUALTIES and final[f.id] is not Fate.PARALYSED for f in own)
            _add(found["lost"], (side, lost), weight)
            for unit in {f.unit for f in own}:
                count = sum(fought[f.id] in CASUALTIES for f in own if f.unit == unit)
                _add(found["units"], (side, unit, count), weight)
            for f in own:
                if f.character:
                    _add(found["fates"], (f.id, fought[f.id]), weight)
                    _add(found["final"], (f.id, final.get(f.id, Fate.UNHURT)), weight)
    return found


def _add(law: Law, key: Any, weight: Fraction) -> None:
    law[key] = law.get(key, Fraction(0)) + weight


def small_battle(seed: int, dice: int = 3) -> Battle:
    """A random combat with so many attack dice at most in all its waves and bouts, whatever comes before them."""
    rng = random.Random(seed)
    while True:
        start = random_battle(rng)
        ready = [stage for _, stage in mixture(begin(start))]
        if len(ready) <= 8 and max(sum(_dice(wave) for wave in _waves(stage)) for stage in ready) <= dice:
            return start


def _dice(stage: Stage) -> int:
    return sum(rank.stance.dice * len(rank.ids) for line in lines(stage) for rank in line.strikers)


def _waves(ready: Stage) -> Iterator[Stage]:
    if not ready.over:
        for bout in range(len(ready.pairings)):
            for wave in (0, 1):
                yield replace(ready, wave=wave, bout=bout)


def random_battle(rng: random.Random) -> Battle:
    """A random combat of up to eight figures."""
    sides = 3 if rng.random() < 0.06 else 2
    place = _place(rng) if rng.random() < 0.35 else None
    numbers = iter(range(1, 30))
    groups = [
        [figure for _ in range(rng.randint(1, 2)) for figure in _figures(rng, side, numbers, place)]
        for side in range(sides)
    ]
    return battle(*groups, rules=_rules(rng), place=place)


def _place(rng: random.Random) -> Place:
    gate = Barrier("gate", tries=rng.randint(0, 2))
    tower = rng.random() < 0.5
    room = rng.randint(0, 1)
    return Place(name="keep", holder=0, open=rng.random() < 0.2, tower=tower, capacity=room, barriers=(gate,))


def _rules(rng: random.Random) -> CombatRules:
    def rare(usual: Any, other: Any) -> Any:
        return other if rng.random() < 0.25 else usual

    return CombatRules(
        overflow_allocation=rare("level", "free"),
        double_stack=rare("max2", "multiply"),
        score_slain_leader=rng.random() < 0.75,
        extra_loss_base=rare("engaged_survivors", "force_survivors"),
        hero_outcome_loss=rare("wounded", "slain"),
        poison_scope=rare("attack_rolls", "attack_and_defence"),
        paralysed_scores=rng.random() < 0.75,
        furious_against=rare("any_open", "all_open"),
        leadership_scope=rare("force", "nation"),
    )


def _figures(rng: random.Random, side: int, numbers: Iterator[int], place: Place | None) -> list[Fighter]:
    mounted = rng.random() < 0.3
    character = rng.random() < 0.35
    walls = (Shelter.FORTRESS, Shelter.TOWER, Shelter.STOCKADE)
    inside = rng.choice(walls) if place and side == 0 and rng.random() < 0.8 else Shelter.NONE
    facts: dict[str, Any] = {
        "foot": _profile(rng) if mounted else None,
        "character": character,
        "abilities": tuple(sorted(rng.sample(ABILITIES, rng.choice((0, 0, 1, 1, 2, 3))))),
        "leadership": rng.randint(0, 2) if character else 0,
        "wizardry": rng.choice((0, 0, 1, 2)) if character else 0,
        "leads": rng.choice(("", "rohan")),
        "nation": rng.choice(("", "rohan")),
        "terrain": rng.choice(("clear", "clear", "woods", "hills", "cave_tunnel", "pass")),
        "near_water": rng.random() < 0.3,
        "near": () if rng.random() < 0.15 else None,
        "inside": inside,
        "wounds": rng.choice((1, 1, 1, 1, 3)) if not mounted and not character else 1,
        "wounded": character and rng.random() < 0.1,
        "unit": f"kind{rng.randint(1, 3)}",
        "modifiers": _modifiers(rng),
    }
    profile = _profile(rng)
    return [fighter(next(numbers), side, profile, **dict(facts)) for _ in range(rng.choice((1, 1, 2)))]


def _profile(rng: random.Random) -> tuple[int, int, int | None]:
    return rng.choice((1, 1, 2)), rng.randint(2, 6), rng.choice((None, 2, 3, 4, 5, 6))


def _modifiers(rng: random.Random) -> tuple[Modifier, ...]:
    if rng.random() < 0.85:
        return ()
    return (
        Modifier(
            title="special",
            attack=rng.choice((-1, 0, 1)),
            defence=rng.choice((-1, 0, 1)),
            defence_set=rng.choice((0, 0, 2)),
            dice_factor=rng.choice((1, 1, 2)),
            ignores_fortress=rng.random() < 0.2,
            spared_on_fall=rng.random() < 0.2,
        ),
    )
