"""Voyages: ships bring troops to the shore from which they are soonest where they are wanted most (Q69)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from wartable.bots.ring_of_power.goals import Goal, goals
from wartable.bots.ring_of_power.marching import journey, to_place, turns
from wartable.bots.ring_of_power.orders import Order, landing, spots
from wartable.bots.ring_of_power.strategy import FAR, HASTE, ROUNDS
from wartable.bots.ring_of_power.strength import prevail, strength_of
from wartable.bots.ring_of_power.table import Band, Table, apart
from wartable.engine.errors import refusal
from wartable.games.ring_of_power.campaign.actions import Board
from wartable.games.ring_of_power.campaign.figures import near, pace_for
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.charts import mil
from wartable.games.ring_of_power.play import movement
from wartable.games.ring_of_power.scenario import Point

if TYPE_CHECKING:
    from wartable.games.ring_of_power.terrain.travel import Travel

FLEET: Final = 12_000
"""Ships so near to each other, in 1/1000 inch, land their passengers together."""
SOON: Final = 3.0
"""So many moves off, troops come to a ship, and a ship to the help of its side."""
MOORED: Final = 1.0
"""A ship is where it was to land if it lies so near, in inches."""
BERTH: Final = 900
"""Ships land so far from each other, in 1/1000 inch."""


class Voyage(NamedTuple):
    """Where a ship lands its passengers, on the way to what, and what that promises."""

    goal: Goal
    shore: Point
    promise: float


def orders(table: Table, left: Sequence[Band]) -> tuple[list[Order], list[Band]]:
    """Return the orders of ships and of those who board them, and the bands left over of some with nothing to do."""
    fleet = [band.figures[0] for band in table.bands if band.role == "ship"]
    found: list[Order] = []
    idle = list(left)
    if fleet:
        every = [goal for goal in goals(table) if goal.place and not goal.siege]
        berths: list[Point] = []
        for ship in fleet:
            aboard = tuple(one for one in table.state.figures if one.aboard == ship.id)
            boarding, coming, idle = _called(table, ship, idle, every) if not aboard else ((), [], idle)
            found += coming
            if boarding:
                ids = tuple(one.id for one in boarding)
                found.append(Order(ids, "board", "goes aboard, where no way on foot leads to anything", ship=ship.id))
            aboard = aboard or boarding
            voyage = _best(table, ship, aboard, every, berths) if len(aboard) > len(coming) else None
            if voyage is not None:
                berths.append(voyage.shore)
                found += _sailing(ship, aboard, voyage)
    return found, idle


def _beside(table: Table, ship: Figure, figures: Sequence[Figure]) -> list[Figure]:
    """Return who of some figures is so near to a ship that he may go aboard."""
    return [one for one in figures if one.in_field and apart(one.point, ship.point) <= reach(table)]


def _sailing(ship: Figure, aboard: Sequence[Figure], voyage: Voyage) -> Iterator[Order]:
    name, ids = voyage.goal.name, tuple(one.id for one in aboard)
    if ship.point != voyage.shore:
        yield Order((ship.id,), "sail", f"sails for {name}", voyage.goal.place, voyage.shore)
    yield Order(ids, "land", f"goes ashore for {name}", voyage.goal.place, voyage.shore, ship=ship.id)


def _best(
    table: Table, ship: Figure, aboard: Sequence[Figure], every: Sequence[Goal], berths: Sequence[Point] = ()
) -> Voyage | None:
    """Return the voyage that promises most to a ship with passengers and those near it, if there is any."""
    fleet = [one for one in table.own if one.aboard and apart(one.point, ship.point) < FLEET] or aboard
    strength = strength_of(table.world, [replace(one, aboard=0) for one in fleet])
    sea = journey(table.world, table.state, pace_for(table.world, ship), (ship.point,), table.side)
    foes = (one.point for host in table.hosts for one in host.figures if one.in_field)
    taken = np.array([*berths, *foes], dtype=np.int64).reshape(-1, 2)
    found: list[Voyage] = []
    for goal in every:
        ahead = _way(table, aboard, goal.place)
        shore = landing(sea, ahead, reach(table), avoid=taken, clear=BERTH)
        if shore is not None and shore.moves <= (SOON if goal.kind == "guard" else FAR + 1):
            win = prevail(strength, goal.need, ROUNDS)
            found.append(Voyage(goal, shore.water, goal.worth * win / (1 + HASTE * shore.moves)))
    best_first = sorted(found, key=lambda one: -one.promise)
    return next((one for one in best_first if spots(table, one.shore, aboard[:1], reach(table))), None)


def _way(table: Table, figures: Sequence[Figure], place: str) -> Travel:
    """Return the journey on foot of figures, aboard or not, to a place."""
    return to_place(table, figures, table.world.place(place))


def reach(table: Table) -> int:
    """Return how far from a ship figures go ashore and aboard, in 1/1000 inch (Q69)."""
    return mil(movement.reach(table.world))


def _called(
    table: Table, ship: Figure, bands: Sequence[Band], every: Sequence[Goal]
) -> tuple[tuple[Figure, ...], list[Order], list[Band]]:
    """Return who boards an empty ship now, the orders of those who come to it, and the bands that stay."""
    room = table.world.kind(ship).capacity
    for band in bands:
        if band.role != "troops" or not room:
            continue
        around = spots(table, ship.point, band.figures[:1], reach(table))[:room]
        beside = _beside(table, ship, band.figures)
        near_it = bool(beside) or _soon(table, band, around)
        if near_it and _best(table, ship, (*beside, *band.figures)[:room], every):
            others = [one for one in band.figures if one not in beside]
            free = around[: max(0, room - len(beside))]
            pairs = zip(others, free, strict=False)
            coming = [Order((one.id,), "fight", "makes for the ships", point=spot) for one, spot in pairs]
            return tuple(beside[:room]), coming, [one for one in bands if one is not band]
    return (), [], list(bands)


def _soon(table: Table, band: Band, around: Sequence[Point]) -> bool:
    """Whether a band in the field gets soon to points beside a ship."""
    if band.inside or not around or apart(band.point, around[0]) > SOON * max(band.pace.speeds):
        return False
    way = journey(table.world, table.state, band.pace, tuple(around[:1]), table.side)
    return turns(way, band.point) <= SOON


def carried_out(table: Table, order: Order, figures: Sequence[Figure]) -> Board | None:
    """Return how figures go aboard or ashore as they were ordered, or None where the rules do not let them now."""
    found = _embarking(table, order, figures)
    legal = found and refusal(movement.check_board, table.world, table.state, table.player, found) is None
    return found if legal else None


def _embarking(table: Table, order: Order, figures: Sequence[Figure]) -> Board | None:
    ship = table.state.by_id.get(order.ship)
    if ship is None:
        return None
    if order.verb == "board":
        room = max(0, movement.room_aboard(table.scene, ship))
        boarding = tuple(one.id for one in _beside(table, ship, figures)[:room])
        return Board(ship=ship.id, figures=boarding) if boarding else None
    if ship.moved == table.state.turn and not near(ship.point, order.point, MOORED):
        return None  # it goes on with its next move; where it could not sail, they land as well as they can
    ahead = _way(table, figures, order.place)
    there = [(ahead.turns(spot), spot) for spot in spots(table, ship.point, figures, reach(table))]
    least = min(there, default=(float("inf"), (0, 0)))[0]
    ashore = tuple(spot for moves, spot in sorted(there) if moves <= least + 1)[: len(figures)]
    if not ashore or least == float("inf"):
        return None
    return Board(ship=ship.id, figures=tuple(one.id for one in figures[: len(ashore)]), ashore=ashore)
