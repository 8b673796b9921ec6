"""A decision to be made: the table, whose turn it is, and chance to break ties by."""

from __future__ import annotations

from functools import cached_property
from random import Random

from wartable.bots.diplomacy.ground import Ground, ground_of
from wartable.bots.diplomacy.table import Table
from wartable.bots.diplomacy.worth import Worth
from wartable.games.adjudication.orders import Power, Unit
from wartable.games.adjudication.units import NOBODY
from wartable.games.diplomacy.phases.due import Due, due
from wartable.games.diplomacy.play.choices import PowerChoices
from wartable.games.diplomacy.play.state import DiplomacyState


class Scene:
    """What a bot looks at when it is asked."""

    def __init__(self, state: DiplomacyState, seat: int, rng: Random) -> None:
        self.state = state
        self.power: Power = state.powers[seat]
        self.rng = rng
        self.ground: Ground = ground_of(state.options)
        self.rules = self.ground.rules
        self.table = self.table_with()

    def table_with(self, struck: int = NOBODY) -> Table:
        """Return the table, one unit of which may be driven off before anybody moves."""
        return Table(self.ground, self.state.position, struck=struck)

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
        network = self.ground.network
        return self.worth.at[network.letters[kind]][network.number[location]]

    def outlook(self, unit: Unit) -> float:
        """Return the best that a new unit has before it."""
        kind = self.ground.network.letters[unit.kind]
        ways = self.ground.network.ways[kind][self.ground.network.number[unit.at]]
        return sum(sorted((self.worth.at[kind][way] for way in ways), reverse=True)[:3]) / 3

    def choices(self) -> PowerChoices:
        """Return what the power may order."""
        return PowerChoices(self.rules.variant, self.state.position, self.rules.rulings, self.power)

    def force(self, kind: str) -> float:
        """Return what a unit of a kind is worth beside a common one: its strength, and half for a further step."""
        traits = self.rules.variant.map.kinds[kind].traits
        return traits.attack + (traits.steps - 1) / 2

    def idle(self, power: Power) -> bool:
        """Whether a power is in civil disorder, so that its units hold."""
        seat, most = self.state.seat_of(power), self.rules.options.disorder_after
        return seat is None or (most > 0 and self.state.missed[seat] >= most)
