"""A plan for one power in the making: units choose one after the other, each knowing what the earlier ones do.

A unit weighs staying, going, turning into the other kind, and helping one that has chosen already; then all think
again. Worths are blurred by chance if asked for, so that several drafts give several sensible plans.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from wartable.bots.diplomacy import odds
from wartable.bots.diplomacy.worth import Worth
from wartable.games.adjudication.units import NOBODY

ROUNDS: Final = 2
"""How often every unit thinks again."""
HOPE: Final = 0.6
"""What a neighbour that has not chosen yet counts as help to come."""
PATIENCE: Final = 0.8
"""What turning into the other kind counts beside being of it already."""


class Choice(NamedTuple):
    """What a unit is to do: where it ends up, whom it helps (or `NOBODY`), and whether it turns into the other kind."""

    value: float
    place: int
    helps: int = NOBODY
    converts: bool = False


class Crossing(NamedTuple):
    """A way over the sea: the army, the space it goes to, and the fleets that carry it."""

    army: int
    target: int
    fleets: tuple[int, ...]


class Draft:
    """The choices of a power's units so far. `carried` lists the fleets that carry an army across.

    `taken` is a set of spaces that it leaves to others. A `crossing` is settled before anybody chooses, so that all
    others choose with it in mind.
    """

    def __init__(
        self, worth: Worth, rng: Random, blur: float = 0.0, taken: int = 0, crossing: Crossing | None = None
    ) -> None:
        self.table = table = worth.table
        self.power = worth.power
        self.units = table.units.get(worth.power, [])
        self.rng = rng
        self.chosen: dict[int, Choice] = {}
        self.carried: dict[int, tuple[int, ...]] = {}
        self.taken = taken
        self.worths = self._blurred(worth, blur)
        self._claims: dict[int, int] = {}
        self._helpers: dict[int, list[int]] = {}
        settled = self._settle(crossing) if crossing else ()
        for unit in self._by_hope():
            if unit not in settled:
                self._choose(unit, hoping=True)
        for _ in range(ROUNDS):
            for unit in self._shuffled():
                if unit not in settled and not self._helpers.get(unit):
                    self._withdraw(unit)
                    self._choose(unit, hoping=False)

    def _blurred(self, worth: Worth, blur: float) -> tuple[list[float], ...]:
        if not blur:
            return worth.at
        alike, draw = self.table.ground.alike, self.rng.lognormvariate
        found = {kind: [value * draw(0.0, blur) for value in worth.at[kind]] for kind in sorted(set(alike))}
        return tuple(found[kind] for kind in alike)

    def _settle(self, crossing: Crossing) -> tuple[int, ...]:
        """Settle who crosses the sea, and return the units that have no choice any more."""
        army, target, fleets = crossing
        for fleet in fleets:
            self.choose(fleet, Choice(self.stay_value(fleet), self.table.numbered.location[fleet]))
        chance = self.chance(target, self.table.attack[army])
        self.choose(army, Choice(chance * self.value(army, target) + (1 - chance) * self.stay_value(army), target))
        self.carried[army] = fleets
        return army, *fleets

    # Who chooses when

    def _shuffled(self) -> list[int]:
        units = self.units[:]
        self.rng.shuffle(units)
        return units

    def _by_hope(self) -> list[int]:
        """Order the units by the best place in reach, so that those behind can follow those in front."""

        def best(unit: int) -> float:
            worths = self.worths[self.table.numbered.kind[unit]]
            return max((worths[way] for way in self.table.ways[unit]), default=0.0)

        return sorted(self._shuffled(), key=best, reverse=True)

    def _choose(self, unit: int, *, hoping: bool) -> None:
        found = max([*self._moves(unit, hoping=hoping), *self._stays(unit), *self._helps(unit)], default=None)
        self.choose(unit, found or Choice(0.0, self.table.numbered.location[unit]))

    def choose(self, unit: int, choice: Choice) -> None:
        """Let a unit do something."""
        self.chosen[unit] = choice
        self._claims[self.table.ground.network.space_of[choice.place]] = unit
        if choice.helps != NOBODY:
            self._helpers.setdefault(choice.helps, []).append(unit)

    def _withdraw(self, unit: int) -> None:
        choice = self.chosen.pop(unit)
        space = self.table.ground.network.space_of[choice.place]
        if self._claims.get(space) == unit:
            del self._claims[space]
        if choice.helps != NOBODY:
            self._helpers[choice.helps].remove(unit)

    # What a unit may do

    def value(self, unit: int, place: int) -> float:
        """Return what it is worth to have the unit at a location."""
        return self.worths[self.table.numbered.kind[unit]][place]

    def stay_value(self, unit: int, helpers: float = 0.0) -> float:
        """Return what it is worth that a unit stays."""
        numbered = self.table.numbered
        space = numbered.space[unit]
        strength = self.table.defence(space) + odds.HELP * helpers
        return odds.safety(self.table, self.power, space, strength) * self.value(unit, numbered.location[unit])

    def _stays(self, unit: int) -> list[Choice]:
        numbered = self.table.numbered
        if self._claims.get(numbered.space[unit], unit) != unit:
            return []
        here = Choice(self.stay_value(unit), numbered.location[unit])
        return [here, *self._conversions(unit)]

    def _conversions(self, unit: int) -> list[Choice]:
        table, numbered = self.table, self.table.numbered
        space = numbered.space[unit]
        network = numbered.network
        if not numbered.network.converts or not network.coastal >> space & 1:
            return []
        kind = 1 - numbered.kind[unit]
        free = 1.0 if not table.rival(self.power, space)[0] else 0.4
        places = [place for place, of in enumerate(network.space_of) if of == space and network.ways[kind][place]]
        return [Choice(PATIENCE * free * self.worths[kind][place], place, NOBODY, True) for place in places]  # noqa: FBT003

    def _moves(self, unit: int, *, hoping: bool) -> list[Choice]:
        space_of = self.table.ground.network.space_of
        found: list[Choice] = []
        fallback, attack = self.stay_value(unit), self.table.attack[unit]
        for way in self.table.ways[unit]:
            space = space_of[way]
            if space in self._claims or self.taken >> space & 1 or not self._free(unit, space):
                continue
            strength = attack + (HOPE * min(2, self._idle_near(unit, space)) if hoping else 0.0)
            chance = self.chance(space, strength)
            found.append(Choice(chance * self.value(unit, way) + (1 - chance) * fallback, way))
        return found

    def _free(self, unit: int, space: int) -> bool:
        """Whether no own unit stays in a space or comes from there against this one."""
        numbered, space_of = self.table.numbered, self.table.ground.network.space_of
        there = numbered.at[space]
        if there == NOBODY or numbered.owner[there] != self.power:
            return True
        going = self.chosen.get(there)
        return going is not None and space_of[going.place] not in {space, numbered.space[unit]}

    def _idle_near(self, unit: int, space: int) -> int:
        reach = self.table.helps
        return sum(
            other != unit and other not in self.chosen and bool(reach[other] >> space & 1) for other in self.units
        )

    def chance(self, space: int, strength: float) -> float:
        """Return the chance to get into a space, through an own unit that leaves it if there is one."""
        table = self.table
        found = odds.entry(table, self.power, space, strength)
        there = table.numbered.at[space]
        if there != NOBODY and table.numbered.owner[there] == self.power and there in self.chosen:
            onward = table.ground.network.space_of[self.chosen[there].place]
            found *= odds.entry(table, self.power, onward, self.strength(there))
        return found

    def strength(self, unit: int) -> float:
        """Return the strength of a unit with the help that is promised."""
        return self.table.attack[unit] + odds.HELP * self._aid(unit)

    def _aid(self, unit: int) -> int:
        """Return what the supports that a unit has been promised are worth."""
        helpers = self._helpers.get(unit)
        return sum([self.table.aid[helper] for helper in helpers]) if helpers else 0

    def _helps(self, unit: int) -> list[Choice]:
        """Weigh helping each own unit that has chosen: what it gains by one more support, beside staying here."""
        numbered, space_of = self.table.numbered, self.table.ground.network.space_of
        if self._claims.get(numbered.space[unit], unit) != unit:
            return []
        here, stay = numbered.location[unit], self.stay_value(unit)
        found: list[Choice] = []
        for other, choice in self.chosen.items():
            space = space_of[choice.place]
            if other != unit and self.table.helps[unit] >> space & 1:
                gain = self._gain(other, choice, space, self.table.aid[unit])
                found.append(Choice(stay + gain, here, other))
        return found

    def _gain(self, other: int, choice: Choice, space: int, aid: int) -> float:
        """Return what one more support of some strength is worth to a unit."""
        if choice.converts:
            return 0.0
        if space == self.table.numbered.space[other]:
            count = self._aid(other)
            return self.stay_value(other, count + aid) - self.stay_value(other, count)
        strength = self.strength(other)
        more = self.chance(space, strength + odds.HELP * aid) - self.chance(space, strength)
        return more * (self.value(other, choice.place) - self.stay_value(other))

    # For what comes after

    @property
    def total(self) -> float:
        """What all choices together are worth."""
        return sum(choice.value for choice in self.chosen.values())

    def helpers(self, unit: int) -> list[int]:
        """Return the units that help a unit."""
        return self._helpers.get(unit, [])

    def claimed(self, space: int) -> bool:
        """Whether an own unit will be in a space."""
        return space in self._claims

    def carry(self, army: int, target: int, fleets: tuple[int, ...], value: float) -> None:
        """Let fleets that nobody needs otherwise carry an army."""
        for unit in (army, *fleets):
            self._withdraw(unit)
        for fleet in fleets:
            self.choose(fleet, Choice(0.0, self.table.numbered.location[fleet]))
        self.choose(army, Choice(value, target))
        self.carried[army] = fleets
