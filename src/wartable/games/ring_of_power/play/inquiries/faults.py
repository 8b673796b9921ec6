"""Why something asked about is not allowed, with the figure and the spot where there are any."""

from __future__ import annotations

import msgspec

from wartable.engine.errors import Reason
from wartable.games.ring_of_power.scenario import Point
from wartable.games.ring_of_power.terrain.paths import PathFault


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a way or a retreat: whose it is, where, a stable code, a sentence and the rule."""

    figure: int | None
    at: Point | None
    code: str
    message: str
    rule: str


def told(fault: PathFault | Reason, figure: int | None = None, at: Point | None = None) -> Fault:
    """Return a fault of the judge, or a reason of the rules, as it is told."""
    if isinstance(fault, PathFault):
        code, message = f"ring.{fault.code}", fault.sentence
        return Fault(figure=figure, at=fault.at or at, code=code, message=message, rule=f"ring-of-power {fault.rule}")
    return Fault(figure=figure, at=at, code=fault.code, message=fault.message, rule=fault.rule)
