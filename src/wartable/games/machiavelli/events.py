"""What a game of Machiavelli tells, as it goes over the wire; powers, places and units by their ids.

Steps that are no game of their own have no seats: a power is named by its id, and `audience` is set by the game, which
knows who plays it. `private_to` names the powers that may know; empty: all.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, TypeAlias

import msgspec

from wartable.engine.values import Event
from wartable.games.machiavelli.state import Place, Power, Season, Siege, Unit

Fact: TypeAlias = str | int | tuple[str, ...]


class Reason(msgspec.Struct, frozen=True):
    """Why something came about: a stable code, a sentence for people, the numbers and names in it, the rule."""

    code: str
    sentence: str
    facts: Mapping[str, Fact] = {}
    rule: str = ""


class Told(Event, frozen=True, kw_only=True):
    """Base of all that is told of a step: in which campaign of which year, and why it came out so."""

    reveals: ClassVar[bool] = True

    year: int
    season: Season
    why: Reason | None = None
    private_to: tuple[Power, ...] = ()


class UnitLost(Told, frozen=True, kw_only=True, tag="unit_lost"):
    """A unit left the board: starved, by plague, sunk, besieged, disbanded, bribed."""

    unit: Unit


class SiegeBegan(Told, frozen=True, kw_only=True, tag="siege_began"):
    """A siege was begun."""

    siege: Siege
    besieger: Unit


class SiegeEnded(Told, frozen=True, kw_only=True, tag="siege_ended"):
    """A siege is over, for the reason told."""

    place: Place


class ControlChanged(Told, frozen=True, kw_only=True, tag="control_changed"):
    """A province or its city has another controller; the empty string is nobody."""

    place: Place
    city: bool
    before: Power
    after: Power


class RebellionBegan(Told, frozen=True, kw_only=True, tag="rebellion_began"):
    """Rebels rose in a province, in the field, in the city or in both."""

    place: Place
    field: bool
    city: bool
    against: Power


class RebellionEnded(Told, frozen=True, kw_only=True, tag="rebellion_ended"):
    """Rebels were put down, pacified, or freed by another power."""

    place: Place
    field: bool
    city: bool
    against: Power


class Eliminated(Told, frozen=True, kw_only=True, tag="eliminated"):
    """A power is out of the game."""

    power: Power


class HomeGained(Told, frozen=True, kw_only=True, tag="home_gained"):
    """A province has become home to a power that held it long enough."""

    place: Place
    power: Power


class PlagueSpread(Told, frozen=True, kw_only=True, tag="plague_spread"):
    """Neighbours of provinces with plague rolled, each its face, and some of them are struck."""

    rolled: tuple[Place, ...]
    faces: tuple[int, ...]
    struck: tuple[Place, ...]


class Shifted(Told, frozen=True, kw_only=True, tag="shifted"):
    """A unit was shifted to a place, with its coast, by strategic movement."""

    unit: Unit
    to: str


class Excommunicated(Told, frozen=True, kw_only=True, tag="excommunicated"):
    """A power is barred from letters, by the Papacy or because it writes to one that is."""

    power: Power


class Forgiven(Told, frozen=True, kw_only=True, tag="forgiven"):
    """A power may write letters again."""

    power: Power


class BanIgnored(Told, frozen=True, kw_only=True, tag="ban_ignored"):
    """All others ignore the ban, which falls on the power that spoke it."""

    power: Power


class DiplomatFound(Told, frozen=True, kw_only=True, tag="diplomat_found"):
    """A diplomat of a power was found out, and is gone."""

    place: Place
    power: Power


class CountryTaken(Told, frozen=True, kw_only=True, tag="country_taken"):
    """A home country has another holder; the empty string is nobody."""

    country: str
    before: Power
    after: Power
