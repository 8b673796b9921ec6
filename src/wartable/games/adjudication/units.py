"""The units of a position in parallel lists, numbered, as the adjudicator works on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import chain
from typing import TypeAlias

from wartable.games.adjudication.conditions import PLAIN, Bonus, Conditions, Passage, Traits
from wartable.games.adjudication.map import Map
from wartable.games.adjudication.network import Network, Standing, network_of
from wartable.games.adjudication.orders import Location, Power, Unit, province_of

NOBODY = -1
"""In place of a unit's number, or of a space's, where there is none."""
UnitsOf: TypeAlias = Mapping[Power, Sequence[Unit]]
"""Units by whose they are."""


class Units:
    """Who stands where at the start of the phase; `unit[i]` is of power `owner[i]`, in `space[i]`, of kind `kind[i]`.

    `standing` has space, location and kind of each unit together. `at` is the unit in each space or `NOBODY`, and
    `NOBODY` for no space; `by_power` are the units as they were listed. Units outside the map or in a space that is
    taken already are left out: they can neither act nor be acted on. `traits` are those of each unit where some differ
    from ordinary ones.
    """

    def __init__(self, on: Map, units: UnitsOf, conditions: Conditions = PLAIN) -> None:
        self.map = on
        self.closed: Mapping[Passage, str] = conditions.closed
        self.missing: Mapping[Passage, str] = conditions.missing
        self.bonuses: Mapping[Location, Bonus] = conditions.bonuses
        self.barred: Mapping[Power, Mapping[Location, str]] = conditions.barred
        self.through = conditions.through
        self.retreat_crossings = conditions.retreat_crossings
        self.network: Network = network_of(on, conditions)
        if not self._number(units):
            self._number(self._with_room(units))
        self.traits: list[Traits] | None = None
        if conditions.traits or conditions.bonuses or not on.uniform:
            self.traits = [conditions.traits.get(unit.at) or on.traits(unit) for unit in self.unit]

    def _number(self, units: UnitsOf) -> bool:
        """Give the units their numbers; returns whether each has a space of its own on the map."""
        self.by_power = units
        self.unit: list[Unit] = [*chain.from_iterable(units.values())]
        self.owner: list[Power] = []
        for power, there in units.items():
            self.owner += [power] * len(there)
        try:
            self.standing: list[Standing] = list(map(self.network.standing.__getitem__, self.unit))
        except KeyError:
            return False
        self.space: list[int] = [space for space, _, _ in self.standing]
        self.at: list[int] = [NOBODY] * (len(self.network.spaces) + 1)
        for unit, space in enumerate(self.space):
            self.at[space] = unit
        return self.at.count(NOBODY) + len(self.standing) == len(self.at)

    def _with_room(self, units: UnitsOf) -> dict[Power, list[Unit]]:
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

    def without(self, unit: int) -> Units:
        """Return the same units in the same numbers, of which one stands in nobody's way and follows no order."""
        found = copy(self)
        found.at = [*self.at]
        found.at[self.space[unit]] = NOBODY
        vars(found)["_fleets"] = self.fleets & ~self.network.at_sea[self.space[unit]]
        vars(found).pop("allowed_orders", None)
        return found

    @cached_property
    def location(self) -> list[int]:
        """Where each unit stands: its space, or the coast of it."""
        return [location for _, location, _ in self.standing]

    @cached_property
    def kind(self) -> list[int]:
        """The number of each unit's kind in the table of kinds."""
        return [kind for _, _, kind in self.standing]

    @property
    def fleets(self) -> int:
        """The sea spaces with a unit that carries."""
        if self._fleets < 0:
            at_sea, carries = self.network.at_sea, self.network.carries
            self._fleets = sum([at_sea[space] for space, _, kind in self.standing if carries[kind]])
        return self._fleets

    _fleets = -1

    def find(self, unit: Unit) -> int:
        """Return the number of the unit an order means by its place, whatever letter or coast it wrote."""
        space = self.network.space_named.get(unit.at)
        if space is None:
            space = self.network.space_named.get(province_of(unit.at), NOBODY)
        return self.at[space]

    def direct(self, unit: int) -> int:
        """Return the spaces a unit reaches by a step of its own."""
        _, location, kind = self.standing[unit]
        return self.network.steps[kind][location]

    def helps(self, unit: int) -> int:
        """Return the spaces where a unit may give support."""
        _, location, kind = self.standing[unit]
        return self.network.helps[kind][location]

    def two_steps(self, unit: int) -> int:
        """Return the spaces it reaches in two steps; none for units that walk one step a phase."""
        if self.traits is None or self.traits[unit].steps < 2:
            return 0
        return self.network.two_steps(self.kind[unit], self.location[unit])

    def is_carried(self, unit: int) -> bool:
        """Whether a unit is of a kind that goes by convoy."""
        return self.network.kinds[self.standing[unit][2]].carried

    def is_afloat(self, unit: int) -> bool:
        """Whether a unit is of a kind that goes by water."""
        return self.network.kinds[self.standing[unit][2]].afloat

    def why_closed(self, unit: int, target: int) -> str:
        """Return why the way of a unit to a space is closed in this phase; the empty string where it is not."""
        reasons = self.closed or self.missing
        if not reasons:
            return ""
        if self.closed and self.missing:
            reasons = {**self.missing, **self.closed}
        start = self.unit[unit]
        ends = (code for code, space in self.network.space_named.items() if space == target)
        return next((why for end in ends if (why := reasons.get((start.kind, start.at, end)))), "")

    def strides(self, unit: int) -> int:
        """Return the spaces it reaches by a step over no crossing."""
        _, location, kind = self.standing[unit]
        return self.network.strides[kind][location]

    def why_barred(self, unit: int, target: int) -> str:
        """Return why a unit may not be ordered into a space; the empty string where it may."""
        if not self.barred or target == NOBODY:
            return ""
        return self.barred.get(self.owner[unit], {}).get(self.network.spaces[target], "")

    def carried(self, unit: int, target: int, without: int = NOBODY) -> bool:
        """Whether the fleets now at sea could carry a unit there; `without` is a unit that is busy otherwise."""
        if not self.is_carried(unit) or not self.network.coastal >> target & 1:
            return False
        fleets = self.fleets if without == NOBODY else self.fleets & ~(1 << self.space[without])
        return self.network.seas.connected(self.space[unit], target, fleets)
