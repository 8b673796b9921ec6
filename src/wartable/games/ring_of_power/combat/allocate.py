"""Hits dealt out among figures: the one function that play and odds share, and the test of a player's own way (G8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from typing import Literal

import msgspec

from wartable.games.ring_of_power.charts import charts
from wartable.games.ring_of_power.combat.lines import Rank

Overflow = Literal["level", "free"]


class Share(msgspec.Struct, frozen=True, gc=False):
    """The same hits for each figure at positions `start` to `stop` - 1 of the order: so many of each kind."""

    start: int
    stop: int
    hits: tuple[int, ...]


def deal(size: int, hits: Sequence[int], picks: Sequence[tuple[int, int]] = (), how: Overflow = "level") -> list[Share]:
    """Deal out hits, kinds worst first, over `size` figures in the order in which their owner loses them.

    `picks` are hits placed by assassins: position and kind; each is one of `hits` and counts as that figure's first.
    Round by round everybody gets one before anybody gets another; `free` heaps all that is left after the first round
    on the first figure (G8, Q9, Q34). Kinds go out in their order, so the worst falls on the first of each round.
    """
    if size <= 0 or not sum(hits):
        return []
    picked = _picked(picks, len(hits))
    rest = [count - sum(kinds[kind] for kinds in picked.values()) for kind, count in enumerate(hits)]
    bounds = [0, *accumulate(rest)]
    edges = _edges(size, bounds, sorted(picked), how)
    shares = [(a, b, _count(a, size, bounds, picked, how)) for a, b in pairwise(edges)]
    return [Share(a, b, count) for a, b, count in shares if any(count)]


def _picked(picks: Sequence[tuple[int, int]], kinds: int) -> dict[int, list[int]]:
    picked: dict[int, list[int]] = {}
    for position, kind in picks:
        picked.setdefault(position, [0] * kinds)[kind] += 1
    return picked


def _edges(size: int, bounds: list[int], picked: list[int], how: Overflow) -> list[int]:
    """Return the positions where the hits of a figure can differ from those of the one before it."""
    first = size - len(picked)
    edges = {0, size, *picked, *(position + 1 for position in picked)}
    for bound in bounds:
        if bound <= first:
            edges.add(_opened(bound, picked))
        elif how == "level":
            edges.add((bound - first) % size)
        else:
            edges.add(1)
    return sorted(edge for edge in edges if edge <= size)


def _opened(rank: int, picked: list[int]) -> int:
    """Return the position of the figure with this rank among those that no assassin picked."""
    for position in picked:
        if position > rank:
            break
        rank += 1
    return rank


def _count(
    position: int, size: int, bounds: list[int], picked: Mapping[int, list[int]], how: Overflow
) -> tuple[int, ...]:
    """Return how many hits of each kind the figure at a position gets."""
    taken = picked.get(position)
    first = size - len(picked)
    rank = position - sum(other < position for other in picked)
    counts = list(taken) if taken else [0] * (len(bounds) - 1)
    for kind, (low, high) in enumerate(pairwise(bounds)):
        if not taken and low <= rank < min(high, first):
            counts[kind] += 1
        counts[kind] += _later(position, size, max(low, first) - first, max(high, first) - first, how)
    return tuple(counts)


def _later(position: int, size: int, low: int, high: int, how: Overflow) -> int:
    """Return how many of the hits numbered `low` to `high` - 1 after the first round fall on a position."""
    if how == "free":
        return high - low if position == 0 else 0
    return (high - 1 - position) // size - (low - 1 - position) // size


def victims(size: int, picks: int) -> list[int]:
    """Return the positions that assassins pick if nobody says otherwise: the dearest, each another one (M2)."""
    return [size - 1 - number % size for number in range(picks)] if size else []


def keen(tags: tuple[str, ...], exposed: Sequence[Rank]) -> tuple[str, ...]:
    """Return the tags that matter against these figures; hits that differ in no such tag are dealt as one kind."""
    return tuple(tag for tag in tags if _matters(tag, exposed))


def _matters(tag: str, exposed: Sequence[Rank]) -> bool:
    effect = charts().tags[tag]
    if effect.paralyses:
        return True
    if effect.slays_ethereal:
        return any(rank.stance.ethereal for rank in exposed)
    return any(rank.stance.target(()) < 7 for rank in exposed)


def severity(tags: tuple[str, ...]) -> tuple[bool, int, bool, bool, tuple[str, ...]]:
    """Return what kinds of hits are sorted by, worst first: deadly before paralysing, then the harder to save."""
    effects = [charts().tags[tag] for tag in tags]
    return (
        any(effect.paralyses for effect in effects),
        sum(effect.defence - effect.ignores_fortification for effect in effects),
        not any(effect.rerolls_saves for effect in effects),
        not any(effect.slays_ethereal for effect in effects),
        tags,
    )


def level_fault(counts: Mapping[int, int], size: int, how: Overflow) -> str | None:
    """Return a sentence where somebody gets a hit too early, None where hits lie as they may (G8)."""
    least = min(counts.values()) if len(counts) == size else 0
    most = max(counts.values(), default=0)
    if how == "level" and most > least + 1:
        return f"One figure gets {most} hits while another gets {least}; nobody gets one more before all have as many."
    if how == "free" and most > 1 and least < 1:
        return "One figure gets a second hit while another has none; everybody takes one first."
    return None
