"""What the bot itself must reach to win: its own mission or the open goals, never the missions of others."""

from __future__ import annotations

from collections.abc import Sequence

from wartable.games.conquest.classic.goals import NO_MISSION, Aim, aim_of, open_aims, wanted_regions
from wartable.games.conquest.classic.rules import RiskRules
from wartable.games.conquest.classic.state import RiskState
from wartable.games.conquest.core.data import SpaceMission


def own_aims(rules: RiskRules, state: RiskState, seat: int) -> tuple[Aim, ...]:
    """Return what would win the game for a seat besides being the last one; any of them does."""
    if rules.options.goal != "missions":
        return open_aims(rules, state.seats)
    mission = state.missions[seat]
    return () if mission == NO_MISSION else (aim_of(rules, state, seat, mission),)


def wanted_mask(rules: RiskRules, aim: Aim, held: Sequence[int], seat: int) -> int:
    """Return the spaces a seat must hold for an aim: whole regions, or all of the seat to eliminate.

    For a number of spaces any will do, so the mask is everything.
    """
    if isinstance(aim, int):
        return held[aim]
    if isinstance(aim, SpaceMission):
        return rules.board.everything
    return wanted_regions(rules, held[seat], aim)
