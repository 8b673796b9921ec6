"""Orders: what a player wants figures to do in this movement, and how they become moves one after the other."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from wartable.bots.ring_of_power import boats, marching
from wartable.bots.ring_of_power.table import Table
from wartable.games.ring_of_power.campaign.actions import Move
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.scenario import Point

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
    sailed = boats.by_boat(table, figures, place)
    if sailed is not None:
        return sailed
    return marching.along(table, figures, marching.to_place(table, figures, place), order.short)
