"""The one exception of the odds package."""

from wartable.engine.errors import WartableError


class OddsError(WartableError, ValueError):
    """A question about dice or battles that makes no sense; the message says what would."""


def require(condition: bool, message: str) -> None:  # noqa: FBT001 - a guard reads best by position
    """Raise `OddsError(message)` unless the condition holds."""
    if not condition:
        raise OddsError(message)


def require_range(name: str, value: int, low: int, high: int) -> None:
    """Raise `OddsError` unless the named number lies from low to high."""
    require(low <= value <= high, f"{name} must be from {low:,} to {high:,}, not {value:,}.")
