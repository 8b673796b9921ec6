"""A decision of one power of ring diplomacy: the table with its allies, and what the power may know of figures."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random

from msgspec.structs import replace

from wartable.bots.diplomacy.scene import Scene
from wartable.bots.diplomacy.table import Table
from wartable.games.adjudication.orders import Power, Province, Unit, UnitKind
from wartable.games.adjudication.units import NOBODY
from wartable.games.diplomacy.phases.due import Due, due
from wartable.games.diplomacy.play.rules import rules_of
from wartable.games.diplomacy.ring.choices import RingPowerChoices
from wartable.games.diplomacy.ring.figures import figures_of
from wartable.games.diplomacy.ring.kinds import BEARER, DEAD, EAGLES, NAZGUL, RIDERS
from wartable.games.diplomacy.ring.parts import map_of
from wartable.games.diplomacy.ring.ringmap import MORDOR
from wartable.games.diplomacy.ring.state import RingState

SIEGE = 2.0
"""What a port counts to a new fleet that others hold and an own unit besieges, beside what ways count to an army."""


class RingScene(Scene):
    """What a bot looks at for one of the powers that it leads.

    `figures` are those that it may know: the Nazgul and the Great Eagles, and of the hidden ones its own. `ring` is
    whether there is a ring-bearer, and `dead` whether the Dead have not come yet. `team` are the powers of its player.
    """

    def __init__(self, state: RingState, number: int, rng: Random) -> None:
        self.ring_state = state
        self.on = map_of(rules_of(state.options))
        self.team = tuple(state.powers[each] for each in state.led(state.leaders[number]))
        self.friends = _friends(self, state)
        super().__init__(state, number, rng)
        at = figures_of(state.position).at
        self.leads_bearer = bool(state.controller) and state.controller == self.power
        self.ring, self.dead = BEARER in at, DEAD in at
        known = {NAZGUL: True, EAGLES: True, BEARER: self.leads_bearer, RIDERS: self.is_mordor}
        self.figures: Mapping[UnitKind, Province] = {kind: place for kind, place in at.items() if known.get(kind)}

    @property
    def is_mordor(self) -> bool:
        """Whether the power moves the Nazgul and the black riders."""
        return self.power == MORDOR

    @property
    def leads_eagles(self) -> bool:
        """Whether the power moves the Great Eagles."""
        return EAGLES in self.figures and self.power == self.on.leads_eagles(self.ring_state.position)

    def table_with(self, struck: int = NOBODY) -> Table:
        """Return the table, one unit of which may be driven off before anybody moves."""
        return Table(self.ground, self.state.position, self.friends, struck)

    @cached_property
    def due(self) -> Due:
        """What the power has to decide, the retreat of the Nazgul left out."""
        found = due(self.rules.variant, self.state.position).get(self.power, Due())
        return replace(found, retreats=tuple(lost for lost in found.retreats if lost.unit.kind != NAZGUL))

    @cached_property
    def nazgul_retreats(self) -> tuple[Province, ...]:
        """Where the Nazgul may retreat to, if this power has to say so."""
        lost = (one for one in self.state.position.dislodged if one.unit.kind == NAZGUL and one.power == self.power)
        return next((one.retreats for one in lost), ())

    def choices(self) -> RingPowerChoices:
        """Return what the power may order."""
        return RingPowerChoices(self.on, self.state.position, self.rules.rulings, self.power)

    def outlook(self, unit: Unit) -> float:
        """Return the best that a new unit has before it; armies sail to empty ports too, so fleets go for others."""
        if unit.kind != "F":
            return super().outlook(unit)
        network = self.ground.network
        kind = network.letters["F"]
        ways = network.ways[kind][network.number[unit.at]]
        return SIEGE * sum(self.worth.at[kind][way] for way in ways if self._besieges(network.space_of[way])) / 3

    def _besieges(self, space: int) -> bool:
        """Whether others stand in a space that an own unit could enter or help to enter."""
        table = self.table
        if table.occupant(space) in {"", self.power, *self.friends[self.power]}:
            return False
        return any(table.helps[unit] >> space & 1 for unit in table.units.get(self.power, ()))

    def unit_in(self, place: Province) -> int:
        """Return the unit in a province, or `NOBODY`."""
        return self.table.numbered.at[self.ground.network.space_named[place]]

    def standing(self, side: str) -> set[Province]:
        """Return where units of a side stand."""
        units = self.state.position.units
        return {unit.at for power, those in units.items() if self.on.side(power) == side for unit in those}


def _friends(scene: RingScene, state: RingState) -> dict[Power, frozenset[Power]]:
    """Return whom each power does not attack: itself, powers of one player, and forced allies."""
    leaders = dict(zip(state.powers, state.leaders, strict=True))
    return {
        power: frozenset(
            other
            for other in state.powers
            if other == power or leaders[other] == leaders[power] or scene.on.allied(state.position, power, other)
        )
        for power in state.powers
    }
