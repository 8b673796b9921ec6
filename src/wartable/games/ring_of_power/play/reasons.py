"""Reasons why something may not be done, with the number of its rule."""

from __future__ import annotations

from wartable.engine.errors import Reason


def reason(code: str, message: str, rule: str) -> Reason:
    """Return why something may not be done; `rule` is a number of the rules page."""
    return Reason(code=f"ring.{code}", message=message, rule=f"ring-of-power {rule}")
