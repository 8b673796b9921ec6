"""Shores: where those who come over water land best, and the free ground beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from wartable.bots.ring_of_power.table import Table, apart
from wartable.bots.ring_of_power.ways import moves_of
from wartable.games.ring_of_power.campaign.deployment import footing, stands
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.play.moving import surroundings
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.geometry import squared

if TYPE_CHECKING:
    from wartable.games.ring_of_power.terrain.geometry import Floats, Ints, Mask
    from wartable.games.ring_of_power.terrain.travel import Travel

SLACK: Final = 0.05
"""Estimates of moves are taken to be whole that are so little over it."""
CLOSE: Final = 300
"""Points beside a landing are so far apart, in 1/1000 inch."""
FINE: Final = 6
"""From the middle of a wide landing there are so many of them to either side."""


class Shore(NamedTuple):
    """A point on the water to land from, and how many moves it is to the goal by it: on water and then on land."""

    water: Point
    moves: float


def landing(
    sea: Travel, ahead: Travel, reach: int, *, most: float = np.inf, avoid: Ints | None = None, clear: int = 0
) -> Shore | None:
    """Return where to land: journey `sea` leads there within `most` moves, and on from land within `reach` of it.

    Who lands has used up his move, so moves count as whole ones. Points nearer than `clear` to those of `avoid` are
    left out. Lengths are 1/1000 inch.
    """
    over = moves_of(sea)
    nodes = np.flatnonzero(np.isfinite(over) & (over <= most))
    water = sea.field.window.points(nodes)
    if avoid is not None and len(avoid) and len(nodes):
        free = (squared(water[:, None], avoid[None]) > clear**2).all(axis=1)
        nodes, water = nodes[free], water[free]
    if not len(nodes):
        return None
    walk = _nearest(ahead, water, reach)
    total = np.maximum(_whole(over[nodes]), 1) + _whole(walk)
    best = int(np.argmin(total + (over[nodes] + walk) / 1000))
    x, y = water[best].tolist()
    return Shore((x, y), float(total[best])) if np.isfinite(total[best]) else None


def _whole(moves: Floats) -> Floats:
    return np.ceil(moves - SLACK)


def _nearest(ahead: Travel, water: Ints, reach: int) -> Floats:
    """Return the fewest moves to the goal of a journey from land within reach of each point on the water."""
    window = ahead.field.window
    cells = reach // window.cell
    steps = np.arange(-cells, cells + 1)
    up, right = (each.ravel() for each in np.meshgrid(steps, steps, indexing="ij"))
    disc = (up**2 + right**2) * window.cell**2 <= (reach - window.cell / 2) ** 2
    at = np.rint((water - (window.west, window.south)) / window.cell).astype(np.int64)
    rows, columns = at[:, 1:] + up[disc], at[:, :1] + right[disc]
    inside = (rows >= 0) & (rows < window.rows) & (columns >= 0) & (columns < window.columns)
    costs = moves_of(ahead).reshape(window.rows, window.columns)
    found = costs[np.clip(rows, 0, window.rows - 1), np.clip(columns, 0, window.columns - 1)]
    return np.asarray(np.where(inside, found, np.inf).min(axis=1, initial=np.inf))


def spots(table: Table, water: Point, figures: Sequence[Figure], reach: int) -> list[Point]:
    """Return free points of land within reach of a point on the water on which each of some figures may land."""
    who = surroundings(table.scene, table.player, figures)
    pace = footing(table.world, [replace(one, aboard=0) for one in figures])
    steps = range(-reach, reach + 1, max(CLOSE, reach // FINE))
    around = [(water[0] + east, water[1] + north) for east in steps for north in steps]
    near = [spot for spot in around if apart(spot, water) <= reach and spot not in who.taken]
    dry = table.world.ground.on_table(np.array(near, dtype=np.float64)) & _dry(table, near)
    dry &= ~table.world.ground.parted(water, near, who.ways)
    return [spot for spot, fits in zip(near, dry.tolist(), strict=True) if fits and stands(table.world, pace, spot)]


def _dry(table: Table, points: Sequence[Point]) -> Mask:
    """Return which points are on no water."""
    wet = np.array([bool(row.water) for row in table.world.charts.terrain.values()])
    return np.asarray(~wet[table.world.ground.kinds(np.array(points))], dtype=bool)
