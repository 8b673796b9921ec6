"""The time that deadlines go by: like the clock of the machine, but never set back and never set forward."""

from __future__ import annotations

import time
from collections.abc import Callable


def elapsed() -> float:
    """Return seconds that have passed since some moment, those asleep among them, whatever the clock is set to."""
    for name in ("CLOCK_BOOTTIME", "CLOCK_MONOTONIC"):  # on Linux the second stands still while the machine sleeps
        if hasattr(time, name):
            return time.clock_gettime(getattr(time, name))
    return time.monotonic()


class ServerTime:
    """Seconds since 1970, as the machine's clock told them when this began, and from then on as they really pass.

    A machine's clock may be corrected by hours, and a deadline must neither move away nor be over by that. Deadlines
    are kept as points of this time. After a restart the clock is asked anew: `not_before` then keeps this time from
    being earlier than what the deadlines in the database have been counted by.
    """

    def __init__(self, wall: Callable[[], float] = time.time, passed: Callable[[], float] = elapsed) -> None:
        self._passed = passed
        self._ahead = wall() - passed()

    def __call__(self) -> float:
        """Return the time."""
        return self._passed() + self._ahead

    def not_before(self, at: float) -> float:
        """Go on from a time if that is later; return by how many seconds this time has moved."""
        late = max(0.0, at - self())
        self._ahead += late
        return late
