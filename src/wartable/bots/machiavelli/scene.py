"""What a power sees before it decides: its units, where they can go, what it would like to have, who stands near."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from random import Random
from typing import Final

from wartable.bots.machiavelli.ground import FIELD, at_of, ground_of
from wartable.games.adjudication.units import Units
from wartable.games.machiavelli.maps import place_of
from wartable.games.machiavelli.optional.teams import sides_of
from wartable.games.machiavelli.orders import CampaignOrder
from wartable.games.machiavelli.play.fog import position_seen
from wartable.games.machiavelli.play.state import MachiavelliState
from wartable.games.machiavelli.reading import Read, Reader
from wartable.games.machiavelli.rules import Rules, rules_of
from wartable.games.machiavelli.state import AUTONOMOUS, Kind, Place, Unit

DECAY: Final = 0.6
"""What a goal is worth a step away from it."""
WALLED: Final = 0.7
"""What a city with a garrison of somebody else is worth, beside one that is open."""
LAND: Final = 0.25
"""What a province is worth that has no city to take."""
HOME: Final = 0.2
"""What a city of an own home country is worth on top."""
GUARD: Final = 0.6
"""What it is worth to come to an own city that an enemy can reach."""
LONGEST: Final = 16
"""Steps over which goals are seen."""


class Scene:
    """The position from one seat. Only what is on the board is looked at, and the own treasury."""

    def __init__(self, state: MachiavelliState, seat: int, rng: Random) -> None:
        self.state, self.seat, self.rng = state, seat, rng
        self.rules: Rules = rules_of(state.options)
        self.board = self.rules.board
        self.position = position_seen(self.rules, state, seat)
        self.power = state.powers[seat]
        self.friends = next(set(side) for side in sides_of(state.options, state.powers) if self.power in side)
        """The powers of the own team, itself among them."""

    @cached_property
    def units(self) -> Units:
        """All units as the adjudicator has them."""
        return self.rules.units(self.position)

    @cached_property
    def own(self) -> tuple[Unit, ...]:
        """The own units, the oldest first."""
        return self.position.of(self.power)

    @cached_property
    def _reader(self) -> Reader:
        return Reader(self.rules, self.position, self.units)

    def legal(self, order: CampaignOrder) -> bool:
        """Whether an order for an own unit is legal, and nothing that stands there keeps it from being done."""
        found = self._known.get(order)
        if found is None:
            found = self._known[order] = isinstance(self._reader.read(self.power, order), Read)
        return found

    @cached_property
    def _known(self) -> dict[CampaignOrder, bool]:
        return {}

    @cached_property
    def shared(self) -> dict[str, object]:
        """What another view of the same position from the same seat need not find out again."""
        found = {"units": self.units, "own": self.own, "_reader": self._reader}
        return {**found, "_threats": self._threats, "_worth": self._worth, "_known": self._known}

    # Ways

    def ways(self, kind: Kind, at: str) -> tuple[str, ...]:
        """Return the fields and seas next to a location for a kind of unit, as `provence/nc`."""
        return self._ways[kind].get(at, ())

    @cached_property
    def _ways(self) -> Mapping[Kind, Mapping[str, tuple[str, ...]]]:
        return ground_of(self.state.options).ways

    def steps(self, unit: Unit) -> tuple[str, ...]:
        """Return where a unit in the field can go by itself."""
        return () if unit.kind == "G" else self.ways(unit.kind, at_of(unit))

    # Who stands where

    @cached_property
    def _threats(self) -> dict[Place, list[Unit]]:
        found: dict[Place, list[Unit]] = {}
        for unit in self.position.units:
            if unit.owner in self.friends or unit.owner == AUTONOMOUS or unit.kind == "G":
                continue
            for place in {unit.place, *map(place_of, self.steps(unit))}:
                found.setdefault(place, []).append(unit)
        return found

    def threats(self, place: Place) -> list[Unit]:
        """Return the armies and fleets of others in a place, or one step from it."""
        return self._threats.get(place, [])

    def foreign(self, place: Place, *, city: bool = False) -> Unit | None:
        """Return a unit of somebody else, of another team, in the field or in the city of a place."""
        there = self.position.at(place, "city" if city else "field")
        return there if there and there.owner not in self.friends else None

    def guarded(self, unit: Unit) -> bool:
        """Whether a unit in the field is all that keeps enemies near out of an own city."""
        place = unit.place
        mine = self.position.cities.get(place) == self.power and place in self.board.counting
        return mine and self.position.at(place, "city") is None and bool(self.threats(place))

    # Worth

    def goal(self, kind: Kind, place: Place) -> float:
        """Return what it is worth to bring an army or a fleet into a place."""
        if not self.rules.is_land(place):
            return 0.0
        city = self.board.city(place)
        if city is None or place not in self.board.counting:
            return 0.0 if self.position.provinces.get(place) == self.power else LAND
        if self.position.cities.get(place, self.power) in self.friends - {self.power}:
            return 0.0
        home = HOME if self.rules.scenario.country_of.get(place) in self.position.held_by(self.power) else 0.0
        if self.position.cities.get(place) == self.power:
            mine = self.position.provinces.get(place) == self.power
            return GUARD + home if self.threats(place) else 0.0 if mine else LAND
        if self.foreign(place, city=True) is None:
            return 1.0 + home + 0.1 * city.value
        return LAND if kind == "F" and not city.port else WALLED * (1.0 + home + 0.1 * city.value)

    @cached_property
    def _worth(self) -> dict[Kind, dict[str, float]]:
        return {kind: self._spread(kind) for kind in FIELD}

    def worth(self, kind: Kind, at: str) -> float:
        """Return what it is worth to be at a location: the goals there, and those further on, less by the way."""
        return self._worth[kind].get(at, 0.0)

    def _spread(self, kind: Kind) -> dict[str, float]:
        ways = self._ways[kind]
        found = {at: self.goal(kind, place_of(at)) for at in ways}
        for _ in range(LONGEST):
            before = found
            found = {
                at: max([before[at], *(DECAY * before[way] for way in near if way in before)])
                for at, near in ways.items()
            }
            if found == before:
                break
        return found

    def best_kind(self, place: Place, kinds: Iterable[Kind]) -> Kind | None:
        """Return the kind of field unit that finds most to do from a place."""
        return max(kinds, key=lambda kind: (self.best_worth(kind, place), kind == "A"), default=None)

    def best_worth(self, kind: Kind, place: Place) -> float:
        """Return what a field unit of a kind can hope for from a place, on the best of its coasts."""
        coasts = (place, *(f"{place}/{coast}" for coast in self.board.provinces[place].coasts))
        return max(self.worth(kind, at) for at in coasts)
