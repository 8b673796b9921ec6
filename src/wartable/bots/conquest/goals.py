"""What the bot itself must reach to win: its own mission or the open goals, never the missions of others."""

from __future__ import annotations

from typing import TypeAlias

from wartable.bots.conquest.ground import Ground
from wartable.games.conquest.data import RegionMission, SpaceMission
from wartable.games.conquest.goals import NO_MISSION, falls_back, open_aims, target_seat
from wartable.games.conquest.rules import Rules
from wartable.games.conquest.state import RiskState

Aim: TypeAlias = RegionMission | SpaceMission | int
"""Regions to hold, spaces to hold, or a seat to eliminate."""


def own_aims(rules: Rules, state: RiskState, seat: int) -> tuple[Aim, ...]:
    """Return what would win the game for a seat besides being the last one; any of them does."""
    if rules.options.goal != "missions":
        return open_aims(rules, state.seats)
    mission = state.missions[seat]
    return () if mission == NO_MISSION else (_mission(rules, state, seat, mission),)


def _mission(rules: Rules, state: RiskState, seat: int, mission: int) -> Aim:
    table = rules.missions
    if mission < len(table.regions):
        return table.regions[mission]
    target = target_seat(rules, mission)
    if target is None:
        return table.spaces[mission - len(table.regions)]
    return table.fallback if falls_back(state, seat, target) else target


def wanted_mask(ground: Ground, aim: Aim, held: tuple[int, ...] | list[int], seat: int) -> int:
    """Return the spaces a seat must hold for an aim: whole regions, or all of the seat to eliminate.

    Where further regions are free to choose, those that lack least are taken; for a number of spaces any will do, so
    the mask is everything.
    """
    if isinstance(aim, int):
        return held[aim]
    if isinstance(aim, SpaceMission):
        return ground.everything
    ids = ground.rules.board.region_ids
    named = [region.mask for name, region in zip(ids, ground.regions, strict=True) if name in aim.hold]
    free = [region.mask for region in ground.regions if region.mask not in named]
    free.sort(key=lambda mask: ((mask & ~held[seat]).bit_count(), mask))
    wanted = 0
    for mask in (*named, *free[: aim.plus_any]):
        wanted |= mask
    return wanted
