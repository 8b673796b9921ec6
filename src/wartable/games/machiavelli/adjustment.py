"""The adjustment of units at the start of the year: all powers disband, maintain and build, and pay as they go.

Source: rules/machiavelli.md 11, 3.1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from wartable.engine.values import Event
from wartable.engine.words import counted
from wartable.games.machiavelli.accounts import earns
from wartable.games.machiavelli.events import Reason, UnitLost
from wartable.games.machiavelli.limits import special_fault
from wartable.games.machiavelli.maps import CLASSES, may_sail
from wartable.games.machiavelli.money_events import Maintained, MoneyMoved, Raised, Refused
from wartable.games.machiavelli.optional.homes import is_home
from wartable.games.machiavelli.orders import Adjustment, Build, Dismiss, Maintain, UnitName
from wartable.games.machiavelli.rules import Outcome, Rules
from wartable.games.machiavelli.state import (
    KIND_NAMES,
    NOBODY,
    Place,
    Position,
    Power,
    SpaceKind,
    Unit,
    UnitClass,
    space_of,
)
from wartable.games.machiavelli.tables import tables

RULE = "machiavelli 11"
AdjustmentsOf = Mapping[Power, Sequence[Adjustment]]
Spaces = frozenset[tuple[Place, SpaceKind]]


def adjust(
    rules: Rules, position: Position, orders: AdjustmentsOf, *, opening: bool = False, only: Power = NOBODY
) -> Outcome:
    """Carry out the adjustment of every power.

    In the opening of a game units cannot be lost for lack of money: what is missing is forgiven. `only` that power
    is served, where one is named: none touches anything of another.
    """
    events: list[Event] = []
    for power in (only,) if only else position.powers:
        step = _Step(rules, position, power)
        step.run(orders.get(power, ()), opening=opening)
        position = step.position
        events += step.events
    return Outcome(position.tidied(), tuple(events))


def cost_of(units: Iterable[Unit]) -> int:
    """Return a year's pay for units of one power, in ducats."""
    counts: Counter[UnitClass] = Counter(unit.unit_class for unit in units)
    figures = tables()
    return sum(figures.cost(one) + (count - 1) * figures.cost(one, 1) for one, count in counts.items())


def cost_beside(units: Iterable[Unit], unit_class: UnitClass) -> int:
    """Return what one more unit of a class costs a power that has some units already, in ducats (machiavelli 18.5)."""
    return tables().cost(unit_class, sum(unit.unit_class == unit_class for unit in units))


class _Step:
    """The adjustment of one power, which touches nothing of the others."""

    def __init__(self, rules: Rules, position: Position, power: Power) -> None:
        self.rules, self.position, self.power = rules, position, power
        self.events: list[Event] = []
        self.left: set[tuple[Place, SpaceKind]] = set()
        self.raised: set[Place] = set()

    def run(self, orders: Sequence[Adjustment], *, opening: bool) -> None:
        self._disband([order for order in orders if isinstance(order, Dismiss)])
        wanted = [unit for order in orders if isinstance(order, Maintain) if (unit := self._own(order)) is not None]
        if opening:
            self._pay_opening()
        else:
            self._maintain(dict.fromkeys(wanted))
        for order in orders:
            if isinstance(order, Build):
                self._build(order)

    @property
    def treasury(self) -> int:
        return self.position.accounts[self.power].treasury

    def _own(self, order: Dismiss | Maintain) -> Unit | None:
        """Return the unit that an order names; one that is not there is told of."""
        found = next((unit for unit in self.position.of(self.power) if fits(order.unit, unit)), None)
        if found is None:
            self._refuse(order, "adjust.no_unit", f"There is no {self._named(order.unit)} of this power.")
        return found

    def _named(self, unit: UnitName) -> str:
        return f"{KIND_NAMES[unit.kind]} in {self.rules.place(unit.place)}"

    def _refuse(self, order: Adjustment, code: str, sentence: str) -> None:
        self.events.append(self._told(order, Reason(code, sentence, {}, RULE)))

    def _told(self, order: Adjustment, why: Reason) -> Refused:
        now = self.position
        return Refused(
            year=now.year,
            season=now.season,
            power=self.power,
            text=str(order),
            why=why,
            private_to=(self.power,),
        )

    def _disband(self, orders: Sequence[Dismiss]) -> None:
        for order in orders:
            unit = self._own(order)
            if unit is not None:
                self._lose(unit, Reason("adjust.disbanded", "Disbanded by its own power.", {}, RULE))

    def _lose(self, unit: Unit, why: Reason) -> None:
        self.left.add((unit.place, unit.space))
        self.position = self.position.without(unit)
        self.events.append(UnitLost(year=self.position.year, season=self.position.season, unit=unit, why=why))

    def _maintain(self, wanted: Iterable[Unit]) -> None:
        """Pay for units: first those ordered, then the others, the oldest first; who cannot be paid is disbanded."""
        first = list(wanted)
        rest = [unit for unit in self.position.of(self.power) if unit not in first]
        pays = self.rules.options.unordered_upkeep == "pay_oldest"
        kept: list[Unit] = []
        for unit in (*first, *rest):
            cost, purse = cost_beside(kept, unit.unit_class), self.treasury - cost_of(kept)
            if unit in rest and not pays:
                self._lose(unit, Reason("adjust.no_order", "Nobody ordered to pay it.", {}, RULE))
            elif cost > purse:
                sentence = f"It costs {cost}, and {purse} were left."
                self._lose(unit, Reason("adjust.unpaid", sentence, {"cost": cost, "left": purse}, RULE))
            else:
                kept.append(unit)
        self._pay(tuple(kept), cost_of(kept))

    def _pay_opening(self) -> None:
        units = self.position.of(self.power)
        self._pay(units, min(self.treasury, cost_of(units)))

    def _pay(self, units: tuple[Unit, ...], ducats: int) -> None:
        if units:
            forgiven = cost_of(units) - ducats
            sentence = f"{counted(len(units), 'unit')} cost{'' if len(units) > 1 else 's'} {ducats + forgiven}"
            sentence += f", of which {forgiven} {'is' if forgiven == 1 else 'are'} forgiven." if forgiven else "."
            self._move(
                Maintained(
                    year=self.position.year,
                    season=self.position.season,
                    power=self.power,
                    ducats=-ducats,
                    units=units,
                    why=Reason("adjust.maintained", sentence, {"ducats": ducats}, RULE),
                )
            )

    def _move(self, event: MoneyMoved) -> None:
        self.position = earns(self.position, event)
        self.events.append(event)

    def _build(self, order: Build) -> None:
        why = build_fault(self.rules, self.position, self.power, order, frozenset(self.left), frozenset(self.raised))
        if why is not None:
            self.events.append(self._told(order, why))
            return
        born = self.position.born + 1
        at, cost = order.unit, cost_beside(self.position.of(self.power), order.unit_class)
        unit = Unit(self.power, at.kind, at.place, at.coast, order.unit_class, born)
        self.position = replace(self.position, units=(*self.position.units, unit), born=born)
        self.raised.add(at.place)
        self._move(
            Raised(
                year=self.position.year,
                season=self.position.season,
                power=self.power,
                ducats=-cost,
                unit=unit,
                why=Reason("adjust.built", f"It cost {cost}.", {"ducats": cost}, RULE),
            )
        )


def fits(name: UnitName, unit: Unit) -> bool:
    """Whether a name is that of a unit; a coast may be left out."""
    return (name.kind, name.place) == (unit.kind, unit.place) and name.coast in {"", unit.coast}


def build_fault(
    rules: Rules,
    position: Position,
    power: Power,
    order: Build,
    left: Spaces = frozenset(),
    raised: frozenset[Place] = frozenset(),
) -> Reason | None:
    """Return why a power may not build a unit now; None where it may.

    `left` are the spaces where it disbanded a unit in this step, `raised` the provinces where it built one.
    """
    told = next(
        (
            *_land_faults(rules, position, power, order),
            *_unit_faults(rules, order),
            *_space_faults(rules, position, order, left, raised),
            *_purse_faults(rules, position, power, order),
        ).__iter__(),
        None,
    )
    return None if told is None else Reason(f"build.{told[0]}", told[1], {}, RULE)


Fault = tuple[Literal["home", "city", "control", "famine", "rebels", "kind", "space", "twice", "special", "money"], str]


def _land_faults(rules: Rules, position: Position, power: Power, order: Build) -> Iterator[Fault]:
    place, name = order.unit.place, rules.place(order.unit.place)
    if not is_home(rules, position, place, power) or place in rules.scenario.out:
        yield "home", f"{name} lies in no home country that {rules.power(power)} holds."
    if place not in rules.board.counting:
        yield "city", f"{name} has no city that counts; units are built in cities."
    elif position.cities.get(place) != power or _field_holder(rules, position, place) != power:
        yield "control", f"{rules.power(power)} does not control both {name} and its city."
    if place in position.famine:
        yield "famine", f"There is famine in {name}."
    space = space_of(order.unit.kind)
    if any(position.rebels(place, space)):
        yield "rebels", f"Rebels hold the {space} of {name}."


def _field_holder(rules: Rules, position: Position, place: Place) -> Power | None:
    """Return who controls the province of a city; where a sea is meant, that is whoever has the city."""
    sea = rules.board.provinces[place].kind == "sea"
    return (position.cities if sea else position.provinces).get(place)


def _unit_faults(rules: Rules, order: Build) -> Iterator[Fault]:
    place, kind, name = order.unit.place, order.unit.kind, rules.place(order.unit.place)
    city = rules.board.city(place)
    if city is None:
        return
    if kind == "F" and not city.port:
        yield "kind", f"{name} is no port; fleets are built in ports."
    if kind == "G" and city.kind != "fortified":
        yield "kind", f"The city of {name} is not fortified; garrisons are built in fortified cities."
    if kind == "F" and not may_sail(order.unit_class):
        yield "kind", f"There are no {CLASSES[order.unit_class].name} at sea."
    if kind == "A" and rules.board.provinces[place].kind == "sea":
        yield "kind", f"{name} is a sea; armies are built on land."


def _space_faults(
    rules: Rules, position: Position, order: Build, left: Spaces, raised: frozenset[Place]
) -> Iterator[Fault]:
    place, name = order.unit.place, rules.place(order.unit.place)
    space = space_of(order.unit.kind)
    alone = rules.board.provinces[place].fills
    if place in raised:
        yield "twice", f"A unit was built in {name} already; each province raises one a year."
    elif position.at(place, space) or (alone and (position.at(place) or position.at(place, "city"))):
        yield "space", f"The {space} of {name} is taken."
    elif (place, space) in left:
        yield "space", f"A unit was disbanded in the {space} of {name}; none can take its place there this year."


def _purse_faults(rules: Rules, position: Position, power: Power, order: Build) -> Iterator[Fault]:
    why = special_fault(rules, position, power, order.unit_class)
    if why:
        yield "special", why
    if order.unit.kind == "F" and power in rules.scenario.no_fleets:
        yield "kind", f"{rules.power(power)} builds no fleets in this scenario."
    cost, purse = cost_beside(position.of(power), order.unit_class), position.accounts[power].treasury
    if cost > purse:
        yield "money", f"It costs {cost}, and {purse} are left."
