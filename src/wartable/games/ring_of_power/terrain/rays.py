"""How far straight ways lead from a point in every direction, exactly priced; a grid has only sixteen directions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wartable.games.ring_of_power.terrain.around import Around, too_near
from wartable.games.ring_of_power.terrain.bill import Bill
from wartable.games.ring_of_power.terrain.geometry import Shape, polygon, segments, touched, union
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.points import Point
from wartable.games.ring_of_power.terrain.speeds import Pace

if TYPE_CHECKING:
    from wartable.games.ring_of_power.terrain.points import Floats

RAYS = 96
"""Directions that are looked at: chords between their ends are 0.05 % short of the circle."""


def fan(ground: Ground, pace: Pace, start: Point, who: Around) -> Shape:
    """Return what one straight way reaches, between neighbouring directions in which nothing stops it (C5).

    Empty where the slowest terrain entered counts for the whole move, as then a way's end hangs on what lies behind it.
    """
    if who.mixed_terrain != "fraction" or not any(pace.speeds):
        return union(())
    starts = np.broadcast_to(np.array(start, dtype=np.float64), (RAYS, 2))
    ends = _ends(Bill(ground, pace, starts, starts + _to_the_edge(ground, pace, start)), starts)
    free = ~(touched(ground.closed(pace, who.ways), segments(starts, ends)) | too_near(starts, ends, who))
    free &= (np.abs(ends - starts) >= 1).any(axis=1)
    after = np.roll(np.arange(RAYS), -1)
    return union(polygon([start, tuple(ends[n]), tuple(ends[after[n]])]) for n in np.flatnonzero(free & free[after]))


def _to_the_edge(ground: Ground, pace: Pace, start: Point) -> Floats:
    """Return the rays as long as the fastest move is, but no longer than to the edge of the table."""
    angles = 2 * np.pi * np.arange(RAYS) / RAYS
    rays = pace.fastest * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    west, south, east, north = ground.table.bounds
    room = np.where(rays > 0, (east, north), (west, south)) - np.array(start, dtype=np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.where(np.abs(rays) > 1e-6, room / rays, 1.0).min(axis=1)
    return np.asarray(rays * np.clip(share, 1e-3, 1.0)[:, None])


def _ends(bill: Bill, starts: Floats) -> Floats:
    """Return where the cost of each ray comes to one move, or the ray's end."""
    ends = np.array(starts)
    for ray in range(len(starts)):
        part = bill.parts(ray, ray + 1)
        cost = bill.lengths[part] / bill.speeds[part]
        spent = np.cumsum(cost)
        last = min(int(np.searchsorted(spent, 1.0)), len(cost) - 1)
        share = min(1.0, (1.0 - (spent[last] - cost[last])) / max(cost[last], 1e-12))
        ends[ray] = bill.low[part][last] + share * (bill.high[part][last] - bill.low[part][last])
    return ends
