"""The joint law of what one wave does to the figures of a side, rank by rank (5.6, steps 2 and 3)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TypeAlias

from msgspec.structs import replace

from wartable.games.ring_of_power.combat.allocate import Share, deal, victims
from wartable.games.ring_of_power.combat.defend import worse
from wartable.games.ring_of_power.combat.lines import Rank, lines
from wartable.games.ring_of_power.combat.odds.figures import Kinds, Outcome, figure_law
from wartable.games.ring_of_power.combat.odds.hits import Weight, hit_law, successes
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.values import Fate

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
    for rank, hits, count in shares:
        own = _crowds(figure_law(exposed[rank].stance, kinds, hits), count, number)
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
