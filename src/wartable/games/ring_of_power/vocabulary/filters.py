"""Filters of figures: whom a condition, an effect or a special rule is about."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

Least: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
"""A number that is not negative."""


class Who(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A filter of figures: every field given must fit, and a list fits if one entry does. The empty one fits all."""

    it: bool = False
    """The figure or force that the rule is being applied to."""
    unit: tuple[str, ...] = ()
    """Of one of these types; a weapon by its own name."""
    nation: tuple[str, ...] = ()
    """Of one of these nations."""
    race: tuple[str, ...] = ()
    """Of one of these races."""
    side: str = ""
    """On this side."""
    player: tuple[str, ...] = ()
    """Of one of these players."""
    ability: str = ""
    """With this ability."""
    character: bool | None = None
    """Characters, or army figures."""
    mounted: bool | None = None
    """Riding, or on foot."""
    wounded: bool | None = None
    """Wounded, or not."""
    tower: bool | None = None
    """In a tower, or not."""
    inside: tuple[str, ...] = ()
    """In one of these places, in its garrison or on its ground, or in one of these areas."""
    on_road: bool | None = None
    """On a road, bridge or ford, or not."""
    near: str = ""
    """Within `within` of this place, area or crossing, or of a figure of this type."""
    within: Least = 0
    """The distance that `near` means; 0: in it."""
    beside: Who | None = None
    """Within 1 inch of another figure that fits this."""
    led_by: tuple[str, ...] = ()
    """With one of these, unwounded, in the same force."""
    force_at_most: Least | None = None
    """In a force of at most so many figures."""
    force_all: Who | None = None
    """In a force all of whose figures fit this."""
    holds: str = ""
    """Bearing this item."""
    but: Who | None = None
    """Figures that fit this are left out."""
    either: tuple[Who, ...] = ()
    """If given, at least one of these must fit, too."""
