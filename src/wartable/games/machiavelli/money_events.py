"""What the year and the treasuries tell: income, upkeep, the bank, gifts, expenses, murder, and the dice of bad years.

Whatever changes a treasury is a `MoneyMoved`: what a power has afterwards is what it had before and the sum of these.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from wartable.games.machiavelli.events import Told
from wartable.games.machiavelli.orders import Letter
from wartable.games.machiavelli.state import Loan, Place, Power, Unit
from wartable.games.machiavelli.tables import Effect

Disaster: TypeAlias = Literal["famine", "plague", "storm"]


class DisasterRolled(Told, frozen=True, kw_only=True, tag="disaster_rolled"):
    """The dice of famine, plague or storms: what kind of year, the lines of the table (0: none), and what is struck."""

    disaster: Disaster
    effect: Effect
    severity: int
    row: int = 0
    column: int = 0
    struck: tuple[Place, ...] = ()


class MoneyMoved(Told, frozen=True, kw_only=True):
    """Base of what changes a treasury: ducats that came in, or went out where the number is negative."""

    power: Power
    ducats: int


class Die(msgspec.Struct, frozen=True):
    """One die of variable income: the country or city it is for, its face as it counts, and the ducats it gave."""

    source: str
    face: int
    ducats: int


class Earned(MoneyMoved, frozen=True, kw_only=True, tag="earned"):
    """The income of a year, by its parts."""

    seas: int
    provinces: int
    cities: int
    dice: tuple[Die, ...] = ()


class Taxed(MoneyMoved, frozen=True, kw_only=True, tag="taxed"):
    """A city paid once more in a year, and its province suffers for it."""

    place: Place


class TradePaid(MoneyMoved, frozen=True, kw_only=True, tag="trade_paid"):
    """A safe trade route paid who controls one of its ends."""

    ends: tuple[Place, Place]


class FortuneTold(MoneyMoved, frozen=True, kw_only=True, tag="fortune_told"):
    """A die of random events brought a power money, or cost it some."""

    face: int


class Maintained(MoneyMoved, frozen=True, kw_only=True, tag="maintained"):
    """A year's pay for units."""

    units: tuple[Unit, ...]


class Raised(MoneyMoved, frozen=True, kw_only=True, tag="raised"):
    """A new unit."""

    unit: Unit


class Repaid(MoneyMoved, frozen=True, kw_only=True, tag="repaid"):
    """A payment to the bank: so much of it for interest, the rest for principal."""

    interest: int
    principal: int


class Given(MoneyMoved, frozen=True, kw_only=True, tag="given"):
    """A gift between two powers; told once for each of them."""

    other: Power


class Borrowed(MoneyMoved, frozen=True, kw_only=True, tag="borrowed"):
    """A new loan, with what is owed and when it is due."""

    loan: Loan


class Collected(MoneyMoved, frozen=True, kw_only=True, tag="collected"):
    """The bank took what was due."""

    loans: tuple[Loan, ...]


class Defaulted(MoneyMoved, frozen=True, kw_only=True, tag="defaulted"):
    """A power could not pay what was `due`: the bank took what there was, and cancelled all that was owed."""

    due: int
    cancelled: int


class ChitGiven(Told, frozen=True, kw_only=True, tag="chit_given"):
    """An assassin against somebody changed hands."""

    power: Power
    to: Power
    against: Power


class Refused(Told, frozen=True, kw_only=True, tag="refused"):
    """Something that was written could not be done, with the reason; `text` is how it was written."""

    power: Power
    text: str


class Charged(MoneyMoved, frozen=True, kw_only=True, tag="charged"):
    """An expense was paid for; `worth` is what it counts for."""

    number: int
    letter: Letter
    worth: int


class ProvinceGiven(Told, frozen=True, kw_only=True, tag="province_given"):
    """A province was handed over to another power, with its city where that was the giver's."""

    power: Power
    to: Power
    place: Place


class Scorched(Told, frozen=True, kw_only=True, tag="scorched"):
    """The land of a province was burnt, so that there is famine in it."""

    place: Place


class ExpenseJudged(Told, frozen=True, kw_only=True, tag="expense_judged"):
    """What became of an expense."""

    power: Power
    number: int
    letter: Letter
    done: bool


class Relieved(Told, frozen=True, kw_only=True, tag="relieved"):
    """The famine of a province was relieved."""

    place: Place


class AllegianceChanged(Told, frozen=True, kw_only=True, tag="allegiance_changed"):
    """A unit has another owner by a bribe; a garrison may belong to nobody afterwards."""

    unit: Unit
    after: Power


class AttemptRolled(Told, frozen=True, kw_only=True, tag="attempt_rolled"):
    """An assassination was tried: the faces, and whether it succeeded. Only who paid may know."""

    power: Power
    victim: Power
    faces: tuple[int, ...]
    done: bool


class Murdered(Told, frozen=True, kw_only=True, tag="murdered"):
    """A ruler was murdered; `bankers` tells whether the bank had it done."""

    power: Power
    bankers: bool = False


class LoyaltyRolled(Told, frozen=True, kw_only=True, tag="loyalty_rolled"):
    """A province of a murdered ruler rolled: it rebels on `limit` and less."""

    place: Place
    face: int
    limit: int
