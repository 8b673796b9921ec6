"""Who wins a campaign: the players of the winning side, or those of them whom the scenario lets share (4)."""

from __future__ import annotations

from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World, seating


def ranks(world: World, state: RingState) -> tuple[int, ...]:
    """Return the rank of each seat: those who share the victory first, the rest of their side next, then all others.

    A seat of several players shares it if one of them does. Where nobody won, all are equal.
    """
    ending = state.ending
    groups = seating(world, state.seats)
    if ending is None or not ending.winner:
        return (1,) * len(groups)
    sharing = set(_sharing(world, state, ending.winner))
    sides = [world.sides[group[0]] for group in groups]
    levels = [
        0 if not sharing.isdisjoint(group) else 1 if side == ending.winner else 2
        for group, side in zip(groups, sides, strict=True)
    ]
    return tuple(1 + sum(other < level for other in levels) for level in levels)


def _sharing(world: World, state: RingState, winner: str) -> tuple[int, ...]:
    """Return the players of the winning side who share its victory; all of them where that would leave nobody."""
    own = tuple(player for player, side in enumerate(world.sides) if side == winner)
    match world.scenario.sharing.get(winner, "all"):
        case "most_points":
            best = max(state.points[player] for player in own)
            found = tuple(player for player in own if state.points[player] == best)
        case "homes":
            found = tuple(player for player in own if _at_home(world, state, player))
        case "all":
            found = own
    return found or own


def _at_home(world: World, state: RingState, player: int) -> bool:
    """Whether a player has no home, or his side still holds one of his."""
    homes = [place.id for place in world.scenario.places if place.home_of == world.players[player]]
    return not homes or any(state.holder.get(home) == world.sides[player] for home in homes)
