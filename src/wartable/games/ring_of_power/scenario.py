"""Scenarios as data: table, terrain, places, sides, rosters, arrivals, special rules and victory, as typed values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Literal, TypeAlias

import msgspec

from wartable.games.ring_of_power.charts import Provenance
from wartable.games.ring_of_power.units import UnitType
from wartable.games.ring_of_power.vocabulary import conditions
from wartable.games.ring_of_power.vocabulary.effects import SpecialRule

Point: TypeAlias = tuple[int, int]
"""A point of the table in 1/1000 inch, from its south-west corner; y grows to the north."""
Segment: TypeAlias = tuple[Point, Point]
AMOK = "amok"
"""The wild side of beasts that have lost their crew: it fights everybody, and wins nothing (Q70)."""
KEY = r"^[a-z][a-z0-9_-]*$"
"""The form of every id."""
Key = Annotated[str, msgspec.Meta(pattern=KEY)]
Count = Annotated[int, msgspec.Meta(ge=0, le=10_000)]
Number = Annotated[int, msgspec.Meta(ge=1, le=10_000)]
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")


class _Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    provenance: Provenance = "reconstructed"
    remark: str = ""


class Table(_Part, frozen=True, kw_only=True):
    """The table: width and height in 1/1000 inch (A1)."""

    width: int
    height: int


class Area(_Part, frozen=True, kw_only=True):
    """A polygon of terrain; `type` is a row of the terrain chart (N)."""

    id: Key
    type: str
    polygon: tuple[Point, ...]
    name: str = ""


class Crossing(_Part, frozen=True, kw_only=True):
    """A ford, bridge or shallows of a water: a disc that cancels the water (C10)."""

    id: Key
    type: Literal["ford", "bridge", "shallows"]
    at: Point
    radius: int


class Water(_Part, frozen=True, kw_only=True):
    """A river or stream as a line with a width, or a lake, sea or falls as a polygon."""

    id: Key
    type: Literal["river", "stream", "lake", "sea", "falls"]
    navigable: bool = False
    line: tuple[Point, ...] = ()
    width: int = 0
    polygon: tuple[Point, ...] = ()
    crossings: tuple[Crossing, ...] = ()
    name: str = ""


class Road(_Part, frozen=True, kw_only=True):
    """A road: a line with a width; `bonus` is false where it gives no extra inches (Q61)."""

    id: Key
    line: tuple[Point, ...]
    width: int
    bonus: bool = True
    name: str = ""


class Tower(_Part, frozen=True, kw_only=True):
    """A tower inside a place; `armies` army figures fit into it beside characters: none in a plain tower (K5, Q56)."""

    name: str = ""
    armies: Count = 0
    circle: tuple[int, int, int] | None = None
    keeps_control: bool = False
    """Whether the place cannot change hands while one of its characters holds out in the tower."""


PlaceKind: TypeAlias = Literal["fortress", "citadel", "tower", "stockade", "haven", "site", "edge"]


class Place(_Part, frozen=True, kw_only=True):
    """A place: a disc or polygon with an owner. Fortresses, citadels and towers hold garrisons (K1, Q18)."""

    id: Key
    name: str
    kind: PlaceKind
    circle: tuple[int, int, int] | None = None
    polygon: tuple[Point, ...] = ()
    owner: conditions.SideKey = ""
    """The side that holds it at the start; empty: nobody."""
    home_of: conditions.PlayerKey = ""
    base: conditions.SideKey = ""
    """The side for which it counts as a base when bases are counted for victory."""
    healing: bool = False
    gates: tuple[Point, ...] = ()
    weak_walls: tuple[Segment, ...] = ()
    tower: Tower | None = None
    exits: tuple[conditions.SideKey, ...] = ()
    """Sides whose figures may leave the table here for good."""

    @property
    def walled(self) -> bool:
        """Whether it is a container with walls (K1)."""
        return self.kind in {"fortress", "citadel", "tower"}

    @property
    def centre(self) -> Point:
        """The middle of the place: of the disc, or the mean of the corners."""
        if self.circle:
            return self.circle[0], self.circle[1]
        return (
            round(sum(x for x, _ in self.polygon) / len(self.polygon)),
            round(sum(y for _, y in self.polygon) / len(self.polygon)),
        )


class Side(_Part, frozen=True, kw_only=True):
    """A side: players who win together. A `wild` side has no players; it fights `hostile_to` when it is met."""

    id: Key
    name: str
    players: tuple[str, ...] = ()
    hostile_to: tuple[conditions.SideKey, ...] = ()
    wild: bool = False


class PlayerFacts(_Part, frozen=True, kw_only=True):
    """A player of the scenario, as `rohan`: what it is called and the colour it is shown in."""

    name: str
    colour: str = ""

    @property
    def fill(self) -> str:
        """Its colour, `#3c7d72`; empty where none is said, or what is said is none."""
        return self.colour if _COLOUR.fullmatch(self.colour) else ""


class Formation(_Part, frozen=True, kw_only=True):
    """How a group stands: `block` of so many columns, `line` along a heading in degrees, or `points` given one by one.

    `anchor` is the first figure's point, `spacing` the distance between neighbours.
    """

    shape: Literal["block", "line", "points"]
    anchor: Point = (0, 0)
    columns: Number = 1
    spacing: int = 1000
    heading: int = 0
    points: tuple[Point, ...] = ()


class Group(_Part, frozen=True, kw_only=True):
    """Figures that come together: an army, a character or a weapon with its crew, at a place, point or formation.

    `inside` puts them into the garrison of the place named, and `tower` into its tower.
    """

    unit: conditions.UnitKey = ""
    character: conditions.UnitKey = ""
    artillery: conditions.WeaponKey = ""
    crew: tuple[conditions.UnitKey, ...] = ()
    count: Number = 1
    at: conditions.PostKey | Point | None = None
    formation: Formation | None = None
    inside: conditions.PlaceKey = ""
    tower: bool = False
    mounted: bool | None = None
    """None: mounted if it has a mounted profile."""
    holds: conditions.ItemKey = ""
    """An item of the scenario that the first figure holds, as the Ring."""


class Arrival(_Part, frozen=True, kw_only=True):
    """Reinforcements of a player: on one turn, every so many turns, or when a flag is raised (B5).

    `at` lists places of which the player takes one; what can be put at none of them is lost.
    """

    id: Key
    player: Key
    groups: tuple[Group, ...]
    at: Annotated[tuple[conditions.PlaceKey, ...], msgspec.Meta(min_length=1)]
    turn: Count = 0
    every: Count = 0
    until: Count = 0
    flag: str = ""
    """Raised flag that brings them, `delay` turns after it."""
    delay: Count = 0
    unless: str = ""
    """Flag that stops them."""


class Trigger(_Part, frozen=True, kw_only=True):
    """A flag raised at the start of a turn, when its condition holds or a player named in `declared_by` says so."""

    flag: Key
    title: str
    declared_by: tuple[conditions.PlayerKey, ...] = ()
    condition: conditions.Condition | None = msgspec.field(default=None, name="if")


class Item(_Part, frozen=True, kw_only=True):
    """A thing that a character holds and that changes hands, as a ring of power."""

    id: Key
    name: str


class Return(_Part, frozen=True, kw_only=True):
    """Where figures that were dispersed come back (J6)."""

    who: conditions.Who
    at: conditions.PlaceKey


When: TypeAlias = Literal["immediate", "turn_start", "time_out"]


class Verdict(_Part, frozen=True, kw_only=True):
    """A way to end: who wins, by how much, and when it is looked at. `winner` empty: nobody."""

    winner: conditions.SideKey = ""
    grade: str = ""
    when: When
    condition: conditions.Condition | None = msgspec.field(default=None, name="if")
    sentence: str = ""


class Points(_Part, frozen=True, kw_only=True):
    """Status points that a player gains, or loses, each time something happens (see `Feat`)."""

    feat: Literal[
        "army_felled", "character_felled", "place_taken", "base_taken", "home_lost", "item_taken", "character_captured"
    ]
    points: int
    places: tuple[conditions.PlaceKey, ...] = ()
    units: tuple[conditions.UnitKey, ...] = ()
    player: conditions.PlayerKey = ""


Sharing: TypeAlias = Literal["all", "most_points", "homes"]
"""Who of a winning side wins: all of it, whoever has most status points, or all but those who lost their homes."""


class Scenario(_Part, frozen=True, kw_only=True, dict=True):
    """One scenario, whole. Read by `reading.scenario`; every reference in it resolves."""

    schema: Literal["wartable-scenario/1"] = "wartable-scenario/1"
    """What kind of file it is, so that tools know it among others."""
    id: Key
    title: str
    summary: str
    table: Table
    last_turn: Annotated[int, msgspec.Meta(ge=1, le=500)]
    slow_last_turn: Annotated[int, msgspec.Meta(ge=0, le=500)] = 0
    """The last turn where the slow movement chart is played; 0: the same."""
    minutes: Annotated[int, msgspec.Meta(ge=1, le=100_000)] = 60
    settlements: Mapping[str, str | bool] = {}
    """Settlements that differ from the chosen profile."""
    sides: tuple[Side, ...]
    players: Mapping[str, PlayerFacts]
    seats: Mapping[str, tuple[tuple[str, ...], ...]] = {}
    """For each number of seats, the players that each seat plays; else each side is a seat."""
    order: tuple[str, ...]
    terrain: tuple[Area, ...] = ()
    waters: tuple[Water, ...] = ()
    roads: tuple[Road, ...] = ()
    places: tuple[Place, ...]
    units: Mapping[str, UnitType] = {}
    """Unit types of this scenario alone, or in place of those of the package."""
    factions: tuple[Key, ...] = ()
    """Files beside the scenario whose unit types it uses too; its own go before them."""
    rosters: Mapping[str, tuple[Group, ...]]
    arrivals: tuple[Arrival, ...] = ()
    triggers: tuple[Trigger, ...] = ()
    items: tuple[Item, ...] = ()
    returns: tuple[Return, ...] = ()
    captives: tuple[conditions.Who, ...] = ()
    """Who may be captured, once wounded and left alone: any figure that fits one of these filters (Q68)."""
    rules: tuple[SpecialRule, ...] = ()
    points: tuple[Points, ...] = ()
    victory: tuple[Verdict, ...]
    sharing: Mapping[str, Sharing] = {}
    """By side: who of its players wins when it wins; all, where nothing is said."""

    @cached_property
    def place(self) -> Mapping[str, Place]:
        """Places by their id."""
        return {place.id: place for place in self.places}

    @cached_property
    def seatings(self) -> Mapping[int, tuple[tuple[str, ...], ...]]:
        """For each number of seats, the least first, the players that each seat plays (B2)."""
        sides = tuple(side.players for side in self.sides if not side.wild)
        usual = {len(sides): sides, len(self.order): tuple((player,) for player in self.order)}
        return dict(sorted({**usual, **{int(count): groups for count, groups in self.seats.items()}}.items()))

    @cached_property
    def side_of(self) -> Mapping[str, str]:
        """The side of every player; a wild side stands for itself."""
        owned = {player: side.id for side in self.sides for player in side.players}
        return {**owned, **{side.id: side.id for side in self.sides if side.wild}}

    def hostile(self, one: str, other: str) -> bool:
        """Whether two sides fight each other: all do, but for the wild, who say whom they fight."""
        if one == other:
            return False
        wild = {side.id: side.hostile_to for side in self.sides if side.wild}
        if one in wild or other in wild:
            return other in wild.get(one, ()) or one in wild.get(other, ())
        return True
