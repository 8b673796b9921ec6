"""How often somebody may do something: buckets that fill again with time."""

from __future__ import annotations

import time
from collections import OrderedDict
from math import ceil

from msgspec import Struct

from wartable.server.problems import Refused


class Rate(Struct, frozen=True):
    """At most `burst` at once, and `per_second` in the long run."""

    burst: int
    per_second: float


RATES = {
    "guest": Rate(30, 0.5),
    "sign in": Rate(20, 0.1),
    "mail": Rate(5, 0.01),
    "table": Rate(20, 0.2),
    "tables": Rate(60, 0.2),
    "bot tables": Rate(8, 0.05),
    "command": Rate(60, 4.0),
    "chat": Rate(8, 0.7),
    "action": Rate(120, 40.0),
    "sum": Rate(40, 10.0),
    "seconds": Rate(60, 0.25),
    "moments": Rate(3, 0.1),
    "inquiry": Rate(120, 30.0),
    "calendar": Rate(60, 1.0),
}
"""What is limited: per address new guests, attempts to sign in, mails, tables, games of bots alone, calculations, the
seconds that long ones take and those that short ones take in threads of the server, calendars; per player tables,
chat, mails, decisions, other commands, and questions about a position, of which a pointer that is dragged asks many."""

_MOST = 20_000
"""So many buckets are kept: those used last."""


class Limits:
    """The buckets of one process. With `on` false everything passes."""

    def __init__(self, *, on: bool) -> None:
        self._on = on
        self._levels: OrderedDict[tuple[str, str], tuple[float, float]] = OrderedDict()

    def take(self, what: str, who: str) -> None:
        """Count one more; raises `Refused` (429) when it is too often."""
        self.require(what, who)
        self.spend(what, who, 1.0)

    def require(self, what: str, who: str) -> None:
        """Raise `Refused` (429) where somebody has used up what he may."""
        if not self.allow(what, who):
            rate, level = RATES[what], self._level(what, who)
            wait = max(1, ceil((1 - level) / rate.per_second))
            refused = Refused(429, "rate.limit", f"Too many attempts. Please wait {wait} s and try again.")
            refused.wait = wait
            raise refused

    def allow(self, what: str, who: str) -> bool:
        """Whether somebody has not used up what he may."""
        return not self._on or self._level(what, who) >= 1

    def spend(self, what: str, who: str, amount: float) -> None:
        """Count something that has been done, by what it took."""
        self._levels[what, who] = (self._level(what, who) - amount, time.monotonic())
        self._levels.move_to_end((what, who))
        if len(self._levels) > _MOST:
            self._levels.popitem(last=False)

    def _level(self, what: str, who: str) -> float:
        rate, at = RATES[what], time.monotonic()
        level, since = self._levels.get((what, who), (float(rate.burst), at))
        return min(rate.burst, level + (at - since) * rate.per_second)
