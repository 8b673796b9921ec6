"""A decision to be made: the table, whose turn it is, and chance to break ties by."""

from __future__ import annotations

from functools import cached_property
from random import Random

from wartable.bots.diplomacy.ground import Ground, ground_of
from wartable.bots.diplomacy.table import Table
from wartable.bots.diplomacy.worth import Worth
from wartable.games.adjudication.orders import Power
from wartable.games.diplomacy.phases.due import Due, due
from wartable.games.diplomacy.play.state import DiplomacyState


class Scene:
    """What a bot looks at when it is asked."""

    def __init__(self, state: DiplomacyState, seat: int, rng: Random) -> None:
        self.state = state
        self.power: Power = state.powers[seat]
        self.rng = rng
        self.ground: Ground = ground_of(state.options)
        self.rules = self.ground.rules
        self.table = Table(self.ground, state.position)

    @cached_property
    def due(self) -> Due:
        """What the power has to decide."""
        return due(self.rules.variant, self.state.position)[self.power]

    @cached_property
    def worth(self) -> Worth:
        """What places are worth to the power."""
        return Worth(self.table, self.power)

    def worth_at(self, kind: str, location: str) -> float:
        """Return what a unit of a kind (`A`, `F`) is worth at a location."""
        return self.worth.at[0 if kind == "A" else 1][self.ground.network.number[location]]

    def idle(self, power: Power) -> bool:
        """Whether a power is in civil disorder, so that its units hold."""
        seat, most = self.state.seat_of(power), self.rules.options.disorder_after
        return seat is None or (most > 0 and self.state.missed[seat] >= most)
