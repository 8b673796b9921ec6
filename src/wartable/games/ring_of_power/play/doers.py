"""Whose doing an event is: the seat under whose name the log tells it."""

from __future__ import annotations

from wartable.engine.values import Event, Seat
from wartable.games.ring_of_power.campaign.agenda import Movement
from wartable.games.ring_of_power.campaign.events import (
    Arrived,
    Changed,
    Declared,
    FellBack,
    Gone,
    HandedOver,
    Moved,
    Scored,
    Summoned,
)
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World, seat_of


def doer(world: World, state: RingState, event: Event) -> Seat | None:
    """Return the seat of the player whose event it is; None for what belongs to all, as turns and combats do.

    `state` is the one before the event. What becomes of figures, and what that scores, is their player's own while
    somebody moves; else it is a part of what befell all.
    """
    player: int | None = None
    if isinstance(event, Moved | Arrived | Summoned | Declared | FellBack):
        player = event.player
    elif state.agenda and isinstance(state.agenda[0], Movement):
        player = _owner(state, event)
    return None if player is None else seat_of(world, state.seats, player)


def _owner(state: RingState, event: Event) -> int | None:
    """Return whose score an event tells of, or whose figures, where they are of one player."""
    match event:
        case Scored(player=player):
            return player
        case Changed(figures=numbers) | Gone(figures=numbers):
            figures = numbers
        case HandedOver(by=number):
            figures = (number,)
        case _:
            return None
    owners = {state.by_id[number].owner for number in figures if number in state.by_id}
    return owners.pop() if len(owners) == 1 else None
