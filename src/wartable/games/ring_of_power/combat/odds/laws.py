"""Laws of a wave: the hits of a side, what they make of one figure, and of all its ranks (5.6)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product
from math import comb, prod
from typing import NamedTuple, TypeAlias

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from wartable.games.ring_of_power.combat.allocation import Kinds, Share, deal, keen, severity, victims
from wartable.games.ring_of_power.combat.lines import Line, Rank, Stance, lines
from wartable.games.ring_of_power.combat.rolls import fate_of, fought, helped_order, ram_help, worse
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.targets import FACES, attack_again, hit_chance, hits, save_chance, terrifies
from wartable.games.ring_of_power.combat.values import Fate
from wartable.odds.sums import Law, binomial, total

NEGLIGIBLE = 1e-18
"""Chances below this are left out; there are too few of them to be seen in a sum."""


def by_losses(most: int, enemy: Law, lead: int) -> tuple[Law, Law, Law]:
    """Return for 0 to `most` own losses the chances to win, draw and lose, by the law of the enemy's losses.

    `lead` is the own leadership less the enemy's. Both sides strike at once, so their losses are independent.
    """
    need = np.arange(most + 1) - lead
    below = np.concatenate([[0.0], np.cumsum(enemy)])
    at_most = below[np.clip(need + 1, 0, len(enemy))]
    fewer = below[np.clip(need, 0, len(enemy))]
    return below[-1] - at_most, at_most - fewer, fewer


Numbers: TypeAlias = tuple[int, ...]
"""Numbers of hits or of picks, one for each kind."""
Outcome: TypeAlias = tuple[Fate, int]
"""What became of a figure, and the wounds it has left."""
FigureLaw: TypeAlias = tuple[tuple[Outcome, float], ...]


@lru_cache(maxsize=65536)
def figure_law(stance: Stance, kinds: Kinds, numbers: Numbers) -> FigureLaw:
    """Return the law of a figure's outcome from the numbers of hits of each kind.

    More failures of a kind than the figure has lives change nothing, so they are counted together.
    """
    lives = stance.wounds + stance.riding
    chances = (save_chance(stance.target(kind), stance.defence_reroll, terror=terrifies(kind)) for kind in kinds)
    laws = [_failures(count, float(1 - chance), lives) for chance, count in zip(chances, numbers, strict=True)]
    found: dict[Outcome, float] = {}
    for failed in product(*laws):
        tags = [kind for kind, (count, _) in zip(kinds, failed, strict=True) for _ in range(count)]
        outcome = fate_of(stance, tags)
        found[outcome] = found.get(outcome, 0.0) + prod(chance for _, chance in failed)
    return tuple((outcome, chance) for outcome, chance in found.items() if chance)


def _failures(count: int, fail: float, lives: int) -> list[tuple[int, float]]:
    """Return the law of the number of failures, everything from `lives` on in one."""
    few = [(k, comb(count, k) * fail**k * (1 - fail) ** (count - k)) for k in range(min(count + 1, lives))]
    return [*few, (lives, max(0.0, 1 - sum(chance for _, chance in few)))] if count >= lives else few


class Row(NamedTuple):
    """Hits and picks of assassins by kind, and the chance of both."""

    hits: Numbers
    picks: Numbers
    chance: float


def kinds_of(line: Line, exposed: Sequence[Rank]) -> Kinds:
    """Return the kinds of hits that a side can score, worst first."""
    return tuple(sorted({keen(rank.stance.tags, exposed) for rank in line.strikers}, key=severity))


def hit_rows(stage: Stage, index: int) -> tuple[Kinds, list[Row]]:
    """Return the kinds of hits of a side, and all numbers of them and of its assassins' picks that can be seen.

    Dice are counted together, but figure by figure where it matters which figure hit or is helped by a ram.
    """
    both = lines(stage)
    line, exposed = both[index], both[1 - index].exposed
    kinds = kinds_of(line, exposed)
    helps = ram_help(stage, stage.pairing.sides[index])
    dice: list[dict[float, int]] = [{} for _ in kinds]
    law: dict[tuple[Numbers, Numbers, int], float] = {((0,) * len(kinds), (0,) * len(kinds), helps): 1.0}
    for rank in [*helped_order(line), *(rank for rank in line.strikers if rank.stance.weapon)]:
        stance, kind = rank.stance, kinds.index(keen(rank.stance.tags, exposed))
        if stance.assassin or (helps and not stance.weapon):
            for _ in rank.ids:
                law = _with_figure(law, stance, kind)
        else:
            chance = float(hit_chance(stance.attack, stance.attack_reroll))
            dice[kind][chance] = dice[kind].get(chance, 0) + len(rank.ids) * stance.dice
    others = hits_of(dice, NEGLIGIBLE)
    if len(law) == 1:  # no figure counted for itself
        return kinds, [Row(numbers, (0,) * len(kinds), chance) for numbers, chance in others]
    found: dict[tuple[Numbers, Numbers], float] = {}
    for (counts, picks, _), weight in law.items():
        for numbers, chance in others:
            key = tuple(map(sum, zip(counts, numbers, strict=True))), picks
            found[key] = found.get(key, 0.0) + weight * chance
    return kinds, [Row(*key, chance) for key, chance in found.items() if chance > NEGLIGIBLE]


def hits_of(dice: Iterable[Mapping[float, int]], least: float) -> list[tuple[Numbers, float]]:
    """Return the numbers of hits that are likely enough, from how many dice of each kind hit with which chance."""
    found: list[tuple[Numbers, float]] = [((), 1.0)]
    for kind in dice:
        law = _hits_of_kind(tuple(sorted(kind.items())), least)
        found = [((*numbers, n), weight * p) for numbers, weight in found for n, p in law if weight * p > least]
    return found


@lru_cache(maxsize=4096)
def _hits_of_kind(dice: tuple[tuple[float, int], ...], least: float) -> tuple[tuple[int, float], ...]:
    law = total([binomial(count, chance) for chance, count in dice]).tolist()
    return tuple((number, chance) for number, chance in enumerate(law) if chance > least)


def _with_figure(
    law: Mapping[tuple[Numbers, Numbers, int], float], stance: Stance, kind: int
) -> dict[tuple[Numbers, Numbers, int], float]:
    """Add a figure to a law of hits, of picks, and of how many more figures rams may help."""
    own = {left: figure_hits(stance, helped=left > 0 and not stance.weapon) for left in {key[2] for key in law}}
    found: dict[tuple[Numbers, Numbers, int], float] = {}
    for (counts, picks, left), weight in law.items():
        for (count, used), chance in own[left].items():
            picked = int(stance.assassin and count > 0)
            key = _plus(counts, kind, count), _plus(picks, kind, picked), left - used
            found[key] = found.get(key, 0.0) + weight * chance
    return found


def _plus(numbers: Numbers, kind: int, more: int) -> Numbers:
    return (*numbers[:kind], numbers[kind] + more, *numbers[kind + 1 :]) if more else numbers


@lru_cache(maxsize=4096)
def figure_hits(stance: Stance, *, helped: bool) -> Mapping[tuple[int, int], float]:
    """Return the law of one figure's hits, and of whether a ram helps it: if one can, it does if there is a miss.

    A miss that the figure rolls again by itself is none that a ram can help.
    """
    hit, plain = hit_chance(stance.attack, stance.attack_reroll), hit_chance(stance.attack, "")
    open_faces = (f for f in FACES if not attack_again(f, stance.attack, stance.attack_reroll))
    open_miss = Fraction(sum(not hits(face, stance.attack) for face in open_faces), 6) if helped else Fraction(0)
    law: dict[tuple[int, int], Fraction] = {(0, 0): Fraction(1)}
    for _ in range(stance.dice):
        after: dict[tuple[int, int], Fraction] = {}
        for (count, used), weight in law.items():
            again = ((count + 1, used, hit), (count, used, 1 - hit - open_miss))
            aided = ((count + 1, 1, open_miss * plain), (count, 1, open_miss * (1 - plain)))
            for now, used_now, chance in (*again, *aided):
                after[now, used_now] = after.get((now, used_now), Fraction(0)) + weight * chance
        law = after
    return {key: float(weight) for key, weight in law.items() if weight}


class Ways(NamedTuple):
    """What can become of equal figures that get equal hits: outcomes but for unhurt, numbers of each, chances."""

    outcomes: tuple[Outcome, ...]
    numbers: NDArray[np.int64]
    chances: NDArray[np.float64]


@lru_cache(maxsize=65536)
def ways_of(law: FigureLaw, number: int, least: float) -> Ways:
    """Return what can become of so many figures that fare alike: outcome after outcome a binomial."""
    hurt = [(one, share) for one, share in law if one[0] is not Fate.UNHURT]
    found: list[tuple[Numbers, int, float]] = [((), number, 1.0)]
    # A multinomial law outcome by outcome: among those not yet counted each comes by its share of what is left.
    rest = 1.0
    for _, share in hurt:
        chance = min(1.0, share / rest) if rest > 0 else 0.0
        rest -= share
        found = [
            ((*numbers, fell), left - fell, weight * part)
            for numbers, left, weight in found
            for fell, part in enumerate(binomial(left, chance).tolist())
            if weight * part > least
        ]
    numbers = np.array([numbers for numbers, _, _ in found], dtype=np.int64).reshape(len(found), len(hurt))
    return Ways(tuple(one for one, _ in hurt), numbers, np.array([weight for *_, weight in found]))


def picks_of(size: int, picks: Sequence[int]) -> list[tuple[int, int]]:
    """Return the default picks of assassins as position and kind, from how many picks there are of each kind."""
    kinds = [kind for kind, count in enumerate(picks) for _ in range(count)]
    return list(zip(victims(size, len(kinds)), kinds, strict=False))


def rank_shares(exposed: Sequence[Rank], shares: Iterable[Share]) -> list[tuple[int, Numbers, int]]:
    """Return shares by rank: its index, the hits of each kind, and how many of its figures get them."""
    bounds = [0, *accumulate(len(rank.ids) for rank in exposed)]
    return [
        (index, share.hits, min(share.stop, bounds[index + 1]) - max(share.start, bounds[index]))
        for share in shares
        for index in range(len(exposed))
        if share.start < bounds[index + 1] and share.stop > bounds[index]
    ]


Crowd: TypeAlias = tuple[tuple[Outcome, int], ...]
"""Figures of one rank that are no longer unhurt: outcome and number."""
State: TypeAlias = tuple[Crowd, ...]
"""What became of the ranks of a side, in the order of allocation."""


def wave_law(stage: Stage, index: int) -> dict[State, float]:
    """Return the law of what the wave under way does to a side of the bout."""
    exposed = lines(stage)[index].exposed
    kinds, rows = hit_rows(stage, 1 - index)
    how = stage.battle.rules.overflow_allocation
    size = sum(len(rank.ids) for rank in exposed)
    law: dict[State, float] = {}
    for row in rows:
        shares = deal(size, row.hits, picks_of(size, row.picks), how)
        for state, chance in _states(exposed, kinds, rank_shares(exposed, shares)).items():
            law[state] = law.get(state, 0.0) + row.chance * chance
    return law


def _states(exposed: Sequence[Rank], kinds: Kinds, shares: Iterable[tuple[int, Numbers, int]]) -> dict[State, float]:
    by_rank: list[dict[Crowd, float]] = [{(): 1.0} for _ in exposed]
    for rank, each, count in shares:
        found: dict[Crowd, float] = {}
        for own, b in _crowds(figure_law(exposed[rank].stance, kinds, each), count):
            for before, a in by_rank[rank].items():
                crowd = _sum(before, own)
                found[crowd] = found.get(crowd, 0.0) + a * b
        by_rank[rank] = found
    law: dict[State, float] = {(): 1.0}
    for crowds in by_rank:
        law = {(*state, crowd): a * b for state, a in law.items() for crowd, b in crowds.items()}
    return law


@lru_cache(maxsize=65536)
def _crowds(law: FigureLaw, number: int) -> tuple[tuple[Crowd, float], ...]:
    ways = ways_of(law, number, NEGLIGIBLE)
    rows = zip(ways.numbers.tolist(), ways.chances.tolist(), strict=True)
    return tuple((tuple(sorted((o, n) for o, n in zip(ways.outcomes, row, strict=True) if n)), p) for row, p in rows)


def _sum(one: Crowd, other: Crowd) -> Crowd:
    if not one or not other:
        return one or other
    counts = dict(one)
    for outcome, number in other:
        counts[outcome] = counts.get(outcome, 0) + number
    return tuple(sorted(counts.items()))


def after_wave(stage: Stage, states: Sequence[State]) -> Stage:
    """Return the stage with what a wave did to both sides; which figures of a rank it hit does not matter."""
    known = dict(stage.by_id)
    for line, state in zip(lines(stage), states, strict=True):
        for rank, crowd in zip(line.exposed, state, strict=True):
            outcomes = (outcome for outcome, count in crowd for _ in range(count))
            for figure, (fate, wounds) in zip(rank.ids, outcomes, strict=False):
                known[figure] = worse(stage, figure, fate, wounds)
    return replace(stage, conditions=tuple(known[figure] for figure in sorted(known)), fought=fought(stage))
