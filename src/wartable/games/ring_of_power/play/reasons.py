"""Why something may not be done, and the figures that a player may name."""

from __future__ import annotations

from wartable.engine.errors import Reason
from wartable.games.ring_of_power.campaign.run import name_of
from wartable.games.ring_of_power.campaign.state import Figure, RingState
from wartable.games.ring_of_power.campaign.world import World


def reason(code: str, message: str, rule: str) -> Reason:
    """Return why something may not be done; `rule` is a number of the rules page."""
    return Reason(code=f"ring.{code}", message=message, rule=f"ring-of-power {rule}")


def mine(world: World, state: RingState, player: int, numbers: tuple[int, ...]) -> tuple[Figure, ...] | Reason:
    """Return figures that a player moves now, or why he does not: unknown, another's, lent away, or named twice."""
    if len(set(numbers)) < len(numbers):
        return reason("twice", "A figure is named twice; name each once.", "C1")
    for number in numbers:
        figure = state.by_id.get(number)
        if figure is None:
            return reason("no_figure", f"There is no figure {number} on the table.", "C1")
        if figure.mover != player:
            whose = world.scenario.players.get(world.players[figure.owner])
            name = whose.name if whose else "the wild"
            return reason("not_yours", f"{name_of(world, figure)} belongs to {name}; move your own figures.", "C1")
    return tuple(state.by_id[number] for number in numbers)
