"""What the bot itself must reach to win: its own mission or the open goals, never the missions of others."""

from __future__ import annotations

from collections.abc import Sequence

from wartable.games.conquest.classic.rules import RiskRules
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.goals import Eliminate, Goal, HoldRegions, mission_of, open_goals


def own_aims(rules: RiskRules, state: RiskState, seat: int) -> tuple[Goal, ...]:
    """Return what would win the game for a seat besides being the last one; any of them does."""
    mission = mission_of(rules, state, seat)
    if isinstance(mission, Eliminate) and mission.lost(state, seat):
        mission = mission.otherwise
    return (mission,) if mission else open_goals(rules, state.seats)


def wanted_mask(rules: RiskRules, aim: Goal, held: Sequence[int], seat: int) -> int:
    """Return the spaces a seat must hold for an aim: whole regions, or all of the seat to eliminate.

    For a number of spaces any will do, so the mask is everything.
    """
    if isinstance(aim, Eliminate):
        return held[aim.seat]
    return aim.wanted(rules, held[seat]) if isinstance(aim, HoldRegions) else rules.board.everything
