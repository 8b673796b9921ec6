"""What stands around a moving figure: enemies with their 1 inch, points that are taken, open gates, settlements."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from wartable.board.grid import Window
from wartable.games.ring_of_power.charts import charts, mil
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.geometry import Floats, Ints, Mask, point_array

GRAZE = 2
"""A path may dip so far, in 1/1000 inch, into an enemy's inch: its end is rounded to whole thousandths."""


@dataclass(frozen=True, eq=False)
class Around:
    """The surroundings of one move. Make one with `around`.

    `enemies` are points of enemy figures that are not hidden, `reach` the distance at which each is met: 1 inch, and
    both radii with it where bases are measured from edge to edge (A5). `taken` are points where the move may not end
    (A7), `ways` keys of open gates and breaches, `barred` places inside which a flyer may not end (Q29).
    """

    enemies: Ints = field(default_factory=lambda: point_array(()))
    reach: Ints = field(default_factory=lambda: np.empty(0, dtype=np.int64))
    taken: frozenset[Point] = frozenset()
    ways: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    contact_move: Literal["stop", "free"] = "stop"
    mixed_terrain: Literal["fraction", "worst"] = "fraction"

    def beside(self, taken: Collection[Point]) -> Around:
        """Return the same surroundings with other points taken."""
        return replace(self, taken=frozenset(taken))


def around(
    enemies: Sequence[Point] | Ints = (),
    *,
    radii: Sequence[int] | Ints | None = None,
    radius: int = 0,
    taken: Collection[Point] = (),
    ways: Collection[str] = (),
    barred: Collection[str] = (),
    contact_move: Literal["stop", "free"] = "stop",
    mixed_terrain: Literal["fraction", "worst"] = "fraction",
) -> Around:
    """Return surroundings. `radii` of enemy bases and the mover's own `radius` are for `measure: edge` (Q1)."""
    where = point_array(enemies)
    wide = np.zeros(len(where), dtype=np.int64) if radii is None else np.asarray(radii, dtype=np.int64) + radius
    reach = wide + mil(charts().constants.contact)
    return Around(where, reach, frozenset(taken), frozenset(ways), frozenset(barred), contact_move, mixed_terrain)


def beside_box(who: Around, points: Floats | Ints) -> Mask:
    """Return which enemies' reach may touch the box around some points: none without a point."""
    if not len(points):
        return np.zeros(len(who.enemies), dtype=bool)
    margin = who.reach[:, None]
    near = (who.enemies >= points.min(axis=0) - margin) & (who.enemies <= points.max(axis=0) + margin)
    return np.asarray(near.all(axis=1))


def nearby(who: Around, corners: Floats) -> tuple[Floats, Floats]:
    """Return enemies whose reach may touch the box around some corners, with their reach."""
    if who.contact_move == "free" or not len(who.enemies):
        return np.empty((0, 2)), np.empty(0)
    near = beside_box(who, corners)
    return who.enemies[near].astype(np.float64), who.reach[near].astype(np.float64)


def beside_enemies(window: Window, enemies: Floats, reach: Floats) -> Mask:
    """Return which nodes lie so near to an enemy that a step from them might come within its reach."""
    found = np.zeros((window.rows, window.columns), dtype=bool)
    ys = window.south + np.arange(window.rows) * window.cell
    xs = window.west + np.arange(window.columns) * window.cell
    for (x, y), far in zip(enemies.tolist(), (reach + window.cell**2 * 5 / (8 * reach)).tolist(), strict=True):
        rows = slice(*np.searchsorted(ys, [y - far, y + far]))
        columns = slice(*np.searchsorted(xs, [x - far, x + far]))
        square = (ys[rows, None] - y) ** 2 + (xs[None, columns] - x) ** 2
        found[rows, columns] |= square <= far**2
    return found


def first_met(corners: Floats, who: Around) -> tuple[int, float] | None:
    """Return where a path first comes within an enemy's reach, as number of the segment and share of it.

    Enemies within whose reach it begins are left aside: a figure that is not pinned may walk away from them, and
    `strays` tells whether it does. None: it meets nobody.
    """
    enemies, reach = nearby(who, corners)
    if len(corners) < 2 or not len(enemies):
        return None
    outside = ((enemies - corners[0]) ** 2).sum(axis=1) > reach**2
    entry = _entries(corners[:-1], corners[1:], enemies[outside], reach[outside])
    met = np.flatnonzero(np.isfinite(entry))
    return (int(met[0]), float(entry[met[0]])) if len(met) else None


def _entries(starts: Floats, ends: Floats, enemies: Floats, reach: Floats) -> Floats:
    """Return for each segment the least share at which it is within reach of an enemy; infinite where it is of none."""
    along = (ends - starts)[:, None, :]
    apart = starts[:, None, :] - enemies[None, :, :]
    square = (along**2).sum(axis=2)
    half = (apart * along).sum(axis=2)
    over = (apart**2).sum(axis=2) - reach**2
    with np.errstate(divide="ignore", invalid="ignore"):
        share = (-half - np.sqrt(half**2 - square * over)) / square
    share = np.where(over <= 0, 0.0, np.where((half < 0) & (share <= 1), share, np.inf))
    share = np.where(np.isnan(share), np.inf, share)
    return np.asarray(share.min(axis=1, initial=np.inf), dtype=np.float64)


def trespass(corners: Floats, who: Around) -> int | None:
    """Return the first segment of a path that comes too near to an enemy (C13), or None.

    Only the last corner may lie within reach, and there no deeper than rounding makes it. From enemies within whose
    reach it begins, it goes straight away and does not come back.
    """
    enemies, reach = nearby(who, corners)
    if len(corners) < 2 or not len(enemies):
        return None
    starts, ends = corners[:-1], corners[1:]
    at_corner = ((corners[:, None, :] - enemies[None, :, :]) ** 2).sum(axis=2) <= reach**2
    closest = _closest(starts, ends, enemies)
    deep = closest < reach - GRAZE
    deep[:-1] |= at_corner[1:-1]
    # Whether it has not yet left an enemy's reach, within which it began, when a segment begins.
    still = np.logical_and.accumulate(at_corner, axis=0)[:-1]
    apart = enemies[None, :, :] - starts[:, None, :]
    away = ((ends - starts)[:, None, :] * apart).sum(axis=2) <= 0
    wrong: Mask = np.asarray(np.where(still, ~away, deep).any(axis=1))
    return int(np.argmax(wrong)) if wrong.any() else None


def too_near(starts: Floats, ends: Floats, who: Around) -> Mask:
    """Return which segments come within reach of an enemy anywhere, but for what rounding makes of it."""
    enemies, reach = nearby(who, np.concatenate([starts, ends]))
    if not len(enemies):
        return np.zeros(len(starts), dtype=bool)
    return np.asarray((_closest(starts, ends, enemies) < reach - GRAZE).any(axis=1))


def leaving(who: Around, start: Point) -> Around:
    """Return the surroundings without the enemies within whose reach a point lies; planners leave them behind."""
    far = ((who.enemies - np.array(start)) ** 2).sum(axis=1) > who.reach**2
    return replace(who, enemies=who.enemies[far], reach=who.reach[far])


def _closest(starts: Floats, ends: Floats, enemies: Floats) -> Floats:
    along = (ends - starts)[:, None, :]
    apart = enemies[None, :, :] - starts[:, None, :]
    square = np.maximum((along**2).sum(axis=2), 1e-12)
    share = np.clip((apart * along).sum(axis=2) / square, 0.0, 1.0)[..., None]
    return np.asarray(np.sqrt(((apart - share * along) ** 2).sum(axis=2)))
