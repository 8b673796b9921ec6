"""How much time presses a side as turns run out, and who must set out now to be in a place before the enemy."""

from __future__ import annotations

from math import ceil
from typing import Final

from wartable.bots.ring_of_power.marching import to_place, turns
from wartable.bots.ring_of_power.table import Table, apart
from wartable.games.ring_of_power.campaign.figures import able
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.play import moving
from wartable.games.ring_of_power.play.garrisons import verdict_of
from wartable.games.ring_of_power.scenario import Place


def urgency(table: Table) -> float:
    """Return how much time presses, from 0 to 1: not at all where sitting still would win."""
    verdict = verdict_of(table.world, table.state, "time_out")
    if verdict is not None and verdict.winner == table.side:
        return 0.0
    return min(1.0, (table.state.turn / max(1, table.world.last_turn)) ** 2)


DECISIVE: Final = 1.0
"""Places of this worth decide the game."""
FAR: Final = 45_000
"""Enemies further from a place, in 1/1000 inch, are in no race for it."""


def hurried(table: Table) -> frozenset[int]:
    """Return the figures of the player that would be too late in a place they hold if they set out a turn later."""
    found: set[int] = set()
    for place in table.world.scenario.places:
        if table.aims.hold.get(place.id, 0.0) >= DECISIVE and table.hold_of(place) and not _guarded(table, place):
            theirs = _soonest(table, place, [one for host in table.hosts for one in host.figures if one.in_field])
            for band in table.bands:
                ours = _soonest(table, place, band.figures)
                if ours is not None and theirs is not None and ours <= theirs < ours + 1:
                    found |= set(band.ids)
    return frozenset(found)


def _guarded(table: Table, place: Place) -> bool:
    within = table.scene.lineup.within(place.id)
    return any(one.id in within and able(table.world, one) for one in table.own)


def _soonest(table: Table, place: Place, figures: list[Figure] | tuple[Figure, ...]) -> int | None:
    """Return in how many moves the first of some figures is in a place, None if they are too far away."""
    near = min(figures, key=lambda one: (apart(one.point, place.centre), one.id), default=None)
    if near is None or apart(near.point, place.centre) > FAR:
        return None
    pace = moving.pace_of_team(table.scene, (near,))
    saved = 0.0 if place.walled else apart(near.point, place.centre) - table.world.distance(place.id, near.point)
    far = turns(to_place(table, (near,), place, pace), near.point) - saved / max(1, *pace.speeds)
    return max(1, ceil(far)) if far < float("inf") else None
