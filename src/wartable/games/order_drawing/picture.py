"""What a drawing of a simultaneous game shows: units, owners, orders and how they ended, free of any game's rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

OrderKind = Literal["hold", "move", "support", "convoy", "retreat", "build", "remove", "convert"]
Outcome = Literal["open", "done", "bounced", "failed", "cut"]
"""`open` is an order nobody has judged yet; a cut support is drawn broken, anything else that failed with a bar."""


class UnitGlyph(msgspec.Struct, frozen=True):
    """How a kind of unit is drawn, in SVG paths within 15 pixels of its middle.

    On an atlas its letter stands on its hull, or on a disc where it has none; on parchment the emblem is painted on the
    shape.
    """

    letter: str
    shape: str
    hull: str = ""
    emblem: str = ""


_HULL = "M-13.5-7.5H13.5L8.5 8.5H-8.5z"
_SHIELD = "M-9.5-11.5H9.5V-1C9.5 5.5 5 9.5 0 12-5 9.5-9.5 5.5-9.5-1z"
_SWORD = "M-1.2 7.6 0 9.4 1.2 7.6V-2.6H4V-5H1.3V-8.6H-1.3V-5H-4V-2.6H-1.2z"
_SHIP = (
    "M-13 3.5H13C11.5 8.5 9 10.5 5.5 10.5H-5.5C-9 10.5-11.5 8.5-13 3.5z"
    "M-1.2-12V2H-10C-8-3-5.5-7.5-1.2-12zM1.2-10C6-7.5 9-3 9.5 2H1.2z"
)
GLYPHS = {"army": UnitGlyph("A", _SHIELD, emblem=_SWORD), "fleet": UnitGlyph("F", _SHIP, hull=_HULL)}
"""Armies and fleets; a family with further kinds of units gives a table of its own."""


class UnitMark(msgspec.Struct, frozen=True):
    """A unit at a space (`MUN`) or coast (`STP/SC`), in a player colour (1 to 48); 0 for nobody's."""

    kind: str
    at: str
    owner: int
    dislodged: bool = False


class OrderMark(msgspec.Struct, frozen=True):
    """One order as lines on the map; places are spaces or coasts.

    `unit` is where the ordered unit stands. A move or retreat goes `to` a place, by convoy over the fleets `via`, which
    may be named in any order. A support or convoy helps the unit at `of`: to move `to` a place, or to hold where `to`
    is empty. A unit that converts is to become one of the other kind.
    """

    kind: OrderKind
    unit: str
    to: str = ""
    of: str = ""
    via: tuple[str, ...] = ()
    owner: int | None = None
    outcome: Outcome = "open"


class Entry(msgspec.Struct, frozen=True):
    """One line of the legend: a player colour and what it stands for, such as `Austria 5`."""

    owner: int
    text: str


class OrderPicture(msgspec.Struct, frozen=True):
    """A position with its orders.

    `owners` are player colours by space, tinting the land, `centres` those of its centre where they may differ.
    `caption` and `legend` stand under the map; `glyphs` draws the kinds of units.
    """

    units: tuple[UnitMark, ...] = ()
    owners: Mapping[str, int] = {}
    orders: tuple[OrderMark, ...] = ()
    caption: str = ""
    legend: tuple[Entry, ...] = ()
    centres: Mapping[str, int] = {}
    glyphs: Mapping[str, UnitGlyph] = msgspec.field(default_factory=lambda: GLYPHS)
