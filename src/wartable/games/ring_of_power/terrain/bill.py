"""What segments cost: each is cut where the terrain changes, and its parts are priced at the mover's speeds (C5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from wartable.games.ring_of_power.terrain.around import Around, too_near
from wartable.games.ring_of_power.terrain.geometry import segments, touched
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.terrain.speeds import Pace

if TYPE_CHECKING:
    from wartable.games.ring_of_power.terrain.points import Floats, Ints


class Bill:
    """The parts of many segments in order along the way: ends, terrain, length and speed of each.

    `segment` tells which segment a part is of, `paved` which segments lie on road all along (Q61).
    """

    def __init__(self, ground: Ground, pace: Pace, starts: Floats, ends: Floats) -> None:
        """Price segments between rows of two arrays of shape (n, 2); none may be without length."""
        self.ground, self.pace = ground, pace
        layers = ground.layers(pace)
        self.segment, low, high = layers.cut(starts, ends)
        base, along = starts[self.segment], (ends - starts)[self.segment]
        self.low, self.high = base + low[:, None] * along, base + high[:, None] * along
        middle = (self.low + self.high) / 2
        self.kinds: Ints = layers.kinds_at(middle)
        self.lengths: Floats = np.hypot(*(self.high - self.low).T)
        self.speeds: Floats = np.asarray(pace.speeds, dtype=np.float64)[self.kinds]
        self._forgive(middle)
        bonus = pace.road > 0 and not (pace.flies or pace.sails)
        self.paved = ground.on_road(starts, ends) if bonus else np.zeros(len(starts), dtype=bool)

    def _forgive(self, middle: Floats) -> None:
        """Count a hair within closed ground as the open ground beside it: a corner may be rounded into it."""
        shut = np.flatnonzero(self.speeds == 0)
        if len(shut):
            closed = [speed == 0 for speed in self.pace.speeds]
            self.kinds[shut] = self.ground.layers(self.pace).open_near(middle[shut], closed)
            self.speeds[shut] = np.asarray(self.pace.speeds, dtype=np.float64)[self.kinds[shut]]
            self.speeds[self.speeds == 0] = min(speed for speed in (*self.pace.speeds, self.pace.road) if speed)

    def parts(self, first: int, after: int) -> slice:
        """Return which parts belong to the segments from `first` to before `after`."""
        low, high = np.searchsorted(self.segment, [first, after])
        return slice(int(low), int(high))

    def costs(self, first: int, after: int, who: Around) -> Floats:
        """Return what each part costs, in moves, where the segments named are one path."""
        part = self.parts(first, after)
        lengths, speeds = self.lengths[part], self.speeds[part]
        if self.paved[first:after].all():
            return lengths / float(self.pace.road)
        return lengths / (speeds.min() if who.mixed_terrain == "worst" else speeds)


def prices(ground: Ground, pace: Pace, starts: Floats, ends: Floats, who: Around) -> Floats:
    """Return what each segment costs by itself, in moves; infinite where it may not be gone.

    For planners: the road's bonus is left out, since it depends on the whole path.
    """
    found = np.zeros(len(starts))
    go = np.flatnonzero((starts != ends).any(axis=1))
    if not len(go):
        return found
    bill = Bill(ground, pace, starts[go], ends[go])
    found[go] = np.bincount(bill.segment, bill.lengths / bill.speeds, minlength=len(go))
    shut = touched(ground.closed(pace, who.ways), segments(starts, ends)) | too_near(starts, ends, who)
    return np.where(shut, np.inf, found)
