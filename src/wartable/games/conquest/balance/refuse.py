"""Refusals of the variant, each with the number of its rule."""

from __future__ import annotations

from wartable.engine.errors import Reason


def no(code: str, message: str, rule: int, fix: tuple[str, ...] = ()) -> Reason:
    """Return a refusal by a numbered rule of the variant (`balance-of-power 36`)."""
    return Reason(code=code, message=message, rule=f"balance-of-power {rule}", fix=fix)
