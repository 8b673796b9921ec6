"""What a conquest bot looks at when it is asked: the state, its position in quick form, its generator."""

from __future__ import annotations

from random import Random

import msgspec

from wartable.bots.conquest.ground import Ground, ground_of
from wartable.bots.conquest.position import Position
from wartable.games.conquest.rules import RiskRules
from wartable.games.conquest.state import RiskState


class Scene(msgspec.Struct, frozen=True):
    """One question put to a bot."""

    state: RiskState
    pos: Position
    ground: Ground
    seat: int
    rng: Random

    @property
    def rules(self) -> RiskRules:
        """The compiled rules of the game."""
        return self.ground.rules


def scene_of(state: RiskState, seat: int, rng: Random) -> Scene:
    """Lay out a state for the seat that is asked."""
    ground = ground_of(state.options)
    return Scene(state, Position.of(ground, state, seat), ground, seat, rng)
