"""The hits of a side as weighted rows, and how many figures of which sort each row strikes (5.6, steps 1 and 2)."""

from __future__ import annotations

from itertools import product
from typing import TypeAlias

import msgspec
import numpy as np
from numpy.typing import NDArray

from wartable.games.ring_of_power.combat.allocate import deal, keen
from wartable.games.ring_of_power.combat.chances import hit_chance
from wartable.games.ring_of_power.combat.lines import Line, Rank, lines
from wartable.games.ring_of_power.combat.odds.arrays import NEGLIGIBLE, Law, binomial, total
from wartable.games.ring_of_power.combat.odds.figures import Kinds, Outcome, figure_law
from wartable.games.ring_of_power.combat.odds.hits import hit_law, kinds_of
from wartable.games.ring_of_power.combat.odds.states import picks_of, rank_shares
from wartable.games.ring_of_power.combat.rolls import ram_help
from wartable.games.ring_of_power.combat.stage import Stage

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
    if assassins or ram_help(stage, stage.pairings[stage.bout].sides[striker]):
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
