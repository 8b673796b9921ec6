"""The PyPI package `diplomacy` put to the same boards: what it takes orders for, and what it says became of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from tests.games.diplomacy.differential.randomly import STANDARD, Board, Orders
from wartable.games.adjudication.orders import Location, Power, Province
from wartable.games.diplomacy.position import Position
from wartable.games.diplomacy.text.notation import read_order


class Theirs(NamedTuple):
    """What the package made of a movement phase: orders it kept, its codes by unit, units after it, open retreats."""

    orders: Orders
    codes: Mapping[str, frozenset[str]]
    units: frozenset[tuple[Power, str]]
    retreats: Mapping[str, frozenset[Location]]


class Rival:
    """The package; every question is put to a game of its own, the last of which stays for its retreats."""

    def __init__(self, package: Any) -> None:
        self._package = package
        self._game: Any = None

    def judge(self, board: Board) -> Theirs:
        """Judge a movement phase."""
        game = self._game = self._set_up(board.position)
        for power, orders in board.orders.items():
            game.set_orders(power.upper(), [str(order) for order in orders])
        kept = {
            power.name.lower(): [read_order(STANDARD, f"{unit} {order}") for unit, order in power.orders.items()]
            for power in game.powers.values()
        }
        game.process()
        return Theirs(kept, self._codes(), self._units(), self._retreats())

    def retreat(self, orders: Orders) -> frozenset[tuple[Power, str]]:
        """Judge the retreats that follow the phase judged last; returns the units after them."""
        for power, given in orders.items():
            self._game.set_orders(power.upper(), [_as_they_write_it(str(order)) for order in given])
        self._game.process()
        return self._units()

    def adjust(self, before: Position, orders: Orders) -> frozenset[tuple[Power, str]]:
        """Judge an adjustment phase; returns the units after it."""
        game = self._game = self._set_up(before, "W1901A")
        for power, given in orders.items():
            game.set_orders(power.upper(), [_as_they_write_it(str(order)) for order in given])
        game.process()
        return self._units()

    def _set_up(self, before: Position, phase: str = "S1901M") -> Any:
        game = self._package.Game(rules=["NO_PRESS", "IGNORE_ERRORS", "POWER_CHOICE"])
        game.set_current_phase(phase)
        for power in game.powers:
            game.set_units(power, [str(unit) for unit in before.units.get(power.lower(), ())], reset=True)
            game.set_centers(power, list(before.centres(power.lower())), reset=True)
        return game

    def _codes(self) -> dict[str, frozenset[str]]:
        results = self._game.result_history.last_value()
        return {unit: frozenset(filter(None, map(str, codes))) for unit, codes in results.items()}

    def _units(self) -> frozenset[tuple[Power, str]]:
        return frozenset((power.name.lower(), unit) for power in self._game.powers.values() for unit in power.units)

    def _retreats(self) -> dict[str, frozenset[Location]]:
        return {unit: frozenset(ways) for power in self._game.powers.values() for unit, ways in power.retreats.items()}


def homes(power: Power) -> tuple[Province, ...]:
    """Return the home centres of a power."""
    return STANDARD.powers[power].home


def _as_they_write_it(order: str) -> str:
    """Write builds and removals with the verb last, as the package wants them."""
    words = order.split()
    return " ".join([*words[1:], words[0]]) if words[0] in {"B", "D"} else order
