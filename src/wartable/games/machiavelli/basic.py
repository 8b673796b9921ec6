"""Units in the basic game, where there is no money: as many as cities, settled in winter (machiavelli 16)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from wartable.engine.values import Event
from wartable.games.machiavelli.adjustment import build_fault, fits
from wartable.games.machiavelli.events import Reason, UnitLost
from wartable.games.machiavelli.money_events import Raised, Refused
from wartable.games.machiavelli.orders import Adjustment, Build, Dismiss
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import Place, Position, Power, SpaceKind, Unit
from wartable.games.machiavelli.tables import tables

RULE = "machiavelli 16"


def units_allowed(rules: Rules, position: Position, power: Power) -> int:
    """Return how many units a power may own: the cities where it controls city and province."""
    return sum(
        position.cities.get(place) == power and position.provinces.get(place) == power for place in rules.board.counting
    )


def adjust(rules: Rules, position: Position, orders: Mapping[Power, Sequence[Adjustment]]) -> Outcome:
    """Carry out the winter of every power: disband, remove what is too much, the youngest first, and build the rest."""
    events: list[Event] = []
    for power in position.powers:
        winter = _Winter(rules, position, power)
        winter.run(orders.get(power, ()))
        position = winter.position
        events += winter.events
    return Outcome(position.tidied(), tuple(events))


class _Winter:
    """The winter of one power, which touches nothing of the others."""

    def __init__(self, rules: Rules, position: Position, power: Power) -> None:
        self.rules, self.position, self.power = rules, position, power
        self.allowed = units_allowed(rules, position, power)
        self.events: list[Event] = []
        self.left: set[tuple[Place, SpaceKind]] = set()
        self.raised: set[Place] = set()

    def run(self, orders: Sequence[Adjustment]) -> None:
        for order in orders:
            if isinstance(order, Dismiss):
                self._disband(order)
        units = self.position.of(self.power)
        for unit in reversed(units[self.allowed :]):
            cities = {"units": len(units), "cities": self.allowed}
            self._lose(unit, Reason("winter.too_many", f"{len(units)} units and {self.allowed} cities.", cities, RULE))
        for order in orders:
            if isinstance(order, Build):
                self._build(order)

    def _disband(self, order: Dismiss) -> None:
        unit = next((unit for unit in self.position.of(self.power) if fits(order.unit, unit)), None)
        if unit is None:
            self._refuse(order, Reason("adjust.no_unit", f"There is no {order.unit} of this power.", {}, RULE))
        else:
            self._lose(unit, Reason("adjust.disbanded", "Disbanded by its own power.", {}, RULE))

    def _build(self, order: Build) -> None:
        have = len(self.position.of(self.power))
        why = self._fault(order)
        if have >= self.allowed:
            counts = {"units": have, "cities": self.allowed}
            why = Reason("winter.enough", f"{have} units, and cities for {self.allowed}.", counts, RULE)
        if why is not None:
            self._refuse(order, why)
            return
        born, at, now = self.position.born + 1, order.unit, self.position
        unit = Unit(self.power, at.kind, at.place, at.coast, order.unit_class, born)
        self.position = replace(now, units=(*now.units, unit), born=born)
        self.raised.add(at.place)
        self.events.append(Raised(year=now.year, season=now.season, power=self.power, ducats=0, unit=unit))

    def _fault(self, order: Build) -> Reason | None:
        """Return why a unit may not be built there; what it would cost is no matter."""
        account = self.position.accounts[self.power]
        rich = replace(account, treasury=tables().cost(order.unit_class))
        position = self.position.with_account(self.power, rich)
        return build_fault(self.rules, position, self.power, order, frozenset(self.left), frozenset(self.raised))

    def _lose(self, unit: Unit, why: Reason) -> None:
        self.left.add((unit.place, unit.space))
        self.position = self.position.without(unit)
        self.events.append(UnitLost(year=self.position.year, season=self.position.season, unit=unit, why=why))

    def _refuse(self, order: Adjustment, why: Reason) -> None:
        now = self.position
        self.events.append(Refused(year=now.year, season=now.season, power=self.power, text=str(order), why=why))
