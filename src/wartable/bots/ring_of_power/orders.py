"""Orders: what a player wants figures to do in this movement, and how they become moves one after the other."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from wartable.bots.ring_of_power import marching
from wartable.bots.ring_of_power.table import Table
from wartable.games.ring_of_power.campaign.actions import Move
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.scenario import Point

Verb: TypeAlias = Literal["go", "fight", "enter", "leave"]
"""Go to a place; come to blows at a point; go into the garrison of a place, or its tower; leave the table by it."""


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


def carried_out(table: Table, order: Order, figures: tuple[Figure, ...]) -> Move | None:
    """Return the move by which figures do what they are ordered to, or None where nothing can be done now."""
    if order.verb == "fight":
        return marching.toward(table, figures, order.point, order.short)
    place = table.world.place(order.place)
    if order.verb == "enter":
        inside = marching.into(table, figures, place, tower=order.tower)
        if inside is not None:
            return inside
    if order.verb == "leave":
        gone = marching.out(table, figures, place)
        if gone is not None:
            return gone
    if all(one.inside == place.id for one in figures):
        return None
    return marching.along(table, figures, marching.to_place(table, figures, place), order.short)
