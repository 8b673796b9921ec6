"""Units and orders as values: what the adjudicator judges, in canonical text `A PAR - BUR`."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

UnitKind: TypeAlias = Annotated[str, msgspec.Meta(pattern="^[A-Z]{1,4}$")]
"""Letter or letters of a kind of unit: `A` is an army, `F` a fleet; the map has the table."""
Power: TypeAlias = str
"""Id of a power in its game: `austria`."""
Province: TypeAlias = str
"""Code of a province: `STP`."""
Location: TypeAlias = str
"""Where a unit stands or goes: a province, or one of its coasts as `STP/SC`."""


def province_of(location: Location) -> Province:
    """Return the province of a location: `STP` of `STP/SC`."""
    return location.partition("/")[0] if "/" in location else location


def coast_of(location: Location) -> str:
    """Return the coast of a location, `SC` of `STP/SC`, or the empty string."""
    return location.partition("/")[2]


class Unit(msgspec.Struct, frozen=True, order=True, gc=False, cache_hash=True, omit_defaults=True):
    """A unit of some kind at a location, written `F STP/SC`; few have a class beside it, such as elite."""

    kind: UnitKind
    at: Location
    unit_class: str = ""

    @property
    def province(self) -> Province:
        """The province it stands in."""
        return province_of(self.at)

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"


class Order(msgspec.Struct, frozen=True, tag_field="type", gc=False, cache_hash=True):
    """Base of all orders; `unit` is who is ordered, as it stands on the board before the phase."""

    unit: Unit


class Hold(Order, frozen=True, tag="hold", gc=False):
    """Stay: `A PAR H`."""

    def __str__(self) -> str:
        return f"{self.unit} H"


class Move(Order, frozen=True, tag="move", gc=False):
    """Go to a location: `A PAR - BUR`, with `via` by convoy although it may be near: `A NWY - SWE VIA`.

    `path` lists what it passes: provinces of fleets (`A LON - BEL VIA NTH`), or the one between of a move over two
    spaces (`A PAR - BUR - MUN`); most orders leave it empty.
    """

    to: Location
    via: bool = False
    path: tuple[Province, ...] = ()

    def __str__(self) -> str:
        if not self.path:
            return f"{self.unit} - {self.to}{' VIA' if self.via else ''}"
        if self.via:
            return f"{self.unit} - {self.to} VIA {' '.join(self.path)}"
        return f"{self.unit} - {' - '.join((*self.path, self.to))}"


class SupportHold(Order, frozen=True, tag="support_hold", gc=False):
    """Help a unit to stay: `A MUN S A BER`; `of` is the unit helped."""

    of: Unit

    def __str__(self) -> str:
        return f"{self.unit} S {self.of}"


class SupportMove(Order, frozen=True, tag="support_move", gc=False):
    """Help a unit to go: `A MUN S A BER - KIE`."""

    of: Unit
    to: Location

    def __str__(self) -> str:
        return f"{self.unit} S {self.of} - {self.to}"


class Convoy(Order, frozen=True, tag="convoy", gc=False):
    """Carry an army: `F NTH C A LON - BEL`."""

    of: Unit
    to: Location

    def __str__(self) -> str:
        return f"{self.unit} C {self.of} - {self.to}"


class Convert(Order, frozen=True, tag="convert", gc=False):
    """Become another kind of unit: `A BEL = F`; `coast` where the new fleet needs one.

    `into` is the new kind where that is not the other one of army and fleet: `A MIL = G`.
    """

    coast: str = ""
    into: UnitKind | msgspec.UnsetType = msgspec.UNSET  # unlike a default, it is not written where it is not said

    @property
    def kind(self) -> UnitKind:
        """The kind it is to become."""
        return self.into or ("F" if self.unit.kind == "A" else "A")

    def __str__(self) -> str:
        return f"{self.unit} = {self.kind}{'/' + self.coast if self.coast else ''}"


class Call(Order, frozen=True, tag="call", gc=False):
    """Call help that stands nowhere on the board to a place: `DEAD AT MTI`; `unit` says what is called, and where."""

    def __str__(self) -> str:
        return f"{self.unit.kind} AT {self.unit.at}"


class Retreat(Order, frozen=True, tag="retreat", gc=False):
    """Leave after being dislodged: `A MUN R TYR`."""

    to: Location

    def __str__(self) -> str:
        return f"{self.unit} R {self.to}"


class Disband(Order, frozen=True, tag="disband", gc=False):
    """Take a dislodged unit, or in adjustments any unit, off the board: `D A MUN`."""

    def __str__(self) -> str:
        return f"D {self.unit}"


class Build(Order, frozen=True, tag="build", gc=False):
    """Put a new unit on the board: `B F STP/NC`; `unit` is the unit to be."""

    def __str__(self) -> str:
        return f"B {self.unit}"


class Waive(msgspec.Struct, frozen=True, tag_field="type", tag="waive", gc=False):
    """Leave one build unused: `WAIVE`."""

    def __str__(self) -> str:
        return "WAIVE"


MovementOrder: TypeAlias = Hold | Move | SupportHold | SupportMove | Convoy | Convert | Call
RetreatOrder: TypeAlias = Retreat | Disband
AdjustmentOrder: TypeAlias = Build | Disband | Waive
AnyOrder: TypeAlias = MovementOrder | Retreat | Disband | Build | Waive
