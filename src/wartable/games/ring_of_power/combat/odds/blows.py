"""What the blows of a round make of a side, as chances of codes: numbers of hits dealt out, sort by sort (5.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from wartable.games.ring_of_power.combat.allocation import Overflow, deal
from wartable.games.ring_of_power.combat.lines import Rank
from wartable.games.ring_of_power.combat.odds.laws import Numbers, figure_law, hits_of, rank_shares, ways_of
from wartable.games.ring_of_power.combat.odds.sorts import Sorts, TooMuch, View

MOST = 100_000
"""Ends that a side may come to by one number of hits."""
NEVER = 1e-14
"""What is less likely than this is left out of a law; what is left is made whole again."""


class Law(NamedTuple):
    """Codes, and the chance of each."""

    codes: NDArray[np.int64]
    weights: NDArray[np.float64]

    def chosen(self, which: NDArray[np.bool_]) -> Law:
        """Return the part of the law for some of its codes."""
        return Law(self.codes[which], self.weights[which])


def gathered(laws: Sequence[Law]) -> Law:
    """Return the sum of laws, each code once."""
    codes, back = np.unique(np.concatenate([law.codes for law in laws]), return_inverse=True)
    weights = np.bincount(back, weights=np.concatenate([law.weights for law in laws]))
    return Law(codes, np.asarray(weights, dtype=np.float64))


class Blows:
    """Deals blows to both sides of a combat; the same question is answered once."""

    def __init__(self, sorts: tuple[Sorts, Sorts], how: Overflow) -> None:
        """Look at the sorts of figures of both sides."""
        self.sorts = sorts
        self.how: Overflow = how
        self.work = 0
        """Ends gone through so far."""
        self._struck: dict[tuple[int, int, int, Numbers], Law] = {}
        self._looks: dict[int, tuple[View, View]] = {}
        """Kept, so that their ids stay theirs."""

    def law(
        self, index: int, pair: tuple[int, int], both: tuple[View, View], weight: float, *, ambush: bool = False
    ) -> Law:
        """Return what the other side makes of a side in a round of such a weight, in ambush or after it (steps 1-3)."""
        found = [
            Law(struck.codes, chance * struck.weights)
            for hits, chance in self._hits(1 - index, both[1 - index], pair[1 - index], ambush=ambush)
            if chance * weight > NEVER
            for struck in [self._by(index, both, pair[index], hits)]
        ]
        law = gathered(found)
        return Law(law.codes, law.weights / law.weights.sum())

    def _hits(self, index: int, view: View, code: int, *, ambush: bool) -> Iterator[tuple[Numbers, float]]:
        """Yield the numbers of hits of each kind that a side can score, with their chances."""
        dice: list[dict[float, int]] = [{} for _ in view.kinds]
        for one in view.ambush if ambush else view.strikers:
            number = self.sorts[index].count(code, one.sort) if one.number is None else one.number
            dice[one.kind][one.chance] = dice[one.kind].get(one.chance, 0) + number * one.dice
        return hits_of(dice, NEVER)

    def _by(self, index: int, both: tuple[View, View], code: int, hits: Numbers) -> Law:
        """Return what so many hits make of a side."""
        key = (id(both), index, code, hits)
        if key not in self._struck:
            self._looks[id(both)] = both
            self._struck[key] = self._dealt(index, both, code, hits)
        return self._struck[key]

    def _dealt(self, index: int, both: tuple[View, View], code: int, hits: Numbers) -> Law:
        sorts = self.sorts[index]
        numbers = (
            (hit, sorts.count(code, hit.sort) if hit.number is None else hit.number) for hit in both[index].targets
        )
        there = [(hit, number) for hit, number in numbers if number]
        ranks = [Rank(hit.stance, tuple(range(number))) for hit, number in there]
        codes, weights = np.array([code], dtype=np.int64), np.ones(1)
        for rank, each, number in rank_shares(ranks, deal(sum(n for _, n in there), hits, (), self.how)):
            hit = there[rank][0]
            ways = ways_of(figure_law(hit.stance, both[1 - index].kinds, each), number, NEVER)
            units = [sorts.units[sorts.after(hit.sort, *one)] - sorts.units[hit.sort] for one in ways.outcomes]
            codes = (codes[:, None] + (ways.numbers @ np.array(units, dtype=np.int64))[None, :]).ravel()
            weights = (weights[:, None] * ways.chances[None, :]).ravel()
            seen = weights > NEVER
            codes, weights = codes[seen], weights[seen]
            if len(codes) > MOST:
                raise TooMuch("A side can come to too many ends.")
        self.work += len(codes)
        return Law(codes, weights)
