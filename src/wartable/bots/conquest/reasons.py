"""Words for the reasons bots give: one plain sentence each."""

from __future__ import annotations


def percent(chance: float) -> str:
    """Say a probability without false certainty: `85 %`, `over 99 %`."""
    if chance > 0.99:
        return "over 99 %"
    return "under 1 %" if chance < 0.01 else f"{100 * chance:.0f} %"


def who(seat: int) -> str:
    """Name another player the way the rules do in their messages: `seat 2`."""
    return f"seat {seat + 1}"
