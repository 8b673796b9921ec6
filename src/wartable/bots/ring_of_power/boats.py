"""Boats: parties whom a special rule gives boats go by water where that leads on faster than their feet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from msgspec.structs import replace

from wartable.bots.ring_of_power.marching import legal, toward
from wartable.bots.ring_of_power.shores import landing, spots
from wartable.bots.ring_of_power.table import Table, apart
from wartable.bots.ring_of_power.ways import entries, journey, turns
from wartable.games.ring_of_power.campaign.actions import Move
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.play import moving
from wartable.games.ring_of_power.play.boating import boat_pace
from wartable.games.ring_of_power.scenario import Place, Point
from wartable.games.ring_of_power.special.conditions import boats, fits, standing
from wartable.games.ring_of_power.terrain.plans import Plan, plan
from wartable.games.ring_of_power.terrain.speeds import Pace
from wartable.games.ring_of_power.vocabulary import effects as words

if TYPE_CHECKING:
    from wartable.games.ring_of_power.terrain.travel import Travel

FINELY: Final = 24
"""Speeds are told apart in so many steps where feet are compared with boats."""
TRIED: Final = 3
"""Points on the water from which a way is looked for."""
GAIN: Final = 0.5
"""Boats must bring the goal nearer by so many moves to be taken."""


def by_boat(table: Table, figures: Sequence[Figure], place: Place) -> Move | None:
    """Return the move by which figures go to a place by boat, or to the bank for that; None where feet are as quick."""
    distance = _promised(table, figures)
    if not distance:
        return None
    lead = figures[0]
    pace = moving.pace_of_team(table.scene, figures)
    on_foot, afloat = (_exact(table, figures, place, one) for one in (pace, _both(table, pace, distance)))
    least = turns(on_foot, lead.point)
    if turns(afloat, lead.point) > least - GAIN:
        return None
    if all(boats(table.scene, one) >= distance for one in figures):
        move = _over(table, figures, afloat, distance, least)
        if move is not None:
            return move
    bank = _bank(table, afloat, lead.point)
    return toward(table, figures, bank) if bank is not None and bank != lead.point else None


def _promised(table: Table, figures: Sequence[Figure]) -> int:
    """Return how far a boat would take all of some figures from any bank, in 1/1000 inch; 0 without boats."""
    offers = [
        (one.distance, replace(one.who, inside=(), near="", either=())) for one in standing(table.scene, words.Boats)
    ]
    return max((far for far, who in offers if all(fits(table.scene, who, one) for one in figures)), default=0)


def _exact(table: Table, figures: Sequence[Figure], place: Place, pace: Pace) -> Travel:
    """Return a journey to a place for which speeds are told apart finely enough to compare feet with boats."""
    goals = entries(table.world, place)
    return journey(table.world, table.state, pace, goals, table.side, table.shut_to(figures), FINELY)


def _both(table: Table, pace: Pace, distance: int) -> Pace:
    """Return a pace on foot that goes on over navigable water."""
    rows = table.world.charts.terrain.values()
    speeds = (distance if row.water else speed for row, speed in zip(rows, pace.speeds, strict=True))
    return Pace(tuple(speeds), pace.road, flies=pace.flies)


def _bank(table: Table, way: Travel, start: Point) -> Point | None:
    """Return the last point on land of a way before it comes to navigable water."""
    rows = table.world.charts.terrain
    before = start
    for spot in way.way(start):
        if rows[table.world.ground.kind(spot)].water:
            return before
        before = spot
    return None


def _over(table: Table, figures: Sequence[Figure], afloat: Travel, distance: int, least: float) -> Move | None:
    """Return the move by boat that brings figures nearest to their goal, or None where it does not pay."""
    step = mil(table.world.constants.contact)
    pace = boat_pace(table.world, distance)
    who = moving.surroundings(table.scene, table.player, figures)
    sea = journey(table.world, table.state, pace, (figures[0].point,), table.side)
    shore = landing(sea, afloat, step // 2, most=1.0)
    if shore is None or shore.moves > least - GAIN:
        return None
    free = sorted(spots(table, shore.water, figures, step), key=lambda spot: (afloat.turns(spot), spot))
    paths: list[tuple[int, tuple[Point, ...]]] = []
    for one, spot in zip(figures, free, strict=False):
        ways = (plan(table.world.ground, pace, start, shore.water, who) for start in _afloat(sea, one.point, step))
        way = next((found for found in ways if isinstance(found, Plan)), None)
        paths += [(one.id, (one.point, *way.points, spot))] if way is not None else []
    return legal(table, Move(paths=tuple(paths), boat=True)) if len(paths) == len(figures) else None


def _afloat(sea: Travel, start: Point, step: int) -> list[Point]:
    """Return the points on the water within a step from a point on land, the nearest first."""
    window = sea.field.window
    nodes = window.near(start, step // window.cell)
    there = [(x, y) for x, y in window.points(nodes[np.isfinite(sea.field.costs[nodes])]).tolist()]
    return sorted((one for one in there if apart(one, start) <= step), key=lambda one: (apart(one, start), one))[:TRIED]
