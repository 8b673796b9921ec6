"""What the calculator works out in the process beside the server, which loads it: geometry takes a while to load."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wartable.engine.lazy import Lazy
from wartable.tools.ring_of_power.wire import OddsAnswer, OddsWish

if TYPE_CHECKING:
    from wartable.tools.ring_of_power import calculator
else:
    calculator = Lazy("wartable.tools.ring_of_power.calculator")


def answer(wish: OddsWish) -> OddsAnswer:
    """Return the odds wished for; raises `Refused`."""
    return calculator.answer(wish)
