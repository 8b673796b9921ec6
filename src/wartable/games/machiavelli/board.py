"""The board of a game: provinces with cities, seas, borders, straits, tables of disasters; and scenarios on it.

These are what data files are read into (`wartable.games.machiavelli.data`). Places are ids, coasts are written
`provence/nc`. Source: rules/machiavelli.md 1, 4, 5.10, 5.11, 10, 13.2.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from wartable.games.machiavelli.goals import Goal
from wartable.games.machiavelli.state import Country, Kind, Place, Power, UnitClass

CityKind: TypeAlias = Literal["unfortified", "fortified", "fortress"]
Table: TypeAlias = Mapping[int, Mapping[int, Place]]
"""A table of disasters: rows 2 to 12, in each the places by column 2 to 12; empty cells are left out."""


class City(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The city of a province: only a fortified one, or a fortress in use, may hold a garrison.

    `value` is 1, or what is printed beside a major city; 0 for a fortress.
    """

    kind: CityKind
    value: int = 1
    port: bool = False

    @property
    def major(self) -> bool:
        """Whether bribes on a garrison in it cost double."""
        return self.value > 1


class Province(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place of the board: its name, its terrain, its coasts where it has several, its city.

    `fills` is true where the city fills the province, so that it holds one unit of any kind (Venice).
    """

    name: str
    kind: Literal["inland", "coastal", "sea"]
    city: City | None = None
    coasts: tuple[str, ...] = ()
    fills: bool = False
    aliases: tuple[str, ...] = ()


class Income(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Variable income: so many dice, each read on the row of six figures."""

    dice: int
    row: tuple[int, int, int, int, int, int]


class Route(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trade route: the two provinces or port cities it joins, and the seas it leads over."""

    ends: tuple[Place, Place]
    seas: tuple[Place, ...]


class Board(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True, kw_only=True):
    """A board. Borders are written once or from both ends, and are open both ways.

    `straits` gives by the province that controls it the edge that a hostile fleet there closes. `picture` is the key of
    the drawn board.
    """

    key: str
    title: str
    provinces: Mapping[Place, Province]
    army_borders: Mapping[Place, tuple[Place, ...]]
    fleet_borders: Mapping[str, tuple[str, ...]]
    straits: Mapping[Place, tuple[Place, Place]] = {}
    famine: Table = {}
    plague: Table = {}
    storm: Table = {}
    plague_from: int = 0
    """The first year in which plague is rolled for."""
    picture: str = ""
    trade_routes: tuple[Route, ...] = ()
    heretics: tuple[Place, ...] = ()
    """Provinces that rebel more easily in a religious war."""

    @cached_property
    def counting(self) -> tuple[Place, ...]:
        """The provinces whose city counts for victory and pays."""
        return tuple(place for place, facts in self.provinces.items() if facts.city and facts.city.value)

    @cached_property
    def _around(self) -> Mapping[Place, frozenset[Place]]:
        found: dict[Place, set[Place]] = {place: {place} for place in self.provinces}
        for one, others in (*self.army_borders.items(), *self.fleet_borders.items()):
            for other in others:
                a, b = one.partition("/")[0], other.partition("/")[0]
                found[a].add(b)
                found[b].add(a)
        return {place: frozenset(near) for place, near in found.items()}

    def around(self, place: Place) -> frozenset[Place]:
        """Return a place and the provinces and seas that border on it."""
        return self._around[place]

    def city(self, place: Place) -> City | None:
        """Return the city of a place, if it has one."""
        facts = self.provinces.get(place)
        return facts.city if facts else None


class StartUnit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A unit at the beginning of a scenario."""

    kind: Kind
    place: Place
    coast: str = ""
    unit_class: UnitClass = "regular"


class Homeland(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A home country: its name, its provinces, and its variable income."""

    name: str
    provinces: tuple[Place, ...]
    income: Income | None = None


class Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a power begins with; `provinces` are those it controls beside its countries and where its units stand.

    It controls their cities as well, but for `without_city`; and alone the cities in `city_only`, without the field.
    `treasury` is given where the scenario has fixed sums, and otherwise the opening income is rolled for. `specials`
    are the classes of special units that it may have, where they are limited by power; `colour` is that of the board.
    """

    name: str
    countries: tuple[Country, ...]
    units: tuple[StartUnit, ...]
    provinces: tuple[Place, ...] = ()
    without_city: tuple[Place, ...] = ()
    city_only: tuple[Place, ...] = ()
    treasury: int | None = None
    specials: tuple[UnitClass, ...] = ()
    colour: int = 0


class Scenario(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True, kw_only=True):
    """A set-up on a board: the year, who plays with what, the autonomous garrisons, the places that are out of play."""

    key: str
    title: str
    board: str
    first_year: int
    countries: Mapping[Country, Homeland]
    powers: Mapping[Power, Start]
    autonomous: tuple[Place, ...] = ()
    city_income: Mapping[Place, Income] = {}
    fortresses: bool = False
    out: tuple[Place, ...] = ()
    cities: Mapping[Place, City] = {}
    """Cities that are otherwise than on the board."""
    army_borders: Mapping[Place, tuple[Place, ...]] = {}
    """Borders that the board does not have."""
    no_fleets: tuple[Power, ...] = ()
    """Powers that build no fleets."""
    idle: tuple[Power, ...] = ()
    """Powers without a player: their units hold."""
    caveat: str = ""
    """What players must be told of how sure the set-up is."""
    like: str = ""
    """The set-up that this one is like, for fewer players."""
    goal: Goal | None = None
    """What wins, where it is not what the options say."""

    @property
    def played(self) -> tuple[Power, ...]:
        """The powers that have a player."""
        return tuple(power for power in self.powers if power not in self.idle)

    def on(self, board: Board) -> Board:
        """Return a board with the cities and borders that are otherwise in this scenario."""
        if not (self.cities or self.army_borders):
            return board
        changed = {place: replace(board.provinces[place], city=city) for place, city in self.cities.items()}
        borders = {
            place: (*board.army_borders.get(place, ()), *self.army_borders.get(place, ()))
            for place in {**board.army_borders, **self.army_borders}
        }
        return replace(board, provinces={**board.provinces, **changed}, army_borders=borders)

    @cached_property
    def country_of(self) -> Mapping[Place, Country]:
        """The home country of each province that belongs to one."""
        return {place: country for country, land in self.countries.items() for place in land.provinces}
