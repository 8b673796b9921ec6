"""Exact laws of a wave: the hits of a side, what they make of one figure, and of all its ranks (5.6, steps 1-3, 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb
from typing import Any, TypeAlias

import numpy as np
from msgspec.structs import replace

from wartable.games.ring_of_power.combat.allocation import Share, deal, keen, severity, victims
from wartable.games.ring_of_power.combat.defend import fate_of, worse
from wartable.games.ring_of_power.combat.lines import Line, Rank, Stance, lines
from wartable.games.ring_of_power.combat.odds import arrays
from wartable.games.ring_of_power.combat.rolls import helped_order, ram_help
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.targets import FACES, attack_again, hit_chance, hits, save_chance, terrifies
from wartable.games.ring_of_power.combat.values import Fate

Outcome: TypeAlias = tuple[Fate, int]
"""What became of a figure, and the wounds it has left."""
Kinds: TypeAlias = tuple[tuple[str, ...], ...]


def fail_chance(stance: Stance, tags: tuple[str, ...]) -> Fraction:
    """Return the chance that a figure does not save a hit with these tags."""
    return 1 - save_chance(stance.target(tags), stance.defence_reroll, terror=terrifies(tags))


@lru_cache(maxsize=65536)
def figure_law(stance: Stance, kinds: Kinds, hits: tuple[int, ...]) -> tuple[tuple[Outcome, Fraction], ...]:
    """Return the law of a figure's outcome from the numbers of hits of each kind.

    More failures of a kind than the figure has lives change nothing, so they are counted together.
    """
    lives = stance.wounds + stance.riding
    laws = [_failures(count, fail_chance(stance, kind), lives) for kind, count in zip(kinds, hits, strict=True)]
    found: dict[Outcome, Fraction] = {}
    for failed in product(*laws):
        tags = [kind for kind, (count, _) in zip(kinds, failed, strict=True) for _ in range(count)]
        chance = Fraction(1)
        for _, part in failed:
            chance *= part
        outcome = fate_of(stance, tags)
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    return tuple((outcome, chance) for outcome, chance in found.items() if chance)


def _failures(count: int, fail: Fraction, lives: int) -> list[tuple[int, Fraction]]:
    """Return the law of the number of failures, everything from `lives` on in one."""
    few = [(k, comb(count, k) * fail**k * (1 - fail) ** (count - k)) for k in range(min(count + 1, lives))]
    rest = 1 - sum((chance for _, chance in few), Fraction(0))
    return [*few, (lives, rest)] if count >= lives else few


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
    help_left = ram_help(stage, stage.pairing.sides[index])
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


Crowd: TypeAlias = tuple[tuple[Outcome, int], ...]
"""Figures of one rank that are no longer unhurt: outcome and number."""
State: TypeAlias = tuple[Crowd, ...]
"""What became of the ranks of a side, in the order of allocation."""


def picks_of(size: int, picks: Sequence[int]) -> list[tuple[int, int]]:
    """Return the default picks of assassins as position and kind, from how many picks there are of each kind."""
    kinds = [kind for kind, count in enumerate(picks) for _ in range(count)]
    return list(zip(victims(size, len(kinds)), kinds, strict=False))


def rank_shares(exposed: Sequence[Rank], shares: Iterable[Share]) -> list[tuple[int, tuple[int, ...], int]]:
    """Return shares by rank: its index, the hits of each kind, and how many of its figures get them."""
    bounds = [0]
    for rank in exposed:
        bounds.append(bounds[-1] + len(rank.ids))
    return [
        (index, share.hits, min(share.stop, bounds[index + 1]) - max(share.start, bounds[index]))
        for share in shares
        for index in range(len(exposed))
        if share.start < bounds[index + 1] and share.stop > bounds[index]
    ]


def wave_law(stage: Stage, index: int, number: Callable[[Fraction], Weight]) -> dict[State, Weight]:
    """Return the law of what the wave under way does to a side of the bout."""
    exposed = lines(stage)[index].exposed
    kinds, hits = hit_law(stage, 1 - index, number)
    how = stage.battle.rules.overflow_allocation
    size = sum(len(rank.ids) for rank in exposed)
    law: dict[State, Weight] = {}
    for (counts, picks), weight in hits.items():
        shares = deal(size, counts, picks_of(size, picks), how)
        for state, chance in _states(exposed, kinds, rank_shares(exposed, shares), number).items():
            law[state] = law.get(state, 0) + weight * chance
    return law


def _states(
    exposed: Sequence[Rank],
    kinds: Kinds,
    shares: Iterable[tuple[int, tuple[int, ...], int]],
    number: Callable[[Fraction], Weight],
) -> dict[State, Weight]:
    by_rank: list[dict[Crowd, Weight]] = [{(): number(Fraction(1))} for _ in exposed]
    for rank, each, count in shares:
        own = _crowds(figure_law(exposed[rank].stance, kinds, each), count, number)
        by_rank[rank] = _joined(by_rank[rank], own)
    law: dict[State, Weight] = {(): number(Fraction(1))}
    for crowds in by_rank:
        law = {(*state, crowd): a * b for state, a in law.items() for crowd, b in crowds.items()}
    return law


def _joined(one: Mapping[Crowd, Weight], other: Mapping[Crowd, Weight]) -> dict[Crowd, Weight]:
    found: dict[Crowd, Weight] = {}
    for first, a in one.items():
        for second, b in other.items():
            crowd = _sum(first, second)
            found[crowd] = found.get(crowd, 0) + a * b
    return found


def _sum(one: Crowd, other: Crowd) -> Crowd:
    if not one or not other:
        return one or other
    counts = dict(one)
    for outcome, number in other:
        counts[outcome] = counts.get(outcome, 0) + number
    return tuple(sorted(counts.items()))


def _crowds(
    law: Sequence[tuple[Outcome, Fraction]], count: int, number: Callable[[Fraction], Weight]
) -> dict[Crowd, Weight]:
    """Return the law of the outcomes of so many figures that fare alike: a multinomial, outcome after outcome."""
    found: list[tuple[Crowd, int, Weight]] = [((), count, number(Fraction(1)))]
    # Outcome by outcome a binomial: among those not yet counted each comes by its share of what is left.
    rest = Fraction(1)
    for outcome, chance in law:
        if outcome[0] is not Fate.UNHURT:
            found = [
                ((*crowd, (outcome, k)) if k else crowd, left - k, weight * share)
                for crowd, left, weight in found
                for k, share in successes(left, chance / rest, number)
            ]
            rest -= chance
    return {tuple(sorted(crowd)): weight for crowd, _, weight in found}


def after_wave(stage: Stage, states: Sequence[State]) -> Stage:
    """Return the stage with what a wave did to both sides; which figures of a rank it hit does not matter."""
    known = dict(stage.by_id)
    both = lines(stage)
    for line, state in zip(both, states, strict=True):
        for rank, crowd in zip(line.exposed, state, strict=True):
            for figure, (fate, wounds) in _assigned(rank, crowd):
                known[figure] = worse(stage, figure, fate, wounds)
    fought = {figure for line in both for rank in line.strikers for figure in rank.ids}
    conditions = tuple(known[figure] for figure in sorted(known))
    return replace(stage, conditions=conditions, fought=tuple(sorted({*stage.fought, *fought})))


def _assigned(rank: Rank, crowd: Crowd) -> Iterable[tuple[int, Outcome]]:
    outcomes = [outcome for outcome, count in crowd for _ in range(count)]
    return zip(rank.ids, outcomes, strict=False)
