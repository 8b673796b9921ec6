"""The units of a position in parallel lists, numbered, as the adjudicator works on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain

from wartable.games.diplomacy.conditions import ORDINARY, Bonus, Conditions, Passage, Traits
from wartable.games.diplomacy.movement.network import NONE, Network, Standing, network_of
from wartable.games.diplomacy.orders import Location, Power, Unit, province_of
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.rulings import Rulings
from wartable.games.diplomacy.variant import Variant

NOBODY = -1
"""In place of a unit's number where there is none."""
ARMY, FLEET = 0, 1


class Muster:
    """Who stands where at the start of the phase; unit `i` is `units[i]` of power `owner[i]` in `space[i]`.

    `standing` has space, location and kind of each unit together, `at` the unit in each space or `NOBODY`; `by_power`
    are the units as they were listed. Units outside the map or in a space that is taken already are left out: they can
    neither act nor be acted on.
    """

    def __init__(self, variant: Variant, position: Position, conditions: Conditions) -> None:
        self.variant = variant
        self.closed: Mapping[Passage, str] = conditions.closed
        self.bonuses: Mapping[Location, Bonus] = conditions.bonuses
        closed = frozenset(self.closed) if self.closed else NONE
        self.network: Network = network_of(variant, conditions.passages, closed)
        if not self._number(position.units):
            self._number(self._with_room(position.units))
        self.traits: list[Traits] | None = None
        if conditions.traits or conditions.bonuses:
            self.traits = [conditions.traits.get(unit.at, ORDINARY) for unit in self.units]

    def _number(self, units: Mapping[Power, Sequence[Unit]]) -> bool:
        """Give the units their numbers; returns whether each has a space of its own on the map."""
        self.by_power = units
        self.units: list[Unit] = [*chain.from_iterable(units.values())]
        self.owner: list[Power] = []
        for power, there in units.items():
            self.owner += [power] * len(there)
        try:
            self.standing: list[Standing] = list(map(self.network.standing.__getitem__, self.units))
        except KeyError:
            return False
        self.space: list[int] = [space for space, _, _ in self.standing]
        self.at: list[int] = [NOBODY] * len(self.network.spaces)
        for unit, space in enumerate(self.space):
            self.at[space] = unit
        return self.at.count(NOBODY) + len(self.standing) == len(self.at)

    def _with_room(self, units: Mapping[Power, Sequence[Unit]]) -> dict[Power, list[Unit]]:
        """Return the units that are on the map, of those in one space the first."""
        taken: set[int] = set()
        found: dict[Power, list[Unit]] = {power: [] for power in units}
        for power, there in units.items():
            for unit in there:
                standing = self.network.standing.get(unit)
                if standing is not None and standing[0] not in taken:
                    taken.add(standing[0])
                    found[power].append(unit)
        return found

    @cached_property
    def fleets(self) -> int:
        """The sea spaces with a fleet."""
        at_sea = self.network.at_sea
        return sum([at_sea[space] for space, _, kind in self.standing if kind == FLEET])

    @cached_property
    def kind(self) -> list[int]:
        """What each unit is: army or fleet."""
        return [kind for _, _, kind in self.standing]

    @cached_property
    def location(self) -> list[int]:
        """Where each unit stands, by the location."""
        return [location for _, location, _ in self.standing]

    def find(self, unit: Unit) -> int:
        """Return the number of the unit an order means by its place, whatever letter or coast it wrote."""
        space = self.network.space_named.get(unit.at)
        if space is None:
            space = self.network.space_named.get(province_of(unit.at))
        return NOBODY if space is None else self.at[space]

    def direct(self, unit: int) -> int:
        """Return the spaces a unit reaches by a step of its own."""
        _, location, kind = self.standing[unit]
        return self.network.steps[kind][location]

    def two_steps(self, unit: int) -> int:
        """Return the spaces it reaches in two steps; none for units that walk one step a phase."""
        if self.traits is None or self.traits[unit].steps < 2:
            return 0
        return self.network.two_steps(self.kind[unit], self.location[unit])

    def why_closed(self, unit: int, target: int) -> str:
        """Return why the way of a unit to a space is closed in this phase; the empty string where it is not."""
        if not self.closed:
            return ""
        _, location, kind = self.standing[unit]
        start = self.network.unit[kind][location]
        ends = (code for code, space in self.network.space_named.items() if space == target)
        return next((why for end in ends if (why := self.closed.get((start.kind, start.at, end)))), "")

    def carried(self, unit: int, target: int, without: int = NOBODY) -> bool:
        """Whether the fleets now at sea could carry an army there; `without` is a unit that is busy otherwise."""
        if self.standing[unit][2] == FLEET or not self.network.coastal >> target & 1:
            return False
        fleets = self.fleets if without == NOBODY else self.fleets & ~(1 << self.space[without])
        return self.network.seas.connected(self.space[unit], target, fleets)


def mustered(variant: Variant, position: Position, rulings: Rulings) -> Muster:
    """Return the units of a position under the conditions its variant sets for the movement."""
    return Muster(variant, position, variant.conditions(position, rulings))
