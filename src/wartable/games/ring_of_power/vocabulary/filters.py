"""Filters of figures: whom a condition, an effect or a special rule is about."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

Least: TypeAlias = Annotated[int, msgspec.Meta(ge=0)]
"""A number that is not negative."""


class Who(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A filter of figures: every field given must fit. Lists fit if one entry does.

    `inside` names places (their garrisons and the ground of the place) or areas of terrain by id; `near` a place, or a
    unit, within `within`; `led_by` asks for one of these units in the figure's force; `character`, `mounted`,
    `wounded` and `tower` ask for the state; `force_at_most` and `force_all` look at the whole force; `holds` at the
    item it holds.
    """

    it: bool = False
    unit: tuple[str, ...] = ()
    nation: tuple[str, ...] = ()
    race: tuple[str, ...] = ()
    side: str = ""
    player: tuple[str, ...] = ()
    ability: str = ""
    character: bool | None = None
    mounted: bool | None = None
    wounded: bool | None = None
    tower: bool | None = None
    inside: tuple[str, ...] = ()
    on_road: bool | None = None
    near: str = ""
    within: Least = 0
    beside: Who | None = None
    """Within an inch of a figure that fits this."""
    led_by: tuple[str, ...] = ()
    force_at_most: Least | None = None
    force_all: Who | None = None
    holds: str = ""
    but: Who | None = None
    """Figures that fit this are left out."""
    either: tuple[Who, ...] = ()
    """If given, at least one of these must fit, too."""
