"""Filters of figures, and conditions that may hold of a campaign. In a file a condition begins with `is`."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec


def _of(kind: str) -> msgspec.Meta:
    return msgspec.Meta(extra={"names": kind})


UnitKey: TypeAlias = Annotated[str, _of("unit")]
NationKey: TypeAlias = Annotated[str, _of("nation")]
RaceKey: TypeAlias = Annotated[str, _of("race")]
SideKey: TypeAlias = Annotated[str, _of("side")]
PlayerKey: TypeAlias = Annotated[str, _of("player")]
AbilityKey: TypeAlias = Annotated[str, _of("ability")]
SpotKey: TypeAlias = Annotated[str, _of("place or area")]
PlaceKey: TypeAlias = Annotated[str, _of("place")]
ItemKey: TypeAlias = Annotated[str, _of("item")]
TerrainKey: TypeAlias = Annotated[str, _of("terrain type")]
WeaponKey: TypeAlias = Annotated[str, _of("weapon")]
PostKey: TypeAlias = Annotated[str, _of("place or crossing")]
"""Names of what a scenario, the charts and the unit types have; the linter looks whether it is there."""
Least: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
"""A number that is not negative."""


class Who(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A filter of figures: every field given must fit, and a list fits if one entry does. The empty one fits all."""

    it: bool = False
    """The figure or force that the rule is being applied to."""
    unit: tuple[UnitKey, ...] = ()
    """Of one of these types; a weapon by its own name."""
    nation: tuple[NationKey, ...] = ()
    """Of one of these nations."""
    race: tuple[RaceKey, ...] = ()
    """Of one of these races."""
    side: SideKey = ""
    """On this side."""
    player: tuple[PlayerKey, ...] = ()
    """Of one of these players."""
    ability: AbilityKey = ""
    """With this ability."""
    character: bool | None = None
    """Characters, or army figures."""
    mounted: bool | None = None
    """Riding, or on foot."""
    wounded: bool | None = None
    """Wounded, or not."""
    tower: bool | None = None
    """In a tower, or not."""
    inside: tuple[SpotKey, ...] = ()
    """In one of these places, in its garrison or on its ground, or in one of these areas."""
    on_road: bool | None = None
    """On a road, bridge or ford, or not."""
    near: str = ""
    """Within `within` of this place, area or crossing, or of a figure of this type."""
    within: Least = 0
    """The distance that `near` means; 0: in it."""
    beside: Who | None = None
    """Within 1 inch of another figure that fits this."""
    led_by: tuple[UnitKey, ...] = ()
    """With one of these, unwounded, in the same force."""
    force_at_most: Least | None = None
    """In a force of at most so many figures."""
    force_all: Who | None = None
    """In a force all of whose figures fit this."""
    holds: ItemKey = ""
    """Bearing this item."""
    but: Who | None = None
    """Figures that fit this are left out."""
    either: tuple[Who, ...] = ()
    """If given, at least one of these must fit, too."""


class _Is(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="is"):
    pass


class AllOf(_Is, frozen=True, kw_only=True, tag="all"):
    """Every one of the conditions holds."""

    of: tuple[Condition, ...]


class AnyOf(_Is, frozen=True, kw_only=True, tag="any"):
    """At least one of the conditions holds."""

    of: tuple[Condition, ...]


class Not(_Is, frozen=True, kw_only=True, tag="not"):
    """The condition does not hold."""

    of: Condition


class Turn(_Is, frozen=True, kw_only=True, tag="turn"):
    """The number of the turn is in a range."""

    at_least: Least = 0
    at_most: Least | None = None


class Flag(_Is, frozen=True, kw_only=True, tag="flag"):
    """A flag is raised."""

    flag: str


class Counted(_Is, frozen=True, kw_only=True, tag="counted"):
    """A counter has come so far."""

    counter: str
    at_least: Least = 0
    at_most: Least | None = None


class Held(_Is, frozen=True, kw_only=True, tag="held"):
    """A place is controlled by a side (B6); `tower` asks who holds out in its tower instead."""

    place: PlaceKey
    by: SideKey
    tower: bool = False


class Bases(_Is, frozen=True, kw_only=True, tag="bases"):
    """A side controls at least so many bases of another."""

    by: SideKey
    of: SideKey
    at_least: Least
    but: tuple[PlaceKey, ...] = ()


class Breached(_Is, frozen=True, kw_only=True, tag="breached"):
    """A gate of the place is broken or a wall breached (K8)."""

    place: PlaceKey


class Figures(_Is, frozen=True, kw_only=True, tag="figures"):
    """The number of figures that fit is in a range; by default there is at least one."""

    who: Who
    at_least: Least = 1
    at_most: Least | None = None


class Together(_Is, frozen=True, kw_only=True, tag="together"):
    """A figure that fits `who` is within a distance of one that fits `other`; in a battle: both are in that battle."""

    who: Who
    other: Who
    within: Least = 0
    """0: in the same battle."""


class Left(_Is, frozen=True, kw_only=True, tag="left"):
    """So many figures that fit have left the table by a place."""

    by: PlaceKey
    who: Who
    at_least: Least = 1


class Status(_Is, frozen=True, kw_only=True, tag="status"):
    """The status points of a side are in a range."""

    side: SideKey
    at_least: int | None = None
    at_most: int | None = None


class Spotted(_Is, frozen=True, kw_only=True, tag="spotted"):
    """A hidden or stealthy figure of the side was found in the turn before this one."""

    side: SideKey


class Destroyed(_Is, frozen=True, kw_only=True, tag="destroyed"):
    """An item has been destroyed."""

    item: ItemKey


Joined: TypeAlias = AllOf | AnyOf | Not
OfCampaign: TypeAlias = Turn | Flag | Counted
OfPlaces: TypeAlias = Held | Bases | Breached
OfFigures: TypeAlias = Figures | Together | Left
OfSides: TypeAlias = Status | Spotted | Destroyed
Condition: TypeAlias = Joined | OfCampaign | OfPlaces | OfFigures | OfSides
