"""Odds of one round between two sides by convolution in float64: quick for two figures and for thousands (5.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from wartable.games.ring_of_power.combat import outcome, targets
from wartable.games.ring_of_power.combat.allocation import deal
from wartable.games.ring_of_power.combat.lines import Rank, lines
from wartable.games.ring_of_power.combat.odds import laws
from wartable.games.ring_of_power.combat.odds.laws import Numbers
from wartable.games.ring_of_power.combat.odds.result import RESULTS, Books, add
from wartable.games.ring_of_power.combat.odds.tree import with_state
from wartable.games.ring_of_power.combat.stage import Stage, Volley
from wartable.games.ring_of_power.combat.values import CASUALTIES, Fate, Fighter
from wartable.odds.sums import Law, mixed_sums


class Sort(msgspec.Struct, frozen=True):
    """Figures of one rank that get the same hits, and the law of what becomes of each."""

    rank: int
    law: laws.FigureLaw


class Cast(msgspec.Struct, frozen=True):
    """All that can be thrown at a side: rows of hits with their chances, and figures by row and sort."""

    exposed: tuple[Rank, ...]
    weights: Law
    sorts: tuple[Sort, ...]
    counts: NDArray[np.float64]


def cast_at(stage: Stage, index: int) -> Cast:
    """Return what the wave under way can do to a side of the bout."""
    exposed = lines(stage)[index].exposed
    kinds, rows = laws.hit_rows(stage, 1 - index)
    size = sum(len(rank.ids) for rank in exposed)
    how = stage.battle.rules.overflow_allocation
    if size and how == "level" and not any(any(row.picks) for row in rows):
        found, counts = _dealt(np.array([row.hits for row in rows], dtype=np.int64), exposed, size)
    else:
        numbers: dict[tuple[int, Numbers], int] = {}
        cells = [
            (at, numbers.setdefault((rank, each), len(numbers)), count)
            for at, row in enumerate(rows)
            for rank, each, count in laws.rank_shares(
                exposed, deal(size, row.hits, laws.picks_of(size, row.picks), how)
            )
        ]
        found, counts = list(numbers), np.zeros((len(rows), len(numbers)))
        for at, sort, count in cells:
            counts[at, sort] += count
    weights = np.array([row.chance for row in rows])
    sorts = tuple(Sort(rank, laws.figure_law(exposed[rank].stance, kinds, each)) for rank, each in found)
    return Cast(exposed, weights / weights.sum(), sorts, counts)


def _dealt(
    rows: NDArray[np.int64], exposed: tuple[Rank, ...], size: int
) -> tuple[list[tuple[int, Numbers]], NDArray[np.float64]]:
    """Deal all rows of hits out at once, as `deal` does level and without picks: sorts, and figures by row and sort.

    Hits are numbered kind after kind, and hit number n falls on position n modulo the size. So the hits of a position
    change only where a kind ends, and a row has one stretch of like figures more than it has kinds.
    """
    last = np.cumsum(rows, axis=1)
    first = last - rows
    edges = np.sort(np.concatenate([np.zeros((len(rows), 1), dtype=np.int64), last % size], axis=1), axis=1)
    ends = np.concatenate([edges[:, 1:], np.full((len(rows), 1), size)], axis=1)
    at = edges[:, :, None]
    hits = (last[:, None, :] - 1 - at) // size - (first[:, None, :] - 1 - at) // size
    bounds = np.cumsum([0, *(len(rank.ids) for rank in exposed)])
    many = np.minimum(ends[:, :, None], bounds[1:]) - np.maximum(edges[:, :, None], bounds[:-1])
    struck = np.asarray(hits.any(axis=2), dtype=np.bool_)
    row, stretch, rank = np.nonzero((many > 0) & struck[:, :, None])
    keys, column = np.unique(np.column_stack([rank, hits[row, stretch]]), axis=0, return_inverse=True)
    counts = np.zeros((len(rows), len(keys)))
    np.add.at(counts, (row, column.reshape(-1)), many[row, stretch, rank])
    return [(int(key[0]), tuple(map(int, key[1:]))) for key in keys], counts


SEEN = 1e-15
"""Results of an ambush less likely than this are left out."""


def fits(stage: Stage) -> bool:
    """Whether these odds follow from numbers of casualties: two sides, no score that depends on who falls."""
    rules = stage.battle.rules
    paralysis = any("paralyze" in targets.tags_of(fighter.abilities) for fighter in stage.battle.fighters)
    return len(stage.battle.sides) == 2 and rules.score_slain_leader and (rules.paralysed_scores or not paralysis)


def blows(books: Books, stage: Stage, weight: float) -> None:
    """Book a combat from the beginning of a wave; what an ambush does is gone through case by case (step 5)."""
    if stage.wave == 0:
        one, other = (laws.wave_law(stage, index) for index in (0, 1))
        for first, a in one.items():
            for second, b in other.items():
                if a * b > SEEN:
                    after = replace(laws.after_wave(stage, (first, second)), wave=1, volley=Volley())
                    blows(books, after, weight * a * b)
        return
    fallen = [SideRound(books, stage, index).book(weight) for index in (0, 1)]
    leads = [outcome.leadership(stage, index)[0] for index in (0, 1)]
    for index, side in enumerate(stage.pairings[0].sides):
        # For each number of own casualties the chance of it together with win, draw and loss (step 4).
        own, enemy, lead = fallen[index], fallen[1 - index], leads[index] - leads[1 - index]
        shares = tuple(own * share for share in laws.by_losses(len(own) - 1, enemy, lead))
        lost = _lost(stage, index, shares)
        if lost is None:
            books.sides[side].lost_known = False
        else:
            _add(books.sides[side].lost, weight * lost)
        if index == 0:
            for result, chances in zip(RESULTS, shares, strict=True):
                books.result(0, 0, result, weight * float(chances.sum()))


def _add(table: dict[int, float], law: Law) -> None:
    for number, chance in enumerate(law.tolist()):
        add(table, number, chance)


class SideRound:
    """What one wave does to one side, added up over its ranks."""

    def __init__(self, books: Books, stage: Stage, index: int) -> None:
        self.stage = stage
        self.cast = cast_at(stage, index)
        side = stage.pairings[0].sides[index]
        self.books = books.sides[side]
        self.own = outcome.own_in(stage, index)
        self.units = [rank.stance.unit for rank in self.cast.exposed]

    def book(self, weight: float) -> Law:
        """Book all laws of the side, and return the law of its casualties."""
        before = Counter(f.unit for f in self.own if self.stage.fate(f) in CASUALTIES)
        fallen = self._law(_fell, None, before=sum(before.values()))
        _add(self.books.casualties, weight * fallen)
        for unit in sorted({f.unit for f in self.own}):
            alone = set(self.units) == {unit} and not before
            law = fallen if alone else self._law(_fell, unit, before=before[unit])
            _add(self.books.units.setdefault(unit, {}), weight * law)
            if any(f.mounted for f in self.own if f.unit == unit):
                _add(self.books.dismounted.setdefault(unit, {}), weight * self._dismounted(unit))
        for fighter in self.own:
            if fighter.character:
                self._fates(fighter, weight)
        return fallen

    def _law(
        self, counts: Callable[[Fate, int], bool], unit: str | None, *, steps: Sequence[int] = (), before: int = 0
    ) -> Law:
        """Return the law of the number of figures of a unit (None: of all) with such a fate in a rank, `before` more.

        `steps`: what a figure of each sort adds, one where nothing is said.
        """
        chances = [
            sum(chance for (fate, _), chance in sort.law if counts(fate, sort.rank))
            if unit in {None, self.units[sort.rank]}
            else 0.0
            for sort in self.cast.sorts
        ]
        first, law = mixed_sums(self.cast.weights, self.cast.counts, chances, steps)
        return np.concatenate([np.zeros(before + first), law])

    def _dismounted(self, unit: str) -> Law:
        """Return the law of riders on foot in the end: those thrown now, and those thrown in ambush still alive."""
        by_id = self.stage.battle.by_id
        thrown = [self.stage.fate(by_id[rank.ids[0]]) is Fate.DISMOUNTED for rank in self.cast.exposed]
        before = sum(self.stage.fate(f) is Fate.DISMOUNTED for f in self.own if f.unit == unit)
        steps = [-1 if thrown[sort.rank] else 1 for sort in self.cast.sorts]

        def counts(fate: Fate, rank: int) -> bool:
            return fate in CASUALTIES if thrown[rank] else fate is Fate.DISMOUNTED

        return self._law(counts, unit, steps=steps, before=before)

    def _fates(self, fighter: Fighter, weight: float) -> None:
        """Book what the hits of all rows do to one figure."""
        book, earlier, left = self.books.fates.setdefault(fighter.id, {}), self.stage.fate(fighter), 1.0
        mine = {number for number, rank in enumerate(self.cast.exposed) if fighter.id in rank.ids}
        for column, sort in enumerate(self.cast.sorts):
            if sort.rank in mine:
                share = float(self.cast.weights @ self.cast.counts[:, column])
                for (fate, _), chance in sort.law:
                    left -= share * chance
                    add(book, earlier if fate is Fate.UNHURT else fate, weight * share * chance)
        add(book, earlier, weight * left)


def _fell(fate: Fate, _: int) -> bool:
    return fate in CASUALTIES


def _lost(stage: Stage, index: int, shares: Sequence[Law]) -> Law | None:
    """Return the law of figures lost in the end, None where it takes more than the number of casualties."""
    own = outcome.own_in(stage, index)
    after = with_state(stage, index, tuple(() for _ in lines(stage)[index].exposed))
    paralysed = any("paralyze" in rank.stance.tags for rank in lines(stage)[1 - index].strikers)
    if paralysed or outcome.walled(after, own):
        return None
    before = sum(stage.fate(f) in CASUALTIES for f in own)
    there = len(outcome.remaining(after, index)) + before
    spent = sum(outcome.doomed(after, f) or f.id in after.spent for f in own)
    law = np.zeros(len(shares[0]) + outcome.extra_losses(there) + spent + 1)
    for result, chances in zip(RESULTS, shares, strict=True):
        for number, chance in enumerate(chances.tolist()):
            more = outcome.extra_losses(max(0, there - number)) if result == "loss" else 0
            law[number + more + spent] += chance
    return law
