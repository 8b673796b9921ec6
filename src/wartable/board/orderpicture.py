"""What a drawing of a simultaneous game shows: units, owners, orders and how they ended, free of any game's rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

UnitMarkKind = Literal["army", "fleet"]
OrderKind = Literal["hold", "move", "support", "convoy", "retreat", "build", "remove", "convert"]
Outcome = Literal["open", "done", "bounced", "failed", "cut"]
"""`open` is an order nobody has judged yet; a cut support is drawn broken, anything else that failed with a bar."""


class UnitMark(msgspec.Struct, frozen=True):
    """A unit at a space (`MUN`) or coast (`STP/SC`), in a player colour (1 to 48)."""

    kind: UnitMarkKind
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
    `caption` and `legend` stand under the map.
    """

    units: tuple[UnitMark, ...] = ()
    owners: Mapping[str, int] = {}
    orders: tuple[OrderMark, ...] = ()
    caption: str = ""
    legend: tuple[Entry, ...] = ()
    centres: Mapping[str, int] = {}
