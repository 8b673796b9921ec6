"""The law of the hits of a side in a wave, by kind of hit, with the picks of its assassins (5.6, steps 1 and 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import Any, TypeAlias

import numpy as np

from wartable.games.ring_of_power.combat.allocate import keen, severity
from wartable.games.ring_of_power.combat.chances import FACES, attack_again, hit_chance, hits
from wartable.games.ring_of_power.combat.lines import Line, Rank, Stance, lines
from wartable.games.ring_of_power.combat.odds import arrays
from wartable.games.ring_of_power.combat.odds.figures import Kinds
from wartable.games.ring_of_power.combat.rolls import helped_order, ram_help
from wartable.games.ring_of_power.combat.stage import Stage

Weight: TypeAlias = Any
"""A `Fraction` or a float: the mathematics is the same for both."""
Tally: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], int]
"""Hits by kind, picks by kind, and how many more figures rams may help."""


def kinds_of(line: Line, exposed: Sequence[Rank]) -> Kinds:
    """Return the kinds of hits that a side can score, worst first."""
    return tuple(sorted({keen(rank.stance.tags, exposed) for rank in line.strikers}, key=severity))


def hit_law(
    stage: Stage, index: int, number: Callable[[Fraction], Weight]
) -> tuple[Kinds, Mapping[tuple[tuple[int, ...], tuple[int, ...]], Weight]]:
    """Return the kinds of hits of a side and the law of their numbers and of its assassins' picks."""
    both = lines(stage)
    line, exposed = both[index], both[1 - index].exposed
    kinds = kinds_of(line, exposed)
    help_left = ram_help(stage, stage.pairings[stage.bout].sides[index])
    law: dict[Tally, Weight] = {((0,) * len(kinds), (0,) * len(kinds), help_left): number(Fraction(1))}
    ranks = [*helped_order(line), *(rank for rank in line.strikers if rank.stance.weapon)]
    for rank in ranks:
        kind = kinds.index(keen(rank.stance.tags, exposed))
        law = _add_rank(law, rank, kind, number)
    return kinds, _without_help(law)


def _without_help(law: Mapping[Tally, Weight]) -> dict[tuple[tuple[int, ...], tuple[int, ...]], Weight]:
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], Weight] = {}
    for (counts, picks, _), weight in law.items():
        found[counts, picks] = found.get((counts, picks), 0) + weight
    return found


def _add_rank(
    law: dict[Tally, Weight], rank: Rank, kind: int, number: Callable[[Fraction], Weight]
) -> dict[Tally, Weight]:
    """Add the dice of a rank: together, or figure by figure where it matters which figure hit or is helped."""
    helped = not rank.stance.weapon and any(left for _, _, left in law)
    if not rank.stance.assassin and not helped:
        chance = hit_chance(rank.stance.attack, rank.stance.attack_reroll)
        hit = successes(len(rank.ids) * rank.stance.dice, chance, number)
        return _mixed(law, [((count, 0, 0), share) for count, share in hit], kind)
    for _ in rank.ids:
        law = _add_figure(law, rank.stance, kind, number)
    return law


def _mixed(
    law: Mapping[Tally, Weight], more: Iterable[tuple[tuple[int, int, int], Weight]], kind: int
) -> dict[Tally, Weight]:
    """Return the law after an independent addition of hits, picks and used help to one kind."""
    additions = [item for item in more if item[1]]
    found: dict[Tally, Weight] = {}
    for (counts, picks, left), weight in law.items():
        for (count, pick, used), chance in additions:
            key = (_plus(counts, kind, count), _plus(picks, kind, pick), left - used)
            found[key] = found.get(key, 0) + weight * chance
    return found


def _plus(vector: tuple[int, ...], kind: int, more: int) -> tuple[int, ...]:
    return (*vector[:kind], vector[kind] + more, *vector[kind + 1 :]) if more else vector


def _add_figure(
    law: Mapping[Tally, Weight], stance: Stance, kind: int, number: Callable[[Fraction], Weight]
) -> dict[Tally, Weight]:
    found: dict[Tally, Weight] = {}
    for left in sorted({tally[2] for tally in law}):
        part = {tally: weight for tally, weight in law.items() if tally[2] == left}
        own = figure_hits(stance, 0 if stance.weapon else left)
        more = [((count, int(stance.assassin and count > 0), used), number(p)) for (count, used), p in own.items()]
        for tally, weight in _mixed(part, more, kind).items():
            found[tally] = found.get(tally, 0) + weight
    return found


@lru_cache(maxsize=4096)
def figure_hits(stance: Stance, left: int) -> Mapping[tuple[int, int], Fraction]:
    """Return the law of one figure's hits, and of whether a ram helps it: with `left` it does if there is a miss."""
    hit, open_miss = hit_chance(stance.attack, stance.attack_reroll), _open_miss(stance)
    plain = hit_chance(stance.attack, "")
    law: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    for _ in range(stance.dice):
        after: dict[tuple[int, int], Fraction] = {}
        for (count, used), weight in law.items():
            helped = open_miss if left else Fraction(0)
            again = ((count + 1, used, hit), (count, used, 1 - hit - helped))
            aided = ((count + 1, 1, helped * plain), (count, 1, helped * (1 - plain)))
            for hits_now, used_now, chance in (*again, *aided):
                after[hits_now, used_now] = after.get((hits_now, used_now), Fraction(0)) + weight * chance
        law = {key: weight for key, weight in after.items() if weight}
    return law


def _open_miss(stance: Stance) -> Fraction:
    """Return the chance of a miss that the figure does not roll again by itself, so that a ram can help."""
    target, reroll = stance.attack, stance.attack_reroll
    return Fraction(sum(not hits(face, target) and not attack_again(face, target, reroll) for face in FACES), 6)


def successes(count: int, chance: Fraction, number: Callable[[Fraction], Weight]) -> list[tuple[int, Weight]]:
    """Return the law of successes in the numbers reckoned with, without what cannot happen or, in floats, be seen."""
    if number is not float:
        return [(k, number(share)) for k, share in enumerate(binomial(count, chance)) if share]
    law = arrays.binomial(count, float(chance))
    return [(int(k), float(law[k])) for k in np.flatnonzero(law > arrays.NEGLIGIBLE)]


@lru_cache(maxsize=4096)
def binomial(count: int, chance: Fraction) -> tuple[Fraction, ...]:
    """Return the law of the number of successes among independent trials."""
    up, down = chance.numerator, chance.denominator - chance.numerator
    whole = chance.denominator**count
    return tuple(Fraction(comb(count, k) * up**k * down ** (count - k), whole) for k in range(count + 1))
