"""What steps know beside the position: the board, the scenario, the options.

Every step of the year is a pure function in a module of its own,

    step(rules, position, orders, dice) -> Outcome

with `orders` by power and `dice` the faces it was given, without those it does not need. A step that needs dice has a
function beside it that says how many, from the same rules, position and orders: nothing is drawn inside. An `Outcome`
has the position after, and what is told of it, each result with its reason and its numbers.

Steps of a year (machiavelli 2): `famine`, `income`, `adjustment`; of each campaign: `banking`, `expenses` (relief,
pacification, rebellions, bribes), `control`, `assassination`, `campaign` (movement), `rebellions`, `retreats`,
`disasters` (end of famine, plague, storm), `ending` (elimination, countries, victory).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache, singledispatch
from typing import ClassVar, NamedTuple

import msgspec

from wartable.engine.values import Event
from wartable.games.adjudication.conditions import PLAIN, Conditions
from wartable.games.adjudication.map import Map
from wartable.games.adjudication.units import Units
from wartable.games.machiavelli.board import Board, Scenario
from wartable.games.machiavelli.data import board_named, scenario_named
from wartable.games.machiavelli.goals import GOALS, Goal
from wartable.games.machiavelli.maps import CLASSES, make_map, pieces
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.state import AUTONOMOUS, Place, Position, Power, Unit, UnitClass


class Rules(msgspec.Struct, frozen=True, dict=True):
    """The board, the scenario and the options of one game."""

    board: Board
    scenario: Scenario
    options: MachiavelliOptions

    @property
    def uses_fortresses(self) -> bool:
        """Whether fortresses may hold garrisons: if the scenario and the options say so."""
        return self.options.fortresses or self.scenario.fortresses

    def walled(self, place: Place) -> bool:
        """Whether the city of a place may hold a garrison: it is fortified, or a fortress in use (machiavelli 1)."""
        city = self.board.city(place)
        return city is not None and (city.kind == "fortified" or (city.kind == "fortress" and self.uses_fortresses))

    def port(self, place: Place) -> bool:
        """Whether the city of a place is a port."""
        city = self.board.city(place)
        return city is not None and city.port

    def is_land(self, place: Place) -> bool:
        """Whether a place is a province, that can be controlled; a sea with a city is one."""
        facts = self.board.provinces[place]
        return facts.kind != "sea" or facts.fills

    @cached_property
    def map(self) -> Map:
        """The map that the adjudicator judges on."""
        return make_map(
            self.board,
            filter(self.walled, self.board.provinces),
            self.scenario.out,
            {**{power: facts.name for power, facts in self.scenario.powers.items()}, AUTONOMOUS: "nobody"},
            coastal_transport=self.options.coastal_transport,
        )

    @property
    def goal(self) -> Goal:
        """What wins (machiavelli 9.4)."""
        if self.scenario.goal is not None:
            return self.scenario.goal
        goal, homes = GOALS[self.options.length], self.options.victory_home_countries
        return goal if homes < 0 else msgspec.structs.replace(goal, homes=homes)

    def wins_now(self, position: Position) -> bool:
        """Whether somebody may win at the end of this campaign, once control is counted."""
        del position
        return True

    def conditions(self, position: Position) -> Conditions:
        """Return what holds in the movement of a campaign beside the rules that are the same on every board."""
        del position
        return PLAIN

    def units(self, position: Position) -> Units:
        """Return the units of a position as the adjudicator has them."""
        return Units(self.map, pieces(self.board, position.units), self.conditions(position))

    def most_of(self, power: Power, unit_class: UnitClass) -> int | None:
        """Return how many units of a class a power may have, where that is settled class by class.

        None: as the options say of special units. Italy has no peoples of Middle-earth.
        """
        del power
        return 0 if unit_class in CLASSES and CLASSES[unit_class].many else None

    @property
    def letters(self) -> Mapping[str, UnitClass]:
        """Letters by which people name armies of a class: none in Italy."""
        return {}

    def spares(self, position: Position, power: Power, other: Power) -> str:
        """Return why a power may not act against another, as the end of a sentence; empty where it may.

        It then besieges no garrison of it, spends nothing against it, and takes none of its provinces and cities.
        """
        del position, power, other
        return ""

    def bounds(self, unit: Unit) -> frozenset[Place] | None:
        """Return the places that a unit never leaves; None for one that goes anywhere."""
        del unit
        return None

    def begun(self, position: Position) -> Position:
        """Return the first position with what else is on the board."""
        return position

    mark_keys: ClassVar[tuple[str, ...]] = ()
    """Lines of a position in text beside those that every board knows."""

    def marked(self, position: Position, marks: Mapping[str, tuple[str, ...]]) -> Position:
        """Return a position with what its own lines of text say; raises `BadData`."""
        del marks
        return position

    def due_beside(self, position: Position) -> Mapping[Power, str]:
        """Return by power what has to retreat that is no unit, and where to: `Z minas_morgul may retreat to nurn`."""
        del position
        return {}

    def mark_lines(self, position: Position) -> Mapping[str, str]:
        """Return those lines of a position, by their keys."""
        del position
        return {}

    def place(self, place: Place) -> str:
        """Return the name of a place; an id that the board does not know stays as it is."""
        facts = self.board.provinces.get(place)
        return facts.name if facts else place

    def power(self, power: Power) -> str:
        """Return the name of a power."""
        return self.scenario.powers[power].name if power in self.scenario.powers else power


@lru_cache(32)
def rules_of(options: MachiavelliOptions) -> Rules:
    """Return the rules that options name; raises `BadData` where there is no such scenario."""
    return made_rules(options)


@singledispatch
def made_rules(options: MachiavelliOptions) -> Rules:
    """Return new rules by options; games built on this one register those of their own options."""
    scenario = scenario_named(options.scenario)
    return Rules(scenario.on(board_named(scenario.board)), scenario, options)


class Outcome(NamedTuple):
    """What a step led to: the position after it, and what is told."""

    position: Position
    events: tuple[Event, ...] = ()
