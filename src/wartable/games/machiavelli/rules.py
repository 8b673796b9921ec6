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

from typing import NamedTuple

import msgspec

from wartable.engine.values import Event
from wartable.games.machiavelli.board import Board, Scenario
from wartable.games.machiavelli.options import MachiavelliOptions
from wartable.games.machiavelli.state import Place, Position


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


class Outcome(NamedTuple):
    """What a step led to: the position after it, and what is told."""

    position: Position
    events: tuple[Event, ...] = ()
