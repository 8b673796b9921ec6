"""When a die hits or saves, which dice are rolled again, and the exact chances of both (G7, G9)."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Literal

from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat.targets import NO_TARGET

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
