"""Everything a power may write: orders for units, expenses, payments, adjustments, retreats, passage through straits.

Units are named by kind and place, `A pavia`, without their owner where it is one's own. The text of each is the
canonical one of rules/machiavelli.md 4; `wartable.games.machiavelli.text` reads it and other styles.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from wartable.games.machiavelli.state import Kind, Place, Power, UnitClass

Letter: TypeAlias = Literal["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N", "O", "P"]
"""What an expense is for (machiavelli 12.2); from L on those of optional rules (14)."""


class UnitName(msgspec.Struct, frozen=True, order=True, omit_defaults=True):
    """A unit as an order names it: `A pavia`, `F provence/nc`."""

    kind: Kind
    place: Place
    coast: str = ""

    @property
    def at(self) -> str:
        """Its place, with the coast it lies on."""
        return f"{self.place}/{self.coast}" if self.coast else self.place

    def __str__(self) -> str:
        return f"{self.kind} {self.at}"


class Order(msgspec.Struct, frozen=True, tag_field="type", omit_defaults=True):
    """Base of the orders of a campaign; `unit` is who is ordered."""

    unit: UnitName


class Hold(Order, frozen=True, tag="hold"):
    """Stay: `A pavia H`."""

    def __str__(self) -> str:
        return f"{self.unit} H"


class Advance(Order, frozen=True, tag="advance"):
    """Go to a place: `A pavia - como`; by transport with the way of the fleets: `A pisa - ligurian_sea - corsica`."""

    to: str
    path: tuple[Place, ...] = ()

    def __str__(self) -> str:
        return " - ".join((str(self.unit), *self.path, self.to))


class Besiege(Order, frozen=True, tag="besiege"):
    """Besiege the city of the province the unit stands in: `A mantua B`."""

    def __str__(self) -> str:
        return f"{self.unit} B"


class Lift(Order, frozen=True, tag="lift"):
    """Lift the siege, and hold: `A mantua L`."""

    def __str__(self) -> str:
        return f"{self.unit} L"


class Support(Order, frozen=True, tag="support"):
    """Support a unit that stays, goes to `to`, or comes out of its city as `into`: `A milan S G pavia C A`."""

    of: UnitName
    to: str = ""
    into: Literal["", "A", "F"] = ""

    def __str__(self) -> str:
        tail = f"- {self.to}" if self.to else f"C {self.into}" if self.into else "H"
        return f"{self.unit} S {self.of} {tail}"


class SupportPower(Order, frozen=True, tag="support_power"):
    """Support whatever a power does in a place (printed style): `A milan S pavia (france)`; empty: one's own."""

    place: Place
    power: Power = ""

    def __str__(self) -> str:
        return f"{self.unit} S {self.place}" + (f" ({self.power})" if self.power else "")


class Transport(Order, frozen=True, tag="transport"):
    """Carry an army: `F ligurian_sea T A pisa - corsica`."""

    of: UnitName
    to: str

    def __str__(self) -> str:
        return f"{self.unit} T {self.of} - {self.to}"


class Convert(Order, frozen=True, tag="convert"):
    """Become another kind of unit: `G pavia C A`, `A pavia C G`; `coast` where a new fleet needs one."""

    into: Kind
    coast: str = ""

    def __str__(self) -> str:
        return f"{self.unit} C {self.into}" + (f"/{self.coast}" if self.coast else "")


class Disband(Order, frozen=True, tag="disband"):
    """Leave the board at once: `A pavia C 0`."""

    def __str__(self) -> str:
        return f"{self.unit} C 0"


CampaignOrder: TypeAlias = Hold | Advance | Besiege | Lift | Support | SupportPower | Transport | Convert | Disband
"""One order for one unit in a campaign."""


# --- retreats


class Retreat(msgspec.Struct, frozen=True, tag_field="type", tag="retreat", omit_defaults=True):
    """Where a dislodged unit goes: `A pavia - como`, into the city of its province `A pavia C G`, or off: `A pavia D`.

    `to` is a place, `CITY` for the own city, or empty for disbanding.
    """

    unit: UnitName
    to: str = ""

    def __str__(self) -> str:
        return (
            f"{self.unit} D" if not self.to else f"{self.unit} C G" if self.to == CITY else f"{self.unit} - {self.to}"
        )


CITY = "city"
"""In place of where a unit retreats to: into the city of its province."""


# --- money


class Target(msgspec.Struct, frozen=True, order=True):
    """A unit as an expense names it, with whose it is: `milan G pavia`."""

    owner: Power
    kind: Kind
    place: Place

    def __str__(self) -> str:
        return f"{self.owner} {self.kind} {self.place}"


class Expense(msgspec.Struct, frozen=True, omit_defaults=True):
    """Ducats for one of the expenses: `E1: 12 J milan G mantua`, `E2: 9 C ferrara`, `E3: 24 E florence`.

    `number` is 1 to 4. A to D, N and P are for a `place`, E and O for a power, the `victim`, all others for a `unit`.
    """

    number: int
    ducats: int
    letter: Letter
    place: Place = ""
    victim: Power = ""
    unit: Target | None = None

    def __str__(self) -> str:
        return f"E{self.number}: {self.ducats} {self.letter} {self.place or self.victim or self.unit}"


class Pay(msgspec.Struct, frozen=True, tag_field="type", tag="pay"):
    """Give ducats to a power, or back to the bank: `PAY 5 TO milan`, `PAY 20 TO BANK`."""

    ducats: int
    to: Power

    def __str__(self) -> str:
        return f"PAY {self.ducats} TO {'BANK' if self.to == BANK else self.to}"


BANK: Power = "bank"


class Borrow(msgspec.Struct, frozen=True, tag_field="type", tag="borrow"):
    """Borrow ducats for one year or two: `BORROW 7 FOR 1`."""

    ducats: int
    years: Literal[1, 2]

    def __str__(self) -> str:
        return f"BORROW {self.ducats} FOR {self.years}"


class GiveChit(msgspec.Struct, frozen=True, tag_field="type", tag="give_chit"):
    """Give away the assassin against a power: `GIVE CHIT florence TO milan`."""

    against: Power
    to: Power

    def __str__(self) -> str:
        return f"GIVE CHIT {self.against} TO {self.to}"


class GiveProvince(msgspec.Struct, frozen=True, tag_field="type", tag="give_province"):
    """Hand a province over with its city, where gifts of provinces are played: `GIVE PROVINCE ferrara TO milan`."""

    place: Place
    to: Power

    def __str__(self) -> str:
        return f"GIVE PROVINCE {self.place} TO {self.to}"


Banking: TypeAlias = Pay | Borrow | GiveChit | GiveProvince
"""What is paid, borrowed and given before the expenses."""


# --- adjustment


class Build(msgspec.Struct, frozen=True, tag_field="type", tag="build", omit_defaults=True):
    """Raise a unit: `BUILD A milan`, `BUILD elite_mercenaries A milan`."""

    unit: UnitName
    unit_class: UnitClass = "regular"

    def __str__(self) -> str:
        return f"BUILD {'' if self.unit_class == 'regular' else self.unit_class + ' '}{self.unit}"


class Dismiss(msgspec.Struct, frozen=True, tag_field="type", tag="dismiss"):
    """Disband a unit instead of paying for it: `DISBAND A milan`."""

    unit: UnitName

    def __str__(self) -> str:
        return f"DISBAND {self.unit}"


class Maintain(msgspec.Struct, frozen=True, tag_field="type", tag="maintain"):
    """Pay for a unit: `MAINTAIN A milan`."""

    unit: UnitName

    def __str__(self) -> str:
        return f"MAINTAIN {self.unit}"


Adjustment: TypeAlias = Build | Dismiss | Maintain
"""What a power decides about one unit at the start of the year."""
