"""Odds of one round between two sides by convolution in float64: quick for two figures and for thousands (5.6)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import TypeAlias

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from wartable.games.ring_of_power.combat import outcome, targets
from wartable.games.ring_of_power.combat.allocation import deal, keen
from wartable.games.ring_of_power.combat.lines import Line, Rank, lines, present
from wartable.games.ring_of_power.combat.odds import tree
from wartable.games.ring_of_power.combat.odds.arrays import (
    NEGLIGIBLE,
    Law,
    binomial,
    by_losses,
    mixed_sums,
    plus,
    total,
)
from wartable.games.ring_of_power.combat.odds.laws import (
    Kinds,
    Outcome,
    after_wave,
    figure_law,
    hit_law,
    kinds_of,
    picks_of,
    rank_shares,
    wave_law,
)
from wartable.games.ring_of_power.combat.odds.result import Books, Result, SideBook, add
from wartable.games.ring_of_power.combat.rolls import ram_help
from wartable.games.ring_of_power.combat.stage import Stage, Volley
from wartable.games.ring_of_power.combat.targets import hit_chance
from wartable.games.ring_of_power.combat.values import CASUALTIES, Fate, Fighter

Row: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], float]
"""Hits by kind, picks by kind, chance."""


class Sort(msgspec.Struct, frozen=True):
    """Figures of one rank that get the same hits, and the law of what becomes of each."""

    rank: int
    law: tuple[tuple[Outcome, float], ...]


class Cast(msgspec.Struct, frozen=True):
    """All that can be thrown at a side: rows of hits with their chances, and figures by row and sort."""

    exposed: tuple[Rank, ...]
    weights: Law
    sorts: tuple[Sort, ...]
    counts: NDArray[np.float64]


def cast_at(stage: Stage, index: int) -> Cast:
    """Return what the wave under way can do to a side of the bout."""
    exposed = lines(stage)[index].exposed
    kinds, rows = _rows(stage, 1 - index)
    size = sum(len(rank.ids) for rank in exposed)
    how = stage.battle.rules.overflow_allocation
    weights = np.array([weight for _, _, weight in rows])
    if size and how == "level" and not any(any(picks) for _, picks, _ in rows):
        found, counts = _dealt(np.array([hits for hits, _, _ in rows], dtype=np.int64), exposed, size)
        laws = tuple(Sort(rank, _law(exposed[rank], kinds, each)) for rank, each in found)
        return Cast(exposed, weights / weights.sum(), laws, counts)
    sorts: dict[tuple[int, tuple[int, ...]], int] = {}
    cells: list[tuple[int, int, int]] = []
    for row, (hits, picks, _) in enumerate(rows):
        for rank, each, count in rank_shares(exposed, deal(size, hits, picks_of(size, picks), how)):
            cells.append((row, sorts.setdefault((rank, each), len(sorts)), count))
    counts = np.zeros((len(rows), len(sorts)))
    for row, sort, count in cells:
        counts[row, sort] += count
    laws = tuple(Sort(rank, _law(exposed[rank], kinds, each)) for rank, each in sorts)
    return Cast(exposed, weights / weights.sum(), laws, counts)


def _dealt(
    rows: NDArray[np.int64], exposed: tuple[Rank, ...], size: int
) -> tuple[list[tuple[int, tuple[int, ...]]], NDArray[np.float64]]:
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


def _law(rank: Rank, kinds: Kinds, hits: tuple[int, ...]) -> tuple[tuple[Outcome, float], ...]:
    return tuple((outcome, float(chance)) for outcome, chance in figure_law(rank.stance, kinds, hits))


def _rows(stage: Stage, striker: int) -> tuple[Kinds, list[Row]]:
    both = lines(stage)
    line, exposed = both[striker], both[1 - striker].exposed
    assassins = any(rank.stance.assassin for rank in line.strikers)
    if assassins or ram_help(stage, stage.pairing.sides[striker]):
        kinds, law = hit_law(stage, striker, float)
        return kinds, [(hits, picks, chance) for (hits, picks), chance in law.items() if chance > NEGLIGIBLE]
    kinds = kinds_of(line, exposed)
    laws = [_hits(line, exposed, kind) for kind in kinds]
    none = (0,) * len(kinds)
    return kinds, [row for row in _products(laws, none) if row[2] > NEGLIGIBLE]


def _hits(line: Line, exposed: tuple[Rank, ...], kind: tuple[str, ...]) -> list[tuple[int, float]]:
    """Return the law of the hits of one kind as a list of those numbers that can be seen."""
    dice: dict[float, int] = {}
    for rank in line.strikers:
        if keen(rank.stance.tags, exposed) == kind:
            chance = float(hit_chance(rank.stance.attack, rank.stance.attack_reroll))
            dice[chance] = dice.get(chance, 0) + len(rank.ids) * rank.stance.dice
    law = total([binomial(count, chance) for chance, count in dice.items()])
    return [(int(number), float(law[number])) for number in np.flatnonzero(law > NEGLIGIBLE)]


def _products(laws: list[list[tuple[int, float]]], none: tuple[int, ...]) -> list[Row]:
    rows: list[Row] = []
    for parts in product(*laws):
        weight = 1.0
        for _, chance in parts:
            weight *= chance
        rows.append((tuple(number for number, _ in parts), none, weight))
    return rows


SEEN = 1e-15
"""Results of an ambush less likely than this are left out."""


def fits(stage: Stage) -> bool:
    """Whether these odds follow from numbers of casualties: two sides, no score that depends on who falls."""
    rules = stage.battle.rules
    paralysis = any("paralyze" in targets.tags_of(fighter.abilities) for fighter in stage.battle.fighters)
    return len(stage.battle.sides) == 2 and rules.score_slain_leader and (rules.paralysed_scores or not paralysis)


class Sums:
    """Adds up the laws of weighted courses of one round and fills the books with them."""

    def __init__(self, books: Books) -> None:
        self.books = books
        books.followed = False
        self.laws: dict[tuple[int, str, str], Law] = {}
        self.unknown: set[int] = set()
        """Sides whose losses in the end take more to know than the number of casualties."""

    def blows(self, stage: Stage, weight: float) -> None:
        """Add a combat from the beginning of a wave; what an ambush does is gone through case by case (step 5)."""
        if stage.wave == 1:
            self._round(stage, weight)
            return
        laws = [wave_law(stage, index, float) for index in (0, 1)]
        for first, a in laws[0].items():
            for second, b in laws[1].items():
                if a * b > SEEN:
                    after = replace(after_wave(stage, (first, second)), wave=1, volley=Volley())
                    self._round(after, weight * a * b)

    def _round(self, stage: Stage, weight: float) -> None:
        casts = cast_at(stage, 0), cast_at(stage, 1)
        fallen = [SideSums(self, stage, index, casts[index]).add(weight) for index in (0, 1)]
        results = [_chances(stage, index, fallen) for index in (0, 1)]
        for index in (0, 1):
            side, lost = stage.pairings[0].sides[index], _lost(stage, index, fallen[index], results[index])
            if lost is None:
                self.unknown.add(side)
            else:
                self.add(side, "lost", "", weight * lost)
        for result, chances in results[0].items():
            self.books.result(0, 0, result, weight * float(chances.sum()))

    def add(self, side: int, book: str, key: str, law: Law) -> None:
        """Add a weighted law to a book of a side."""
        known = self.laws.get((side, book, key))
        self.laws[side, book, key] = law if known is None else plus(known, law)

    def close(self) -> None:
        """Write the laws into the books."""
        for (side, name, key), law in self.laws.items():
            book = self.books.sides[side]
            chances: list[float] = law.tolist()
            table = _table(book, name, key)
            for number, chance in enumerate(chances):
                add(table, number, chance)
        for side in self.unknown:
            self.books.sides[side].lost.clear()


def _table(book: SideBook, name: str, key: str) -> dict[int, float]:
    match name:
        case "casualties":
            return book.casualties
        case "lost":
            return book.lost
        case "units":
            return book.units.setdefault(key, {})
        case _:
            return book.dismounted.setdefault(key, {})


class SideSums:
    """What one wave does to one side, added up over its ranks."""

    def __init__(self, sums: Sums, stage: Stage, index: int, cast: Cast) -> None:
        self.sums = sums
        self.stage = stage
        self.cast = cast
        self.side = stage.pairings[0].sides[index]
        self.own = present(stage.battle, stage.pairings[0], self.side)
        self.units = [rank.stance.unit for rank in cast.exposed]
        self.thrown = [stage.fate(stage.battle.by_id[rank.ids[0]]) is Fate.DISMOUNTED for rank in cast.exposed]

    def add(self, weight: float) -> Law:
        """Add all laws of the side, and return the law of its casualties."""
        before = Counter(f.unit for f in self.own if self.stage.fate(f) in CASUALTIES)
        fallen = shifted(self._law(_fell, None), sum(before.values()))
        self.sums.add(self.side, "casualties", "", weight * fallen)
        for unit in sorted({f.unit for f in self.own}):
            alone = set(self.units) == {unit} and not before
            law = fallen if alone else shifted(self._law(_fell, unit), before[unit])
            self.sums.add(self.side, "units", unit, weight * law)
            if any(f.mounted for f in self.own if f.unit == unit):
                self.sums.add(self.side, "dismounted", unit, weight * self._dismounted(unit))
        for fighter in self.own:
            if fighter.character:
                self._fates(fighter, weight)
        return fallen

    def _law(self, counts: Callable[[Fate], bool], unit: str | None) -> Law:
        """Return the law of the number of figures of a unit (None: of all) with such a fate."""
        chances = [
            sum(chance for (fate, _), chance in sort.law if counts(fate)) * self._of(sort.rank, unit)
            for sort in self.cast.sorts
        ]
        first, law = mixed_sums(self.cast.weights, self.cast.counts, chances)
        return shifted(law, first)

    def _of(self, rank: int, unit: str | None) -> bool:
        return unit is None or self.units[rank] == unit

    def _dismounted(self, unit: str) -> Law:
        """Return the law of riders on foot in the end: those thrown now, and those thrown in ambush still alive."""
        afoot = [self.thrown[sort.rank] for sort in self.cast.sorts]
        chances = [
            sum(c for (fate, _), c in sort.law if (_fell(fate) if old else fate is Fate.DISMOUNTED))
            * self._of(sort.rank, unit)
            for sort, old in zip(self.cast.sorts, afoot, strict=True)
        ]
        before = sum(self.stage.fate(f) is Fate.DISMOUNTED for f in self.own if f.unit == unit)
        steps = [-1 if old else 1 for old in afoot]
        first, law = mixed_sums(self.cast.weights, self.cast.counts, chances, steps)
        return shifted(law, before + first)

    def _fates(self, fighter: Fighter, weight: float) -> None:
        book = self.sums.books.sides[self.side].fates.setdefault(fighter.id, {})
        earlier = self.stage.fate(fighter)
        left = 1.0
        for (fate, _), chance in self._own_law(fighter):
            left -= chance
            kept = earlier if fate is Fate.UNHURT else fate
            book[kept] = book.get(kept, 0.0) + weight * chance
        book[earlier] = book.get(earlier, 0.0) + weight * left

    def _own_law(self, fighter: Fighter) -> list[tuple[Outcome, float]]:
        """Return the law of what one figure's hits do to it, over all rows that hit it."""
        mine = {index for index, rank in enumerate(self.cast.exposed) if fighter.id in rank.ids}
        found: list[tuple[Outcome, float]] = []
        for column, sort in enumerate(self.cast.sorts):
            if sort.rank in mine:
                share = float(self.cast.weights @ self.cast.counts[:, column])
                found.extend((fate, share * chance) for fate, chance in sort.law)
        return found


def _fell(fate: Fate) -> bool:
    return fate in CASUALTIES


def shifted(law: Law, by: int) -> Law:
    """Return the law of a number that is greater by so much."""
    return np.concatenate([np.zeros(by), law]) if by else law


def _chances(stage: Stage, index: int, fallen: list[Law]) -> dict[Result, Law]:
    """Return for each number of own casualties the chance of it together with each result (step 4)."""
    own, enemy = fallen[index], fallen[1 - index]
    lead = outcome.leadership(stage, index)[0] - outcome.leadership(stage, 1 - index)[0]
    win, draw, loss = by_losses(len(own) - 1, enemy, lead)
    return {"win": own * win, "draw": own * draw, "loss": own * loss}


def _lost(stage: Stage, index: int, fallen: Law, results: dict[Result, Law]) -> Law | None:
    """Return the law of figures lost in the end, None where it takes more than the number of casualties."""
    pairing = stage.pairings[0]
    own = present(stage.battle, pairing, pairing.sides[index])
    after = tree.with_state(stage, index, tuple(() for _ in lines(stage)[index].exposed))
    paralysed = any("paralyze" in rank.stance.tags for rank in lines(stage)[1 - index].strikers)
    if paralysed or outcome.walled(after, own):
        return None
    before = sum(stage.fate(f) in CASUALTIES for f in own)
    there = len(outcome.remaining(after, index)) + before
    spent = sum(outcome.doomed(after, f) or f.id in after.spent for f in own)
    law = np.zeros(len(fallen) + outcome.extra_losses(there) + spent + 1)
    for result, chances in results.items():
        for number, chance in enumerate(chances.tolist()):
            more = outcome.extra_losses(max(0, there - number)) if result == "loss" else 0
            law[number + more + spent] += chance
    return law
