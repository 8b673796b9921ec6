"""Choosing one place for each of many marks so that none lies on another and what they cost together is little."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import numpy as np
import shapely

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_ROUNDS = 6
_NOWHERE = -1


class Wanted(msgspec.Struct, frozen=True):
    """A mark: the cost of each of its places, their convex shapes, and what it costs to leave the mark out."""

    costs: NDArray[np.float64]
    shapes: NDArray[np.object_]
    without: float


def arrange(wanted: Sequence[Wanted]) -> list[int | None]:
    """Return which of its places each mark takes; None is left out. The same marks give the same answer.

    First every mark in turn, those dearest to leave out first, takes its cheapest free place; then each that could have
    a cheaper one takes it where those whom it drives away lose less by that than it wins, until nobody moves.
    """
    return _Arrangement(wanted).found()


class _Arrangement:
    """Who is where; `blocked` counts by mark and place how many marks stand in its way."""

    def __init__(self, wanted: Sequence[Wanted]) -> None:
        self.wanted = wanted
        self.clashes = _clashes(wanted)
        self.chosen = [_NOWHERE] * len(wanted)
        self.blocked = [np.zeros(len(mark.costs), dtype=np.int64) for mark in wanted]
        self.order = sorted(range(len(wanted)), key=lambda number: (-wanted[number].without, number))

    def found(self) -> list[int | None]:
        for number in self.order:
            self._settle(number)
        for _ in range(_ROUNDS):
            moved = [self._better(number) for number in self.order]
            if not any(moved):
                break
        return [None if place == _NOWHERE else place for place in self.chosen]

    def _cost(self, number: int) -> float:
        place = self.chosen[number]
        return self.wanted[number].without if place == _NOWHERE else float(self.wanted[number].costs[place])

    def _put(self, number: int, place: int) -> None:
        before, self.chosen[number] = self.chosen[number], place
        for other, clash in self.clashes[number].items():
            if before != _NOWHERE:
                self.blocked[other] -= clash[before]
            if place != _NOWHERE:
                self.blocked[other] += clash[place]

    def _settle(self, number: int) -> None:
        """Put a mark where it is cheapest without driving anybody away."""
        free = np.where(self.blocked[number] == 0, self.wanted[number].costs, np.inf)
        place = int(free.argmin()) if len(free) else _NOWHERE
        self._put(number, place if len(free) and free[place] < self.wanted[number].without else _NOWHERE)

    def _better(self, number: int) -> bool:
        """Whether a cheaper place was found for a mark, those in its way looking for others."""
        costs = self.wanted[number].costs
        for place in np.argsort(costs, kind="stable").tolist():
            if costs[place] >= self._cost(number) - 1e-9:
                return False
            if self._take(number, place):
                return True
        return False

    def _take(self, number: int, place: int) -> bool:
        """Put a mark somewhere if that lowers the sum; else leave everything as it was."""
        near = self.clashes[number]
        driven = [other for other, clash in near.items() if self._stands(other, clash[place])]
        moved = [number, *driven]
        before, cost = [self.chosen[one] for one in moved], sum(map(self._cost, moved))
        for other in driven:
            self._put(other, _NOWHERE)
        self._put(number, place)
        for other in sorted(driven, key=lambda one: (-self.wanted[one].without, one)):
            self._settle(other)
        if sum(map(self._cost, moved)) < cost - 1e-9:
            return True
        for one in moved:
            self._put(one, _NOWHERE)
        for one, old in zip(moved, before, strict=True):
            self._put(one, old)
        return False

    def _stands(self, number: int, clash: NDArray[np.int64]) -> bool:
        return self.chosen[number] != _NOWHERE and bool(clash[self.chosen[number]])


def _clashes(wanted: Sequence[Wanted]) -> list[dict[int, NDArray[np.int64]]]:
    """Return for each mark by neighbour which of its places (rows) lie on which of the neighbour's (columns)."""
    bounds = [_bounds(mark.shapes) for mark in wanted]
    # A box that is not turned fills its bounds.
    plain = [np.isclose(areas(mark.shapes), _filled(box)) for mark, box in zip(wanted, bounds, strict=True)]
    found: list[dict[int, NDArray[np.int64]]] = [{} for _ in wanted]
    reach = np.array([_whole(box) for box in bounds]).reshape(-1, 4)
    pairs: list[list[int]] = np.argwhere(np.triu(_meet(reach, reach), 1)).tolist()
    for one, other in pairs:
        clash = _meet(bounds[one], bounds[other])
        # Such boxes meet where their bounds do; of the others it must be asked.
        rows, columns = np.nonzero(clash & ~(plain[one][:, None] & plain[other]))
        clash[rows, columns] = shapely.intersects(wanted[one].shapes[rows], wanted[other].shapes[columns])
        if clash.any():
            found[one][other] = clash.astype(np.int64)
            found[other][one] = found[one][other].T
    return found


def areas(shapes: NDArray[np.object_]) -> NDArray[np.float64]:
    """Return the areas of shapes."""
    return np.asarray(shapely.area(shapes))  # pyright: ignore[reportUnknownMemberType] - its **kwargs


def _bounds(shapes: NDArray[np.object_]) -> NDArray[np.float64]:
    return np.asarray(shapely.bounds(shapes)).reshape(-1, 4)  # pyright: ignore[reportUnknownMemberType] - its **kwargs


def _filled(bounds: NDArray[np.float64]) -> NDArray[np.float64]:
    wide, high = (bounds[:, 2:] - bounds[:, :2]).T
    return np.asarray(wide * high)


def _whole(bounds: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the bounds of all together; none of no shapes."""
    if not len(bounds):
        return np.full(4, np.nan)
    return np.concatenate([bounds[:, :2].min(axis=0), bounds[:, 2:].max(axis=0)])


def _meet(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Return which bounds (rows) meet which others (columns)."""
    low, high = one[:, None, :2] < other[None, :, 2:], other[None, :, :2] < one[:, None, 2:]
    return np.asarray((low & high).all(axis=2))
