"""Dice and targets of a figure, each with the parts it is made of, and when a die hits or saves (I1 to I7, G7, G9)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Literal

import msgspec

from wartable.games.ring_of_power.charts import Ability, charts
from wartable.games.ring_of_power.combat.stage import Boon
from wartable.games.ring_of_power.combat.values import CombatRules, Fate, Fighter, Shelter
from wartable.games.ring_of_power.units import Profile

NO_TARGET = 7
"""A target no die reaches: no defence (I3)."""
WALLS = (Shelter.FORTRESS, Shelter.TOWER)


class Part(msgspec.Struct, frozen=True, gc=False):
    """A reason why a number is not its base: `change` is added to it, then it is multiplied by `factor`."""

    label: str
    change: int = 0
    factor: int = 1
    walls: bool = False
    """A benefit of walls, which crushing hits ignore (K9)."""


class Number(msgspec.Struct, frozen=True):
    """A number of dice or a target, with its base and parts. `base` None: it has none by nature."""

    kind: Literal["dice", "attack", "defence"]
    base: int | None
    parts: tuple[Part, ...]
    value: int

    def words(self) -> str:
        """Say the number with its parts: `4+ base, elite -1 = 3+`."""
        parts = (
            f"{one.label} x{one.factor}" if one.factor != 1 else f"{one.label} {one.change:+d}" for one in self.parts
        )
        reasons = ", ".join([f"{self._shown(self.base)} base", *parts])
        return f"{reasons} = {self._shown(self.value)}"

    def _shown(self, value: int | None) -> str:
        if self.kind == "dice":
            return str(value or 0)
        return "none" if value is None or value >= NO_TARGET else f"{value}+"


class Circumstances(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What is true for one figure beyond itself: the settlements, the state of the walls, and the enemy."""

    rules: CombatRules
    open_place: bool = False
    enemy_mounted: bool = False
    enemy_open: bool = True
    """Whether a charge works against the enemies there are (K9)."""
    fate: Fate = Fate.UNHURT
    boon: Boon | None = None
    crew: int = 0
    """Men who serve it (L, Q30)."""


@lru_cache(maxsize=4096)
def traits(abilities: tuple[str, ...]) -> frozenset[str]:
    """Return what only procedures can do among abilities: strikes_first, hero and so on."""
    return frozenset(trait for key in abilities for trait in charts().abilities[key].traits)


@lru_cache(maxsize=4096)
def tags_of(abilities: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tags that hits of a figure carry (I6)."""
    return tuple(sorted({charts().abilities[key].tag for key in abilities} - {""}))


def shelter(fighter: Fighter, open_place: bool) -> Shelter:  # noqa: FBT001 - the state of the walls
    """Return the walls that protect a figure; a breached place and some special rules take them away (K8)."""
    if any(modifier.ignores_fortress for modifier in fighter.modifiers):
        return Shelter.NONE
    return Shelter.NONE if open_place and fighter.inside is Shelter.FORTRESS else fighter.inside


def rides(fighter: Fighter, now: Circumstances) -> bool:
    """Whether a figure fights mounted: it rides, was not dismounted, and is not behind high walls (K3)."""
    return fighter.mounted and now.fate is not Fate.DISMOUNTED and shelter(fighter, now.open_place) not in WALLS


def _profile(fighter: Fighter, now: Circumstances) -> Profile:
    """Return the profile that a figure fights by now."""
    return fighter.profile if rides(fighter, now) or not fighter.foot else fighter.foot


def in_difficult(fighter: Fighter) -> bool:
    """Whether a figure stands in difficult ground (Q72)."""
    return charts().terrain[fighter.terrain].ground == "difficult"


def in_the_open(fighter: Fighter, open_place: bool) -> bool:  # noqa: FBT001
    """Whether a charge works against a figure: not in difficult ground, a tower or a fortress (K9)."""
    return not in_difficult(fighter) and shelter(fighter, open_place) not in WALLS


def dice(fighter: Fighter, now: Circumstances) -> Number:
    """Return the dice of a figure: base, wizardry, then at most one doubling, or all of them (I7, Q11)."""
    base = _base_dice(fighter, now)
    parts = [Part("wizardry", now.boon.dice)] if now.boon and now.boon.dice else []
    doublings = [part for part in _doublings(fighter, now) if part.factor > 1]
    if doublings and now.rules.double_stack == "max2":
        doublings = [max(doublings, key=lambda part: part.factor)]
    value = base + sum(part.change for part in parts)
    for part in doublings:
        value *= part.factor
    return Number("dice", base, (*parts, *doublings), value if attack(fighter, now).base is not None else 0)


def _base_dice(fighter: Fighter, now: Circumstances) -> int:
    if fighter.weapon:
        weapon = charts().artillery[fighter.weapon]
        table = weapon.chart_dice if now.rules.artillery_profile == "chart" else weapon.dice
        return table[min(now.crew, len(table) - 1)] if table else 0
    profile = _profile(fighter, now)
    return min(now.crew, fighter.crew_max) if profile.dice == "crew" else profile.dice


def _doublings(fighter: Fighter, now: Circumstances) -> Iterator[Part]:
    walls = shelter(fighter, now.open_place)
    if walls in WALLS and (not fighter.weapon or now.rules.weapons_double):
        yield Part(str(walls), factor=charts().constants.fortress_dice)
    for key, ability in _holding(fighter, now):
        yield Part(key, factor=ability.dice_factor)
    for modifier in fighter.modifiers:
        yield Part(modifier.title, factor=modifier.dice_factor)


def attack(fighter: Fighter, now: Circumstances) -> Number:
    """Return the attack target of a figure: base less bonuses, from 2 to 6; a natural 6 always hits (I2)."""
    base = charts().artillery[fighter.weapon].attack if fighter.weapon else _profile(fighter, now).attack
    parts = tuple(_bonuses(fighter, now, "attack"))
    best = charts().constants.best_target
    value = NO_TARGET if base is None else min(6, max(best, base + sum(part.change for part in parts)))
    return Number("attack", base, parts, value)


def _bonuses(fighter: Fighter, now: Circumstances, of: Literal["attack", "defence"]) -> Iterator[Part]:
    """Yield what makes a target lower: abilities, walls against hits, special rules, wizardry."""
    for key, ability in _holding(fighter, now):
        if bonus := getattr(ability, of):
            yield Part(key, -bonus)
    walls = shelter(fighter, now.open_place)
    if of == "defence" and walls is not Shelter.NONE:
        yield Part(str(walls), -charts().constants.fortress_defence, walls=True)
    for title, source in (*((modifier.title, modifier) for modifier in fighter.modifiers), ("wizardry", now.boon)):
        if bonus := getattr(source, of, 0):
            yield Part(title, -bonus)


def defence(fighter: Fighter, now: Circumstances, tags: tuple[str, ...] = ()) -> Number:
    """Return the defence target of a figure against a hit with tags: no better than 2, above 6 none (I3, I5)."""
    effects = [charts().tags[tag] for tag in tags]
    base, parts, value = _before_tags(fighter, now, bare=any(effect.ignores_fortification for effect in effects))
    penalties = [Part(tag, -effect.defence) for tag, effect in zip(tags, effects, strict=True) if effect.defence]
    value += sum(part.change for part in penalties)
    shown = NO_TARGET if value > 6 else max(charts().constants.best_target, value)
    return Number("defence", base, (*parts, *penalties), shown)


def guards(fighter: Fighter, now: Circumstances) -> tuple[int, int]:
    """Return the defence targets before any tags, behind the walls and without them, not held to 2 to 6."""
    return _before_tags(fighter, now, bare=False)[2], _before_tags(fighter, now, bare=True)[2]


def _before_tags(fighter: Fighter, now: Circumstances, *, bare: bool) -> tuple[int | None, list[Part], int]:
    profile = _profile(fighter, now)
    parts = [part for part in _bonuses(fighter, now, "defence") if not (bare and part.walls)]
    missing = charts().constants.missing_defence
    value = (missing if profile.defence is None else profile.defence) + sum(part.change for part in parts)
    for part in () if bare else _set_parts(fighter, now, value):
        parts.append(part)
        value += part.change
    return profile.defence, parts, value


def _set_parts(fighter: Fighter, now: Circumstances, value: int) -> Iterator[Part]:
    if shelter(fighter, now.open_place) is Shelter.NONE:
        return
    for modifier in fighter.modifiers:
        if 0 < modifier.defence_set < value:
            yield Part(modifier.title, modifier.defence_set - value, walls=True)
            value = modifier.defence_set


def attack_reroll(fighter: Fighter, now: Circumstances) -> Literal["", "misses", "ones"]:
    """Return which attack dice a figure rolls again: misses (furious charge), ones (poison) or none (G7)."""
    kinds = {ability.attack_reroll for _, ability in _holding(fighter, now)}
    return "misses" if "misses" in kinds else "ones" if "ones" in kinds else ""


def defence_reroll(fighter: Fighter, now: Circumstances) -> Literal["", "failures", "ones"]:
    """Return which defence dice a figure rolls again: failures (tough), ones (poison under Q21) or none (G9)."""
    held = [ability for _, ability in _holding(fighter, now)]
    if any(ability.defence_reroll for ability in held):
        return "failures"
    poison = any(ability.attack_reroll == "ones" for ability in held)
    return "ones" if poison and now.rules.poison_scope == "attack_and_defence" else ""


def _holding(fighter: Fighter, now: Circumstances) -> Iterator[tuple[str, Ability]]:
    """Yield the abilities of a figure whose conditions hold, with their titles."""
    for key in fighter.abilities:
        ability = charts().abilities[key]
        if (not ability.where or fighter.terrain in ability.where) and _when(ability, fighter, now):
            yield ability.title.lower(), ability


def _when(ability: Ability, fighter: Fighter, now: Circumstances) -> bool:
    match ability.when:
        case "":
            return True
        case "open_target":
            return now.enemy_open
        case "mounted_open_target":
            return now.enemy_open and rides(fighter, now)
        case "enemy_mounted":
            return now.enemy_mounted
        case "in_difficult":
            return in_difficult(fighter)
        case "near_water":
            return fighter.near_water


AttackReroll = Literal["", "misses", "ones"]
DefenceReroll = Literal["", "failures", "ones"]
FACES = range(1, 7)


def hits(face: int, target: int) -> bool:
    """Whether an attack die hits: a natural 6, or the target reached (G7)."""
    return face == 6 or face >= target


def attack_again(face: int, target: int, reroll: AttackReroll) -> bool:
    """Whether an attack die is rolled again: a miss of a furious charge, a 1 of poison (G7)."""
    return (reroll == "misses" and not hits(face, target)) or (reroll == "ones" and face == 1)


def saves(face: int, target: int) -> bool:
    """Whether a defence die saves: the target reached, but never with a natural 1 (G9)."""
    return face != 1 and face >= target


def save_again(face: int, target: int, reroll: DefenceReroll, *, terror: bool) -> bool:
    """Whether a defence die is rolled again: a success against terror, a failure of the tough (G9, Q38)."""
    if saves(face, target):
        return terror
    return reroll == "failures" or (reroll == "ones" and face == 1)


def terrifies(tags: tuple[str, ...]) -> bool:
    """Whether saves against a hit with these tags are rolled again (M28)."""
    return any(charts().tags[tag].rerolls_saves for tag in tags)


@lru_cache(maxsize=256)
def hit_chance(target: int, reroll: AttackReroll) -> Fraction:
    """Return the chance that an attack die hits in the end."""
    plain = Fraction(sum(hits(face, target) for face in FACES), 6)
    again = Fraction(sum(attack_again(face, target, reroll) for face in FACES), 6)
    return plain + again * plain


@lru_cache(maxsize=256)
def save_chance(target: int, reroll: DefenceReroll, *, terror: bool) -> Fraction:
    """Return the chance that a defence die saves in the end; 0 without a target to reach."""
    if target >= NO_TARGET:
        return Fraction(0)
    plain = Fraction(sum(saves(face, target) for face in FACES), 6)
    kept = sum(saves(face, target) and not save_again(face, target, reroll, terror=terror) for face in FACES)
    again = sum(save_again(face, target, reroll, terror=terror) for face in FACES)
    return Fraction(kept, 6) + Fraction(again, 6) * plain
