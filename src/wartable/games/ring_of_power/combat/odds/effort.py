"""How much there is to reckon in the odds of a combat, told before it is done, so that too much can be refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from math import comb, prod

from wartable.games.ring_of_power.combat.allocate import keen
from wartable.games.ring_of_power.combat.lines import Line, Rank, lines
from wartable.games.ring_of_power.combat.machine import begin
from wartable.games.ring_of_power.combat.odds.chain import follows
from wartable.games.ring_of_power.combat.odds.large import fits
from wartable.games.ring_of_power.combat.odds.prelude import mixture
from wartable.games.ring_of_power.combat.stage import Stage
from wartable.games.ring_of_power.combat.values import Battle

FEW = 200_000
"""States up to which several rounds are followed one by one."""


def effort(battle: Battle | Stage, rounds: int = 1, *, detail: bool = False) -> float:
    """Return roughly how many cases odds with these arguments go through; small numbers are quick.

    One round between two sides goes through the numbers of hits; whatever is followed state by state through every
    end that the ranks of a side can come to, for several rounds through every pair of such ends. Several rounds that
    are followed by numbers of figures, or of which only the first is reckoned, count as one.
    """
    ready = mixture(begin(battle) if isinstance(battle, Battle) else battle)
    if rounds > 1:
        many = states_of(ready, rounds)
        return many if many <= FEW and not follows(one for _, one in ready) else effort(battle)
    there = [stage for _, stage in ready if not stage.over]
    followed = detail or any(not fits(stage) for stage in there)
    return sum(_stage(stage, rounds, followed=followed) for stage in there)


def states_of(ready: Iterable[tuple[object, Stage]], rounds: int) -> float:
    """Return roughly how many states several rounds go through that are followed state by state."""
    return sum(_stage(stage, rounds, followed=True) for _, stage in ready if not stage.over)


def _stage(stage: Stage, rounds: int, *, followed: bool) -> float:
    both = lines(stage)
    ends = [_ends(both[index].exposed, _dice(both[1 - index])) for index in (0, 1)]
    casts = [_casts(both[1 - index], both[index].exposed) for index in (0, 1)]
    again = prod(ends) if rounds > 1 else 1.0
    if stage.wave == 0:
        return prod(ends) * (sum(ends) if followed else 50) * again
    if not followed:
        return float(sum(casts))
    return again * sum(cast * end for cast, end in zip(casts, ends, strict=True))


def _dice(line: Line) -> int:
    return sum(len(rank.ids) * rank.stance.dice for rank in line.strikers)


def _ends(exposed: Sequence[Rank], hits: int) -> float:
    """Return how many ends the ranks of a side can come to: figures of a rank by outcome, no more than can be hit."""
    ends = 1.0
    for rank in exposed:
        count = min(hits, len(rank.ids))
        hits -= count
        ends *= comb(count + _outcomes(rank), _outcomes(rank))
    return ends


def _outcomes(rank: Rank) -> int:
    return rank.stance.wounds + rank.stance.riding + (rank.stance.hero or rank.stance.ethereal)


def _casts(strikers: Line, exposed: Sequence[Rank]) -> int:
    """Return how many different numbers of hits, kind by kind, a side can score."""
    dice: Counter[tuple[str, ...]] = Counter()
    for rank in strikers.strikers:
        dice[keen(rank.stance.tags, exposed)] += len(rank.ids) * rank.stance.dice
    return prod(count + 1 for count in dice.values())
