"""Games played on in thought: what becomes of a table when everybody goes on by careful plans, with dice rolled."""

from __future__ import annotations

from random import Random
from typing import Final

from wartable.bots.ring_of_power.player import RingPolicy
from wartable.engine.chance import answer_with
from wartable.engine.driver import Policy
from wartable.engine.values import CHANCE, Action, Seat
from wartable.games.ring_of_power.campaign import actions
from wartable.games.ring_of_power.campaign.state import RingState
from wartable.games.ring_of_power.campaign.world import World
from wartable.games.ring_of_power.play.game import RING_OF_POWER

DECISIONS: Final = 400
"""Decisions after which a game in thought is given up."""
GRADES: Final = {"minor": 0.8}
"""What a victory of a grade is worth; any other is worth 1."""


def unto_dice(state: RingState, player: type[RingPolicy], until: int) -> RingState:
    """Return a table after everybody has played on from the end of the movement under way until dice are rolled.

    All games in thought from there have this in common, as careful players decide without chance.
    """
    state = RING_OF_POWER.advance(state, RING_OF_POWER.to_act(state)[0], actions.Done())
    return _played(state, player, until, None)


def played_on(state: RingState, player: type[RingPolicy], until: int, rng: Random) -> RingState:
    """Return a table after everybody has played on to a turn or the end."""
    return _played(state, player, until, rng)


def _played(state: RingState, player: type[RingPolicy], until: int, rng: Random | None) -> RingState:
    """Play on; without a source of chance, only until dice are rolled."""
    policies: dict[Seat, Policy] = {}
    for _ in range(DECISIONS):
        asked = RING_OF_POWER.to_act(state)
        if not asked or state.turn >= until or (asked[0] == CHANCE and rng is None):
            break
        state = RING_OF_POWER.advance(state, asked[0], _answer(state, asked[0], policies, player, rng or Random(0)))
    return state


def _answer(
    state: RingState, seat: Seat, policies: dict[Seat, Policy], player: type[RingPolicy], rng: Random
) -> Action:
    if seat == CHANCE:
        return answer_with(RING_OF_POWER.request(state), rng)
    return policies.setdefault(seat, player()).decide(RING_OF_POWER, state, seat, rng).action


def won(world: World, state: RingState, side: str) -> float | None:
    """Return 1 where a side has won, less for a victory of a lower grade, below 0 where it has lost; None: not over."""
    ending = state.ending
    if ending is None:
        return None
    if not ending.winner:
        return 0.0
    value = GRADES.get(ending.grade, 1.0)
    return -value if world.scenario.hostile(ending.winner, side) else value
