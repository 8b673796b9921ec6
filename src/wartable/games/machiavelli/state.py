"""The position of a game of Machiavelli: units, control, sieges, rebellions, marks of disasters, money, the calendar.

A *place* is a province or a sea, by its id on the board: `pavia`, `ionian_sea`. A province with a city that may hold a
garrison has two *spaces* that conflict apart from each other: the field, which for the adjudicator is the place itself,
and the city, `pavia/CITY`, a slot of its own in the map (`wartable.games.machiavelli.maps`). Armies and fleets stand
in fields and on seas, garrisons in cities. A position names places only: whether a unit is in the field or in the city
follows from its kind, and so a province holds at most one army or fleet and at most one garrison. Where a city fills
its province, as Venice does, there is one space, and at most one unit of any kind.

Powers and countries are ids of the scenario: `milan`. Nobody is the empty string. What is in no mapping is nobody's,
and lists name only what there is, so that equal positions are equal: `Position.tidied` sees to the order.

Source: rules/machiavelli.md 1.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

Place: TypeAlias = str
"""Id of a province or a sea."""
Power: TypeAlias = str
"""Id of a power; `AUTONOMOUS` for garrisons of nobody, `NOBODY` where there is none."""
Country: TypeAlias = str
"""Id of a home country in its scenario; mostly that of the power that begins with it."""
Kind: TypeAlias = Literal["A", "F", "G"]
"""Army, fleet or garrison."""
Season: TypeAlias = Literal["spring", "summer", "fall"]
"""A campaign of the year."""
SpaceKind: TypeAlias = Literal["field", "city"]
UnitClass: TypeAlias = Literal[
    "regular", "citizen_militia", "elite_mercenaries", "elite_professionals",
    "trolls_orcs", "mumakil", "worg_riders", "uruk_hai", "elite_archers", "cavalry", "ents",
]  # fmt: skip
"""What special units are, those of Italy and those of Middle-earth; all others are regular (machiavelli 3.1, 18.5)."""

AUTONOMOUS: Power = "autonomous"
NOBODY: Power = ""
SEASONS: tuple[Season, ...] = ("spring", "summer", "fall")
KIND_NAMES: Mapping[Kind, str] = {"A": "army", "F": "fleet", "G": "garrison"}


def space_of(kind: Kind) -> SpaceKind:
    """Return whether units of a kind stand in the city or in the field."""
    return "city" if kind == "G" else "field"


class Unit(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """A unit; `number` tells it from all others of the game as long as it lives: the smaller, the older it is.

    It keeps its number when it moves, converts or changes its owner. `coast` is where a fleet lies in a province with
    several.
    """

    owner: Power
    kind: Kind
    place: Place
    coast: str = ""
    unit_class: UnitClass = "regular"
    number: int = 0

    @property
    def space(self) -> SpaceKind:
        """Whether it stands in the city or in the field."""
        return space_of(self.kind)

    def __str__(self) -> str:
        at = f"{self.place}/{self.coast}" if self.coast else self.place
        return f"{self.owner} {self.kind} {at}" + ("" if self.unit_class == "regular" else f" [{self.unit_class}]")


class Siege(msgspec.Struct, frozen=True, order=True):
    """A siege that runs: the besieger, by the number of the unit, gave its first besiege order in the campaign before.

    Source: machiavelli 6.
    """

    place: Place
    by: int


class Rebellion(msgspec.Struct, frozen=True, order=True):
    """Rebels in the field or in the city of a province, against one power (machiavelli 12.3)."""

    place: Place
    space: SpaceKind
    against: Power


class Loan(msgspec.Struct, frozen=True, order=True):
    """A loan of the bank: due in a campaign of a year; principal and interest in ducats, as far as still owed."""

    year: int
    season: Season
    principal: int
    interest: int

    @property
    def owed(self) -> int:
        """Ducats to pay when it is due."""
        return self.principal + self.interest


class Account(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a power has beside units and land: whole ducats, never negative; loans; assassins against other powers.

    `defaulted` powers never borrow again. `eliminated` ones have nothing, and take no part any more.
    """

    treasury: int = 0
    loans: tuple[Loan, ...] = ()
    chits: tuple[Power, ...] = ()
    defaulted: bool = False
    eliminated: bool = False


class Tenure(msgspec.Struct, frozen=True):
    """Through how many falls in a row a power has held a province (machiavelli 14, variable home country)."""

    power: Power
    falls: int


class Hire(msgspec.Struct, frozen=True, order=True):
    """A unit of nobody, by its number, that obeys a power in this campaign for so many ducats (machiavelli 14)."""

    number: int
    power: Power
    worth: int


class Diplomat(msgspec.Struct, frozen=True, order=True):
    """A diplomat, who watches a province and what borders on it for a power (machiavelli 14, fog of war)."""

    place: Place
    power: Power


class Extra(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What only optional rules know: provinces struck by plague this year, tenures of provinces, hired units.

    `banned` are the powers that are excommunicated, `sentenced` is the one of them that the Papacy named. In fog,
    `sights` are the places that each power saw when units moved last; in what a power knows, those that it sees now.
    """

    plague: tuple[Place, ...] = ()
    tenures: Mapping[Place, Tenure] = {}
    hires: tuple[Hire, ...] = ()
    banned: tuple[Power, ...] = ()
    sentenced: Power = NOBODY
    diplomats: tuple[Diplomat, ...] = ()
    sights: Mapping[Power, tuple[Place, ...]] = {}


class Position(msgspec.Struct, frozen=True, dict=True, kw_only=True):
    """Everything that the rules know between two steps of the year.

    `provinces` and `cities` give the controller of each province and of each city that has one; autonomous garrisons
    control nothing. `countries` gives the power that holds each home country. `famine` and `storms` are the places
    marked. `allowed` are pairs of powers, of whom the first lets fleets of the second through straits that it holds.
    `target` is the number of cities that wins, `born` the units there have been. `extra` is what optional rules add.
    """

    year: int
    season: Season = "spring"
    units: tuple[Unit, ...] = ()
    provinces: Mapping[Place, Power] = {}
    cities: Mapping[Place, Power] = {}
    countries: Mapping[Country, Power] = {}
    sieges: tuple[Siege, ...] = ()
    rebellions: tuple[Rebellion, ...] = ()
    famine: tuple[Place, ...] = ()
    storms: tuple[Place, ...] = ()
    accounts: Mapping[Power, Account] = {}
    allowed: tuple[tuple[Power, Power], ...] = ()
    target: int = 15
    born: int = 0
    extra: Extra = Extra()

    @property
    def powers(self) -> tuple[Power, ...]:
        """The powers that are still in the game, in the order of the scenario."""
        return tuple(power for power, account in self.accounts.items() if not account.eliminated)

    def of(self, power: Power) -> tuple[Unit, ...]:
        """Return the units of a power, the oldest first."""
        return tuple(sorted((unit for unit in self.units if unit.owner == power), key=lambda unit: unit.number))

    def at(self, place: Place, space: SpaceKind = "field") -> Unit | None:
        """Return the unit in the field or in the city of a place."""
        return self._standing.get((place, space))

    def unit_of(self, power: Power, kind: Kind, place: Place) -> Unit | None:
        """Return a power's unit of a kind in a place, if it is there."""
        unit = self.at(place, space_of(kind))
        return unit if unit and (unit.owner, unit.kind) == (power, kind) else None

    @cached_property
    def _standing(self) -> Mapping[tuple[Place, SpaceKind], Unit]:
        return {(unit.place, unit.space): unit for unit in reversed(self.units)}

    def numbered(self, number: int) -> Unit | None:
        """Return the unit of a number, if it is still there."""
        return next((unit for unit in self.units if unit.number == number), None)

    def rebels(self, place: Place, space: SpaceKind | None = None) -> Iterator[Rebellion]:
        """Yield the rebellions in a place, in one space of it or in both."""
        return (one for one in self.rebellions if one.place == place and space in {None, one.space})

    def siege_of(self, place: Place) -> Siege | None:
        """Return the siege of a city that runs."""
        return next((siege for siege in self.sieges if siege.place == place), None)

    def held_by(self, power: Power) -> tuple[Country, ...]:
        """Return the home countries that a power holds."""
        return tuple(country for country, holder in self.countries.items() if holder == power)

    def with_account(self, power: Power, account: Account) -> Position:
        """Return the position with another account of a power."""
        return replace(self, accounts={**self.accounts, power: account})

    def with_extra(self, **changes: object) -> Position:
        """Return the position with other facts of optional rules, by the names of their fields."""
        return replace(self, extra=replace(self.extra, **changes))

    def without(self, *units: Unit) -> Position:
        """Return the position without some units, told apart by their numbers, and without sieges that end with them.

        A siege ends with the besieger, and with the garrison unless rebels hold the city as well (machiavelli 6).
        """
        gone = {unit.number for unit in units}
        return replace(self, units=tuple(unit for unit in self.units if unit.number not in gone)).tidied()

    def tidied(self) -> Position:
        """Return the position in its one order: units by place, and no siege without besieger and besieged."""
        there = {unit.number: unit for unit in self.units if unit.kind != "G"}
        held = {unit.place for unit in self.units if unit.kind == "G"}
        held |= {one.place for one in self.rebellions if one.space == "city"}
        return replace(
            self,
            units=tuple(sorted(self.units, key=lambda unit: (unit.place, unit.kind == "G", unit.number))),
            provinces={place: power for place, power in sorted(self.provinces.items()) if power},
            cities={place: power for place, power in sorted(self.cities.items()) if power},
            sieges=tuple(
                sorted(
                    siege
                    for siege in self.sieges
                    if siege.place in held and siege.by in there and there[siege.by].place == siege.place
                )
            ),
            rebellions=tuple(sorted(set(self.rebellions))),
            famine=tuple(sorted(set(self.famine))),
            storms=tuple(sorted(set(self.storms))),
        )
