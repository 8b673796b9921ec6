"""What a campaign waits for: a player's decision, or dice."""

from __future__ import annotations

from wartable.engine.chance import Roll
from wartable.games.flow.handler import Ask
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World, seat_of

SIX = 6


class Asked(Ask, frozen=True, gc=False, kw_only=True):
    """A player of the scenario is asked: a seat may play several."""

    player: int


def asked(world: World, state: RingState, player: int) -> Asked:
    """Ask a player. The wild decide nothing, so nobody is asked for them."""
    seat = seat_of(world, state.seats, player)
    return Asked(() if seat is None else (seat,), player=player)


def dice(purpose: str, count: int) -> Roll:
    """Return a request for ordinary dice (A4)."""
    return Roll(purpose, (SIX,) * count)
