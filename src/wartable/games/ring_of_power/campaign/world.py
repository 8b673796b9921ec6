"""What a campaign never changes: scenario, settlements, ground, unit types, and who sits where; compiled once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Generic, TypeVar

import msgspec
import numpy as np
import shapely

from wartable.engine.errors import BadOptions, Reason
from wartable.engine.memory import PerThread
from wartable.engine.values import Seat
from wartable.engine.words import listed
from wartable.games.ring_of_power.campaign.state import Figure
from wartable.games.ring_of_power.charts import Ability, Charts, Constants, Speeds, charts
from wartable.games.ring_of_power.options import RingOptions, Settlements
from wartable.games.ring_of_power.reading import scenario, unit_types
from wartable.games.ring_of_power.scenario import Place, Scenario
from wartable.games.ring_of_power.terrain.geometry import Mask, Shape, apart, band, disc, per_thread, polygon
from wartable.games.ring_of_power.terrain.ground import Ground
from wartable.games.ring_of_power.units import Profile, UnitType
from wartable.games.ring_of_power.vocabulary.effects import SpecialRule

T = TypeVar("T")


class ByIdentity(Generic[T]):
    """A value as a key that equals only itself: comparing states, or hundreds of figures, takes longer than it saves.

    The key keeps its value alive, so that nothing else can take its identity as long as something is remembered.
    """

    def __init__(self, value: T) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        """Whether both wrap one and the same value."""
        return isinstance(other, ByIdentity) and self.value is other.value  # pyright: ignore[reportUnknownMemberType]

    def __hash__(self) -> int:
        """Return a hash that lasts as long as the key."""
        return id(self.value)


WORLDS = 32
"""Worlds that are kept: those asked for last. A server is asked for many, as every set of options has its own."""
_TABLES = 16
"""Scenarios whose tables are kept compiled, whoever plays on them."""
WEAPON = UnitType(name="", nation="", race="man", provenance="stated", foot=Profile(0, None, None))
"""What a weapon is as a unit: nothing; its row of the artillery chart says all."""


class World:
    """The unchanging part of a campaign. `players` are those of the scenario's order, then its wild sides.

    `index` are their numbers by name, `rules` the special rules by their id.
    """

    def __init__(self, options: RingOptions) -> None:
        self.options = options
        self.scenario: Scenario = scenario(options.scenario)
        # The settlements played: those of the scenario over those chosen.
        chosen = {name: getattr(options, name) for name in Settlements.__struct_fields__}
        self.settled: Settlements = msgspec.convert({**chosen, **self.scenario.settlements}, Settlements)
        self.charts: Charts = charts()
        self.units: Mapping[str, UnitType] = unit_types(self.scenario)
        self.constants: Constants = self.charts.constants
        wild = tuple(side.id for side in self.scenario.sides if side.wild)
        self.players: tuple[str, ...] = (*self.scenario.order, *wild)
        self.index: Mapping[str, int] = {player: number for number, player in enumerate(self.players)}
        self.sides: tuple[str, ...] = tuple(self.scenario.side_of[player] for player in self.players)
        """The side of each player."""
        self.rules: Mapping[str, SpecialRule] = {rule.id: rule for rule in self.scenario.rules}
        slow = self.scenario.slow_last_turn if self.settled.slow_chart else 0
        self.last_turn = options.last_turn or slow or self.scenario.last_turn

    @cached_property
    def ground(self) -> Ground:
        """The compiled table."""
        return _ground_of(ByIdentity(self.scenario))

    def player_name(self, number: int) -> str:
        """Return what a player is called; one of a wild side as that side is."""
        key = self.players[number]
        facts = self.scenario.players.get(key)
        return facts.name if facts else self.side_name(self.sides[number])

    def side_name(self, key: str) -> str:
        """Return what a side is called; a key that is none is its own name."""
        return next((side.name for side in self.scenario.sides if side.id == key), key)

    def place_name(self, key: str) -> str:
        """Return what a place or area is called, by its key or that of a gate or wall of it."""
        place = self.scenario.place.get(key.split(":", maxsplit=1)[0])
        return place.name if place else (self._area_names.get(key) or key.replace("_", " "))

    @cached_property
    def _area_names(self) -> dict[str, str]:
        land = {area.id: area.name for area in self.scenario.terrain}
        return {**land, **{water.id: water.name for water in self.scenario.waters}}

    def place(self, key: str) -> Place:
        """Return a place of the scenario."""
        return self.scenario.place[key]

    def shape(self, name: str) -> Shape:
        """Return the area of a place, a piece of terrain or a crossing by its id; raises `KeyError`."""
        return self._shapes[name].here

    def distance(self, name: str, point: tuple[int, int]) -> float:
        """Return how far a point is from a place, area or crossing, in 1/1000 inch; 0 inside it."""
        return apart(self.shape(name), shapely.Point(point))

    def within(self, name: str, point: tuple[int, int], far: float) -> bool:
        """Whether a point is at most so far from a place, area or crossing, in 1/1000 inch; quick where it is not."""
        west, south, east, north = self._bounds[name]
        x, y = point
        boxed = west - far <= x <= east + far and south - far <= y <= north + far
        return boxed and self.distance(name, point) <= far

    @cached_property
    def _bounds(self) -> Mapping[str, tuple[float, ...]]:
        """The least box around each shape: west, south, east, north."""
        return {key: tuple(shape.here.bounds) for key, shape in self._shapes.items()}

    @cached_property
    def _shapes(self) -> Mapping[str, PerThread[Shape]]:
        return _shapes_of(ByIdentity(self.scenario))

    def hostile(self, one: int, other: int) -> bool:
        """Whether two players fight each other."""
        return other in self._foes[one]

    @cached_property
    def hostility(self) -> Mask:
        """Whether two players fight each other, for every pair of their numbers."""
        count = range(len(self.players))
        return np.array([[self.hostile(one, other) for other in count] for one in count], dtype=bool)

    @cached_property
    def _foes(self) -> tuple[frozenset[int], ...]:
        """For each player those whom he fights."""
        foes = self.scenario.hostile
        return tuple(frozenset(n for n, other in enumerate(self.sides) if foes(one, other)) for one in self.sides)

    def kind(self, figure: Figure) -> UnitType:
        """Return the type of a figure."""
        return WEAPON if figure.weapon else self.units[figure.unit]

    def abilities(self, figure: Figure) -> tuple[Ability, ...]:
        """Return the abilities of a figure."""
        return tuple(self.charts.abilities[key] for key in self.kind(figure).abilities)

    def has(self, figure: Figure, trait: str) -> bool:
        """Whether an ability of the figure has a trait."""
        return not figure.weapon and trait in self._traits[figure.unit]

    @cached_property
    def _traits(self) -> Mapping[str, frozenset[str]]:
        """The traits of each type of figures, which are asked for thousands of times; a weapon has none."""
        abilities = self.charts.abilities
        return {
            key: frozenset(trait for each in unit.abilities for trait in abilities[each].traits)
            for key, unit in self.units.items()
        }

    def row(self, race: str) -> Speeds:
        """Return the row of the movement chart for a race, of the slow chart if that is played (C1)."""
        if self.settled.slow_chart and race in self.charts.slow_movement:
            return self.charts.slow_movement[race]
        return self.charts.movement[race]

    def leadership(self, figure: Figure) -> int:
        """Return the leadership of a figure."""
        return figure.leadership if figure.leadership >= 0 else self.kind(figure).leadership

    def wizardry(self, figure: Figure) -> int:
        """Return the wizardry of a figure."""
        return figure.wizardry if figure.wizardry >= 0 else self.kind(figure).wizardry


@lru_cache(maxsize=_TABLES)
def _ground_of(scenario: ByIdentity[Scenario]) -> Ground:
    """Compile the table of a scenario: the same for all options, it takes long and holds megabytes."""
    one = scenario.value
    return Ground.of(one.table, one.terrain, one.waters, one.roads, one.places)


@lru_cache(maxsize=_TABLES)
def _shapes_of(scenario: ByIdentity[Scenario]) -> Mapping[str, PerThread[Shape]]:
    one = scenario.value
    crossings = {c.id: (*c.at, c.radius) for water in one.waters for c in water.crossings}
    found = {key: disc(*circle) for key, circle in crossings.items()}
    found |= {area.id: polygon(area.polygon) for area in one.terrain}
    for water in one.waters:
        found[water.id] = polygon(water.polygon) if water.polygon else band(water.line, water.width / 2)
    found |= {place.id: disc(*place.circle) if place.circle else polygon(place.polygon) for place in one.places}
    return {key: per_thread(shape) for key, shape in found.items()}


@lru_cache(maxsize=WORLDS)
def world_of(options: RingOptions) -> World:
    """Return the world that options describe; the same options give the same object while they are in use."""
    return World(options)


def seating(world: World, seats: int) -> tuple[tuple[int, ...], ...]:
    """Return the players of each seat. Raises `BadOptions` for a number of seats that the scenario is not for."""
    ways = world.scenario.seatings
    if seats not in ways:
        message = f"{world.scenario.title} is for {listed([str(way) for way in ways], 'or')} players, not {seats}."
        raise BadOptions(Reason(code="option.seats", message=message, rule="ring-of-power B2"))
    return tuple(tuple(world.index[player] for player in group) for group in ways[seats])


def seat_of(world: World, seats: int, player: int) -> Seat | None:
    """Return the seat that decides for a player; None for the wild, which nobody plays."""
    return next((Seat(number) for number, group in enumerate(seating(world, seats)) if player in group), None)
