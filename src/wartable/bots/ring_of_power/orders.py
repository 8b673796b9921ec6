"""Orders: what a player wants figures to do, how they become moves one after the other; boats, and where one lands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

import numpy as np
from msgspec.structs import replace

from wartable.bots.ring_of_power import marching
from wartable.bots.ring_of_power.marching import entries, journey, legal, moves_of, toward, turns
from wartable.bots.ring_of_power.table import Table, apart
from wartable.games.ring_of_power.campaign.actions import Move
from wartable.games.ring_of_power.campaign.deployment import footing, stands
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.play import moving
from wartable.games.ring_of_power.play.hindrances import boat_pace
from wartable.games.ring_of_power.scenario import Place, Point
from wartable.games.ring_of_power.special.conditions import boats, fits, standing
from wartable.games.ring_of_power.terrain.geometry import squared
from wartable.games.ring_of_power.terrain.plans import Plan, plan
from wartable.games.ring_of_power.terrain.speeds import Pace
from wartable.games.ring_of_power.vocabulary import effects as words

if TYPE_CHECKING:
    from wartable.games.ring_of_power.terrain.geometry import Floats, Ints, Mask
    from wartable.games.ring_of_power.terrain.travel import Travel

Verb: TypeAlias = Literal["go", "fight", "enter", "leave", "sail", "board", "land"]
"""Go to a place; come to blows at a point; go into the garrison of a place, or its tower; leave the table by it.

Ships sail to a point; others board a ship, or land from it where it lies at the point, on the way to the place.
"""


class Order(NamedTuple):
    """Figures, what they do, where, and why: the end of a sentence that begins with who they are."""

    figures: tuple[int, ...]
    verb: Verb
    why: str
    place: str = ""
    point: Point = (0, 0)
    tower: bool = False
    alone: bool = True
    """Whether nobody else is ordered to the same fight."""
    short: int = 0
    """How far before the goal they halt, in 1/1000 inch."""
    ship: int = 0
    """The ship that is boarded or left, by id."""


def carried_out(table: Table, order: Order, figures: tuple[Figure, ...]) -> Move | None:
    """Return the move by which figures do what they are ordered to, or None where nothing can be done now.

    To board and to land are no moves.
    """
    if order.verb in {"board", "land"}:
        return None
    if order.verb == "sail":
        return marching.sail(table, figures, order.point)
    if order.verb == "fight":
        return marching.toward(table, figures, order.point, order.short)
    place = table.world.place(order.place)
    done: Move | None = None
    if order.verb == "enter":
        done = marching.into(table, figures, place, tower=order.tower)
    if order.verb == "leave":
        done = marching.out(table, figures, place)
    if done is not None or all(one.inside == place.id for one in figures):
        return done
    sailed = by_boat(table, figures, place)
    if sailed is not None:
        return sailed
    return marching.along(table, figures, marching.to_place(table, figures, place), order.short)


SLACK: Final = 0.05
"""Estimates of moves are taken to be whole that are so little over it."""
CLOSE: Final = 300
"""Points beside a landing are so far apart, in 1/1000 inch."""
FINE: Final = 6
"""From the middle of a wide landing there are so many of them to either side."""


class Shore(NamedTuple):
    """A point on the water to land from, and how many moves it is to the goal by it: on water and then on land."""

    water: Point
    moves: float


def landing(
    sea: Travel, ahead: Travel, reach: int, *, most: float = np.inf, avoid: Ints | None = None, clear: int = 0
) -> Shore | None:
    """Return where to land: journey `sea` leads there within `most` moves, and on from land within `reach` of it.

    Who lands has used up his move, so moves count as whole ones. Points nearer than `clear` to those of `avoid` are
    left out. Lengths are 1/1000 inch.
    """
    over = moves_of(sea)
    nodes = np.flatnonzero(np.isfinite(over) & (over <= most))
    water = sea.field.window.points(nodes)
    if avoid is not None and len(avoid) and len(nodes):
        free = (squared(water[:, None], avoid[None]) > clear**2).all(axis=1)
        nodes, water = nodes[free], water[free]
    if not len(nodes):
        return None
    walk = _nearest(ahead, water, reach)
    total = np.maximum(_whole(over[nodes]), 1) + _whole(walk)
    best = int(np.argmin(total + (over[nodes] + walk) / 1000))
    x, y = water[best].tolist()
    return Shore((x, y), float(total[best])) if np.isfinite(total[best]) else None


def _whole(moves: Floats) -> Floats:
    return np.ceil(moves - SLACK)


def _nearest(ahead: Travel, water: Ints, reach: int) -> Floats:
    """Return the fewest moves to the goal of a journey from land within reach of each point on the water."""
    window = ahead.field.window
    cells = reach // window.cell
    steps = np.arange(-cells, cells + 1)
    up, right = (each.ravel() for each in np.meshgrid(steps, steps, indexing="ij"))
    disc = (up**2 + right**2) * window.cell**2 <= (reach - window.cell / 2) ** 2
    at = np.rint((water - (window.west, window.south)) / window.cell).astype(np.int64)
    rows, columns = at[:, 1:] + up[disc], at[:, :1] + right[disc]
    inside = (rows >= 0) & (rows < window.rows) & (columns >= 0) & (columns < window.columns)
    costs = moves_of(ahead).reshape(window.rows, window.columns)
    found = costs[np.clip(rows, 0, window.rows - 1), np.clip(columns, 0, window.columns - 1)]
    return np.asarray(np.where(inside, found, np.inf).min(axis=1, initial=np.inf))


def spots(table: Table, water: Point, figures: Sequence[Figure], reach: int) -> list[Point]:
    """Return free points of land within reach of a point on the water on which each of some figures may land."""
    who = moving.surroundings(table.scene, table.player, figures)
    pace = footing(table.world, [replace(one, aboard=0) for one in figures])
    steps = range(-reach, reach + 1, max(CLOSE, reach // FINE))
    around = [(water[0] + east, water[1] + north) for east in steps for north in steps]
    near = [spot for spot in around if apart(spot, water) <= reach and spot not in who.taken]
    dry = table.world.ground.on_table(np.array(near, dtype=np.float64)) & _dry(table, near)
    dry &= ~table.world.ground.parted(water, near, who.ways)
    return [spot for spot, fits in zip(near, dry.tolist(), strict=True) if fits and stands(table.world, pace, spot)]


def _dry(table: Table, points: Sequence[Point]) -> Mask:
    """Return which points are on no water."""
    wet = np.array([bool(row.water) for row in table.world.charts.terrain.values()])
    return np.asarray(~wet[table.world.ground.kinds(np.array(points))], dtype=bool)


FINELY: Final = 24
"""Speeds are told apart in so many steps where feet are compared with boats."""
TRIED: Final = 3
"""Points on the water from which a way is looked for."""
GAIN: Final = 0.5
"""Boats must bring the goal nearer by so many moves to be taken."""


def by_boat(table: Table, figures: Sequence[Figure], place: Place) -> Move | None:
    """Return the move by which figures go to a place by boat, or to the bank for that; None where feet are as quick."""
    # How far a boat would take all of some figures from any bank, in 1/1000 inch; 0 without boats.
    offers = [
        (one.distance, replace(one.who, inside=(), near="", either=())) for one in standing(table.scene, words.Boats)
    ]
    distance = max((far for far, who in offers if all(fits(table.scene, who, one) for one in figures)), default=0)
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
