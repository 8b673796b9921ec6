"""Orders of one seat made better step by step: units of a source go elsewhere as long as that gains something."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random

from wartable.bots.conquest.simultaneous.judge import Board, Judge
from wartable.bots.conquest.simultaneous.table import Forces, Plan

PASSES = 3
"""How often every source is looked at."""
STEPS = 8
"""Most changes to a source at a time."""
LEAST = 1e-6
"""What a change must gain."""


class Draft:
    """The orders of a seat in the making, weighed against some boards of the others' orders.

    `left` are the units that stay in each own space, `out` those that go, by source and target.
    """

    def __init__(self, judge: Judge, boards: Sequence[Board], plan: Plan = ()) -> None:
        self.judge, self.boards, self.seat = judge, boards, judge.seat
        self.table = table = judge.table
        self.own = [space for space, owner in enumerate(table.owner) if owner == self.seat]
        self.left = {space: table.armies[space] for space in self.own}
        self.out: dict[int, dict[int, int]] = {space: {} for space in self.own}
        self.came = [0] * len(table.owner)
        self._known: dict[tuple[int, int, int], float] = {}
        self._ways: dict[int, list[int]] = {}
        for source, target, units in plan:
            self.shift(source, source, target, units)

    @property
    def plan(self) -> Plan:
        """The orders so far."""
        return tuple(
            (source, target, units)
            for source, out in self.out.items()
            for target, units in sorted(out.items())
            if units
        )

    def improve(self, rng: Random | None = None) -> None:
        """Look at all sources a few times, those with most units first, or in any order."""
        order = sorted(self.own, key=lambda space: (-self.table.armies[space], space))
        for _ in range(PASSES):
            if rng is not None:
                rng.shuffle(order)
            changed = [source for source in order if self.improve_source(source)]
            if not changed:
                break

    def improve_source(self, source: int) -> bool:
        """Let units of a source go elsewhere as long as it gains; return whether any did."""
        changed = False
        for _ in range(STEPS):
            gain, start, end, units = self._best_shift(source)
            if gain <= LEAST:
                break
            self.shift(source, start, end, units)
            changed = True
        return changed

    def _best_shift(self, source: int) -> tuple[float, int, int, int]:
        choices = self.ways(source)
        now = {place: self.at(place) for place in choices}
        best = (0.0, -1, -1, 0)
        added: dict[tuple[int, int], float] = {}
        for start in choices:
            for units in _sizes(self.amount(source, start), self.table.grain):
                away = self._with(source, start, -units) - now[start]
                for end in choices:
                    if end == start:
                        continue
                    gain = added.get((end, units))
                    if gain is None:
                        gain = added[end, units] = self._with(source, end, units) - now[end]
                    if away + gain > best[0] + LEAST:
                        best = (away + gain, start, end, units)
        return best

    def ways(self, source: int) -> list[int]:
        """Return where units of a source may go with some sense: to others, to the border, or nowhere."""
        found = self._ways.get(source)
        if found is None:
            posts, owner = self.table.posts(self.seat), self.table.owner
            found = [source]
            for target in self.table.near[source]:
                if owner[target] != self.seat or posts[target] >= posts[source]:
                    found.append(target)
            self._ways[source] = found
        return found

    def amount(self, source: int, place: int) -> int:
        """Return how many units of a source are to be at a place."""
        return self.left[source] if place == source else self.out[source].get(place, 0)

    def shift(self, source: int, start: int, end: int, units: int) -> None:
        """Let units of a source go to `end` rather than to `start`; the source itself is where they stay."""
        for place, more in ((start, -units), (end, units)):
            if place == source:
                self.left[source] += more
            else:
                self.out[source][place] = self.out[source].get(place, 0) + more
                self.came[place] += more

    # --- what it is worth

    def at(self, place: int) -> float:
        """Return what a place is worth by the orders so far, summed over the boards."""
        return self._value(place, self.left.get(place, 0), self.came[place])

    def _with(self, source: int, place: int, more: int) -> float:
        if place == source:
            return self._value(place, self.left[place] + more, self.came[place])
        return self._value(place, self.left.get(place, 0), self.came[place] + more)

    def _value(self, place: int, left: int, came: int) -> float:
        key = (place, left, came)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = sum([self._on(board, place, left, came) for board in self.boards])
        return found

    def _on(self, board: Board, place: int, left: int, came: int) -> float:
        units, forces, stayed = left + came, board.forces[place], board.stayed[place]
        if not units:
            return self.judge.worth(place, stayed, forces)
        return self.judge.worth(place, self.seat if left else stayed, _joined(forces, self.seat, units))

    def total(self, places: Iterable[int]) -> float:
        """Return what some places are worth by the orders so far, on average over the boards."""
        return sum([self.at(place) for place in places]) / len(self.boards)


@lru_cache(maxsize=1 << 12)
def _sizes(have: int, grain: int) -> tuple[int, ...]:
    """Return how many of so many units are tried elsewhere: all, half, and a few grains more or less."""
    tried = {have, have - grain, have - 2 * grain, have // (2 * grain) * grain, *(grain * few for few in (1, 2, 3, 4))}
    return tuple(sorted(units for units in tried if 0 < units <= have))


def _joined(forces: Forces, seat: int, units: int) -> Forces:
    return tuple(sorted((*forces, (seat, units))))


def drafted(judge: Judge, boards: Sequence[Board], plan: Plan = (), rng: Random | None = None) -> Plan:
    """Return orders made as good as they become from some plan, against boards without the seat."""
    draft = Draft(judge, boards, plan)
    draft.improve(rng)
    return draft.plan


def staying(judge: Judge) -> list[Board]:
    """Return the one board on which all others stay."""
    return [Board(judge.table, {}, judge.seat)]
